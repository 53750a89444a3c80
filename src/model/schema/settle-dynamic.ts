import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { toPointer } from "../../text/json-pointer.js";
import {
  isObject,
  listMember,
  member,
  objectMember,
  sortedMembers,
  textMember,
} from "../document/json-members.js";
import { componentKey } from "./component-pointer.js";
import type { SchemaNote } from "./schema-note.js";

/** Name of a `$dynamicAnchor` → pointer of the schema that has it. */
type Scope = ReadonlyMap<string, string>;

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
  const anchors = new Map(sortedMembers(schemas).map(([key, json]) => [key, anchorsIn(json, key)]));
  const names = [...anchors.values()].flatMap((scope) => [...scope.keys()]);
  noteInline(document, new Set(names), notes);
  const several = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  if (several.size === 0) return document;
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
    return shared.size > 0 && (mentions(member(schemas, key) ?? true, shared) || extendsFurther(key, shared));
  };
  const extendsFurther = (key: string, names: ReadonlySet<string>): boolean => {
    const json = member(schemas, key);
    if (!isObject(json)) return false;
    return [json, ...listMember(json, "allOf")].some((part) => {
      const base = isObject(part) ? extendedKey(part) : undefined;
      return base !== undefined && base !== key && mentions(member(schemas, base) ?? true, names);
    });
  };
  const settled = new Map(sortedMembers(schemas).map(([key]) => [key, instance(key, new Map(), [key])]));
  for (const [key, json] of settled) {
    for (const other of reachedBeyond(json, key, settled)) {
      if (!extendsIt(other, scopeOf(key))) continue;
      const text = `The schema ${JSON.stringify(other)} has a dynamic reference that would mean ${JSON.stringify(key)} where it is reached from there; it is read as it stands alone.`;
      notes.push({ text, pointer: toPointer(["components", "schemas", key]) });
    }
  }
  const components = objectMember(document, "components");
  return { ...document, components: { ...components, schemas: Object.fromEntries(settled) } };
}

/** As many schemas are written anew for those that extend them: a contract with more does it to take time. */
const MOST_COPIES = 100;

function tooMany(key: string): SchemaNote {
  return {
    text: `More than ${String(MOST_COPIES)} schemas are extended by others with a dynamic anchor of their own; the rest is read as it stands alone.`,
    pointer: toPointer(["components", "schemas", key]),
  };
}

/** Tells of anchors outside of the components' schemas, which would mean another schema to what they extend. */
function noteInline(document: JsonObject, names: ReadonlySet<string>, notes: SchemaNote[]): void {
  visit(document, [], (object, keys) => {
    if (keys[0] === "components" && keys[1] === "schemas") return;
    const name = textMember(object, "$dynamicAnchor");
    if (name === undefined || !names.has(name)) return;
    const text = `The dynamic anchor ${JSON.stringify(name)} changes what a component means; that is read for components alone, and here the component is read as it stands alone.`;
    notes.push({ text, pointer: toPointer([...keys]) });
  });
}

/** The dynamic anchors in a component; of several of one name the first. */
function anchorsIn(json: Json, key: string): Scope {
  const found = new Map<string, string>();
  visit(json, ["components", "schemas", key], (object, keys) => {
    const name = textMember(object, "$dynamicAnchor");
    if (name !== undefined && !found.has(name)) found.set(name, toPointer(keys));
  });
  return found;
}

/** The component that a schema is, in other words or with more of them. */
function extendedKey(json: JsonObject): string | undefined {
  const reference = textMember(json, "$ref");
  return reference === undefined ? undefined : componentKey(reference);
}

/** Whether a dynamic reference to one of the names stands anywhere in a schema. */
function mentions(json: Json, names: ReadonlySet<string>): boolean {
  let found = false;
  visit(json, [], (object) => {
    const reference = textMember(object, "$dynamicRef");
    if (reference?.startsWith("#") === true && names.has(reference.slice(1))) found = true;
  });
  return found;
}

/** The schema with plain references in place of dynamic ones to names in the scope. */
function settle(json: Json, scope: Scope, around = ""): Json {
  if (Array.isArray(json)) return (json as readonly Json[]).map((item) => settle(item, scope));
  if (!isObject(json)) return json;
  const isData = (key: string) => around !== "properties" && DATA.has(key);
  const { $dynamicRef: dynamic, ...rest }: JsonObject = Object.fromEntries<Json>(
    Object.entries(json).map(([key, child]) => [key, isData(key) ? child : settle(child, scope, key)]),
  );
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

/** Components that a component leads to through others, itself left out. */
function reachedBeyond(json: Json, key: string, schemas: ReadonlyMap<string, Json>): readonly string[] {
  const seen = new Set([key]);
  const waiting = [json];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    visit(next, [], (object) => {
      const other = extendedKey(object);
      if (other === undefined || seen.has(other)) return;
      seen.add(other);
      waiting.push(schemas.get(other) ?? true);
    });
  }
  return [...seen].filter((other) => other !== key).sort();
}

/** Values are data, whatever they hold; a property may be *named* so, then schemas stand in what is around it. */
const DATA: ReadonlySet<string> = new Set(["example", "examples", "default", "const", "enum"]);

/** Visits every object but those in data. `keys` is the way to it and changes as the walk goes on. */
function visit(
  json: Json,
  keys: string[],
  each: (object: JsonObject, keys: readonly string[]) => void,
): void {
  if (!Array.isArray(json) && !isObject(json)) return;
  if (isObject(json)) each(json, keys);
  const properties = keys.at(-1) === "properties";
  for (const [key, child] of Object.entries<Json>(json)) {
    if (!properties && DATA.has(key)) continue;
    keys.push(key);
    visit(child, keys, each);
    keys.pop();
  }
}
