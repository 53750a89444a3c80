import type { SchemaModel, SchemaNode } from "../../model/schema-model.js";
import { type ListedValue, listedValues, listKey } from "./listed-values.js";
import { accessOf, partsOf } from "./schema-usage.js";

type Schemas = ReadonlyMap<string, SchemaModel>;

/** What answers bring to whoever reads them. */
export interface ReadValues {
  /** Names of the schemas whose values they bring. */
  readonly names: ReadonlySet<string>;
  /** The values of the enums that stand in those, and in the answers themselves, by {@link listKey}. */
  readonly lists: ReadonlyMap<string, readonly ListedValue[]>;
}

/**
 * Follows what answers bring. A server never sends what is write-only (OpenAPI, Schema Object): what is behind such a
 * member is sent alone.
 */
export function tellRead(schemas: Schemas, answers: readonly SchemaNode[]): ReadValues {
  const names = new Set<string>();
  const lists = new Map<string, readonly ListedValue[]>();
  const waiting = [...answers];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const values = listedValues(node);
    if (values !== undefined) {
      lists.set(listKey(values), values);
      continue;
    }
    for (const part of readParts(node, schemas)) waiting.push(part);
    if (node.type.kind !== "ref" || names.has(node.type.name)) continue;
    names.add(node.type.name);
    const target = schemas.get(node.type.name);
    if (target !== undefined) waiting.push(target.node);
  }
  return { names, lists };
}

/** The schemas that stand directly in a schema, without those of members that answers do not have. */
function readParts(node: SchemaNode, schemas: Schemas): readonly SchemaNode[] {
  const { type } = node;
  if (type.kind !== "object") return partsOf(node);
  const properties = type.properties.filter(({ schema }) => accessOf(schema, schemas) !== "writeOnly");
  return partsOf({ ...node, type: { ...type, properties } });
}
