import type { TypePlan } from "../../plan/typescript/type-plan.js";
import type { Local, LocalChange, Pair } from "./pair.js";
import type { Form } from "./forms.js";
import { isRuntimeSubtype, withDefaults } from "./runtime-types.js";
import type { Role } from "./surface-change.js";
import { typeText } from "./type-text.js";

type Tuple = Extract<Form, { kind: "tuple" }>;
type Named = Extract<Form, { kind: "named" }>;

/** What a list changes: an array, a tuple, or one in place of the other. */
export function compareLists(old: Form, now: Form, role: Role): Local {
  const types = (before: TypePlan, after: TypePlan): Pair => ({
    kind: "types",
    role,
    old: before,
    now: after,
  });
  if (old.kind === "array" && now.kind === "array")
    return { changes: [], children: [{ step: { kind: "items" }, pair: types(old.items, now.items) }] };
  if (old.kind === "tuple" && now.kind === "tuple") return compareTuples(old, now, role);
  if (old.kind === "tuple" && now.kind === "array") {
    const children = old.items.map(({ type }, index) => ({
      step: { kind: "items", index } as const,
      pair: types(type, now.items),
    }));
    return { changes: [changed("sdk.type-widened", role === "read", old, now)], children };
  }
  if (old.kind === "array" && now.kind === "tuple") {
    const items = [...now.items.map(({ type }) => type), ...(now.rest === undefined ? [] : [now.rest])];
    const children = items.map((type, index) => ({
      step: { kind: "items", index } as const,
      pair: types(old.items, type),
    }));
    return { changes: [changed("sdk.type-narrowed", role === "constructed", old, now)], children };
  }
  return { changes: [], children: [] };
}

function compareTuples(old: Tuple, now: Tuple, role: Role): Local {
  const [before, after] = [lengths(old), lengths(now)];
  // A caller gives a list of one of the lengths that fit, and expects only those when reading one.
  const fits = (inner: typeof before, outer: typeof before) =>
    inner.least >= outer.least && inner.most <= outer.most;
  const [isWider, isNarrower] = [fits(before, after), fits(after, before)];
  const isBreaking = role === "constructed" ? !isWider : !isNarrower;
  const rule = isWider ? "sdk.type-widened" : isNarrower ? "sdk.type-narrowed" : "sdk.type-changed";
  const count = Math.min(old.items.length, now.items.length);
  const children = Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const [one, other] = [old.items[index]?.type, now.items[index]?.type];
    if (one === undefined || other === undefined) return [];
    const pair: Pair = { kind: "types", role, old: one, now: other };
    return [{ step: { kind: "items", index } as const, pair }];
  });
  const rest =
    old.rest === undefined || now.rest === undefined
      ? []
      : [
          {
            step: { kind: "items" } as const,
            pair: { kind: "types", role, old: old.rest, now: now.rest } as const,
          },
        ];
  return {
    changes: isWider && isNarrower ? [] : [changed(rule, isBreaking, old, now)],
    children: [...children, ...rest],
  };
}

function lengths({ items, rest }: Tuple): { readonly least: number; readonly most: number } {
  const least = items.filter(({ optional }) => !optional).length;
  return { least, most: rest === undefined ? items.length : Infinity };
}

type List = Extract<Form, { kind: "array" | "tuple" }>;

function changed(rule: string, isBreaking: boolean, old: List, now: List): LocalChange {
  return {
    rule,
    isBreaking,
    step: { kind: "same" },
    types: [old, now],
    arguments: { from: typeText(old), to: typeText(now) },
  };
}

/** What the type arguments of a type of the runtime change. */
export function compareNamed(old: Named, now: Named, role: Role): Local {
  // Statuses that have no name: more of them or fewer, as others get one.
  if (old.name === "OtherSuccess" && now.name === old.name) return { changes: [], children: [] };
  if (old.name !== now.name) return compareOtherName(old, now, role);
  const before = withDefaults(old.name, old.parts);
  const after = withDefaults(now.name, now.parts);
  if (before.length !== after.length) return { changes: [], children: [] };
  const children = before.flatMap((type, index) => {
    const other = after[index];
    if (other === undefined) return [];
    const pair: Pair = { kind: "types", role: roleOf(old.name, index, role), old: type, now: other };
    return [{ step: { kind: "part", name: PARTS[old.name]?.[index] ?? "" } as const, pair }];
  });
  return { changes: [], children };
}

/** Types of the runtime under two names have nothing in common, unless one extends the other. */
function compareOtherName(old: Named, now: Named, role: Role): Local {
  const [isWider, isNarrower] = [isRuntimeSubtype(old.name, now.name), isRuntimeSubtype(now.name, old.name)];
  const isBreaking = role === "constructed" ? !isWider : !isNarrower;
  const rule = isWider ? "sdk.type-widened" : isNarrower ? "sdk.type-narrowed" : "sdk.type-changed";
  const [from, to] = [old.name, now.name];
  const types = [old, now].map(({ name, parts }) => ({ kind: "name", name, arguments: parts }) as const);
  return {
    changes: [{ rule, isBreaking, step: { kind: "same" }, types, arguments: { from, to } }],
    children: [],
  };
}

/** What callers see of the arguments of a type; empty: the same as the type. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Call: ["", "withResponse()"],
  StreamCall: ["", "withResponse()"],
  PageSequence: ["", "pages()", "withResponse()"],
  ResultHandle: ["results()", "", "results().pages()"],
};

/** A function that callers give gets its parameters and returns what they construct. */
function roleOf(name: string, index: number, role: Role): Role {
  if (name !== "Rebuild" || index !== 0) return role;
  return role === "constructed" ? "read" : "constructed";
}
