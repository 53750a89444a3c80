import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { UserError } from "../../text/user-error.js";
import { isObject, listMember, member, textMember } from "../json-members.js";
import type { DiscriminatorModel, SchemaNode } from "../schema-model.js";
import { beside, type BuildSchema, type SchemaPlace } from "../schema-place.js";
import { placeAlternatives } from "./alternatives.js";
import {
  buildConditional,
  type ConditionalSurroundings,
  isRequirement,
  requirementsOf,
} from "./build-conditional.js";
import { buildShape, ownConstraints, shapeNames, type ShapeSurroundings } from "./build-shape.js";
import { combineConstraints, readBounds, withDigits } from "./constraints.js";
import { type HeldPart, impliedTypes, joinParts, saidBeside } from "./join-parts.js";
import { isNullable, isNullableAlone, isNullableByPart } from "./nullable.js";
import { noteOddities } from "./oddities.js";
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
  tellOf,
  withoutNull,
} from "./schema-nodes.js";
import { formOfSome, impliedShape, joinSaid, type SaidOfSome, saysNothing } from "./sibling-keywords.js";

/** What building one schema asks of the document as a whole. */
export interface NodeSurroundings extends ShapeSurroundings, ConditionalSurroundings, UnionSurroundings {
  /** Answers a reference. */
  readonly refer: (reference: string, place: SchemaPlace) => SchemaNode;
  /** Integers that JavaScript rounds: rounded number → digits as written. */
  readonly longDigits: ReadonlyMap<number, string>;
  /** Answers a `$dynamicRef`. */
  readonly referDynamic: (reference: string, place: SchemaPlace) => SchemaNode;
  /** Gives an object that is split off its schema (`object or null`) the schema's name. */
  readonly split: (node: SchemaNode, place: SchemaPlace) => SchemaNode;
  /** OpenAPI 3.0 ignores what stands beside a `$ref`, `nullable` apart; later versions mean it. */
  readonly siblings: "ignored" | "meant";
  /** Pointers of alternatives that are being taken apart (see `other-values.ts`). */
  readonly takenApart: Set<string>;
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
  place: SchemaPlace,
  around: NodeSurroundings,
  conditions: "added" | "left" = "added",
): SchemaNode {
  if (typeof json === "boolean") return bareNode({ kind: json ? "any" : "never" }, place);
  if (!isObject(json)) {
    throw new UserError(3, "A schema must be an object or a boolean.", {
      where: `at ${place.pointer}`,
      remedy: "Write an empty object for a value of any kind.",
    });
  }
  const plain = isPlain(json);
  const contradiction = plain ? undefined : noteOddities(json, place, around);
  if (!plain && (allowsNothing(json) || contradiction?.whole === true)) {
    const excluded = isNullable(json) && !allowsNothing(json);
    return { ...bareNode({ kind: excluded ? "null" : "never" }, place), doc: readDoc(json) };
  }
  const shape = plain ? plainType(json, place, around) : buildType(json, place, around, conditions);
  return {
    type: shape.type,
    doc: mergeDocs(readDoc(json), shape.doc),
    ...(shape.access === undefined ? {} : { access: shape.access }),
    ...readAccess(json),
    sensitive: readSensitive(json) || shape.sensitive,
    constraints: withDigits(
      combineConstraints(ownConstraints(json, shape), shape.constraints),
      around.longDigits,
    ),
    origin: { pointer: place.pointer },
  };
}

/** `not: {}` and `not: true`. */
function allowsNothing(json: JsonObject): boolean {
  const not = member(json, "not");
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

/** Of a schema that is one type or null at most: {@link buildType} with nothing to join. */
function plainType(json: JsonObject, place: SchemaPlace, around: NodeSurroundings): SchemaNode {
  const node = ownPart(json, place, around)[0] ?? bareNode({ kind: "any" }, place);
  return isNullable(json) ? nullableNode(around.split(node, place), place) : node;
}

function buildType(
  json: JsonObject,
  place: SchemaPlace,
  around: NodeSurroundings,
  conditions: "added" | "left",
): SchemaNode {
  const reading = around.readingAt(place);
  const reference = textMember(json, "$ref");
  const dynamic = textMember(json, "$dynamicRef");
  const referred = [
    ...(reference === undefined ? [] : [around.refer(reference, place)]),
    ...(dynamic === undefined ? [] : [around.referDynamic(dynamic, place)]),
  ];
  if (reference !== undefined && around.siblings === "ignored") {
    const node = joinParts(referred, place);
    return member(json, "nullable") === true ? nullableNode(node, place) : node;
  }
  const written = ownPart(json, place, around);
  const shape = impliedShape(json, written[0]);
  const own = shape !== undefined && saysNothing(shape, json, reading) ? [] : written;
  const byPart = isNullableByPart(json);
  const all = listMember(json, "allOf").map((part, index) => {
    const at = partPlace(place, index, around);
    const node = buildNode(part, at, around, "left");
    return byPart && isNullableAlone(part) ? { ...node, type: withoutNull(node).type } : node;
  });
  const forms = (["oneOf", "anyOf"] as const).filter(
    (form) => listMember(json, form).length > 0 && !isRequirement(json, form),
  );
  const ownOf = (part: JsonObject, at: SchemaPlace) =>
    ownPart(part, at, around).map((node) => around.split(node, at));
  const some =
    shape === undefined || own.length === 0
      ? undefined
      : formOfSome(shape, forms, json, reading, { ...around, own: ownOf });
  const alternatives = forms.map((form) => {
    const said: SaidOfSome | undefined =
      form === some?.form
        ? { ...some.said, join: (union) => joinParts([...own, withoutNull(union)], place) }
        : undefined;
    return buildUnion(form, json, place, around, said);
  });
  const ofAll = some === undefined ? own : [];
  // Without a type, keywords of objects say nothing of null: an alternative that is null stays one.
  const others = shape !== undefined && own.length > 0 ? alternatives.map(withoutNull) : alternatives;
  const nullable = isNullable(json) || others.some((node, index) => node !== alternatives[index]);
  const conditional = conditions === "left" ? undefined : buildConditional(json, place, own, around, reading);
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
    place,
  );
  const requirements = requirementsOf(json);
  const node = tellImplied(implied, { ...joined, constraints: { ...joined.constraints, ...requirements } });
  return nullable ? nullableNode(around.split(node, place), place) : node;
}

