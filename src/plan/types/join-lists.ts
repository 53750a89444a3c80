import type { TypePlan } from "../type-plan.js";

/** A list, and whether null may stand for it. */
interface List {
  readonly items: TypePlan;
  readonly nullable: boolean;
}

/**
 * Several lists at once as one list, of what is all of their items: TypeScript gives `A[] & B[]` the methods of both one
 * after the other, and those of the first (`map`, `find`) take its items for `A` alone. Other types stay where they are.
 *
 * @param intersect - makes the type of an item of all lists.
 */
export function joinLists(
  types: readonly TypePlan[],
  intersect: (items: readonly TypePlan[]) => TypePlan,
): readonly TypePlan[] {
  const lists = types.flatMap((type) => readList(type) ?? []);
  if (lists.length < 2) return types;
  const items = withoutAnyObject(lists.map((list) => list.items));
  const joined: TypePlan = { kind: "array", items: intersect(items) };
  const nullable = lists.every((list) => list.nullable);
  const whole: TypePlan = nullable
    ? { kind: "union", members: [joined, { kind: "keyword", name: "null" }] }
    : joined;
  const first = types.findIndex((type) => readList(type) !== undefined);
  return types.flatMap((type, index): readonly TypePlan[] => {
    if (readList(type) === undefined) return [type];
    return index === first ? [whole] : [];
  });
}

function readList(type: TypePlan): List | undefined {
  if (type.kind === "array") return { items: type.items, nullable: false };
  if (type.kind !== "union" || type.members.length !== 2) return undefined;
  const [list, nothing] = type.members;
  if (list?.kind !== "array" || nothing === undefined || !isKeyword(nothing, "null")) return undefined;
  return { items: list.items, nullable: true };
}

/**
 * Items without those that are any object: the place that a list of a wrapper keeps for what another part describes.
 * Beside it they would let every misspelt name pass. What denies null there denies it still.
 */
function withoutAnyObject(items: readonly TypePlan[]): readonly TypePlan[] {
  const telling = items.filter((type) => !isPlaceholder(type));
  if (!telling.some((type) => besideNull(type).every(isShape))) return items;
  const deniesNull = items.some((type) => isPlaceholder(type) && besideNull(type).includes(type));
  return deniesNull ? telling.map(withoutNull) : telling;
}

function isPlaceholder(type: TypePlan): boolean {
  return besideNull(type).every(isAnyObject);
}

function withoutNull(type: TypePlan): TypePlan {
  const [first, ...others] = besideNull(type);
  if (first === undefined || others.length === 0) return first ?? type;
  return { kind: "union", members: [first, ...others] };
}

/** The alternatives of a type but for null; a type that is none stands for itself. */
function besideNull(type: TypePlan): readonly TypePlan[] {
  return type.kind === "union" ? type.members.filter((member) => !isKeyword(member, "null")) : [type];
}

function isShape({ kind }: TypePlan): boolean {
  return kind === "name" || kind === "object";
}

function isAnyObject(type: TypePlan): boolean {
  const [only] = type.kind === "object" && type.members.length === 1 ? type.members : [];
  return only?.kind === "index" && only.prefix === undefined && isKeyword(only.type, "unknown");
}

function isKeyword(type: TypePlan, name: "null" | "unknown"): boolean {
  return type.kind === "keyword" && type.name === name;
}
