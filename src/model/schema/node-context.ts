import { type Diagnostic, diagnostic, keyOf } from "../../diagnostics/diagnostic.js";
import type { SchemaModel, SchemaNode } from "../schema-model.js";
import type { Json } from "../../load/loaded-contract.js";
import type { VisitBudget } from "../../openapi/visit.js";
import { circleAlternatives, type ReferenceTarget } from "./references.js";
import { buildNode, type NodeContext } from "./build-node.js";
import {
  type BuildSchema,
  componentPointer,
  deservesName,
  isScalarJson,
  type SchemaPosition,
} from "../schema-position.js";
import { nameFromPointer, SPLIT } from "../schema-names/schema-names.js";
import type { SchemaReading } from "./possible-values.js";
import { baseAt, type SchemaIndex } from "./schema-index.js";
import { bareNode } from "./schema-nodes.js";
import { readDiscriminator } from "./discriminators.js";

/** The functions that build schemas and each other's parts; they add to `schemas` what they name. */
export function createNodeContext(
  index: SchemaIndex,
  dialect: "3.0" | "3.1" | "3.2",
  schemas: SchemaModel[],
  diagnostics: Diagnostic[],
  longDigits: ReadonlyMap<number, string>,
  budget: VisitBudget,
): { readonly context: NodeContext } {
  const nameAt = new Map([...index.byKey].map(([key, name]) => [componentPointer(key), name]));
  /** References to what was built already, by pointer. */
  const built = new Map<string, SchemaNode>();
  const splitPointers = new Set<string>();
  const open = createOpenPositions(splitPointers);

  const declare = (preferred: string, node: SchemaNode, position: SchemaPosition, kind = "") => {
    const identity = `${kind}${index.identities.of(position.pointer)}`;
    const name = index.names.claim(preferred, identity, ...nullableIdentities(position, index));
    return push(name, node, position, identity);
  };
  const push = (name: string, node: SchemaNode, { owner }: SchemaPosition, identity: string): SchemaNode => {
    schemas.push({ name, identity, owner, node });
    return { ...node, type: { kind: "ref", name } };
  };
  /** Gives the name first: nested schemas may refer back to it. */
  const buildNamed = (json: Json, position: SchemaPosition): SchemaNode => {
    const identity = index.identities.of(position.pointer);
    const name = index.names.claim(position.name, identity);
    nameAt.set(position.pointer, name);
    const named = { ...position, name, named: true, within: position.pointer };
    const node = open.during(named, () => buildNode(json, named, context));
    return remembered(built, push(name, node, position, identity), position.pointer);
  };
  const build = (json: Json, position: SchemaPosition): SchemaNode => {
    const known = built.get(position.pointer);
    if (known !== undefined) return known;
    const name = nameAt.get(position.pointer);
    if (name !== undefined) return bareNode({ kind: "ref", name }, position);
    const isTarget = index.references.targets.has(position.pointer) && !isScalarJson(json);
    if (isTarget || open.isEndless(position)) return buildNamed(json, position);
    const node = open.during(position, () => buildNode(json, position, context));
    // What leads back into itself was met again, and has its name.
    const declared =
      built.get(position.pointer) ??
      (deservesName(node.type) ? declare(position.name, node, position) : undefined);
    return declared === undefined ? node : remembered(built, declared, position.pointer);
  };
  const refer = (reference: string, position: SchemaPosition): SchemaNode => {
    const target = index.references.resolve(reference, position.pointer);
    if (index.endless.has(position.within, target.pointer)) {
      const closed = closeCircle(target, position, index);
      context.report(diagnostic(closed.rule, position.pointer, { reference }));
      return closedNode(closed, position, index, build);
    }
    const name = baseAt(index, target.pointer, position)?.baseName ?? nameAt.get(target.pointer);
    if (name !== undefined) return bareNode({ kind: "ref", name }, position);
    if (isScalarJson(target.json))
      return buildNode(target.json, { ...position, pointer: target.pointer }, context);
    const preferred = nameFromPointer(target.pointer, index.byKey);
    const { type } = buildNamed(target.json, { pointer: target.pointer, ...preferred, named: false });
    return bareNode(type, position);
  };
  const split = (node: SchemaNode, position: SchemaPosition): SchemaNode => {
    if (!deservesName(node.type)) return node;
    const key = splitKey(node, position);
    return built.get(key) ?? remembered(built, declare(splitName(position), node, position, SPLIT), key);
  };
  const context: NodeContext = {
    build,
    report: reportOnce(diagnostics),
    longDigits,
    splitPointers,
    isTarget: (pointer) => index.references.targets.has(pointer),
    locate: (reference, from) => index.references.resolve(reference, from),
    nameAt: (pointer) => nameFromPointer(pointer, index.byKey),
    refer,
    split,
    readDiscriminator: (json, position) =>
      readDiscriminator(index, json, position, context.report, context.readingAt(position)),
    referDynamic: (reference, at) =>
      index.references.isDynamic(reference) ? anyAt(reference, at, context) : refer(reference, at),
    ...readings(index, dialect, budget),
  };
  return { context };
}

