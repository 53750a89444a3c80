import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/code-span.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { Fact } from "../fact.js";
import {
  flagMember,
  follow,
  isObject,
  isSameJson,
  type Located,
  member,
  objectMember,
  shown,
  textMember,
} from "./document-nodes.js";
import type { WireComparison } from "./wire-comparison.js";

/** A media type of both documents. */
type MediaPair = Pick<Fact, "element" | "uses"> & { readonly old: Located; readonly new: Located };

/** Compares how the parts of a multipart body or form are encoded (OpenAPI, Encoding Object). */
export function compareEncodings(comparison: WireComparison, media: MediaPair): void {
  const [old, now] = [objectMember(media.old.json, "encoding"), objectMember(media.new.json, "encoding")];
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
  for (const name of [...names].sort(byText)) {
    addChanged(comparison, media, ["encoding", name], `part ${codeSpan(name)}`);
  }
  for (const keyword of ["prefixEncoding", "itemEncoding"]) {
    const [before, after] = [member(media.old.json, keyword), member(media.new.json, keyword)];
    if (!isSameJson(before, after)) addWhole(comparison, media, keyword);
  }
}

function addChanged(
  comparison: WireComparison,
  media: MediaPair,
  keys: readonly [string, string],
  part: string,
): void {
  const old = effective(comparison.old, objectMember(objectMember(media.old.json, keys[0]), keys[1]));
  const now = effective(comparison.new, objectMember(objectMember(media.new.json, keys[0]), keys[1]));
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const members = [...names].filter((name) => !isSameJson(old[name], now[name])).sort(byText);
  if (members.length === 0) return;
  const changed = (all: JsonObject): JsonObject =>
    Object.fromEntries(
      members.flatMap((name): [string, Json][] => (all[name] === undefined ? [] : [[name, all[name]]])),
    );
  comparison.facts.add({
    change: "encoding.changed",
    effect: "other",
    element: `${part} of ${media.element}`,
    old: { pointer: appendPointer(media.old.pointer, ...keys), ...shown(changed(old)) },
    new: { pointer: appendPointer(media.new.pointer, ...keys), ...shown(changed(now)) },
    uses: media.uses,
    arguments: { members },
  });
}

function addWhole({ facts }: WireComparison, media: MediaPair, keyword: string): void {
  facts.add({
    change: "encoding.changed",
    effect: "other",
    element: media.element,
    old: { pointer: appendPointer(media.old.pointer, keyword) },
    new: { pointer: appendPointer(media.new.pointer, keyword) },
    uses: media.uses,
    arguments: { members: [keyword] },
  });
}

/** What an encoding says, references followed and defaults omitted. Without any style the content type counts, with one it does not. */
function effective(document: JsonObject, encoding: JsonObject | undefined): JsonObject {
  if (encoding === undefined) return {};
  const style = textMember(encoding, "style");
  const explode = member(encoding, "explode");
  const contentType = textMember(encoding, "contentType")?.toLowerCase().replace(/\s+/gu, "");
  const hasStyle = ["style", "explode", "allowReserved"].some((name) => member(encoding, name) !== undefined);
  const isExploded = typeof explode === "boolean" ? explode : (style ?? "form") === "form";
  return {
    ...(contentType !== undefined && { contentType }),
    ...(hasStyle && { style: style ?? "form", explode: isExploded }),
    ...(flagMember(encoding, "allowReserved") && { allowReserved: true }),
    ...headersOf(document, encoding),
  };
}

/** Headers of a part by their names in lower case, without words. */
function headersOf(document: JsonObject, encoding: JsonObject): { readonly headers?: JsonObject } {
  const headers = objectMember(encoding, "headers");
  const entries = Object.entries(headers ?? {}).flatMap(([name, json]): [string, Json][] => {
    const header = follow(document, json, "#")?.json;
    const lower = name.toLowerCase();
    if (header === undefined || lower === "content-type") return [];
    const members = Object.entries(header).filter(([key]) => !IGNORED.has(key) && !key.startsWith("x-"));
    return isObject(header) ? [[lower, Object.fromEntries(members)]] : [];
  });
  return entries.length === 0 ? {} : { headers: Object.fromEntries(entries) };
}

const IGNORED: ReadonlySet<string> = new Set(["description", "example", "examples"]);
