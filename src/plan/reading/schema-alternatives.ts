import type { PropertyModel, SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "./schema-reader.js";

/** More alternatives than anybody describes: a schema that multiplies to more is left whole. */
const MOST = 256;

/**
 * What a schema can be, each by itself: the members of its unions, through references, each with all that stands beside the
 * union (`oneOf` with `properties`); `null` left aside. Unions that lead to each other are gone through once.
 */
export function alternatives(node: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  return listAlternatives(node, reader, new Set());
}

/** @param seen - unions and intersections whose alternatives are listed already */
function listAlternatives(
  node: SchemaNode,
  reader: SchemaReader,
  seen: Set<SchemaNode>,
): readonly SchemaNode[] {
  const target = reader.resolve(node);
  const { type } = target;
  if (type.kind !== "union" && type.kind !== "intersection") return [target];
  if (seen.has(target)) return [];
  seen.add(target);
  if (type.kind === "union")
    return type.members
      .filter((member) => member.type.kind !== "null")
      .flatMap((member) => listAlternatives(member, reader, seen));
  const parts = type.members.map((member) => listAlternatives(member, reader, new Set(seen)));
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
export function memberOf(node: SchemaNode, name: string, reader: SchemaReader): PropertyModel | undefined {
  const found = partsOf(node, reader).flatMap((part) => reader.property(part, name) ?? []);
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

function partsOf(node: SchemaNode, reader: SchemaReader, depth = 0): readonly SchemaNode[] {
  const target = reader.resolve(node);
  if (target.type.kind !== "intersection" || depth > 20) return [target];
  return target.type.members.flatMap((member) => partsOf(member, reader, depth + 1));
}
