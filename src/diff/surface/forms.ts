import type { DeclarationPlan, MemberPlan, TypePlan } from "../../plan/typescript/type-plan.js";
import type { ClientTypes } from "./client-types.js";
import { expandRuntimeType } from "./runtime-types.js";
import { typeKey } from "./type-text.js";

/*
 * Forms: what a type is once its names are looked up, one level deep. A type is a list of alternative forms; the members of an object
 * are types again.
 */

/** A member of an object form. */
export interface FormMember {
  readonly optional: boolean;
  readonly type: TypePlan;
  /** The declaration that has it; absent: the type is written in place. */
  readonly owner?: string;
}

/** An index signature. */
export interface FormIndex {
  /** The text that the names begin with; empty: any name. */
  readonly prefix: string;
  readonly type: TypePlan;
}

/** An object with its members, those of all its parts. */
export interface ObjectForm {
  readonly kind: "object";
  /** The interface that it is. */
  readonly name?: string;
  readonly members: ReadonlyMap<string, FormMember>;
  readonly indexes: readonly FormIndex[];
}

/** One alternative of a type. */
export type Form =
  | { readonly kind: "unknown" }
  | { readonly kind: "keyword"; readonly name: string }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "pattern"; readonly start: string; readonly end: string }
  /** A text or number that the contract does not list. */
  | { readonly kind: "unlisted"; readonly of: "string" | "number" }
  | { readonly kind: "array"; readonly items: TypePlan }
  | {
      readonly kind: "tuple";
      readonly items: readonly { readonly type: TypePlan; readonly optional: boolean }[];
      readonly rest?: TypePlan;
    }
  | ObjectForm
  /** The alternative of a discriminated union that the contract does not list. */
  | { readonly kind: "open-member"; readonly property: string }
  /** A type of the runtime or the platform. */
  | { readonly kind: "named"; readonly name: string; readonly parts: readonly TypePlan[] };

/** Gives the alternatives of a type. The same form for the same type, so that forms can be compared by identity. */
export type ReadForms = (type: TypePlan) => readonly Form[];

/** Alternatives that parts of an intersection are multiplied out to; beyond it the first alternatives count. */
const MOST_COMBINATIONS = 1000;
const FEWER_COMBINATIONS = 16;
/** Members of all alternatives that intersections of one client are multiplied out to, before each is to fewer. */
const MOST_MEMBERS = 50_000;

const UNKNOWN: readonly Form[] = [{ kind: "unknown" }];

/**
 * Makes the reader of a client's types.
 *
 * @param onCutOff - told when an intersection has more alternatives than are looked at.
 */
export function createForms(types: ClientTypes, onCutOff: () => void = () => undefined): ReadForms {
  const known = new Map<string, readonly Form[]>();
  const open = new Set<string>();
  const intersect = createIntersection(onCutOff);
  return formsOf;

  function formsOf(type: TypePlan): readonly Form[] {
    const key = typeKey(type);
    const before = known.get(key);
    if (before !== undefined) return before;
    // A type that is made of itself adds no alternative by that.
    if (open.has(key)) return [];
    open.add(key);
    const forms = read(type);
    open.delete(key);
    known.set(key, forms);
    return forms;
  }

  function read(type: TypePlan): readonly Form[] {
    switch (type.kind) {
      case "keyword":
        return keywordForms(type.name);
      case "literal":
      case "pattern":
      case "array":
      case "tuple":
        return [type];
      case "inherited":
        return [{ kind: "named", name: `Object ${type.name}`, parts: [] }];
      case "member": {
        const found = readMember(type.of, type.name);
        return found === undefined ? UNKNOWN : formsOf(found.type);
      }
      case "object":
        return [objectForm(type.members)];
      case "union":
        return [...new Set(type.members.flatMap(formsOf))];
      case "intersection":
        return intersect(type.members.map(formsOf));
      case "name":
        return nameForms(type.name, type.arguments ?? []);
    }
  }

  function readMember(owner: string, name: string): FormMember | undefined {
    const [form] = formsOf({ kind: "name", name: owner });
    return form?.kind === "object" ? form.members.get(name) : undefined;
  }

  function nameForms(name: string, parts: readonly TypePlan[]): readonly Form[] {
    const declared = types.declaration(name);
    if (declared?.kind === "alias") return formsOf(declared.type);
    if (declared !== undefined) return [interfaceForm(declared)];
    const [first, second] = parts;
    if (name === "Unlisted") return [{ kind: "unlisted", of: "string" }];
    if (name === "UnlistedNumber") return [{ kind: "unlisted", of: "number" }];
    if (name === "Omit" && first !== undefined && second !== undefined)
      return omit(formsOf(first), formsOf(second));
    if (name === "OpenUnion" && first !== undefined && second?.kind === "literal")
      return [...formsOf(first), { kind: "open-member", property: String(second.value) }];
    if (name === "OpenEvent" && first !== undefined)
      return [...formsOf(first), { kind: "open-member", property: "event" }];
    const expanded = expandRuntimeType(name, parts);
    return expanded === undefined ? [{ kind: "named", name, parts }] : formsOf(expanded);
  }

  function interfaceForm(declared: Extract<DeclarationPlan, { kind: "interface" }>): ObjectForm {
    const parents = declared.extends.flatMap((parent) => formsOf(parent).slice(0, 1)).filter(isObject);
    const own = objectForm(declared.members, declared.name);
    // What an interface says itself takes the place of what its parents say.
    return {
      kind: "object",
      name: declared.name,
      members: new Map([...parents.flatMap((parent) => [...parent.members]), ...own.members]),
      indexes: own.indexes.length > 0 ? own.indexes : parents.flatMap(({ indexes }) => indexes),
    };
  }
}

