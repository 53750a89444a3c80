import { builders } from "prettier/doc";
import type { Json } from "../load/loaded-contract.js";
import { byText } from "../text/by-text.js";
import { layout, PRINT_WIDTH } from "./layout.js";

/**
 * JSON as prettier leaves it: objects always on several lines, lists without them on one where they fit. Members sorted
 * by name, so that the key order of the source never shows.
 *
 * @param longDigits - integers that JavaScript rounds: rounded number → digits as written.
 */
export function jsonText(value: Json, longDigits: ReadonlyMap<number, string> = new Map()): string {
  const scalar: ScalarText = (one) =>
    (typeof one === "number" ? longDigits.get(one) : undefined) ?? scalarText(one);
  return `${print(value, 0, { before: "", after: "" }, scalar)}\n`;
}

type ScalarText = (value: null | boolean | number | string) => string;

/** What else is on the same line: indentation and key ahead, perhaps a comma behind. */
interface Line {
  readonly before: string;
  readonly after: "," | "";
}

function print(value: Json, indent: number, line: Line, scalar: ScalarText): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  return isList(value) ? printList(value, indent, line, scalar) : printObject(value, indent, scalar);
}

/** Prettier writes no plus in an exponent. */
function scalarText(value: null | boolean | number | string): string {
  const text = JSON.stringify(value);
  return typeof value === "number" ? text.replace("e+", "e") : text;
}

function printObject(value: { readonly [name: string]: Json }, indent: number, scalar: ScalarText): string {
  const names = Object.keys(value).sort(byText);
  if (names.length === 0) return "{}";
  const inner = "".padEnd(indent + 2);
  const members = names.map((name, index) => {
    const before = `${inner}${JSON.stringify(name)}: `;
    const after = index < names.length - 1 ? "," : "";
    return `${before}${print(value[name] ?? null, indent + 2, { before, after }, scalar)}${after}\n`;
  });
  return `{\n${members.join("")}${"".padEnd(indent)}}`;
}

function printList(
  values: readonly Json[],
  indent: number,
  { before, after }: Line,
  scalar: ScalarText,
): string {
  if (values.length === 0) return "[]";
  const inner = "".padEnd(indent + 2);
  const flat = flatList(values, scalar);
  if (flat !== undefined && fits(before + flat + after)) return flat;
  if (values.length > 1 && values.every((value) => typeof value === "number")) {
    return `[\n${fill(values.map(scalar), inner)}\n${"".padEnd(indent)}]`;
  }
  const items = values.map((value, index) => {
    const comma = index < values.length - 1 ? "," : "";
    return `${inner}${print(value, indent + 2, { before: inner, after: comma }, scalar)}${comma}\n`;
  });
  return `[\n${items.join("")}${"".padEnd(indent)}]`;
}

/** Whether a line fits within prettier's width; its printer knows how wide other scripts and emoji are. */
function fits(line: string): boolean {
  if (/^[ -~]*$/.test(line)) return line.length <= PRINT_WIDTH;
  return !layout(builders.group([line, builders.softline])).endsWith("\n");
}

/** Numbers fill their lines. */
function fill(items: readonly string[], inner: string): string {
  const lines: string[] = [];
  let line = "";
  items.forEach((item, index) => {
    const text = index === items.length - 1 ? item : `${item},`;
    if (line === "") line = inner + text;
    else if (line.length + 1 + text.length <= PRINT_WIDTH) line += ` ${text}`;
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
function flatList(values: readonly Json[], scalar: ScalarText): string | undefined {
  const printed = values.map((value) => {
    if (typeof value !== "object" || value === null) return scalar(value);
    if (isList(value)) return flatList(value, scalar);
    return Object.keys(value).length === 0 ? "{}" : undefined;
  });
  const several = (value: Json): boolean =>
    typeof value === "object" && value !== null && isList(value) && value.length > 1;
  if (printed.includes(undefined) || (values.length > 1 && values.every(several))) return undefined;
  return `[${printed.join(", ")}]`;
}
