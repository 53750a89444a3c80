import type { ObjectType, PropertyModel, SchemaModel, SchemaNode } from "../../../model/schema-model.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { listedValues } from "./literals.js";
import { intersectionType, isAssignable, openType, sameType, unionType, UNKNOWN } from "./type-builders.js";

type Index = Extract<MemberPlan, { kind: "index" }>;

/** What `patternProperties` says of names. */
interface Described extends NamePattern {
  readonly type: TypePlan;
}

/**
 * The index signatures for what `additionalProperties` and `patternProperties` describe; none when they describe nothing.
 * TypeScript holds every member to the one for any name, so that it admits the types of all. Names with a beginning of
 * their own have one more, which says just what they are; they have it alone where the object is closed to all others.
 */
export function indexMembers(
  type: ObjectType,
  members: readonly MemberPlan[],
  plan: (node: SchemaNode) => TypePlan,
): readonly MemberPlan[] {
  const patterns = type.patterns.map(({ pattern, schema }): Described => {
    return { ...readNamePattern(pattern), type: plan(schema) };
  });
  const every = patterns.filter(({ prefix, whole }) => whole && prefix === "");
  const additional = typeof type.additional === "string" ? [] : [plan(type.additional)];
  // Nothing is said about names that match no pattern: they may be there, and be anything.
  const unsaid = type.additional === "unsaid" && patterns.length > 0 ? [UNKNOWN] : [];
  // Who describes every name leaves none to the others.
  const described =
    every.length > 0
      ? [intersectionType(every.map((each) => each.type))]
      : [...additional, ...patterns.map((each) => each.type), ...unsaid];
  if (described.length === 0) return [];
  const certain = patterns.filter(({ prefix, whole }) => {
    return prefix !== "" && every.length === 0 && (whole || type.additional === "closed");
  });
  const prefixed = [...new Set(certain.map(({ prefix }) => prefix))].map((prefix) =>
    signature(typeOfNames(prefix, patterns), prefix),
  );
  // Where no other name is allowed, and every pattern says how its names begin, no name is left for any other.
  const whole = type.additional === "closed" && patterns.every(({ prefix }) => prefix !== "");
  return withPrefixes(whole ? undefined : signature(unionType(described)), prefixed, members);
}

/** What values are under names that begin so: what all of them match, else whatever one of them may match. */
function typeOfNames(prefix: string, patterns: readonly Described[]): TypePlan {
  const all = patterns.filter((each) => each.whole && each.prefix === prefix);
  if (all.length > 0) return intersectionType(all.map(({ type }) => type));
  const some = patterns.filter((each) => each.prefix.startsWith(prefix) || prefix.startsWith(each.prefix));
  return unionType(some.map(({ type }) => type));
}

/** An index signature for any name, or for those with a beginning. */
function signature(type: TypePlan, prefix?: string): Index {
  return { kind: "index", type, doc: { text: [], tags: [] }, ...(prefix === undefined ? {} : { prefix }) };
}

/**
 * Index signatures wide enough for the members beside them. Those for a beginning are omitted where they say no more
 * than the one for any name, and where another is for a shorter one: what that says holds for their names as well, and
 * TypeScript would want the two to agree.
 *
 * @param any - for any name; undefined where no others are allowed.
 */
export function withPrefixes(
  any: Index | undefined,
  prefixed: readonly Index[],
  members: readonly MemberPlan[],
): readonly Index[] {
  const wide =
    any && widenIndex({ ...any, type: unionType([any.type, ...prefixed.map(({ type }) => type)]) }, members);
  const begins = (name: string, { prefix = "" }: Index) => name.startsWith(prefix);
  const remaining = prefixed
    .filter((one) => prefixed.every((other) => other === one || !begins(one.prefix ?? "", other)))
    .map((one) => {
      const named = members.filter((each) => each.kind === "property" && begins(each.name, one));
      return widenIndex(one, named);
    });
  if (wide === undefined) return remaining;
  return [...remaining.filter(({ type }) => !sameType(type, wide.type)), wide];
}

/** An index signature wide enough for the members beside it. */
function widenIndex(index: Index, members: readonly MemberPlan[]): Index {
  const properties = members.filter((member) => member.kind === "property");
  const beside = properties.map(({ type }) => type).filter((type) => !isAssignable(type, index.type));
  const absent = properties.some(({ optional }) => optional);
  const missing: readonly TypePlan[] = absent ? [{ kind: "keyword", name: "undefined" }] : [];
  const type = unionType([index.type, ...beside, ...missing]);
  return sameType(type, index.type) ? index : { ...index, type, others: index.others ?? index.type };
}

/** What index signatures say of a member that nothing else describes; undefined where there are none. */
export function indexedType(name: string, members: readonly MemberPlan[]): TypePlan | undefined {
  const indexes = members.filter((member) => member.kind === "index");
  const matching = indexes.filter(({ prefix }) => prefix !== undefined && name.startsWith(prefix));
  const found = matching[0] ?? indexes.find(({ prefix }) => prefix === undefined);
  return found?.others ?? found?.type;
}

