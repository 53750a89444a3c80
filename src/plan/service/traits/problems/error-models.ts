import type { ApiModel, MediaModel } from "../../../../model/api-model.js";
import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { reachable } from "../../../../openapi/recursive-results.js";
import { byText } from "../../../../text/by-text.js";
import { words } from "../../../../text/words.js";
import { isReadAsJson } from "../../media.js";
import { isError } from "../../responses.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";

/** The JSON of error responses, where it has a schema. */
export function errorMedia(
  { operations }: Pick<ApiModel, "operations">,
  reader: SchemaReader,
): readonly MediaModel[] {
  return operations
    .flatMap(({ responses }) => responses)
    .filter(isError)
    .flatMap(({ content }) => content)
    .filter((one) => isReadAsJson(one, reader) && one.schema !== undefined);
}

/** That errors are labelled as problems; of those that are something else, as what. */
export function labelText({ operations }: Pick<ApiModel, "operations">): string {
  const others = operations
    .flatMap(({ responses }) => responses.filter(isError))
    .filter(({ content }) => !content.some(isLabelled))
    .flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  const [first, ...further] = [...new Set(others)].sort(byText);
  if (first === undefined) return `Errors are ${PROBLEM} (RFC 9457)`;
  const more = further.length === 0 ? "" : ` and ${String(further.length)} more`;
  return `Some errors are ${PROBLEM} (RFC 9457), others are ${first}${more}`;
}

const PROBLEM = "application/problem+json";

/** Whether a body is labelled as Problem Details (RFC 9457 section 3). */
export function isLabelled({ mediaType }: MediaModel): boolean {
  return mediaType.startsWith(PROBLEM);
}

/**
 * The bodies without those that a framework has for a request that does not fit (FastAPI: `detail`): they are not errors of the service,
 * though every operation may have one.
 */
export function serviceErrors(media: readonly MediaModel[], reader: SchemaReader): readonly MediaModel[] {
  return media.filter(({ schema }) => schema === undefined || !isValidationBody(schema, reader));
}

function isValidationBody(schema: SchemaNode, reader: SchemaReader): boolean {
  return alternatives(schema, reader).every((one) => {
    const members = reader.properties(one) ?? [];
    const isCode = ({ name }: PropertyModel) => CODES.includes(words(name).join("_"));
    return members.some((member) => isValidationList(member.schema, reader)) && !members.some(isCode);
  });
}

/** Names of a member that is a code, the usual one first; words joined by `_`. */
export const CODES: readonly string[] = ["code", "error_code", "problem_code", "err_code", "error_type"];

/** The same of a flag that says what may be sent again. */
export const RETRYABLE: readonly string[] = [
  "retryable",
  "is_retryable",
  "retriable",
  "is_retriable",
  "can_retry",
];

/** The same of what identifies a request. */
export const TRACES: readonly string[] = ["trace_id", "request_id", "correlation_id", "debug_id"];

/** Values for who caused an error, or for the part that failed, and not for what happened: `client_error`, `SERVER`, `ValidationError`. */
const CLASS_VALUE =
  /^(?:(?:api|application|business|caller|client|domain|input|internal|request|server|service|system|technical|user|validation)(?:_(?:error|failure))?|error|failure)$/;

/** How members are called that may say of which class an error is. */
const CLASS = /(?:^|_)(?:category|class|kind|type)$/;

/** Whether a member is called as one that says of which class an error is. */
export function isCalledClass(name: string): boolean {
  return CLASS.test(words(name).join("_"));
}

/** Most values of a list of classes; more distinguish errors. */
export const MOST_CLASSES = 3;

/**
 * Whether all these values of a member are classes of errors, by what they say; or by their form, where the member is called so: few, and
 * a single word each (`BUSINESS`, `TECHNICAL`). Without any, nothing shows that.
 */
export function areClasses(name: string, values: readonly string[]): boolean {
  if (values.length === 0) return false;
  const keys = [...new Set(values.map((value) => words(value).join("_")))];
  const isShort = keys.length <= MOST_CLASSES && keys.every((key) => !key.includes("_"));
  return keys.every((key) => CLASS_VALUE.test(key)) || (isCalledClass(name) && isShort);
}

/** Whether bodies of errors have a list whose entries have a code each, which is not about values of a request. */
export function listsCodes(pieces: readonly SchemaNode[], reader: SchemaReader): boolean {
  return pieces.some((piece) =>
    (reader.properties(piece) ?? []).some(({ schema }) => {
      const { type } = reader.resolve(schema);
      if (type.kind !== "array" || isValidationList(schema, reader)) return false;
      return (reader.properties(type.items) ?? []).some(({ name }) => CODES.includes(words(name).join("_")));
    }),
  );
}

