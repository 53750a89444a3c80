import type { PropertyModel, SchemaModel, SchemaNode } from "../../model/schema-model.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import { createVisitBudget, type VisitBudget } from "../../openapi/visit-budget.js";

type ScalarValue = string | number | boolean | null;

/** Looks through references and `allOf`: what a schema says in the end. Pure; made once per model. */
export interface SchemaReader {
  /** The schema that stands behind references, `null` alternatives of a union left aside when one other remains. */
  resolve(node: SchemaNode): SchemaNode;
  /** The schema of that name, as it stands; undefined when the model has none. */
  named(name: string): SchemaNode | undefined;
  /** Properties of an object, those of every `allOf` member included; undefined when it is no object. */
  properties(node: SchemaNode): readonly PropertyModel[] | undefined;
  /** The property at a member path. */
  property(node: SchemaNode, name: string): PropertyModel | undefined;
  /** The scalar values that a schema allows, when it says, each once: of a literal or an enum, through unions. */
  values(node: SchemaNode): readonly ScalarValue[];
  /**
   * What is made once for this reader: the results of a recursive question that has its home elsewhere.
   *
   * @param make - the same function each time; it is what the results are known by.
   */
  once<Made>(make: (reader: SchemaReader) => Made): Made;
  /** That of the contract: who walks over schemas with a reader counts the steps on it. */
  readonly budget: VisitBudget;
}

/**
 * Reads the named schemas of a model. Results are kept for as long as the reader is.
 *
 * @param budget - that of the contract; every question counts its steps on it.
 */
export function createSchemaReader(
  schemas: readonly SchemaModel[],
  budget: VisitBudget = createVisitBudget(),
): SchemaReader {
  const byName = new Map(schemas.map((schema) => [schema.name, schema.node]));

  const resolve = (node: SchemaNode): SchemaNode => {
    const seen = new Set<string>();
    for (let at = node; ;) {
      const next = nextOf(at);
      if (next === undefined || (at.type.kind === "ref" && seen.has(at.type.name))) return at;
      if (at.type.kind === "ref") seen.add(at.type.name);
      budget.visit();
      at = next;
    }
  };
  /** What a reference, or a union of one alternative and null, stands for. */
  const nextOf = ({ type }: SchemaNode): SchemaNode | undefined => {
    if (type.kind === "ref") return byName.get(type.name);
    if (type.kind !== "union") return undefined;
    const others = type.members.filter((member) => member.type.kind !== "null");
    return others.length === 1 ? others[0] : undefined;
  };

  const ofParts = recursiveResults<SchemaNode, readonly PropertyModel[] | undefined>({
    onCycle: undefined,
    budget,
    isSame: (left, right) => left?.length === right?.length,
    compute: ({ type }, recurse) => {
      if (type.kind === "object") return type.properties;
      if (type.kind !== "intersection") return undefined;
      const merged = new Map<string, PropertyModel>();
      for (const member of type.members) {
        const properties = recurse(resolve(member)) ?? [];
        budget.visit(properties.length);
        for (const property of properties)
          merged.set(property.name, merge(merged.get(property.name), property));
      }
      return [...merged.values()];
    },
  });
  const properties = (node: SchemaNode) => ofParts(resolve(node));

  const byMember = new WeakMap<readonly PropertyModel[], ReadonlyMap<string, PropertyModel>>();
  const property = (node: SchemaNode, name: string): PropertyModel | undefined => {
    const list = properties(node);
    if (list === undefined) return undefined;
    const known = byMember.get(list) ?? new Map(list.map((each) => [each.name, each]));
    byMember.set(list, known);
    return known.get(name);
  };

  const listed = recursiveResults<SchemaNode, readonly ScalarValue[]>({
    onCycle: [],
    budget,
    isSame: (left, right) => left.length === right.length,
    compute: ({ type }, recurse) => {
      if (type.kind === "enum") return type.values;
      if (type.kind === "literal" && !(typeof type.value === "object" && type.value !== null))
        return [type.value];
      if (type.kind !== "union" && type.kind !== "intersection") return [];
      const found = new Set<ScalarValue>();
      for (const member of type.members) {
        const values = recurse(resolve(member));
        budget.visit(values.length);
        for (const value of values) found.add(value);
      }
      return [...found];
    },
  });

  const made = new Map<(reader: SchemaReader) => unknown, unknown>();
  const reader: SchemaReader = {
    resolve,
    named: (name) => byName.get(name),
    properties,
    values: (node) => listed(resolve(node)),
    property,
    once: <Made>(make: (reader: SchemaReader) => Made) => {
      if (!made.has(make)) made.set(make, make(reader));
      return made.get(make) as Made;
    },
    budget,
  };
  return reader;
}

/** Of two parts that have a member, the last that describes it says what it is; one that requires it is enough. */
function merge(known: PropertyModel | undefined, next: PropertyModel): PropertyModel {
  if (known === undefined) return next;
  const described = next.undescribed === true ? known : next;
  return { ...described, required: known.required || next.required };
}
