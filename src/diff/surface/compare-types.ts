import { recursiveResults } from "../../openapi/recursive-results.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import type { ClientTypes } from "./client-types.js";
import { type FormPair, judgeUnmatched, type MatchedForms, matchForms } from "./compare-forms.js";
import { compareLists, compareNamed } from "./compare-lists.js";
import { compareObjects } from "./compare-objects.js";
import { createForms, type Form, isObject } from "./forms.js";
import type { Breaks, FormPairIn, Local, LocalChange, Pair, TypePair } from "./pair.js";
import { typeKey, typeText } from "./type-text.js";

/*
 * The comparison of types: pairs of an old and a new type in a role. What a pair itself changes is found once; what it leads to are
 * further pairs.
 */

/** Compares the types of two clients. */
export interface TypeComparison {
  /** What a pair itself changes, and where it leads. */
  readonly local: (pair: Pair) => Local;
  readonly breaks: Breaks;
  /** The same text for the same pair. */
  readonly keyOf: (pair: Pair) => string;
}

/** The types of both clients. */
interface Clients {
  readonly old: ClientTypes;
  readonly now: ClientTypes;
}

/**
 * Makes the comparison of two clients' types.
 *
 * @param onCutOff - told when types have more alternatives than are compared.
 */
export function compareTypes(old: ClientTypes, now: ClientTypes, onCutOff?: () => void): TypeComparison {
  const [oldForms, nowForms] = [createForms(old, onCutOff), createForms(now, onCutOff)];
  const ids = new Map<unknown, number>();
  const idOf = (value: unknown) => {
    const id = ids.get(value) ?? ids.size;
    ids.set(value, id);
    return String(id);
  };
  const keyOf = (pair: Pair): string =>
    pair.kind === "types"
      ? `t${idOf(typeKey(pair.old))} ${idOf(typeKey(pair.now))} ${pair.role}`
      : `f${idOf(pair.old)} ${idOf(pair.now)} ${pair.role}`;
  const compare = (pair: Pair, breaks: Breaks): Local => {
    if (pair.kind === "types")
      return compareAlternatives(pair, [oldForms(pair.old), nowForms(pair.now)], breaks, { old, now });
    return compareOne(pair, breaks);
  };
  const breaks = recursiveResults<Pair, boolean>({
    onCycle: false,
    keyOf,
    compute: (pair, recurse) => {
      const { changes, children } = compare(pair, recurse);
      return changes.some(({ isBreaking }) => isBreaking) || children.some((child) => recurse(child.pair));
    },
  });
  return { local: (pair) => compare(pair, breaks), breaks, keyOf };
}

function compareOne(pair: FormPairIn, breaks: Breaks): Local {
  const { old, now, role } = pair;
  if (isObject(old) && isObject(now)) return compareObjects(old, now, role, breaks);
  if (old.kind === "named" && now.kind === "named") return compareNamed(old, now, role);
  return compareLists(old, now, role);
}

function compareAlternatives(
  { old, now, role }: TypePair,
  forms: readonly [readonly Form[], readonly Form[]],
  breaks: Breaks,
  clients: Clients,
): Local {
  // The call lost its input, whose type is still there: that is one change, not one of each member.
  const isLost = isEmptyInput(now) && old.kind === "name" && clients.now.declaration(old.name) !== undefined;
  if (isLost && forms[0].some((form) => !isObject(form) || form.members.size > 0)) {
    const step = { kind: "same" } as const;
    const change = {
      rule: "sdk.type-narrowed",
      isBreaking: true,
      step,
      types: [old],
      arguments: textsOf(old, now, clients),
    };
    return { changes: [change], children: [] };
  }
  const breaksForm = (pair: FormPair) => breaks({ kind: "forms", role, ...pair });
  const matched = matchForms(...forms, breaksForm);
  const children = matched.pairs.map((pair) => ({
    step: { kind: "same" } as const,
    pair: { kind: "forms", role, ...pair } as const,
  }));
  return { changes: changesOf(matched, forms, { old, now, role }, breaksForm, clients), children };
}

function isEmptyInput(type: TypePlan): boolean {
  return type.kind === "name" && type.name === "NoInput";
}

function changesOf(
  matched: MatchedForms,
  forms: readonly [readonly Form[], readonly Form[]],
  { old, now, role }: Omit<TypePair, "kind">,
  breaks: (pair: FormPair) => boolean,
  clients: Clients,
): readonly LocalChange[] {
  const { removed, added } = matched;
  if (removed.length + added.length === 0) return [];
  const judged = judgeUnmatched(matched, forms, role, breaks);
  const step = { kind: "same" } as const;
  if (isEnum(forms, [...removed, ...added]))
    return [
      ...removed.map((form) => ({
        rule: "sdk.value-removed",
        isBreaking: judged.breaksRemoved(form),
        step,
        types: [],
        arguments: { value: valueText(form) },
      })),
      ...added.map((form) => ({
        rule: "sdk.value-added",
        isBreaking: judged.breaksAdded(form),
        step,
        types: [],
        arguments: { value: valueText(form) },
      })),
    ];
  if (
    [...removed, ...added].every((form) => isObject(form) && form.name !== undefined) &&
    matched.pairs.length > 0
  )
    return [
      ...removed.map((form) => ({
        rule: "sdk.alternative-removed",
        isBreaking: judged.breaksRemoved(form),
        step,
        types: [{ kind: "name", name: nameOf(form) }] as const,
        arguments: { alternative: nameOf(form) },
      })),
      ...added.map((form) => ({
        rule: "sdk.alternative-added",
        isBreaking: judged.breaksAdded(form),
        step,
        types: [{ kind: "name", name: nameOf(form) }] as const,
        arguments: { alternative: nameOf(form) },
      })),
    ];
  const isBreaking = removed.some(judged.breaksRemoved) || added.some(judged.breaksAdded);
  const { isWider, isNarrower } = judged;
  // Written otherwise, and the same to the compiler.
  if (isWider && isNarrower && !isBreaking) return [];
  const rule = isWider ? "sdk.type-widened" : isNarrower ? "sdk.type-narrowed" : "sdk.type-changed";
  return [{ rule, isBreaking, step, types: [old, now], arguments: textsOf(old, now, clients) }];
}

/** Both types as TypeScript writes them; of an alias that is only another type now, what it is an alias of. */
export function textsOf(
  old: TypePlan,
  now: TypePlan,
  clients: Clients,
): { readonly from: string; readonly to: string } {
  const [from, to] = [typeText(old), typeText(now)];
  if (from !== to) return { from, to };
  const follow = (type: TypePlan, client: ClientTypes): TypePlan => {
    const declared = type.kind === "name" ? client.declaration(type.name) : undefined;
    return declared?.kind === "alias" ? declared.type : type;
  };
  return { from: typeText(follow(old, clients.old)), to: typeText(follow(now, clients.now)) };
}

/** Whether both sides list texts or numbers, and nothing but such values of one type has come or gone. */
function isEnum(
  [olds, nows]: readonly [readonly Form[], readonly Form[]],
  changed: readonly Form[],
): boolean {
  const isValue = (form: Form) => form.kind === "literal" && typeof form.value !== "boolean";
  const types = new Set(changed.map((form) => form.kind === "literal" && typeof form.value));
  return types.size === 1 && changed.every(isValue) && olds.some(isValue) && nows.some(isValue);
}

function valueText(form: Form): string {
  return form.kind === "literal" ? String(form.value) : form.kind;
}

function nameOf(form: Form): string {
  return isObject(form) ? (form.name ?? "") : form.kind;
}
