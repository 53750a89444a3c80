import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { dataKeywords, type ObjectKind } from "../../openapi/keywords.js";
import { childrenOf } from "../../openapi/visit.js";
import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/printable.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { Use } from "../fact.js";
import {
  follow,
  isObject,
  isSameJson,
  listMember,
  type Located,
  member,
  namedEntries,
  objectMember,
} from "./document-nodes.js";
import type { WireComparison } from "./wire-comparison.js";

/** An object with documentation, in both documents. */
export interface DocumentedPair {
  readonly kind: ObjectKind;
  readonly old: Located;
  readonly new: Located;
  readonly element: string;
  readonly uses: readonly Use[];
}

/** What only people read, by kind of object; of all others `description` and `summary`. */
const WORDS: Readonly<Partial<Record<ObjectKind, readonly string[]>>> = {
  callback: [],
  components: [],
  example: ["dataValue", "description", "externalValue", "serializedValue", "summary", "value"],
  header: ["description", "example", "examples"],
  info: ["contact", "description", "license", "summary", "termsOfService", "title"],
  mediaType: ["example", "examples"],
  openapi: ["externalDocs", "tags"],
  operation: ["description", "externalDocs", "summary"],
  oauthFlow: [],
  parameter: ["description", "example", "examples"],
  paths: [],
  responses: [],
  schema: ["$comment", "description", "example", "examples", "externalDocs", "title"],
  securityScheme: ["bearerFormat", "deprecated", "description"],
  server: ["description", "name"],
  xml: [],
};

/** Extensions that have rules of their own. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set(["x-stability-level", "x-sunset"]);

/** Compares the documentation of an object and its extensions: one fact for each of the two, whatever changed in them. */
export function compareDocs({ facts, ...documents }: WireComparison, pair: DocumentedPair): void {
  const words = WORDS[pair.kind] ?? ["description", "summary"];
  const changed = words.filter((name) => !isSameDoc(documents, pair, name));
  const extensions = extensionsOf(pair.old.json, pair.new.json);
  const edits = [
    { change: "docs.changed", members: changed },
    { change: "extension.changed", members: extensions },
  ];
  for (const { change, members } of edits) {
    if (members.length === 0) continue;
    facts.add({
      change,
      effect: "equal",
      element: pair.element,
      old: { pointer: pair.old.pointer },
      new: { pointer: pair.new.pointer },
      uses: pair.uses,
      arguments: { members },
    });
  }
}

function isSameDoc(
  documents: Pick<WireComparison, "new" | "old">,
  pair: DocumentedPair,
  name: string,
): boolean {
  const [old, now] = [member(pair.old.json, name), member(pair.new.json, name)];
  if (isSameJson(old, now)) return true;
  if (name !== "examples" || !isObject(old) || !isObject(now)) return false;
  return isSameJson(followEach(documents.old, old), followEach(documents.new, now));
}

/** Examples by name, references followed. */
function followEach(document: JsonObject, examples: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(examples).map(([name, json]): [string, Json] => [
      name,
      follow(document, json, "#")?.json ?? json,
    ]),
  );
}

/** A list whose changes are reported for what it lists: `enum.names-changed`, `enum.known-value-added`. */
const ENUM_LIST = /^x-(?:enum-?names|enum-varnames|extensible-enum)$/iu;

function extensionsOf(old: JsonObject, now: JsonObject): readonly string[] {
  const isReported = (name: string) =>
    KNOWN_EXTENSIONS.has(name) ||
    (ENUM_LIST.test(name) && [old, now].every((json) => listMember(json, name).length > 0));
  const isChanged = (name: string) =>
    name.startsWith("x-") && !isReported(name) && !isSameJson(member(old, name), member(now, name));
  const names = [...Object.keys(old).filter(isChanged), ...Object.keys(now).filter(isChanged)];
  return names.length === 0 ? names : [...new Set(names)].sort(byText);
}

/** Compares the documentation of the schemas and examples that both documents have as components, by name. */
export function compareComponentDocs(comparison: WireComparison): void {
  for (const pair of componentPairs(comparison, "schemas"))
    compareBelow(comparison, { ...pair, kind: "schema" });
  for (const pair of componentPairs(comparison, "examples"))
    compareDocs(comparison, { ...pair, kind: "example" });
}

/** The components of a section that both documents have. */
function componentPairs(
  comparison: WireComparison,
  section: string,
): readonly Omit<DocumentedPair, "kind">[] {
  const sectionOf = (document: JsonObject) => objectMember(objectMember(document, "components"), section);
  const now = sectionOf(comparison.new);
  return namedEntries(sectionOf(comparison.old)).flatMap(([name, json]) => {
    const after = member(now, name);
    if (!isObject(json) || !isObject(after)) return [];
    const pointer = appendPointer("#/components", section, name);
    const element = section === "examples" ? `example ${codeSpan(name)}` : codeSpan(name);
    return [{ old: { json, pointer }, new: { json: after, pointer }, element, uses: [] }];
  });
}

/** Compares the documentation of two schemas and of what is inline in them. What they refer to is compared as a component. */
export function compareBelow(comparison: WireComparison, pair: DocumentedPair): void {
  const [old, now] = [pair.old.json, pair.new.json];
  if (isSameJson(old, now)) return;
  compareDocs(comparison, pair);
  const children = new Map(childrenOf(now, "schema").map((child) => [child.keys.join("\n"), child]));
  for (const { keys, kind, value } of childrenOf(old, "schema")) {
    const match = children.get(keys.join("\n"))?.value;
    if (!isObject(value as Json) || !isObject(match as Json)) continue;
    const [keyword = "", name = ""] = keys;
    if (LISTS.has(keyword) && !isAlike(value as JsonObject, match as JsonObject)) continue;
    const below = {
      kind,
      old: { json: value as JsonObject, pointer: appendPointer(pair.old.pointer, ...keys) },
      new: { json: match as JsonObject, pointer: appendPointer(pair.new.pointer, ...keys) },
      element: keyword === "properties" ? `property ${codeSpan(name)} of ${pair.element}` : pair.element,
      uses: pair.uses,
    };
    if (kind === "schema") compareBelow(comparison, below);
    else if (kind === "discriminator" || kind === "xml")
      compareDocs(comparison, { ...below, element: `${codeSpan(keyword)} of ${pair.element}` });
  }
}

/** Lists whose order means nothing: the same index need not be the same schema. */
const LISTS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);

/** Whether two schemas have the same keywords and the same simple values, so that they may be one schema in two versions. */
function isAlike(old: JsonObject, now: JsonObject): boolean {
  const names = (json: JsonObject) =>
    Object.keys(json)
      .filter((name) => !(WORDS.schema ?? []).includes(name) && !dataKeywords.has(name))
      .sort();
  return (
    isSameJson(names(old), names(now)) &&
    ["$ref", "type", "enum", "const"].every((name) => isSameJson(member(old, name), member(now, name)))
  );
}
