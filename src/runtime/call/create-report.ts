import type { Clock } from "./clock.js";
import type {
  ClientEvents,
  Hooks,
  LogEntry,
  Logger,
  Report,
} from "./events.js";
import { quietly } from "./quietly.js";

const levels: Readonly<Record<keyof ClientEvents, LogEntry["level"]>> = {
  request: "debug",
  response: "debug",
  retry: "warn",
  failure: "error",
  token: "info",
  page: "debug",
  poll: "debug",
  contract: "warn",
};

/**
 * Makes the function that hands events to hooks and logger. What they throw, or reject with, is swallowed. An event that nobody
 * listens to is not built.
 */
export function createReport(
  clock: Clock,
  hooks: Hooks | undefined,
  logger: Logger | undefined,
): Report {
  return (name, build) => {
    const isHooked =
      hooks !== undefined && quietly(() => hooks[name] !== undefined) === true;
    if (!isHooked && logger === undefined) return;
    const event = build();
    quietly(() => hooks?.[name]?.(event));
    if (logger === undefined) return;
    const time = new Date(clock.now()).toISOString();
    quietly(() => {
      logger({ level: levels[name], event: name, time, data: event });
    });
  };
}
