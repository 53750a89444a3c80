import type { SchemaNode } from "../schema-model.js";
import type { PlacedAlternative } from "./place-alternatives.js";
import { bareNode } from "./schema-nodes.js";
import type { SchemaPlace } from "./schema-place.js";

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
export function unionOf(
  form: "oneOf" | "anyOf",
  members: readonly SchemaNode[],
  place: SchemaPlace,
): SchemaNode {
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
