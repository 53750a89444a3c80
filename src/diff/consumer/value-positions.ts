import type { JsonObject } from "../../load/loaded-contract.js";
import { valueAt, visitObjects } from "../../openapi/visit.js";
import { fragmentKeys, pointerKeys, toPointer } from "../../text/json-pointer.js";
import { positionKey, type SchemaPosition, schemaPosition } from "./schema-position.js";

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
