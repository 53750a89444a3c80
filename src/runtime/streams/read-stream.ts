import { callError, recordFacts, unknownOutcome } from "../call/call-error.js";
import type { CallRecord } from "../call/call-record.js";
import type {
  ReadBody,
  StreamedCall,
} from "../descriptors/media-descriptor.js";
import { isApiError } from "../errors/api-error.js";
import { DeadlineError, TransportError } from "../errors/call-errors.js";
import type { CallTimer } from "../waiting/call-timer.js";
import { callAfter, type Clock } from "../waiting/clock.js";

/** Hands the bytes of a response out as they arrive, whatever they are. */
export const readStream: ReadBody = ({ body }, _media, { running }) => {
  const source = body ?? new Blob([]).stream();
  return Promise.resolve({
    kind: "stream",
    value: watchStream(source, watchOf(running)),
  });
};

function watchOf(running: StreamedCall): StreamWatch {
  const { own, timer, record, clock, longestSilence } = running;
  return {
    next: (chunk) =>
      own.until(
        longestSilence === Infinity
          ? chunk
          : withinTime(clock, longestSilence, chunk),
      ),
    ended: () => {
      own.end();
      timer.end();
    },
    failed: (error) => streamError(error, record, timer),
  };
}

/** A body that breaks off while it is handed out. */
function streamError(
  error: unknown,
  record: CallRecord,
  timer: CallTimer,
): Error {
  const raised = callError(error, record, timer);
  const ended = raised instanceof Error && raised !== error;
  if (ended && record.retryClass === "read") return raised;
  return brokenOffError(raised, record);
}

/**
 * The error of a success whose body breaks off while it is read. A read can be made again; a change was
 * made and lost only its response, so the error must not claim that it was never made.
 *
 * @param cause - of the connection; or the call's own end, by its time or its caller
 */
function brokenOffError(cause: unknown, record: CallRecord): Error {
  if (record.retryClass !== "read") {
    const end = isApiError(cause) ? "was not read to its end" : "broke off";
    const happened = `The server reported success and its response ${end}: the change was probably made.`;
    return unknownOutcome(record, cause, { happened });
  }
  return new TransportError({
    ...recordFacts(record),
    happened: "The response broke off after it had begun.",
    remedy:
      "What came before is right, and more may be missing; make the call again for the whole.",
    cause,
  });
}

/**
 * Waits for one piece of a response that is handed out as it arrives. The response may take any time, but a
 * silent server ends the wait.
 *
 * @param limit - milliseconds
 * @throws DeadlineError when nothing came in that time
 */
function withinTime<Value>(
  clock: Clock,
  limit: number,
  work: Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = callAfter(clock, limit, () => {
      reject(
        new DeadlineError({
          happened: `No bytes came for ${String(limit)} ms in the middle of the response.`,
          remedy:
            "Make the call again; give it a `deadline` when the server may be silent for longer.",
        }),
      );
    });
    work.then(resolve, reject).finally(stop);
  });
}

/** Is told what becomes of a body that is handed out while it still arrives. */
export interface StreamWatch {
  /** Waits for the bytes that were asked for, no longer than the call may take. */
  next<Chunk>(chunk: Promise<Chunk>): Promise<Chunk>;
  /** The last byte was read, or the reader gave up. */
  ended(): void;
  /** What to raise in place of the platform's error, when the connection is lost or the call aborted. */
  failed(error: unknown): Error;
}

/** The same bytes, watched; asked for when their reader asks, and not before. */
export function watchStream(
  source: ReadableStream<Uint8Array>,
  watch: StreamWatch,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await watch
          .next(reader.read())
          .catch((error: unknown) => {
            watch.ended();
            // The platform may know nothing of why it ends; the connection must not stay open.
            reader.cancel(error).catch(() => undefined);
            throw watch.failed(error);
          });
        if (!chunk.done) {
          controller.enqueue(chunk.value);
          return;
        }
        watch.ended();
        controller.close();
      },
      async cancel(reason) {
        watch.ended();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
