import { type Diagnostic, diagnostic, keyOf } from "../../diagnostics/diagnostic.js";
import type { SchemaModel, SchemaNode } from "../schema-model.js";
import type { Json } from "../../load/loaded-contract.js";
import type { VisitBudget } from "../../openapi/visit-budget.js";
import { circleAlternatives, type ReferenceTarget } from "./references.js";
import { buildNode, type NodeSurroundings } from "./build-node.js";
import {
  type BuildSchema,
  componentPointer,
  deservesName,
  isScalarJson,
  type SchemaPlace,
} from "../schema-place.js";
import { nameFromPointer, SPLIT } from "../schema-names/schema-names.js";
import type { SchemaReading } from "./possible-values.js";
import { baseAt, type SchemaIndex } from "./schema-index.js";
import { bareNode } from "./schema-nodes.js";
import { readDiscriminator } from "./discriminators.js";

/** The functions that build schemas and each other's parts; they add to `schemas` what they name. */
export function createWorkshop(
  index: SchemaIndex,
  dialect: "3.0" | "3.1" | "3.2",
  schemas: SchemaModel[],
  diagnostics: Diagnostic[],
  longDigits: ReadonlyMap<number, string>,
  budget: VisitBudget,
): { readonly around: NodeSurroundings } {
  const nameAt = new Map([...index.byKey].map(([key, name]) => [componentPointer(key), name]));
  /** References to what was built already, by pointer. */
  const built = new Map<string, SchemaNode>();
  const takenApart = new Set<string>();
  const open = createOpenPlaces(takenApart);

  const declare = (wished: string, node: SchemaNode, place: SchemaPlace, kind = "") => {
    const identity = `${kind}${index.identities.of(place.pointer)}`;
    const name = index.names.claim(wished, identity, ...nullableIdentities(place, index));
    return push(name, node, place, identity);
  };
  const push = (name: string, node: SchemaNode, { owner }: SchemaPlace, identity: string): SchemaNode => {
    schemas.push({ name, identity, owner, node });
    return { ...node, type: { kind: "ref", name } };
  };
  /** Gives the name first: what stands below may refer back to it. */
  const buildNamed = (json: Json, place: SchemaPlace): SchemaNode => {
    const identity = index.identities.of(place.pointer);
    const name = index.names.claim(place.name, identity);
    nameAt.set(place.pointer, name);
    const named = { ...place, name, named: true, within: place.pointer };
    const node = open.during(named, () => buildNode(json, named, around));
    return remembered(built, push(name, node, place, identity), place.pointer);
  };
  const build = (json: Json, place: SchemaPlace): SchemaNode => {
    const known = built.get(place.pointer);
    if (known !== undefined) return known;
    const name = nameAt.get(place.pointer);
    if (name !== undefined) return bareNode({ kind: "ref", name }, place);
    const isTarget = index.references.targets.has(place.pointer) && !isScalarJson(json);
    if (isTarget || open.isEndless(place)) return buildNamed(json, place);
    const node = open.during(place, () => buildNode(json, place, around));
    // What leads back into itself was met again, and has its name.
    const declared =
      built.get(place.pointer) ?? (deservesName(node.type) ? declare(place.name, node, place) : undefined);
    return declared === undefined ? node : remembered(built, declared, place.pointer);
  };
  const refer = (reference: string, place: SchemaPlace): SchemaNode => {
    const target = index.references.resolve(reference, place.pointer);
    if (index.endless.has(place.within, target.pointer)) {
      const closed = closeCircle(target, place, index);
      around.report(diagnostic(closed.rule, place.pointer, { reference }));
      return closedNode(closed, place, index, build);
    }
    const name = baseAt(index, target.pointer, place)?.baseName ?? nameAt.get(target.pointer);
    if (name !== undefined) return bareNode({ kind: "ref", name }, place);
    if (isScalarJson(target.json))
      return buildNode(target.json, { ...place, pointer: target.pointer }, around);
    const wish = nameFromPointer(target.pointer, index.byKey);
    const { type } = buildNamed(target.json, { pointer: target.pointer, ...wish, named: false });
    return bareNode(type, place);
  };
  const split = (node: SchemaNode, place: SchemaPlace): SchemaNode => {
    if (!deservesName(node.type)) return node;
    const key = splitKey(node, place);
    return built.get(key) ?? remembered(built, declare(splitName(place), node, place, SPLIT), key);
  };
  const around: NodeSurroundings = {
    build,
    report: reportOnce(diagnostics),
    longDigits,
    takenApart,
    isTarget: (pointer) => index.references.targets.has(pointer),
    locate: (reference, from) => index.references.resolve(reference, from),
    nameAt: (pointer) => nameFromPointer(pointer, index.byKey),
    refer,
    split,
    readDiscriminator: (json, place) =>
      readDiscriminator(index, json, place, around.report, around.readingAt(place)),
    referDynamic: (reference, place) =>
      index.references.isDynamic(reference) ? anyAt(reference, place, around) : refer(reference, place),
    ...readings(index, dialect, budget),
  };
  return { around };
}

