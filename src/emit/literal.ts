import { builders } from "prettier/doc";
import type { Json } from "../load/loaded-contract.js";
import { isIdentifier } from "../text/constant-reference.js";
import { type Doc, enclosed } from "./layout.js";

const { fill, group, hardline, ifBreak, indent, join, line, softline } = builders;

/** An expression within a literal: the name of a constant, `cabinets.list`, or a call. */
export class Source {
  readonly text: Doc;
  constructor(text: Doc) {
    this.text = text;
  }
}

/** A JSON value that may contain names of constants. */
export type Literal = Json | Source | readonly Literal[] | { readonly [name: string]: Literal };

/** A value as a TypeScript expression, broken where prettier breaks it. Members stay in the order given. */
export function literal(value: Literal): Doc {
  if (value instanceof Source) return value.text;
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  if (value === null || typeof value === "boolean") return String(value);
  return isList(value) ? arrayLiteral(value) : objectLiteral(Object.entries(value));
}

/** A number as prettier writes it; what JSON cannot say (YAML's `.nan`, `.inf`) by its global name. */
export function numberLiteral(value: number): string {
  if (Object.is(value, -0)) return "-0";
  return String(value).replace("e+", "e");
}

/** The same, an object's members always on lines of their own: prettier keeps that where it finds it. */
export function expandedLiteral(members: Readonly<Record<string, Literal>>): Doc {
  const printed = Object.entries(members).map(([name, value]): Doc => [member(name, value), ","]);
  return printed.length === 0 ? "{}" : ["{", indent([hardline, join(hardline, printed)]), hardline, "}"];
}

function isList(value: Literal): value is readonly Literal[] {
  return Array.isArray(value);
}

function objectLiteral(members: readonly (readonly [string, Literal])[]): Doc {
  const printed = members.map(([name, value]) => member(name, value));
  return group(enclosed("{", printed, "}", { padded: true, trailing: "," }));
}

/**
 * One member of an object. A text or a constant that does not fit after its name goes on the next line, as in prettier's
 * assignments.
 */
export function member(name: string, value: Literal): Doc {
  const docs = memberDocs(name, value);
  if (typeof docs.value === "string")
    return group([docs.key, ":", group(indent([isShort(docs.key) ? " " : line, docs.value]))]);
  return group([docs.key, ": ", docs.value]);
}

/** A member's name, and its value. The line may break before a value that is a text or a name: one that is a plain string. */
export function memberDocs(name: string, value: Literal): { readonly key: string; readonly value: Doc } {
  // A plain `__proto__` would set the prototype instead of a member (ECMA-262, B.3.1).
  const key = name === "__proto__" ? '["__proto__"]' : propertyName(name);
  const doc = literal(value);
  if (INHERITED.has(name) && isWidened(value)) return { key, value: [doc, " as const"] };
  return { key, value: typeof value === "string" || isName(value) ? doc : [doc] };
}

/**
 * What every object has by inheritance. TypeScript takes the type of such a member from there, also where an index signature
 * says another: a literal in it would be any text.
 */
const INHERITED: ReadonlySet<string> = new Set([
  ...["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"],
  ...["toLocaleString", "toString", "valueOf"],
]);

/** Whether a value has texts in it. */
function isWidened(value: Literal): boolean {
  return (
    typeof value === "string" || (typeof value === "object" && value !== null && !(value instanceof Source))
  );
}

/** The name of a constant, or of a module's. */
function isName(value: Literal): boolean {
  return value instanceof Source && typeof value.text === "string" && /^[\w$.]+$/.test(value.text);
}

/** Prettier never breaks after a key that fits in the indentation that it would save. */
function isShort(key: string): boolean {
  return key.length < 5;
}

function arrayLiteral(values: readonly Literal[]): Doc {
  if (values.length > 0 && values.every((value) => typeof value === "number")) return numbers(values);
  const printed = values.map((value) => group(literal(value)));
  return group(enclosed("[", printed, "]", { trailing: "," }), { shouldBreak: breaksAlways(values) });
}

/** Prettier fills lines with numbers instead of giving each its own. */
function numbers(values: readonly number[]): Doc {
  const id = Symbol("numbers");
  const parts = values.flatMap((value, index): Doc[] => {
    const last = index === values.length - 1;
    return last
      ? [[numberLiteral(value), ifBreak(",", "", { groupId: id })]]
      : [[numberLiteral(value), ","], line];
  });
  return group(["[", indent([softline, fill(parts)]), softline, "]"], { id });
}

/** Prettier keeps a list of several objects, or several lists, of more than one member each, on several lines. */
function breaksAlways(values: readonly Literal[]): boolean {
  const sizes = values.map((value) => {
    if (typeof value !== "object" || value === null || value instanceof Source) return undefined;
    return isList(value)
      ? { list: true, size: value.length }
      : { list: false, size: Object.keys(value).length };
  });
  const first = sizes[0];
  return (
    values.length > 1 &&
    sizes.every((size) => size !== undefined && size.size > 1 && size.list === first?.list)
  );
}

/** What source text must not contain as it is: controls, line separators, direction overrides, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** The sign of a source map's address (ECMA-426), which tools look for without parsing: within texts as well. */
const SOURCE_MAP = /(?<=\/[/*])[#@](?=\s*source(?:Mapping)?URL)/gi;

/**
 * A string as a TypeScript literal, in the quotes that prettier prefers: double, or single where that saves escapes.
 * Whatever could end a line or turn the reading direction is written as an escape.
 */
export function stringLiteral(text: string): string {
  const doubles = text.split('"').length - 1;
  const singles = text.split("'").length - 1;
  const quote = doubles > singles ? "'" : '"';
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replace(UNSAFE, escapeCharacter)
    .replace(SOURCE_MAP, escapeCharacter);
  return `${quote}${escaped}${quote}`;
}

/**
 * The type of every string that begins with a text and ends with another, a template literal: nothing of the texts can end it
 * or add to it.
 */
export function patternLiteral(start: string, end = ""): string {
  const [before, after] = [start, end].map((text) =>
    text
      .replace(/[\\`$]/g, "\\$&")
      .replace(UNSAFE, escapeCharacter)
      .replace(SOURCE_MAP, escapeCharacter),
  );
  return `\`${before ?? ""}\${string}${after ?? ""}\``;
}

/** The name of a property as an object type or literal writes it: quoted only where TypeScript needs it. */
export function propertyName(name: string): string {
  return isIdentifier(name) ? name : stringLiteral(name);
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  return Array.from({ length: character.length }, (_, index) => unit(character.charCodeAt(index))).join("");
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
