import { hidden } from "../secrets/shown-values.js";
import { createStriker, type Striker } from "../secrets/striker.js";

/**
 * Problem Details (RFC 9457, formerly 7807) with the members that the client's decisions are made by.
 *
 * @typeParam Code - the machine codes; codes that the contract does not name are carried through unchanged.
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
  /** Default `detail`. */
  readonly detail?: string;
}

/**
 * Reads a parsed body as Problem Details. Members of the wrong type are treated as absent (RFC 9457 section 3.1).
 *
 * @returns undefined when the body is not a JSON object.
 */
export function readProblem(
  body: unknown,
  members: ProblemMembers = {},
): ProblemDetails | undefined {
  if (!isRecord(body)) return undefined;
  const names: Readonly<Record<string, string>> = { ...members };
  const fields = Object.entries(fieldTypes).map(
    ([field, type]) => [field, names[field] ?? field, type] as const,
  );
  const read = fields
    .filter(([, name, type]) => typeof body[name] === type)
    .map(([field, name]) => [field, body[name]]);
  const known = new Set(["type", ...fields.map(([, name]) => name)]);
  return {
    type: text(body["type"]) ?? "about:blank",
    ...(Object.fromEntries(read) as Omit<
      ProblemDetails,
      "extensions" | "type"
    >),
    extensions: Object.fromEntries(
      Object.entries(body).filter(([name]) => !known.has(name)),
    ),
  };
}

/** What the members of a problem are. */
const fieldTypes = {
  title: "string",
  status: "number",
  detail: "string",
  instance: "string",
  code: "string",
  retryable: "boolean",
  traceId: "string",
};

/**
 * Whether a body that was not labelled `application/problem+json` is nevertheless Problem Details: an object with a
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

/** Characters of a message that are kept. */
const most = 300;
/** Characters of a text that values are looked for in. */
const mostSearched = 10_000;
/** Values that are looked for. */
const mostValues = 256;

/**
 * What a server said of an error in its own words: `detail` of Problem Details (RFC 9457 section 3.1.4), else the message of a
 * JSON body, in one line. Credentials, values of sensitive fields and digits that could be a phone number are struck out.
 *
 * @param sensitive - values of sensitive fields that the request contained
 * @returns undefined where it said nothing, or where the request contained too many of such values to look for
 */
export function serverMessage(
  problem: ProblemDetails | undefined,
  body: unknown,
  striker: Striker,
  sensitive: readonly string[] = [],
): string | undefined {
  if (sensitive.length > mostValues) return undefined;
  const message =
    problem?.detail ?? (problem?.title ? undefined : messageIn(body, 0));
  if (message === undefined) return undefined;
  const values = createStriker();
  values.add(sensitive);
  // Cut after striking: half of a credential would not be recognised.
  const line = values
    .text(striker.text(message).slice(0, mostSearched))
    .replace(unprinted, " ")
    .trim();
  if (line === "") return undefined;
  const shown = line.replace(phone, hidden);
  return shown.length > most ? `${shown.slice(0, most)}…` : shown;
}

/** Control characters, and those that change how a line is read. */
const unprinted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
/** Seven digits and more, with what people write between them. */
const phone = /\+?\(?\d(?:[\s().\-/]{0,2}\d){6,}/g;

/** Members that hold a message, by how services word them; `error` of RFC 6749 section 5.2 is a code. */
const members = [
  "message",
  "error_description",
  "detail",
  "error",
  "errors",
  "title",
];

function messageIn(body: unknown, depth: number): string | undefined {
  if (typeof body === "string") return body;
  if (typeof body !== "object" || body === null || depth > 3) return undefined;
  if (body instanceof Blob) return undefined;
  if (Array.isArray(body)) return messageIn(body[0], depth + 1);
  for (const name of members) {
    const member: unknown = Object.hasOwn(body, name)
      ? Reflect.get(body, name)
      : undefined;
    const found = messageIn(member, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
