import type { JsonObject } from "../../../load/loaded-contract.js";
import { isMembers, type Members, valueAt } from "../../../openapi/visit.js";
import { appendPointer, pointerKeys } from "../../../text/json-pointer.js";
import { readForm } from "./read-form.js";
import type { Discriminator, Slot, Union } from "./schema-form.js";
import { isSilent, type SchemaReferences } from "./schema-references.js";

/**
 * The subtypes of a base: the value of its discriminator → the pointer of the schema that values of the base have then. They are
 * named by the mapping, or are the components that have the base as a part (OpenAPI 3.1, 4.8.25). Unions list theirs themselves.
 */
export type FindSubtypes = (pointer: string) => ReadonlyMap<string, string>;

/** The bases of a document. */
export interface Bases {
  readonly subtypesOf: FindSubtypes;
  /**
   * The values of a base as alternatives: its subtypes. Undefined where it has values of its own, because a mapping or another base names
   * it, and where a subtype lacks what the base says.
   */
  readonly alternativesOf: (pointer: string) => Union | undefined;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Finds the bases of a document, and their subtypes. */
export function createBases(document: JsonObject, references: SchemaReferences): Bases {
  const known = new Map<string, ReadonlyMap<string, string>>();
  let parts: Parts | undefined;
  const subtypesAt = (pointer: string): ReadonlyMap<string, string> => {
    parts ??= readParts(document, references);
    if (parts.discriminators.size === 0) return NONE;
    const base = baseAt(pointer, references);
    const found = known.get(base) ?? subtypesOf(base, parts);
    known.set(base, found);
    return found;
  };
  return {
    subtypesOf: subtypesAt,
    alternativesOf: (pointer) => {
      const mapping = subtypesAt(pointer);
      return mapping.size === 0 || parts === undefined
        ? undefined
        : alternativesOf(baseAt(pointer, references), mapping, parts);
    },
  };
}

/** The component that a schema within another is, with nothing but annotations beside it. */
function baseAt(pointer: string, { raw, referenceOf, target }: SchemaReferences): string {
  const json = pointer.split("/").length === COMPONENT_KEYS ? undefined : raw(pointer);
  if (!isMembers(json)) return pointer;
  const { allOf } = json;
  const parts: readonly unknown[] = [json, ...(Array.isArray(allOf) ? (allOf as readonly unknown[]) : [])];
  const [reference, ...others] = parts.flatMap((part) => {
    const found = isMembers(part) ? referenceOf(part, pointer) : undefined;
    return found === undefined ? [] : [target(found)];
  });
  const isAlone = parts.every(
    (part) => isMembers(part) && Object.keys(part).every((key) => isBeside(part, key)),
  );
  return reference !== undefined && others.length === 0 && isAlone ? reference : pointer;
}

/** `#`, `components`, `schemas` and the name. */
const COMPONENT_KEYS = 4;

const BESIDE: ReadonlySet<string> = new Set([
  ...["allOf", "default", "deprecated", "nullable", "readOnly", "type", "writeOnly", "xml"],
]);

function isBeside(json: Members, keyword: string): boolean {
  return isSilent(json, keyword) || BESIDE.has(keyword) || keyword.startsWith("x-");
}

function alternativesOf(
  pointer: string,
  mapping: ReadonlyMap<string, string>,
  { bases, children, discriminators }: Parts,
): Union | undefined {
  const discriminator = discriminators.get(pointer);
  if (discriminator === undefined) return undefined;
  const above = closure(pointer, (base) => bases.get(base));
  const below = closure(pointer, (base) => children.get(base));
  const isOwnValue = [...above].some((base) => base !== pointer && discriminators.has(base));
  const isMapped = [...discriminator.mapping.values(), discriminator.otherwise].includes(pointer);
  const areParts = [...mapping.values()].every((target) => below.has(target));
  if (isOwnValue || isMapped || !areParts) return undefined;
  return {
    kind: "oneOf",
    pointer: discriminator.pointer,
    branches: [...new Set(mapping.values())],
    hasNull: false,
    listsNull: false,
    discriminator: { ...discriminator, mapping },
    isImplied: true,
  };
}

/** A node, and the reader of its document. */
interface Side {
  readonly reader: { readonly subtypesOf: FindSubtypes };
  readonly node: { readonly slot: Slot; readonly parts: readonly string[] };
}

/** The pointer of a node that is one schema as a whole: one that omits something is an alternative of another. */
export function wholePointer({ slot, parts }: Side["node"]): string | undefined {
  return parts.filter((part) => part !== "").length === 1 ? slot[0] : undefined;
}

/** The subtypes of a node that is a base as a whole, by the value of its discriminator. */
export function nodeSubtypes({ reader, node }: Side): ReadonlyMap<string, string> {
  const pointer = wholePointer(node);
  return pointer === undefined ? NONE : reader.subtypesOf(pointer);
}

/** The subtypes that two bases, of two documents, both have: for one value, or under one name where its value changed. */
export function sharedSubtypes(one: Side, other: Side): readonly (readonly [string, string])[] {
  const [own, others] = [nodeSubtypes(one), nodeSubtypes(other)];
  const targets = new Set(others.values());
  return [...own].flatMap(([value, before]) => {
    const after = others.get(value) ?? (targets.has(before) ? before : undefined);
    return after === undefined ? [] : [[before, after] as const];
  });
}

/** What components are made of. */
interface Parts {
  /** Base → the components that have it as a part. */
  readonly children: ReadonlyMap<string, ReadonlySet<string>>;
  /** Component → its parts. */
  readonly bases: ReadonlyMap<string, readonly string[]>;
  /** Of the components that have one, and no union. */
  readonly discriminators: ReadonlyMap<string, Discriminator>;
}

function readParts(document: JsonObject, references: SchemaReferences): Parts {
  const schemas = valueAt(document, ["components", "schemas"]);
  const children = new Map<string, Set<string>>();
  const bases = new Map<string, readonly string[]>();
  const discriminators = new Map<string, Discriminator>();
  for (const name of isMembers(schemas) ? Object.keys(schemas) : []) {
    const pointer = appendPointer("#/components/schemas", name);
    const json = references.raw(pointer);
    if (!isMembers(json) || references.target(pointer) !== pointer) continue;
    const listed = Array.isArray(json["allOf"]) ? (json["allOf"] as readonly unknown[]) : [];
    const own = [json, ...listed].flatMap((part) => {
      const reference = isMembers(part) ? references.referenceOf(part, pointer) : undefined;
      return reference === undefined ? [] : [references.target(reference)];
    });
    bases.set(pointer, own);
    for (const base of own) children.set(base, (children.get(base) ?? new Set()).add(pointer));
    const hasUnion = json["oneOf"] !== undefined || json["anyOf"] !== undefined;
    if (hasUnion || json["discriminator"] === undefined) continue;
    const { discriminator } = readForm(json, pointer, references);
    if (discriminator !== undefined) discriminators.set(pointer, discriminator);
  }
  return { children, bases, discriminators };
}

function subtypesOf(
  pointer: string,
  { children, bases, discriminators }: Parts,
): ReadonlyMap<string, string> {
  const own = discriminators.get(pointer);
  const inherited = [...closure(pointer, (base) => bases.get(base))].flatMap(
    (base) => discriminators.get(base) ?? [],
  );
  if (own === undefined && inherited.length === 0) return NONE;
  const below = closure(pointer, (base) => children.get(base));
  below.delete(pointer);
  const mapped = [own, ...inherited]
    .flatMap((discriminator) => [...(discriminator?.mapping ?? [])])
    .filter(([, target]) => target !== pointer && target.startsWith("#/"))
    .filter((entry) => below.has(entry[1]) || own?.mapping.get(entry[0]) === entry[1]);
  const targets = new Set(mapped.map(([, target]) => target));
  const implied = [...below]
    .filter((target) => !targets.has(target))
    .map((target): [string, string] => [pointerKeys(target).at(-1) ?? "", target]);
  return new Map([...implied, ...mapped]);
}

/** What something leads to, itself included. */
function closure(start: string, next: (pointer: string) => Iterable<string> | undefined): Set<string> {
  const found = new Set([start]);
  for (const pointer of found) for (const other of next(pointer) ?? []) found.add(other);
  return found;
}
