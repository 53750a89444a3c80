import type { ExecuteOptions, Input } from "../call/call-options.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { UnexpectedResponseError } from "../errors/call-errors.js";
import { readLongJson } from "../values/long-json.js";
import { type StreamCall, streamCall } from "./stream-call.js";
import { textChunks, textLines, textParts } from "./text-parts.js";

/**
 * Starts a call whose response is a sequence of JSON values: newline-delimited JSON, or a JSON text sequence (RFC 7464).
 *
 * @typeParam Item - what the contract says each of them is; nothing checks it at run time
 */
export function streamItems<Item>(
  core: Core,
  descriptor: OperationDescriptor,
  input?: Input,
  options?: ExecuteOptions,
): StreamCall<Item> {
  return streamCall(
    core,
    descriptor,
    ["lines", "sequence"],
    input,
    options,
    (bytes, { codec, longIntegers }, maxBytes) => {
      const items =
        codec === "lines"
          ? readLines(bytes, longIntegers, maxBytes)
          : readSequence(bytes, longIntegers, maxBytes);
      return items as AsyncIterable<Item>;
    },
  );
}

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
    return readLongJson(line, longIntegers);
  } catch {
    throw new UnexpectedResponseError({
      happened: `Line ${String(number)} of the response is not valid JSON.`,
      remedy:
        "What came before it is right; compare what the server sends with the contract.",
    });
  }
}

/** What begins each text of a sequence (RFC 7464 section 2.2). */
const RECORD_SEPARATOR = "\u001E";

/**
 * Values of a JSON text sequence (RFC 7464), as they arrive; texts without anything in them are stepped over, as
 * section 2.1 has it.
 *
 * @param maxBytes - see {@link textParts}
 * @throws UnexpectedResponseError for a text that is not JSON, one that was cut off among them; it is not shown
 */
export async function* readSequence(
  bytes: ReadableStream<Uint8Array>,
  longIntegers: readonly string[] | undefined,
  maxBytes?: number,
): AsyncGenerator<unknown, void, undefined> {
  let number = 0;
  for await (const text of texts(bytes, maxBytes)) {
    if (text.trim() === "") continue;
    number += 1;
    yield parseText(text, number, longIntegers);
  }
}

/** The texts between separators; a text is whole once the next one begins, or nothing follows. */
async function* texts(
  bytes: ReadableStream<Uint8Array>,
  maxBytes: number | undefined,
): AsyncGenerator<string, void, undefined> {
  yield yield* textParts(textChunks(bytes), RECORD_SEPARATOR, maxBytes);
}

function parseText(
  text: string,
  number: number,
  longIntegers: readonly string[] | undefined,
): unknown {
  // Without white space after it, a number at the end of a text may have been cut off (RFC 7464 section 2.4).
  const whole = /[}\]"\s]$/.test(text);
  try {
    if (whole) return readLongJson(text, longIntegers);
  } catch {
    // Told below, without the text.
  }
  throw new UnexpectedResponseError({
    happened: `Text ${String(number)} of the response is not valid JSON, or was cut off.`,
    remedy:
      "What came before it is right; compare what the server sends with the contract.",
  });
}
