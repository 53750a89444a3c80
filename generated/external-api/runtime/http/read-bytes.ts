import { ArgumentError, quoted } from "../errors/argument-error.js";

/** The most bytes that are read of a response, where nothing else is said: 64 MiB. */
export const mostBytes = 64 * 1024 * 1024;

/** The most that is read of an error body, a token response, or one line or event of a stream: 1 MiB. */
export const mostOfPart = 1024 * 1024;

/**
 * Checks `maxResponseBytes`.
 *
 * @throws ArgumentError for what is no number of bytes
 */
export function checkMaxBytes(given: number | undefined): number | undefined {
  if (
    given === undefined ||
    given === Number.POSITIVE_INFINITY ||
    (Number.isSafeInteger(given) && given > 0)
  )
    return given;
  throw new ArgumentError({
    happened: `\`maxResponseBytes\` must be an integer ≥ 1 (got ${quoted(given)}).`,
    remedy: "Give bytes: 64 * 1024 * 1024 is 64 MiB.",
  });
}

/**
 * Reads a body, counted as it arrives: after decompression, for a small response can unpack to any size. What is beyond the
 * limit is not read, and the connection given up.
 *
 * @param limit - bytes
 * @returns undefined for a body that is larger
 */
export async function readBytes(
  response: Response,
  limit: number,
): Promise<ArrayBuffer | undefined> {
  const { body, headers } = response;
  if (body === null) return new ArrayBuffer(0);
  const announced = headers.get("content-length");
  if (announced !== null && Number(announced) > limit) {
    await body.cancel();
    return undefined;
  }
  const stream: ReadableStream<Uint8Array> = body;
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): ArrayBuffer {
  const buffer = new ArrayBuffer(size);
  const all = new Uint8Array(buffer);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return buffer;
}
