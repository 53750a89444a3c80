import type { JsonObject } from "../../load/loaded-contract.js";
import { type ObjectKind, valueOf } from "../../openapi/keywords.js";
import { operationPosition, withoutParameterNames } from "../../openapi/operations.js";
import { valueAt, visitObjects } from "../../openapi/visit.js";
import { fragmentKeys, pointerKeys, toPointer } from "../../text/json-pointer.js";

/** What a pointer into a document is about, where composition, items and alternatives count as the schema that has them. */
export interface SchemaPosition {
  /** The schema at the start: `#/components/schemas/Pet`, that of a body or parameter; undefined: it is in no schema. */
  readonly root: string | undefined;
  /** Names of the properties that lead from it to the value. */
  readonly path: readonly string[];
  /** Pointer of the last one of them, with composition and items. */
  readonly property?: string;
}

/** Keywords of a schema whose value describes other values than the members of the same object. */
const DEFINITIONS: ReadonlySet<string> = new Set(["$defs", "definitions"]);

/** Finds the schema that a pointer is in, and the properties on the way: `…/Pet/allOf/1/properties/tags/items` is `tags` of `Pet`. */
export function schemaPosition(pointer: string): SchemaPosition {
  const keys = pointerKeys(pointer);
  let kind: ObjectKind = "openapi";
  let root: string | undefined;
  const path: string[] = [];
  let property: string | undefined;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    if (kind === "schema" && root === undefined) root = toPointer(keys.slice(0, index));
    const value = valueOf(kind, key);
    if (value.holds === "data") break;
    if (value.holds !== "one" && index + 1 < keys.length && !isSingle(value.holds, keys[index + 1])) index++;
    if (kind === "schema" && DEFINITIONS.has(key)) {
      root = toPointer(keys.slice(0, index + 1));
      path.length = 0;
      property = undefined;
    } else if (kind === "schema" && key === "properties") {
      path.push(keys[index] ?? "");
      property = toPointer(keys.slice(0, index + 1));
    }
    kind = value.kind;
    if (kind === "schema" && root === undefined && index === keys.length - 1) root = toPointer(keys);
  }
  return { root, path, ...(property !== undefined && { property }) };
}

/** `items` of JSON Schema 2020-12 is one schema, that of earlier drafts may be a list. */
function isSingle(holds: string, next: string | undefined): boolean {
  return holds === "one or list" && !/^\d+$/u.test(next ?? "");
}

/** A position as text, equal for equal positions: `#/components/schemas/Pet/properties/tags`. */
export function positionKey(root: string, path: readonly string[]): string {
  return path.reduce((text, name) => `${text}${toPointer(["properties", name]).slice(1)}`, root);
}

/** The operation that a pointer is in, without the names of its path parameters: `GET /pets/{}`; undefined: in none. */
export function operationAt(pointer: string): string | undefined {
  const position = operationPosition(pointerKeys(pointer));
  return position === undefined ? undefined : withoutParameterNames(`${position.method} ${position.path}`);
}

/** A member of an object, by the schema that declares the object ({@link positionKey}) and its name. */
export interface MemberPosition {
  readonly owner: string;
  readonly name: string;
}

/** Where values of a schema occur. */
export interface ValuePositions {
  readonly members: readonly MemberPosition[];
  /** Pointers of the schemas of parameters, bodies and headers whose whole value it is. */
  readonly roots: readonly string[];
}

/** Finds where values of a schema occur in a contract: follows references backwards, each schema once. */
export class ContractPositions {
  readonly #document: JsonObject;
  /** Target of references → the positions of the references. */
  readonly #references = new Map<string, SchemaPosition[]>();

  constructor(document: JsonObject) {
    this.#document = document;
    visitObjects(document, (node, kind, keys) => {
      if (kind !== "schema") return undefined;
      for (const keyword of ["$ref", "$dynamicRef"]) {
        const reference = node[keyword];
        if (typeof reference === "string" && reference.startsWith("#/"))
          this.#addReference(toPointer(fragmentKeys(reference)), toPointer(keys));
      }
      return undefined;
    });
  }

  #addReference(target: string, pointer: string): void {
    const key = keyOf(schemaPosition(target));
    const positions = this.#references.get(key) ?? [];
    this.#references.set(key, positions);
    positions.push(schemaPosition(pointer));
  }

  /** Whether the contract has something at a pointer. */
  has(pointer: string): boolean {
    return valueAt(this.#document, pointerKeys(pointer)) !== undefined;
  }

  /** Where the value at a position occurs, as a member or as a whole. */
  valuesAt(position: SchemaPosition): ValuePositions {
    const members = new Map<string, MemberPosition>();
    const roots = new Set<string>();
    const seen = new Set<string>();
    const open = [position];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { root, path } = next;
      const key = keyOf(next);
      if (root === undefined || seen.has(key)) continue;
      seen.add(key);
      const name = path.at(-1);
      if (name !== undefined) {
        const owner = positionKey(root, path.slice(0, -1));
        members.set(key, { owner, name });
      } else if (!root.startsWith("#/components/schemas/")) roots.add(root);
      open.push(...(this.#references.get(key) ?? []));
    }
    return { members: [...members.values()], roots: [...roots] };
  }

  /**
   * The schemas whose objects have the members that a schema declares: itself, and those that are composed of it.
   *
   * @param owner - see {@link positionKey}
   */
  ownersOf(owner: string): readonly string[] {
    const owners = new Set([owner]);
    for (const one of owners) {
      for (const position of this.#references.get(one) ?? []) {
        if (position.root !== undefined) owners.add(keyOf(position));
      }
    }
    return [...owners];
  }
}

function keyOf({ root, path }: SchemaPosition): string {
  return root === undefined ? "" : positionKey(root, path);
}
