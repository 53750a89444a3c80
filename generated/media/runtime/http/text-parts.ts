import { ResponseTooLargeError } from "../errors/response-too-large-error.js";
import { mostOfPart } from "./read-bytes.js";

/**
 * The parts of a text that comes in chunks, each as soon as its separator is there; what follows the last separator is
 * returned, empty when nothing does.
 *
 * Each chunk is searched once, and a part joined once: a long part takes time in proportion to its length.
 *
 * @param separator - one that no two chunks share
 * @param most - characters (never more than bytes) that a part may have before its separator
 * @throws ResponseTooLargeError for a longer one, without waiting for its end
 */
export async function* textParts(
  chunks: AsyncIterable<string>,
  separator: string | RegExp,
  most = mostOfPart,
): AsyncGenerator<string, string, undefined> {
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = "", ...others] = chunk.split(separator);
    begun.push(first);
    length += first.length;
    if (length > most || others.some((one) => one.length > most))
      throw partTooLarge(most);
    const last = others.pop();
    if (last === undefined) continue;
    yield begun.join("");
    begun = [last];
    length = last.length;
    yield* others;
  }
  return begun.join("");
}

/** The error of one line, text or event of a stream that is larger than a call reads. */
export function partTooLarge(maxBytes: number): ResponseTooLargeError {
  return new ResponseTooLargeError({
    maxBytes,
    happened: `One line, text or event of the response is larger than ${String(maxBytes)} bytes.`,
    remedy:
      "What came before it is right. Raise `maxResponseBytes` of the call or the client if the server may send so much at once.",
  });
}
