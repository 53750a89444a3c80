import { appendPointer, escapePointerSegment } from "../../../text/json-pointer.js";
import type { Json } from "../../../load/loaded-contract.js";
import { isMembers, type Members } from "../../../openapi/visit.js";
import { canonicalJson } from "../../../text/canonical-json.js";
import {
  ANY,
  type Annotations,
  type Conditional,
  type Constraint,
  type Contains,
  type Discriminator,
  type SchemaForm,
  type Slot,
  type TypeName,
  TYPES,
} from "./schema-form.js";
import { isTrivialPattern } from "../../../openapi/patterns.js";
import { isNumber, readBounds } from "./read-bounds.js";
import { isSilent, type SchemaReferences } from "./schema-references.js";

/**
 * The form of one schema object by its own keywords: without its references, parts (`allOf`) and branches, which the reader
 * merges into it.
 */
export function readForm(json: Members, pointer: string, source: SchemaReferences): SchemaForm {
  const types = readTypes(json);
  const slot = (name: string): Slot => (isSchema(json[name]) ? slotOf(pointer, name) : []);
  return {
    ...ANY,
    origins: new Set([pointer]),
    ...(types !== undefined && {
      types: types.types,
      isInteger: types.isInteger,
      typePointer: json["type"] === undefined ? undefined : `${pointer}/type`,
      nullPart: types.types.has("null") ? pointer : undefined,
    }),
    values: readValues(json, pointer),
    bounds: readBounds(json, pointer),
    factors: constraintsOf(json, "multipleOf", pointer, isPositive),
    patterns: constraintsOf(json, "pattern", pointer, isText),
    formats: constraintsOf(json, "format", pointer, isText),
    contentType: constraintsOf(json, "contentMediaType", pointer, isText)[0],
    contentEncoding: constraintsOf(json, "contentEncoding", pointer, isText)[0],
    contentSchema: slot("contentSchema"),
    required: readRequired(json, pointer),
    ...readMembers(json, pointer),
    propertyNames: slot("propertyNames"),
    ...readDependencies(json, pointer),
    ...readItems(json, pointer),
    unique: json["uniqueItems"] === true ? `${pointer}/uniqueItems` : undefined,
    contains: readContains(json, pointer),
    unevaluatedProperties: slot("unevaluatedProperties"),
    unevaluatedItems: slot("unevaluatedItems"),
    exclusions: isSchema(json["not"]) && excludedTypes(json).length === 0 ? [`${pointer}/not`] : [],
    conditionals: readConditional(json, pointer),
    discriminator: readDiscriminator(json, pointer, source),
    annotations: readAnnotations(json, pointer),
  };
}

function isSchema(value: unknown): boolean {
  return isMembers(value) || typeof value === "boolean";
}

function slotOf(pointer: string, ...keys: readonly (string | number)[]): Slot {
  return [appendPointer(pointer, ...keys)];
}

function slotsOf(json: Members, keyword: string, pointer: string): ReadonlyMap<string, Slot> {
  const map = json[keyword];
  if (!isMembers(map)) return ANY.properties;
  const names = Object.keys(map).filter((name) => isSchema(map[name]));
  return new Map(names.map((name) => [name, slotOf(pointer, keyword, name)]));
}

/** `type`, without the types that `not` excludes. */
function readTypes(json: Members): { types: ReadonlySet<TypeName>; isInteger: boolean } | undefined {
  const names = namesOf(json["type"]);
  const listed = new Set(TYPES.filter((name) => names.includes(name)));
  const isInteger = names.includes("integer") && !listed.has("number");
  if (names.includes("integer")) listed.add("number");
  const excluded = excludedTypes(json);
  if (listed.size + excluded.length === 0) return undefined;
  const types = listed.size === 0 ? TYPES : [...listed];
  return { types: new Set(types.filter((name) => !excluded.includes(name))), isInteger };
}

function namesOf(type: unknown): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

/** The types of a `not` that names types and nothing else. */
function excludedTypes({ not }: Members): readonly TypeName[] {
  if (!isMembers(not) || !Object.keys(not).every((key) => key === "type" || isSilent(not, key))) return [];
  const names = namesOf(not["type"]);
  // The other numbers have no type of their own.
  return names.includes("integer") ? [] : TYPES.filter((name) => names.includes(name));
}

function readValues(json: Members, pointer: string): SchemaForm["values"] {
  const list = json["enum"];
  if (Object.hasOwn(json, "const")) {
    const value = json["const"] as Json;
    const isListed =
      !Array.isArray(list) || list.some((item) => canonicalJson(item as Json) === canonicalJson(value));
    return { value: isListed ? [value] : [], pointer: `${pointer}/const`, isConst: true };
  }
  if (!Array.isArray(list)) return undefined;
  return { value: list as readonly Json[], pointer: `${pointer}/enum`, isConst: false };
}

/** A pattern that every name matches says what `additionalProperties` says, of the named properties too. */
function readMembers(
  json: Members,
  pointer: string,
): Pick<SchemaForm, "additional" | "patternProperties" | "properties"> {
  const properties = slotsOf(json, "properties", pointer);
  const patternProperties = slotsOf(json, "patternProperties", pointer);
  const rest = [...patternProperties]
    .filter(([pattern]) => matchesEveryName(pattern))
    .flatMap(([, slot]) => slot);
  if (rest.length > 0)
    return {
      properties: new Map([...properties].map(([name, slot]) => [name, [...slot, ...rest].sort()])),
      patternProperties: new Map([...patternProperties].filter(([pattern]) => !matchesEveryName(pattern))),
      additional: [...rest].sort(),
    };
  const isLimited = isSchema(json["additionalProperties"]);
  return {
    properties,
    patternProperties,
    additional: isLimited ? slotOf(pointer, "additionalProperties") : [],
  };
}

