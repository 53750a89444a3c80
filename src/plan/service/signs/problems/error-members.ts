import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import { objectMembers, textOf } from "../../traits/body-members.js";
import { CODES } from "../../traits/problems/error-models.js";

/** Names of a member that is a code whatever is beside it, the plainest first; words joined by `_`. */
export const CERTAIN: readonly string[] = [...CODES, "error_key", "errorcode"];

/** Those of a member that is a code beside a message. */
export const BESIDE: readonly string[] = ["internal_code", "reason_code", "type_name", "scim_type"];
/** Those of a member that may distinguish errors. */
export const POSSIBLE: readonly string[] = [
  ...CERTAIN,
  ...BESIDE,
  "error",
  "type",
  "category",
  "kind",
  "reason",
];
/** Those of a member with a text for people. */
export const MESSAGES: readonly string[] =
  "message error_message detail msg description reason error_reason diagnostics developer_message fault_string faultstring error".split(
    " ",
  );

/** The member that has the first of these names which some member has, in words joined by `_`. */
export function named(
  members: readonly PropertyModel[],
  names: readonly string[],
  reader: SchemaReader,
): PropertyModel | undefined {
  const scalars = members.filter(({ schema }) =>
    ["string", "number", "enum", "literal"].includes(reader.resolve(schema).type.kind),
  );
  return names
    .map((name) => scalars.find((member) => words(member.name).join("_") === name))
    .find((member) => member !== undefined);
}

/** Whether a member may have a text that is not a number: a listed status of HTTP does not name an error. */
export function isTextual({ schema }: PropertyModel, reader: SchemaReader): boolean {
  const values = reader.values(schema);
  if (values.length > 0) return !values.every((value) => /^\d+$/u.test(String(value)));
  return reader.resolve(schema).type.kind !== "number";
}

/** The member that has the first of the names of a code, and no text for people: a `reason` may be either. */
export function namedCode(
  members: readonly PropertyModel[],
  names: readonly string[],
  reader: SchemaReader,
): PropertyModel | undefined {
  return named(
    members.filter((member) => !isProse(member, reader)),
    names,
    reader,
  );
}

/** More than two words: "must be a valid value"; not "Not Found" and "Invalid Request Error", which are titles. */
const SENTENCE = /\S\s+[a-z]\S*\s+\S/u;

/** What a text for people is called; not "The message code". */
const FOR_PEOPLE =
  /\bhuman[- ]?(?:friendly|readable)\b|^\s{0,3}(?:an?\s|the\s)?(?:detailed\s)?(?:error\s)?message\b(?!\s(?:code|id|identifier|key|name|type)\b)/iu;

/** What a text for programs is called: it may name the one for people beside it. */
const FOR_PROGRAMS = /\b(?:codes?|identifiers?|keys?|machines?)\b/iu;

/** Whether the examples of a member are sentences, or its description calls it a text for people. What is called a code stays one. */
function isProse({ name, schema }: PropertyModel, reader: SchemaReader): boolean {
  if (CERTAIN.includes(words(name).join("_"))) return false;
  const examples = [schema, reader.resolve(schema)].flatMap(({ doc }) => doc.examples);
  const isSentence = examples.some((one) => typeof one === "string" && SENTENCE.test(one.slice(0, LONGEST)));
  const text = textOf(schema, reader).slice(0, LONGEST);
  return isSentence || (FOR_PEOPLE.test(text) && !FOR_PROGRAMS.test(text));
}

/**
 * Members of an error without those that say of which schema it is: those of a schema language (`@type` of protobuf and JSON-LD, `_type`),
 * the discriminator of a union, and a type that is always the same.
 */
export function distinguishing(node: SchemaNode, reader: SchemaReader): readonly PropertyModel[] {
  const { type } = reader.resolve(node);
  const discriminator = type.kind === "union" ? type.discriminator?.property : undefined;
  const isOfSchema = ({ name, schema }: PropertyModel) =>
    /^[@_]/.test(name) ||
    (!CERTAIN.includes(words(name).join("_")) &&
      (name === discriminator || (KINDS.includes(name) && reader.values(schema).length === 1)));
  return objectMembers(node, reader).filter((member) => !isOfSchema(member));
}

/** Names of a member that often has one value in all bodies. */
const KINDS: readonly string[] = ["category", "kind", "type"];

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Whether a member is a number that is called the code of an error: `code` alone is often the status. */
export function isNumberedCode(
  member: PropertyModel | undefined,
  reader: SchemaReader,
): member is PropertyModel {
  if (member === undefined || isTextual(member, reader)) return false;
  const name = words(member.name).join("_");
  return name !== "code" && (CERTAIN.includes(name) || isCalledCode(member, reader));
}

/** Names of a member that may be called a code: `rcode`, `api-error`; a `lastError` is of what a thing did before. */
const CODE_NAME = /^(?!last|prev).*(?:code|error)$/i;

/** "API error code", "Response code from the gateway": what a description begins with; not "Result code of the area". */
const CALLED_CODE =
  /(?:^|\bdescription:)\s{0,3}(?:an?\s|the\s|unique\s)?(?:(?:api|application|gateway|internal|service)\s)?(?:(error|problem)(?:\sresponse)?|response|result)\scode\b(?!\s(?:for|of)\b(?!\s(?:[\w-]{1,20}\s){0,3}?(?:api|calls?|errors?|failure|gateway|operation|problems?|request|response|service)\b))/i;

/** What a status is called. */
const OF_STATUS = /\bhttps?\b|\bstatus\b/i;

/** Whether the description of a member calls it the code of errors; one of responses that is a number may be the status. */
export function isCalledCode(member: PropertyModel, reader: SchemaReader): boolean {
  if (!CODE_NAME.test(member.name)) return false;
  const { kind } = reader.resolve(member.schema).type;
  if (kind !== "string" && kind !== "enum" && kind !== "number") return false;
  const text = textOf(member.schema, reader)
    .slice(0, LONGEST)
    .replace(/<[^<>]{0,40}>/gu, " ");
  const found = CALLED_CODE.exec(text);
  return found !== null && !OF_STATUS.test(text) && (found[1] !== undefined || isTextual(member, reader));
}

/** Names of a member with a text for people: `rmsg`, `api-error-msg`. */
const MESSAGE = /(?:message|msg)$/i;

/** Whether a member is a text that is called a message. */
export function isMessage({ name, schema }: PropertyModel, reader: SchemaReader): boolean {
  return MESSAGE.test(name) && reader.resolve(schema).type.kind === "string";
}