/** The place of a part; one that others refer to is what a reference back to it would make consist of itself. */
function partPlace(
  place: SchemaPlace,
  index: number,
  { isTarget }: Pick<NodeSurroundings, "isTarget">,
): SchemaPlace {
  const at = { ...beside(place, "", "allOf", String(index)), named: place.named };
  return isTarget(at.pointer) ? { ...at, within: at.pointer } : at;
}

/** What parts say whose type is left out, in the words and constraints of the whole. */
function tellImplied(implied: readonly HeldPart[], node: SchemaNode): SchemaNode {
  return implied.reduce<SchemaNode>((whole, part) => {
    const said = saidBeside(part);
    const further = said.length === 0 ? {} : { allOf: said };
    return {
      ...whole,
      doc: mergeDocs(whole.doc, part.node.doc),
      constraints: combineConstraints(combineConstraints(whole.constraints, part.node.constraints), further),
    };
  }, node);
}

/** What the schema's own keywords say; nothing, one part, or a union of types as one part. */
function ownPart(json: JsonObject, place: SchemaPlace, around: NodeSurroundings): readonly SchemaNode[] {
  const value = member(json, "const");
  const listed = value === undefined ? listMember(json, "enum") : [value];
  if (listed.some(isRounded)) return [longNode(listed, place)];
  if (value !== undefined || Array.isArray(member(json, "enum"))) return [literalsNode(listed, place)];
  const shapes = shapeNames(json, place);
  if (shapes === undefined) return [];
  const nodes = shapes.map((shape) => {
    const node = bareNode(buildShape(shape, json, place, around), place);
    // Whether a 64-bit integer is a long one is told by its bounds, also where null stands beside it.
    return node.type.kind === "number" ? { ...node, constraints: readBounds(json) } : node;
  });
  const [first, ...others] = nodes;
  if (first === undefined) return [bareNode({ kind: "null" }, place)];
  if (others.length === 0) return [first];
  const members = nodes.map((node) => around.split(node, place));
  return [bareNode({ kind: "union", form: "types", members }, place)];
}

/** Literal → name of the member schema, for a union whose members are references. */
export type ReadDiscriminator = (json: JsonObject, place: SchemaPlace) => DiscriminatorModel | undefined;

/** What alternatives ask of the document as a whole. */
interface UnionSurroundings {
  readonly build: BuildSchema;
  readonly readDiscriminator: ReadDiscriminator;
  /** How what a schema allows is read, for questions that stand at a place. */
  readonly readingAt: (place: SchemaPlace) => SchemaReading;
}

/**
 * The alternatives of `oneOf` or `anyOf` as one schema: alternatives of the same form inside an inline alternative are
 * drawn up, a single one stands for itself.
 *
 * @param said - absent: what stands beside them is joined to the whole by the caller.
 */
function buildUnion(
  form: "oneOf" | "anyOf",
  json: JsonObject,
  place: SchemaPlace,
  { build, readDiscriminator, readingAt }: UnionSurroundings,
  said?: SaidOfSome,
): SchemaNode {
  const alternatives = placeAlternatives(form, json, place, readingAt(place));
  const members = alternatives.map((each) =>
    each.isForNull ? bareNode({ kind: "null" }, each.at) : build(each.json, each.at),
  );
  const [first, ...others] = joinSaid(form, members, alternatives, place, said);
  if (first === undefined) return bareNode({ kind: "any" }, place);
  const discriminator = readDiscriminator(json, place);
  if (others.length === 0) return first;
  const type = { kind: "union", form, members: [first, ...others] } as const;
  const node = bareNode(discriminator === undefined ? type : { ...type, discriminator }, place);
  const [only, ...more] = members.filter((member) => member.type.kind !== "null");
  return only === undefined || more.length > 0 ? node : tellOf(only, node);
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
  for (const keyword of Object.keys(json)) if (FURTHER.has(keyword)) return false;
  if (member(json, "items") !== undefined && member(json, "type") === undefined) return false;
  return member(json, "readOnly") !== true || member(json, "writeOnly") !== true;
}
