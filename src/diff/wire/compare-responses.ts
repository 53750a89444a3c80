import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { operationTitle } from "../../openapi/operations.js";
import { codeSpan } from "../../text/printable.js";
import { appendPointer } from "../../text/json-pointer.js";
import { compareContent } from "./content/compare-content.js";
import { compareDocs } from "./compare-docs.js";
import { compareHeaders } from "./compare-headers.js";
import { follow, isSameJson, type Located, namedMembers, objectMember } from "./document-nodes.js";
import { keyOf } from "./compare-operations.js";
import type { WireOperation } from "./read-operations.js";
import {
  type ContentPair,
  elementOf,
  type OperationPair,
  returned,
  useOf,
  type WireComparison,
} from "./wire-comparison.js";

/** A response of an operation, references followed. */
interface WireResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly self: Located;
  /** Its position in the operation: the target of a reference is elsewhere. */
  readonly listed: string;
  /** A redirect that is a success: calls give its address. */
  readonly isAddress: boolean;
}

type Responses = ReadonlyMap<string, WireResponse>;

/**
 * Compares the responses of an operation by status. A status that only one document lists is compared with the range or
 * `default` that stood for it in the other, so that splitting and merging them changes no error. A range has more successes than
 * the statuses that it was split into.
 */
export function compareResponses(comparison: WireComparison, pair: OperationPair): void {
  const old = readResponses(comparison.old, pair.old, addressesOf(comparison, pair, "old"));
  const now = readResponses(comparison.new, pair.new, addressesOf(comparison, pair, "new"));
  compareList(comparison, pair);
  const statuses = [...new Set([...old.keys(), ...now.keys()])].sort(byText);
  for (const status of statuses) {
    const before = responseFor(status, old, now);
    const after = responseFor(status, now, old);
    if (before !== undefined && after !== undefined) compareResponse(comparison, pair, status, before, after);
    else if (before !== undefined) compareRemoved(comparison, pair, before, { old, now });
    else if (after !== undefined) compareAdded(comparison, pair, after, { old, now });
  }
}

interface BothResponses {
  readonly old: Responses;
  readonly now: Responses;
}

function compareRemoved(
  comparison: WireComparison,
  pair: OperationPair,
  response: WireResponse,
  { old, now }: BothResponses,
): void {
  const parts = splitInto(response.status, old, now);
  if (!isForSuccess(response, old)) {
    if (!isForParts(response, parts, now)) addStatus(comparison, pair, response, "error-removed");
    return;
  }
  // Where only statuses without content are left of a range with content, nothing of what callers read comes any more.
  const hasRest = parts.some((status) => !EMPTY.test(status)) || (parts.length > 0 && !hasContent(response));
  const isOnly = returned(pair) === "request" || !(hasRest || hasOther(response, old, now));
  addStatus(comparison, pair, response, isOnly ? "success-removed" : "success-alternative-removed");
}

function compareAdded(
  comparison: WireComparison,
  pair: OperationPair,
  response: WireResponse,
  { old, now }: BothResponses,
): void {
  if (isForSuccess(response, now)) addStatus(comparison, pair, response, "success-added");
  else if (!isForParts(response, splitInto(response.status, now, old), old))
    addStatus(comparison, pair, response, "error-added");
}

/** The redirects whose address calls give: the plans of the clients decide it. What the API sends has no client. */
function addressesOf(
  { addresses }: WireComparison,
  pair: OperationPair,
  side: "new" | "old",
): readonly string[] {
  const found = pair.sent === "request" ? addresses[side].get(keyOf(pair[side])) : undefined;
  return found?.map((status) => status.toUpperCase()) ?? [];
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
    element: `responses of ${operationTitle(pair.operation)}`,
    uses: [],
  });
}

