import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { listedValues } from "../extensions.js";
import { isMarkedSensitive } from "../sensitive-marks.js";
import { flagMember, listMember, member, objectMember, textMember } from "../json-members.js";
import type { SchemaDoc, SchemaNode, SchemaType } from "../schema-model.js";
import type { SchemaPosition } from "../schema-position.js";

/** A schema of a type and of nothing else. */
export function bareNode(type: SchemaType, position: SchemaPosition): SchemaNode {
  return { type, doc: NO_DOC, sensitive: false, constraints: {}, origin: { pointer: position.pointer } };
}

/** Literals as one type: a literal, or an enum when there are several and all are scalars. */
export function literalsNode(values: readonly Json[], position: SchemaPosition): SchemaNode {
  const distinct = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  const [first] = distinct;
  if (first === undefined) return bareNode({ kind: "never" }, position);
  if (distinct.length === 1) return literalNode(first, position);
  const scalars = distinct.filter(isScalar);
  if (scalars.length === distinct.length) return bareNode({ kind: "enum", values: scalars }, position);
  const members = distinct.map((value) => literalNode(value, position));
  return bareNode({ kind: "union", form: "types", members }, position);
}

/** No 64-bit integer is beyond it: such a number is one of any precision, and read as JavaScript reads it. */
const BEYOND_LONG = 2 ** 64;

/** Whether a number is a 64-bit integer that JavaScript may have rounded. */
export function isRounded(value: Json): boolean {
  return isLong(value) && !Number.isSafeInteger(value);
}

function isLong(value: Json): boolean {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= BEYOND_LONG;
}

/**
 * Literals with some that JavaScript rounds: no literal type names them; any such integer, and the list in words. Any
 * number where the list has another number.
 */
export function longNode(values: readonly Json[], position: SchemaPosition): SchemaNode {
  const whole = values.every((value) => typeof value !== "number" || isLong(value));
  const integers: SchemaNode = {
    ...bareNode({ kind: "number", integer: whole, ...(whole ? { format: "int64" } : {}) }, position),
    constraints: { enum: values },
  };
  const others = values.filter((value) => typeof value !== "number");
  if (others.length === 0) return integers;
  const members = [integers, ...others.map((value) => literalNode(value, position))];
  return bareNode({ kind: "union", form: "types", members }, position);
}

function literalNode(value: Json, position: SchemaPosition): SchemaNode {
  return bareNode(value === null ? { kind: "null" } : { kind: "literal", value }, position);
}

function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}

/** The alternatives that are not null; the very same node when none of them is, or nothing else. */
export function withoutNull(node: SchemaNode): SchemaNode {
  const { type } = node;
  if (type.kind !== "union") return node;
  const [first, ...others] = type.members.filter((member) => member.type.kind !== "null");
  if (first === undefined || others.length + 1 === type.members.length) return node;
  return others.length === 0 ? first : { ...node, type: { ...type, members: [first, ...others] } };
}

/** A schema that allows null beside another one, with the description and the constraints of that. */
export function withDocOf({ doc, constraints, sensitive }: SchemaNode, whole: SchemaNode): SchemaNode {
  return { ...whole, doc, constraints, sensitive };
}

/** `T` or null; what allows null already stays as it is. */
export function nullableNode(node: SchemaNode, position: SchemaPosition): SchemaNode {
  const { type } = node;
  if (type.kind === "any" || type.kind === "null") return node;
  if (type.kind === "enum") {
    if (type.values.includes(null)) return node;
    return { ...node, type: { kind: "enum", values: [...type.values, null] } };
  }
  if (type.kind === "literal" && isScalar(type.value)) {
    return { ...node, type: { kind: "enum", values: [type.value, null] } };
  }
  const nothing = bareNode({ kind: "null" }, position);
  if (type.kind !== "union")
    return withDocOf(node, bareNode({ kind: "union", form: "types", members: [node, nothing] }, position));
  if (type.members.some((member) => member.type.kind === "null")) return node;
  return { ...node, type: { ...type, members: [...type.members, nothing] } };
}

/** No words at all. */
const NO_DOC: SchemaDoc = { deprecated: false, examples: [] };

/** A title that describes, and names nothing: protoc-gen-openapiv2 writes comments of one line there (`The access key`, not `Access Key`). */
const COMMENT = /\s[a-z]|[`;:,]/u;

/** What a schema tells people. `example` (OpenAPI 3.0) and `examples` (JSON Schema) become one list. */
export function readDoc(json: JsonObject): SchemaDoc {
  const title = textMember(json, "title");
  const comment = title !== undefined && COMMENT.test(title) ? title : undefined;
  const description = textMember(json, "description") ?? comment;
  const initial = member(json, "default");
  const example = member(json, "example");
  const more = readExternalDocs(objectMember(json, "externalDocs"));
  const values = listedValues(json);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    deprecated: flagMember(json, "deprecated") === true,
    ...(initial === undefined ? {} : { default: initial }),
    ...(more === undefined ? {} : { externalDocs: more }),
    examples: [...(example === undefined ? [] : [example]), ...listMember(json, "examples")],
    ...(values.length === 0 ? {} : { values }),
  };
}

function readExternalDocs(json: JsonObject | undefined): SchemaDoc["externalDocs"] {
  const url = textMember(json, "url");
  const description = textMember(json, "description");
  return url === undefined ? undefined : { url, ...(description === undefined ? {} : { description }) };
}

/** The words of an outer schema, and those of the only schema inside it where the outer says nothing. */
export function mergeDocs(outer: SchemaDoc, inner: SchemaDoc): SchemaDoc {
  if (inner === NO_DOC) return outer;
  return {
    ...inner,
    ...outer,
    deprecated: outer.deprecated || inner.deprecated,
    examples: outer.examples.length > 0 ? outer.examples : inner.examples,
  };
}

/** `readOnly` and `writeOnly`; both at once say nothing. */
export function readAccess(json: JsonObject): Pick<SchemaNode, "access"> {
  const readOnly = flagMember(json, "readOnly") === true;
  const writeOnly = flagMember(json, "writeOnly") === true;
  if (readOnly === writeOnly) return {};
  return { access: readOnly ? "readOnly" : "writeOnly" };
}

/** Formats of values that no log may have: secrets, and phone numbers as contracts spell the format. */
const SENSITIVE_FORMAT = /^(?:password|(?:tele)?phone|tel|phone[-_]?number|e\.?164|msisdn)$/i;

/**
 * Whether a value must never be shown: `format: password` or `phone`, `writeOnly` text, or an extension that says so (`x-sensitive`, `x-pii`). Text
 * of which the contract lists all values is known to everyone, also where a client alone sends it.
 */
export function readSensitive(json: JsonObject): boolean {
  const format = member(json, "format");
  const text = member(json, "type") === "string" && format !== "binary";
  return (
    (typeof format === "string" && SENSITIVE_FORMAT.test(format)) ||
    isMarkedSensitive(json) ||
    (text && !isListed(json) && flagMember(json, "writeOnly") === true)
  );
}

function isListed(json: JsonObject): boolean {
  return member(json, "enum") !== undefined || member(json, "const") !== undefined;
}
