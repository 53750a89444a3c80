import { ArgumentError } from "../errors/argument-error.js";
import { DeadlineError } from "../errors/call-errors.js";
import { callAfter, type Clock, onAbort } from "./clock.js";
import { isObject } from "../values/is-object.js";

/** What ended a call while it was under way. */
type EndedBy = "deadline" | "caller";

/** One deadline and one abort over everything that a logical call does. */
export class CallTimer {
  /** Milliseconds on the monotonic clock. */
  readonly deadlineAt: number;
  /** What waits for the end; made for the first. */
  #works: (() => void)[] | undefined;
  #ended: { readonly by: EndedBy; readonly reason: unknown } | undefined;
  #controller: AbortController | undefined;
  #stopDeadline: (() => void) | undefined;
  #leave: (() => void) | undefined;

  /**
   * Starts the time of a call, or of one attempt of it.
   *
   * @param deadlineAt - milliseconds on the monotonic clock; infinity for none
   * @param outer - the caller's signal, or the time of the call that the attempt is of: it ends this one as well, at once
   *   when it has ended already
   * @throws ArgumentError when the caller gave something else for a signal
   */
  constructor(
    clock: Clock,
    deadlineAt: number,
    outer?: AbortSignal | CallTimer,
  ) {
    this.deadlineAt = deadlineAt;
    if (outer instanceof CallTimer) {
      this.#leave = outer.#whenEnded(() => {
        this.#end("caller", outer.reason);
      });
    } else if (outer !== undefined) {
      checkSignal(outer);
      const abort = (): void => {
        this.#end("caller", outer.reason);
      };
      if (outer.aborted) abort();
      else this.#leave = onAbort(outer, abort);
    }
    if (deadlineAt === Infinity) return;
    const remaining = deadlineAt - clock.monotonic();
    const late = (): void => {
      this.#end("deadline", new DeadlineError());
    };
    if (remaining <= 0) late();
    else this.#stopDeadline = callAfter(clock, remaining, late);
  }

  /** Aborted when the time has ended; every wait of the call listens to it. Made when it is asked for. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended !== undefined) this.#controller.abort(this.#ended.reason);
    }
    return this.#controller.signal;
  }

  /** What ended the call, while it was under way. */
  get endedBy(): EndedBy | undefined {
    return this.#ended?.by;
  }

  /** The reason of the signal. */
  get reason(): unknown {
    return this.#ended?.reason;
  }

  /** @throws the reason, when the time has ended */
  check(): void {
    if (this.#ended !== undefined) throw this.#ended.reason;
  }

  /** Settles like `work`, or rejects with the reason as soon as the time has ended, even when `work` goes on. */
  until<Value>(work: Promise<Value>): Promise<Value> {
    return firstOf(work, (abort) =>
      this.#whenEnded(() => {
        abort(this.reason);
      }),
    );
  }

  /** Stops the deadline and leaves the caller's abort in place: for responses that are read as a stream. */
  stopDeadline(): void {
    this.#stopDeadline?.();
  }

  /** The call is over: lets go of the timer and of the caller's signal. Aborts nothing. */
  end(): void {
    this.#stopDeadline?.();
    this.#leave?.();
  }

  #end(by: EndedBy, reason: unknown): void {
    if (this.#ended !== undefined) return;
    this.#ended = { by, reason };
    this.#controller?.abort(reason);
    for (const work of this.#works ?? []) work();
  }

  /** @returns stops waiting */
  #whenEnded(work: () => void): () => void {
    if (this.#ended === undefined) (this.#works ??= []).push(work);
    else work();
    return () => {
      this.#works = this.#works?.filter((one) => one !== work);
    };
  }
}

/** Settles like `work`, or rejects with the signal's reason as soon as it is aborted, even when `work` goes on. */
export function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  return firstOf(work, (abort) => {
    const end = (): void => {
      abort(signal.reason);
    };
    if (!signal.aborted) return onAbort(signal, end);
    end();
    return () => undefined;
  });
}

/** @param listen - tells when to reject; what it returns is called when the work has settled */
function firstOf<Value>(
  work: Promise<Value>,
  listen: (abort: (reason: unknown) => void) => () => void,
): Promise<Value> {
  return new Promise((resolve, fail) => {
    // What work rejects with, and a caller aborts with, is theirs: it need not be an Error.
    const reject: (reason: unknown) => void = fail;
    const leave = listen(reject);
    work.then(
      (value) => {
        leave();
        resolve(value);
      },
      (error: unknown) => {
        leave();
        reject(error);
      },
    );
  });
}

/**
 * Refuses what is not an `AbortSignal`: an abort without a listener would leave a call running.
 *
 * @throws ArgumentError also for an `AbortController`, whose `signal` is meant
 */
export function checkSignal(signal: AbortSignal | undefined): void {
  const given: unknown = signal;
  if (given === undefined) return;
  if (
    isObject(given) &&
    "aborted" in given &&
    "addEventListener" in given &&
    typeof given.addEventListener === "function"
  )
    return;
  throw new ArgumentError({
    happened: "`signal` must be an AbortSignal.",
    remedy: "Give the `signal` of an AbortController.",
  });
}
