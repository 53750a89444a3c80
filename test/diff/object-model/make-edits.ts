import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Finding } from "../../../src/diff/finding.js";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import type { ObjectKind } from "../../../src/openapi/keywords.js";
import { pointerKeys } from "../../../src/text/json-pointer.js";
import { wireFindings } from "../corpus/compare-wire.js";

/** What the findings of the edits of a keyword are, at one place: each `rule level`, sorted. */
export interface Findings {
  /** The keyword was absent, and has its first value now. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** From the first value to the second one. */
  readonly changed: readonly string[];
  /** From the second value to the first one. */
  readonly back: readonly string[];
}

/** A keyword (or another member) of a kind of object, and what comes of its edits. */
export interface EditRow {
  /** Two values of the keyword; of `$ref`: what it leads to instead of a copy of the object. */
  readonly values?: readonly [Json, Json];
  readonly other?: Json;
  /** Other members of the object, on both sides. */
  readonly with?: JsonObject;
  readonly without?: readonly string[];
  /** The object has no other members. */
  readonly alone?: true;
  /** The version of OpenAPI; default: that of the base. */
  readonly in?: string;
  /** Why some edits give nothing; `$ref` needs no reason for what changes nothing, a reference in place of its target. */
  readonly silent?: string;
}

/** The rows of a kind of object. */
export interface KindRows {
  /** Pointers of objects of this kind in the base, by a name. */
  readonly at: Readonly<Record<string, string>>;
  /** Members of the root that the rows need. */
  readonly needs?: JsonObject;
  readonly keywords?: Readonly<Record<string, EditRow>>;
  /** Members whose names the contract chooses. */
  readonly others?: Readonly<Record<string, EditRow>>;
}

/** The rows of a file, by kind of object. */
export type KindTable = Readonly<Partial<Record<ObjectKind, KindRows>>>;

/** Findings of each row at each place: by kind, keyword and place; one list for all four edits where they have the same. */
export type FindingsTable = Readonly<
  Partial<
    Record<ObjectKind, Readonly<Record<string, Readonly<Record<string, Findings | readonly string[]>>>>>
  >
>;

/** The files with rows; a second file of each has the findings. */
export const tables = ["documents", "operations", "schemas"] as const;

/** Reads the rows of a file. */
export function readTable(name: (typeof tables)[number]): KindTable {
  return readData(name) as KindTable;
}

/** Reads what the edits of a file give. */
export function readFindings(name: (typeof tables)[number]): FindingsTable {
  return readData(`${name}.findings`) as FindingsTable;
}

function readData(name: string): unknown {
  return parse(readFileSync(new URL(`${name}.yaml`, import.meta.url), "utf8"));
}

const base = readData("base") as JsonObject;

/** Extensions may be at every object. */
const EXTENSION: EditRow = { values: [1, 2] };

/** All rows of a kind of object, by keyword. */
export function rowsOf({
  keywords,
  others,
}: KindRows): readonly (readonly [keyword: string, row: EditRow])[] {
  return Object.entries({ ...keywords, ...others, "x-note": EXTENSION });
}

/** Makes every edit of a row at a place, and lists what each gives, as `read` says it. */
export function editsOf<Read>(
  kind: KindRows,
  keyword: string,
  row: EditRow,
  pointer: string,
  read: (findings: readonly Finding[]) => Read,
): Readonly<Record<keyof Findings, Read>> {
  const [absent, old, now] = documentsOf(kind, keyword, row, pointer);
  const between = (before: JsonObject, after: JsonObject) => read(wireFindings(before, after));
  return {
    added: between(absent, old),
    removed: between(old, absent),
    changed: between(old, now),
    back: between(now, old),
  };
}

/** The document without the keyword, with its first value, and with its second one. */
function documentsOf(
  kind: KindRows,
  keyword: string,
  row: EditRow,
  pointer: string,
): readonly [absent: JsonObject, old: JsonObject, now: JsonObject] {
  const [first, second] =
    keyword === "$ref" && row.other !== undefined ? ["#/x-copy", "#/x-other"] : (row.values ?? []);
  const of = (value: Json | undefined) => documentWith(kind, keyword, row, pointer, value);
  return [of(undefined), of(first), of(second)];
}

function documentWith(
  { needs }: KindRows,
  keyword: string,
  row: EditRow,
  pointer: string,
  value: Json | undefined,
): JsonObject {
  const root = {
    ...structuredClone(base),
    ...structuredClone(needs),
    ...(row.in !== undefined && { openapi: row.in }),
  };
  const keys = pointerKeys(`#${pointer}`);
  const original = keys.reduce<Json>((node, key) => (node as JsonObject)[key]!, root);
  const isCopy = keyword === "$ref" && row.other !== undefined;
  const parts = isCopy ? { "x-copy": structuredClone(original), "x-other": row.other! } : {};
  const edited = edit(original as JsonObject, keyword, row, value, isCopy);
  return replaced({ ...root, ...parts }, keys, edited) as JsonObject;
}

function edit(
  original: JsonObject,
  keyword: string,
  row: EditRow,
  value: Json | undefined,
  isCopy: boolean,
): JsonObject {
  if (isCopy) return value === undefined ? original : { $ref: value };
  const omitted = new Set([keyword, ...(row.without ?? [])]);
  const kept = Object.entries(row.alone ? {} : original).filter(([name]) => !omitted.has(name));
  const members = { ...Object.fromEntries(kept), ...structuredClone(row.with) };
  return value === undefined ? members : { ...members, [keyword]: structuredClone(value) };
}

function replaced(node: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const child = (node as JsonObject)[key]!;
  if (Array.isArray(node))
    return node.map((item: Json, index) => (String(index) === key ? replaced(child, rest, value) : item));
  return { ...(node as JsonObject), [key]: replaced(child, rest, value) };
}
