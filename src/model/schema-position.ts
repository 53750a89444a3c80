import type { Json } from "../load/loaded-contract.js";
import { escapePointerSegment } from "../text/json-pointer.js";
import { isObject, member } from "./json-members.js";
import type { SchemaNode, SchemaType } from "./schema-model.js";

/** The position of a schema while it is built, and its name if it needs one. */
export interface SchemaPosition {
  /** JSON pointer into the document, `#/components/schemas/Cabinet`. */
  readonly pointer: string;
  /** Pascal case; what an inline schema here is named, and what the names of those below it start with. */
  readonly name: string;
  /** True when this very schema has that name already: what is split off it needs another. */
  readonly named: boolean;
  /** Component or operation whose file it belongs to. */
  readonly owner: string;
  /**
   * Pointer of the reference target that this place is a part of without a property or an item between them. A
   * reference from here back to it would be a type that consists of itself (see `endless-references.ts`).
   */
  readonly within?: string;
  /** Pointer of the schema that this alternative is, beside null: it has the name that the whole had without null. */
  readonly shapeOf?: string;
}

/** Builds the schema at a place; an inline one that deserves a name comes back as a reference to it. */
export type BuildSchema = (json: Json, position: SchemaPosition) => SchemaNode;

/** The place of a value below: a property, an item, a member of a map. Recursion through it is harmless. */
export function below(position: SchemaPosition, suffix: string, ...keys: readonly string[]): SchemaPosition {
  const { owner, name } = position;
  return { pointer: step(position.pointer, keys), name: `${name}${suffix}`, named: false, owner };
}

/** The place of a schema for the same value: a member of `allOf`, `oneOf` or `anyOf`. */
export function beside(position: SchemaPosition, suffix: string, ...keys: readonly string[]): SchemaPosition {
  const { within } = position;
  return { ...below(position, suffix, ...keys), ...(within === undefined ? {} : { within }) };
}

function step(pointer: string, keys: readonly string[]): string {
  return `${pointer}${keys.map((key) => `/${escapePointerSegment(key)}`).join("")}`;
}

/** The most alternatives that read well inline. */
export const FEW = 4;

/**
 * Whether an inline schema becomes a declaration of its own: an object with members, what is put together of several,
 * and named alternatives that a property distinguishes or that are many. Scalars, enums, lists and maps stay where they are.
 */
export function deservesName(type: SchemaType): boolean {
  if (type.kind === "object") return type.properties.length > 0;
  if (type.kind === "intersection") return true;
  if (type.kind !== "union") return false;
  const shapes = type.members.filter((member) => member.type.kind === "ref");
  return (type.discriminator?.mapping.length ?? 0) > 0 || shapes.length > FEW;
}

/** Whether a schema has no schema below or beside it: referring to it is as good as repeating it. */
export function isScalarJson(json: Json): boolean {
  if (!isObject(json)) return true;
  return [
    ...["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"],
    ...["properties", "additionalProperties", "patternProperties", "items", "prefixItems"],
  ].every((keyword) => {
    const value = member(json, keyword);
    return value === undefined || typeof value === "boolean";
  });
}

/** Pointer of a component schema. */
export function componentPointer(key: string): string {
  return `#/components/schemas/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Key of the component schema that a pointer is; undefined for any other place. */
export function componentKey(pointer: string): string | undefined {
  const match = /^#\/components\/schemas\/([^/]+)$/.exec(pointer);
  return match?.[1]?.replaceAll("~1", "/").replaceAll("~0", "~");
}
