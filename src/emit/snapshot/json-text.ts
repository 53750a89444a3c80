import type { Json } from "../../load/loaded-contract.js";
import { byText } from "../../text/words.js";

/** Columns a list of scalars may have on one line: prettier's default. */
const WIDTH = 80;

/**
 * JSON as prettier leaves it: objects always on several lines, lists of scalars on one where they fit. Members sorted
 * by name, so that the key order of the source never shows.
 */
export function jsonText(value: Json): string {
  return `${print(value, 0, 0)}\n`;
}

/** @param after - columns that follow a value on its line: a comma. */
function print(value: Json, indent: number, column: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return isList(value) ? printList(value, indent, column) : printObject(value, indent);
}

function printObject(value: { readonly [name: string]: Json }, indent: number): string {
  const names = Object.keys(value).sort(byText);
  if (names.length === 0) return "{}";
  const inner = " ".repeat(indent + 2);
  const members = names.map((name) => {
    const key = `${inner}${JSON.stringify(name)}: `;
    return `${key}${print(value[name] ?? null, indent + 2, key.length)}`;
  });
  return `{\n${members.join(",\n")}\n${" ".repeat(indent)}}`;
}

function printList(values: readonly Json[], indent: number, column: number): string {
  if (values.length === 0) return "[]";
  const inner = " ".repeat(indent + 2);
  const scalars = values.every((value) => typeof value !== "object" || value === null || isEmpty(value));
  const line = `[${values.map((value) => print(value, 0, 0)).join(", ")}]`;
  // One column for the comma that may follow.
  if (scalars && column + line.length + 1 <= WIDTH) return line;
  if (scalars && values.length > 1 && values.every((value) => typeof value === "number")) {
    return `[\n${fill(values.map(String), inner)}\n${" ".repeat(indent)}]`;
  }
  const items = values.map((value) => `${inner}${print(value, indent + 2, indent + 2)}`);
  return `[\n${items.join(",\n")}\n${" ".repeat(indent)}]`;
}

/** Numbers fill their lines. */
function fill(items: readonly string[], inner: string): string {
  const lines: string[] = [];
  let line = "";
  items.forEach((item, index) => {
    const text = index === items.length - 1 ? item : `${item},`;
    if (line === "") line = inner + text;
    else if (line.length + 1 + text.length <= WIDTH) line += ` ${text}`;
    else {
      lines.push(line);
      line = inner + text;
    }
  });
  return [...lines, line].join("\n");
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
