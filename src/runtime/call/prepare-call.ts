import type { PreparedBody } from "../descriptors/media-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { setHeader } from "../http/header-fields.js";
import { writeBody } from "../request/write-body.js";
import { writeHeaders } from "../request/write-headers.js";
import { writeUrl } from "../request/write-url.js";
import { inputMembers } from "../values/input-members.js";
import type { AttemptTarget } from "./apply-credentials.js";
import type { ExecuteOptions, Input } from "./call-options.js";
import { checkOptions } from "./check-options.js";
import type { Connection } from "./core.js";
import type {
  BodyDescriptor,
  BodyMediaDescriptor,
  CheckedInput,
  GivenBody,
  GivenParameter,
  OperationDescriptor,
  SplitInput,
} from "../descriptors/operation-descriptor.js";
import type { PreparedCall } from "./own-options.js";

/**
 * Checks the arguments of a call and serialises it. Under an idempotency key the same input gives the same bytes, in
 * whatever order its members are: servers compare them.
 *
 * @param clientHeaders - additions of the client's options
 * @throws ArgumentError, PreconditionRequiredError: a caller's mistakes, before anything is sent
 */
export function prepareCall(
  serverUrl: string,
  clientHeaders: Readonly<Record<string, string>>,
  descriptor: OperationDescriptor,
  input: Input,
  options: ExecuteOptions,
): PreparedCall {
  checkOptions(descriptor, options);
  const isKeyed = descriptor.idempotencyHeader !== undefined;
  const { arrange } = descriptor;
  const { split, identifiers } = checkInput(
    descriptor,
    splitInput(
      descriptor,
      arrange === undefined ? input : arrange(inputMembers(descriptor, input)),
      options.accept,
    ),
  );
  const headers = writeHeaders(
    descriptor,
    split.given,
    options,
    clientHeaders,
    options.headers ?? {},
  );
  const body =
    split.body === undefined
      ? undefined
      : writeBody(split.body.media, split.body.value, isKeyed);
  if (body?.contentType !== undefined) {
    // A caller may have named it: within a range, any will do.
    setHeader(headers, "content-type", body.contentType);
  }
  if (
    body !== undefined &&
    (descriptor.method === "GET" || descriptor.method === "HEAD")
  ) {
    throw new ArgumentError({
      happened: `The contract gives ${descriptor.method} a body, which fetch cannot send.`,
      remedy: "Leave the body out.",
    });
  }
  const url = writeUrl(serverUrl, descriptor, split.given);
  return {
    url: options.target?.resolve(url) ?? url,
    headers,
    given: split.given,
    identifiers,
    server: serverUrl,
    ...(body !== undefined && { body, bodyValue: split.body?.value }),
  };
}

/** The call under its key: the header that carries it, and a body that depends on it. */
export async function underKey(
  prepared: PreparedCall,
  { idempotencyHeader }: OperationDescriptor,
  key: string,
): Promise<PreparedCall> {
  if (idempotencyHeader === undefined) return prepared;
  const headers = new Headers(prepared.headers);
  headers.set(idempotencyHeader, key);
  const body = await prepared.body?.underKey?.(key);
  if (body === undefined) return { ...prepared, headers };
  if (body.contentType !== undefined)
    headers.set("content-type", body.contentType);
  return { ...prepared, headers, body };
}

/** One attempt, ready to be sent. */
export interface BuiltRequest {
  /** Absolute. */
  readonly url: string;
  /** Those that are sent: what is added before `send` goes with them. */
  readonly headers: Headers;
  /** Sends it, once. */
  send(): Promise<Response>;
}

/** Methods that every platform's fetch sends. */
const sendable: ReadonlySet<string> = new Set([
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
]);

/**
 * Builds the request of one attempt. Redirects are never followed: a credential goes where it was meant to go and to no
 * other place. The platform makes a `Request` of URL and options itself. One is made here only for a `fetch` of
 * the caller's, and where the platform may refuse it: before it is sent, not in place of a response.
 *
 * @throws ArgumentError when the platform refuses the request (a method that fetch forbids)
 */
