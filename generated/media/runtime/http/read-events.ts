import { mostOfPart } from "./read-bytes.js";
import { textLines } from "./text-lines.js";
import { partTooLarge } from "./text-parts.js";

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

/** `name: value`, one space after the colon left out; a comment has an empty name, which nobody asks for. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon < 0) return [line, ""];
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}
