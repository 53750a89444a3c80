import { classNames } from "./names.js";
import { planPublicRuntime } from "./public-runtime.js";
import { runtimeNames } from "./runtime-names.js";

/** Names that the platform gives to every module and that a client's class would shadow. */
const GLOBALS = new Set(
  (
    "Array ArrayBuffer AsyncIterable Blob Boolean Date Error File FormData Function Headers Map Number Object Omit " +
    "Promise Proxy Readonly ReadonlyArray ReadableStream Record Reflect RegExp Request Response Set String Symbol " +
    "Uint8Array URL"
  ).split(" "),
);

/** Names that nothing of a client's own can have: the runtime exports them, or the platform has them. */
export function takenNames(): ReadonlySet<string> {
  return new Set([...GLOBALS, ...ownNames()]);
}

/** Type names of a client that do not come from its contract; no schema is given one of them. */
export function reservedTypeNames(client: string): ReadonlySet<string> {
  return new Set([...ownNames(), ...classNames(client)]);
}

/**
 * Names that generated code has beside those of the contract, the runtime's and its own; all of them, also those that this
 * client has no use for: a contract that gets its first scope or webhook must not rename a model.
 */
function ownNames(): ReadonlySet<string> {
  const everything = new Set([...runtimeNames.values()].map(({ module }) => module));
  const handedOn = planPublicRuntime(everything).flatMap(({ values, types }) => [...values, ...types]);
  const webhooks = ["WebhookHeaders", "WebhookPayloads", "WebhookQueries"];
  return new Set([
    ...runtimeNames.keys(),
    ...handedOn,
    "ErrorBodies",
    "Granted",
    "ProblemCode",
    "Scope",
    ...webhooks,
  ]);
}
