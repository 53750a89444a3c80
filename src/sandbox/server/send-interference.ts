import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { toHttpDate } from "../wall-clock.js";
import type { Answer } from "./answer.js";
import type { Exchange } from "./exchange.js";
import type { Interference } from "./interceptor.js";

/** Pieces of a slow body. */
const pieces = 10;

/** Sends whatever goes out in the end, the real answer included. */
export function sendInterference(
  interference: Interference,
  reply: FastifyReply,
  { pauses, wallClock }: Pick<Exchange, "pauses" | "wallClock">,
): FastifyReply {
  switch (interference.kind) {
    case "disconnect":
      reply.hijack();
      reply.raw.destroy();
      return reply;
    case "text": {
      const { status, headers, text } = interference;
      const bytes = Buffer.from(text);
      const answer = reply.code(status).headers(headers);
      if (bytes.length === 0) return answer.send();
      // A stream: of bytes whose media type nobody gave, fastify says one of its own.
      if (!answer.hasHeader("Content-Length")) answer.header("Content-Length", bytes.length);
      return answer.send(Readable.from([bytes], { objectMode: false }));
    }
    case "truncated": {
      if (interference.connection === "cut") return cutBody(interference.answer, reply, wallClock.now());
      const bytes = toBytes(interference.answer);
      return sendHead(interference.answer, reply).send(bytes.subarray(0, bytes.length / 2));
    }
    case "slow": {
      const { answer, milliseconds } = interference;
      const bytes = toBytes(answer);
      const body = Readable.from(
        trickle(bytes, () => pauses.pause(milliseconds / pieces)),
        { objectMode: false },
      );
      return sendHead(answer, reply).header("Content-Length", bytes.length).send(body);
    }
    case "answer":
      return sendHead(interference.answer, reply).send(toBytes(interference.answer));
  }
}

function sendHead({ status, headers }: Answer, reply: FastifyReply): FastifyReply {
  return reply.code(status).headers(headers);
}

/** Bytes, so that fastify adds no charset to the media type, which JSON does not have. */
function toBytes({ body }: Answer): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
}

/** Promises the whole body, sends half of it, and cuts the connection. */
function cutBody(answer: Answer, reply: FastifyReply, time: number): FastifyReply {
  const bytes = toBytes(answer);
  reply.hijack();
  reply.raw.writeHead(answer.status, {
    ...answer.headers,
    Date: toHttpDate(time),
    "Content-Length": bytes.length,
  });
  reply.raw.write(bytes.subarray(0, bytes.length / 2), () => reply.raw.destroy());
  return reply;
}

async function* trickle(bytes: Buffer, pause: () => Promise<void>): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let start = 0; start < bytes.length; start += size) {
    await pause();
    yield bytes.subarray(start, start + size);
  }
}