/** `Omit` of a type, without the members of some names. */
function omit(all: readonly Form[], names: readonly Form[]): readonly Form[] {
  const dropped = new Set(names.flatMap((form) => (form.kind === "literal" ? [String(form.value)] : [])));
  const [first, ...others] = all.filter(isObject);
  if (first === undefined) return all;
  // Of alternatives, `Omit` leaves the members that all of them have.
  const members = [...first.members].filter(
    ([name]) => !dropped.has(name) && others.every((other) => other.members.has(name)),
  );
  const hasAny = first.indexes.some(({ prefix }) => prefix === "");
  return [{ kind: "object", members: new Map(hasAny ? [] : members), indexes: first.indexes }];
}

/** Makes what gives the alternatives that are one of the alternatives of each part. */
function createIntersection(onCutOff: () => void): (parts: readonly (readonly Form[])[]) => readonly Form[] {
  let members = 0;
  const meetAll = (left: readonly Form[], right: readonly Form[]): readonly Form[] => {
    const most = members < MOST_MEMBERS ? MOST_COMBINATIONS : FEWER_COMBINATIONS;
    const found: Form[] = [];
    for (const one of left)
      for (const other of right) {
        if (found.length >= most) {
          onCutOff();
          return found;
        }
        const both = meet(one, other);
        if (both === undefined) continue;
        if (found.length > 0 && isObject(both)) members += both.members.size;
        found.push(both);
      }
    return found;
  };
  return (parts) => parts.reduce(meetAll, UNKNOWN);
}

/** Whether a form is an object with members. */
export function isObject(form: Form): form is ObjectForm {
  return form.kind === "object";
}

function keywordForms(name: string): readonly Form[] {
  if (name === "unknown") return UNKNOWN;
  if (name === "never") return [];
  if (name === "boolean") return BOOLEANS;
  const form = KEYWORDS.get(name) ?? { kind: "keyword", name };
  KEYWORDS.set(name, form);
  return [form];
}

const KEYWORDS = new Map<string, Form>();
const BOOLEANS: readonly Form[] = [true, false].map((value): Form => ({ kind: "literal", value }));

function objectForm(members: readonly MemberPlan[], owner?: string): ObjectForm {
  const properties = members.filter((one) => one.kind === "property");
  const indexes = members.filter((one) => one.kind === "index");
  return {
    kind: "object",
    members: new Map(
      properties.map(({ name, optional, type }) => [
        name,
        { optional, type, ...(owner !== undefined && { owner }) },
      ]),
    ),
    indexes: indexes.map(({ prefix = "", type }) => ({ prefix, type })),
  };
}

/** What is both of two forms; undefined: nothing is. */
function meet(left: Form, right: Form): Form | undefined {
  if (left.kind === "unknown") return right;
  if (right.kind === "unknown" || left === right) return left;
  if (isObject(left) && isObject(right)) return mergeObjects(left, right);
  if (fitsScalar(left, right)) return left;
  if (fitsScalar(right, left)) return right;
  // `string & {}` is a string; what else is both a value and an object is that value with something beside it.
  if (isObject(right)) return right.members.size === 0 || left.kind !== "keyword" ? left : undefined;
  if (isObject(left)) return meet(right, left);
  if (left.kind === "array" && right.kind === "array")
    return { kind: "array", items: { kind: "intersection", members: [left.items, right.items] } };
  return left.kind === "named" || right.kind === "named" ? left : undefined;
}

function mergeObjects(left: ObjectForm, right: ObjectForm): ObjectForm {
  const members = new Map(left.members);
  for (const [name, other] of right.members) {
    const one = members.get(name);
    members.set(name, one === undefined ? other : mergeMember(one, other));
  }
  // Of two interfaces, the one that says more is named: the other one only holds its discriminator.
  const name = left.name ?? right.name;
  return {
    kind: "object",
    ...(name !== undefined && { name }),
    members,
    indexes: [...left.indexes, ...right.indexes],
  };
}

function mergeMember(left: FormMember, right: FormMember): FormMember {
  const isSame = typeKey(left.type) === typeKey(right.type);
  const owner = left.owner ?? right.owner;
  return {
    optional: left.optional && right.optional,
    type: isSame ? left.type : { kind: "intersection", members: [left.type, right.type] },
    ...(owner !== undefined && { owner }),
  };
}

/** Whether every value of a scalar form is one of another. */
export function fitsScalar(form: Form, into: Form): boolean {
  if (into.kind === "unknown" || form === into) return true;
  if (form.kind === "literal" && into.kind === "literal") return form.value === into.value;
  if (form.kind === "literal" && into.kind === "pattern") return isOfPattern(form.value, into);
  if (form.kind === "pattern" && into.kind === "pattern")
    return form.start.startsWith(into.start) && form.end.endsWith(into.end);
  if (into.kind === "unlisted") return form.kind === "unlisted" && form.of === into.of;
  return into.kind === "keyword" && into.name === scalarOf(form);
}

function isOfPattern(
  value: unknown,
  { start, end }: { readonly start: string; readonly end: string },
): boolean {
  if (typeof value !== "string" || value.length < start.length + end.length) return false;
  return value.startsWith(start) && value.endsWith(end);
}

/** `string`, `number`: the keyword that has all values of a scalar form; undefined for anything but a scalar. */
export function scalarOf(form: Form): string | undefined {
  switch (form.kind) {
    case "keyword":
      return form.name;
    case "literal":
      return typeof form.value;
    case "pattern":
      return "string";
    case "unlisted":
      return form.of;
    case "named":
      return form.name === "OtherSuccess" ? "number" : undefined;
    default:
      return undefined;
  }
}
