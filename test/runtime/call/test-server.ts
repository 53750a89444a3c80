import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What arrived, as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, percent-encoding untouched. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** What a server answers with: 200 without a body where it says nothing else. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** One scripted answer; a function for what an answer cannot say (destroying the socket, say). */
export type Reply = ScriptedAnswer | ((received: Received, response: ServerResponse) => void);

/** A real server on a free port that plays scripted answers, the last one for ever. */
export interface TestServer {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** Starts a server that answers with `replies`, in order. */
export async function startTestServer(...replies: readonly Reply[]): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one: Received = { method, target: url, headers, body: Buffer.concat(chunks) };
      received.push(one);
      const reply = replies[Math.min(received.length, replies.length) - 1];
      if (typeof reply === "function") {
        reply(one, response);
        return;
      }
      playAnswer(response, reply ?? {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Answers with it. */
export function playAnswer(response: ServerResponse, { status = 200, headers, body }: ScriptedAnswer): void {
  response.writeHead(status, headers as Record<string, string | string[]>);
  response.end(body);
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** A Problem Details answer (RFC 9457). */
export function problem(
  status: number,
  members: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify({ type: "about:blank", title: "Refused", status, ...members }),
  };
}

/** Reads the request and hangs up: the response is lost. */
export const hangUp: Reply = (_, response) => {
  response.destroy();
};

/** Reads the request and never answers. */
export const silence: Reply = () => undefined;
