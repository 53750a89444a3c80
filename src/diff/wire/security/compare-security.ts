import type { Json, JsonObject } from "../../../load/loaded-contract.js";
import { byText } from "../../../text/by-text.js";
import { appendPointer } from "../../../text/json-pointer.js";
import { operationTitle } from "../../../openapi/operations.js";
import type { Effect, Fact } from "../../fact.js";
import {
  follow,
  isObject,
  isSameJson,
  listMember,
  type Located,
  member,
  namedEntries,
  objectMember,
  shown,
  textMember,
} from "../document-nodes.js";
import type { WireOperation } from "../read-operations.js";
import { type OperationPair, useOf, type WireComparison } from "../wire-comparison.js";

/** Compares the ways into operations, as sets: whatever opened an operation before has to open it still. */
export function createSecurityComparison(comparison: WireComparison): (pair: OperationPair) => void {
  const names = renamedSchemes(readSchemes(comparison.old), readSchemes(comparison.new));
  return (pair) => {
    // What the API sends to its callers is not covered by the security of the document.
    const isOwn = pair.sent === "request" || [pair.old, pair.new].some(({ self }) => "security" in self.json);
    if (!isOwn) return;
    const old = readWaysIn(comparison.old, pair.old, names);
    const now = readWaysIn(comparison.new, pair.new);
    for (const edit of compareWays(old.ways, now.ways)) addEdit(comparison, pair, old, now, edit);
  };
}

/** A difference between two sets of ways in. */
type Edit = Pick<Fact, "arguments" | "change" | "effect">;

function compareWays(old: readonly WayIn[], now: readonly WayIn[]): readonly Edit[] {
  const edits: Edit[] = [];
  const known = new Set(now.map(wayText));
  const before = new Set(old.map(wayText));
  const removed = new Set(old.filter((way) => !known.has(wayText(way))));
  const added = new Set(now.filter((way) => !before.has(wayText(way))));
  compareOpen(removed, added, now, edits);
  // What is still open to those who had it, and what was open before to those who have it now.
  const isCovered = (way: WayIn) => now.some((other) => isWithin(other, way));
  const wasCovered = (way: WayIn) => old.some((other) => isWithin(other, way));
  const effectOf = (change: "narrower" | "wider", way: WayIn): Effect => {
    if (change === "narrower") return isCovered(way) ? "equal" : "narrower";
    return wasCovered(way) ? "equal" : "wider";
  };
  addScopes(pairWays(removed, added, hasSameSchemes), effectOf, edits);
  addJoined(removed, added, (ways, whole) => {
    const effect = ways.every(isCovered) ? "equal" : "narrower";
    edits.push({
      change: "security.joined",
      effect,
      arguments: { ways: ways.map(wayText), whole: wayText(whole) },
    });
  });
  addJoined(added, removed, (ways, whole) => {
    const effect = ways.every(wasCovered) ? "equal" : "wider";
    edits.push({
      change: "security.split",
      effect,
      arguments: { ways: ways.map(wayText), whole: wayText(whole) },
    });
  });
  for (const [way, match] of pairWays(removed, added, (one, other) => isWithin(one, other)))
    edits.push({
      change: "security.scheme-added",
      effect: effectOf("narrower", way),
      arguments: { schemes: schemesBeyond(match, way) },
    });
  for (const [way, match] of pairWays(removed, added, (one, other) => isWithin(other, one)))
    edits.push({
      change: "security.scheme-dropped",
      effect: effectOf("wider", match),
      arguments: { schemes: schemesBeyond(way, match) },
    });
  for (const [way, match] of pairWays(removed, added, sharesScheme)) {
    const [fewer, more] = [effectOf("narrower", way), effectOf("wider", match)];
    edits.push({
      change: "security.scheme-replaced",
      effect: fewer === "equal" ? more : more === "equal" ? fewer : "other",
      arguments: { old: wayText(way), new: wayText(match) },
    });
  }
  for (const way of removed)
    edits.push({
      change: "security.alternative-removed",
      effect: effectOf("narrower", way),
      arguments: { old: wayText(way) },
    });
  for (const way of added)
    edits.push({
      change: "security.alternative-added",
      effect: effectOf("wider", way),
      arguments: { new: wayText(way) },
    });
  return edits;
}

