import type { MediaDescriptor } from "../call/operation-descriptor.js";
import { UnexpectedResponseError } from "../errors/unexpected-response-error.js";
import { readJson } from "./json-text.js";
import type { ServerSentEvent } from "./read-events.js";

/** What services of streamed JSON send as the data of a last event, to say that nothing follows. It is no JSON. */
const END = "[DONE]";

/**
 * Events with their data as values, where the contract describes the data as more than text. An event whose data is
 * `[DONE]` ends a stream of JSON, unless the contract names it among the data.
 *
 * @throws UnexpectedResponseError for data that is not JSON; the data itself is not shown
 */
export async function* readEventData(
  events: AsyncIterable<ServerSentEvent>,
  { data, longIntegers }: MediaDescriptor,
): AsyncGenerator<ServerSentEvent<unknown>, void, undefined> {
  let number = 0;
  for await (const event of events) {
    number += 1;
    if (data === undefined) {
      yield event;
      continue;
    }
    if (data === "json" && event.data === END) return;
    yield { ...event, data: parseData(event.data, data, number, longIntegers) };
  }
}

function parseData(
  text: string,
  data: "json" | "jsonOrText",
  number: number,
  longIntegers: readonly string[] | undefined,
): unknown {
  try {
    return readJson(text, longIntegers);
  } catch {
    if (data === "jsonOrText") return text;
    throw new UnexpectedResponseError({
      happened: `The data of event ${String(number)} of the answer is no JSON.`,
      remedy:
        "What came before it is right; compare what the server sends with the contract.",
    });
  }
}
