import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { UserError } from "../../text/user-error.js";
import { isObject, listMember, member, textMember } from "../document/json-members.js";
import type { SchemaNode } from "../schema-model.js";
import { buildShape, shapeNames } from "./build-shape.js";
import { buildUnion, type ReadDiscriminator } from "./build-union.js";
import { joinParts } from "./join-parts.js";
import { noteDialect } from "./note-dialects.js";
import { mergeDocs, readAccess, readConstraints, readDoc, readSensitive } from "./schema-doc.js";
import { bareNode, literalsNode, nullableNode, withoutNull } from "./schema-nodes.js";
import { beside, type BuildSchema, type SchemaPlace } from "./schema-place.js";

/** What building one schema asks of the document as a whole. */
export interface NodeSurroundings {
  /** Builds a schema below or beside, named when it deserves a name. */
  readonly build: BuildSchema;
  /** Answers a reference. */
  readonly refer: (reference: string, place: SchemaPlace) => SchemaNode;
  /** Gives an object that is split off its schema (`object or null`) the schema's name. */
  readonly split: (node: SchemaNode, place: SchemaPlace) => SchemaNode;
  readonly readDiscriminator: ReadDiscriminator;
  /** Says something about how a schema was understood; it stops nothing. */
  readonly note: (text: string, place: SchemaPlace) => void;
  /** OpenAPI 3.0 ignores what stands beside a `$ref`; later versions mean it. */
  readonly siblings: "ignored" | "meant";
}

/**
 * One schema in the model's normal form, without a name of its own. Everything below it is built through `build`.
 *
 * @throws UserError (exit 3) on what is not a schema.
 */
export function buildNode(json: Json, place: SchemaPlace, around: NodeSurroundings): SchemaNode {
  if (typeof json === "boolean") return bareNode({ kind: json ? "any" : "never" }, place);
  if (!isObject(json)) {
    throw new UserError(3, "A schema must be an object or a boolean.", {
      where: `at ${place.pointer}`,
      remedy: "Write an empty object for a value of any kind.",
    });
  }
  noteDialect(json, place.pointer).forEach(({ text }) => {
    around.note(text, place);
  });
  const shape = buildType(json, place, around);
  return {
    type: shape.type,
    doc: mergeDocs(readDoc(json), shape.doc),
    ...(shape.access === undefined ? {} : { access: shape.access }),
    ...readAccess(json),
    sensitive: readSensitive(json) || shape.sensitive,
    constraints: { ...shape.constraints, ...readConstraints(json) },
    origin: { pointer: place.pointer },
  };
}

function buildType(json: JsonObject, place: SchemaPlace, around: NodeSurroundings): SchemaNode {
  const reference = textMember(json, "$ref") ?? textMember(json, "$dynamicRef");
  const referred = reference === undefined ? [] : [around.refer(reference, place)];
  if (reference !== undefined && around.siblings === "ignored") return joinParts(referred, place);
  const own = ownPart(json, place, around);
  const all = listMember(json, "allOf").map((part, index) =>
    buildNode(part, { ...beside(place, "", "allOf", String(index)), named: place.named }, around),
  );
  const alternatives = (["oneOf", "anyOf"] as const)
    .filter((form) => listMember(json, form).length > 0 && !isRequirement(json, form))
    .map((form) => buildUnion(form, json, place, around.build, around.readDiscriminator));
  // Without a type, keywords of objects say nothing of null: an alternative that is null stays one.
  const inferred =
    own.length > 0 && ["type", "const", "enum"].every((keyword) => member(json, keyword) === undefined);
  const others = inferred ? alternatives.map(withoutNull) : alternatives;
  const nullable = isNullable(json) || others.some((node, index) => node !== alternatives[index]);
  const parts = [...referred, ...own, ...all, ...others];
  // A type that stands beside references or alternatives only says what they say themselves.
  const telling =
    parts.length > own.length ? parts.filter((part) => !own.includes(part) || !isBareType(part)) : parts;
  const joined = joinParts(telling.length > 0 ? telling : own, place);
  const requirements = requirementsOf(json);
  const node = { ...joined, constraints: { ...joined.constraints, ...requirements } };
  return nullable ? nullableNode(around.split(node, place), place) : node;
}

/** Nullable in OpenAPI 3.0's way (kept in later versions, where people still write it) or by a type array. */
function isNullable(json: JsonObject): boolean {
  if (member(json, "nullable") === true) return true;
  const literal = member(json, "const") !== undefined || member(json, "enum") !== undefined;
  return !literal && (listMember(json, "type").includes("null") || member(json, "type") === "null");
}

/** What the schema's own keywords say; nothing, one part, or a union of types as one part. */
function ownPart(json: JsonObject, place: SchemaPlace, around: NodeSurroundings): readonly SchemaNode[] {
  const value = member(json, "const");
  if (value !== undefined) return [literalsNode([value], place)];
  if (Array.isArray(member(json, "enum"))) return [literalsNode(listMember(json, "enum"), place)];
  const shapes = shapeNames(json, place);
  if (shapes === undefined) return [];
  const nodes = shapes.map((shape) => bareNode(buildShape(shape, json, place, around.build), place));
  const [first, ...others] = nodes;
  if (first === undefined) return [bareNode({ kind: "null" }, place)];
  if (others.length === 0) return [first];
  const members = nodes.map((node) => around.split(node, place));
  return [bareNode({ kind: "union", form: "types", members }, place)];
}

/** A type and nothing more. */
function isBareType({ type }: SchemaNode): boolean {
  if (type.kind === "object") {
    const open =
      type.additional === "unsaid" || (type.additional !== "closed" && type.additional.type.kind === "any");
    return type.properties.length === 0 && type.patterns.length === 0 && open;
  }
  if (type.kind === "array") return type.items.type.kind === "any";
  if (type.kind === "string") return type.format === undefined;
  return type.kind === "number" || type.kind === "boolean" || type.kind === "null";
}

/**
 * Alternatives that only require members which are described beside them: a rule about which members come together, not
 * another shape. It is kept as a constraint.
 */
function isRequirement(json: JsonObject, form: "oneOf" | "anyOf"): boolean {
  const parts = listMember(json, form);
  const only = ["required", "not", "type", "title", "description"];
  const described = member(json, "properties") !== undefined || member(json, "allOf") !== undefined;
  return (
    described &&
    parts.every((part) => {
      return (
        isObject(part) && Object.keys(part).length > 0 && Object.keys(part).every((key) => only.includes(key))
      );
    })
  );
}

function requirementsOf(json: JsonObject): Readonly<Record<string, Json>> {
  const forms = (["oneOf", "anyOf"] as const).filter(
    (form) => isRequirement(json, form) && listMember(json, form).length > 0,
  );
  return Object.fromEntries(forms.map((form) => [form, listMember(json, form)]));
}
