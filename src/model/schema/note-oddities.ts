import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { isObject, listMember, member, textMember } from "../document/json-members.js";
import type { ShapeSurroundings } from "./build-shape.js";
import { forbiddenMembers } from "./closed-parts.js";
import { type Contradiction, findContradiction, impossibleMembers } from "./contradiction.js";
import { noteDialect } from "./note-dialects.js";
import { oddities } from "./oddities.js";
import type { SchemaReading } from "./possible-values.js";
import type { SchemaPlace } from "./schema-place.js";

/** What telling of a schema asks of the document as a whole. */
interface NoteSurroundings extends Pick<ShapeSurroundings, "follow" | "note"> {
  readonly readingAt: (place: SchemaPlace) => SchemaReading;
}

/**
 * Tells whatever a schema says that is read as something else, or that contradicts itself.
 *
 * @returns what leaves the schema without a value, or without its type.
 */
export function noteOddities(
  json: JsonObject,
  place: SchemaPlace,
  around: NoteSurroundings,
): Contradiction | undefined {
  const reading = around.readingAt(place);
  const contradiction = findContradiction(json, reading);
  const texts = [
    ...noteDialect(json, place.pointer).map(({ text }) => text),
    ...oddities(json, reading),
    ...(isUntypedList(json, place) ? [UNTYPED_LIST] : []),
    ...(contradiction === undefined ? [] : [contradiction.text]),
    ...impossibleMembers(json, reading),
    ...forbiddenMembers(json, reading),
  ];
  for (const text of texts) around.note(text, place);
  const refused = contradiction === undefined ? refusedValues(json, place, around, reading.siblings) : [];
  if (refused.length > 0) {
    const listed = refused.map((value) => JSON.stringify(value)).join(", ");
    around.note(`The list of \`enum\` has values that a list beside it does not: ${listed}.`, place);
  }
  return contradiction;
}

const UNTYPED_LIST =
  "The schema has `items` and no type: it is taken for a list, though to the letter whatever is no list is valid as well.";

/** Whether nothing but its items says that a schema is a list: in a part of others, the whole may say it. */
function isUntypedList(json: JsonObject, { pointer }: SchemaPlace): boolean {
  const others = ["type", "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "properties", "enum", "const"];
  return (
    isObject(member(json, "items")) &&
    others.every((keyword) => member(json, keyword) === undefined) &&
    !/\/(?:allOf|anyOf|oneOf)\/\d+$|\/(?:if|then|else|not)$/u.test(pointer)
  );
}

/** Values that an enum lists and one that must hold as well, by `$ref` or `allOf`, does not (JSON Schema, 10.2.1.1). */
function refusedValues(
  json: JsonObject,
  place: SchemaPlace,
  { follow }: NoteSurroundings,
  siblings: SchemaReading["siblings"],
): readonly Json[] {
  const own = listMember(json, "enum");
  if (own.length === 0) return [];
  const reference = siblings === "meant" && textMember(json, "$ref") !== undefined ? [json] : [];
  const lists = [...reference, ...listMember(json, "allOf")]
    .map((part) => follow(part, place))
    .flatMap((part) => (isObject(part) && part !== json ? [listMember(part, "enum")] : []))
    .filter((list) => list.length > 0)
    .map((list) => new Set(list.map(canonicalJson)));
  if (lists.length === 0) return [];
  return own.filter((value) => {
    const text = canonicalJson(value);
    return lists.some((list) => !list.has(text));
  });
}
