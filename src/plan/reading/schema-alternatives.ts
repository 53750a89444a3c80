import type { PropertyModel, SchemaNode } from "../../model/schema-model.js";
import { reachable } from "../../openapi/recursive-results.js";
import type { SchemaReader } from "./schema-reader.js";

/** What of a reader alternatives are read with. */
type Reader = Pick<SchemaReader, "resolve" | "property">;

/** More alternatives than anybody describes: a schema that multiplies to more is left whole. */
const MOST = 256;

/**
 * What a schema can be, each by itself: the members of its unions, through references, each with all that stands beside the
 * union (`oneOf` with `properties`); `null` left aside. Unions that lead to each other are gone through once.
 */
export function alternatives(node: SchemaNode, reader: Reader): readonly SchemaNode[] {
  return listAlternatives(node, { reader, ofParts: new Map() }, new Set());
}

/** What listing alternatives goes through. */
interface Listing {
  readonly reader: Reader;
  /** What intersections were found to be: a part of many is gone through once. */
  readonly ofParts: Map<SchemaNode, readonly SchemaNode[]>;
}

/** @param seen - unions and intersections that are being listed, and unions that are */
function listAlternatives(node: SchemaNode, listing: Listing, seen: Set<SchemaNode>): readonly SchemaNode[] {
  const target = listing.reader.resolve(node);
  const { type } = target;
  if (type.kind !== "union" && type.kind !== "intersection") return [target];
  const known = listing.ofParts.get(target);
  if (known !== undefined) return known;
  if (seen.has(target)) return [];
  seen.add(target);
  if (type.kind === "union")
    return type.members
      .filter((member) => member.type.kind !== "null")
      .flatMap((member) => listAlternatives(member, listing, seen));
  const parts = type.members.map((member) => listAlternatives(member, listing, new Set(seen)));
  const combined = combineParts(target, parts);
  listing.ofParts.set(target, combined);
  return combined;
}

function combineParts(target: SchemaNode, parts: readonly (readonly SchemaNode[])[]): readonly SchemaNode[] {
  const count = parts.reduce((product, part) => product * part.length, 1);
  if (count < 2 || count > MOST) return [target];
  return combine(parts).map((members) => {
    // What tells it from the others says where it stands.
    const own = members.find((_, index) => (parts[index]?.length ?? 0) > 1) ?? target;
    return { ...target, origin: own.origin, type: { kind: "intersection", members } };
  });
}

/** One of each part, in every combination. */
function combine(parts: readonly (readonly SchemaNode[])[]): readonly (readonly SchemaNode[])[] {
  return parts.reduce<readonly (readonly SchemaNode[])[]>(
    (begun, part) => begun.flatMap((members) => part.map((member) => [...members, member])),
    [[]],
  );
}

/** A member of an object with all that its parts (`allOf`) say of it; undefined where none has it. */
export function memberOf(node: SchemaNode, name: string, reader: Reader): PropertyModel | undefined {
  const parts = partsOf(node, reader).filter(({ type }) => type.kind !== "intersection");
  const found = parts.flatMap((part) => reader.property(part, name) ?? []);
  const [first] = found;
  if (first === undefined || found.length === 1) return first;
  return {
    ...first,
    required: found.some(({ required }) => required),
    schema: {
      ...first.schema,
      type: { kind: "intersection", members: found.map(({ schema }) => schema) },
    },
  };
}

/** A schema and all that it is put together of (`allOf`), through references, each once. */
export function partsOf(node: SchemaNode, reader: Reader): readonly SchemaNode[] {
  const parts = reachable([reader.resolve(node)], ({ type }) =>
    type.kind === "intersection" ? type.members.map((member) => reader.resolve(member)) : [],
  );
  return [...parts];
}
