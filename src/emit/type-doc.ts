import { builders } from "prettier/doc";
import type { MemberPlan, TypePlan } from "../plan/typescript/type-plan.js";
import { commentDoc } from "./comment-doc.js";
import { alternatives, type Doc, enclosed, typeArgumentList } from "./layout.js";
import { numberLiteral, patternLiteral, propertyName, stringLiteral } from "./literal.js";

const { group, hardline, ifBreak, indent, join, line, softline } = builders;

/**
 * Where a type is, as far as prettier lays it out differently for that: after a colon, as the whole of an alias
 * (whose own indentation is enough), as a type argument or an element of a tuple.
 */
type TypePosition = "annotation" | "alias" | "argument" | "element";

/** A type as prettier lays it out. */
export function typeDoc(type: TypePlan, position: TypePosition = "annotation"): Doc {
  switch (type.kind) {
    case "keyword":
      return type.name;
    case "literal":
      return literalText(type.value);
    case "pattern":
      return patternLiteral(type.start, type.end);
    case "inherited":
      return `Object[${stringLiteral(type.name)}]`;
    case "member":
      return `${type.of}[${stringLiteral(type.name)}]`;
    case "name":
      // A plain name as plain text, like a literal: alone between angle brackets it never breaks.
      return type.arguments === undefined ? type.name : [type.name, typeArguments(type.arguments)];
    case "array":
      return [operand(type.items), "[]"];
    case "tuple":
      return tupleDoc(type);
    case "object":
      return objectDoc(type);
    case "union":
      return unionDoc(type, position);
    case "intersection":
      return intersectionDoc(type);
  }
}

function literalText(value: string | number | boolean): string {
  if (typeof value === "string") return stringLiteral(value);
  return typeof value === "number" ? numberLiteral(value) : String(value);
}

/** A single type that has no better place to break, and one in braces, stay beside their angle brackets. */
function typeArguments(types: readonly TypePlan[]): Doc {
  const [only] = types;
  const printed = types.map((type) => typeDoc(type, "argument"));
  if (only !== undefined && types.length === 1 && hugs(only)) return ["<", ...printed, ">"];
  return typeArgumentList(printed);
}

/** Prettier, `shouldHugType`. */
function hugs(type: TypePlan): boolean {
  if (type.kind === "keyword" || type.kind === "object") return true;
  if (type.kind === "name") return (type.arguments ?? []).length === 0;
  return type.kind === "union" && hugsUnion(type.members);
}

/** An object or a name, and nothing but null beside it: prettier keeps them on one line, however long. */
export function hugsUnion(members: readonly TypePlan[]): boolean {
  const hugged = members.filter((member) => member.kind === "object" || member.kind === "name");
  const nulls = members.filter((member) => member.kind === "keyword" && member.name === "null");
  return hugged.length === 1 && hugged.length + nulls.length === members.length;
}

/** A type in front of `[]` or beside `&`: what binds weaker gets parentheses. */
function operand(type: TypePlan): Doc {
  if (type.kind !== "union" && type.kind !== "intersection") return typeDoc(type);
  if (type.kind === "intersection" || hugsUnion(type.members)) return ["(", typeDoc(type), ")"];
  return ["(", group([indent([softline, alternatives(type.members.map(alternative))]), softline]), ")"];
}

function unionDoc(type: Extract<TypePlan, { kind: "union" }>, position: TypePosition): Doc {
  if (hugsUnion(type.members))
    return join(
      " | ",
      type.members.map((member) => alternative(member)),
    );
  const all = alternatives(type.members.map(alternative));
  if (position === "alias" || position === "argument") return all;
  if (position === "annotation") return group(indent([softline, all]));
  return group([indent([ifBreak(["(", softline]), all]), softline, ifBreak(")")]);
}

/** A member of a union. An intersection among alternatives is put in parentheses, as prettier does. */
export function alternative(member: TypePlan): Doc {
  return member.kind === "intersection" ? ["(", typeDoc(member), ")"] : typeDoc(member);
}

