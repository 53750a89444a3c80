import type { SchemaNode } from "../../../model/schema-model.js";
import type { SchemaReader } from "../schema-reader.js";
import type { IdentifierNames } from "./identifier-names.js";

/** Schemas under names: what is known of a value by the member or parameter that has it. */
export interface MarkedSchemas {
  /** The schema of a member, as a copy of its own where its name says more of it. */
  readonly member: (name: string | undefined, schema: SchemaNode, isInContext: boolean) => SchemaNode;
  /** A copy that is an identifier, or a list of them; undefined: its values are not text. */
  readonly identifier: (schema: SchemaNode) => SchemaNode | undefined;
  /** A copy whose members are those of a context. */
  readonly context: (schema: SchemaNode) => SchemaNode;
  readonly isIdentifier: (node: SchemaNode) => boolean;
  readonly isInContext: (node: SchemaNode) => boolean;
}

/** A schema has one copy of a kind, whatever leads to it. */
export function markSchemas(names: IdentifierNames, reader: SchemaReader): MarkedSchemas {
  const marked = new Set<SchemaNode>();
  const inContext = new Set<SchemaNode>();
  const identifiers = new Map<SchemaNode, SchemaNode | undefined>();
  const contexts = new Map<SchemaNode, SchemaNode>();
  const copyOf = (target: SchemaNode, depth: number): SchemaNode | undefined => {
    const { type } = target;
    const isText =
      type.kind === "string" ||
      (type.kind === "intersection" &&
        type.members.some((member) => reader.resolve(member).type.kind === "string"));
    if (isText) {
      const copy = { ...target };
      marked.add(copy);
      return copy;
    }
    if (type.kind !== "array" || depth > MOST_LISTS) return undefined;
    const items = copyOf(reader.resolve(type.items), depth + 1);
    return items === undefined ? undefined : { ...target, type: { ...type, items } };
  };
  const identifier = (schema: SchemaNode): SchemaNode | undefined => {
    const target = reader.resolve(schema);
    if (!identifiers.has(target)) identifiers.set(target, copyOf(target, 0));
    return identifiers.get(target);
  };
  const context = (schema: SchemaNode): SchemaNode => {
    const target = reader.resolve(schema);
    const copy = contexts.get(target) ?? { ...target };
    contexts.set(target, copy);
    inContext.add(copy);
    return copy;
  };
  return {
    identifier,
    context,
    member: (name, schema, isInContext) => {
      if (name === undefined) return reader.resolve(schema);
      const isNamed = names.isLong(name, schema) || (isInContext && names.isShown(name));
      const found = isNamed ? identifier(schema) : undefined;
      return found ?? (names.isContext(name) ? context(schema) : reader.resolve(schema));
    },
    isIdentifier: (node) => marked.has(node),
    isInContext: (node) => inContext.has(node),
  };
}

/** Lists in lists that are looked into. */
const MOST_LISTS = 3;
