import type { MediaDescriptor } from "../call/operation-descriptor.js";
import { UnexpectedResponseError } from "../errors/unexpected-response-error.js";
import { readJson } from "./json-text.js";
import type { ServerSentEvent } from "./read-events.js";

/** What services of streamed JSON send as the data of a last event, to say that nothing follows. It is no JSON. */
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
 * says that it is a sign of life, and whose data is no JSON, is stepped over as a comment is, which is for the same (WHATWG
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
  return (
    typeof value !== "string" && (typeof value !== "object" || value === null)
  );
}

function parseData(
  text: string,
  data: NonNullable<MediaDescriptor["data"]>,
  number: number,
  longIntegers: readonly string[] | undefined,
): unknown {
  try {
    const value = readJson(text, longIntegers);
    return data === "objectOrText" && isScalar(value) ? text : value;
  } catch {
    if (data === "jsonOrText" || data === "objectOrText") return text;
    throw new UnexpectedResponseError({
      happened: `The data of event ${String(number)} of the answer is no JSON.`,
      remedy:
        "What came before it is right; compare what the server sends with the contract.",
    });
  }
}
