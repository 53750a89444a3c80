import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { member } from "../document/json-members.js";
import type { ObjectType, SchemaNode } from "../schema-model.js";
import { evaluatesAlone } from "./build-shape.js";
import { readConstraints, readFormats } from "./constraints.js";

/** What a schema asserts beside its type; nothing that the type says anyway. */
export function ownConstraints(json: JsonObject, { type }: SchemaNode): Readonly<Record<string, Json>> {
  const found: Record<string, Json> = { ...readConstraints(json) };
  const drop = (keyword: string) => Reflect.deleteProperty(found, keyword);
  if (type.kind === "object" || typeof found["unevaluatedProperties"] === "boolean")
    drop("unevaluatedProperties");
  if (type.kind === "object" && listsNames(json, type)) drop("propertyNames");
  if ((type.kind === "array" || type.kind === "tuple") && evaluatesAlone(json)) drop("unevaluatedItems");
  if (type.kind === "string" || type.kind === "number") return found;
  const { format, ...formats } = readFormats(json);
  const said = format === undefined || (type.kind === "binary" && format === "binary");
  return { ...formats, ...(said ? {} : { format }), ...found };
}

/** Names that `propertyNames` lists became members, and nothing else is allowed. */
function listsNames(json: JsonObject, { additional }: ObjectType): boolean {
  const keywords = ["additionalProperties", "unevaluatedProperties"];
  return additional === "closed" && keywords.every((keyword) => member(json, keyword) !== false);
}
