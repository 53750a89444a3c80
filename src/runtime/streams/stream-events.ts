import type { ExecuteOptions, Input } from "../call/call-options.js";
import type { Core } from "../call/core.js";
import type { MediaDescriptor } from "../descriptors/media-descriptor.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { UnexpectedResponseError } from "../errors/call-errors.js";
import { mostOfPart } from "../response/read-body.js";
import { readLongJson } from "../values/long-json.js";
import { type StreamCall, streamCall } from "./stream-call.js";
import { partTooLarge, textLines } from "./text-parts.js";
import { isObject } from "../values/is-object.js";

/**
 * Starts a call whose response is a stream of server-sent events, each with its data as the contract describes it.
 *
 * A stream that breaks off raises; it is not opened a second time, because only the contract of the service says what
 * a server does with `Last-Event-ID`: the caller goes on with the last event's `id`.
 *
 * @typeParam Event - a `ServerSentEvent` with the data's type; nothing checks it at run time
 */
export function streamEvents<Event>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): StreamCall<Event> {
  return streamCall(
    core,
    descriptor,
    ["events"],
    input,
    options,
    (bytes, media, maxBytes) =>
      readEventData(readEvents(bytes, maxBytes), media) as AsyncIterable<Event>,
  );
}

/**
 * One server-sent event (WHATWG HTML, section 9.2).
 *
 * @typeParam Data - what the contract says of the data; text where it says nothing
 */
export interface ServerSentEvent<Data = string> {
  /** `message` when the server names none. */
  readonly event: string;
  /** Its data lines, joined by line feeds; parsed where the contract describes JSON. */
  readonly data: Data;
  /** The last identifier that the stream has named. */
  readonly id?: string;
  /** Milliseconds that the server asks a client to wait before it reconnects. */
  readonly retry?: number;
}

/**
 * Events of a stream, as they arrive (WHATWG HTML, section 9.2.6); one that the end cuts off is dropped.
 *
 * @param maxBytes - the most that one event, or one of its lines, may have
 * @throws ResponseTooLargeError for a larger one
 */
export async function* readEvents(
  bytes: ReadableStream<Uint8Array>,
  maxBytes = mostOfPart,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let event = "";
  let data: string[] = [];
  let length = 0;
  let id: string | undefined;
  let retry: number | undefined;
  for await (const line of textLines(bytes, maxBytes)) {
    if (line === "") {
      if (data.length > 0) {
        yield {
          event: event === "" ? "message" : event,
          data: data.join("\n"),
          ...(id !== undefined && { id }),
          ...(retry !== undefined && { retry }),
        };
      }
      event = "";
      data = [];
      length = 0;
      continue;
    }
    const [field, value] = fieldOf(line);
    if (field === "event") event = value;
    else if (field === "data") {
      // An empty line of data is one too.
      length += value.length + 1;
      if (length > maxBytes + 1) throw partTooLarge(maxBytes);
      data.push(value);
    } else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) retry = Number(value);
  }
}

/** `name: value`, without one space after the colon; a comment has an empty name, which is never requested. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon < 0) return [line, ""];
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}

/** What services of streamed JSON send as the data of a last event, to say that nothing follows. It is not JSON. */
const END = "[DONE]";

/** Names of events that say nothing but that the server is there. */
const IDLE = /^(?:ping|pong|heart-?_?beat|keep-?_?alive)$/i;

/** An event as the contract describes it, perhaps without data. */
type EventOfContract = Omit<ServerSentEvent, "data"> & {
  readonly data?: unknown;
};

/**
 * Events with their data as values, where the contract describes the data as more than text. An event whose data is
 * `[DONE]` ends a stream of JSON, unless the contract has text among the data. One whose data is empty has none where the
 * contract describes events without data. Where the contract lists the names of events, the data of one with another name
 * is JSON if it can be read as such, and else text: a newer server may send one. Where it lists none, an event whose name
 * says that it is a sign of life, and whose data is not JSON, is skipped like a comment, which serves the same purpose (WHATWG
 * HTML, section 9.2.7).
 *
 * @throws UnexpectedResponseError for data that is not JSON; the data itself is not shown
 */
export async function* readEventData(
  events: AsyncIterable<ServerSentEvent>,
  { data, longIntegers, textEvents = [], jsonEvents }: MediaDescriptor,
): AsyncGenerator<EventOfContract, void, undefined> {
  let number = 0;
  for await (const event of events) {
    number += 1;
    if (data === undefined || textEvents.includes(event.event)) {
      yield event;
      continue;
    }
    const isJsonAlone = data === "json" || data === "jsonOrNothing";
    if (isJsonAlone && event.data === END) return;
    if (data === "jsonOrNothing" && event.data === "") {
      yield withoutData(event);
      continue;
    }
    const isListed = jsonEvents?.includes(event.event) ?? true;
    const isIdle =
      isJsonAlone && jsonEvents === undefined && IDLE.test(event.event);
    const form = isListed && !isIdle ? data : "jsonOrText";
    const value = parseData(event.data, form, number, longIntegers);
    if (!isIdle || value !== event.data) yield { ...event, data: value };
  }
}

function withoutData({
  event,
  id,
  retry,
}: ServerSentEvent): Omit<ServerSentEvent, "data"> {
  return {
    event,
    ...(id !== undefined && { id }),
    ...(retry !== undefined && { retry }),
  };
}

/** What no text is beside objects and lists; a JSON string is the text that it holds. */
function isScalar(value: unknown): boolean {
  return typeof value !== "string" && !isObject(value);
}

function parseData(
  text: string,
  data: NonNullable<MediaDescriptor["data"]>,
  number: number,
  longIntegers: readonly string[] | undefined,
): unknown {
  try {
    const value = readLongJson(text, longIntegers);
    return data === "objectOrText" && isScalar(value) ? text : value;
  } catch {
    if (data === "jsonOrText" || data === "objectOrText") return text;
    throw new UnexpectedResponseError({
      happened: `The data of event ${String(number)} of the response is not valid JSON.`,
      remedy:
        "What came before it is right; compare what the server sends with the contract.",
    });
  }
}
