import type { DeclarationPlan, MemberPlan, TypePlan } from "../../plan/typescript/type-plan.js";

/** Longest text of a type in a sentence. */
const MOST = 120;

/** A type on one line, as TypeScript writes it, cut where it is long. */
export function typeText(type: TypePlan): string {
  const text = write(type);
  return text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`;
}

function write(type: TypePlan, isPart = false): string {
  switch (type.kind) {
    case "keyword":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "pattern":
      return `\`${type.start}\${string}${type.end}\``;
    case "inherited":
      return `Object[${JSON.stringify(type.name)}]`;
    case "member":
      return `${type.of}[${JSON.stringify(type.name)}]`;
    case "name":
      return type.arguments === undefined || type.arguments.length === 0
        ? type.name
        : `${type.name}<${type.arguments.map((part) => write(part)).join(", ")}>`;
    case "array":
      return `${write(type.items, true)}[]`;
    case "tuple": {
      const items = type.items.map((item) => `${write(item.type, item.optional)}${item.optional ? "?" : ""}`);
      const rest = type.rest === undefined ? [] : [`...${write(type.rest, true)}[]`];
      return `[${[...items, ...rest].join(", ")}]`;
    }
    case "object":
      return type.members.length === 0 ? "{}" : `{ ${type.members.map(writeMember).join("; ")} }`;
    case "union":
    case "intersection":
      return together(type.kind === "union" ? " | " : " & ", type.members, isPart);
  }
}

function together(sign: string, members: readonly TypePlan[], isPart: boolean): string {
  const text = members.map((one) => write(one, true)).join(sign);
  return isPart && members.length > 1 ? `(${text})` : text;
}

function writeMember(member: MemberPlan): string {
  if (member.kind === "index")
    return `[name: ${member.prefix === undefined ? "string" : `\`${member.prefix}\${string}\``}]: ${write(member.type)}`;
  const name = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(member.name)
    ? member.name
    : JSON.stringify(member.name);
  return `${name}${member.optional ? "?" : ""}: ${write(member.type)}`;
}

const keys = new WeakMap<TypePlan, string>();

/** The same text for types that mean the same to the compiler as they are written: doc comments count for nothing. */
export function typeKey(type: TypePlan): string {
  const known = keys.get(type);
  if (known !== undefined) return known;
  const text = JSON.stringify(type, (name, value: unknown) =>
    // A member of a type named so has a `kind` beside it; `doc` and `conditional` are for printers.
    name === "doc" || name === "conditional" || name === "others" ? undefined : value,
  );
  keys.set(type, text);
  return text;
}

/** The types that a declaration is written with. */
export function declaredTypes(declared: DeclarationPlan): readonly TypePlan[] {
  return declared.kind === "alias"
    ? [declared.type]
    : [...declared.extends, ...declared.members.map(({ type }) => type)];
}

const known = new WeakMap<TypePlan, readonly string[]>();

/** Every name that a type is written with, once. */
export function namesIn(type: TypePlan): readonly string[] {
  const before = known.get(type);
  if (before !== undefined) return before;
  const found = [...new Set(collectNames(type))];
  known.set(type, found);
  return found;
}

function collectNames(type: TypePlan): readonly string[] {
  switch (type.kind) {
    case "name":
      return [type.name, ...(type.arguments ?? []).flatMap(namesIn)];
    case "member":
      return [type.of];
    case "array":
      return namesIn(type.items);
    case "tuple":
      return [
        ...type.items.map((item) => item.type),
        ...(type.rest === undefined ? [] : [type.rest]),
      ].flatMap(namesIn);
    case "object":
      return type.members.flatMap((one) => namesIn(one.type));
    case "union":
    case "intersection":
      return type.members.flatMap(namesIn);
    default:
      return [];
  }
}
