import type { Json, JsonObject } from "../../../load/loaded-contract.js";
import { valueAt } from "../../../openapi/visit.js";
import { byText } from "../../../text/by-text.js";
import { codeSpan } from "../../../text/code-span.js";
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
import { compareLifeCycle } from "../compare-life-cycle.js";
import { compareSchemas } from "../compare-values.js";
import { contentOf, serialisationOf } from "../read-parameters.js";
import type { WireComparison } from "../wire-comparison.js";

/** A media type of both documents. */
type MediaPair = Pick<Fact, "element" | "uses"> & { readonly old: Located; readonly new: Located };

/**
 * Compares how the parts of a multipart body or form are encoded (OpenAPI, Encoding Object). Since OpenAPI 3.2 a part may have
 * parts itself.
 */
export function compareEncodings(comparison: WireComparison, media: MediaPair): void {
  for (const { keys, title } of partsOf(media.old.json, media.new.json)) {
    const at = ({ json, pointer }: Located): Located => ({
      json: (valueAt(json, keys) ?? {}) as JsonObject,
      pointer: appendPointer(pointer, ...keys),
    });
    const [old, now] = [at(media.old), at(media.new)];
    const part = { old, new: now, element: `${title} of ${media.element}`, uses: media.uses };
    addChanged(comparison, part);
    compareDocs(comparison, { ...part, kind: "encoding" });
    compareHeaderSchemas(comparison, part);
    compareEncodings(comparison, part);
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

function addChanged(comparison: WireComparison, part: MediaPair): void {
  const [old, now] = [effective(comparison.old, part.old.json), effective(comparison.new, part.new.json)];
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
    element: part.element,
    old: { pointer: part.old.pointer, ...shown(changed(old)) },
    new: { pointer: part.new.pointer, ...shown(changed(now)) },
    uses: part.uses,
    arguments: { members },
  });
}

/** What an encoding says, references followed and defaults omitted. Without any style the content type counts, with one it does not. */
function effective(document: JsonObject, encoding: JsonObject): JsonObject {
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

function compareHeaderSchemas(comparison: WireComparison, part: MediaPair): void {
  const after = new Map(locateHeaders(comparison.new, part.new));
  for (const [name, before] of locateHeaders(comparison.old, part.old)) {
    const match = after.get(name);
    if (match === undefined) continue;
    const element = `header ${codeSpan(name)} of ${part.element}`;
    const pair = { old: before, new: match, element };
    for (const use of part.uses) compareSchemas(comparison, { ...pair, subject: "header", use });
    compareDocs(comparison, { ...pair, kind: "header", uses: part.uses });
    compareLifeCycle(comparison, { ...pair, subject: "header", uses: part.uses });
  }
}
