import { createHash } from "node:crypto";
import type { Readable } from "node:stream";

/** A request body as it came in. */
export interface ReceivedBody {
  /** The bytes; empty when there were more than the limit allows. */
  readonly bytes: Buffer;
  /** How many bytes came in. */
  readonly length: number;
  /** SHA-256 of all bytes, in hex: proves that a repeated request is the same to the byte. */
  readonly digest: string;
  readonly tooLarge: boolean;
}

/** What a request without a body has. */
export const noBody: ReceivedBody = {
  bytes: Buffer.alloc(0),
  length: 0,
  digest: createHash("sha256").digest("hex"),
  tooLarge: false,
};

/** Up to this a client can finish sending and then read its 413; beyond it the connection is cut (leaving the loop does that). */
const patience = 64 * 1_048_576;

/**
 * Reads a body to its end, keeping no more of it than allowed.
 * @param limit bytes that a body may have
 */
export async function receiveBody(stream: Readable, limit: number): Promise<ReceivedBody> {
  const hash = createHash("sha256");
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > patience) break;
    hash.update(chunk);
    if (length <= limit) chunks.push(chunk);
  }
  const tooLarge = length > limit;
  return {
    bytes: tooLarge ? noBody.bytes : Buffer.concat(chunks),
    length,
    digest: hash.digest("hex"),
    tooLarge,
  };
}