/** Prettier, `printIntersectionType`: objects hug their neighbours, other members go on lines of their own. */
function intersectionDoc(type: Extract<TypePlan, { kind: "intersection" }>): Doc {
  let mixed = false;
  return group(
    type.members.map((member, index): Doc => {
      const printed = operandOf(member);
      const before = type.members[index - 1];
      if (before === undefined) return printed;
      const object = member.kind === "object";
      if (object && before.kind === "object") return [" & ", mixed ? indent(printed) : printed];
      if (!object && before.kind !== "object") return indent([" &", line, printed]);
      if (index > 1) mixed = true;
      return [" & ", index > 1 ? indent(printed) : printed];
    }),
  );
}

function operandOf(member: TypePlan): Doc {
  return member.kind === "union" ? operand(member) : typeDoc(member);
}

/**
 * TypeScript resolves a list that is written below an optional element or a rest element at once: one that leads back to
 * the tuple's own alias is refused (TS2456), unless the elements have labels, of which all have one or none. With labels, it
 * resolves an element that is a name at once; without, it puts off the whole tuple because of that name.
 */
function tupleDoc(type: Extract<TypePlan, { kind: "tuple" }>): Doc {
  const lists = [...type.items.filter(({ optional }) => optional).map((item) => item.type), type.rest].filter(
    isList,
  );
  const others = [...type.items.map((item) => item.type), type.rest].filter((each) => !isList(each));
  const inLists = new Set(lists.flatMap(namesIn));
  const isPutOff = others.flatMap(namesIn).some((name) => inLists.size === 0 || inLists.has(name));
  const labelled = lists.length > 0 && !isPutOff;
  const only = type.items.length + (type.rest === undefined ? 0 : 1) === 1;
  const items = type.items.map((item, index): Doc => {
    if (labelled) return group([`item${String(index)}`, item.optional ? "?: " : ": ", typeDoc(item.type)]);
    const inner = item.optional ? operand(item.type) : typeDoc(item.type, only ? "argument" : "element");
    return group(item.optional ? [inner, "?"] : inner);
  });
  const rest: readonly Doc[] =
    type.rest === undefined ? [] : [group([labelled ? "...rest: " : "...", operand(type.rest), "[]"])];
  return group(enclosed("[", [...items, ...rest], "]", { trailing: "," }));
}

function isList(type: TypePlan | undefined): type is Extract<TypePlan, { kind: "array" | "tuple" }> {
  return type?.kind === "array" || type?.kind === "tuple";
}

/** Names in a type, without those in the members of objects: TypeScript resolves members when they are read. */
function namesIn(type: TypePlan | undefined): readonly string[] {
  switch (type?.kind) {
    case "name":
      return [type.name];
    case "union":
    case "intersection":
      return type.members.flatMap(namesIn);
    case "array":
      return namesIn(type.items);
    case "tuple":
      return [...type.items.map((item) => item.type), type.rest].flatMap(namesIn);
    default:
      return [];
  }
}

/** An object type; comments among its members force it onto several lines. */
function objectDoc(type: Extract<TypePlan, { kind: "object" }>): Doc {
  if (type.members.length === 0) return "{}";
  const printed = type.members.map((member) => memberDoc(member));
  const commented = type.members.some(({ doc }) => doc.text.length > 0 || doc.tags.length > 0);
  const body = join([";", line], printed);
  const edge = commented ? hardline : line;
  return group(["{", indent([edge, body]), ifBreak(";"), line, "}"]);
}

/** Prettier breaks inside the brackets as the last resort of a line that is too long. */
function indexDoc(prefix: string | undefined): Doc {
  const names = prefix === undefined ? "string" : patternLiteral(prefix);
  return group(["[", indent([softline, "name: ", names]), softline, "]"]);
}

/** A member with its comment, without the semicolon after it. */
export function memberDoc(member: MemberPlan): Doc {
  const name = member.kind === "index" ? indexDoc(member.prefix) : propertyName(member.name);
  const mark = member.kind === "property" && member.optional ? "?" : "";
  return [commentDoc(member.doc), name, mark, ": ", typeDoc(member.type)];
}

/** The name of a member as {@link memberDoc} printed it: an index signature may have lines of its own. */
export function memberName(member: MemberPlan, printed: string): string {
  return member.kind === "property" ? propertyName(member.name) : (/^\[[^\]]*\]/.exec(printed)?.[0] ?? "");
}
