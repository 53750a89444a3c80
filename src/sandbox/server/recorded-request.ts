import { accessKeyPrefix } from "../access/credential-store.js";
import type { Caller } from "../access/caller.js";
import type { ContractOperation } from "../contract/contract-operation.js";
import { headerOf, type Incoming } from "./incoming.js";

/** A request that the sandbox received, for tests; nothing of it is sensitive. */
export interface RecordedRequest {
  /** When it came in, in epoch milliseconds of the sandbox's clock. */
  readonly time: number;
  readonly method: "GET" | "POST";
  /** The path template of the contract. */
  readonly path: string;
  readonly operationId: string;
  /** The HTTP status; 0 until the response, and when its connection was cut. */
  status: number;
  /** The code of the problem or token error; undefined for a success. */
  code: string | undefined;
  readonly traceId: string;
  /** The names of the planned faults that were injected. */
  injected: readonly string[];
  /** Headers of the allow-list below. */
  readonly headers: Readonly<Record<string, string>>;
  /** The query parameters that the contract declares, as they were sent. */
  readonly query: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
  /** SHA-256 of the body, in hex. */
  readonly bodyDigest: string;
  /** The key and the JWT (`jti`) that were accepted; undefined before, and at the token endpoint. */
  credentialId: string | undefined;
  tokenId: string | undefined;
  /** Whether an access key came along; at a resource endpoint that is a leak (TOK-4). */
  readonly hasAccessKey: boolean;
}

const safeHeaders = [
  "accept",
  "content-length",
  "content-type",
  "idempotency-key",
  "if-match",
  "traceparent",
  "user-agent",
] as const;

/** What is recorded of a request when it comes in. @param time epoch milliseconds */
export function recordRequest(
  operation: ContractOperation,
  incoming: Incoming,
  time: number,
): RecordedRequest {
  const { body, query, traceId } = incoming;
  const declared = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => name);
  return {
    time,
    method: operation.method,
    path: operation.path,
    operationId: operation.operationId,
    status: 0,
    code: undefined,
    traceId,
    injected: [],
    headers: pickText(safeHeaders, (name) => headerOf(incoming, name)),
    query: pickText(declared, (name) => query[name]),
    bodyBytes: body.length,
    bodyDigest: body.digest,
    credentialId: undefined,
    tokenId: undefined,
    hasAccessKey: holdsAccessKey(incoming),
  };
}

/** Notes who made the request, once the JWT was accepted. */
export function recordCaller(recorded: RecordedRequest, { credential, tokenId }: Caller): void {
  recorded.credentialId = credential.credentialId;
  recorded.tokenId = tokenId;
}

function pickText(names: readonly string[], valueOf: (name: string) => unknown): Record<string, string> {
  const pairs = names.map((name) => [name, valueOf(name)] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}

function holdsAccessKey({ path, query, headers, body }: Incoming): boolean {
  const text = JSON.stringify([path, query, headers]);
  return text.includes(accessKeyPrefix) || body.bytes.includes(accessKeyPrefix);
}
