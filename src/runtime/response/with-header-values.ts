import type { ApiResponse, Call } from "../call/call.js";
import type {
  HeaderDescriptor,
  HeaderScalar,
  OperationDescriptor,
} from "../descriptors/operation-descriptor.js";
import type { UnexpectedResponseError } from "../errors/call-errors.js";
import { readLongJson } from "../values/long-json.js";
import { chooseResponse } from "./choose-response.js";
import { unexpectedResponse } from "./unexpected-response.js";

/** A response whose headers the contract describes. */
export interface DescribedResponse<
  Value,
  HeaderValues,
  Status extends number = number,
> extends ApiResponse<Value, Status> {
  /**
   * The headers that the contract describes, by the names it gives them, each read by its schema. One that the server
   * omitted is not there, nor is a null of one that has no text of its own. One whose text does not fit its schema raises `UnexpectedResponseError` when it is looked at,
   * and not before; its text is in `headers`.
   */
  readonly headerValues: HeaderValues;
}

/** A call whose every success has the same headers described. */
export type DescribedCall<Value, HeaderValues> = Call<
  Value,
  DescribedResponse<Value, HeaderValues>
>;

/**
 * Lets the raw form of a call give the described headers as values.
 *
 * @typeParam Described - the type of the call with them; the generated code names it, nothing checks it at run time
 */
export function withHeaderValues<Described extends Call<unknown>>(
  call: Call<NoInfer<Awaited<Described>>>,
  descriptor: OperationDescriptor,
): Described {
  const withResponse = call.withResponse.bind(call);
  const described = {
    withResponse: async (): Promise<
      DescribedResponse<Awaited<Described>, Readonly<Record<string, unknown>>>
    > => {
      const response = await withResponse();
      return { ...response, headerValues: readAll(descriptor, response) };
    },
  };
  return Object.assign(call, described) as Call<unknown> as Described;
}

function readAll(
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
): Readonly<Record<string, unknown>> {
  const declared = chooseResponse(descriptor.responses, response.status);
  const values = {};
  for (const [name, header] of Object.entries(declared?.headers ?? {})) {
    const text = headerText(response.headers, name, header);
    if (text === undefined || isNull(text, header)) continue;
    const read = readHeader(text, header);
    Object.defineProperty(
      values,
      name,
      read.kind === "value"
        ? { value: read.value, enumerable: true }
        : {
            get: () => {
              throw invalidHeader(descriptor, response, name, read.why);
            },
            enumerable: true,
          },
    );
  }
  return values;
}

/** Cookies hold commas and are not a list of one header (RFC 6265 section 3). */
function headerText(
  headers: Headers,
  name: string,
  { as }: HeaderDescriptor,
): string | readonly string[] | undefined {
  if (as === "list" && name.toLowerCase() === "set-cookie") {
    const cookies = headers.getSetCookie();
    return cookies.length === 0 ? undefined : cookies;
  }
  return headers.get(name) ?? undefined;
}

/** RFC 6570 section 2.3 leaves null out; servers also send nothing in its place, or the word. */
function isNull(
  text: string | readonly string[],
  header: HeaderDescriptor,
): boolean {
  const nullable = header.as !== "json" && header.nullable === true;
  return nullable && (text === "" || text === "null");
}

function invalidHeader(
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
  name: string,
  why: string,
): UnexpectedResponseError {
  return unexpectedResponse(
    descriptor,
    response,
    `The header "${name}" of the response does not fit its schema: ${why}.`,
    "Its text is in `headers`; the rest of the response is valid.",
  );
}

/** A header as a value, or why its text cannot be read. */
type HeaderResult =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "unreadable"; readonly why: string };

/**
 * Reads a header by its schema: style `simple` (OpenAPI, Header Object; RFC 6570 section 3.2.2), without
 * percent-decoding, as requests write it.
 *
 * @param text - as it was sent; the elements of a list one by one where they came so
 */