/** What ways with the same schemes ask of them. */
function addScopes(
  pairs: readonly (readonly [WayIn, WayIn])[],
  effectOf: (change: "narrower" | "wider", way: WayIn) => Effect,
  edits: Edit[],
): void {
  for (const [way, match] of pairs) {
    for (const [scheme, scopes] of way) {
      const after = match.get(scheme) ?? new Set();
      const more = [...after].filter((scope) => !scopes.has(scope));
      const fewer = [...scopes].filter((scope) => !after.has(scope));
      if (more.length > 0)
        edits.push({
          change: "security.scope-added",
          effect: effectOf("narrower", way),
          arguments: { scheme, scopes: more },
        });
      if (fewer.length > 0)
        edits.push({
          change: "security.scope-removed",
          effect: effectOf("wider", match),
          arguments: { scheme, scopes: fewer },
        });
    }
  }
}

/**
 * The way in without credentials, when only one of the two has it; then the others are part of the same edit where they replace it.
 *
 * @param ways - all that are left.
 */
function compareOpen(removed: Set<WayIn>, added: Set<WayIn>, ways: readonly WayIn[], edits: Edit[]): void {
  const closed = [...removed].find((way) => way.size === 0);
  const opened = [...added].find((way) => way.size === 0);
  if (closed !== undefined) {
    const replaced = removed.size === 1 ? [...added] : [];
    edits.push({
      change: "security.required",
      effect: "narrower",
      arguments: { ways: ways.filter((way) => way.size > 0).map(wayText) },
    });
    removed.delete(closed);
    for (const way of replaced) added.delete(way);
  }
  if (opened !== undefined) {
    edits.push({ change: "security.not-required", effect: "wider" });
    const isOnly = added.size === 1;
    added.delete(opened);
    if (isOnly) removed.clear();
  }
}

/** Takes out the ways, several at least, that one way of the other side asks for together. */
function addJoined(
  parts: Set<WayIn>,
  wholes: Set<WayIn>,
  add: (parts: readonly WayIn[], whole: WayIn) => void,
): void {
  for (const whole of [...wholes]) {
    const within = [...parts].filter((part) => isWithin(part, whole));
    if (within.length < 2) continue;
    add(within, whole);
    wholes.delete(whole);
    for (const part of within) parts.delete(part);
  }
}

/** Pairs ways of both sides by a relation, in their order, and takes them out of both. */
function pairWays(
  removed: Set<WayIn>,
  added: Set<WayIn>,
  isPair: (removed: WayIn, added: WayIn) => boolean,
): readonly (readonly [WayIn, WayIn])[] {
  const pairs: (readonly [WayIn, WayIn])[] = [];
  for (const way of removed) {
    const match = [...added].find((other) => isPair(way, other));
    if (match === undefined) continue;
    removed.delete(way);
    added.delete(match);
    pairs.push([way, match]);
  }
  return pairs;
}

function hasSameSchemes(left: WayIn, right: WayIn): boolean {
  return left.size === right.size && [...left.keys()].every((scheme) => right.has(scheme));
}

/** Whether both ask for a scheme, with the same scopes. */
function sharesScheme(left: WayIn, right: WayIn): boolean {
  return [...left].some(
    ([name, scopes]) => right.get(name)?.size === scopes.size && isWithin(new Map([[name, scopes]]), right),
  );
}

/** Whether the credentials of the second way open the first, too: it asks for a part of them. */
function isWithin(part: WayIn, whole: WayIn): boolean {
  return [...part].every(([scheme, scopes]) => {
    const others = whole.get(scheme);
    return others !== undefined && [...scopes].every((scope) => others.has(scope));
  });
}

function schemesBeyond(whole: WayIn, part: WayIn): readonly string[] {
  return [...whole.keys()].filter((scheme) => !part.has(scheme));
}

function addEdit({ facts }: WireComparison, pair: OperationPair, old: WaysIn, now: WaysIn, edit: Edit): void {
  const isShared = old.pointer === "#/security" && now.pointer === "#/security";
  facts.add({
    ...edit,
    element: isShared ? "the security of the contract" : `the security of ${operationTitle(pair.operation)}`,
    old: { pointer: old.pointer, ...shown(old.ways.map(wayText)) },
    new: { pointer: now.pointer, ...shown(now.ways.map(wayText)) },
    uses: [useOf(pair, "security", pair.sent)],
  });
}

/** One way in: every scheme that it takes, with the scopes (OpenAPI, Security Requirement Object). Without schemes: no credentials. */
type WayIn = ReadonlyMap<string, ReadonlySet<string>>;

