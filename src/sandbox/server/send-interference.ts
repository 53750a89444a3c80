import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { toHttpDate } from "../wall-clock.js";
import type { SandboxResponse } from "./sandbox-response.js";
import type { Exchange } from "./exchange.js";
import type { Interference } from "./interceptor.js";

/** Pieces of a slow body. */
const pieces = 10;

/** Sends whatever goes out in the end, the real response included. A client that goes away meanwhile is not an error. */
export async function sendInterference(
  interference: Interference,
  response: ServerResponse,
  { pauses, wallClock }: Pick<Exchange, "pauses" | "wallClock">,
): Promise<void> {
  // The service's own time, not the machine's: HTTP dates are counted from it.
  const date = toHttpDate(wallClock.now());
  switch (interference.kind) {
    case "disconnect":
      response.destroy();
      return;
    case "text": {
      const { status, headers, text } = interference;
      sendHead(response, status, headers, date, Buffer.byteLength(text)).end(text);
      return;
    }
    case "truncated": {
      const { response: sent, connection } = interference;
      const bytes = toBytes(sent);
      const half = bytes.subarray(0, bytes.length / 2);
      if (connection === "kept") {
        sendHead(response, sent.status, sent.headers, date, half.length).end(half);
        return;
      }
      // Promises the whole body, sends half of it, and cuts the connection.
      const head = sendHead(response, sent.status, sent.headers, date, bytes.length);
      head.write(half, () => response.destroy());
      return;
    }
    case "slow": {
      const { response: sent, milliseconds } = interference;
      const bytes = toBytes(sent);
      const body = trickle(bytes, () => pauses.pause(milliseconds / pieces));
      sendHead(response, sent.status, sent.headers, date, bytes.length);
      await pipeline(Readable.from(body, { objectMode: false }), response).catch(() => undefined);
      return;
    }
    case "response": {
      const { response: sent } = interference;
      const bytes = toBytes(sent);
      sendHead(response, sent.status, sent.headers, date, bytes.length).end(bytes);
    }
  }
}

/** @param length of the body in bytes, unless a header says it otherwise */
function sendHead(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  date: string,
  length: number,
): ServerResponse {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("Date", date);
  if (!response.hasHeader("Content-Length")) response.setHeader("Content-Length", length);
  return response;
}

function toBytes({ body }: SandboxResponse): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
}

async function* trickle(bytes: Buffer, pause: () => Promise<void>): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let start = 0; start < bytes.length; start += size) {
    await pause();
    yield bytes.subarray(start, start + size);
  }
}
