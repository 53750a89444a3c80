import { byText } from "../text/by-text.js";
import { fillTemplate } from "./fill-template.js";
import type { ArgumentsFor, Level } from "./rule.js";
import { type RuleId, ruleOf, type ruleTable } from "./rule-table.js";

/** Something that a person should know of a contract or its settings: data, rendered only where it is printed. */
export interface Diagnostic {
  readonly id: RuleId;
  readonly level: Level;
  /** JSON pointer (`#/paths/~1a`), into the bundled document unless `location` names another file; empty: about none. */
  readonly pointer: string;
  /** Values of the message's placeholders, sorted by name. */
  readonly arguments: Readonly<Record<string, ArgumentValue>>;
  /** Where it is in the source, once that is known. */
  readonly location?: SourceLocation;
}

/** Value of one placeholder: a value of the contract or a word, as it is; {@link fillTemplate} escapes and shortens it. */
type ArgumentValue = number | string | readonly string[];

/** A location in a source file; `line` and `column` are 1-based and absent where they are not known. */
export interface SourceLocation {
  readonly file: string;
  readonly pointer: string;
  readonly line?: number;
  readonly column?: number;
}

type MessageOf<Id extends RuleId> = (typeof ruleTable)[Id]["message"];

/** What {@link diagnostic} takes after the pointer: the arguments of the rule's message, nothing where it has none. */
type Given<Id extends RuleId> = keyof ArgumentsFor<MessageOf<Id>> extends never
  ? []
  : [values: ArgumentsFor<MessageOf<Id>>];

/**
 * Creates a diagnostic of a rule.
 *
 * @param pointer - JSON pointer of the location; empty where there is none (an option, the whole run).
 * @param given - the arguments of the rule's message, where it has placeholders.
 */
export function diagnostic<Id extends RuleId>(id: Id, pointer: string, ...given: Given<Id>): Diagnostic {
  const values: Readonly<Record<string, ArgumentValue>> = given[0] ?? {};
  const sorted = Object.entries(values).sort(([left], [right]) => byText(left, right));
  return { id, level: ruleOf(id).level, pointer, arguments: Object.fromEntries(sorted) };
}

/** Each diagnostic once, in the order of the list: those with the same rule, location and arguments are one. */
export function uniqueDiagnostics(diagnostics: Iterable<Diagnostic>): readonly Diagnostic[] {
  const byKey = new Map<string, Diagnostic>();
  for (const one of diagnostics) {
    const key = keyOf(one);
    if (!byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}

/** What two equal diagnostics have in common. */
export function keyOf({ id, pointer, location, arguments: values }: Diagnostic): string {
  return JSON.stringify([id, location?.file ?? "", pointer, values]);
}

/** The message of a diagnostic: its rule's template, with its arguments. One line of text, Markdown code spans. */
export function messageOf({ id, arguments: values }: Diagnostic): string {
  return fillTemplate(ruleOf(id).message, values);
}
