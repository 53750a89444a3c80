import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { findValue, type Purpose } from "./find-value.js";
import type { PublishedDocument } from "./published-document.js";
import type { PublishedMedia, PublishedOperation, PublishedParameter } from "./published-operations.js";
import type { SchemaBook } from "./schema-book.js";

/** What a call is made with, and what of it has to arrive. */
export interface MadeCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  /** `query limit` → the value that was given. */
  readonly parameters: ReadonlyMap<string, unknown>;
  /** Undefined: none was given. */
  readonly body: unknown;
}

/** Which values a call is made with. */
export interface CallVariant {
  readonly optional: "required" | "everything";
  /** The body's media type; undefined: there is no body. */
  readonly media: PublishedMedia | undefined;
  readonly seed: number;
}

/**
 * Arguments of an operation from the document's schemas. The descriptor tells only under which name the client takes
 * each (docs/decisions/0002-input-and-options.md).
 *
 * @throws Error when the client has no place for what the document describes, or no value was found
 */
export function makeCall(
  document: PublishedDocument,
  book: SchemaBook,
  operation: PublishedOperation,
  descriptor: OperationDescriptor,
  { optional, media, seed }: CallVariant,
): MadeCall {
  const input: Record<string, unknown> = {};
  const options: Record<string, unknown> = {};
  const parameters = new Map<string, unknown>();
  operation.parameters.forEach((parameter, index) => {
    if (!parameter.required && optional === "required") return;
    const place = placeOf(descriptor, parameter);
    const value =
      place === "ifMatch" ? '"strong"' : parameterValue(document, book, parameter, optional, seed + index);
    if (value === undefined) return;
    parameters.set(`${parameter.in} ${parameter.name}`, value);
    if (typeof place === "string") options[place] = place === "ifMatch" ? value : `key-${String(seed)}`;
    else input[place.key] = value;
    if (place === "idempotencyKey") parameters.delete(`${parameter.in} ${parameter.name}`);
  });
  // The platform's fetch has no body for these (WHATWG Fetch, Request constructor), and HTTP gives it no meaning.
  const bodiless = operation.method === "GET" || operation.method === "HEAD";
  const wanted = operation.body?.required === true || (optional === "everything" && !bodiless);
  if (media === undefined || !wanted || descriptor.body === undefined)
    return { input, options, parameters, body: undefined };
  const body = bodyValue(document, book, media, optional, seed);
  const isMembers = typeof body === "object" && !(body instanceof Blob);
  if (descriptor.body.from === "members" && isMembers) Object.assign(input, body);
  else input["body"] = body;
  const chosen = media.mediaType.replace("*", "x-made");
  if (descriptor.body.content.length > 1 || chosen !== media.mediaType) input["contentType"] = chosen;
  return { input, options, parameters, body };
}

type Place = { readonly key: string } | "ifMatch" | "idempotencyKey";

function placeOf(descriptor: OperationDescriptor, { name, in: place }: PublishedParameter): Place {
  const found = descriptor.parameters?.find((one) => one.in === place && one.name === name);
  if (found !== undefined) return { key: found.key ?? name };
  if (place === "header" && name.toLowerCase() === descriptor.conditionHeader?.toLowerCase())
    return "ifMatch";
  if (place === "header" && name.toLowerCase() === descriptor.idempotencyHeader?.toLowerCase())
    return "idempotencyKey";
  throw new Error(`The client has no place for the parameter "${name}" in ${place}.`);
}

/** @returns undefined for an optional one that no value was found for */
function parameterValue(
  document: PublishedDocument,
  book: SchemaBook,
  parameter: PublishedParameter,
  optional: "required" | "everything",
  seed: number,
): unknown {
  const purpose: Purpose = {
    optional,
    alphabet: parameter.in === "header" ? "header" : "any",
    files: false,
    text: parameter.content === undefined,
    direction: "request",
  };
  try {
    return findValue(document, book, parameter.schema, purpose, seed);
  } catch (error) {
    if (!parameter.required) return undefined;
    throw error;
  }
}

function bodyValue(
  document: PublishedDocument,
  book: SchemaBook,
  { mediaType, schema = true }: PublishedMedia,
  optional: "required" | "everything",
  seed: number,
): unknown {
  const isForm = mediaType.startsWith("application/x-www-form-urlencoded");
  const isText = /^text\/(?!json)/.test(mediaType);
  const isBytes = !isForm && !isText && !mediaType.includes("json");
  const purpose: Purpose = {
    optional,
    alphabet: "any",
    files: isBytes,
    text: isForm || isBytes,
    direction: "request",
  };
  if (isBytes && !mediaType.startsWith("multipart/")) return new Blob([`bytes ${String(seed)}`]);
  return findValue(
    document,
    book,
    isText && (schema === true || mediaType.endsWith("xml")) ? { type: "string" } : schema,
    purpose,
    seed,
  );
}
