import type { SchemaModel, SchemaNode } from "../../model/schema-model.js";
import type { TypePlan } from "../type-plan.js";
import { listedValues } from "./listed-values.js";
import { openType } from "./type-builders.js";

type Schemas = ReadonlyMap<string, SchemaModel>;

/**
 * Alternatives of which one is `string` (`number`) and another a name for listed ones: `State | string` is `string` to
 * an editor, which then suggests nothing; written `State | (string & {})` it still tells what is known.
 *
 * @param members - the alternatives.
 * @param types - their types, as planned.
 */
export function besideNames(
  members: readonly SchemaNode[],
  types: readonly TypePlan[],
  schemas: Schemas,
): readonly TypePlan[] {
  if (!types.some(isWide)) return types;
  const seen = new Set<string>();
  const named = members
    .filter(({ type }) => type.kind === "ref")
    .flatMap((node) => kindsOf(node, schemas, seen));
  return types.map((type) => (isWide(type) && named.includes(type.name) ? openType(type.name) : type));
}

function isWide(type: TypePlan): type is { readonly kind: "keyword"; readonly name: "string" | "number" } {
  return type.kind === "keyword" && (type.name === "string" || type.name === "number");
}

/**
 * `string`, `number`: what kinds of values a schema lists, by name or not.
 *
 * @param seen - names of the schemas that were looked at.
 */
function kindsOf(node: SchemaNode, schemas: Schemas, seen: Set<string>): readonly string[] {
  const { type } = node;
  const values = type.kind === "literal" ? [type.value] : listedValues(node);
  if (values !== undefined) return [...new Set(values.map((value) => typeof value))];
  if (type.kind === "union") return type.members.flatMap((member) => kindsOf(member, schemas, seen));
  if (type.kind !== "ref" || seen.has(type.name)) return [];
  seen.add(type.name);
  const target = schemas.get(type.name);
  return target === undefined ? [] : kindsOf(target.node, schemas, seen);
}