export function readHeader(
  text: string | readonly string[],
  header: HeaderDescriptor,
): HeaderResult {
  const whole = typeof text === "string" ? text : text.join(", ");
  switch (header.as) {
    case "list":
      return readList(typeof text === "string" ? split(text) : text, header);
    case "members":
      return readMembers(split(whole), header);
    case "json":
      try {
        return value(readLongJson(whole, header.longIntegers));
      } catch {
        return { kind: "unreadable", why: "it is not JSON" };
      }
    default:
      return readScalar(whole, header.as);
  }
}

function value(read: unknown): HeaderResult {
  return { kind: "value", value: read };
}

/** Elements may have blanks around them, because repeated headers are joined so (RFC 9110 section 5.3). */
function split(text: string): readonly string[] {
  return text.trim() === "" ? [] : text.split(",").map((part) => part.trim());
}

function readList(
  texts: readonly string[],
  { items }: Extract<HeaderDescriptor, { readonly as: "list" }>,
): HeaderResult {
  const values: unknown[] = [];
  for (const text of texts) {
    const read = readScalar(text, items);
    if (read.kind === "unreadable") return read;
    values.push(read.value);
  }
  return value(values);
}

function readMembers(
  parts: readonly string[],
  header: Extract<HeaderDescriptor, { readonly as: "members" }>,
): HeaderResult {
  const pairs = pairsOf(parts, header.explode === true);
  if (pairs === undefined)
    return { kind: "unreadable", why: "it is not a list of names and values" };
  const members = new Map<string, unknown>();
  for (const [name, text] of pairs) {
    const known = Object.hasOwn(header.members, name);
    const scalar = (known ? header.members[name] : undefined) ?? header.others;
    const read = readScalar(text, scalar);
    if (read.kind === "unreadable") return read;
    members.set(name, read.value);
  }
  // RFC 6570 section 2.3: a member that is null is omitted.
  for (const [name, scalar] of Object.entries(header.members)) {
    const required = header.required?.includes(name) === true;
    if (required && !members.has(name) && scalar.endsWith("OrNull"))
      members.set(name, null);
  }
  const complete = (header.required ?? []).every((name) => members.has(name));
  return complete
    ? value(Object.fromEntries(members))
    : { kind: "unreadable", why: "a member is missing" };
}

/** `R=100,G=200`, or `R,100,G,200`. */
function pairsOf(
  parts: readonly string[],
  explode: boolean,
): readonly (readonly [string, string])[] | undefined {
  if (explode) {
    if (!parts.every((part) => part.includes("="))) return undefined;
    return parts.map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at), part.slice(at + 1)];
    });
  }
  if (parts.length % 2 !== 0) return undefined;
  const names = parts.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name, parts[index * 2 + 1] ?? ""]);
}

function readScalar(text: string, scalar: HeaderScalar): HeaderResult {
  switch (scalar) {
    case "text":
    case "textOrNull":
      return value(text);
    case "numberOrNull":
    case "integerOrNull":
    case "longIntegerOrNull":
    case "booleanOrNull":
      return text === "" || text === "null"
        ? value(null)
        : readScalar(text, withoutNull[scalar]);
    case "boolean":
      if (text === "true" || text === "false") return value(text === "true");
      return { kind: "unreadable", why: "it is neither true nor false" };
    case "number": {
      const read = NUMBER.test(text) ? Number(text) : Number.NaN;
      if (Number.isFinite(read)) return value(read);
      return { kind: "unreadable", why: "it is not a number" };
    }
    case "integer":
    case "longInteger":
      return readInteger(text, scalar === "longInteger");
  }
}

const withoutNull = {
  numberOrNull: "number",
  integerOrNull: "integer",
  longIntegerOrNull: "longInteger",
  booleanOrNull: "boolean",
} as const;

/** RFC 8259 section 6, and zeros before the digits. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function readInteger(text: string, long: boolean): HeaderResult {
  if (!/^-?\d+$/.test(text))
    return { kind: "unreadable", why: "it is not an integer" };
  const read = Number(text);
  if (Number.isSafeInteger(read)) return value(read);
  if (long) return value(BigInt(text));
  return {
    kind: "unreadable",
    why: "it is an integer that a number cannot hold",
  };
}
