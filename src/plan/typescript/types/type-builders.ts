import type { SchemaNode, SchemaType } from "../../../model/schema-model.js";
import type { DeclarationPlan, TypePlan } from "../type-plan.js";

export const UNKNOWN: TypePlan = { kind: "keyword", name: "unknown" };
export const NEVER: TypePlan = { kind: "keyword", name: "never" };
export const NULL: TypePlan = { kind: "keyword", name: "null" };
export const NUMBER: TypePlan = { kind: "keyword", name: "number" };
/** A 64-bit integer: a number as long as that loses nothing. */
export const LONG_INTEGER: TypePlan = {
  kind: "union",
  members: [NUMBER, { kind: "keyword", name: "bigint" }],
};
/** Values beside those that a contract lists; the runtime says what they are. */
export const UNLISTED = {
  string: { kind: "name", name: "Unlisted" },
  number: { kind: "name", name: "UnlistedNumber" },
} as const satisfies Readonly<Record<string, TypePlan>>;
const EMPTY: TypePlan = { kind: "object", members: [] };

/** `{ [name: string]: T }`. */
export function mapType(type: TypePlan): TypePlan {
  return { kind: "object", members: [{ kind: "index", type, doc: { text: [], tags: [] } }] };
}

/** A type by a name that the file declares, imports, or has from the platform. */
export function nameType(name: string): TypePlan {
  return { kind: "name", name };
}

/**
 * Any string beside known ones: `string & {}` keeps the known ones in completion, which plain `string` would swallow.
 */
export function openType(name: "string" | "number"): TypePlan {
  return { kind: "intersection", members: [{ kind: "keyword", name }, EMPTY] };
}

/**
 * A union in its shortest form: nested unions drawn up, the same said once, `unknown` swallows all, `never` nothing.
 * Literals beside their own type stay visible; the open rest and null come last.
 */
export function unionType(members: readonly TypePlan[]): TypePlan {
  const flat = members.flatMap((member) => (member.kind === "union" ? member.members : [member]));
  if (flat.some((member) => isKeyword(member, "unknown"))) return UNKNOWN;
  const meaningful = flat.filter((member) => !isKeyword(member, "never") && !isSwallowed(member, flat));
  const distinct = distinctTypes(meaningful);
  const ordered = joinBooleans(openKeywords(distinct)).sort((left, right) => rank(left) - rank(right));
  const [only] = ordered;
  if (only === undefined) return NEVER;
  return ordered.length === 1 ? only : { kind: "union", members: ordered };
}

/** An intersection in its shortest form: the same said once, what says more wins where that is certain. */
export function intersectionType(members: readonly TypePlan[]): TypePlan {
  const flat = members.flatMap((member) =>
    member.kind === "intersection" && !isOpen(member) ? member.members : [member],
  );
  const distinct = joinLists(distinctTypes(flat), intersectionType);
  if (excludesItself(distinct)) return NEVER;
  const meaningful = distinct.filter((member, index) =>
    distinct.every(
      (other, at) =>
        at === index || !isAssignable(other, member) || (isAssignable(member, other) && index < at),
    ),
  );
  const [only] = meaningful;
  if (only === undefined) return UNKNOWN;
  return meaningful.length === 1 ? only : { kind: "intersection", members: meaningful };
}

/** Whether scalars are among the types that no value is both of: `string & number`, `"a" & "b"`. */
function excludesItself(types: readonly TypePlan[]): boolean {
  const literals = types.filter((type) => type.kind === "literal");
  const scalars = ["string", "number", "boolean", "null"];
  const kinds = types.flatMap((type) => {
    if (type.kind === "literal") return [typeof type.value];
    return type.kind === "keyword" && scalars.includes(type.name) ? [type.name] : [];
  });
  return literals.length > 1 || new Set(kinds).size > 1;
}

/**
 * Whether every value of `source` is certainly one of `target`; false also when that cannot be told without looking
 * names up.
 */
