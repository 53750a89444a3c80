import type { JsonObject } from "../../../load/loaded-contract.js";
import { codeSpan } from "../../../text/printable.js";
import { appendPointer } from "../../../text/json-pointer.js";
import type { Fact } from "../../fact.js";
import { compareBelow, compareDocs } from "../compare-docs.js";
import { compareEncodings } from "./compare-encodings.js";
import { matchMedia, type MediaPair, type RenamedMedia, type WireMedia } from "./match-media.js";
import { isAnyContent } from "./raw-content.js";
import {
  follow,
  isObject,
  isSameJson,
  type Located,
  member,
  namedEntries,
  objectMember,
} from "../document-nodes.js";
import { type ContentPair, elementOf, useOf, type WireComparison } from "../wire-comparison.js";

/** Compares the media types of a body or response, and what each describes. */
export function compareContent(comparison: WireComparison, content: ContentPair): void {
  const old = readMedia(comparison.old, content.old);
  const now = readMedia(comparison.new, content.new);
  const { pairs, renamed, removed, added } = matchMedia(old, now);
  for (const each of renamed) addRenamed(comparison, content, each);
  for (const pair of pairs) compareMedia(comparison, content, pair);
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

function addRenamed(
  { facts }: WireComparison,
  content: ContentPair,
  { relation, old, now }: RenamedMedia,
): void {
  const [before, after] = [old[0], now[0]];
  if (before === undefined || after === undefined) return;
  const effects = { generalised: "wider", specialised: "narrower", "parameters-changed": "equal" } as const;
  const namesOf = (media: readonly WireMedia[]) => media.map(({ name }) => name).join(", ");
  facts.add({
    ...factOf(content, after),
    change: `media-type.${relation}`,
    effect: effects[relation],
    old: { pointer: before.self.pointer, value: before.name },
    new: { pointer: after.self.pointer, value: after.name },
    arguments: { old: namesOf(old), new: namesOf(now) },
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

function compareMedia(comparison: WireComparison, content: ContentPair, pair: MediaPair): void {
  const { old, now, range } = pair;
  if (compareAlike(comparison, content, old.self, now.self)) return;
  const fact = factOf(content, range === "new" ? old : now);
  const sides = { old: old.self, new: now.self, element: fact.element, uses: fact.uses };
  const isAny = isAnyContent(comparison.old, old) && isAnyContent(comparison.new, now);
  for (const keyword of SCHEMAS) compareSchema(comparison, content, sides, { keyword, isAny });
  // The words and parts of a range are not those of a type in it.
  if (range !== undefined) return;
  compareEncodings(comparison, content, sides);
  compareDocs(comparison, { ...sides, kind: "mediaType" });
}

function compareSchema(
  comparison: WireComparison,
  { pair, part, direction }: ContentPair,
  sides: Pick<Fact, "element" | "uses"> & { readonly old: Located; readonly new: Located },
  { keyword, isAny }: { readonly keyword: string; readonly isAny: boolean },
): void {
  const isSameContent = isAny && keyword === "schema";
  const [old, now] = [member(sides.old.json, keyword), member(sides.new.json, keyword)];
  const pointers = [sides.old.pointer, sides.new.pointer].map((pointer) => appendPointer(pointer, keyword));
  const [oldPointer = "", newPointer = ""] = pointers;
  if (old !== undefined && now !== undefined) {
    if (!isSameContent) comparison.schemas.compare(oldPointer, newPointer, useOf(pair, part, direction));
    if (isObject(old) && isObject(now)) {
      compareBelow(comparison, {
        ...sides,
        kind: "schema",
        old: { json: old, pointer: oldPointer },
        new: { json: now, pointer: newPointer },
      });
    }
  } else if (!isSameContent && (old !== undefined || now !== undefined)) {
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