/**
 * Whether a list has what a framework says of values of a request: where each is, beside `msg` (pydantic: `loc`, express-validator:
 * `location`). A `type` of it is about a value, and not a code of the service.
 */
export function isValidationList(schema: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  if (type.kind !== "array") return false;
  const names = (reader.properties(type.items) ?? []).map(({ name }) => name);
  return names.includes("msg") && (names.includes("loc") || names.includes("location"));
}

/** How contracts call the members of a problem that a client reads; words joined by `_`. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  code: [
    ...CODES,
    "category",
    "error",
    "error_key",
    "error_kind",
    "kind",
    "name",
    "problem_type",
    "reason",
    "type",
  ],
  retryable: RETRYABLE,
  traceId: TRACES,
  detail: ["detail", "message", "error_message", "msg", "description"],
};

/**
 * Whether contracts call a member like that.
 *
 * @param known - `code`, `retryable`, `traceId` or `detail`
 */
export function isSpelling(known: string, name: string): boolean {
  return SPELLINGS[known]?.includes(words(name).join("_")) === true;
}

/** Bodies that have one model, or models with the same names of members. */
export interface SharedModel {
  readonly models: readonly SchemaNode[];
  /** How many bodies have them. */
  readonly count: number;
}

/** The models of these bodies, those that most have first. */
export function sharedModels(media: readonly MediaModel[], reader: SchemaReader): readonly SharedModel[] {
  const groups = new Map<SchemaNode | string, SchemaNode[]>();
  // Most error responses have one of few models.
  const keys = new Map<SchemaNode, SchemaNode | string>();
  for (const { schema } of media) {
    if (schema === undefined) continue;
    const target = reader.resolve(schema);
    const key = keys.get(target) ?? keyOf(target, reader);
    keys.set(target, key);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [target]);
    else group.push(target);
  }
  return [...groups.values()]
    .map((group) => ({ models: [...new Set(group)], count: group.length }))
    .sort((left, right) => right.count - left.count);
}

/** The names of the members that a model or its alternatives have; the model itself where it has none. */
function keyOf(model: SchemaNode, reader: SchemaReader): SchemaNode | string {
  const all = alternatives(model, reader).flatMap((one) => reader.properties(one) ?? []);
  const names = [...new Set(all.map(({ name }) => name))].sort(byText);
  return names.length === 0 ? model : JSON.stringify(names);
}

/** Members of a body whose object has a part of the problem, or all of it; words joined by `_`. */
const HOLDERS = new Set(
  "data detail details error errors extensions extra info meta metadata problem properties".split(" "),
);

/** Whether a member is called as one that holds a problem: `error`, also where it is `error_v2`. */
export function isHolder(name: string): boolean {
  const parts = words(name);
  return HOLDERS.has((/^v\d+$/.test(parts.at(-1) ?? "") ? parts.slice(0, -1) : parts).join("_"));
}

/** Whether a body is one of Problem Details that may have more members than its schema lists (RFC 9457 section 3.2). */
export function takesExtensions(schema: SchemaNode, reader: SchemaReader): boolean {
  return alternatives(schema, reader).some((one) => {
    const { type } = reader.resolve(one);
    const names = (reader.properties(one) ?? []).map(({ name }) => name);
    return isOpen(type) && ["status", "title"].every((name) => names.includes(name));
  });
}

/**
 * Whether a body is one of Problem Details whose `properties` is a map of any members: Spring writes these beside the others, at the top
 * (ProblemDetail), though the schema nests them.
 */
export function hasFlatMap(schema: SchemaNode, reader: SchemaReader): boolean {
  const isMap = ({ name, schema: member }: PropertyModel) => {
    const { type } = reader.resolve(member);
    return name === "properties" && type.kind === "object" && type.properties.length === 0 && isOpen(type);
  };
  return (
    takesExtensions(schema, reader) &&
    alternatives(schema, reader).some((one) => (reader.properties(one) ?? []).some(isMap))
  );
}

function isOpen(type: SchemaNode["type"]): boolean {
  return type.kind !== "object" || type.additional !== "closed";
}

/** What a schema consists of that has no parts or alternatives itself, through references, each once. */
export function piecesOf(schema: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const inner = ({ type }: SchemaNode) =>
    type.kind === "union" || type.kind === "intersection" ? type.members : [];
  const all = reachable([reader.resolve(schema)], (node) => inner(node).map((one) => reader.resolve(one)));
  return [...all].filter((node) => inner(node).length === 0);
}
