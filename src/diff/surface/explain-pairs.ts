import { leadingTo } from "../../openapi/recursive-results.js";
import { byText } from "../../text/by-text.js";
import type { DeclarationPlan, TypePlan } from "../../plan/typescript/type-plan.js";
import type { ClientTypes } from "./client-types.js";
import { compareTypes } from "./compare-types.js";
import type { LocalChange, Pair, Step } from "./pair.js";
import {
  type Anchor,
  atItems,
  atMember,
  atOthers,
  atPart,
  elementText,
  pointersOf,
  type Position,
  positionName,
} from "./position.js";
import type { Role, SurfaceChange } from "./surface-change.js";
import { typeKey } from "./type-text.js";

/** Follows pairs of types through both clients, and tells every change once, where it is. */
export interface PairExplainer {
  /** Compares a type that callers name at a position. */
  compare(old: TypePlan, now: TypePlan, role: Role, position: Position): void;
  /** Whether code for the old type breaks with the new one. */
  breaks(old: TypePlan, now: TypePlan, role: Role): boolean;
  /** Adds a change that is not about types. */
  add(change: SurfaceChange): void;
  /** All changes so far, in an order that depends on them alone. */
  changes(): readonly SurfaceChange[];
}

/** Makes the explainer of two clients. */
export function explainPairs(old: ClientTypes, now: ClientTypes): PairExplainer {
  const types = compareTypes(old, now);
  const isChanged = changedTypes(old, now);
  const reported = new Map<string, SurfaceChange>();
  const seen = new Set<string>();

  return {
    compare: (before, after, role, position) => {
      follow([{ pair: { kind: "types", old: before, now: after, role }, position }]);
    },
    breaks: (before, after, role) => types.breaks({ kind: "types", old: before, now: after, role }),
    add: report,
    changes: () =>
      [...reported].toSorted(([left], [right]) => byText(left, right)).map(([, change]) => change),
  };

  function follow(queue: { readonly pair: Pair; readonly position: Position }[]): void {
    for (const { pair, position } of queue) {
      if (pair.kind === "types" && !isChanged(pair.old, pair.now)) continue;
      const at = pair.kind === "types" ? atNamed(pair, position) : position;
      const key = `${types.keyOf(pair)} ${elementText(at)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const { changes, children } = types.local(pair);
      for (const change of changes) report(changeAt(change, pair.role, atStep(at, change.step)));
      for (const child of children) queue.push({ pair: child.pair, position: atStep(at, child.step) });
    }
  }

  function report(change: SurfaceChange): void {
    const key = JSON.stringify([change.element, change.rule, change.arguments]);
    const known = reported.get(key);
    reported.set(key, known === undefined ? change : mergeChanges(known, change));
  }

  /** A type that has a name is reported of by its name, wherever it is used. */
  function atNamed(pair: Extract<Pair, { kind: "types" }>, position: Position): Position {
    const before = pair.old.kind === "name" && old.declaration(pair.old.name) ? pair.old.name : undefined;
    const after = pair.now.kind === "name" && now.declaration(pair.now.name) ? pair.now.name : undefined;
    return before === undefined && after === undefined
      ? position
      : withOwners(position, {
          ...(before !== undefined && { old: before }),
          ...(after !== undefined && { now: after }),
        });
  }

  function withOwners(
    position: Position,
    owners: { readonly old?: string; readonly now?: string },
  ): Position {
    const name = owners.old ?? owners.now;
    return {
      ...position,
      ...(owners.old !== undefined && { owner: `\`${name ?? ""}\``, name: name ?? "", path: [] }),
      old: owners.old === undefined ? position.old : anchorOf(old, owners.old, position.old),
      now: owners.now === undefined ? position.now : anchorOf(now, owners.now, position.now),
    };
  }

  function atStep(position: Position, step: Step): Position {
    switch (step.kind) {
      case "member": {
        const { owners = {} } = step;
        const [one] = [owners.old ?? owners.now];
        // A member that comes from an extended interface is reported of there.
        const owner =
          one === undefined || (position.path.length === 0 && position.name === one)
            ? position
            : { ...withOwners(position, owners), owner: `\`${one}\``, name: one, path: [] };
        return atMember(owner, step.name);
      }
      case "items":
        return atItems(position, step.index);
      case "others":
        return atOthers(position);
      case "part":
        return step.name === "" ? position : atPart(position, step.name);
      case "same":
        return position;
    }
  }
}

function anchorOf(types: ClientTypes, name: string, before: Anchor): Anchor {
  const pointer = types.pointerOf(name);
  return pointer === undefined ? { within: before.within } : { exact: pointer, within: [pointer] };
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
    anchors: { old: pointersOf(position.old), new: pointersOf(position.now) },
  };
}

function mergeChanges(one: SurfaceChange, other: SurfaceChange): SurfaceChange {
  const roles = [...new Set([...one.roles, ...other.roles])].sort(byText);
  const pointers = (side: "new" | "old") => [...new Set([...one.anchors[side], ...other.anchors[side]])];
  return {
    ...(other.level === "breaking" ? other : one),
    roles,
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
      return declared === undefined ? [] : typesOf(declared).flatMap(namesIn);
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

function typesOf(declared: DeclarationPlan): readonly TypePlan[] {
  return declared.kind === "alias"
    ? [declared.type]
    : [...declared.extends, ...declared.members.map(({ type }) => type)];
}

const names = new WeakMap<TypePlan, readonly string[]>();

/** Every name that a type is written with, once. */
function namesIn(type: TypePlan): readonly string[] {
  const known = names.get(type);
  if (known !== undefined) return known;
  const found = [...new Set(collectNames(type))];
  names.set(type, found);
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
