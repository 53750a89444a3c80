import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import { isObject, listMember, member, textMember } from "../json-members.js";
import type { SchemaNode, SchemaType } from "../schema-model.js";
import { beside, type SchemaPosition } from "../schema-position.js";
import { locateAlternatives, type PlacedAlternative } from "./alternatives.js";
import type { ConditionalContext } from "./build-conditional.js";
import { joinParts } from "./join-parts.js";
import { isNullable } from "./nullable.js";
import {
  ALL_TYPES,
  assertionsOf,
  inAll,
  possibleValues,
  type PossibleValues,
  type SchemaReading,
} from "./possible-values.js";
import type { ReferenceTarget } from "./references.js";
import { bareNode, isRounded, literalsNode, longNode } from "./schema-nodes.js";

/**
 * The type that a schema's own keywords speak of where it names none: `properties` say nothing of a text, `items` nothing
 * of an object (JSON Schema Validation, section 6). Undefined where it names its type or values.
 */
export function impliedShape(json: JsonObject, own: SchemaNode | undefined): Shape | undefined {
  if (own === undefined || ["type", "const", "enum"].some((name) => member(json, name) !== undefined))
    return undefined;
  return own.type.kind === "array" || own.type.kind === "tuple" ? "array" : "object";
}

/** Whether everything beside them excludes the values that such keywords speak of. */
export function isExcluded(shape: Shape, json: JsonObject, reading: SchemaReading): boolean {
  const others = assertionsOf(json, reading).filter(({ keyword }) => keyword !== "type");
  return !inAll(others.map(({ possible }) => possible)).types.includes(shape);
}

/**
 * The keyword of alternatives of which some allow values of another shape, null aside: the sibling keywords apply to the
 * others alone. Undefined where there is none; with two such keywords the siblings apply to all alternatives.
 *
 * @param forms - those of the schema.
 */
export function formOfSome<Form extends "oneOf" | "anyOf">(
  shape: Shape,
  forms: readonly Form[],
  json: JsonObject,
  reading: SchemaReading,
  context: SiblingContext,
): { readonly form: Form; readonly siblings: Omit<SiblingKeywords, "join"> } | undefined {
  const [form, ...more] = forms;
  if (form === undefined || more.length > 0) return undefined;
  const typesOf = (alternative: Json) => possibleValues(alternative, reading).types;
  const isSome = listMember(json, form).some((alternative) => {
    const types = typesOf(alternative);
    const others = types.filter((type) => type !== shape && type !== "null");
    // An alternative that says nothing of types is one of those that are told more.
    return others.length > 0 && types.length < ALL_TYPES.length;
  });
  const siblings = {
    of: (alternative: PlacedAlternative) => typesOf(alternative.json).includes(shape),
    ofNode: (node: SchemaNode) => mayBe(shape, node),
    besides: (alternative: PlacedAlternative) => otherValues(shape, alternative, context),
  };
  return isSome ? { form, siblings } : undefined;
}

/** Whether a schema can be such a value; references and what is joined from several can. */
function mayBe(shape: Shape, { type }: SchemaNode): boolean {
  switch (type.kind) {
    case "object":
      return shape === "object";
    case "array":
    case "tuple":
      return shape === "array";
    case "any":
    case "ref":
    case "union":
    case "intersection":
      return true;
    default:
      return false;
  }
}

/** The type of values that keywords without a `type` apply to. */
export type Shape = "object" | "array";

/** What taking a schema apart asks of the document as a whole. */
interface SiblingContext extends ConditionalContext {
  /** What the schema's own `type` says with the keywords beside it. */
  readonly own: (json: JsonObject, position: SchemaPosition) => readonly SchemaNode[];
  readonly readingAt: (position: SchemaPosition) => SchemaReading;
  /** Pointers of schemas that are being split: one that leads back into itself is known by its types alone. */
  readonly splitPointers: Set<string>;
}

/**
 * What an alternative allows beside values of a shape: its own alternatives of other shapes, through references, as they
 * are written there; empty where it does not declare what it allows.
 */
