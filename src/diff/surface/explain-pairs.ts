import { leadingTo } from "../../openapi/recursive-results.js";
import { byText } from "../../text/by-text.js";
import type { DeclarationPlan, TypePlan } from "../../plan/typescript/type-plan.js";
import { clientPositions } from "./client-positions.js";
import type { ClientTypes } from "./client-types.js";
import { compareTypes, textsOf, type TypeComparison } from "./compare-types.js";
import type { LocalChange, Pair, Step, TypePair } from "./pair.js";
import { elementText, pointersOf, type Position, positionName } from "./position.js";
import type { Role, SurfaceChange } from "./surface-change.js";
import { declaredTypes, namesIn, typeKey, typeText } from "./type-text.js";

/** Follows pairs of types through both clients, and tells every change once, where it is. */
export interface PairExplainer {
  /** Compares a type that callers name at a position. */
  compare(old: TypePlan, now: TypePlan, role: Role, position: Position): void;
  /** Whether code for the old type breaks with the new one. */
  breaks(old: TypePlan, now: TypePlan, role: Role): boolean;
  /** Adds a change that is not about types. */
  add(change: SurfaceChange): void;
  /** Whether types so far have more alternatives than are compared. */
  isCutOff(): boolean;
  /** All changes so far, in an order that depends on them alone. */
  changes(): readonly SurfaceChange[];
}

/** A pair that is compared next. */
interface Queued {
  readonly pair: Pair;
  readonly position: Position;
  /** How many types were exchanged for others on the way from the last type that is reported by its name. */
  readonly exchanged?: number;
  /** It is an alternative of types of which one took the place of the other: its members are those of the position. */
  readonly isUse?: boolean;
}

/** Exchanged types that are reported where they are used, one within the other; deeper ones are reported by their names. */
const MOST_EXCHANGED = 3;

