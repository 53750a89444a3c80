import { hidden } from "../secrets/mask-members.js";
import type { Striker } from "../secrets/striker.js";
import { shownCode } from "./shown-code.js";

/**
 * A foreign error without its message and members, which can quote anything: name, code, frames and causes are left.
 * Runtimes and loggers print `cause` in full, an uncaught one too, whatever the class says of how it is printed (SEC-1).
 *
 * @param striker - strikes the credentials of the call out of name and code
 * @returns `[hidden]` for what is no error
 */
export function redactedCause(
  cause: unknown,
  striker: Striker | undefined,
  depth = 0,
): unknown {
  if (!(cause instanceof Error)) return hidden;
  const inner =
    cause.cause === undefined || depth > 4
      ? undefined
      : redactedCause(cause.cause, striker, depth + 1);
  const error = new Error(
    hidden,
    inner === undefined ? undefined : { cause: inner },
  );
  const name = shownCode(cause.name, striker);
  Object.defineProperty(error, "name", { value: name, configurable: true });
  Object.defineProperty(error, "stack", {
    value: [`${name}: ${hidden}`, ...framesOf(cause)].join("\n"),
    configurable: true,
    writable: true,
  });
  const code = "code" in cause ? cause.code : undefined;
  return typeof code === "string"
    ? Object.assign(error, { code: shownCode(code, striker) })
    : error;
}

/** Lines of the stack after the message; none when the message was changed since, for then it cannot be told apart. */
function framesOf({ stack, message }: Error): readonly string[] {
  const at = stack?.lastIndexOf(message) ?? -1;
  if (stack === undefined || at === -1 || message === "") return [];
  return stack
    .slice(at + message.length)
    .split("\n")
    .filter((line) => /^\s+at [^?]*:\d+:\d+\)?$/.test(line));
}
