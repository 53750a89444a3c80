import type { SchemaModel } from "../schema-model.js";
import { listPlaces } from "./list-keys.js";
import { placeOf } from "./schema-index.js";
import type { SchemaNote } from "./schema-note.js";

/**
 * Says of each alternative that has a name of the client so far whether that was its own, where nothing tells: those of
 * the earlier generation may be other ones.
 *
 * @param unsure - identities of such alternatives.
 */
export function noteUnsure(
  schemas: readonly SchemaModel[],
  unsure: ReadonlySet<string>,
): readonly SchemaNote[] {
  if (unsure.size === 0) return [];
  const named = new Map<string, SchemaModel>();
  for (const schema of schemas) {
    const { identity } = schema;
    for (const place of listPlaces(placeOf(identity))) {
      const before = named.get(place)?.identity ?? identity;
      if (unsure.has(place) && identity.length <= before.length) named.set(place, schema);
    }
  }
  return [...new Set(named.values())].map(({ name, node }) => ({
    text: `${name} may be another alternative than in the client so far: nothing tells which of those alike had the name. Check the code that uses it.`,
    pointer: node.origin.pointer,
  }));
}
