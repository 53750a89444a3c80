import { byText } from "../text/by-text.js";
import { codeSpan } from "../text/printable.js";
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

/** Values of a list that a message names; further ones are counted. */
const VALUES_SHOWN = 5;

/** Characters of one value that a message shows. */
const CHARACTERS_SHOWN = 120;

/** Characters of a text of another program that a message shows. */
const TEXT_SHOWN = 300;

/**
 * A text with its placeholders filled in: `{name}` prints a value of a contract as code, `{name:text}` as plain text,
 * `{names:list}` the first values of a list as code and how many more there are. One line, with Markdown code spans; long
 * values are cut.
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, number | string | readonly string[]>>,
): string {
  return template.replaceAll(/\{(\w+)(?::(\w+))?\}/gu, (_, name: string, kind?: string) => {
    const value = values[name] ?? "";
    if (typeof value === "object") return listText(value);
    return kind === "text" ? plainText(value) : codeText(value);
  });
}

function listText(values: readonly string[]): string {
  const shown = values.slice(0, VALUES_SHOWN).map(codeText);
  const more = values.length - shown.length;
  return `${shown.join(", ")}${more === 0 ? "" : ` and ${String(more)} more`}`;
}

function codeText(value: number | string): string {
  return value === "" ? '`""`' : codeSpan(shortened(String(value), CHARACTERS_SHOWN));
}

/** Control characters and line ends of a contract never reach a terminal. */
function plainText(value: number | string): string {
  return shortened(String(value).replace(/[\p{Cc}\p{Cf}\s]+/gu, " "), TEXT_SHOWN);
}

function shortened(text: string, characters: number): string {
  if (text.length <= characters) return text;
  // Not half a surrogate pair at the end.
  return `${text.slice(0, characters).replace(/[\ud800-\udbff]$/u, "")}…`;
}