/** What a schema without a name of its own is known by where it may be null, and where it may not: it has one name. */
function nullableIdentities(
  { pointer, shapeOf, named }: SchemaPlace,
  { identities }: SchemaIndex,
): readonly string[] {
  if (named) return [];
  return [pointer, ...(shapeOf === undefined ? [] : [shapeOf])]
    .map((at) => identities.of(at))
    .flatMap((at) => [at, `${SPLIT}${at}`]);
}

function remembered(built: Map<string, SchemaNode>, node: SchemaNode, pointer: string): SchemaNode {
  built.set(pointer, node);
  return node;
}

/** The places that are being built. */
interface OpenPlaces {
  /**
   * Whether building a place once more would never end: what contains itself by another way than a reference (a member of a
   * conditional schema) needs a name, too. Unless more is being taken apart than when it was begun: that ends by itself.
   */
  isEndless(place: SchemaPlace): boolean;
  during(place: SchemaPlace, make: () => SchemaNode): SchemaNode;
}

/** @param takenApart - what is being taken apart. */
function createOpenPlaces(takenApart: ReadonlySet<string>): OpenPlaces {
  /** Pointer → how much was being taken apart when it was begun. */
  const open = new Map<string, number>();
  return {
    isEndless: ({ pointer }) => (open.get(pointer) ?? -1) >= takenApart.size,
    during({ pointer }, make) {
      const outer = open.get(pointer);
      open.set(pointer, takenApart.size);
      const node = make();
      if (outer === undefined) open.delete(pointer);
      else open.set(pointer, outer);
      return node;
    },
  };
}

/** Of one schema an object, and an intersection with it, can be split off. */
function splitKey({ type }: SchemaNode, { pointer }: SchemaPlace): string {
  return `${SPLIT}${type.kind} ${pointer}`;
}

function splitName({ name, named }: SchemaPlace): string {
  return named ? `${name}Object` : name;
}

/** All readings of a document know what one of them has read. */
function readings(
  { references }: SchemaIndex,
  dialect: "3.0" | "3.1" | "3.2",
  budget: VisitBudget,
): Pick<NodeSurroundings, "follow" | "readingAt" | "siblings"> {
  const siblings = dialect === "3.0" ? "ignored" : "meant";
  const known: SchemaReading["known"] = new Map();
  const required: SchemaReading["required"] = new Map();
  const follow = (json: Json, { pointer }: SchemaPlace) => references.follow(json, pointer);
  const readingAt = (place: SchemaPlace) =>
    ({ follow: (json: Json) => follow(json, place), siblings, known, required, budget }) as const;
  return { follow, readingAt, siblings };
}

/** Adds to what was found; a schema that is built where it is used, and where it is declared, is reported once. */
function reportOnce(found: Diagnostic[]): NodeSurroundings["report"] {
  const known = new Set(found.map(keyOf));
  return (one) => {
    const key = keyOf(one);
    if (known.has(key)) return;
    known.add(key);
    found.push(one);
  };
}

/** What becomes of a reference that makes a schema consist of itself: other alternatives, or a type; and what is said. */
interface ClosedCircle {
  readonly others?: readonly ReferenceTarget[];
  readonly kind: "any" | "never";
  readonly rule: "schema/self-reference" | "schema/self-reference-replaced";
}

function closeCircle(
  target: ReferenceTarget,
  { pointer, within }: SchemaPlace,
  index: SchemaIndex,
): ClosedCircle {
  const alternative = /\/(?:oneOf|anyOf)\/\d+$/u.test(pointer);
  const whole = within === target.pointer;
  const others =
    alternative && !whole && within !== undefined
      ? circleAlternatives(within, target, index.references, index.endless)
      : undefined;
  const rule = others === undefined ? "schema/self-reference" : "schema/self-reference-replaced";
  // An alternative that is the whole itself adds no value to the others.
  return { ...(others === undefined ? {} : { others }), kind: whole && alternative ? "never" : "any", rule };
}

function closedNode(
  { others, kind }: ClosedCircle,
  place: SchemaPlace,
  index: SchemaIndex,
  build: BuildSchema,
): SchemaNode {
  return others === undefined ? bareNode({ kind }, place) : alternativesAt(others, place, index, build);
}

/** What stands elsewhere, as alternatives of the schema that a place is within. */
function alternativesAt(
  others: readonly ReferenceTarget[],
  place: SchemaPlace,
  { byKey }: SchemaIndex,
  build: BuildSchema,
): SchemaNode {
  const { within } = place;
  const nodes = others.map(({ json, pointer }) => {
    const name = nameFromPointer(pointer, byKey);
    return build(json, { pointer, ...name, named: false, ...(within === undefined ? {} : { within }) });
  });
  const [first, ...more] = nodes;
  if (first === undefined) return bareNode({ kind: "never" }, place);
  return more.length === 0 ? first : bareNode({ kind: "union", form: "types", members: nodes }, place);
}

/**
 * Any value for a dynamic reference, and a diagnostic: only the way by which a value was reached tells which schema is meant
 * (JSON Schema 2020-12, core 8.2.3.2), and a type has no such way.
 */
function anyAt(
  reference: string,
  place: SchemaPlace,
  { report }: Pick<NodeSurroundings, "report">,
): SchemaNode {
  report(diagnostic("schema/dynamic-reference", place.pointer, { reference }));
  return bareNode({ kind: "any" }, place);
}