/**
 * What of a pattern for names (`patternProperties`) TypeScript can say as well: that names begin with a text. The
 * pattern is a regular expression that may match anywhere in a name (JSON Schema 2020-12, core 10.3.2.2).
 */
interface NamePattern {
  /** How all names begin that it matches; empty: nothing is known, or there is nothing that they have in common. */
  readonly prefix: string;
  /** Whether it matches every name that begins so; with an empty prefix: every name. */
  readonly whole: boolean;
}

/** A character of a pattern that stands for itself, as it is or escaped. */
const PLAIN = /^(?:[\p{L}\p{Nd} _\-/@:#,~=!%&"'<>;]|\\[^\p{L}\p{Nd}])/u;
/** What may follow: a character that is repeated, or omitted, is not certain. */
const REPEATED = /^[*+?{]/u;
/** Any characters, in the spellings of published contracts: `.*`, `[\s\S]*`, `[^]*`, `[\w\W]*`. */
const ANY = String.raw`(?:\.|\[(?:\^|\\s\\S|\\S\\s|\\w\\W|\\W\\w|\\d\\D|\\D\\d)\])[*+]\??`;
/**
 * Any rest, in a group (`(.*)`, as TypeBox writes its records) or not. A name that consists of the prefix alone is what
 * `.+` does not match; such names do not occur.
 */
const ANY_REST = new RegExp(String.raw`^(?:${ANY}|\((?:\?:)?${ANY}\))?\$?$`, "u");

/** Reads a pattern; a pattern that is not recognised is one of which nothing is known. */
export function readNamePattern(pattern: string): NamePattern {
  if (ANY_REST.test(pattern.replace(/^\^/u, "")) && pattern !== "^$") return { prefix: "", whole: true };
  if (!pattern.startsWith("^") || pattern.includes("|")) return { prefix: "", whole: false };
  let rest = pattern.slice(1);
  let prefix = "";
  for (let found = PLAIN.exec(rest)?.[0]; found !== undefined; found = PLAIN.exec(rest)?.[0]) {
    const next = rest.slice(found.length);
    if (REPEATED.test(next)) return { prefix, whole: false };
    prefix += found.replace(/^\\/u, "");
    rest = next;
  }
  return { prefix, whole: prefix !== "" && rest !== "$" && ANY_REST.test(rest) };
}

/**
 * The schema of a member: its own or, where `required` alone names it, what the object says of members of such a name (JSON
 * Schema 2020-12, core 10.3.2): of all that match a pattern, or of additional ones where it certainly matches none.
 */
export function schemaOf({ name, schema, undescribed }: PropertyModel, type: ObjectType): SchemaNode {
  if (undescribed !== true) return schema;
  const patterns = type.patterns.map((each) => ({ ...each, ...readNamePattern(each.pattern) }));
  const possible = patterns.filter(({ prefix }) => name.startsWith(prefix));
  const [first, ...others] = possible;
  if (first === undefined) return typeof type.additional === "string" ? schema : type.additional;
  // Several that match would have to hold at once, and what a pattern means beyond its beginning is not known here.
  return others.length === 0 && first.whole ? first.schema : schema;
}

type Schemas = ReadonlyMap<string, SchemaModel>;

/**
 * Alternatives of which one is `string` (`number`) and another a name for listed ones: `State | string` is `string` to
 * an editor, which then suggests nothing; written `State | (string & {})` it still tells what is known.
 *
 * @param members - the alternatives.
 * @param types - their types, as planned.
 */
export function besideNames(
  members: readonly SchemaNode[],
  types: readonly TypePlan[],
  schemas: Schemas,
): readonly TypePlan[] {
  if (!types.some(isWide)) return types;
  const seen = new Set<string>();
  const named = members
    .filter(({ type }) => type.kind === "ref")
    .flatMap((node) => kindsOf(node, schemas, seen));
  return types.map((type) => (isWide(type) && named.includes(type.name) ? openType(type.name) : type));
}

function isWide(type: TypePlan): type is { readonly kind: "keyword"; readonly name: "string" | "number" } {
  return type.kind === "keyword" && (type.name === "string" || type.name === "number");
}

/**
 * `string`, `number`: what kinds of values a schema lists, by name or not.
 *
 * @param seen - names of the schemas that were looked at.
 */
function kindsOf(node: SchemaNode, schemas: Schemas, seen: Set<string>): readonly string[] {
  const { type } = node;
  const values = type.kind === "literal" ? [type.value] : listedValues(node);
  if (values !== undefined) return [...new Set(values.map((value) => typeof value))];
  if (type.kind === "union") return type.members.flatMap((member) => kindsOf(member, schemas, seen));
  if (type.kind !== "ref" || seen.has(type.name)) return [];
  seen.add(type.name);
  const target = schemas.get(type.name);
  return target === undefined ? [] : kindsOf(target.node, schemas, seen);
}
