import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, objectMember, textMember } from "../document/json-members.js";
import { partsOf } from "./alternative-content.js";

/** Values of an enum that are told; longer lists are told by these and their length. */
const MOST_VALUES = 12;

/** Characters of a value that are told. */
const LONGEST_VALUE = 60;

/** Schemas within schemas that are looked into: what differs below is seldom all that does. */
const DEPTH = 3;

/**
 * What tells alternatives apart that have members of the same names: `id=string tags=string[] state=open|shut`. For a
 * manifest, where the next generation finds which alternative was which; `[]` before what an array has. A text for comparing, not for reading back: the
 * same schema always gives the same.
 */
export function describeAlternative(json: Json): string {
  const parts = partsOf(json);
  const types = new Map<string, string>();
  for (const part of parts) {
    for (const [name, schema] of Object.entries(objectMember(part, "properties") ?? {})) {
      types.set(name, wordOf(schema, DEPTH));
    }
  }
  const items = isObject(json) ? member(json, "items") : undefined;
  if (types.size === 0 && items !== undefined) return `[] ${describeAlternative(items)}`;
  if (types.size === 0) return escape(wordOf(json, DEPTH));
  const told = [...types].sort(([left], [right]) => byText(left, right));
  return told.map(([name, word]) => `${escape(name).replaceAll("=", "%3D")}=${escape(word)}`).join(" ");
}

/** The smallest statements of a description, each of which may hold of another as well: `state=open`, `state=shut`. */
export function statementsOf(description: string): ReadonlySet<string> {
  const statements = description.split(" ").flatMap((text) => {
    const [, name = "", word = ""] = /^([^=]*=)?(.*)$/su.exec(text) ?? [];
    return word.split("|").map((one) => `${name}${one}`);
  });
  return new Set(statements);
}

/** `string`, `Pet` of a reference, `string[]`, `{city,street}`, `open|shut`. Null says nothing: most may get it. */
function wordOf(json: Json, depth: number): string {
  if (!isObject(json) || depth === 0) return "any";
  const reference = textMember(json, "$ref");
  if (reference !== undefined) return reference.replace(/^.*\//su, "");
  const values = valuesOf(json);
  if (values.length > 0) return values.join("|");
  const forms = ["anyOf", "oneOf", "allOf"].flatMap((form) => listMember(json, form));
  const names = Object.keys(objectMember(json, "properties") ?? {}).sort(byText);
  if (names.length > 0) return `{${names.join(",")}}`;
  const words = forms.length > 0 ? forms.map((form) => wordOf(form, depth - 1)) : typesOf(json, depth);
  const told = [...new Set(words)].filter((word) => word !== "null");
  return told.join("|") || (words[0] ?? "any");
}

function valuesOf(json: JsonObject): readonly string[] {
  const constant = member(json, "const");
  const values = constant === undefined ? listMember(json, "enum") : [constant];
  const texts = values.filter((value) => value !== null).map((value) => textOf(value));
  const told = [...new Set(texts)].sort(byText);
  const more = told.length > MOST_VALUES ? [`+${String(told.length - MOST_VALUES)}`] : [];
  return [...told.slice(0, MOST_VALUES), ...more];
}

function textOf(value: Json): string {
  const text = typeof value === "object" ? "any" : String(value);
  return text.replaceAll("|", "%7C").slice(0, LONGEST_VALUE);
}

function typesOf(json: JsonObject, depth: number): readonly string[] {
  const type = member(json, "type");
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
  const items = member(json, "items");
  const isArray = types.length === 0 ? items !== undefined : types.includes("array");
  const others = types.filter((one) => one !== "array");
  return isArray ? [...others, `${items === undefined ? "any" : wordOf(items, depth - 1)}[]`] : others;
}

/** Spaces part what is said of the members. */
function escape(text: string): string {
  return text.replace(/[\s%]/gu, (character) => (character === "%" ? "%25" : encodeURIComponent(character)));
}
