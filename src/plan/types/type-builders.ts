import type { TypePlan } from "../type-plan.js";
import { joinLists } from "./join-lists.js";

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
  const telling = flat.filter((member) => !isKeyword(member, "never") && !isSwallowed(member, flat));
  const distinct = distinctTypes(telling);
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
  const telling = distinct.filter((member, index) =>
    distinct.every(
      (other, at) =>
        at === index || !isAssignable(other, member) || (isAssignable(member, other) && index < at),
    ),
  );
  const [only] = telling;
  if (only === undefined) return UNKNOWN;
  return telling.length === 1 ? only : { kind: "intersection", members: telling };
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
