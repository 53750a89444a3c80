import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server on a free port, for one test; `asked` are the paths that were requested, in order. */
export interface ContractServer {
  readonly url: string;
  readonly host: string;
  readonly asked: readonly string[];
  /** Headers of the requests, in order. */
  readonly headers: readonly IncomingMessage["headers"][];
}

/** What a path answers: a text (as YAML), or whatever a listener does. Other paths answer 404. */
export type Answers = Readonly<Record<string, string | RequestListener>>;

/** Starts a server that is closed after the test. */
export async function serve(answers: Answers): Promise<ContractServer> {
  const asked: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    headers.push(request.headers);
    const answer = answers[request.url ?? ""];
    if (typeof answer === "function") answer(request, response);
    else if (answer === undefined) response.writeHead(404).end("nothing here");
    else response.writeHead(200, { "content-type": "application/yaml" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, asked, headers };
}

/** Redirects to another URL. */
export function redirectTo(location: string): RequestListener {
  return (_, response) => response.writeHead(302, { location }).end();
}
