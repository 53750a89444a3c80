import type { Json } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";

/** Columns a list of scalars may have on one line: prettier's default. */
const WIDTH = 80;

/**
 * JSON as prettier leaves it: objects always on several lines, lists without them on one where they fit. Members sorted
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
  const flat = flatList(values);
  // One column for the comma that may follow.
  if (flat !== undefined && column + flat.length + 1 <= WIDTH) return flat;
  if (values.length > 1 && values.every((value) => typeof value === "number")) {
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

/** A list on one line, when nothing in it asks for several: an object with members, or lists of several lists. */
function flatList(values: readonly Json[]): string | undefined {
  const printed = values.map((value) => {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (isList(value)) return flatList(value);
    return Object.keys(value).length === 0 ? "{}" : undefined;
  });
  const several = (value: Json): boolean =>
    typeof value === "object" && value !== null && isList(value) && value.length > 1;
  if (printed.includes(undefined) || (values.length > 1 && values.every(several))) return undefined;
  return `[${printed.join(", ")}]`;
}
