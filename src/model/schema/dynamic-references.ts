import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { mapChildren, visitObjects } from "../../openapi/visit.js";
import { toPointer } from "../../text/json-pointer.js";
import { isObject, listMember, member, objectMember, sortedMembers, textMember } from "../json-members.js";
import { componentKey, componentPointer } from "../schema-position.js";

/**
 * Settles what each `$dynamicRef` of the components means where several schemas have its `$dynamicAnchor` (JSON Schema
 * 2020-12, core 8.2.3.2: the outermost on the way to it). A component that is reached by itself is the outermost, so that
 * it means its own anchor. A component that extends another (by `$ref` or in `allOf`) and has an anchor of the same name
 * becomes that other with its own anchor in place: `Strict` of `Tree` has children that are `Strict`.
 *
 * References over more steps stay as they are, with a diagnostic; so do schemas without an anchor of their own.
 *
 * @returns the document with plain references, or the very same where nothing is to settle.
 */
export function resolveDynamic(document: JsonObject, found: Diagnostic[]): JsonObject {
  const schemas = objectMember(objectMember(document, "components"), "schemas");
  if (schemas === undefined) return document;
  const { anchors, inline } = readAnchors(document, schemas);
  if (anchors.size === 0) return document;
  const counts = new Map<string, number>();
  for (const name of [...anchors.values()].flatMap((scope) => [...scope.keys()]))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { name, pointer } of inline)
    if (counts.has(name)) found.push(diagnostic("schema/inline-dynamic-anchor", pointer, { name }));
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
    const resolved = resolveReferences(json, scope) as JsonObject;
    const extend = (part: Json): Json => {
      const base = isObject(part) ? extendedKey(part) : undefined;
      if (base === undefined || within.includes(base) || copies > MOST_COPIES) return part;
      if (!extendsIt(base, scope)) return part;
      copies += 1;
      if (copies > MOST_COPIES)
        found.push(diagnostic("schema/dynamic-anchor-limit", componentPointer(key), { limit: MOST_COPIES }));
      return withoutNames(instance(base, scope, [...within, base]));
    };
    const base = extend({ $ref: textMember(resolved, "$ref") ?? "" });
    const parts = listMember(resolved, "allOf").map(extend);
    const { $ref: reference, ...rest } = resolved;
    if (reference === undefined || textMember(base as JsonObject, "$ref") === reference)
      return parts.length === 0 ? resolved : { ...resolved, allOf: parts };
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
  const resolved = new Map(sortedMembers(schemas).map(([key]) => [key, instance(key, new Map(), [key])]));
  diagnoseDistantReferences(resolved, scopeOf, extendsIt, found);
  const components = objectMember(document, "components");
  return { ...document, components: { ...components, schemas: Object.fromEntries(resolved) } };
}

/** Tells of what is reached on a longer way than the settled references take. */
function diagnoseDistantReferences(
  resolved: ReadonlyMap<string, Json>,
  scopeOf: (key: string) => Scope,
  extendsIt: (key: string, scope: Scope) => boolean,
  found: Diagnostic[],
): void {
  const uses = readUses(Object.fromEntries(resolved));
  let reported = 0;
  for (const key of resolved.keys()) {
    const scope = scopeOf(key);
    if (scope.size === 0) continue;
    const pointer = componentPointer(key);
    for (const other of reachedBeyond(key, uses)) {
      if (!extendsIt(other, scope)) continue;
      reported += 1;
      if (reported > MAX_REPORTED) {
        found.push(diagnostic("schema/dynamic-references-unlisted", pointer, { limit: MAX_REPORTED }));
        return;
      }
      found.push(diagnostic("schema/dynamic-reference-elsewhere", pointer, { schema: other, outer: key }));
    }
  }
}

/** The most diagnostics of one kind; every schema of a contract may lead to every other. */
const MAX_REPORTED = 100;

/** The most copies of schemas for those that extend them: a contract with more is built to take time. */
const MOST_COPIES = 100;

/** The schema with plain references in place of dynamic ones to names in the scope. */
function resolveReferences(json: Json, scope: Scope): Json {
  if (!isObject(json)) return json;
  const { $dynamicRef: dynamic, ...rest } = mapChildren(json, "schema", (child, kind) =>
    kind === "schema" ? resolveReferences(child as Json, scope) : child,
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

/** Name of a `$dynamicAnchor` → pointer of the schema that has it. */
export type Scope = ReadonlyMap<string, string>;

/** The dynamic anchors of a document. */
interface DynamicAnchors {
  /** Component key → its anchors, of several of one name the first; sorted, without components that have none. */
  readonly anchors: ReadonlyMap<string, Scope>;
  /** Those outside of the components' schemas, in the order of their places. */
  readonly inline: readonly { readonly name: string; readonly pointer: string }[];
}

/** Reads all dynamic anchors: one walk over the document. */
function readAnchors(document: JsonObject, schemas: JsonObject): DynamicAnchors {
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
interface ComponentUses {
  /** Names of its `$dynamicRef`s. */
  readonly dynamic: ReadonlySet<string>;
  /** Components that its references lead to, each once. */
  readonly references: ReadonlySet<string>;
  /** Components that it is, in other words or with more of them. */
  readonly extended: readonly string[];
}

/** What each component refers to, read once, where it is asked for. */
function readUses(schemas: JsonObject): (key: string) => ComponentUses {
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
function extendedKey(json: JsonObject): string | undefined {
  const reference = textMember(json, "$ref");
  return reference === undefined ? undefined : componentKey(reference);
}

/** Components that a component leads to through others, without itself; sorted. */
function reachedBeyond(key: string, uses: (key: string) => ComponentUses): readonly string[] {
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

/** Visits a schema and its nested schemas. */
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