function otherValues(
  shape: Shape,
  { json, at }: PlacedAlternative,
  context: SiblingContext,
): readonly SchemaNode[] {
  const { splitPointers } = context;
  if (splitPointers.has(at.pointer))
    return bareValues(shape, possibleValues(json, context.readingAt(at)), at);
  splitPointers.add(at.pointer);
  try {
    const referred = recursiveResults<ReferenceTarget, readonly SchemaNode[]>({
      onCycle: [],
      budget: context.readingAt(at).budget,
      keyOf: ({ pointer }) => pointer,
      isSame: (left, right) => left.length === right.length,
      compute: (target, recurse) => {
        const { pointer } = target;
        const there = { pointer, ...context.nameAt(pointer), named: true, within: pointer };
        return takeApart(target.json, there, { shape, context, referred: recurse });
      },
    });
    return takeApart(json, at, { shape, context, referred });
  } finally {
    splitPointers.delete(at.pointer);
  }
}

interface Taking {
  readonly shape: Shape;
  readonly context: SiblingContext;
  /** What a schema that a reference leads to allows beside the shape; it adds nothing where it leads back to itself. */
  readonly referred: (target: ReferenceTarget) => readonly SchemaNode[];
}

function takeApart(json: Json, position: SchemaPosition, taking: Taking): readonly SchemaNode[] {
  const { shape, context } = taking;
  const possible = possibleValues(json, context.readingAt(position));
  const { types, values } = possible;
  if (types.length === ALL_TYPES.length || types.every((type) => type === shape)) return [];
  if (!types.includes(shape)) return [context.build(json, position)];
  if (values !== undefined) {
    const others = values.filter((value) => shapeOf(value) !== shape);
    return [others.some(isRounded) ? longNode(others, position) : literalsNode(others, position)];
  }
  if (!isObject(json)) return [];
  const described = typedParts(json, position, taking).filter((nodes) => nodes !== undefined);
  const [only, ...more] = described;
  const nothing = types.includes("null") && isNullable(json) ? [bareNode({ kind: "null" }, position)] : [];
  if (only === undefined) return bareValues(shape, possible, position);
  if (more.length === 0) return [...only, ...nothing];
  if (described.some((nodes) => nodes.length === 0)) return nothing;
  return [
    joinParts(
      described.map((nodes) => unionOf("anyOf", nodes, position)),
      position,
    ),
    ...nothing,
  ];
}

/** Of each that a schema says of its values at once what it allows; undefined where it does not tell a type. */
function typedParts(
  json: JsonObject,
  position: SchemaPosition,
  taking: Taking,
): readonly (readonly SchemaNode[] | undefined)[] {
  const { context } = taking;
  const reading = context.readingAt(position);
  const whenTyped = (part: Json, nodes: () => readonly SchemaNode[]) =>
    possibleValues(part, reading).types.length === ALL_TYPES.length ? undefined : nodes();
  const reference = textMember(json, "$ref");
  const referred =
    reference === undefined
      ? []
      : [whenTyped({ $ref: reference }, () => taking.referred(context.locate(reference, position.pointer)))];
  if (reference !== undefined && reading.siblings === "ignored") return referred;
  const all = listMember(json, "allOf").map((part, index) => {
    const at = { ...beside(position, "", "allOf", String(index)), named: position.named };
    return whenTyped(part, () => takeApart(part, at, taking));
  });
  const forms = (["oneOf", "anyOf"] as const).map((form) =>
    whenTyped({ [form]: listMember(json, form) }, () =>
      distinct(
        locateAlternatives(form, json, position, reading).flatMap((each) =>
          each.isForNull ? bareNode({ kind: "null" }, each.at) : takeApart(each.json, each.at, taking),
        ),
      ),
    ),
  );
  return [...referred, ownTypes(json, position, taking), ...all, ...forms];
}

/** What the schema's own `type` allows beside the shape. */
function ownTypes(
  json: JsonObject,
  position: SchemaPosition,
  { shape, context }: Taking,
): readonly SchemaNode[] | undefined {
  const type = member(json, "type");
  if (type === undefined) return undefined;
  const names = (Array.isArray(type) ? listMember(json, "type") : [type]).filter((name) => name !== shape);
  return names.flatMap((name) => context.own({ ...json, type: name }, position));
}

/** The types beside the shape, of which nothing more is known. */
function bareValues(
  shape: Shape,
  { types }: PossibleValues,
  position: SchemaPosition,
): readonly SchemaNode[] {
  if (types.length === ALL_TYPES.length) return [];
  return types.filter((type) => type !== shape).map((type) => bareNode(bareType(type, position), position));
}

function shapeOf(value: Json): Shape | undefined {
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : undefined;
}

