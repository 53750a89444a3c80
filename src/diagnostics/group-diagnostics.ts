import { byText } from "../text/by-text.js";
import { type Diagnostic, messageOf, uniqueDiagnostics } from "./diagnostic.js";
import type { Level } from "./rule.js";
import { type RuleId, ruleOf, ruleTable } from "./rule-table.js";

/** All diagnostics of one rule and one level. */
export interface DiagnosticGroup {
  readonly id: RuleId;
  readonly level: Level;
  readonly remedy: string;
  readonly changesClient: boolean;
  /** Sorted by message, then location. */
  readonly diagnostics: readonly Diagnostic[];
}

const LEVELS: readonly Level[] = ["error", "warning", "info"];

const TABLE_ORDER: ReadonlyMap<string, number> = new Map(
  Object.keys(ruleTable).map((id, index) => [id, index]),
);

/**
 * Sorts diagnostics and removes repeated ones: errors, warnings, infos; in each level those that change what the client
 * does come first, then the order of the rule table, the message and the location. Independent of the order found.
 */
export function sortDiagnostics(diagnostics: Iterable<Diagnostic>): readonly Diagnostic[] {
  const keyed = uniqueDiagnostics(diagnostics).map((one) => ({
    one,
    rank: rankOf(one),
    message: messageOf(one),
  }));
  keyed.sort(
    (left, right) =>
      left.rank - right.rank ||
      byText(left.message, right.message) ||
      byText(left.one.location?.file ?? "", right.one.location?.file ?? "") ||
      byText(left.one.pointer, right.one.pointer),
  );
  return keyed.map(({ one }) => one);
}

/** Whether `--strict` fails: there is a warning or an error. */
export function failsStrict(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ level }) => level !== "info");
}

function rankOf({ id, level }: Diagnostic): number {
  const count = TABLE_ORDER.size;
  const important = ruleOf(id).changesClient === true ? 0 : 1;
  return (LEVELS.indexOf(level) * 2 + important) * count + (TABLE_ORDER.get(id) ?? count);
}

/** Sorted diagnostics by level and rule, in their order. */
export function groupDiagnostics(sorted: readonly Diagnostic[]): readonly DiagnosticGroup[] {
  // Some of a rule may be accepted.
  const groups = new Map<string, [Diagnostic, ...Diagnostic[]]>();
  for (const one of sorted) {
    const key = `${one.level} ${one.id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((diagnostics) => {
    const [{ id, level }] = diagnostics;
    const { remedy, changesClient } = ruleOf(id);
    return { id, level, remedy, changesClient: changesClient === true, diagnostics };
  });
}
