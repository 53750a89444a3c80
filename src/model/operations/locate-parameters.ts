import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { appendPointer } from "../../text/json-pointer.js";
import { UserError } from "../../text/user-error.js";
import type { OperationModel } from "../api-model.js";
import { flagMember, listMember, type Located, resolveReference, textMember } from "../json-members.js";
import type { RawOperation } from "./list-raw-operations.js";

/** A Parameter Object as the document has it, references followed. */
export interface LocatedParameter {
  readonly name: string;
  /** As written; a place that OpenAPI does not have as well. */
  readonly location: string;
  readonly located: Located;
  /** Its position in the list: the target of a reference is elsewhere. */
  readonly listed: string;
}

/** The two lists of an operation: that of its path item, and its own, which overrides it. */
export function locateParameters(
  document: JsonObject,
  operation: RawOperation,
): readonly (readonly LocatedParameter[])[] {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const located = locate(document, operation);
  known.set(operation, located);
  return located;
}

/** Many ask for the parameters of one operation: to build them, and to tell what is wrong with them. */
const known = new WeakMap<RawOperation, readonly (readonly LocatedParameter[])[]>();

function locate(
  document: JsonObject,
  { pathItem, pathPointer, json, pointer }: RawOperation,
): readonly (readonly LocatedParameter[])[] {
  return [
    { list: listMember(pathItem, "parameters"), from: appendPointer(pathPointer, "parameters") },
    { list: listMember(json, "parameters"), from: appendPointer(pointer, "parameters") },
  ].map(({ list, from }) =>
    list.flatMap((one, index) => {
      const listed = appendPointer(from, index);
      const located = resolveReference(document, one, listed);
      const name = textMember(located?.json, "name");
      const location = textMember(located?.json, "in");
      if (located === undefined || name === undefined || location === undefined) return [];
      return [{ name, location, located, listed }];
    }),
  );
}

/** What makes two parameters the same: name and place, without case for headers (RFC 9110 section 5.1). */
export function parameterKey({ name, location }: Pick<LocatedParameter, "name" | "location">): string {
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}

/** Members of a Parameter Object that tell of it and change nothing. */
const WORDS = new Set(["description", "example", "examples", "deprecated"]);

/**
 * Diagnostics for parameters that one list has twice (OpenAPI, Operation Object and Path Item Object: the
 * list must not include duplicates): one for each that is repeated.
 *
 * @throws UserError (exit 3) when the two differ: it is unknown which of them the server means.
 */
export function diagnoseRepeatedParameters(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return operations
    .flatMap((operation) => locateParameters(document, operation))
    .flatMap((list) => {
      const first = new Map<string, LocatedParameter>();
      return list.flatMap((one) => {
        const before = first.get(parameterKey(one));
        if (before === undefined) {
          first.set(parameterKey(one), one);
          return [];
        }
        if (meaning(before) !== meaning(one)) throw contradiction(before, one);
        return [diagnostic("parameter/repeated", one.listed, { name: one.name, location: one.location })];
      });
    });
}

function meaning({ located: { json } }: LocatedParameter): string {
  const members = Object.entries(json).filter(([name]) => !WORDS.has(name) && !name.startsWith("x-"));
  return canonicalJson(Object.fromEntries(members));
}

function named({ name, location }: LocatedParameter): string {
  return `The parameter ${JSON.stringify(name)} in ${location}`;
}

function contradiction(before: LocatedParameter, after: LocatedParameter): UserError {
  return new UserError(3, `${named(after)} is in one list twice, and the two differ.`, {
    pointers: [before.listed, after.listed],
    remedy: "Take the one out that the server does not mean, or tell those who publish the contract.",
  });
}

/** Headers that OpenAPI describes by media types and security schemes (Parameter Object, `name`). */
const DESCRIBED_ELSEWHERE: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/**
 * What frames a message on a connection, or says what a connection can do (RFC 9110 sections 6.6.2, 7.2, 7.6.1, 8.6 and
 * 10.1; RFC 9112 section 6). The transport sends it: `fetch` drops or refuses another value (Fetch standard, forbidden
 * request-headers), and on some platforms fails as if the connection had.
 */
const TRANSPORT: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Whether a parameter is a header that OpenAPI has ignored (Parameter Object, `name`: "shall be ignored"), one that is
 * the transport's to send, or one that cannot be sent, because its name is invalid.
 */
export function isIgnoredHeader({ name, location }: Pick<LocatedParameter, "name" | "location">): boolean {
  const lower = name.toLowerCase();
  return (
    location === "header" && (DESCRIBED_ELSEWHERE.has(lower) || TRANSPORT.has(lower) || !isHeaderName(name))
  );
}

/** The required header parameter `Authorization` of an operation. */
export function findIgnoredAuthorization(
  document: JsonObject,
  operation: RawOperation,
): OperationModel["ignoredAuthorization"] {
  const found = locateParameters(document, operation)
    .flat()
    .findLast((one) => parameterKey(one) === "header authorization");
  if (found === undefined || flagMember(found.located.json, "required") !== true) return undefined;
  const description = textMember(found.located.json, "description");
  return {
    ...(description === undefined ? {} : { description }),
    origin: { pointer: found.located.pointer },
  };
}

/** Diagnostics for the omitted header parameters: one per parameter. */
export function diagnoseIgnoredHeaders(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return operations
    .flatMap((operation) => locateParameters(document, operation).flat())
    .filter(isIgnoredHeader)
    .map(({ name, located }) => diagnostic(ruleOfIgnored(name), located.pointer, { name }));
}

function ruleOfIgnored(name: string) {
  if (!isHeaderName(name)) return "parameter/invalid-header-name";
  return DESCRIBED_ELSEWHERE.has(name.toLowerCase())
    ? "parameter/ignored-header"
    : "parameter/transport-header";
}

/** Whether a server or client can send a header of this name (RFC 9110 section 5.6.2, `token`). */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
