import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that listens before anything can answer, so that its address is known to whatever will. */
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
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return { server, origin, close: () => closeServer(server) };
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

/** Connections that are kept alive are closed as soon as they have nothing to do; the rest gets a grace. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
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
