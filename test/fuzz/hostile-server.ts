import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { allScopes, secrets } from "./fuzz-calls.js";
import type { HostileReply } from "./hostile-replies.js";

/** A server that does what it is told, request by request. */
export interface HostileServer {
  readonly url: string;
  /** How many requests came to the API, those for tokens not counted. */
  readonly requests: () => number;
  /**
   * Sets what comes next: at the token endpoint (a sound token after the last) and elsewhere (the last for ever).
   *
   * @param sound - a part of the addresses that get a sound answer all the same
   */
  play(tokens: readonly HostileReply[], replies: readonly HostileReply[], sound: string | undefined): void;
  /** Ends every connection. */
  drop(): void;
  close(): Promise<void>;
}

const soundToken: HostileReply = {
  action: "answer",
  status: 200,
  headers: [["content-type", "application/json"]],
  body: JSON.stringify({
    access_token: secrets.token,
    issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
    token_type: "Bearer",
    expires_in: 600,
    resource: "{origin}/v1/external",
    scope: allScopes.join(" "),
  }),
};

const soundCapabilities: HostileReply = {
  action: "answer",
  status: 200,
  headers: [["content-type", "application/json"]],
  body: JSON.stringify({
    contractVersion: "1",
    features: {},
    limits: { readRequestsPerMinute: 600, postRequestsPerMinute: 600, maxConcurrentOperations: 5 },
  }),
};

/** Starts it on a free port of this machine. */
export async function startHostileServer(): Promise<HostileServer> {
  let tokens: HostileReply[] = [];
  let replies: HostileReply[] = [];
  let soundAddress: string | undefined;
  let count = 0;
  const nextReply = (url: string): HostileReply | undefined => {
    if (soundAddress !== undefined && url.includes(soundAddress)) return soundCapabilities;
    return replies.length > 1 ? replies.shift() : replies[0];
  };
  const server = createServer((request, response) => {
    request.on("error", () => undefined).resume();
    request.on("end", () => {
      const { url = "" } = request;
      const isToken = url.startsWith("/oauth/token");
      if (!isToken) count += 1;
      const next = isToken ? (tokens.shift() ?? soundToken) : nextReply(url);
      if (next !== undefined) play(next, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const drop = (): void => {
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${String(port)}`,
    requests: () => count,
    play: (nextTokens, nextReplies, sound) => {
      tokens = [...nextTokens];
      replies = [...nextReplies];
      soundAddress = sound;
      count = 0;
    },
    drop,
    close: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** With the raw socket, because no library sends such heads. */
function play(reply: HostileReply, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  socket.on("error", () => undefined);
  const fill = (text: string): string => fillIn(text, request);
  if (reply.action === "silence") return;
  if (reply.action === "reset") {
    socket.resetAndDestroy();
    return;
  }
  if (reply.action === "raw") {
    socket.end(fill(reply.body));
    return;
  }
  const plain = Buffer.from(fill(reply.body).repeat(reply.times ?? 1));
  const body = reply.coding === "gzip" ? gzipSync(plain) : plain;
  const headers = reply.headers.filter(([name]) => name !== "transfer-encoding");
  if (reply.coding !== undefined) headers.push(["content-encoding", "gzip"]);
  headers.push([
    "content-length",
    String(reply.length ?? body.length + (reply.action === "answer" ? 0 : 10)),
  ]);
  const head = [
    `HTTP/1.1 ${String(reply.status)} Fuzzed`,
    ...headers.map(([name, value]) => `${name}: ${fill(value)}`),
    "connection: close",
  ].join("\r\n");
  response.detachSocket(socket);
  socket.write(`${head}\r\n\r\n`);
  if (reply.action === "resetMidway") {
    socket.write(body.subarray(0, Math.ceil(body.length / 2)), () => socket.resetAndDestroy());
  } else if (reply.action === "trickle") {
    trickle(socket, body);
  } else {
    socket.end(body);
  }
}

/** A byte now and then, and never the end. */
function trickle(socket: IncomingMessage["socket"], body: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || sent >= body.length) clearInterval(timer);
    else socket.write(body.subarray(sent, (sent += 1)));
  }, 5);
  timer.unref();
}

function fillIn(text: string, { headers, url = "" }: IncomingMessage): string {
  const { authorization = "", cookie = "" } = headers;
  const inUrl = /[?&]api_key=([^&]+)/u.exec(url)?.[1] ?? "";
  const elsewhere = String(headers["x-api-key"] ?? cookie.replace(/^\w+=/u, ""));
  // The key goes out in the form of the exchange alone; a call without a credential has none to be echoed.
  const inForm = url.startsWith("/oauth/token") ? secrets.accessKey : "none";
  const sent = authorization.replace(/^\w+ /u, "") || elsewhere || inUrl || inForm;
  return text
    .replaceAll("{token}", sent)
    .replaceAll("{key}", sent)
    .replaceAll("{phone}", secrets.phone)
    .replaceAll("{origin}", `http://${headers.host ?? "127.0.0.1"}`);
}