function bareType(name: string, position: SchemaPosition): SchemaType {
  switch (name) {
    case "string":
    case "boolean":
    case "null":
      return { kind: name };
    case "number":
      return { kind: "number", integer: false };
    case "array":
      return { kind: "array", items: bareNode({ kind: "any" }, position) };
    default:
      return { kind: "object", properties: [], additional: "unsaid", patterns: [] };
  }
}

/** Sibling keywords of alternatives that apply to some of them alone: `properties` have no effect on a text. */
export interface SiblingKeywords {
  readonly of: (alternative: PlacedAlternative) => boolean;
  /** The same of alternatives that one of them is made of: of a text and an object, the object. */
  readonly ofNode: (alternative: SchemaNode) => boolean;
  /** What an alternative that has a name allows beside them. */
  readonly besides: (alternative: PlacedAlternative) => readonly SchemaNode[];
  /** The alternatives that the sibling keywords are for, combined with those. */
  readonly join: (alternatives: SchemaNode) => SchemaNode;
}

/** Alternatives, simplified; those that the sibling keywords are for are one, combined with those. */
export function joinSiblings(
  form: "oneOf" | "anyOf",
  members: readonly SchemaNode[],
  written: readonly PlacedAlternative[],
  position: SchemaPosition,
  siblings: SiblingKeywords | undefined,
): readonly SchemaNode[] {
  if (siblings === undefined) return drawUp(form, members);
  const parted = members.map((node, index) => {
    const alternative = written[index];
    return alternative === undefined || siblings.of(alternative)
      ? part(form, node, position, siblings, alternative)
      : { matching: [], others: [node] };
  });
  const matching = drawUp(
    form,
    parted.flatMap((each) => each.matching),
  );
  if (matching.length === 0) return drawUp(form, members);
  const others = parted.flatMap((each) => each.others);
  return [siblings.join(unionOf(form, matching, position)), ...drawUp(form, others)];
}

/** The parts of an alternative, or of its own alternatives, that the sibling keywords are for, and the others. */
function part(
  form: "oneOf" | "anyOf",
  node: SchemaNode,
  position: SchemaPosition,
  siblings: SiblingKeywords,
  written?: PlacedAlternative,
): { readonly matching: readonly SchemaNode[]; readonly others: readonly SchemaNode[] } {
  const { type } = node;
  if (type.kind !== "union" || type.discriminator !== undefined) {
    const isNamed = type.kind === "ref" || type.kind === "intersection";
    if (isNamed && written !== undefined) return { matching: [node], others: siblings.besides(written) };
    return siblings.ofNode(node) ? { matching: [node], others: [] } : { matching: [], others: [node] };
  }
  const inner = type.form === "types" ? form : type.form;
  const parts = type.members.map((member) => part(inner, member, position, siblings));
  const others = parts.flatMap((each) => each.others);
  const matching = parts.flatMap((each) => each.matching);
  if (others.length === 0) return { matching: [node], others };
  return { matching: matching.length === 0 ? matching : [unionOf(inner, matching, position)], others };
}

/** Alternatives, those of the same form inside of one among them, each once. */
function drawUp(form: "oneOf" | "anyOf", members: readonly SchemaNode[]): readonly SchemaNode[] {
  const flat = members.flatMap((node) => {
    const { type } = node;
    const nested = type.kind === "union" && (type.form === form || type.form === "types");
    return nested && type.discriminator === undefined ? type.members : [node];
  });
  return distinct(flat);
}

/** Alternatives as one schema; a single one is itself. */
function unionOf(
  form: "oneOf" | "anyOf",
  members: readonly SchemaNode[],
  position: SchemaPosition,
): SchemaNode {
  const [first, ...others] = members;
  if (first === undefined) return bareNode({ kind: "any" }, position);
  return others.length === 0
    ? first
    : bareNode({ kind: "union", form, members: [first, ...others] }, position);
}

/** Alternatives without those that are there already, by reference or by place. */
export function distinct(nodes: readonly SchemaNode[]): readonly SchemaNode[] {
  const seen = new Map<string, SchemaNode>();
  for (const node of nodes) {
    const { type } = node;
    const whole = type.kind === "ref" || type.kind === "null" || type.kind === "literal";
    const key = whole ? JSON.stringify(type) : `${type.kind} ${node.origin.pointer}`;
    if (!seen.has(key)) seen.set(key, node);
  }
  return [...seen.values()];
}
