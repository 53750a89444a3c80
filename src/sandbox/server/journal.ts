import type { RecordedRequest } from "./recorded-request.js";
import type { DefectEvent, SandboxEvent } from "./sandbox-event.js";

/** What the sandbox remembers of itself, for tests, and what it passes on to a log. */
export interface Journal {
  readonly requests: readonly RecordedRequest[];
  readonly defects: readonly DefectEvent[];
  readonly record: (request: RecordedRequest) => void;
  readonly log: (event: SandboxEvent) => void;
}

/** A sandbox may run for days: only the last requests are remembered. */
const capacity = 10_000;

/** @param listener receives every event; nothing is logged without one */
export function createJournal(listener: ((event: SandboxEvent) => void) | undefined): Journal {
  const requests: RecordedRequest[] = [];
  const defects: DefectEvent[] = [];
  return {
    requests,
    defects,
    record: (request) => {
      requests.push(request);
      if (requests.length > capacity) requests.shift();
    },
    log: (event) => {
      if (event.kind === "defect") defects.push(event);
      listener?.(event);
    },
  };
}
