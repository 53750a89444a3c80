import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/** What of a reader null is looked for with. */
type Reader = Pick<SchemaReader, "named">;

/**
 * Whether null is among the values of a schema. A named schema is looked at once a round, however many alternatives lead
 * to it; what one round finds of it may tell more of others in the next.
 */
export function isNullable(node: SchemaNode, reader: Reader): boolean {
  const known = new Set<string>();
  for (;;) {
    const before = known.size;
    if (admitsNull(node, reader, known, new Set())) return true;
    if (known.size === before) return false;
  }
}

/**
 * @param known - names of schemas that admit null for certain; what is found is added.
 * @param seen - names that were looked at in this round.
 */
function admitsNull(node: SchemaNode, reader: Reader, known: Set<string>, seen: Set<string>): boolean {
  const { type } = node;
  const admits = (part: SchemaNode) => admitsNull(part, reader, known, seen);
  switch (type.kind) {
    case "null":
      return true;
    case "ref": {
      const { name } = type;
      if (known.has(name)) return true;
      const target = seen.has(name) ? undefined : reader.named(name);
      seen.add(name);
      if (target === undefined || !admits(target)) return false;
      known.add(name);
      return true;
    }
    case "literal":
      return type.value === null;
    case "enum":
      return type.values.includes(null);
    case "union":
      return type.members.some(admits);
    case "intersection":
      return type.members.every(admits);
    default:
      return false;
  }
}
