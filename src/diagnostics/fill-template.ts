import { codeSpan } from "../text/printable.js";

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
