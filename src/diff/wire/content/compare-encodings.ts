import type { Json, JsonObject } from "../../../load/loaded-contract.js";
import { valueAt } from "../../../openapi/visit.js";
import { byText } from "../../../text/by-text.js";
import { codeSpan } from "../../../text/printable.js";
import { appendPointer } from "../../../text/json-pointer.js";
import type { Fact } from "../../fact.js";
import {
  flagMember,
  follow,
  isSameJson,
  listMember,
  type Located,
  member,
  objectMember,
  shown,
  textMember,
} from "../document-nodes.js";
import { compareDocs } from "../compare-docs.js";
import { compareHeaders } from "../compare-headers.js";
import { shapeOf, type ValueShape } from "../read-parameters.js";
import type { ContentPair, WireComparison } from "../wire-comparison.js";
import { compareTypeLists, defaultPartType } from "./raw-content.js";

/** A media type of both documents. */
type MediaPair = Pick<Fact, "element" | "uses"> & { readonly old: Located; readonly new: Located };

/**
 * Compares how the parts of a multipart body or form are encoded (OpenAPI, Encoding Object). Since OpenAPI 3.2 a part may have
 * parts itself.
 *
 * @param body - whose media type it is.
 */
export function compareEncodings(comparison: WireComparison, body: ContentPair, media: MediaPair): void {
  for (const { keys, title } of partsOf(media.old.json, media.new.json)) {
    const at = ({ json, pointer }: Located): Located => ({
      json: (valueAt(json, keys) ?? {}) as JsonObject,
      pointer: appendPointer(pointer, ...keys),
    });
    const [old, now] = [at(media.old), at(media.new)];
    const part = { old, new: now, element: `${title} of ${media.element}`, uses: media.uses };
    const defaults = {
      old: defaultType(comparison.old, media.old, keys),
      now: defaultType(comparison.new, media.new, keys),
    };
    const shapes = {
      old: fieldShape(comparison.old, media.old, keys),
      now: fieldShape(comparison.new, media.new, keys),
    };
    addChanged(comparison, part, { hasOtherTypes: compareTypes(comparison, part, defaults), shapes });
    compareDocs(comparison, { ...part, kind: "encoding" });
    const content = { ...body, old, new: now, what: `${title} of ${body.what}` };
    compareHeaders(comparison, content);
    compareEncodings(comparison, content, part);
  }
}

/** The parts that either of two objects describes: by name, by position, and all others. */
function partsOf(
  old: JsonObject,
  now: JsonObject,
): readonly { readonly keys: string[]; readonly title: string }[] {
  const names = [old, now].flatMap((json) => Object.keys(objectMember(json, "encoding") ?? {}));
  const count = Math.max(...[old, now].map((json) => listMember(json, "prefixEncoding").length));
  const hasItems = [old, now].some((json) => objectMember(json, "itemEncoding") !== undefined);
  return [
    ...[...new Set(names)]
      .sort(byText)
      .map((name) => ({ keys: ["encoding", name], title: `part ${codeSpan(name)}` })),
    ...Array.from({ length: count }, (_, index) => ({
      keys: ["prefixEncoding", String(index)],
      title: `part ${index + 1}`,
    })),
    ...(hasItems ? [{ keys: ["itemEncoding"], title: "each further part" }] : []),
  ];
}

/** What a part is sent as where its encoding does not say it: parts with a name are properties of the body. */
function defaultType(document: JsonObject, media: Located, keys: readonly string[]): string | undefined {
  const [keyword, name = ""] = keys;
  if (keyword !== "encoding") return undefined;
  const schema = follow(document, member(media.json, "schema"), appendPointer(media.pointer, "schema"));
  return schema === undefined ? undefined : defaultPartType(document, findField(document, schema, name));
}

/** Parts of parts that are looked at. */
const DEEPEST = 8;

