import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A server that listens before anything can respond, so that its address is known to whatever will. */
export interface HttpServer {
  readonly server: Server;
  /** `http://host:port`, without a `/` at its end. */
  readonly origin: string;
  /** Stops listening and waits until every connection is closed. */
  close(): Promise<void>;
}

/** How long requests in progress may take to end when the server closes, in milliseconds. */
const grace = 2000;

/**
 * @param port 0 takes a free one
 * @param host the address to listen on
 * @throws the error of Node, such as `EADDRINUSE`
 */
export async function listen(port: number, host: string): Promise<HttpServer> {
  const server = createServer();
  const unused = trackUnusedSockets(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return { server, origin, close: () => closeServer(server, unused) };
}

/** Lets requests wait that come in before the handlers are there. @returns what hands them over */
export function holdRequests(server: Server): () => void {
  const held: Parameters<RequestListener>[] = [];
  const hold: RequestListener = (...request) => void held.push(request);
  server.on("request", hold);
  return () => {
    server.off("request", hold);
    for (const request of held) server.emit("request", ...request);
  };
}

/** Sockets on which no request has come in yet; Node does not count them as idle. */
function trackUnusedSockets(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => {
    unused.delete(socket);
  });
  return unused;
}

/** Connections are closed as soon as they have nothing to do; requests in progress get a grace. */
async function closeServer(server: Server, unused: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  for (const socket of unused) socket.destroy();
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, 20);
  const force = setTimeout(() => {
    server.closeAllConnections();
  }, grace);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}
