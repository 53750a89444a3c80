import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { createVisitBudget, type VisitBudget } from "../../openapi/visit.js";
import { byText } from "../../text/by-text.js";
import { pointerKeys, toPointer } from "../../text/json-pointer.js";
import { member } from "../json-members.js";
import type { SchemaModel, SchemaNode } from "../schema-model.js";
import { componentPointer, type SchemaPosition } from "../schema-position.js";
import { buildNode } from "./build-node.js";
import { mayLack, diagnoseSubtypes } from "./discriminators.js";
import { resolveDynamic } from "./dynamic-references.js";
import { diagnoseDialect } from "./diagnose-schema.js";
import { baseIdentity, indexSchemas, type NamedBase } from "./schema-index.js";
import { bareNode } from "./schema-nodes.js";
import { createNodeContext } from "./node-context.js";

/** Turns the schemas of one document into the model's normal form. */
export interface SchemaBuilder {
  /**
   * Builds an inline schema of a parameter, a body or a response. Call in a canonical order: names are given out as
   * schemas are met. A schema that was met before (a shared response) comes back as the same reference.
   *
   * @param json - the schema, as written in the document.
   * @param pointer - its position, with or without the leading `#`.
   * @param suggestedName - Pascal case; its name if it deserves one, and what the names below it start with.
   * @param owner - name of the operation (or component) in whose file its named parts go.
   * @throws UserError (exit 3) on what is not a schema, or refers to nothing.
   */
  node(json: Json, pointer: string, suggestedName: string, owner: string): SchemaNode;
  /** Every named schema, sorted by name: components, and inline schemas named from their positions. Call last, and once. */
  finish(): readonly SchemaModel[];
  /** Diagnostics about the schemas, in the order met. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Starts with the components, in sorted order, so that no operation can take a name from them.
 *
 * @param reserved - type names that belong to the client itself.
 * @param locked - names of an earlier generation, by {@link SchemaModel.identity}.
 * @param longDigits - integers that JavaScript rounds: rounded number → digits as written.
 * @param budget - that of the contract.
 * @throws UserError (exit 3) on what is not a schema, or refers to nothing, or takes too many steps to read.
 */
export function createSchemaBuilder(
  given: JsonObject,
  dialect: "3.0" | "3.1" | "3.2",
  reserved: ReadonlySet<string> = new Set(),
  locked: ReadonlyMap<string, string> = new Map(),
  longDigits: ReadonlyMap<number, string> = new Map(),
  budget: VisitBudget = createVisitBudget(),
): SchemaBuilder {
  const diagnostics: Diagnostic[] = [...diagnoseDialect(given, "#")];
  const document = resolveDynamic(given, diagnostics);
  const index = indexSchemas(document, reserved, locked, diagnostics, budget);
  const schemas: SchemaModel[] = [];
  const nodes = createNodeContext(index, dialect, schemas, diagnostics, longDigits, budget);
  for (const [key, name] of [...index.byKey].sort(([left], [right]) => byText(left, right))) {
    const pointer = componentPointer(key);
    const position: SchemaPosition = { pointer, name, named: true, owner: name, within: pointer };
    const node = buildNode(member(index.components, key) ?? true, position, nodes.context);
    const base = index.bases.get(pointer);
    diagnoseSubtypes(key, position, index, nodes.context);
    const absent = base !== undefined && mayLack(base, index.components, nodes.context.readingAt(position));
    if (absent)
      nodes.context.report(
        diagnostic("discriminator/optional-in-base", pointer, { property: base.property }),
      );
    if (base !== undefined) {
      schemas.push({ name: base.baseName, identity: baseIdentity(pointer), owner: name, node });
    }
    schemas.push({
      name,
      identity: pointer,
      key,
      node: base === undefined ? node : subtypesNode({ ...base, absent }, node, index.byKey),
    });
  }
  return {
    diagnostics,
    node: (json, pointer, name, owner) =>
      nodes.context.build(json, { pointer: toPointer(pointerKeys(pointer)), name, named: false, owner }),
    finish: () => [...schemas].sort((left, right) => byText(left.name, right.name)),
  };
}

/**
 * A base as other schemas use it: any one of its subtypes, which its discriminator distinguishes.
 *
 * @param base - `absent`: whether a value may lack the discriminator's property.
 * @param shared - the base's own schema; its words are kept.
 * @param nameOf - component key → name.
 */
function subtypesNode(
  base: NamedBase & { readonly absent: boolean },
  shared: SchemaNode,
  nameOf: ReadonlyMap<string, string>,
): SchemaNode {
  const position = { pointer: shared.origin.pointer, name: base.baseName, named: true, owner: base.baseName };
  const name = (key: string) => (key === base.key ? base.baseName : (nameOf.get(key) ?? key));
  const mapping = base.subtypes
    .filter(({ key }) => key !== base.fallback)
    .map(({ value, key }) => ({ value, schema: name(key) }));
  const members = [...new Set(base.subtypes.map(({ key }) => name(key)))]
    .sort()
    .map((name) => bareNode({ kind: "ref", name }, position));
  const fallback = base.fallback === undefined ? {} : { fallback: name(base.fallback) };
  const absent = base.absent ? { absent: true as const } : {};
  const discriminator = { property: base.property, base: base.baseName, mapping, ...fallback, ...absent };
  return { ...shared, constraints: {}, type: { kind: "union", form: "oneOf", members, discriminator } };
}