/** Makes the explainer of two clients. */
export function explainPairs(old: ClientTypes, now: ClientTypes): PairExplainer {
  let isCutOff = false;
  const types = compareTypes(old, now, () => {
    isCutOff = true;
  });
  const within = { old: compareTypes(old, old), now: compareTypes(now, now) };
  const isChanged = changedTypes(old, now);
  const { isExchanged, atNamed, atStep } = clientPositions(old, now);
  const reported = new Map<string, SurfaceChange>();
  const seen = new Set<string>();

  return {
    compare: (before, after, role, position) => {
      follow([{ pair: { kind: "types", old: before, now: after, role }, position }]);
    },
    breaks: (before, after, role) => types.breaks({ kind: "types", old: before, now: after, role }),
    add: report,
    isCutOff: () => isCutOff,
    changes: () =>
      [...reported].toSorted(([left], [right]) => byText(left, right)).map(([, change]) => change),
  };

  function follow(queue: Queued[]): void {
    for (const { pair, position, exchanged = 0, isUse: isPartOfUse = false } of queue) {
      if (pair.kind === "types" && !isChanged(pair.old, pair.now)) continue;
      const isUse = pair.kind === "types" ? exchanged < MOST_EXCHANGED && isExchanged(pair) : isPartOfUse;
      const at = pair.kind === "types" && !isUse ? atNamed(pair, position) : position;
      const passed = isUse && pair.kind === "types" ? exchanged + 1 : at === position ? exchanged : 0;
      const next = (step: Step) =>
        atStep(at, isUse && step.kind === "member" ? { ...step, owners: {} } : step);
      const key = `${types.keyOf(pair)} ${elementText(at)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const { changes, children } = types.local(pair);
      for (const change of changes) report(changeAt(change, pair.role, next(change.step)));
      for (const child of children)
        queue.push({ pair: child.pair, position: next(child.step), exchanged: passed, isUse });
      if (pair.kind === "types") for (const child of followParts(pair, at)) queue.push(child);
    }
  }

  /** Callers name the parts of a type too, and give values of them in its place. */
  function followParts(pair: TypePair, position: Position): readonly Queued[] {
    const after = namedParts(pair.now, now);
    return [...namedParts(pair.old, old)].flatMap(([name, before]) => {
      if (now.declaration(name) === undefined) return [];
      const part: TypePlan = { kind: "name", name };
      if (pair.role === "constructed" && isRefused(part, pair))
        report(
          now.declaration(name)?.kind === "alias" && isUnchanged(pair)
            ? outgrown(part, position)
            : refused(name, after.get(name), pair, position),
        );
      return before === pair.old && pair.old.kind === "name" && pair.old.name === name
        ? []
        : [{ pair: { kind: "types", old: part, now: part, role: pair.role }, position }];
    });
  }

  /** Whether a value of a part fitted the old type, and what the part is now does not fit the new one. */
  function isRefused(part: TypePlan, pair: TypePair): boolean {
    const fits = (own: TypeComparison, into: TypePlan) =>
      !own.breaks({ kind: "types", old: part, now: into, role: "constructed" });
    return fits(within.old, pair.old) && !fits(within.now, pair.now);
  }

  /** Whether both types take the same values: the part itself changed, which callers name in their place. */
  function isUnchanged({ old: before, now: after }: TypePair): boolean {
    return (["constructed", "read"] as const).every(
      (role) => !types.breaks({ kind: "types", old: before, now: after, role }),
    );
  }

  /** A type whose values do not fit any more where those of the old one did. */
  function outgrown(part: TypePlan, position: Position): SurfaceChange {
    const change: LocalChange = {
      rule: "sdk.type-widened",
      isBreaking: true,
      step: { kind: "same" },
      types: [part],
      arguments: textsOf(part, part, { old, now }),
    };
    return changeAt(change, "read", atNamed({ kind: "types", old: part, now: part, role: "read" }, position));
  }

  function report(change: SurfaceChange): void {
    const key = changeKey(change);
    const known = reported.get(key);
    reported.set(key, known === undefined ? change : mergeChanges(known, change));
  }
}

/** The same text for the same change: a member that came is one, although it is missed only where it is constructed. */
function changeKey({ element, rule, arguments: values }: SurfaceChange): string {
  const isNew = rule === "sdk.member-required-added";
  return JSON.stringify([element, isNew ? "sdk.member-added" : rule, values]);
}

function changeAt(change: LocalChange, role: Role, position: Position): SurfaceChange {
  const parent = positionName({ ...position, path: position.path.slice(0, -1) });
  const { names } = change;
  const whole = positionName(position);
  return {
    rule: change.rule,
    level: change.isBreaking ? "breaking" : "compatible",
    element: elementText(position),
    arguments: change.arguments,
    names:
      names === undefined
        ? { old: whole, new: whole }
        : {
            ...(names.old !== undefined && { old: `${parent}.${names.old}` }),
            ...(names.now !== undefined && { new: `${parent}.${names.now}` }),
          },
    roles: [role],
    types: [...new Set(change.types.flatMap(namesIn))],
    anchors: { old: pointersOf(position.old), new: pointersOf(position.now) },
    described: {
      ...(position.old.described && { old: position.old.described }),
      ...(position.now.described && { new: position.now.described }),
    },
  };
}

/**
 * A type that no longer takes every value of one of its parts: of itself, or of an alternative.
 *
 * @param stays - the alternative as the new type has it.
 */
function refused(
  part: string,
  stays: TypePlan | undefined,
  { old, now }: TypePair,
  position: Position,
): SurfaceChange {
  const isRemoved = stays === undefined && typeText(old) !== part;
  const change: LocalChange = {
    rule: isRemoved ? "sdk.alternative-removed" : "sdk.type-narrowed",
    isBreaking: true,
    step: { kind: "same" },
    types: [{ kind: "name", name: part }, stays ?? now],
    arguments: isRemoved ? { alternative: part } : { from: part, to: typeText(stays ?? now) },
  };
  return changeAt(change, "constructed", position);
}

function mergeChanges(one: SurfaceChange, other: SurfaceChange): SurfaceChange {
  const isSame = one.level === other.level;
  const [first, second] = other.level === "breaking" ? [other.roles, one.roles] : [one.roles, other.roles];
  const all = isSame ? [...first, ...second].sort(byText) : [...first, ...second];
  const roles = [...new Set(all)];
  const pointers = (side: "new" | "old") => [...new Set([...one.anchors[side], ...other.anchors[side]])];
  return {
    ...(other.level === "breaking" ? other : one),
    roles,
    types: [...new Set([...(one.types ?? []), ...(other.types ?? [])])],
    anchors: { old: pointers("old"), new: pointers("new") },
  };
}

/** Whether two types differ, in what they are written with or in what the declarations they name are made of. */
function changedTypes(old: ClientTypes, now: ClientTypes): (before: TypePlan, after: TypePlan) => boolean {
  const isChanged = leadingTo<string>(
    (name) => {
      const [before, after] = [old.declaration(name), now.declaration(name)];
      if (before === undefined || after === undefined) return before !== after;
      return declarationKey(before) !== declarationKey(after);
    },
    (name) => {
      const declared = old.declaration(name);
      return declared === undefined ? [] : declaredTypes(declared).flatMap(namesIn);
    },
  );
  return (before, after) => typeKey(before) !== typeKey(after) || namesIn(before).some(isChanged);
}

function declarationKey(declared: DeclarationPlan): string {
  if (declared.kind === "alias") return typeKey(declared.type);
  return typeKey({
    kind: "intersection",
    members: [...declared.extends, { kind: "object", members: declared.members }],
  });
}

/**
 * The declared types that a type has as alternatives or parts, each with its alternative as written in the type:
 * `Cat` → `Cat & { kind: "cat" }`. Aliases are followed; members and items of lists are not parts.
 */
function namedParts(type: TypePlan, types: ClientTypes): ReadonlyMap<string, TypePlan> {
  const found = new Map<string, TypePlan>();
  const add = (part: TypePlan, alternative: TypePlan): void => {
    if (part.kind === "union") for (const one of part.members) add(one, one);
    if (part.kind === "intersection") for (const one of part.members) add(one, alternative);
    if (part.kind !== "name" || found.has(part.name)) return;
    if (isOpenType(part.name)) for (const one of part.arguments ?? []) add(one, one);
    const declared = types.declaration(part.name);
    if (declared === undefined) return;
    found.set(part.name, alternative);
    if (declared.kind === "alias") add(declared.type, declared.type);
  };
  add(type, type);
  return found;
}

function isOpenType(name: string): boolean {
  return name === "OpenUnion" || name === "OpenEvent";
}