export function isAssignable(source: TypePlan, target: TypePlan): boolean {
  if (sameType(source, target) || isKeyword(target, "unknown") || isKeyword(source, "never")) return true;
  if (source.kind === "union") return source.members.every((member) => isAssignable(member, target));
  if (target.kind === "union") return target.members.some((member) => isAssignable(source, member));
  const wide = target.kind === "keyword" ? target.name : isOpen(target) ? openKeyword(target) : undefined;
  if (source.kind === "literal") return typeof source.value === wide;
  if (unlistedKeyword(source) !== undefined) return unlistedKeyword(source) === wide;
  if (isOpen(source)) return target.kind === "keyword" && openKeyword(source) === target.name;
  if (source.kind === "keyword" && isOpen(target)) return source.name === openKeyword(target);
  if (source.kind === "intersection") return source.members.some((member) => isAssignable(member, target));
  return source.kind === "array" && target.kind === "array" && isAssignable(source.items, target.items);
}

/** Whether two types are written alike. */
export function sameType(left: TypePlan, right: TypePlan): boolean {
  return left === right || (left.kind === right.kind && written(left) === written(right));
}

const texts = new WeakMap<TypePlan, string>();

/** A type as text, for comparing: written once for each, as it is compared with every other of a union. */
function written(type: TypePlan): string {
  const known = texts.get(type);
  if (known !== undefined) return known;
  const text = JSON.stringify(type);
  texts.set(type, text);
  return text;
}

function isKeyword(type: TypePlan, name: string): boolean {
  return type.kind === "keyword" && type.name === name;
}

function openKeyword(type: TypePlan): string | undefined {
  const first = type.kind === "intersection" ? type.members[0] : undefined;
  return first?.kind === "keyword" ? first.name : undefined;
}

/** `string & {}` or `number & {}`. */
export function isOpen(type: TypePlan): boolean {
  const second = type.kind === "intersection" ? type.members[1] : undefined;
  return openKeyword(type) !== undefined && second?.kind === "object" && second.members.length === 0;
}

/** `string` for an unlisted text, `number` for an unlisted number. */
function unlistedKeyword(type: TypePlan): "string" | "number" | undefined {
  if (type.kind !== "name") return undefined;
  return (["string", "number"] as const).find((name) => type.name === UNLISTED[name].name);
}

/** Whether a type is that of unlisted values beside one that has every value anyway: the contract says so itself. */
function isSwallowed(type: TypePlan, beside: readonly TypePlan[]): boolean {
  const keyword = unlistedKeyword(type);
  if (keyword === undefined) return false;
  return beside.some(
    (other) => isKeyword(other, keyword) || (isOpen(other) && openKeyword(other) === keyword),
  );
}

function distinctTypes(types: readonly TypePlan[]): readonly TypePlan[] {
  return [...new Map(types.map((type) => [written(type), type])).values()];
}

/** `"a" | string` is `string` to TypeScript; written `"a" | (string & {})` it still tells what is known. */
function openKeywords(types: readonly TypePlan[]): readonly TypePlan[] {
  return distinctTypes(
    types.map((type) => {
      if (type.kind !== "keyword" || (type.name !== "string" && type.name !== "number")) return type;
      const beside = types.some(
        (other) =>
          (other.kind === "literal" && typeof other.value === type.name) ||
          (isOpen(other) && openKeyword(other) === type.name),
      );
      return beside ? openType(type.name) : type;
    }),
  );
}

function joinBooleans(types: readonly TypePlan[]): TypePlan[] {
  const literals = types.filter((type) => type.kind === "literal" && typeof type.value === "boolean");
  const keyword = types.some((type) => isKeyword(type, "boolean"));
  if (literals.length < 2 && !keyword) return [...types];
  const others = types.filter((type) => !literals.includes(type) && !isKeyword(type, "boolean"));
  return [...others, { kind: "keyword", name: "boolean" }];
}

function rank(type: TypePlan): number {
  if (type.kind === "inherited") return 2;
  if (isKeyword(type, "null")) return 3;
  if (isKeyword(type, "undefined")) return 4;
  return isOpen(type) || unlistedKeyword(type) !== undefined ? 1 : 0;
}

