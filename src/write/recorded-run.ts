import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { type RuleId, ruleOf, ruleTable } from "../diagnostics/rule-table.js";
import { byText } from "../text/by-text.js";

/** Rule → pointer → the arguments of its diagnostics there, as JSON: one line of the manifest for each pointer. */
export type RecordedDiagnostics = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Diagnostics of a change: the next run, from the same contract, finds none of them. */
const OF_ONE_RUN: ReadonlySet<string> = new Set<RuleId>(["names/renamed"]);

/** Diagnostics for the manifest, independent of their order. */
export function recordDiagnostics(diagnostics: readonly Diagnostic[]): RecordedDiagnostics {
  const rules = new Map<string, Map<string, Set<string>>>();
  for (const { id, pointer, arguments: values } of diagnostics) {
    if (OF_ONE_RUN.has(id)) continue;
    const pointers = rules.get(id) ?? new Map<string, Set<string>>();
    const found = pointers.get(pointer) ?? new Set();
    rules.set(id, pointers.set(pointer, found.add(JSON.stringify(values))));
  }
  return Object.fromEntries(
    sorted(rules).map(([id, pointers]) => [
      id,
      Object.fromEntries(sorted(pointers).map(([at, found]) => [at, `[${[...found].sort().join(",")}]`])),
    ]),
  );
}

function sorted<Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([left], [right]) => byText(left, right));
}

/** The diagnostics that a manifest has; undefined where this version does not know a rule. */
export function readDiagnostics(recorded: RecordedDiagnostics): readonly Diagnostic[] | undefined {
  const rules = Object.entries(recorded);
  if (!rules.every(([id]) => isRule(id))) return undefined;
  return rules.flatMap(([id, pointers]) =>
    Object.entries(pointers).flatMap(([pointer, text]) =>
      (JSON.parse(text) as Diagnostic["arguments"][]).map((values) => {
        const rule = id as RuleId;
        return { id: rule, level: ruleOf(rule).level, pointer, arguments: values };
      }),
    ),
  );
}

function isRule(id: string): id is RuleId {
  return Object.hasOwn(ruleTable, id);
}
