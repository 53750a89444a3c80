import type { SchemaNode } from "../../../model/schema-model.js";
import { reachable } from "../../../openapi/recursive-results.js";
import { byText } from "../../../text/by-text.js";
import type { SchemaReader } from "../schema-reader.js";
import { type IdentifierNames, type IdentifierSources, isIdentifier } from "./identifier-names.js";

/** What one schema has itself, up to its references. */
interface Members {
  /** Names of identifiers that are text, alone or in a list. */
  readonly texts: ReadonlySet<string>;
  /** Names of members that may be a number. */
  readonly numbers: ReadonlySet<string>;
  readonly references: ReadonlySet<string>;
}

/** Named schemas are looked into once for all responses of a contract. */
const known = new WeakMap<IdentifierNames, Map<string, Members>>();

/**
 * Names of the members of a response that are 64-bit identifiers in text wherever they are, sorted; undefined: there are
 * none. A name that another member of the response has for what may be a number is omitted.
 */
export function listTextIdentifiers(
  node: SchemaNode | undefined,
  { identifiers, reader }: IdentifierSources,
): readonly string[] | undefined {
  if (node === undefined) return undefined;
  const byName = known.get(identifiers) ?? new Map<string, Members>();
  known.set(identifiers, byName);
  const named = (name: string): Members => {
    const target = reader.named(name);
    const found = byName.get(name) ?? membersOf(target === undefined ? [] : [target], identifiers, reader);
    byName.set(name, found);
    return found;
  };
  const all = [
    ...reachable([membersOf([node], identifiers, reader)], ({ references }) => [...references].map(named)),
  ];
  reader.budget.visit(all.length, node.origin.pointer);
  const texts = new Set(all.flatMap((one) => [...one.texts]));
  if (texts.size === 0) return undefined;
  const names = [...texts].filter((name) => !all.some(({ numbers }) => numbers.has(name)));
  return names.length === 0 ? undefined : names.sort(byText);
}

function membersOf(roots: readonly SchemaNode[], names: IdentifierNames, reader: SchemaReader): Members {
  const texts = new Set<string>();
  const numbers = new Set<string>();
  const references = new Set<string>();
  const visit = ({ type }: SchemaNode): readonly SchemaNode[] => {
    switch (type.kind) {
      case "ref":
        references.add(type.name);
        return [];
      case "array":
        return [type.items];
      case "tuple":
        return [...type.items, ...(type.rest === undefined ? [] : [type.rest])];
      case "object":
        for (const { name, schema } of type.properties) {
          const { isText, mayBeNumber } = kindOf(schema, reader);
          if (mayBeNumber) numbers.add(name);
          else if (isText && (names.isLong(name, schema) || isIdentifier(elementOf(schema, reader), reader)))
            texts.add(name);
        }
        return [
          ...type.properties.map(({ schema }) => schema),
          ...type.patterns.map(({ schema }) => schema),
          ...(typeof type.additional === "object" ? [type.additional] : []),
        ];
      case "union":
      case "intersection":
        return type.members;
      default:
        return [];
    }
  };
  for (const node of reachable(roots, visit)) reader.budget.visit(1, node.origin.pointer);
  return { texts, numbers, references };
}

/** What a member may be, alone or in a list, whatever alternative is meant. */
function kindOf(
  schema: SchemaNode,
  reader: SchemaReader,
): { readonly isText: boolean; readonly mayBeNumber: boolean } {
  let isText = false;
  let mayBeNumber = false;
  const inside = ({ type }: SchemaNode): readonly SchemaNode[] => {
    switch (type.kind) {
      case "array":
        return [reader.resolve(type.items)];
      case "union":
      case "intersection":
        return type.members.map((member) => reader.resolve(member));
      case "string":
        isText = true;
        return [];
      case "any":
      case "number":
        mayBeNumber = true;
        return [];
      case "literal":
        mayBeNumber ||= typeof type.value === "number";
        return [];
      case "enum":
        mayBeNumber ||= type.values.some((value) => typeof value === "number");
        return [];
      default:
        return [];
    }
  };
  for (const node of reachable([reader.resolve(schema)], inside)) reader.budget.visit(1, node.origin.pointer);
  return { isText, mayBeNumber };
}

/** What is in a list, or beside null; else the value itself. */
function elementOf(schema: SchemaNode, reader: SchemaReader): SchemaNode {
  const target = reader.resolve(schema);
  const { type } = target;
  if (type.kind === "array") return elementOf(type.items, reader);
  if (type.kind !== "union") return target;
  const [only, ...others] = type.members.filter((member) => reader.resolve(member).type.kind !== "null");
  return only === undefined || others.length > 0 ? target : reader.resolve(only);
}
