import type { JsonObject } from "../../../load/loaded-contract.js";
import { codeSpan } from "../../../text/code-span.js";
import { appendPointer } from "../../../text/json-pointer.js";
import type { Direction, Fact } from "../../fact.js";
import { compareBelow, compareDocs } from "../compare-docs.js";
import { compareEncodings } from "./compare-encodings.js";
import {
  follow,
  isObject,
  isSameJson,
  type Located,
  member,
  namedEntries,
  objectMember,
} from "../document-nodes.js";
import { elementOf, type OperationPair, useOf, type WireComparison } from "../wire-comparison.js";

/** A body or response in both documents, as far as its content goes. */
export interface ContentPair {
  readonly pair: OperationPair;
  readonly old: Located;
  readonly new: Located;
  /** `request body`, `response 200`. */
  readonly part: string;
  readonly direction: Direction;
  /** What the contract's author calls it: "request body", "response `200`". */
  readonly what: string;
}

/** A media type of a body or response. */
interface WireMedia {
  /** As written. */
  readonly name: string;
  /** In lower case, without parameters. */
  readonly type: string;
  /** In lower case, without white space. */
  readonly full: string;
  readonly self: Located;
}

/** Compares the media types of a body or response, and what each describes. */
export function compareContent(comparison: WireComparison, content: ContentPair): void {
  const old = readMedia(comparison.old, content.old);
  const now = readMedia(comparison.new, content.new);
  const { both, removed, added } = matchMedia(old, now);
  for (const [before, after, relation] of both) {
    if (relation !== "same") addRenamed(comparison, content, before, after, relation);
    compareMedia(comparison, content, before, after);
  }
  // What the API sends of its own accord has media types that the receiver does not choose.
  const isDelivered = content.part === "request body" && content.direction === "response";
  const subject = isDelivered ? "delivered-type" : "media-type";
  for (const media of removed) {
    comparison.facts.add({
      ...factOf(content, media),
      change: `${subject}.removed`,
      effect: "narrower",
      old: { pointer: media.self.pointer, value: media.name },
    });
  }
  for (const media of added) {
    comparison.facts.add({
      ...factOf(content, media),
      change: `${subject}.added`,
      effect: "wider",
      new: { pointer: media.self.pointer, value: media.name },
    });
  }
}

function readMedia(document: JsonObject, owner: Located): readonly WireMedia[] {
  const pointer = appendPointer(owner.pointer, "content");
  return namedEntries(objectMember(owner.json, "content")).flatMap(([name, json]) => {
    const self = follow(document, json, appendPointer(pointer, name));
    if (self === undefined) return [];
    const full = name.toLowerCase().replace(/\s+/gu, "");
    return [{ name, type: full.split(";", 1)[0] ?? full, full, self }];
  });
}

type Relation = "generalised" | "parameters-changed" | "same" | "specialised";

interface MatchedMedia {
  readonly both: readonly (readonly [WireMedia, WireMedia, Relation])[];
  readonly removed: readonly WireMedia[];
  readonly added: readonly WireMedia[];
}

/** How two media types are related, the closest relation first. */
const RELATIONS: readonly (readonly [Relation, (old: WireMedia, now: WireMedia) => boolean])[] = [
  ["same", (old, now) => old.full === now.full],
  ["parameters-changed", (old, now) => old.type === now.type],
  ["generalised", (old, now) => isPartOf(old.type, now.type)],
  ["specialised", (old, now) => isPartOf(now.type, old.type)],
];

function matchMedia(old: readonly WireMedia[], now: readonly WireMedia[]): MatchedMedia {
  const both: (readonly [WireMedia, WireMedia, Relation])[] = [];
  let removed = old;
  let added = now;
  for (const [relation, isRelated] of RELATIONS) {
    for (const before of removed) {
      const after = added.find((media) => isRelated(before, media));
      if (after === undefined) continue;
      both.push([before, after, relation]);
      removed = removed.filter((media) => media !== before);
      added = added.filter((media) => media !== after);
    }
  }
  return { both, removed, added };
}

