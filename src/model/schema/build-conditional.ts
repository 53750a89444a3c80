import type { JsonObject } from "../../load/loaded-contract.js";
import { pascal, words } from "../../text/words.js";
import { member } from "../document/json-members.js";
import type { PropertyModel, SchemaNode } from "../schema-model.js";
import { conditionalMembers, type Locate } from "./conditional-members.js";
import { describedMembers } from "./described-members.js";
import { type SchemaReading, possibleValues } from "./possible-values.js";
import type { PointerName } from "./pointer-name.js";
import type { ReferenceTarget } from "./references.js";
import { bareNode } from "./schema-nodes.js";
import type { BuildSchema, SchemaPlace } from "./schema-place.js";

/** What the members that hold under a condition ask of the document as a whole. */
export interface ConditionalSurroundings {
  readonly build: BuildSchema;
  readonly locate: Locate;
  /** The name that a place elsewhere gives a schema, and whose file it goes to. */
  readonly nameAt: (pointer: string) => PointerName;
}

/**
 * An object of the members that a schema describes under a condition alone: each may be absent, and has the type of any
 * of its descriptions. Undefined where there is none, or where the schema is no object.
 *
 * @param own - what the type of the schema says itself.
 */
export function buildConditional(
  json: JsonObject,
  place: SchemaPlace,
  own: readonly SchemaNode[],
  around: ConditionalSurroundings,
  reading: SchemaReading,
): SchemaNode | undefined {
  const members = conditionalMembers(json, place.pointer, around.locate);
  if (members.size === 0 || !isObjectSchema(json, own, reading)) return undefined;
  // What any alternative describes has its type there: a condition that narrows it could take values away that are valid.
  const known = describedMembers(json, reading, ["allOf", "anyOf", "oneOf"]);
  const properties = [...members]
    .filter(([name]) => !known.has(name))
    .map(([name, schemas]): PropertyModel => {
      const nodes = schemas.map((schema) => buildMember(name, schema, place, around));
      return { name, required: false, conditional: true, schema: anyOf(nodes, place) };
    });
  if (properties.length === 0) return undefined;
  return bareNode({ kind: "object", properties, additional: "unsaid", patterns: [] }, place);
}

/** A schema of another component is built as that component builds it: under the same name, once. */
function buildMember(
  name: string,
  { json, pointer }: ReferenceTarget,
  place: SchemaPlace,
  { build, nameAt }: ConditionalSurroundings,
): SchemaNode {
  if (!pointer.startsWith(`${place.pointer}/`))
    return build(json, { pointer, named: false, ...nameAt(pointer) });
  const suffix = pascal(words(name));
  const own = `${place.name}${suffix === "" ? "Member" : suffix}`;
  return build(json, { pointer, named: false, name: own, owner: place.owner });
}

function anyOf(nodes: readonly SchemaNode[], place: SchemaPlace): SchemaNode {
  const [first, ...others] = nodes;
  if (first === undefined) return bareNode({ kind: "any" }, place);
  if (others.length === 0) return first;
  return { ...bareNode({ kind: "union", form: "anyOf", members: nodes }, place), doc: first.doc };
}

/**
 * Whether values are objects as far as is said; who says nothing of types and has members means objects, unless the
 * condition is one for other values.
 */
function isObjectSchema(json: JsonObject, own: readonly SchemaNode[], reading: SchemaReading): boolean {
  const [first] = own;
  if (first !== undefined) return own.length === 1 && first.type.kind === "object";
  const { types } = possibleValues(json, reading);
  if (types.length === 1) return types.includes("object");
  return types.length === 6 && possibleValues(member(json, "if") ?? true, reading).types.includes("object");
}
