import type { JsonObject } from "../../../load/loaded-contract.js";
import { isMembers, valueAt } from "../../../openapi/visit.js";
import { appendPointer, pointerKeys } from "../../../text/json-pointer.js";
import { readForm } from "./read-form.js";
import type { Discriminator, Slot } from "./schema-form.js";
import type { SchemaReferences } from "./schema-references.js";

/**
 * The subtypes of a base: the value of its discriminator → the pointer of the schema that values of the base have then. They are
 * named by the mapping, or are the components that have the base as a part (OpenAPI 3.1, 4.8.25). Unions list theirs themselves.
 */
export type FindSubtypes = (pointer: string) => ReadonlyMap<string, string>;

const NONE: ReadonlyMap<string, string> = new Map();

/** Finds the subtypes of the schemas of a document. */
export function createSubtypes(document: JsonObject, references: SchemaReferences): FindSubtypes {
  const known = new Map<string, ReadonlyMap<string, string>>();
  let parts: Parts | undefined;
  return (pointer) => {
    parts ??= readParts(document, references);
    if (parts.discriminators.size === 0) return NONE;
    const found = known.get(pointer) ?? subtypesOf(pointer, parts);
    known.set(pointer, found);
    return found;
  };
}

/** A node, and the reader of its document. */
interface Side {
  readonly reader: { readonly subtypesOf: FindSubtypes };
  readonly node: { readonly slot: Slot; readonly parts: readonly string[] };
}

/** The subtypes of a node that is a base as a whole, by the value of its discriminator. */
export function nodeSubtypes({ reader, node: { slot, parts } }: Side): ReadonlyMap<string, string> {
  const [pointer] = slot;
  // A node that omits something is one of the alternatives of another.
  const isWhole = slot.length === 1 && parts.filter((part) => part !== "").length === 1;
  return pointer !== undefined && isWhole ? reader.subtypesOf(pointer) : NONE;
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
