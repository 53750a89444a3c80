import type { Json } from "../../../../load/loaded-contract.js";
import type { OperationModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { words } from "../../../../text/words.js";
import { mapMember, mapValues } from "../../map-members.js";
import { jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import {
  exampleElements,
  exampleNames,
  exampleValues,
  listBodyMembers,
  objectMembers,
  textOf,
} from "../body-members.js";

/** The flags of a response, as the contract names them. */
export interface DeclaredFlags {
  /** Members, entries that an enum lists or an example shows; else names that a description lists. */
  readonly names: ReadonlySet<string>;
  /** The names are of a description alone, which may name something else too. */
  readonly areDescribed: boolean;
  /** It may have others too. */
  readonly isOpen: boolean;
  /** Every value is true or false: it has flags, whatever their names. */
  readonly isOfBooleans: boolean;
  /** An object or a value of which the contract describes nothing but its name, or a list of any texts. */
  readonly isUndescribed: boolean;
}

/** The member of a response that has flags; an empty path: its body. */
export function flagsAt(
  operation: OperationModel,
  path: string,
  reader: SchemaReader,
): SchemaNode | undefined {
  const body = jsonResponse(operation, reader)?.schema;
  return path === "" ? body : listBodyMembers(body, reader).find(({ at }) => at === path)?.schema;
}

/** The flags at a path of a response. */
export function declaredFlags(operation: OperationModel, path: string, reader: SchemaReader): DeclaredFlags {
  const schema = flagsAt(operation, path, reader);
  if (schema === undefined)
    return {
      names: new Set(),
      areDescribed: false,
      isOpen: true,
      isOfBooleans: false,
      isUndescribed: false,
    };
  const members = objectMembers(schema, reader).map(({ name }) => name);
  const isOpen = members.length === 0 || mapValues(schema, reader).length > 0;
  const others = isOpen ? openNames(schema, shownAt(operation, path, reader), reader) : [];
  const known = [...members, ...others];
  const own = words(pointerKeys(`/${path}`).at(-1) ?? "").join("_");
  const areDescribed = isOpen && known.length === 0;
  const names = areDescribed ? namesInText(textsOf(schema, reader), own) : known;
  return {
    names: new Set(names),
    areDescribed,
    isOpen,
    isOfBooleans: isOfNamedFlags(schema, reader),
    isUndescribed: isUndescribed(schema, reader),
  };
}

/** Whether a schema has no members, and says nothing of the values that there may be: `features: { type: object }`, or a list of texts. */
function isUndescribed(schema: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  if (type.kind === "any") return true;
  if (type.kind === "array") return reader.resolve(type.items).type.kind === "string";
  if (type.kind !== "object" || type.properties.length > 0 || type.additional === "closed") return false;
  return mapValues(schema, reader).every((one) => reader.resolve(one).type.kind === "any");
}

/** What examples have at a path: those of the response, and those of each schema on the way. */
function shownAt(operation: OperationModel, path: string, reader: SchemaReader): readonly Json[] {
  const { schema, examples = [] } = jsonResponse(operation, reader) ?? {};
  let [at, shown] = [schema, examples];
  for (const key of path === "" ? [] : pointerKeys(`/${path}`)) {
    shown = exampleValues([...shown, ...ownExamples(at, reader)], [key]);
    at = at && (reader.property(at, key)?.schema ?? mapMember(at, key, reader));
  }
  return [...shown, ...ownExamples(at, reader)];
}

function ownExamples(schema: SchemaNode | undefined, reader: SchemaReader): readonly Json[] {
  if (schema === undefined) return [];
  return [...schema.doc.examples, ...reader.resolve(schema).doc.examples];
}

/** Names of a map, as examples show them, or of a list, as an enum lists them too. */
function openNames(schema: SchemaNode, shown: readonly Json[], reader: SchemaReader): readonly string[] {
  const { type } = reader.resolve(schema);
  if (type.kind !== "array")
    return exampleNames(shown).filter((name) => exampleValues(shown, [name]).some(isFlagValue));
  const entries = exampleElements(shown);
  const name = entryName(type.items, reader);
  const holder = name?.schema ?? type.items;
  const inExamples = name === undefined ? entries : exampleValues(entries, [name.name]);
  const { values = [] } = reader.resolve(holder).doc;
  return [...reader.values(holder), ...values, ...ownExamples(holder, reader), ...inExamples].filter(
    (one) => typeof one === "string",
  );
}

/** Members of an entry that name it, and that say whether it is on; the client reads the first that there is. */
const ENTRY = { name: ["key", "code", "name", "id"], flag: ["enabled", "active", "on"] };

function entryName(items: SchemaNode, reader: SchemaReader) {
  return ENTRY.name.map((name) => reader.property(items, name)).find((found) => found !== undefined);
}

/** True or false, or an object with one. */
function isFlagValue(value: Json): boolean {
  return (
    typeof value === "boolean" ||
    ENTRY.flag.some((name) => exampleValues([value], [name]).some((one) => typeof one === "boolean"))
  );
}

/** What a contract says of flags, and of the values of a map or the entries of a list. */
function textsOf(schema: SchemaNode, reader: SchemaReader): string {
  const { type } = reader.resolve(schema);
  const inner = type.kind === "array" ? [type.items] : mapValues(schema, reader);
  const names = inner.flatMap((one) => entryName(one, reader)?.schema ?? []);
  return [schema, ...inner, ...names].map((one) => textOf(one, reader)).join("\n");
}

/** Characters of a description that are searched. */
const LONGEST = 4000;

const SPAN = "`[A-Za-z][\\w.-]{0,60}`";

/** Several names beside each other, and names that begin an item of a list or a row of a table. */
const LISTED = new RegExp(
  `${SPAN}(?:\\s{0,3}(?:[,;/|]\\s{0,3})?(?:(?:and|or)\\s)?${SPAN})+|^[ \\t]{0,8}[-*+|]\\s{0,3}${SPAN}`,
  "gmu",
);

/** A name of several words, which sentences do not have otherwise. */
const JOINED = /[a-z\d][A-Z_.-]\w/;

/** Values, types and extensions. */
const NO_FLAG =
  /^(?:true|false|null|boolean|bool|string|object|array|name|key|enabled|disabled|on|off|x-.*)$/i;

/** Names in code spans that a description of flags lists. */
function namesInText(description: string, own: string): readonly string[] {
  const text = description.slice(0, LONGEST);
  const namesOf = (part: string) => (part.match(new RegExp(SPAN, "gu")) ?? []).map((one) => one.slice(1, -1));
  const joined = namesOf(text).filter((name) => JOINED.test(name));
  const listed = (text.match(LISTED) ?? []).flatMap(namesOf);
  return [...new Set([...joined, ...listed])].filter(
    (name) => !NO_FLAG.test(name) && words(name).join("_") !== own,
  );
}

/**
 * An object whose members can be true or false, or a list of names or of objects with a name and a boolean; not one of objects in which
 * the client finds no such members.
 */
export function isOfFlags(schema: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  if (type.kind === "array")
    return (
      ["string", "enum"].includes(reader.resolve(type.items).type.kind) ||
      reader.properties(type.items)?.length === 0 ||
      isOfNamedFlags(schema, reader)
    );
  return type.kind === "object" || type.kind === "intersection" || type.kind === "any";
}

/** An object or a map of booleans, or a list of objects with a name and a boolean. */
export function isOfNamedFlags(schema: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  const isFlag = (one: SchemaNode) => reader.resolve(one).type.kind === "boolean";
  if (type.kind === "array") {
    const properties = reader.properties(type.items) ?? [];
    const named = properties.some(({ name }) => ENTRY.name.includes(name));
    const flagged = properties.some(({ name, schema: one }) => ENTRY.flag.includes(name) && isFlag(one));
    return named && flagged;
  }
  const properties = reader.properties(schema) ?? [];
  if (properties.length > 0) return properties.every((property) => isFlag(property.schema));
  const values = mapValues(schema, reader);
  return values.length > 0 && values.every(isFlag);
}
