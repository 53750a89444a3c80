import type { JsonObject } from "../../../load/loaded-contract.js";
import { follow, propertiesOf } from "./success-schema.js";

/** What the `GET` of one item returns. */
export interface ReadItem {
  readonly schema: JsonObject;
  /** Whether a thing of a list is the item, or its short form: one that has some of the members of the item. */
  readonly isOne: (thing: JsonObject) => boolean;
}

/**
 * What the `GET` of one item returns. Contracts can have many members here and many lists there: the members are looked up by
 * their names, so that not every list is compared with every member.
 */
export function readItem(document: JsonObject, schema: JsonObject): ReadItem {
  const results = new Map<string, boolean>();
  let things: Things | undefined;
  return {
    schema,
    isOne: (thing) => {
      things ??= thingsIn(document, schema);
      if (things.schemas.has(thing)) return true;
      const names = namesIn(document, thing);
      const key = JSON.stringify(names);
      const isOne = results.get(key) ?? isPart(names, things);
      results.set(key, isOne);
      return isOne;
    },
  };
}

/** What an item may be in the response of its `GET`. */
interface Things {
  readonly schemas: ReadonlySet<JsonObject>;
  /** Name of a member → the sets of names that have it; those of two schemas with the same names are one set. */
  readonly byName: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
}

/** What the read of one thing may return it in: itself, or a member. */
function thingsIn(document: JsonObject, item: JsonObject): Things {
  const held = propertiesOf(document, item).map(([, json]) => follow(document, json));
  const schemas = new Set([item, ...held.filter((schema) => schema !== undefined)]);
  const sets = [...schemas].map((one) => [...new Set(namesIn(document, one))]);
  const different = new Map(sets.map((names) => [JSON.stringify(names), new Set(names)]));
  const byName = new Map<string, ReadonlySet<string>[]>();
  for (const set of different.values()) {
    for (const name of set) {
      const holders = byName.get(name);
      if (holders === undefined) byName.set(name, [set]);
      else holders.push(set);
    }
  }
  return { schemas, byName };
}

/** The names of the members of a schema, sorted; more than once where several of its parts have one. */
function namesIn(document: JsonObject, schema: JsonObject): readonly string[] {
  return propertiesOf(document, schema)
    .map(([name]) => name)
    .sort();
}

/** Whether something that is read alone has all of some members. */
function isPart(names: readonly string[], { byName }: Things): boolean {
  if (names.length < 2) return false;
  const [rarest = []] = names.map((name) => byName.get(name) ?? []).sort((a, b) => a.length - b.length);
  return rarest.some((set) => names.every((name) => set.has(name)));
}
