import type { Json } from "../../../load/loaded-contract.js";
import type { ParameterModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { canonicalJson } from "../../../text/canonical-json.js";
import { codeSpan } from "../../../text/printable.js";
import { words as wordsOf } from "../../../text/words.js";
import type { DocPlan } from "../type-plan.js";

/** Longest text that is one line of a comment at any depth, in characters. */
const LINE = 68;

/** Longest default or example that a doc comment repeats, in characters. */
const SHORT = 60;

/** Most values that a doc comment repeats. */
const MANY = 12;

/**
 * What a reader is told about a schema: its description (its title when that is all there is), then in one paragraph
 * what a type cannot say: format, constraints, default, an example.
 *
 * @param names - what the schema is called where it is: a title that only says this again is omitted.
 */
export function schemaDoc(node: SchemaNode, names: readonly string[] = []): DocPlan {
  const { description, title = "", deprecated } = node.doc;
  const described =
    title !== "" && names.some((name) => isSame(name, title)) ? [description] : [description, title];
  const own = described.map((text) => text?.trim() ?? "").find((text) => text !== "");
  const sentencesOf = [...facts(node), ...listed(node), ...initial(node), ...example(node)];
  return {
    text: [...paragraphs(own, sentences(sentencesOf)), ...partDocs(node)],
    tags: [...see(node), ...(deprecated ? [{ tag: "deprecated", text: "" }] : [])],
  };
}

/** Whether a title is a name in another spelling: `Page Size` of `page_size`. */
function isSame(name: string, title: string): boolean {
  return wordsOf(name).join("") === wordsOf(title).join("");
}

/** What a type cannot say of a schema's values. */
function facts(node: SchemaNode): readonly string[] {
  const sentencesOf = [format(node), access(node), ...constraints(node), ...ruleTexts(node)];
  return sentencesOf.filter((fact) => fact !== "");
}

function sentences(sentencesOf: readonly string[]): string | undefined {
  return sentencesOf.length === 0 ? undefined : `${sentencesOf.join(". ")}.`;
}

/** The doc of parts without a declaration of their own: `Each item: Integer. Minimum: 1.` */
function partDocs(node: SchemaNode): readonly string[] {
  return inlineParts(node).flatMap(([part, inner]) => {
    const words = inner.doc.description?.trim() ?? "";
    const assertions = inner.type.kind === "never" ? ["Not allowed"] : facts(inner);
    const [sentencesOf, ...more] = paragraphs(words === "" ? undefined : words, sentences(assertions));
    return sentencesOf === undefined ? [] : [`${part}: ${sentencesOf}`, ...more];
  });
}

function inlineParts({ type }: SchemaNode): readonly (readonly [string, SchemaNode])[] {
  const parts = partsByName(type);
  return parts.filter(([, inner]) => !["ref", "union"].includes(typeBesideNull(inner).kind));
}

function partsByName(type: SchemaNode["type"]): readonly (readonly [string, SchemaNode])[] {
  if (type.kind === "array") return [["Each item", type.items]];
  if (type.kind === "tuple") {
    const items = type.items.map((item, index) => [`Item ${String(index + 1)}`, item] as const);
    return type.rest === undefined ? items : [...items, ["Each further item", type.rest]];
  }
  if (type.kind === "object") {
    const patterns = type.patterns.map(
      ({ pattern, schema }) => [`Members like ${codeSpan(pattern)}`, schema] as const,
    );
    return typeof type.additional === "string" ? patterns : [...patterns, ["Each value", type.additional]];
  }
  // A part that refers to another schema is told there.
  if (type.kind === "intersection")
    return type.members.flatMap((member) => (member.type.kind === "union" ? [] : partsByName(member.type)));
  if (type.kind !== "union") return [];
  const others = type.members.filter((member) => member.type.kind !== "null");
  const [only] = others;
  if (only !== undefined && others.length === 1) return partsByName(only.type);
  // What a list of types asserts, it asserts of the whole.
  if (type.form === "types") return others.flatMap((member) => partsByName(member.type));
  const lists = others.filter((member) => member.type.kind === "array");
  return others
    .filter(({ type: { kind } }) => kind !== "never")
    .flatMap((member) => [
      [`As ${kindOrValue(member)}`, member] as const,
      // Of several lists, nothing would say whose items are meant.
      ...(lists.length === 1 && lists.includes(member) ? partsByName(member.type) : []),
    ]);
}

/** Of several constants, the kind would not say which one is meant. */
function kindOrValue({ type }: SchemaNode): string {
  return type.kind === "literal" ? codeSpan(JSON.stringify(type.value)) : type.kind;
}

/** Words and facts in one line where they fit; otherwise the facts are a paragraph of their own. */
function paragraphs(words: string | undefined, facts: string | undefined): readonly string[] {
  if (words === undefined || facts === undefined)
    return [words ?? facts].filter((text) => text !== undefined);
  const sentence = /[.!?:]$/.test(words) ? words : `${words}.`;
  const together = `${sentence} ${facts}`;
  return together.length <= LINE && !words.includes("\n") ? [together] : [words, facts];
}

function format(node: SchemaNode): string {
  const type = typeBesideNull(node);
  if (type.kind === "string") return textual(type);
  if (type.kind !== "number") return textual(node.constraints);
  if (type.format === undefined) return type.integer ? "Integer" : "";
  return `Format: ${type.format}`;
}

/** Formats of text; of what is not text, a format that the contract nevertheless gives it. */
function textual(named: {
  readonly format?: Json;
  readonly contentEncoding?: Json;
  readonly contentMediaType?: Json;
}): string {
  const facts = [
    ["Format", named.format],
    ["Encoding", named.contentEncoding],
    ["Media type", named.contentMediaType],
  ] as const;
  return facts
    .flatMap(([words, value]) => (typeof value === "string" ? [`${words}: ${value}`] : []))
    .join(". ");
}

/** The type of a schema, `null` left aside when one other remains. */
function typeBesideNull({ type }: SchemaNode): SchemaNode["type"] {
  if (type.kind !== "union") return type;
  const [only, ...others] = type.members.filter((member) => member.type.kind !== "null");
  return only === undefined || others.length > 0 ? type : only.type;
}

function access(node: SchemaNode): string {
  if (node.access === undefined) return "";
  return node.access === "readOnly" ? "Read-only" : "Write-only";
}

/** How a constraint is told; rules that are schemas themselves are told by `ruleTexts`. */
const SENTENCES: Readonly<Record<string, string>> = {
  minimum: "Minimum",
  exclusiveMinimum: "Greater than",
  maximum: "Maximum",
  exclusiveMaximum: "Less than",
  multipleOf: "Multiple of",
  minLength: "Minimum length",
  maxLength: "Maximum length",
  pattern: "Pattern",
  minItems: "Minimum items",
  maxItems: "Maximum items",
  minProperties: "Minimum members",
  maxProperties: "Maximum members",
};

function constraints(node: SchemaNode): readonly string[] {
  if (Object.keys(node.constraints).length === 0) return [];
  const sentencesOf = Object.entries(SENTENCES).flatMap(([keyword, words]) => {
    const value = node.constraints[keyword];
    if (typeof value === "number") return [`${words}: ${String(value)}`];
    if (typeof value !== "string") return [];
    // A bound that is a text has more digits than a number keeps.
    return [`${words}: ${keyword === "pattern" ? codeSpan(value) : value}`];
  });
  const listed = node.constraints["enum"];
  const values = isList(listed) ? [`One of: ${listed.map(plainText).join(", ")}`] : [];
  const unique = node.constraints["uniqueItems"] === true ? ["Unique items"] : [];
  return [
    ...sentencesOf,
    ...values,
    ...unique,
    ...requirement(node, "anyOf", "At least one of"),
    ...requirement(node, "oneOf", "Exactly one of"),
  ];
}

function plainText(value: Json): string {
  return typeof value === "string" ? value : canonicalJson(value);
}

/** Alternatives that only require members: `At least one of: a, b`. */
function requirement(node: SchemaNode, form: "anyOf" | "oneOf", words: string): readonly string[] {
  const value = node.constraints[form];
  if (!isList(value)) return [];
  const sets = value.map((part) => {
    const names = requiredNames(part);
    return names.length === 0 ? shownSchema(part, form) : names.map(codeSpan).join(" with ");
  });
  return sets.length === 0 ? [] : [`${words}: ${sets.join(", ")}`];
}

function requiredNames(part: Json): readonly string[] {
  if (typeof part !== "object" || part === null || isList(part)) return [];
  const { required } = part;
  return isList(required) ? required.filter((name) => typeof name === "string") : [];
}

function see({ doc }: SchemaNode): DocPlan["tags"] {
  if (doc.externalDocs === undefined) return [];
  const { url, description } = doc.externalDocs;
  return [{ tag: "see", text: [description?.trim(), url].filter(Boolean).join(": ") }];
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function initial(node: SchemaNode): readonly string[] {
  const value = node.doc.default;
  return value === undefined || node.sensitive ? [] : short("Default", value);
}

/** The first example that is short; none for what must not be shown. */
/** Values that an extension lists; where there are many, the contract has them. */
function listed({ sensitive, doc: { values = [] } }: SchemaNode): readonly string[] {
  if (sensitive || values.length === 0 || values.length > MANY) return [];
  return [`Known values: ${values.map((value) => codeSpan(canonicalJson(value))).join(", ")}`];
}

function example(node: SchemaNode): readonly string[] {
  if (node.sensitive) return [];
  return node.doc.examples.flatMap((value) => short("Example", value)).slice(0, 1);
}

function short(words: string, value: Json): readonly string[] {
  // The digits of a number that was rounded while it was read are lost.
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) return [];
  const text = canonicalJson(value);
  return text.length > SHORT ? [] : [`${words}: ${codeSpan(text)}`];
}

/** Longest schema that a doc comment repeats, in characters. */
const SHORT_SCHEMA = 80;

/**
 * Rules on values that are schemas themselves, in words: conditions, `not`, what depends on what (JSON Schema 2020-12,
 * core 10.2 and 10.3, validation 6.5.4 and 8). Short schemas are shown, longer ones named by their keyword.
 */
function ruleTexts({ constraints, type }: SchemaNode): readonly string[] {
  const { not, propertyNames, contentSchema, unevaluatedItems, unevaluatedProperties } = constraints;
  const objects = type.kind === "intersection" ? type.members.map((member) => member.type) : [type];
  const patterns = objects.flatMap((each) =>
    each.kind === "object" ? each.patterns.map(({ pattern }) => codeSpan(pattern)) : [],
  );
  const named = patterns.length === 0 ? [] : [`Described names: ${patterns.join(", ")}`];
  if (Object.keys(constraints).length === 0) return named;
  const further = list(constraints["allOf"]);
  return [
    ...further
      .filter((schema) => !isCondition(schema))
      .map((schema) => `Also matches ${shownSchema(schema, "allOf")}`),
    ...(not === undefined ? [] : [`Does not match ${shownSchema(not, "not")}`]),
    // Each condition is told as one, so that its parts are short enough to show.
    ...[constraints, ...further.filter(isCondition)].flatMap(conditionText),
    ...containsText(constraints),
    ...named,
    ...(propertyNames === undefined ? [] : [`Names match ${shownSchema(propertyNames, "propertyNames")}`]),
    ...dependentText(constraints),
    ...(contentSchema === undefined
      ? []
      : [`Content matches ${shownSchema(contentSchema, "contentSchema")}`]),
    ...furtherText("items", unevaluatedItems, "unevaluatedItems"),
    ...furtherText("members", unevaluatedProperties, "unevaluatedProperties"),
  ];
}

type Constraints = SchemaNode["constraints"];

/** Whether a schema is a condition and nothing else. */
function isCondition(schema: Json): schema is { readonly [name: string]: Json } {
  return isObject(schema) && Object.keys(schema).every((name) => CONDITION.includes(name));
}

const CONDITION: readonly string[] = ["if", "then", "else"];

/** `then` and `else` alone assert nothing. */
function conditionText(constraints: Constraints): readonly string[] {
  const condition = constraints["if"];
  const { then, else: otherwise } = constraints;
  if (condition === undefined || (then === undefined && otherwise === undefined)) return [];
  const rule = shownSchema(condition, "if");
  if (then === undefined)
    return [`Where it does not match ${rule}, also ${shownSchema(otherwise ?? true, "else")}`];
  const rest = otherwise === undefined ? "" : `; otherwise ${shownSchema(otherwise, "else")}`;
  return [`Where it matches ${rule}, also ${shownSchema(then, "then")}${rest}`];
}

function containsText(constraints: Constraints): readonly string[] {
  const { contains, minContains, maxContains } = constraints;
  if (contains === undefined) return [];
  const least = typeof minContains === "number" ? minContains : 1;
  const bounds = [
    ...(least === 0 ? [] : [`at least ${String(least)}`]),
    ...(typeof maxContains === "number" ? [`at most ${String(maxContains)}`] : []),
  ];
  const match = `matching ${shownSchema(contains, "contains")}`;
  return bounds.length === 0 ? [] : [`Holds ${bounds.join(" and ")} ${match}`];
}

function dependentText({ dependentRequired, dependentSchemas }: Constraints): readonly string[] {
  const required = members(dependentRequired).flatMap(([name, names]) => {
    const texts = list(names).filter((each) => typeof each === "string");
    return texts.length === 0 ? [] : [`With ${codeSpan(name)} also ${texts.map(codeSpan).join(", ")}`];
  });
  const schemas = members(dependentSchemas).map(
    ([name, schema]) => `With ${codeSpan(name)} also matches ${shownSchema(schema, "dependentSchemas")}`,
  );
  return [...required, ...schemas];
}

function furtherText(what: string, schema: Json | undefined, keyword: string): readonly string[] {
  if (schema === undefined || schema === true) return [];
  return [schema === false ? `No further ${what}` : `Further ${what} match ${shownSchema(schema, keyword)}`];
}

/**
 * A schema in the words of the contract; a reference by the name at its end.
 *
 * @param keyword - names a schema that is too long for that.
 */
function shownSchema(schema: Json, keyword: string): string {
  const reference = isObject(schema) && Object.keys(schema).length === 1 ? schema["$ref"] : undefined;
  if (typeof reference === "string") return codeSpan(reference.slice(reference.lastIndexOf("/") + 1));
  const text = canonicalJson(schema);
  return text.length > SHORT_SCHEMA
    ? `a further schema (${codeSpan(keyword)} in the contract)`
    : codeSpan(text);
}

function members(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value)
    ? Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    : [];
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** What a caller is told about a parameter: its own description, then what its schema says. */
export function parameterDoc(
  parameter: Pick<ParameterModel, "schema" | "description" | "deprecated"> & { readonly name?: string },
): DocPlan {
  const own = parameter.description;
  const schema = schemaDoc(
    own === undefined ? parameter.schema : withoutWords(parameter.schema, own),
    parameter.name === undefined ? [] : [parameter.name],
  );
  const described = own === undefined ? schema.text : [own, ...schema.text];
  const deprecated = parameter.deprecated && !schema.tags.some(({ tag }) => tag === "deprecated");
  return {
    text: described,
    tags: deprecated ? [...schema.tags, { tag: "deprecated", text: "" }] : schema.tags,
  };
}

/** A schema without the words that are said already; its title is dropped beside a description. */
function withoutWords(schema: SchemaNode, sentence: string): SchemaNode {
  const { deprecated, examples, default: initial, description, externalDocs } = schema.doc;
  const doc = {
    ...(initial === undefined ? {} : { default: initial }),
    ...(description === undefined || description.trim() === sentence.trim() ? {} : { description }),
    ...(externalDocs === undefined ? {} : { externalDocs }),
  };
  return { ...schema, doc: { deprecated, examples, ...doc } };
}
