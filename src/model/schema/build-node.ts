import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { UserError } from "../../text/user-error.js";
import { isObject, listMember, member, textMember } from "../json-members.js";
import type { DiscriminatorModel, SchemaNode } from "../schema-model.js";
import { beside, type BuildSchema, type SchemaPosition } from "../schema-position.js";
import { locateAlternatives } from "./alternatives.js";
import {
  buildConditional,
  type ConditionalContext,
  isRequirement,
  requirementsOf,
} from "./build-conditional.js";
import { buildShape, ownConstraints, shapeNames, type ShapeContext } from "./build-shape.js";
import { combineConstraints, readBounds, withDigits } from "./constraints.js";
import { type HeldPart, impliedTypes, joinParts, siblingKeywordsOf } from "./join-parts.js";
import { isNullable, isNullableAlone, isNullableByPart } from "./nullable.js";
import { unclearMarks } from "../sensitive-marks.js";
import { diagnoseSchema } from "./diagnose-schema.js";
import type { SchemaReading } from "./possible-values.js";
import {
  bareNode,
  isRounded,
  literalsNode,
  longNode,
  mergeDocs,
  nullableNode,
  readAccess,
  readDoc,
  readSensitive,
  withDocOf,
  withoutNull,
} from "./schema-nodes.js";
import {
  formOfSome,
  impliedShape,
  joinSiblings,
  type SiblingKeywords,
  isExcluded,
} from "./sibling-keywords.js";

/** What building one schema asks of the document as a whole. */
export interface NodeContext extends ShapeContext, ConditionalContext, UnionContext {
  /** Resolves a reference. */
  readonly refer: (reference: string, position: SchemaPosition) => SchemaNode;
  /** Integers that JavaScript rounds: rounded number → digits as written. */
  readonly longDigits: ReadonlyMap<number, string>;
  /** Resolves a `$dynamicRef`. */
  readonly referDynamic: (reference: string, position: SchemaPosition) => SchemaNode;
  /** Gives an object that is split off its schema (`object or null`) the schema's name. */
  readonly split: (node: SchemaNode, position: SchemaPosition) => SchemaNode;
  /** OpenAPI 3.0 ignores the siblings of a `$ref` except `nullable`; later versions apply them. */
  readonly siblings: "ignored" | "meant";
  /** Pointers of alternatives that are being split (see `sibling-keywords.ts`). */
  readonly splitPointers: Set<string>;
  /** Whether a reference leads to the place of a pointer. */
  readonly isTarget: (pointer: string) => boolean;
}

/**
 * One schema in the model's normal form, without a name of its own. Everything below it is built through `build`.
 *
 * @param conditions - whether members that are described under a condition are added here; for a part of an `allOf` the
 *   whole adds them.
 * @throws UserError (exit 3) on what is not a schema.
 */
export function buildNode(
  json: Json,
  position: SchemaPosition,
  context: NodeContext,
  conditions: "added" | "left" = "added",
): SchemaNode {
  if (typeof json === "boolean") return bareNode({ kind: json ? "any" : "never" }, position);
  if (!isObject(json)) {
    throw new UserError(3, "A schema must be an object or a boolean.", {
      pointers: [position.pointer],
      remedy: "Write an empty object for a value of any kind.",
    });
  }
  const plain = isPlain(json);
  const contradiction = plain ? undefined : diagnoseSchema(json, position, context);
  if (!plain && (allowsNothing(json) || contradiction?.whole === true)) {
    const excluded = isNullable(json) && !allowsNothing(json);
    return { ...bareNode({ kind: excluded ? "null" : "never" }, position), doc: readDoc(json) };
  }
  const shape = plain ? plainType(json, position, context) : buildType(json, position, context, conditions);
  return {
    type: shape.type,
    doc: mergeDocs(readDoc(json), shape.doc),
    ...(shape.access === undefined ? {} : { access: shape.access }),
    ...readAccess(json),
    sensitive: readSensitive(json) || shape.sensitive,
    constraints: withDigits(
      combineConstraints(ownConstraints(json, shape), shape.constraints),
      context.longDigits,
    ),
    origin: { pointer: position.pointer },
  };
}