/** The ways into an operation, and where they are written. */
interface WaysIn {
  readonly pointer: string;
  readonly ways: readonly WayIn[];
}

/**
 * The ways into an operation: its own, otherwise those of the document (OpenAPI, Operation Object, `security`). No list and an
 * empty list both mean that it takes no credentials.
 *
 * @param names - new names of schemes by old ones, where a scheme was only renamed.
 */
export function readWaysIn(
  document: JsonObject,
  { self }: WireOperation,
  names: ReadonlyMap<string, string> = new Map(),
): WaysIn {
  const isOwn = member(self.json, "security") !== undefined;
  const owner = isOwn ? self : { json: document, pointer: "#" };
  const pointer = appendPointer(owner.pointer, "security");
  const ways = new Map(
    listMember(owner.json, "security")
      .filter(isObject)
      .map((json) => readWay(json, names))
      .map((way) => [wayText(way), way]),
  );
  if (ways.size === 0) return { pointer, ways: [new Map()] };
  return { pointer, ways: [...ways].sort(([left], [right]) => byText(left, right)).map(([, way]) => way) };
}

function readWay(json: JsonObject, names: ReadonlyMap<string, string>): WayIn {
  const schemes = Object.keys(json).map(
    (name) => [names.get(name) ?? name, new Set(textList(json[name]).sort(byText))] as const,
  );
  return new Map(schemes.sort(([left], [right]) => byText(left, right)));
}

function textList(value: Json | undefined): string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((each) => typeof each === "string") : [];
}

/** A way in for people: `oauth (read, write) + key`; `no credentials` for the one without. */
function wayText(way: WayIn): string {
  if (way.size === 0) return "no credentials";
  return [...way]
    .map(([scheme, scopes]) => (scopes.size === 0 ? scheme : `${scheme} (${[...scopes].join(", ")})`))
    .join(" + ");
}

/** The security schemes of a document by name, references followed. */
export function readSchemes(document: JsonObject): ReadonlyMap<string, Located> {
  const schemes = namedEntries(objectMember(objectMember(document, "components"), "securitySchemes"));
  return new Map(
    schemes.flatMap(([name, json]) => {
      const located = follow(document, json, appendPointer("#/components/securitySchemes", name));
      return located === undefined ? [] : [[name, located] as const];
    }),
  );
}

/** What a security scheme asks callers to send, as written: without words and token addresses. */
export function writtenCredential({ json }: Located): JsonObject {
  const type = textMember(json, "type") ?? "";
  const members: Readonly<Record<string, readonly string[]>> = {
    apiKey: ["in", "name"],
    http: ["scheme"],
    openIdConnect: ["openIdConnectUrl"],
  };
  const own = (members[type] ?? []).flatMap((name): [string, Json][] => {
    const value = member(json, name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries([["type", type], ...own]);
}

/** The same in one spelling: names of headers and schemes have no case. */
export function credentialOf(scheme: Located): JsonObject {
  const written = writtenCredential(scheme);
  const entries = Object.entries(written).map(([name, value]): [string, Json] => {
    const hasNoCase = name === "scheme" || (name === "name" && written["in"] === "header");
    return [name, typeof value === "string" && hasNoCase ? value.toLowerCase() : value];
  });
  return Object.fromEntries(entries);
}

/** Old name → new name of the schemes that were only renamed: the same definition, and no other scheme that it could be. */
export function renamedSchemes(
  old: ReadonlyMap<string, Located>,
  now: ReadonlyMap<string, Located>,
): ReadonlyMap<string, string> {
  const gone = [...old].filter(([name]) => !now.has(name));
  const fresh = [...now].filter(([name]) => !old.has(name));
  const pairs = gone.flatMap(([name, scheme]): [string, string][] => {
    const isSame = ([, other]: readonly [string, Located]) =>
      isSameJson(definition(scheme), definition(other));
    const [match, ...more] = fresh.filter(isSame);
    const rivals = gone.filter(isSame);
    return match !== undefined && more.length === 0 && rivals.length === 1 ? [[name, match[0]]] : [];
  });
  return new Map(pairs);
}

function definition(scheme: Located): JsonObject {
  const flows = member(scheme.json, "flows");
  return { ...credentialOf(scheme), ...(flows !== undefined && { flows }) };
}
