import type { Json } from "../../load/loaded-contract.js";
import { escapePointerSegment } from "../../text/json-pointer.js";
import type { SchemaNode } from "../schema-model.js";

/** Where a schema stands while it is built, and what it is called if it needs a name. */
export interface SchemaPlace {
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
  /**
   * Pointer of the schema that this alternative is the only shape of: what was called by that place, before there were
   * alternatives, is this.
   */
  readonly shapeOf?: string;
}

/** Builds the schema at a place; an inline one that deserves a name comes back as a reference to it. */
export type BuildSchema = (json: Json, place: SchemaPlace) => SchemaNode;

/** The place of a value below: a property, an item, a member of a map. Recursion through it is harmless. */
export function below(place: SchemaPlace, suffix: string, ...keys: readonly string[]): SchemaPlace {
  const { owner, name } = place;
  return { pointer: step(place.pointer, keys), name: `${name}${suffix}`, named: false, owner };
}

/** The place of a schema for the same value: a member of `allOf`, `oneOf` or `anyOf`. */
export function beside(place: SchemaPlace, suffix: string, ...keys: readonly string[]): SchemaPlace {
  const { within } = place;
  return { ...below(place, suffix, ...keys), ...(within === undefined ? {} : { within }) };
}

function step(pointer: string, keys: readonly string[]): string {
  return `${pointer}${keys.map((key) => `/${escapePointerSegment(key)}`).join("")}`;
}