/** What a schema without a name of its own is known by where it may be null, and where it may not: it has one name. */
function nullableIdentities(
  { pointer, shapeOf, named }: SchemaPosition,
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
interface OpenPositions {
  /**
   * Whether building a position once more would never end: a schema that contains itself without a reference (a member of a
   * conditional schema) needs a name, too. Unless more is being split than when it was begun: that ends by itself.
   */
  isEndless(position: SchemaPosition): boolean;
  during(position: SchemaPosition, make: () => SchemaNode): SchemaNode;
}

/** @param splitPointers - the schemas that are being split. */
function createOpenPositions(splitPointers: ReadonlySet<string>): OpenPositions {
  /** Pointer → how many schemas were being split when it was begun. */
  const open = new Map<string, number>();
  return {
    isEndless: ({ pointer }) => (open.get(pointer) ?? -1) >= splitPointers.size,
    during({ pointer }, make) {
      const outer = open.get(pointer);
      open.set(pointer, splitPointers.size);
      const node = make();
      if (outer === undefined) open.delete(pointer);
      else open.set(pointer, outer);
      return node;
    },
  };
}

/** Of one schema an object, and an intersection with it, can be split off. */
function splitKey({ type }: SchemaNode, { pointer }: SchemaPosition): string {
  return `${SPLIT}${type.kind} ${pointer}`;
}

function splitName({ name, named }: SchemaPosition): string {
  return named ? `${name}Object` : name;
}

/** All readings of a document know what one of them has read. */
function readings(
  { references }: SchemaIndex,
  dialect: "3.0" | "3.1" | "3.2",
  budget: VisitBudget,
): Pick<NodeContext, "follow" | "readingAt" | "siblings"> {
  const siblings = dialect === "3.0" ? "ignored" : "meant";
  const known: SchemaReading["known"] = new Map();
  const required: SchemaReading["required"] = new Map();
  const follow = (json: Json, { pointer }: SchemaPosition) => references.follow(json, pointer);
  const readingAt = (position: SchemaPosition) =>
    ({ follow: (json: Json) => follow(json, position), siblings, known, required, budget }) as const;
  return { follow, readingAt, siblings };
}

/** Adds to what was found; a schema that is built where it is used, and where it is declared, is reported once. */
function reportOnce(found: Diagnostic[]): NodeContext["report"] {
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
  { pointer, within }: SchemaPosition,
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
  position: SchemaPosition,
  index: SchemaIndex,
  build: BuildSchema,
): SchemaNode {
  return others === undefined ? bareNode({ kind }, position) : alternativesAt(others, position, index, build);
}

/** The targets of a circle of references, as alternatives of the schema that contains a position. */
function alternativesAt(
  others: readonly ReferenceTarget[],
  position: SchemaPosition,
  { byKey }: SchemaIndex,
  build: BuildSchema,
): SchemaNode {
  const { within } = position;
  const nodes = others.map(({ json, pointer }) => {
    const name = nameFromPointer(pointer, byKey);
    return build(json, { pointer, ...name, named: false, ...(within === undefined ? {} : { within }) });
  });
  const [first, ...more] = nodes;
  if (first === undefined) return bareNode({ kind: "never" }, position);
  return more.length === 0 ? first : bareNode({ kind: "union", form: "types", members: nodes }, position);
}

/**
 * Any value for a dynamic reference, and a diagnostic: only the way by which a value was reached tells which schema is meant
 * (JSON Schema 2020-12, core 8.2.3.2), and a type has no such way.
 */
function anyAt(
  reference: string,
  position: SchemaPosition,
  { report }: Pick<NodeContext, "report">,
): SchemaNode {
  report(diagnostic("schema/dynamic-reference", position.pointer, { reference }));
  return bareNode({ kind: "any" }, position);
}