/** Whether a media type is among those of a range (`application/*`), or one with the syntax of another (RFC 6839: `+json`). */
function isPartOf(type: string, range: string): boolean {
  if (range === "*/*" || range === "*") return true;
  const [top = "", subtype = ""] = type.split("/");
  const [rangeTop, rangeSubtype = ""] = range.split("/");
  if (top !== rangeTop) return false;
  return rangeSubtype === "*" || (rangeSubtype !== "" && subtype.endsWith(`+${rangeSubtype}`));
}

function addRenamed(
  { facts }: WireComparison,
  content: ContentPair,
  old: WireMedia,
  now: WireMedia,
  relation: Exclude<Relation, "same">,
): void {
  const effects = { generalised: "wider", specialised: "narrower", "parameters-changed": "equal" } as const;
  facts.add({
    ...factOf(content, now),
    change: `media-type.${relation}`,
    effect: effects[relation],
    old: { pointer: old.self.pointer, value: old.name },
    new: { pointer: now.self.pointer, value: now.name },
    arguments: { old: old.name, new: now.name },
  });
}

/** The keywords of a media type that hold schemas; the second since OpenAPI 3.2. */
const SCHEMAS = ["schema", "itemSchema"];

/** Hands on the schemas of media types that are written alike, which most are. Returns whether they are. */
function compareAlike(
  { schemas }: WireComparison,
  { pair, part, direction }: ContentPair,
  old: Located,
  now: Located,
): boolean {
  const hasEncoding = Object.keys(old.json).some((name) => name.toLowerCase().endsWith("encoding"));
  if (hasEncoding || !isSameJson(old.json, now.json)) return false;
  for (const keyword of SCHEMAS.filter((name) => member(old.json, name) !== undefined)) {
    const pointers = [old, now].map(({ pointer }) => appendPointer(pointer, keyword));
    const [oldPointer = "", newPointer = ""] = pointers;
    schemas.compare(oldPointer, newPointer, useOf(pair, part, direction));
  }
  return true;
}

function compareMedia(
  comparison: WireComparison,
  content: ContentPair,
  old: WireMedia,
  now: WireMedia,
): void {
  if (compareAlike(comparison, content, old.self, now.self)) return;
  const fact = factOf(content, now);
  const sides = { old: old.self, new: now.self, element: fact.element, uses: fact.uses };
  for (const keyword of SCHEMAS) compareSchema(comparison, content, sides, keyword);
  compareEncodings(comparison, sides);
  compareDocs(comparison, { ...sides, kind: "mediaType" });
}

function compareSchema(
  comparison: WireComparison,
  { pair, part, direction }: ContentPair,
  sides: Pick<Fact, "element" | "uses"> & { readonly old: Located; readonly new: Located },
  keyword: string,
): void {
  const [old, now] = [member(sides.old.json, keyword), member(sides.new.json, keyword)];
  const pointers = [sides.old.pointer, sides.new.pointer].map((pointer) => appendPointer(pointer, keyword));
  const [oldPointer = "", newPointer = ""] = pointers;
  if (old !== undefined && now !== undefined) {
    comparison.schemas.compare(oldPointer, newPointer, useOf(pair, part, direction));
    if (isObject(old) && isObject(now)) {
      compareBelow(comparison, {
        ...sides,
        kind: "schema",
        old: { json: old, pointer: oldPointer },
        new: { json: now, pointer: newPointer },
      });
    }
  } else if (old !== undefined || now !== undefined) {
    comparison.facts.add({
      change: now === undefined ? "media-type.schema-removed" : "media-type.schema-added",
      effect: now === undefined ? "wider" : "narrower",
      element: sides.element,
      old: { pointer: sides.old.pointer },
      new: { pointer: sides.new.pointer },
      uses: sides.uses,
    });
  }
}

function factOf(
  { pair, what, part, direction }: ContentPair,
  { name, self }: WireMedia,
): Pick<Fact, "element" | "uses"> {
  return {
    element: elementOf(pair, self.pointer, `media type ${codeSpan(name)}`, what),
    uses: [useOf(pair, part, direction)],
  };
}
