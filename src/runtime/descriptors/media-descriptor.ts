import type { CallRecord } from "../call/call-record.js";
import type { CallTimer } from "../waiting/call-timer.js";
import type { Clock } from "../waiting/clock.js";
import type {
  EncodingDescriptor,
  PositionsDescriptor,
} from "./parameter-descriptor.js";

/** One media type and how its bytes are turned into a value. */
export interface MediaDescriptor {
  /** As in the contract, ranges included: `application/json`, `image/*`. */
  readonly mediaType: string;
  readonly codec: Codec;
  /** Bodies: how they are written. Absent: as JSON. */
  readonly write?: WriteBody;
  /** Responses: how they are read. Absent: as JSON. */
  readonly read?: ReadBody;
  /** JSON responses: what parses them in place of `JSON.parse`. */
  readonly parse?: (
    text: string,
    longIntegers: readonly string[] | undefined,
  ) => unknown;
  /**
   * Names of the members that hold 64-bit integers, alone or in a list or a map, at any depth; `""`: the value
   * itself does. In JSON responses those beyond 2^53 arrive as bigints, so that none is rounded; in bodies a number
   * beyond 2^53 is refused, because it may have been.
   */
  readonly longIntegers?: readonly string[];
  /** JSON responses: an empty body is null, which the schema allows. */
  readonly nullable?: true;
  /** Responses that a call gets only when it names their media type in its `accept`. */
  readonly negotiated?: true;
  /** Responses: members of the body that make the server respond so; set by the client, whatever the input says. */
  readonly requestMembers?: Readonly<Record<string, boolean>>;
  /**
   * Event streams: what the data of an event is. Absent: text. `jsonOrText`: JSON where it can be read as JSON.
   * `objectOrText`: the same, but a number, `true` or `null` is text as well. `jsonOrNothing`: JSON, and an event whose
   * data is empty has no `data`.
   */
  readonly data?: "json" | "jsonOrText" | "objectOrText" | "jsonOrNothing";
  /** Event streams: names of events whose data is text, whatever that of others is. */
  readonly textEvents?: readonly string[];
  /**
   * Event streams whose events have names: those whose data is JSON. That of an event with another name, which
   * {@link textEvents} does not have either, is JSON where it can be read so, and else text.
   */
  readonly jsonEvents?: readonly string[];
  /** Form and multipart bodies: how each member is written (OpenAPI, Encoding Object). */
  readonly encoding?: Readonly<Record<string, EncodingDescriptor>>;
  /** Multipart bodies whose parts are the elements of a list: how each is written. */
  readonly positions?: PositionsDescriptor;
}

/**
 * `json` value ⇄ JSON text; `form` object ⇄ `application/x-www-form-urlencoded`; `multipart` object → parts with names;
 * `parts` list → parts without names; `text` string; `binary` Blob, bytes or stream; `lines` newline-delimited JSON; `sequence` JSON texts (RFC 7464);
 * `events` server-sent events.
 */
export type Codec =
  | "json"
  | "form"
  | "multipart"
  | "parts"
  | "text"
  | "binary"
  | "lines"
  | "sequence"
  | "events";

/** Writes a body. */
export type WriteBody = (
  media: MediaDescriptor,
  value: unknown,
  isKeyed: boolean,
) => PreparedBody;

/** A request body, serialised once: every repeat sends these very bytes. */
export interface PreparedBody {
  readonly content: string | Blob | ReadableStream<Uint8Array>;
  /** Value of `Content-Type`; absent when neither contract nor value names one. */
  readonly contentType?: string;
  /** Size in bytes; absent for a stream, whose size is unknown before it ends. */
  readonly bytes?: number;
  /** False for a stream: once it was read it cannot be sent again. */
  readonly resendable: boolean;
  /** The same body as an idempotency key makes it; absent: the key changes nothing. */
  readonly underKey?: (key: string) => Promise<PreparedBody>;
}

/** Reads the body of a response. */
export type ReadBody = (
  response: Response,
  media: MediaDescriptor,
  reading: Reading,
) => Promise<BodyResult>;

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
