import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type ArrivedRequest, checkRequest, checkSecurity, type RequestFinding } from "./check-request.js";
import { makeAnswer, type MadeAnswer } from "./make-response.js";
import { matchRoutes } from "./match-route.js";
import type { PublishedDocument } from "./published-document.js";
import type { PublishedOperation } from "./published-operations.js";
import type { SchemaBook } from "./schema-book.js";

/** What became of one request. */
export interface Exchange {
  readonly request: ArrivedRequest;
  /** By the operation that it may have been meant for, the likeliest first; none: no path of the document is its. */
  readonly findings: ReadonlyMap<string, RequestFinding>;
  readonly answer: MadeAnswer;
}

/** A server that knows nothing but the document: it judges every request and answers with what the document allows. */
export interface MockServer {
  /** Scheme, host and port. */
  readonly url: string;
  /** What arrived since it was asked last. */
  take(): readonly Exchange[];
  /** Why a request that arrived since it was asked last was not answered; empty where each was. */
  failure(): string;
  /** Which answer comes next. */
  turn: number;
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startMockServer(
  document: PublishedDocument,
  book: SchemaBook,
  operations: readonly PublishedOperation[],
): Promise<MockServer> {
  let exchanges: Exchange[] = [];
  let failure = "";
  const server = createServer((incoming, response) => {
    readRequest(incoming)
      .then((request) => {
        const exchange = judge(document, book, operations, request, mock.turn);
        exchanges.push(exchange);
        const { status, headers, content } = exchange.answer;
        response.writeHead(status, headers);
        response.end(status === 204 || status === 304 || request.method === "HEAD" ? undefined : content);
      })
      .catch((error: unknown) => {
        failure = String(error);
        response.writeHead(599, { "content-type": "text/plain" }).end(String(error));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const mock: MockServer = {
    url: `http://127.0.0.1:${String(port)}`,
    turn: 0,
    failure: () => {
      const said = failure;
      failure = "";
      return said;
    },
    take: () => {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return mock;
}

function judge(
  document: PublishedDocument,
  book: SchemaBook,
  operations: readonly PublishedOperation[],
  request: ArrivedRequest,
  turn: number,
): Exchange {
  const judged = matchRoutes(operations, request.method, request.target).map(({ operation, segments }) => {
    const finding = checkRequest(document, book, operation, request, segments);
    const complaints = [...finding.complaints, ...checkSecurity(document, operation, request)];
    return { operation, finding: { ...finding, complaints } };
  });
  judged.sort((left, right) => left.finding.complaints.length - right.finding.complaints.length);
  const findings = new Map(judged.map(({ operation, finding }) => [operation.identity, finding]));
  const [best] = judged;
  if (best === undefined)
    return {
      request,
      findings,
      answer: { status: 404, headers: {}, content: Buffer.from(""), json: undefined },
    };
  const answer = makeAnswer(document, book, best.operation, request.headers.accept ?? "*/*", turn);
  return { request, findings, answer };
}

async function readRequest(incoming: IncomingMessage): Promise<ArrivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = "", url = "", headers } = incoming;
  return { method, target: url, headers, body: Buffer.concat(chunks) };
}
