import {
  hidden,
  looksLikeCode,
  shownCode,
  shownTrace,
} from "../secrets/shown-values.js";
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
/** Values that are looked for: a striker remembers no more. */
const mostValues = 128;

/** What a server said in its own words, redacted. */
export interface ServerText {
  readonly text: string;
  /** In the text of the error as well. False: the contract marks sensitive fields, and sentences of the server are not printed. */
  readonly isShown: boolean;
}

/** The part of `ContractFacts` that decides what is printed. */
interface SensitiveNames {
  readonly sensitive?: { readonly names: readonly string[] };
}

/** What may be printed of a server's words. */
export interface ShownWords {
  /** Knows the credentials of the call. */
  readonly striker: Striker;
  /** A text in one line, without credentials, values of sensitive fields and digits that could be a phone number. */
  readonly show: (text: string) => string;
  /** See {@link ServerText}. */
  readonly isShown: boolean;
  /** Undefined where the server has no text that may be shown. */
  readonly serverText: ServerText | undefined;
}

/**
 * What may be shown of an error in the server's own words: its message is `detail` of Problem Details (RFC 9457 section
 * 3.1.4), else the message of a JSON body.
 *
 * @param sensitive - values of sensitive fields that the request contained; of too many to look for, nothing is shown
 */
export function shownWords(
  problem: ProblemDetails | undefined,
  body: unknown,
  striker: Striker,
  contract: SensitiveNames | undefined,
  sensitive: readonly string[] = [],
): ShownWords {
  const values = createStriker();
  values.add(sensitive);
  // Cut after striking: half of a credential would not be recognised.
  const show = (text: string): string =>
    sensitive.length > mostValues
      ? ""
      : values
          .text(striker.text(text).slice(0, mostSearched))
          .replace(unprinted, " ")
          .trim()
          .replace(contact, hidden);
  const message =
    problem?.detail ?? (problem?.title ? undefined : messageIn(body, 0));
  const line = show(message ?? "");
  const text = line.length > most ? `${line.slice(0, most)}…` : line;
  const isShown = !contract?.sensitive?.names.length;
  const serverText = text ? { text, isShown } : undefined;
  return { striker, show, isShown, serverText };
}

/** Problem Details as they are printed. Of texts outside of RFC 9457, codes alone where sentences are not printed. */
export function printedProblem(
  { code, traceId, detail, extensions, ...others }: ProblemDetails,
  { striker, show, isShown, serverText }: ShownWords,
): object {
  const line = (text: string): string => show(text) || hidden;
  return {
    ...(shownData(others, line, line) as object),
    ...(code !== undefined && { code: shownCode(code, striker) }),
    ...(traceId !== undefined && { traceId: shownTrace(traceId, striker) }),
    ...(detail !== undefined && {
      detail: isShown ? serverText?.text : hidden,
    }),
    extensions: shownData(extensions, line, (text) =>
      isShown || looksLikeCode(text) ? line(text) : hidden,
    ),
  };
}

/** A copy of JSON as it may be shown: a number and a member's name can repeat a value as well. Too deep to be written: nothing. */
function shownData(
  data: object,
  line: (text: string) => string,
  show: (text: string) => string,
): unknown {
  const shown = (_: string, member: unknown): unknown => {
    if (typeof member === "string") return member && show(member);
    if (typeof member === "number" || typeof member === "bigint") {
      const digits = String(member);
      return line(digits) === digits ? Number(digits) : hidden;
    }
    return isRecord(member)
      ? Object.fromEntries(
          Object.entries(member).map(([name, one]) => [line(name), one]),
        )
      : member;
  };
  try {
    return JSON.parse(JSON.stringify(data, shown));
  } catch {
    return {};
  }
}

/** Control characters, and those that change how a line is read. */
const unprinted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
/** Seven digits and more, with what people write between them; and email addresses. */
const contact = /\+?\(?\d(?:[\s().\-/]{0,2}\d){6,}|\S{1,64}(?:@|%40)\S+/g;

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
