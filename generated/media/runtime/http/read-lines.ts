import { UnexpectedResponseError } from "../errors/unexpected-response-error.js";
import { readJson } from "./json-text.js";
import { textLines } from "./text-lines.js";

/**
 * Values of newline-delimited JSON, as they arrive; empty lines are stepped over.
 *
 * @param maxBytes - see {@link textParts}
 * @throws UnexpectedResponseError for a line that is not JSON; the line itself is not shown
 */
export async function* readLines(
  bytes: ReadableStream<Uint8Array>,
  longIntegers: readonly string[] | undefined,
  maxBytes?: number,
): AsyncGenerator<unknown, void, undefined> {
  let number = 0;
  for await (const line of textLines(bytes, maxBytes)) {
    number += 1;
    if (line.trim() !== "") yield parseLine(line, number, longIntegers);
  }
}

function parseLine(
  line: string,
  number: number,
  longIntegers: readonly string[] | undefined,
): unknown {
  try {
    return readJson(line, longIntegers);
  } catch {
    throw new UnexpectedResponseError({
      happened: `Line ${String(number)} of the answer is no JSON.`,
      remedy:
        "What came before it is right; compare what the server sends with the contract.",
    });
  }
}
