import type { MemberPlan, TypePlan } from "../../../src/plan/typescript/type-plan.js";
import { type Declarations, flatten, isDeclared, membersOf, written } from "./caller-types.js";

/*
 * Code that makes what a client takes: objects with all members and with the required ones, each alternative, each listed value.
 */

/** Which of the ways to write a value: with all members, and which alternative of every union. */
export interface Variant {
  readonly whole: boolean;
  readonly index: number;
  /** How deep models are written out within others; beyond it a value of the model is given. Default: 0. */
  readonly nested?: number;
}

/** Models within models that are written out: TypeScript compares the members of a literal more strictly than those of a value. */
const NESTED = 2;

/** Writes values of types; models are made by themselves, each once. */
export interface Values {
  /** An expression of a type. */
  value(type: TypePlan, variant: Variant): string;
  /** How many variants write every alternative of a type. */
  count(type: TypePlan): number;
  /** Statements that make each model that was asked for. */
  models(): readonly string[];
}

/** Alternatives of one type that are written. */
const MOST_VARIANTS = 24;

/** Characters of a statement; a longer one is left out. */
const MOST_TEXT = 20_000;

export function createValues(declarations: Declarations): Values {
  const asked = new Set<string>();
  return { value, count, models };

  function models(): readonly string[] {
    const statements: string[] = [];
    // A set is iterated in the order of insertion, what is added on the way included.
    for (const name of asked) {
      const type: TypePlan = { kind: "name", name };
      const declared = declarations.get(name);
      if (declared === undefined) continue;
      const body = declared.kind === "alias" ? declared.type : type;
      for (let index = 0; index < count(body); index++)
        for (const nested of [0, NESTED])
          for (const whole of [true, false]) {
            const statement = `take<${name}>(${inner(body, { whole, index, nested })});`;
            if (statement.length < MOST_TEXT && !statements.includes(statement)) statements.push(statement);
          }
    }
    return statements;
  }

  function count(type: TypePlan): number {
    return Math.min(MOST_VARIANTS, countOf(type, 0));
  }

  function countOf(type: TypePlan, depth: number): number {
    if (depth > 4) return 1;
    if (type.kind === "union") return flatten(type).length;
    const [known] = type.kind === "name" && type.name === "OpenUnion" ? (type.arguments ?? []) : [];
    if (known !== undefined) return flatten(known).length + 1;
    if (type.kind === "array") return countOf(type.items, depth + 1);
    const members = isDeclared(type, declarations) && depth > 0 ? undefined : membersOf(type, declarations);
    return Math.max(1, ...(members ?? []).map((member) => countOf(member.type, depth + 1)));
  }

  function value(type: TypePlan, variant: Variant): string {
    if (type.kind !== "name" || !isDeclared(type, declarations)) return inner(type, variant);
    asked.add(type.name);
    const { nested = 0 } = variant;
    if (nested === 0) return `value<${type.name}>()`;
    const declared = declarations.get(type.name);
    return inner(declared?.kind === "alias" ? declared.type : type, { ...variant, nested: nested - 1 });
  }

  function inner(type: TypePlan, variant: Variant): string {
    switch (type.kind) {
      case "keyword":
        return type.name === "null" || type.name === "undefined" ? type.name : `value<${written(type)}>()`;
      case "literal":
        return JSON.stringify(type.value);
      case "array":
        return `[${value(type.items, variant)}]`;
      case "tuple":
        return `[${type.items
          .filter(({ optional }) => variant.whole || !optional)
          .map((item) => value(item.type, variant))
          .join(", ")}]`;
      case "union": {
        const all = flatten(type);
        const chosen = all[variant.index % all.length];
        return chosen === undefined ? "value<never>()" : value(chosen, variant);
      }
      case "object":
      case "intersection":
        return object(type, variant);
      case "name":
        return named(type, variant);
      default:
        return `value<${written(type)}>()`;
    }
  }

  function named(type: Extract<TypePlan, { kind: "name" }>, variant: Variant): string {
    const [first, second] = type.arguments ?? [];
    if (isDeclared(type, declarations) || type.name === "Omit") return object(type, variant);
    if (type.name === "OpenUnion" && first !== undefined) {
      const all = flatten(first);
      const property = second?.kind === "literal" ? JSON.stringify(second.value) : "";
      // The documented way to give what the contract does not list.
      if (variant.index % (all.length + 1) === all.length)
        return `{ [${property}]: "unlisted" as string as Unlisted }`;
      return value(all[variant.index % (all.length + 1)] ?? first, variant);
    }
    if (type.name === "Rebuilt" && first !== undefined && second !== undefined)
      return object({ kind: "name", name: "Omit", arguments: [first, second] }, variant);
    const options = OPTIONS[type.name];
    if (options === undefined) return `value<${written(type)}>()`;
    const of = first === undefined ? "string" : written(first);
    const members = [
      ...(type.name === "ConditionalOptions" ? [`ifMatch: value<StrongETag<${of}>>()`] : []),
      ...(variant.whole ? options : []),
    ];
    return `{ ${members.join(", ")} }`;
  }

  function object(type: TypePlan, variant: Variant): string {
    const members = membersOf(type, declarations);
    if (members === undefined) return `value<${written(type)}>()`;
    return `{ ${members.flatMap((member) => entry(member, variant)).join(", ")} }`;
  }

  function entry(member: MemberPlan, variant: Variant): readonly string[] {
    if (member.kind === "index") {
      const name = JSON.stringify(`${member.prefix ?? ""}anything`);
      return variant.whole ? [`[${name}]: ${value(member.others ?? member.type, variant)}`] : [];
    }
    if (member.optional && !variant.whole) return [];
    return [`[${JSON.stringify(member.name)}]: ${value(member.type, variant)}`];
  }
}

const CALL = ["attempts: 1", 'deadline: "1s"', "timeout: 5", "headers: {}"];

/** Members of the runtime's options that callers give. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  CallOptions: CALL,
  ConditionalOptions: CALL,
  KeyedOptions: [...CALL, 'idempotencyKey: "key"', 'intent: "intent"'],
  ModifyOptions: [...CALL, "modifyAttempts: 2"],
};
