import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { mapChildren } from "../../openapi/visit.js";
import { toPointer } from "../../text/json-pointer.js";
import {
  isObject,
  listMember,
  member,
  objectMember,
  sortedMembers,
  textMember,
} from "../document/json-members.js";
import { extendedKey, readAnchors, readUses, reachedBeyond, type Scope } from "./dynamic-anchors.js";
import type { SchemaNote } from "./schema-note.js";

/**
 * Settles what each `$dynamicRef` of the components means where several schemas have its `$dynamicAnchor` (JSON Schema
 * 2020-12, core 8.2.3.2: the outermost on the way to it). A component that is reached by itself is the outermost, so that
 * it means its own anchor. A component that extends another (by `$ref` or in `allOf`) and has an anchor of the same name
 * becomes that other with its own anchor in place: `Strict` of `Tree` has children that are `Strict`.
 *
 * What is reached on a longer way is read as it stands, with a note; what has no anchor of its own stays as it is.
 *
 * @returns the document with plain references, or the very same where nothing is to settle.
 */
export function settleDynamic(document: JsonObject, notes: SchemaNote[]): JsonObject {
  const schemas = objectMember(objectMember(document, "components"), "schemas");
  if (schemas === undefined) return document;
  const { anchors, inline } = readAnchors(document, schemas);
  if (anchors.size === 0) return document;
  const counts = new Map<string, number>();
  for (const name of [...anchors.values()].flatMap((scope) => [...scope.keys()]))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { name, pointer } of inline) if (counts.has(name)) notes.push(inlineNote(name, pointer));
  const several = new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name));
  if (several.size === 0) return document;
  const uses = readUses(schemas);
  let copies = 0;
  const scopeOf = (key: string): Scope =>
    new Map([...(anchors.get(key) ?? [])].filter(([name]) => several.has(name)));

  /** A component as it is within the scope of others that extend it. */
  const instance = (key: string, outer: Scope, within: readonly string[]): Json => {
    const json = member(schemas, key) ?? true;
    if (!isObject(json)) return json;
    const scope = new Map([...scopeOf(key), ...outer]);
    const settled = settle(json, scope) as JsonObject;
    const extend = (part: Json): Json => {
      const base = isObject(part) ? extendedKey(part) : undefined;
      if (base === undefined || within.includes(base) || copies > MOST_COPIES) return part;
      if (!extendsIt(base, scope)) return part;
      copies += 1;
      if (copies > MOST_COPIES) notes.push(tooMany(key));
      return withoutNames(instance(base, scope, [...within, base]));
    };
    const base = extend({ $ref: textMember(settled, "$ref") ?? "" });
    const parts = listMember(settled, "allOf").map(extend);
    const { $ref: reference, ...rest } = settled;
    if (reference === undefined || textMember(base as JsonObject, "$ref") === reference)
      return parts.length === 0 ? settled : { ...settled, allOf: parts };
    return { ...rest, allOf: [base, ...parts] };
  };
  /** Whether a component has both an anchor of a name in the scope and a reference to it. */
  const extendsIt = (key: string, scope: Scope): boolean => {
    const shared = new Set([...scopeOf(key).keys()].filter((name) => scope.has(name)));
    return shared.size > 0 && (mentions(key, shared) || extendsFurther(key, shared));
  };
  const mentions = (key: string, names: ReadonlySet<string>): boolean =>
    [...names].some((name) => uses(key).dynamic.has(name));
  const extendsFurther = (key: string, names: ReadonlySet<string>): boolean =>
    uses(key).extended.some((base) => base !== key && mentions(base, names));
  const settled = new Map(sortedMembers(schemas).map(([key]) => [key, instance(key, new Map(), [key])]));
  noteFurther(settled, scopeOf, extendsIt, notes);
  const components = objectMember(document, "components");
  return { ...document, components: { ...components, schemas: Object.fromEntries(settled) } };
}

/** Tells of what is reached on a longer way than the settled references take. */
function noteFurther(
  settled: ReadonlyMap<string, Json>,
  scopeOf: (key: string) => Scope,
  extendsIt: (key: string, scope: Scope) => boolean,
  notes: SchemaNote[],
): void {
  const uses = readUses(Object.fromEntries(settled));
  let told = 0;
  for (const key of settled.keys()) {
    const scope = scopeOf(key);
    if (scope.size === 0) continue;
    const pointer = toPointer(["components", "schemas", key]);
    for (const other of reachedBeyond(key, uses)) {
      if (!extendsIt(other, scope)) continue;
      told += 1;
      if (told > MOST_TOLD) {
        notes.push({ text: tooManyTold, pointer });
        return;
      }
      const text = `The schema ${JSON.stringify(other)} has a dynamic reference that would mean ${JSON.stringify(key)} where it is reached from there; it is read as it stands alone.`;
      notes.push({ text, pointer });
    }
  }
}

/** As many notes of one kind are read by somebody; every schema of a contract may lead to every other. */
const MOST_TOLD = 100;

const tooManyTold = `More than ${String(MOST_TOLD)} schemas are reached where a dynamic reference would mean another schema; the rest is not listed, and read as it stands alone, too.`;

function inlineNote(name: string, pointer: string): SchemaNote {
  const text = `The dynamic anchor ${JSON.stringify(name)} changes what a component means; that is read for components alone, and here the component is read as it stands alone.`;
  return { text, pointer };
}

/** As many schemas are written anew for those that extend them: a contract with more does it to take time. */
const MOST_COPIES = 100;

function tooMany(key: string): SchemaNote {
  return {
    text: `More than ${String(MOST_COPIES)} schemas are extended by others with a dynamic anchor of their own; the rest is read as it stands alone.`,
    pointer: toPointer(["components", "schemas", key]),
  };
}

/** The schema with plain references in place of dynamic ones to names in the scope. */
function settle(json: Json, scope: Scope): Json {
  if (!isObject(json)) return json;
  const { $dynamicRef: dynamic, ...rest } = mapChildren(json, "schema", (child, kind) =>
    kind === "schema" ? settle(child as Json, scope) : child,
  ) as JsonObject;
  const target =
    typeof dynamic === "string" && dynamic.startsWith("#") ? scope.get(dynamic.slice(1)) : undefined;
  if (target === undefined) return dynamic === undefined ? rest : { ...rest, $dynamicRef: dynamic };
  if (rest["$ref"] === undefined) return { ...rest, $ref: target };
  return { ...rest, allOf: [...listMember(rest, "allOf"), { $ref: target }] };
}

/** What a copy must not be called as well. */
function withoutNames(json: Json): Json {
  if (!isObject(json)) return json;
  const names = new Set(["$id", "$anchor", "$dynamicAnchor", "$defs"]);
  return Object.fromEntries(Object.entries(json).filter(([key]) => !names.has(key)));
}