/** `not: {}` and `not: true`. */
function allowsNothing(json: JsonObject): boolean {
  const not = member(json, "not");
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

/** Of a schema that is one type or null at most: {@link buildType} with nothing to join. */
function plainType(json: JsonObject, position: SchemaPosition, context: NodeContext): SchemaNode {
  const node = ownPart(json, position, context)[0] ?? bareNode({ kind: "any" }, position);
  return isNullable(json) ? nullableNode(context.split(node, position), position) : node;
}

function buildType(
  json: JsonObject,
  position: SchemaPosition,
  context: NodeContext,
  conditions: "added" | "left",
): SchemaNode {
  const reading = context.readingAt(position);
  const reference = textMember(json, "$ref");
  const dynamic = textMember(json, "$dynamicRef");
  const referred = [
    ...(reference === undefined ? [] : [context.refer(reference, position)]),
    ...(dynamic === undefined ? [] : [context.referDynamic(dynamic, position)]),
  ];
  if (reference !== undefined && context.siblings === "ignored") {
    const node = joinParts(referred, position);
    return member(json, "nullable") === true ? nullableNode(node, position) : node;
  }
  const written = ownPart(json, position, context);
  const shape = impliedShape(json, written[0]);
  const own = shape !== undefined && isExcluded(shape, json, reading) ? [] : written;
  const byPart = isNullableByPart(json);
  const all = listMember(json, "allOf").map((part, index) => {
    const at = partPosition(position, index, context);
    const node = buildNode(part, at, context, "left");
    return byPart && isNullableAlone(part) ? { ...node, type: withoutNull(node).type } : node;
  });
  const forms = (["oneOf", "anyOf"] as const).filter(
    (form) => listMember(json, form).length > 0 && !isRequirement(json, form),
  );
  const ownOf = (part: JsonObject, at: SchemaPosition) =>
    ownPart(part, at, context).map((node) => context.split(node, at));
  const some =
    shape === undefined || own.length === 0
      ? undefined
      : formOfSome(shape, forms, json, reading, { ...context, own: ownOf });
  const alternatives = forms.map((form) => {
    const siblings: SiblingKeywords | undefined =
      form === some?.form
        ? { ...some.siblings, join: (union) => joinParts([...own, withoutNull(union)], position) }
        : undefined;
    return buildUnion(form, json, position, context, siblings);
  });
  const ofAll = some === undefined ? own : [];
  // Without a type, keywords of objects say nothing of null: an alternative that is null stays one.
  const others = shape !== undefined && own.length > 0 ? alternatives.map(withoutNull) : alternatives;
  const nullable = isNullable(json) || others.some((node, index) => node !== alternatives[index]);
  const conditional =
    conditions === "left" ? undefined : buildConditional(json, position, own, context, reading);
  const parts = [
    ...referred,
    ...ofAll,
    ...all,
    ...others,
    ...(conditional === undefined ? [] : [conditional]),
  ];
  const held = parts.map((node): HeldPart => {
    const at = all.indexOf(node);
    if (at >= 0) return { node, keyword: `allOf/${String(at)}`, json: listMember(json, "allOf")[at] ?? true };
    return { node, keyword: own.includes(node) ? "type" : "", json };
  });
  const implied = impliedTypes(held, json, reading);
  const joined = joinParts(
    held.filter((part) => !implied.includes(part)).map(({ node }) => node),
    position,
  );
  const requirements = requirementsOf(json);
  const node = withImplied(implied, { ...joined, constraints: { ...joined.constraints, ...requirements } });
  return nullable ? nullableNode(context.split(node, position), position) : node;
}

/** The place of a part; one that others refer to is what a reference back to it would make consist of itself. */
function partPosition(
  position: SchemaPosition,
  index: number,
  { isTarget }: Pick<NodeContext, "isTarget">,
): SchemaPosition {
  const at = { ...beside(position, "", "allOf", String(index)), named: position.named };
  return isTarget(at.pointer) ? { ...at, within: at.pointer } : at;
}

/** Adds the docs and constraints of parts with an implied type to the whole. */
function withImplied(implied: readonly HeldPart[], node: SchemaNode): SchemaNode {
  return implied.reduce<SchemaNode>((whole, part) => {
    const siblings = siblingKeywordsOf(part);
    const further = siblings.length === 0 ? {} : { allOf: siblings };
    return {
      ...whole,
      doc: mergeDocs(whole.doc, part.node.doc),
      constraints: combineConstraints(combineConstraints(whole.constraints, part.node.constraints), further),
    };
  }, node);
}

/** What the schema's own keywords say; nothing, one part, or a union of types as one part. */
function ownPart(json: JsonObject, position: SchemaPosition, context: NodeContext): readonly SchemaNode[] {
  const value = member(json, "const");
  const listed = value === undefined ? listMember(json, "enum") : [value];
  if (listed.some(isRounded)) return [longNode(listed, position)];
  if (value !== undefined || Array.isArray(member(json, "enum"))) return [literalsNode(listed, position)];
  const shapes = shapeNames(json, position);
  if (shapes === undefined) return [];
  const nodes = shapes.map((shape) => {
    const node = bareNode(buildShape(shape, json, position, context), position);
    // The bounds of a 64-bit integer decide whether it is long, also beside null.
    return node.type.kind === "number" ? { ...node, constraints: readBounds(json) } : node;
  });
  const [first, ...others] = nodes;
  if (first === undefined) return [bareNode({ kind: "null" }, position)];
  if (others.length === 0) return [first];
  const members = nodes.map((node) => context.split(node, position));
  return [bareNode({ kind: "union", form: "types", members }, position)];
}

/** Literal → name of the member schema, for a union whose members are references. */
export type ReadDiscriminator = (
  json: JsonObject,
  position: SchemaPosition,
) => DiscriminatorModel | undefined;

/** What alternatives ask of the document as a whole. */
interface UnionContext {
  readonly build: BuildSchema;
  readonly readDiscriminator: ReadDiscriminator;
  /** How the values that a schema allows are read at a position. */
  readonly readingAt: (position: SchemaPosition) => SchemaReading;
}

/**
 * The alternatives of `oneOf` or `anyOf` as one schema: alternatives of the same form inside an inline alternative are
 * drawn up, a single one stands for itself.
 *
 * @param siblings - absent: the caller joins the sibling keywords to the whole.
 */
function buildUnion(
  form: "oneOf" | "anyOf",
  json: JsonObject,
  position: SchemaPosition,
  { build, readDiscriminator, readingAt }: UnionContext,
  siblings?: SiblingKeywords,
): SchemaNode {
  const alternatives = locateAlternatives(form, json, position, readingAt(position));
  const members = alternatives.map((each) =>
    each.isForNull ? bareNode({ kind: "null" }, each.at) : build(each.json, each.at),
  );
  const [first, ...others] = joinSiblings(form, members, alternatives, position, siblings);
  if (first === undefined) return bareNode({ kind: "any" }, position);
  const discriminator = readDiscriminator(json, position);
  if (others.length === 0) return first;
  const type = { kind: "union", form, members: [first, ...others] } as const;
  const node = bareNode(discriminator === undefined ? type : { ...type, discriminator }, position);
  const [only, ...more] = members.filter((member) => member.type.kind !== "null");
  return only === undefined || more.length > 0 ? node : withDocOf(only, node);
}

/** Keywords that bring a second assertion, or one that is more than a type and what it says of its values. */
const FURTHER: ReadonlySet<string> = new Set([
  ...["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"],
  ...["if", "dependentSchemas", "dependentRequired", "not"],
  ...["const", "enum", "$schema", "jsonSchemaDialect"],
]);

/**
 * Whether a schema says one type at most and what belongs to it: nothing in it can contradict something else, and nothing
 * has to be joined. Most schemas are plain.
 */
export function isPlain(json: JsonObject): boolean {
  let isExtended = false;
  for (const keyword of Object.keys(json)) {
    if (FURTHER.has(keyword)) return false;
    isExtended ||= keyword.startsWith("x-");
  }
  if (isExtended && unclearMarks(json).length > 0) return false;
  if (member(json, "items") !== undefined && member(json, "type") === undefined) return false;
  return member(json, "readOnly") !== true || member(json, "writeOnly") !== true;
}
