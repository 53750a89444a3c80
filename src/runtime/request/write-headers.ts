import type { ExecuteOptions } from "../call/call-options.js";
import type { MediaDescriptor } from "../descriptors/media-descriptor.js";
import type {
  GivenParameter,
  OperationDescriptor,
  ResponseDescriptor,
} from "../descriptors/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { PreconditionRequiredError } from "../errors/etag-errors.js";
import { addCookies, checkHeader, setHeader } from "../http/header-fields.js";
import { matchesRange, meantName, readMediaType } from "../http/media-type.js";
import { parseStrongETag } from "../http/strong-etag.js";
import {
  acceptedContent,
  successResponses,
} from "../response/choose-response.js";
import { parameterText } from "../parameters/parameter-text.js";
import { isObject } from "../values/is-object.js";

/** Headers that the client, or HTTP itself, sets; a caller's addition would break what it promises. */
const reserved: ReadonlySet<string> = new Set([
  "accept",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers that belong to one request: a key for all calls would make the server carry out the first change alone, a
 * condition names one version of one resource (RFC 9110 section 13.1).
 */
const ofOneRequest: readonly string[] = [
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
];

/**
 * The headers that a client adds to every request. What would fail on each call, or must not be the same on all, is
 * refused when the client is made.
 *
 * @param authenticates - the client has credentials of its own, which set `Authorization`
 * @param keys - names of idempotency headers and conditions, the caller's own and those of the contract
 * @throws ArgumentError for a name or value that cannot be sent, and a name that is refused; only the name is shown
 */
export function checkClientHeaders(
  headers: unknown,
  authenticates: boolean,
  keys: readonly string[],
): void {
  if (!isObject(headers) || Symbol.iterator in headers)
    throw new ArgumentError({
      happened: "`headers` must be an object of names and strings.",
      remedy: 'Give `{ "x-name": "value" }`.',
    });
  const single = [...ofOneRequest, ...keys.map((key) => key.toLowerCase())];
  for (const [name, value] of Object.entries(headers) as [string, unknown][]) {
    const lower = name.toLowerCase();
    if (typeof value !== "string")
      throw new ArgumentError({
        happened: `The value of the header ${JSON.stringify(name)} in \`headers\` must be a string.`,
        remedy: "Correct it, or leave the header out.",
      });
    checkHeader(name, value);
    if (single.includes(lower))
      throw new ArgumentError({
        happened: `The header "${name}" belongs to one request; the client cannot add it to every request.`,
        remedy: "Give it to the call that it is for.",
      });
    const free = lower === "authorization" && !authenticates;
    if (reserved.has(lower) && !free) throw setByClient(name);
  }
}

function setByClient(name: string): ArgumentError {
  return new ArgumentError({
    happened: `The header "${name}" is set by the client and cannot be added.`,
    remedy: "Use the option or the input member that stands for it.",
  });
}

/**
 * The headers of a call, without credentials and content type.
 *
 * @param added - those of the client's options, then those of the call; later ones win
 * @throws ArgumentError for a refused name, a value that a header cannot carry, a weak validator
 * @throws PreconditionRequiredError when the validator of a conditional change is missing
 */
export function writeHeaders(
  descriptor: OperationDescriptor,
  given: readonly GivenParameter[],
  options: ExecuteOptions,
  ...added: readonly Readonly<Record<string, string>>[]
): Headers {
  const headers = new Headers();
  for (const more of added) addHeaders(headers, descriptor, more);
  headers.set("accept", writeAccept(descriptor.responses, options.accept));
  const cookies: string[] = [];
  for (const [parameter, value] of given) {
    const { in: location, name } = parameter;
    if (location !== "header" && location !== "cookie") continue;
    const text = parameterText(parameter, value);
    if (text === undefined) continue;
    if (location === "header") setHeader(headers, name, text);
    else cookies.push(text);
  }
  if (cookies.length > 0) {
    const text = cookies.join("; ");
    checkHeader("cookie", text);
    addCookies(headers, text);
  }
  if (descriptor.conditionHeader !== undefined)
    setHeader(
      headers,
      descriptor.conditionHeader,
      readCondition(options.ifMatch),
    );
  const { idempotencyHeader, keys } = descriptor;
  const { idempotencyKey } = options;
  if (idempotencyHeader !== undefined && idempotencyKey !== undefined) {
    keys?.check(descriptor, idempotencyKey);
    setHeader(headers, idempotencyHeader, idempotencyKey);
  }
  return headers;
}

function addHeaders(
  headers: Headers,
  descriptor: OperationDescriptor,
  added: Readonly<Record<string, string>>,
): void {
  const entries = Object.entries(added);
  if (entries.length === 0) return;
  const own = [descriptor.conditionHeader, descriptor.idempotencyHeader].map(
    (name) => name?.toLowerCase(),
  );
  const parameters = (descriptor.parameters ?? [])
    .filter(({ in: location }) => location === "header")
    .map(({ name }) => name.toLowerCase());
  for (const [name, value] of entries) {
    const lower = name.toLowerCase();
    // Where the contract asks for no credential the client sets none: a caller who knows of one may add it.
    const free = lower === "authorization" && descriptor.security === undefined;
    if ((reserved.has(lower) && !free) || own.includes(lower))
      throw setByClient(name);
    // Given for all calls, it would be lost where an input has it, or go with those that it is not meant for.
    if (parameters.includes(lower))
      throw new ArgumentError({
        happened: `The header "${name}" is a parameter of the operation and cannot be added.`,
        remedy: "Give it as a member of the input.",
      });
    setHeader(headers, name, value);
  }
}

function readCondition(ifMatch: string | undefined): string {
  if (ifMatch === undefined) throw new PreconditionRequiredError();
  return parseStrongETag(ifMatch);
}

/** @throws ArgumentError when no key that the client knows to make fits the contract */
export function newKey(descriptor: OperationDescriptor): string {
  return descriptor.keys?.make?.(descriptor) ?? crypto.randomUUID();
}

/**
 * Value of `Accept`: the media types that a success may come in, then those of errors, each in the contract's order, so
 * that a server which chooses by order chooses what the caller wants. What a success can come in and the call did not
 * ask for is omitted, also where an error can: types without a weight are equal (RFC 9110 section 12.5.1), and a server
 * with an order of its own would send what the call refuses. After `image/jpg` comes `image/jpeg`, which servers
 * that go by registered names have for it.
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 * @returns `*` + `/*` when the contract describes no content
 * @throws ArgumentError when the contract names a media type that a header cannot carry
 */
export function writeAccept(
  responses: readonly ResponseDescriptor[],
  accept?: readonly string[],
): string {
  if (accept !== undefined) return acceptOf(responses, accept);
  const known = written.get(responses);
  if (known !== undefined) return known;
  const text = acceptOf(responses);
  written.set(responses, text);
  return text;
}

/** Of calls that name no media type: worked out once for each operation. */
const written = new WeakMap<readonly ResponseDescriptor[], string>();

function acceptOf(
  responses: readonly ResponseDescriptor[],
  accept?: readonly string[],
): string {
  const success = successResponses(responses);
  const others = responses.filter((response) => !success.includes(response));
  const wanted = typesOf(
    success.flatMap((response) => acceptedContent(response, accept)),
  );
  const unasked = typesOf(success.flatMap(({ content }) => content)).filter(
    (type) => !wanted.includes(type),
  );
  const ofErrors = typesOf(others.flatMap(({ content }) => content)).filter(
    (type) => !unasked.some((other) => admitsBoth(type, other)),
  );
  const meant = wanted
    .flatMap((type) => [type, meantType(type)])
    .filter((type) => !unasked.includes(type));
  const types = [...new Set([...meant, ...ofErrors])];
  const text = types.length === 0 ? "*/*" : types.join(", ");
  checkHeader("accept", text);
  return text;
}

function meantType(type: string): string {
  const essence = readMediaType(type)?.essence ?? type;
  const meant = meantName(essence);
  return meant === essence ? type : meant;
}

/** Whether one media type or range falls under the other. */
function admitsBoth(left: string, right: string): boolean {
  return (
    left === right || matchesRange(left, right) || matchesRange(right, left)
  );
}

function typesOf(content: readonly MediaDescriptor[]): readonly string[] {
  return content.map(({ mediaType }) => mediaType);
}
