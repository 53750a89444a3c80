import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/code-span.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { Fact } from "../fact.js";
import {
  flagMember,
  follow,
  isSameJson,
  type Located,
  member,
  objectMember,
  shown,
  textMember,
} from "./document-nodes.js";
import { contentOf, serialisationOf } from "./read-parameters.js";
import type { WireComparison } from "./wire-comparison.js";

/** A media type of both documents. */
type MediaPair = Pick<Fact, "element" | "uses"> & { readonly old: Located; readonly new: Located };

/** Compares how the parts of a multipart body or form are encoded (OpenAPI, Encoding Object). */
export function compareEncodings(comparison: WireComparison, media: MediaPair): void {
  const [old, now] = [objectMember(media.old.json, "encoding"), objectMember(media.new.json, "encoding")];
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
  for (const name of [...names].sort(byText)) {
    addChanged(comparison, media, ["encoding", name], `part ${codeSpan(name)}`);
    compareHeaderSchemas(comparison, media, ["encoding", name]);
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

/** Headers of a part by their names in lower case: how each is written. Their schemas are compared on their own. */
function headersOf(document: JsonObject, encoding: JsonObject): { readonly headers?: JsonObject } {
  const entries = locateHeaders(document, { json: encoding, pointer: "#" }).map(
    ([name, header]): [string, Json] => {
      const content = contentOf(document, header)?.name;
      const required = flagMember(header.json, "required");
      if (content !== undefined) return [name, { required, content }];
      const { style, explode } = serialisationOf(header.json, "header");
      return [name, { required, style, explode }];
    },
  );
  return entries.length === 0 ? {} : { headers: Object.fromEntries(entries) };
}

/** `Content-Type` is described by `contentType`, and ignored here (OpenAPI, Encoding Object, `headers`). */
function locateHeaders(document: JsonObject, encoding: Located): readonly (readonly [string, Located])[] {
  const pointer = appendPointer(encoding.pointer, "headers");
  return Object.entries(objectMember(encoding.json, "headers") ?? {}).flatMap(([name, json]) => {
    const header = follow(document, json, appendPointer(pointer, name));
    const lower = name.toLowerCase();
    return header === undefined || lower === "content-type" ? [] : [[lower, header] as const];
  });
}

function compareHeaderSchemas(
  { schemas, ...documents }: WireComparison,
  media: MediaPair,
  keys: readonly [string, string],
): void {
  const at = ({ json, pointer }: Located): Located => ({
    json: objectMember(objectMember(json, keys[0]), keys[1]) ?? {},
    pointer: appendPointer(pointer, ...keys),
  });
  const after = new Map(locateHeaders(documents.new, at(media.new)));
  for (const [name, before] of locateHeaders(documents.old, at(media.old))) {
    const match = after.get(name);
    if (match === undefined || ![before, match].every(({ json }) => member(json, "schema") !== undefined))
      continue;
    for (const use of media.uses) {
      schemas.compare(appendPointer(before.pointer, "schema"), appendPointer(match.pointer, "schema"), use);
    }
  }
}
