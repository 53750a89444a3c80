import type { CallRecord } from "../call/call-record.js";
import type { CallTimer } from "../waiting/call-timer.js";
import type { Clock } from "../waiting/clock.js";

/** A body as a value, as the bytes of a stream that is still arriving, or why it is neither. */
export type BodyResult =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "stream"; readonly value: ReadableStream<Uint8Array> }
  | { readonly kind: "unreadable"; readonly why: string }
  /** It has more bytes than the call reads. */
  | { readonly kind: "large"; readonly maxBytes: number };

/** What reading a body may use. */
export interface Reading {
  /** The most bytes of a body that is read whole. */
  readonly limit: number;
  /** What a body that is handed out while it arrives belongs to. */
  readonly running: StreamedCall;
}

/** A call whose response may be handed out while it still arrives. */
export interface StreamedCall {
  /** Of the attempt. */
  readonly own: CallTimer;
  readonly timer: CallTimer;
  readonly record: CallRecord;
  readonly clock: Clock;
  /** The most milliseconds between two pieces; infinity where the call has a deadline of its own. */
  readonly longestSilence: number;
}
