/**
 * Problem Details (RFC 9457, formerly 7807) with the members that the client's decisions are made by (ERR-1, ERR-2).
 *
 * @typeParam Code - the machine codes; codes that the contract does not name are carried through unchanged (ERR-8).
 */
export interface ProblemDetails<Code extends string = string> {
  /** URI reference of the kind of problem; `about:blank` when the server gave none. */
  readonly type: string;
  /** Short, the same for every occurrence. */
  readonly title?: string;
  readonly status?: number;
  /** This occurrence in the server's words. It can hold values of the call: never put it in a log. */
  readonly detail?: string;
  /** URI reference of this occurrence. */
  readonly instance?: string;
  /** Machine code: what program logic goes by. */
  readonly code?: Code;
  /** Whether the server says that the same request may be repeated. */
  readonly retryable?: boolean;
  /** Identifies the request for the people who run the server. */
  readonly traceId?: string;
  /** Every other member, as it came. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Names of the extension members, where a contract calls them otherwise. */
export interface ProblemMembers {
  /** Default `code`. */
  readonly code?: string;
  /** Default `retryable`. */
  readonly retryable?: string;
  /** Default `traceId`. */
  readonly traceId?: string;
}

/**
 * Reads a parsed body as Problem Details. Members of the wrong type are treated as absent (RFC 9457 section 3.1).
 *
 * @returns undefined when the body is no JSON object.
 */
export function readProblem(
  body: unknown,
  members: ProblemMembers = {},
): ProblemDetails | undefined {
  if (!isRecord(body)) return undefined;
  const names = {
    code: "code",
    retryable: "retryable",
    traceId: "traceId",
    ...members,
  };
  const known = new Set([
    "type",
    "title",
    "status",
    "detail",
    "instance",
    ...Object.values(names),
  ]);
  const title = text(body["title"]);
  const detail = text(body["detail"]);
  const instance = text(body["instance"]);
  const code = text(body[names.code]);
  const traceId = text(body[names.traceId]);
  const status = body["status"];
  const retryable = body[names.retryable];
  return {
    type: text(body["type"]) ?? "about:blank",
    ...(title !== undefined && { title }),
    ...(typeof status === "number" && { status }),
    ...(detail !== undefined && { detail }),
    ...(instance !== undefined && { instance }),
    ...(code !== undefined && { code }),
    ...(typeof retryable === "boolean" && { retryable }),
    ...(traceId !== undefined && { traceId }),
    extensions: Object.fromEntries(
      Object.entries(body).filter(([name]) => !known.has(name)),
    ),
  };
}

/**
 * Whether a body that was not labelled `application/problem+json` is Problem Details all the same: an object with a
 * machine code, or with a title or type beside a numeric status.
 */
export function looksLikeProblem(
  body: unknown,
  members: ProblemMembers = {},
): boolean {
  if (!isRecord(body)) return false;
  if (text(body[members.code ?? "code"]) !== undefined) return true;
  const named = text(body["type"]) ?? text(body["title"]);
  return named !== undefined && typeof body["status"] === "number";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
