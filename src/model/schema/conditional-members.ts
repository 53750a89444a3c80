import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { escapePointerSegment } from "../../text/json-pointer.js";
import {
  isObject,
  listMember,
  member,
  objectMember,
  sortedMembers,
  textMember,
} from "../document/json-members.js";
import type { ReferenceTarget } from "./references.js";
import { requirementsOf } from "./requirements.js";

/** Schemas of one member, each of which holds under a condition of its own; none: it is only required under one. */
export type ConditionalMembers = ReadonlyMap<string, readonly ReferenceTarget[]>;

/** Few schemas have one of these, and all are asked. */
const SOURCES: readonly string[] = [
  ...["if", "dependentSchemas", "dependentRequired", "allOf"],
  ...["oneOf", "anyOf"],
];
const NONE: ConditionalMembers = new Map();

/** Where a reference leads. */
export type Locate = (reference: string, from: string) => ReferenceTarget;

/**
 * The members that a schema describes under a condition: in `then`, `else` and `dependentSchemas`, its own and those of
 * its parts in `allOf`, and what they, `dependentRequired` or alternatives only require. Sorted by name. What a schema
 * refers to has its own. Beside `additionalProperties` that says what other members are, no condition adds one (JSON Schema 2020-12,
 * core 10.3.2.3).
 */
export function conditionalMembers(json: JsonObject, pointer: string, locate: Locate): ConditionalMembers {
  if (SOURCES.every((keyword) => member(json, keyword) === undefined)) return NONE;
  const found = new Map<string, Map<string, ReferenceTarget>>();
  const seen = new Set<string>();
  const add = (name: string, ...schemas: readonly ReferenceTarget[]) => {
    const known = found.get(name) ?? new Map<string, ReferenceTarget>();
    found.set(name, known);
    for (const each of schemas) {
      const text = canonicalJson(each.json);
      if (!known.has(text)) known.set(text, each);
    }
  };
  const each = (schema: JsonObject, at: string, keyword: string, visit: (part: Json, at: string) => void) => {
    listMember(schema, keyword).forEach((part, index) => {
      visit(part, step(at, keyword, String(index)));
    });
  };
  /** What stands in a schema for every value of it. */
  const look = (schema: Json, at: string): void => {
    if (!isObject(schema) || (member(schema, "additionalProperties") ?? true) !== true) return;
    conditions(schema, at);
    each(schema, at, "allOf", look);
  };
  const conditions = (schema: JsonObject, at: string): void => {
    const branches = member(schema, "if") === undefined ? [] : ["then", "else"];
    for (const keyword of branches) gather(member(schema, keyword) ?? true, step(at, keyword));
    for (const [name, part] of sortedMembers(objectMember(schema, "dependentSchemas")))
      gather(part, step(at, "dependentSchemas", name));
    for (const [, names] of sortedMembers(objectMember(schema, "dependentRequired")))
      texts(names).forEach((name) => {
        add(name);
      });
    for (const part of Object.values(requirementsOf(schema)).flat())
      texts(isObject(part) ? member(part, "required") : undefined).forEach((name) => {
        add(name);
      });
  };
  /** What stands in a schema that holds under a condition. */
  const gather = (schema: Json, at: string): void => {
    if (!isObject(schema) || seen.has(at)) return;
    seen.add(at);
    const reference = textMember(schema, "$ref");
    if (reference !== undefined) {
      const target = locate(reference, at);
      gather(target.json, target.pointer);
    }
    for (const [name, part] of sortedMembers(objectMember(schema, "properties")))
      add(name, { json: part, pointer: step(at, "properties", name) });
    texts(member(schema, "required")).forEach((name) => {
      add(name);
    });
    for (const keyword of ["allOf", "anyOf", "oneOf"]) each(schema, at, keyword, gather);
    conditions(schema, at);
  };
  look(json, pointer);
  const sorted = [...found].sort(([left], [right]) => (left < right ? -1 : 1));
  return new Map(sorted.map(([name, schemas]) => [name, [...schemas.values()]]));
}

function step(pointer: string, ...keys: readonly string[]): string {
  return `${pointer}${keys.map((key) => `/${escapePointerSegment(key)}`).join("")}`;
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter((each) => typeof each === "string") : [];
}
