import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { visitObjects } from "../../openapi/visit.js";
import { toPointer } from "../../text/json-pointer.js";
import { isObject, listMember, member, sortedMembers, textMember } from "../document/json-members.js";
import { componentKey } from "./component-pointer.js";

/** Name of a `$dynamicAnchor` → pointer of the schema that has it. */
export type Scope = ReadonlyMap<string, string>;

/** The dynamic anchors of a document. */
export interface DynamicAnchors {
  /** Component key → its anchors, of several of one name the first; sorted, without components that have none. */
  readonly anchors: ReadonlyMap<string, Scope>;
  /** Those outside of the components' schemas, in the order of their places. */
  readonly inline: readonly { readonly name: string; readonly pointer: string }[];
}

/** Reads all dynamic anchors: one walk over the document. */
export function readAnchors(document: JsonObject, schemas: JsonObject): DynamicAnchors {
  const anchors = new Map<string, Scope>();
  for (const [key, json] of sortedMembers(schemas)) {
    const found = new Map<string, string>();
    eachSchema(json, ["components", "schemas", key], (schema, pointer) => {
      const name = textMember(schema, "$dynamicAnchor");
      if (name !== undefined && !found.has(name)) found.set(name, pointer());
    });
    if (found.size > 0) anchors.set(key, found);
  }
  // Elsewhere they only matter beside those.
  if (anchors.size === 0) return { anchors, inline: [] };
  const inline: { name: string; pointer: string }[] = [];
  visitObjects(document, (node, kind, keys) => {
    if (kind !== "schema") return undefined;
    if (keys[0] === "components" && keys[1] === "schemas") return "skip";
    const name = textMember(node as JsonObject, "$dynamicAnchor");
    if (name !== undefined) inline.push({ name, pointer: toPointer(keys) });
    return undefined;
  });
  return { anchors, inline };
}

/** What one component refers to. */
export interface ComponentUses {
  /** Names of its `$dynamicRef`s. */
  readonly dynamic: ReadonlySet<string>;
  /** Components that its references lead to, each once. */
  readonly references: ReadonlySet<string>;
  /** Components that it is, in other words or with more of them. */
  readonly extended: readonly string[];
}

/** What each component refers to, read once, where it is asked for. */
export function readUses(schemas: JsonObject): (key: string) => ComponentUses {
  const known = new Map<string, ComponentUses>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = usesOf(member(schemas, key) ?? true);
    known.set(key, found);
    return found;
  };
}

function usesOf(json: Json): ComponentUses {
  const dynamic = new Set<string>();
  const references = new Set<string>();
  eachSchema(json, [], (schema) => {
    const reference = textMember(schema, "$dynamicRef");
    if (reference?.startsWith("#") === true) dynamic.add(reference.slice(1));
    const other = extendedKey(schema);
    if (other !== undefined) references.add(other);
  });
  const parts = isObject(json) ? [json, ...listMember(json, "allOf").filter(isObject)] : [];
  return { dynamic, references, extended: parts.flatMap((part) => extendedKey(part) ?? []) };
}

/** The component that a schema is, in other words or with more of them. */
export function extendedKey(json: JsonObject): string | undefined {
  const reference = textMember(json, "$ref");
  return reference === undefined ? undefined : componentKey(reference);
}

/** Components that a component leads to through others, itself left out; sorted. */
export function reachedBeyond(key: string, uses: (key: string) => ComponentUses): readonly string[] {
  const seen = new Set([key]);
  const waiting = [key];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const other of uses(next).references) {
      if (seen.has(other)) continue;
      seen.add(other);
      waiting.push(other);
    }
  }
  return [...seen].filter((other) => other !== key).sort();
}

/** Visits a schema and those that stand in it. */
function eachSchema(
  json: Json,
  keys: readonly string[],
  each: (schema: JsonObject, pointer: () => string) => void,
): void {
  visitObjects(
    json,
    (node, kind, at) => {
      if (kind === "schema") each(node as JsonObject, () => toPointer(at));
      return undefined;
    },
    { kind: "schema", keys },
  );
}
