import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import { isObject, listMember, member, textMember } from "../json-members.js";
import type { SchemaNode, SchemaType } from "../schema-model.js";
import { beside, type SchemaPlace } from "../schema-place.js";
import { placeAlternatives, type PlacedAlternative } from "./alternatives.js";
import type { ConditionalSurroundings } from "./build-conditional.js";
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
export function saysNothing(shape: Shape, json: JsonObject, reading: SchemaReading): boolean {
  const others = assertionsOf(json, reading).filter(({ keyword }) => keyword !== "type");
  return !inAll(others.map(({ possible }) => possible)).types.includes(shape);
}

/**
 * The keyword of alternatives of which some are no such values, or not all that they allow is, null aside: what is said
 * beside them is said of the others alone. Undefined where there is none; with two such keywords everything is said of all.
 *
 * @param forms - those of the schema.
 */
export function formOfSome<Form extends "oneOf" | "anyOf">(
  shape: Shape,
  forms: readonly Form[],
  json: JsonObject,
  reading: SchemaReading,
  around: OtherSurroundings,
): { readonly form: Form; readonly said: Omit<SaidOfSome, "join"> } | undefined {
  const [form, ...more] = forms;
  if (form === undefined || more.length > 0) return undefined;
  const typesOf = (alternative: Json) => possibleValues(alternative, reading).types;
  const isSome = listMember(json, form).some((alternative) => {
    const types = typesOf(alternative);
    const others = types.filter((type) => type !== shape && type !== "null");
    // An alternative that says nothing of types is one of those that are told more.
    return others.length > 0 && types.length < ALL_TYPES.length;
  });
  const said = {
    of: (alternative: PlacedAlternative) => typesOf(alternative.json).includes(shape),
    ofNode: (node: SchemaNode) => mayBe(shape, node),
    besides: (alternative: PlacedAlternative) => otherValues(shape, alternative, around),
  };
  return isSome ? { form, said } : undefined;
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

/** The type of values that keywords speak of which stand without a `type`. */
export type Shape = "object" | "array";

/** What taking a schema apart asks of the document as a whole. */
interface OtherSurroundings extends ConditionalSurroundings {
  /** What the schema's own `type` says with the keywords beside it. */
  readonly own: (json: JsonObject, place: SchemaPlace) => readonly SchemaNode[];
  readonly readingAt: (place: SchemaPlace) => SchemaReading;
  /** Pointers of what is being taken apart: what leads back into itself is known by its types alone. */
  readonly takenApart: Set<string>;
}

/**
 * What an alternative allows beside values of a shape: its own alternatives that are none, through references, as they
 * are written there; nothing where it does not say what it allows.
 */
function otherValues(
  shape: Shape,
  { json, at }: PlacedAlternative,
  around: OtherSurroundings,
): readonly SchemaNode[] {
  const { takenApart } = around;
  if (takenApart.has(at.pointer)) return bareValues(shape, possibleValues(json, around.readingAt(at)), at);
  takenApart.add(at.pointer);
  try {
    const referred = recursiveResults<ReferenceTarget, readonly SchemaNode[]>({
      onCycle: [],
      budget: around.readingAt(at).budget,
      keyOf: ({ pointer }) => pointer,
      isSame: (left, right) => left.length === right.length,
      compute: (target, recurse) => {
        const { pointer } = target;
        const there = { pointer, ...around.nameAt(pointer), named: true, within: pointer };
        return takeApart(target.json, there, { shape, around, referred: recurse });
      },
    });
    return takeApart(json, at, { shape, around, referred });
  } finally {
    takenApart.delete(at.pointer);
  }
}

interface Taking {
  readonly shape: Shape;
  readonly around: OtherSurroundings;
  /** What a schema that a reference leads to allows beside the shape; it adds nothing where it leads back to itself. */
  readonly referred: (target: ReferenceTarget) => readonly SchemaNode[];
}

function takeApart(json: Json, place: SchemaPlace, taking: Taking): readonly SchemaNode[] {
  const { shape, around } = taking;
  const possible = possibleValues(json, around.readingAt(place));
  const { types, values } = possible;
  if (types.length === ALL_TYPES.length || types.every((type) => type === shape)) return [];
  if (!types.includes(shape)) return [around.build(json, place)];
  if (values !== undefined) {
    const others = values.filter((value) => shapeOf(value) !== shape);
    return [others.some(isRounded) ? longNode(others, place) : literalsNode(others, place)];
  }
  if (!isObject(json)) return [];
  const told = tellingParts(json, place, taking).filter((nodes) => nodes !== undefined);
  const [only, ...more] = told;
  const nothing = types.includes("null") && isNullable(json) ? [bareNode({ kind: "null" }, place)] : [];
  if (only === undefined) return bareValues(shape, possible, place);
  if (more.length === 0) return [...only, ...nothing];
  if (told.some((nodes) => nodes.length === 0)) return nothing;
  return [
    joinParts(
      told.map((nodes) => unionOf("anyOf", nodes, place)),
      place,
    ),
    ...nothing,
  ];
}

/** Of each that a schema says of its values at once what it allows; undefined where it does not tell a type. */
function tellingParts(
  json: JsonObject,
  place: SchemaPlace,
  taking: Taking,
): readonly (readonly SchemaNode[] | undefined)[] {
  const { around } = taking;
  const reading = around.readingAt(place);
  const telling = (part: Json, nodes: () => readonly SchemaNode[]) =>
    possibleValues(part, reading).types.length === ALL_TYPES.length ? undefined : nodes();
  const reference = textMember(json, "$ref");
  const referred =
    reference === undefined
      ? []
      : [telling({ $ref: reference }, () => taking.referred(around.locate(reference, place.pointer)))];
  if (reference !== undefined && reading.siblings === "ignored") return referred;
  const all = listMember(json, "allOf").map((part, index) => {
    const at = { ...beside(place, "", "allOf", String(index)), named: place.named };
    return telling(part, () => takeApart(part, at, taking));
  });
  const forms = (["oneOf", "anyOf"] as const).map((form) =>
    telling({ [form]: listMember(json, form) }, () =>
      distinct(
        placeAlternatives(form, json, place, reading).flatMap((each) =>
          each.isForNull ? bareNode({ kind: "null" }, each.at) : takeApart(each.json, each.at, taking),
        ),
      ),
    ),
  );
  return [...referred, ownTypes(json, place, taking), ...all, ...forms];
}

/** What the schema's own `type` allows beside the shape. */
function ownTypes(
  json: JsonObject,
  place: SchemaPlace,
  { shape, around }: Taking,
): readonly SchemaNode[] | undefined {
  const type = member(json, "type");
  if (type === undefined) return undefined;
  const names = (Array.isArray(type) ? listMember(json, "type") : [type]).filter((name) => name !== shape);
  return names.flatMap((name) => around.own({ ...json, type: name }, place));
}

/** The types beside the shape, of which nothing more is known. */
function bareValues(shape: Shape, { types }: PossibleValues, place: SchemaPlace): readonly SchemaNode[] {
  if (types.length === ALL_TYPES.length) return [];
  return types.filter((type) => type !== shape).map((type) => bareNode(bareType(type, place), place));
}

function shapeOf(value: Json): Shape | undefined {
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : undefined;
}

function bareType(name: string, place: SchemaPlace): SchemaType {
  switch (name) {
    case "string":
    case "boolean":
    case "null":
      return { kind: name };
    case "number":
      return { kind: "number", integer: false };
    case "array":
      return { kind: "array", items: bareNode({ kind: "any" }, place) };
    default:
      return { kind: "object", properties: [], additional: "unsaid", patterns: [] };
  }
}

/** What is said beside alternatives, and of some of them alone: `properties` say nothing of a text. */
export interface SaidOfSome {
  readonly of: (alternative: PlacedAlternative) => boolean;
  /** The same of alternatives that one of them is made of: of a text and an object, the object. */
  readonly ofNode: (alternative: SchemaNode) => boolean;
  /** What an alternative that has a name allows beside them. */
  readonly besides: (alternative: PlacedAlternative) => readonly SchemaNode[];
  /** The alternatives that it is said of, with what is said. */
  readonly join: (alternatives: SchemaNode) => SchemaNode;
}

/** Alternatives, drawn up; those that something is said of as one, with what is said. */
export function joinSaid(
  form: "oneOf" | "anyOf",
  members: readonly SchemaNode[],
  written: readonly PlacedAlternative[],
  place: SchemaPlace,
  said: SaidOfSome | undefined,
): readonly SchemaNode[] {
  if (said === undefined) return drawUp(form, members);
  const parted = members.map((node, index) => {
    const alternative = written[index];
    return alternative === undefined || said.of(alternative)
      ? part(form, node, place, said, alternative)
      : { told: [], others: [node] };
  });
  const told = drawUp(
    form,
    parted.flatMap((each) => each.told),
  );
  if (told.length === 0) return drawUp(form, members);
  const others = parted.flatMap((each) => each.others);
  return [said.join(unionOf(form, told, place)), ...drawUp(form, others)];
}

/** Of an alternative, also of one that has alternatives itself, what something is said of and what not. */
function part(
  form: "oneOf" | "anyOf",
  node: SchemaNode,
  place: SchemaPlace,
  said: SaidOfSome,
  written?: PlacedAlternative,
): { readonly told: readonly SchemaNode[]; readonly others: readonly SchemaNode[] } {
  const { type } = node;
  if (type.kind !== "union" || type.discriminator !== undefined) {
    const isNamed = type.kind === "ref" || type.kind === "intersection";
    if (isNamed && written !== undefined) return { told: [node], others: said.besides(written) };
    return said.ofNode(node) ? { told: [node], others: [] } : { told: [], others: [node] };
  }
  const inner = type.form === "types" ? form : type.form;
  const parts = type.members.map((member) => part(inner, member, place, said));
  const others = parts.flatMap((each) => each.others);
  const told = parts.flatMap((each) => each.told);
  if (others.length === 0) return { told: [node], others };
  return { told: told.length === 0 ? told : [unionOf(inner, told, place)], others };
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
function unionOf(form: "oneOf" | "anyOf", members: readonly SchemaNode[], place: SchemaPlace): SchemaNode {
  const [first, ...others] = members;
  if (first === undefined) return bareNode({ kind: "any" }, place);
  return others.length === 0 ? first : bareNode({ kind: "union", form, members: [first, ...others] }, place);
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
