import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import { isObject, listMember, member, textMember } from "../document/json-members.js";
import type { SchemaNode, SchemaType } from "../schema-model.js";
import type { ConditionalSurroundings } from "./build-conditional.js";
import { joinParts } from "./join-parts.js";
import { distinct, unionOf } from "./join-said.js";
import { isNullable } from "./nullable.js";
import { placeAlternatives, type PlacedAlternative } from "./place-alternatives.js";
import { ALL_TYPES, type PossibleValues, possibleValues, type SchemaReading } from "./possible-values.js";
import type { ReferenceTarget } from "./references.js";
import { bareNode, isRounded, literalsNode, longNode } from "./schema-nodes.js";
import { beside, type SchemaPlace } from "./schema-place.js";

/** The type of values that keywords speak of which stand without a `type`. */
export type Shape = "object" | "array";

/** What taking a schema apart asks of the document as a whole. */
export interface OtherSurroundings extends ConditionalSurroundings {
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
export function otherValues(
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