function readResponses(
  document: JsonObject,
  { self }: WireOperation,
  addresses: readonly string[],
): Responses {
  const pointer = appendPointer(self.pointer, "responses");
  const responses = namedMembers(objectMember(self.json, "responses")).flatMap(([written, json]) => {
    const listed = appendPointer(pointer, written);
    const located = follow(document, json, listed);
    const status = written.toLowerCase() === "default" ? "default" : written.toUpperCase();
    const isAddress = addresses.includes(status);
    return located === undefined ? [] : [[status, { status, self: located, listed, isAddress }] as const];
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
  if (isSuccess(status) ? hasSuccess(responses) : others.get(status)?.isAddress === true) return undefined;
  return responses.get("default");
}

function rangeOf(status: string): string {
  return `${status.slice(0, 1)}XX`;
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function hasSuccess(responses: Responses): boolean {
  return [...responses.keys()].some(isSuccess);
}

/**
 * The statuses, which only the other document lists, that a range or `default` of one document was split into: each of them was
 * compared with it.
 */
function splitInto(status: string, responses: Responses, others: Responses): readonly string[] {
  if (status !== "default" && !status.endsWith("XX")) return [];
  return [...others.keys()].filter(
    (other) => !responses.has(other) && responseFor(other, responses, others)?.status === status,
  );
}

/** Whether the parts of a range or `default` are all that it was for: `default` is for both classes of errors. */
function isForParts({ status }: WireResponse, parts: readonly string[], responses: Responses): boolean {
  const classes = status === "default" ? ["4", "5"] : [];
  const listed = [...responses.keys()];
  return parts.length > 0 && classes.every((digit) => listed.some((one) => one.startsWith(digit)));
}

function hasContent({ self }: WireResponse): boolean {
  return namedMembers(objectMember(self.json, "content")).length > 0;
}

/** A `default` beside no success describes success and errors. */
function isForSuccess({ status, isAddress }: WireResponse, responses: Responses): boolean {
  const isOpen = status === "default" && !hasSuccess(responses);
  return isOpen || isSuccess(status) || isAddress;
}

/**
 * Whether another success of the old document is still described: callers go on as with that one. For a 2xx it is another 2xx, for
 * a redirect whose address they get it can be another of those.
 */
function hasOther({ status, isAddress }: WireResponse, old: Responses, now: Responses): boolean {
  return [...old.values()].some(
    (other) =>
      other.status !== status &&
      (isSuccess(other.status) || (isAddress && other.isAddress)) &&
      responseFor(other.status, now, old) !== undefined,
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
  before: WireResponse,
  after: WireResponse,
): void {
  const [part, what, direction] = [partOf(status), titleOf(status), returned(pair)];
  const [old, now] = [before.self, after.self];
  const sides = { pair, old, new: now, part, what, direction };
  compareHeaders(comparison, sides);
  // What was the body of an error and is an address now, or the other way round, is not the same message.
  if (before.isAddress !== after.isAddress) addTurned(comparison, pair, status, before, after);
  else if (!EMPTY.test(status) && pair.new.method !== "HEAD") compareContent(comparison, sides);
  compareLinks(comparison, sides);
  // A range or `default` that stood for a status describes others too: its words are not those of the status.
  if (before.status !== after.status || isSameJson(old.json, now.json)) return;
  const element = elementOf(pair, now.pointer, what);
  compareDocs(comparison, { kind: "response", old, new: now, element, uses: [useOf(pair, part, direction)] });
}

/** A redirect that is a success from now on, or an error. */
function addTurned(
  { facts }: WireComparison,
  pair: OperationPair,
  status: string,
  before: WireResponse,
  after: WireResponse,
): void {
  facts.add({
    change: after.isAddress ? "status.became-address" : "status.became-error",
    effect: "other",
    element: elementOf(pair, after.listed, titleOf(status)),
    old: { pointer: before.listed },
    new: { pointer: after.listed },
    uses: [useOf(pair, partOf(status), returned(pair))],
  });
}

/** Compares the links of a response by name. */
function compareLinks({ facts, ...documents }: WireComparison, response: ContentPair): void {
  const old = objectMember(response.old.json, "links") ?? {};
  const now = objectMember(response.new.json, "links") ?? {};
  const { pair, part, what, direction } = response;
  for (const name of [...new Set([...Object.keys(old), ...Object.keys(now)])].sort(byText)) {
    const before = readLink(documents.old, response.old, old, name);
    const after = readLink(documents.new, response.new, now, name);
    if (isSameJson(before?.json, after?.json)) continue;
    const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
    facts.add({
      change: `link.${change}`,
      effect: "equal",
      element: elementOf(pair, (after ?? before)?.listed ?? "", `link ${codeSpan(name)}`, what),
      ...(before && { old: { pointer: before.listed } }),
      ...(after && { new: { pointer: after.listed } }),
      uses: [useOf(pair, `${part} link ${name}`, direction)],
    });
  }
}

function readLink(
  document: JsonObject,
  owner: Located,
  links: JsonObject,
  name: string,
): { readonly json: Json; readonly listed: string } | undefined {
  const listed = appendPointer(owner.pointer, "links", name);
  const json = Object.hasOwn(links, name) ? follow(document, links[name], listed)?.json : undefined;
  return json === undefined ? undefined : { json, listed };
}