/** Literals as a type; open: a newer server may have other strings (numbers) than the listed ones. */
export function literalsType(values: readonly (string | number | boolean | null)[], open: boolean): TypePlan {
  const literals = values.map((value): TypePlan => (value === null ? NULL : { kind: "literal", value }));
  const rest = (["string", "number"] as const)
    .filter((name) => open && values.some((value) => typeof value === name))
    .map((name): TypePlan => UNLISTED[name]);
  return unionType([...literals, ...rest]);
}

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
  if (list?.kind !== "array" || nothing === undefined || !isNullOrUnknown(nothing, "null")) return undefined;
  return { items: list.items, nullable: true };
}

/**
 * Items without those that are any object: the place that a list of a wrapper keeps for what another part describes.
 * Beside it they would let every misspelt name pass. What denies null there denies it still.
 */
function withoutAnyObject(items: readonly TypePlan[]): readonly TypePlan[] {
  const meaningful = items.filter((type) => !isPlaceholder(type));
  if (!meaningful.some((type) => besideNull(type).every(isShape))) return items;
  const deniesNull = items.some((type) => isPlaceholder(type) && besideNull(type).includes(type));
  return deniesNull ? meaningful.map(withoutNull) : meaningful;
}

function isPlaceholder(type: TypePlan): boolean {
  return besideNull(type).every(isAnyObject);
}

function withoutNull(type: TypePlan): TypePlan {
  const [first, ...others] = besideNull(type);
  if (first === undefined || others.length === 0) return first ?? type;
  return { kind: "union", members: [first, ...others] };
}

/** The alternatives of a type but for null; a type without alternatives is its own only one. */
function besideNull(type: TypePlan): readonly TypePlan[] {
  return type.kind === "union" ? type.members.filter((member) => !isNullOrUnknown(member, "null")) : [type];
}

function isShape({ kind }: TypePlan): boolean {
  return kind === "name" || kind === "object";
}

function isAnyObject(type: TypePlan): boolean {
  const [only] = type.kind === "object" && type.members.length === 1 ? type.members : [];
  return only?.kind === "index" && only.prefix === undefined && isNullOrUnknown(only.type, "unknown");
}

function isNullOrUnknown(type: TypePlan, name: "null" | "unknown"): boolean {
  return type.kind === "keyword" && type.name === name;
}

/** A type with something else in place of each schema that is directly in it; what it refers to is left to others. */
export function mapParts(type: SchemaType, change: (part: SchemaNode) => SchemaNode): SchemaType {
  switch (type.kind) {
    case "array":
      return { ...type, items: change(type.items) };
    case "tuple":
      return {
        ...type,
        items: type.items.map(change),
        ...(type.rest === undefined ? {} : { rest: change(type.rest) }),
      };
    case "union":
    case "intersection":
      return { ...type, members: type.members.map(change) };
    case "object":
      return {
        ...type,
        properties: type.properties.map((each) => ({ ...each, schema: change(each.schema) })),
        additional: typeof type.additional === "string" ? type.additional : change(type.additional),
        patterns: type.patterns.map((each) => ({ ...each, schema: change(each.schema) })),
      };
    default:
      return type;
  }
}

/** Every name that a declaration uses, in the order met, repetitions included. */
export function namesIn(declaration: DeclarationPlan): readonly string[] {
  if (declaration.kind === "alias") return namesInType(declaration.type);
  return [
    ...declaration.extends.flatMap(namesInType),
    ...declaration.members.flatMap(({ type }) => namesInType(type)),
  ];
}

/** Every name that a type uses. */
export function namesInType(type: TypePlan): readonly string[] {
  switch (type.kind) {
    case "name":
      return [type.name, ...(type.arguments ?? []).flatMap(namesInType)];
    case "array":
      return namesInType(type.items);
    case "tuple":
      return [
        ...type.items.map((item) => item.type),
        ...(type.rest === undefined ? [] : [type.rest]),
      ].flatMap(namesInType);
    case "object":
      return type.members.flatMap((member) => namesInType(member.type));
    case "union":
    case "intersection":
      return type.members.flatMap(namesInType);
    case "keyword":
    case "literal":
    case "pattern":
    case "inherited":
    case "member":
      return [];
  }
}