/** The schema of a field of a body, in the schema of the body or in a part of it (`allOf`). */
function findField(document: JsonObject, schema: Located, name: string, depth = 0): Located | undefined {
  const { json, pointer } = schema;
  const own = member(objectMember(json, "properties"), name);
  if (own !== undefined) return follow(document, own, appendPointer(pointer, "properties", name));
  if (depth > DEEPEST) return undefined;
  for (const [index, part] of listMember(json, "allOf").entries()) {
    const located = follow(document, part, appendPointer(pointer, "allOf", String(index)));
    const found = located && findField(document, located, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a field of a form is, whose encoding has the defaults of a query parameter; of any other part: unknown. */
function fieldShape(
  document: JsonObject,
  { json, pointer }: Located,
  [keyword, name = ""]: readonly string[],
): ValueShape {
  if (keyword !== "encoding" || !/\/application~1x-www-form-urlencoded[^/]*$/u.test(pointer))
    return "unknown";
  const schema = follow(document, member(json, "schema"), appendPointer(pointer, "schema"));
  const field = schema && findField(document, schema, name);
  return shapeOf(document, { json: { schema: field?.json ?? true }, pointer });
}

/**
 * Compares the media types that a part may have.
 *
 * @returns whether they are neither the same, nor more, nor fewer: then they are one change with the rest of the encoding.
 */
function compareTypes(
  { facts }: WireComparison,
  part: MediaPair,
  defaults: { readonly old: string | undefined; readonly now: string | undefined },
): boolean {
  const [before, after] = [typesOf(part.old.json), typesOf(part.new.json)];
  // Where both follow from the schema, its change is told there.
  if (before === undefined && after === undefined) return false;
  const [old, now] = [before ?? defaults.old?.split(","), after ?? defaults.now?.split(",")];
  if (old === undefined || now === undefined) return old !== now;
  const effect = compareTypeLists(old, now);
  if (effect === "equal") return false;
  if (effect === "other") return true;
  facts.add({
    change: effect === "wider" ? "encoding.types-widened" : "encoding.types-narrowed",
    effect,
    element: part.element,
    old: { pointer: part.old.pointer, value: old.join(", ") },
    new: { pointer: part.new.pointer, value: now.join(", ") },
    uses: part.uses,
    arguments: { old: old.join(", "), new: now.join(", ") },
  });
  return false;
}

/** The media types that an encoding lists (OpenAPI, Encoding Object, `contentType`). */
function typesOf(encoding: JsonObject): readonly string[] | undefined {
  const types = textMember(encoding, "contentType")?.toLowerCase().replace(/\s+/gu, "").split(",");
  return types?.filter((type) => type !== "");
}

function addChanged(
  { facts }: WireComparison,
  part: MediaPair,
  {
    hasOtherTypes,
    shapes,
  }: { readonly hasOtherTypes: boolean; readonly shapes: Readonly<Record<"now" | "old", ValueShape>> },
): void {
  const old = effective(part.old.json, shapes.old);
  const now = effective(part.new.json, shapes.now);
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const isChanged = (name: string) => name !== "contentType" || hasOtherTypes;
  const members = [...names]
    .filter((name) => isChanged(name) && !isSameJson(old[name], now[name]))
    .sort(byText);
  if (members.length === 0) return;
  const changed = (all: JsonObject): JsonObject =>
    Object.fromEntries(
      members.flatMap((name): [string, Json][] => (all[name] === undefined ? [] : [[name, all[name]]])),
    );
  facts.add({
    change: "encoding.changed",
    effect: "other",
    element: part.element,
    old: { pointer: part.old.pointer, ...shown(changed(old)) },
    new: { pointer: part.new.pointer, ...shown(changed(now)) },
    uses: part.uses,
    arguments: { members },
  });
}

/** What an encoding says, without defaults and headers. Without any style the content type counts, with one it does not. */
function effective(encoding: JsonObject, shape: ValueShape): JsonObject {
  const style = textMember(encoding, "style");
  const explode = member(encoding, "explode");
  const contentType = textMember(encoding, "contentType")?.toLowerCase().replace(/\s+/gu, "");
  const hasStyle = ["style", "explode", "allowReserved"].some((name) => member(encoding, name) !== undefined);
  const isExploded = typeof explode === "boolean" ? explode : (style ?? "form") === "form";
  return {
    ...(contentType !== undefined && { contentType }),
    ...((hasStyle || shape !== "unknown") && { style: style ?? "form" }),
    ...((hasStyle || shape === "list") && shape !== "scalar" && { explode: isExploded }),
    ...(flagMember(encoding, "allowReserved") && { allowReserved: true }),
  };
}