function matchesEveryName(pattern: string): boolean {
  return isTrivialPattern(pattern) || ["^.*$", ".+", "^.+$"].includes(pattern);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isPositive(value: unknown): value is number {
  return isNumber(value) && value > 0;
}

function constraintsOf<Value>(
  json: Members,
  keyword: string,
  pointer: string,
  is: (value: unknown) => value is Value,
): readonly Constraint<Value>[] {
  const value = json[keyword];
  return is(value) ? [{ value, pointer: `${pointer}/${keyword}` }] : [];
}

function readRequired(json: Members, pointer: string): ReadonlyMap<string, string> {
  const required = json["required"];
  if (!Array.isArray(required)) return ANY.required;
  return new Map(required.filter(isText).map((name) => [name, `${pointer}/required`]));
}

function readDependencies(
  json: Members,
  pointer: string,
): Pick<SchemaForm, "dependentRequired" | "dependentSchemas"> {
  const names = new Map<string, Constraint<readonly string[]>>();
  const schemas = new Map<string, Slot>();
  for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"]) {
    const map = json[keyword];
    if (!isMembers(map)) continue;
    for (const [name, value] of Object.entries(map)) {
      const at = appendPointer(pointer, keyword, name);
      if (Array.isArray(value)) names.set(name, { value: value.filter(isText).sort(), pointer: at });
      else if (isSchema(value)) schemas.set(name, [at]);
    }
  }
  return { dependentRequired: names, dependentSchemas: schemas };
}

function readItems(json: Members, pointer: string): Pick<SchemaForm, "items" | "prefix"> {
  const { prefixItems, items, additionalItems } = json;
  const listOf = (keyword: string, list: readonly unknown[]): readonly Slot[] =>
    list.map((_, index) => slotOf(pointer, keyword, index));
  if (Array.isArray(items))
    return {
      prefix: listOf("items", items),
      items: isSchema(additionalItems) ? slotOf(pointer, "additionalItems") : [],
    };
  return {
    prefix: Array.isArray(prefixItems) ? listOf("prefixItems", prefixItems) : [],
    items: isSchema(items) ? slotOf(pointer, "items") : [],
  };
}

function readContains(json: Members, pointer: string): readonly Contains[] {
  const { contains, minContains, maxContains } = json;
  if (!isSchema(contains)) return [];
  const least = isNumber(minContains) ? minContains : 1;
  const most = isNumber(maxContains) ? maxContains : undefined;
  if (least <= 0 && most === undefined) return [];
  return [{ pointer: `${pointer}/contains`, slot: slotOf(pointer, "contains"), least, most }];
}

function readConditional(json: Members, pointer: string): readonly Conditional[] {
  const keywords = ["if", "then", "else"].filter((keyword) => isSchema(json[keyword]));
  if (keywords.length < 2 || keywords[0] !== "if") return [];
  const slot = (keyword: string) => (keywords.includes(keyword) ? slotOf(pointer, keyword) : []);
  return [{ pointer, condition: slot("if"), then: slot("then"), else: slot("else"), keywords }];
}

function readDiscriminator(
  json: Members,
  pointer: string,
  source: SchemaReferences,
): Discriminator | undefined {
  const discriminator = json["discriminator"];
  if (!isMembers(discriminator) || !isText(discriminator["propertyName"])) return undefined;
  const mapping = isMembers(discriminator["mapping"]) ? discriminator["mapping"] : {};
  const targetOf = (reference: string): string => {
    const component = `#/components/schemas/${escapePointerSegment(reference)}`;
    const isName = !/[/#.]/u.test(reference);
    const target = isName ? component : source.resolve(reference, pointer);
    return target === undefined ? reference : source.target(target);
  };
  const targets = Object.entries(mapping)
    .filter((entry): entry is [string, string] => isText(entry[1]))
    .map(([value, reference]): [string, string] => [value, targetOf(reference)]);
  const otherwise = discriminator["defaultMapping"];
  return {
    pointer: `${pointer}/discriminator`,
    property: discriminator["propertyName"],
    mapping: new Map(targets),
    otherwise: isText(otherwise) ? targetOf(otherwise) : undefined,
  };
}

const MEMBER_NAMES = ["x-enum-varnames", "x-enumNames", "x-enum-names", "x-ms-enum"];

function readAnnotations(json: Members, pointer: string): Annotations {
  const flag = (name: string) => (json[name] === true ? `${pointer}/${name}` : undefined);
  const data = (...names: readonly string[]): Constraint<Json> | undefined => {
    const name = names.find((candidate) => Object.hasOwn(json, candidate));
    return name === undefined
      ? undefined
      : { value: json[name] as Json, pointer: appendPointer(pointer, name) };
  };
  const [readOnly, writeOnly] = [flag("readOnly"), flag("writeOnly")];
  // Both at once say nothing.
  const isContradiction = readOnly !== undefined && writeOnly !== undefined;
  const known = data("x-extensible-enum");
  return {
    default: data("default"),
    readOnly: isContradiction ? undefined : readOnly,
    writeOnly: isContradiction ? undefined : writeOnly,
    deprecated: flag("deprecated"),
    sunset: data("x-sunset", "sunset"),
    stability: data("x-stability-level"),
    memberNames: data(...MEMBER_NAMES),
    xml: data("xml"),
    knownValues:
      known !== undefined && Array.isArray(known.value)
        ? { value: known.value as readonly Json[], pointer: known.pointer }
        : undefined,
  };
}
