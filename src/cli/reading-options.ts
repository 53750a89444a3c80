import type { Command } from "commander";
import type { InspectOptions } from "../inspect.js";
import { appendValue } from "./terminal.js";

/** Flags that say how a contract is read. */
export interface ReadingFlags {
  readonly allowHost?: readonly string[];
  readonly lenient?: true;
  readonly overlay?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/**
 * Adds the options that say how the contract of one client is read. They win over `cabinetry.yaml`, each over its key.
 *
 * @param whose - `the contract's`, or of both that are compared.
 */
export function addReadingOptions(command: Command, whose = "the contract's"): Command {
  return addHostOptions(
    command
      .option(
        "--include <what>",
        'operations of the client: tag:NAME, a path (/users/*), an operationId or "GET /users" (repeatable)',
        appendValue,
      )
      .option("--exclude <what>", "operations that the client does not have, in the same form", appendValue)
      .option(
        "--overlay <file>",
        "OpenAPI Overlay that changes the contract before it is read (repeatable)",
        appendValue,
      ),
    whose,
  );
}

/**
 * Adds the options for what a contract refers to.
 *
 * @param whose - `the contract's`
 */
function addHostOptions(command: Command, whose: string): Command {
  return command
    .option("--allow-host <host>", `host that ${whose} references may reach too (repeatable)`, appendValue)
    .option(
      "--lenient",
      "accept a $ref without a target: a value becomes unknown, a parameter is omitted, a path item is empty",
    );
}

/** What the flags say, as a conductor takes it. */
export function readingOf({ allowHost, lenient, overlay: overlays, include, exclude }: ReadingFlags): {
  readonly allowHosts: readonly string[] | undefined;
  readonly lenient: true | undefined;
  readonly reading: InspectOptions["reading"];
} {
  return { allowHosts: allowHost, lenient, reading: { overlays, include, exclude } };
}
