import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/code-span.js";
import { appendPointer } from "../../text/json-pointer.js";
import { compareContent } from "./content/compare-content.js";
import { compareDocs } from "./compare-docs.js";
import { compareHeaders } from "./compare-headers.js";
import { compareLinks } from "./compare-links.js";
import { follow, isSameJson, type Located, namedMembers, objectMember } from "./document-nodes.js";
import type { WireOperation } from "./read-operations.js";
import { elementOf, type OperationPair, returned, useOf, type WireComparison } from "./wire-comparison.js";

/** A response of an operation, references followed. */
interface WireResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly self: Located;
  /** Its position in the operation: the target of a reference is elsewhere. */
  readonly listed: string;
}

type Responses = ReadonlyMap<string, WireResponse>;

/**
 * Compares the responses of an operation by status. A status that only one document lists is compared with the range or
 * `default` that stood for it in the other, so that splitting and merging them changes nothing.
 */
export function compareResponses(comparison: WireComparison, pair: OperationPair): void {
  const old = readResponses(comparison.old, pair.old);
  const now = readResponses(comparison.new, pair.new);
  compareList(comparison, pair);
  const statuses = [...new Set([...old.keys(), ...now.keys()])].sort(byText);
  for (const status of statuses) {
    const before = responseFor(status, old, now);
    const after = responseFor(status, now, old);
    if (before !== undefined && after !== undefined) compareResponse(comparison, pair, status, before, after);
    else if (before !== undefined) {
      if (isSplit(status, old, now)) continue;
      const isOnly = returned(pair) === "request" || !hasOther(status, old, now);
      const success = isOnly ? "success-removed" : "success-alternative-removed";
      addStatus(comparison, pair, before, isForSuccess(status, old) ? success : "error-removed");
    } else if (after !== undefined && !isSplit(status, now, old))
      addStatus(comparison, pair, after, isForSuccess(status, now) ? "success-added" : "error-added");
  }
}

/** Extensions of the list of responses. */
function compareList(comparison: WireComparison, pair: OperationPair): void {
  const at = ({ self: { json, pointer } }: WireOperation): Located => ({
    json: objectMember(json, "responses") ?? {},
    pointer: appendPointer(pointer, "responses"),
  });
  compareDocs(comparison, {
    kind: "responses",
    old: at(pair.old),
    new: at(pair.new),
    element: `responses of ${codeSpan(pair.operation)}`,
    uses: [],
  });
}

function readResponses(document: JsonObject, { self }: WireOperation): Responses {
  const pointer = appendPointer(self.pointer, "responses");
  const responses = namedMembers(objectMember(self.json, "responses")).flatMap(([written, json]) => {
    const listed = appendPointer(pointer, written);
    const located = follow(document, json, listed);
    const status = written.toLowerCase() === "default" ? "default" : written.toUpperCase();
    return located === undefined ? [] : [[status, { status, self: located, listed }] as const];
  });
  return new Map(responses);
}

/**
 * The response that a document describes for a status: its own, that of its range, or `default`.
 *
 * @param others - responses of the other document, which may list the status
 */
function responseFor(status: string, responses: Responses, others: Responses): WireResponse | undefined {
  const own = responses.get(status) ?? responses.get(rangeOf(status));
  if (own !== undefined) return own;
  // `default` is for errors, unless nothing else describes a success.
  if (isSuccess(status) ? hasSuccess(responses) : givesAddress(status, others)) return undefined;
  return responses.get("default");
}

function rangeOf(status: string): string {
  return `${status.slice(0, 1)}XX`;
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

/**
 * Whether a redirect is a success, whose address callers get: it has no content, or the document describes no 2xx. A 304
 * redirects nowhere (RFC 9110, section 15.4).
 */
function givesAddress(status: string, responses: Responses): boolean {
  const response = responses.get(status);
  if (response === undefined || !status.startsWith("3") || status === "304") return false;
  return !hasSuccess(responses) || namedMembers(objectMember(response.self.json, "content")).length === 0;
}

function hasSuccess(responses: Responses): boolean {
  return [...responses.keys()].some(isSuccess);
}

/**
 * Whether a range or `default` of one document was split into statuses that only the other lists: each of them was compared
 * with it, and what remains of it is not worth a fact.
 */
function isSplit(status: string, responses: Responses, others: Responses): boolean {
  if (status !== "default" && !status.endsWith("XX")) return false;
  return [...others.keys()].some(
    (other) => !responses.has(other) && responseFor(other, responses, others)?.status === status,
  );
}

/** A `default` beside no success describes success and errors. */
function isForSuccess(status: string, responses: Responses): boolean {
  const isOpen = status === "default" && !hasSuccess(responses);
  return isOpen || isSuccess(status) || givesAddress(status, responses);
}

/**
 * Whether another success of the old document is still described: callers go on as with that one. For a 2xx it is another 2xx, for
 * a redirect whose address they get it can be another of those.
 */
function hasOther(status: string, old: Responses, now: Responses): boolean {
  const isAlike = (other: string) =>
    isSuccess(other) || (givesAddress(status, old) && givesAddress(other, old));
  return [...old.keys()].some(
    (other) => other !== status && isAlike(other) && responseFor(other, now, old) !== undefined,
  );
}

function addStatus(
  { facts }: WireComparison,
  pair: OperationPair,
  { status, listed }: WireResponse,
  change: string,
): void {
  const isAdded = change.endsWith("-added");
  facts.add({
    change: `status.${change}`,
    effect: isAdded ? "wider" : "narrower",
    element: elementOf(pair, listed, titleOf(status)),
    [isAdded ? "new" : "old"]: { pointer: listed, value: status },
    uses: [useOf(pair, partOf(status), returned(pair))],
  });
}

function titleOf(status: string): string {
  return `response ${codeSpan(status)}`;
}

function partOf(status: string): string {
  return `response ${status}`;
}

/** RFC 9110, sections 6.4.1 and 15: responses of these statuses end with their headers, whatever a contract describes. */
const EMPTY = /^(?:1..|204|205|304)$/u;

function compareResponse(
  comparison: WireComparison,
  pair: OperationPair,
  status: string,
  { self: old }: WireResponse,
  { self: now }: WireResponse,
): void {
  const [part, what, direction] = [partOf(status), titleOf(status), returned(pair)];
  const sides = { pair, old, new: now, part, what, direction };
  compareHeaders(comparison, sides);
  if (!EMPTY.test(status) && pair.new.method !== "HEAD") compareContent(comparison, sides);
  compareLinks(comparison, sides);
  if (isSameJson(old.json, now.json)) return;
  const element = elementOf(pair, now.pointer, what);
  compareDocs(comparison, { kind: "response", old, new: now, element, uses: [useOf(pair, part, direction)] });
}