export function buildRequest(
  { ownFetch }: Pick<Connection, "ownFetch">,
  method: string,
  target: AttemptTarget,
  body: PreparedBody | undefined,
  signal: AbortSignal,
): BuiltRequest {
  const { headers } = target;
  const { href } = target;
  const init = {
    method,
    headers,
    redirect: "manual" as const,
    signal,
    ...(body !== undefined && { body: body.content }),
    ...(body?.resendable === false && { duplex: "half" as const }),
  };
  const isSendable =
    sendable.has(method) &&
    body?.resendable !== false &&
    // It may have a user name, which fetch refuses.
    !href.includes("@");
  if (isSendable && ownFetch === undefined)
    return { url: href, headers, send: () => fetch(href, init) };
  try {
    const request = new Request(href, init);
    return {
      url: request.url,
      headers: request.headers,
      send: () => (ownFetch ?? fetch)(request),
    };
  } catch {
    // The platform's error could quote the URL, and a key can be in it.
    throw new ArgumentError({
      happened: `The platform's fetch cannot send this ${method} request.`,
    });
  }
}

/**
 * Checks an input by all that the descriptor names.
 *
 * @throws ArgumentError that names the member, never its value
 */
function checkInput(
  descriptor: OperationDescriptor,
  split: SplitInput,
): CheckedInput {
  const identifiers: string[] = [];
  for (const [parameter] of split.given)
    if (parameter.in === "path")
      identifiers.push(parameter.key ?? parameter.name);
  let checked: CheckedInput = { split, identifiers };
  for (const check of descriptor.checks ?? [])
    checked = check(descriptor, checked);
  return checked;
}

/**
 * Tells parameters and body of an input apart.
 *
 * @param accept - media types that the call names
 * @throws ArgumentError for a missing required member and for members that the operation does not have
 */
function splitInput(
  descriptor: OperationDescriptor,
  input: Input,
  accept?: readonly string[],
): SplitInput {
  const all = inputMembers(descriptor, input);
  const members = new Map<string, unknown>();
  for (const name of Object.keys(all))
    if (all[name] !== undefined) members.set(name, all[name]);
  const given: GivenParameter[] = [];
  for (const parameter of descriptor.parameters ?? []) {
    const key = parameter.key ?? parameter.name;
    const value = members.get(key) ?? parameter.only;
    members.delete(key);
    if (value !== undefined) given.push([parameter, value]);
    else if (parameter.required === true || parameter.in === "path")
      throw missing(key);
  }
  const taken =
    descriptor.body === undefined
      ? undefined
      : takeBody(descriptor.body, members);
  refuseUnknown(members);
  const body =
    descriptor.body?.addMembers?.(descriptor, taken, accept) ?? taken;
  return { given, ...(body !== undefined && { body }) };
}

/** Takes what belongs to the body out of `members`. */
function takeBody(
  body: BodyDescriptor,
  members: Map<string, unknown>,
): GivenBody | undefined {
  const media = body.choose?.media(body, members) ?? body.content[0];
  if (media === undefined)
    throw new ArgumentError({
      happened: "The contract names no media type for the body.",
    });
  const from = media.from ?? body.from;
  const value =
    from === "body" ? members.get("body") : membersBody(body, media, members);
  if (from === "body") members.delete("body");
  else members.clear();
  if (value !== undefined) return { media, value };
  if (body.required === true) throw missing("body");
  return undefined;
}

function membersBody(
  body: BodyDescriptor,
  { renamed = {} }: BodyMediaDescriptor,
  members: Map<string, unknown>,
): object | undefined {
  if (members.size === 0 && body.required !== true) return undefined;
  const names = new Map(Object.entries(renamed));
  return Object.fromEntries(
    [...members].map(([name, value]) => [names.get(name) ?? name, value]),
  );
}

function missing(key: string): ArgumentError {
  return new ArgumentError({
    happened: `"${key}" is required and was not given.`,
    remedy: `Give "${key}".`,
  });
}

function refuseUnknown(members: ReadonlyMap<string, unknown>): void {
  if (members.size === 0) return;
  const names = [...members.keys()].map((name) => `"${name}"`).join(", ");
  throw new ArgumentError({
    happened: `The operation has no member ${names}.`,
    remedy: "Check the spelling; leave out what the operation does not take.",
  });
}
