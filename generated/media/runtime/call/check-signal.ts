import { ArgumentError } from "../errors/argument-error.js";

/**
 * Refuses what is no `AbortSignal`: an abort that nobody hears would leave a call running.
 *
 * @throws ArgumentError also for an `AbortController`, whose `signal` is meant
 */
export function checkSignal(signal: AbortSignal | undefined): void {
  const given: unknown = signal;
  if (given === undefined) return;
  if (
    typeof given === "object" &&
    given !== null &&
    "aborted" in given &&
    "addEventListener" in given &&
    typeof given.addEventListener === "function"
  )
    return;
  throw new ArgumentError({
    happened: "`signal` is no AbortSignal.",
    remedy: "Give the `signal` of an AbortController, or `AbortSignal.any`.",
  });
}
