import type { OperationModel, ParameterModel } from "../../../../model/api-model.js";
import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { keyOf } from "./find-list.js";
import type { RequestField } from "../trait.js";
import { byText } from "../../../../text/by-text.js";
import { memberPath, type Path } from "./paths.js";

/** What a request can carry: a query parameter, or a member of its body. */
export interface Field {
  readonly at: RequestField;
  /** Its own name in one spelling: `page_size`. */
  readonly key: string;
  readonly kind: "number" | "text" | "other";
  /** As the contract has it, references not followed. */
  readonly schema: SchemaNode;
  /** What the contract says of it, in all places. */
  readonly description: string;
}

/** How deep members of a body are looked at. */
const DEEPEST = 3;

/**
 * Query parameters, and members of the body of a POST or QUERY, by name. A request that has the list of its response, or describes a
 * member by the same schema, writes what the response has: those members request no page.
 *
 * @param body - schema of the response
 * @param list - the way to its list
 */
export function listFields(
  operation: OperationModel,
  body: SchemaNode | undefined,
  list: Path,
  reader: SchemaReader,
): readonly Field[] {
  const query = operation.parameters
    .filter((parameter) => parameter.in === "query" && parameter.content === undefined)
    .flatMap((parameter) => queryFields(parameter, reader));
  const sent = operation.method === "GET" ? undefined : operation.body?.content[0]?.schema;
  const members = sent === undefined ? [] : requestMembers(sent, body, list, reader);
  return [...query, ...members.flatMap((member) => fieldsBelow(member, [], reader))].sort((left, right) =>
    byText(left.at.name, right.at.name),
  );
}

/**
 * A parameter, or the members of one that is an object: each is a parameter of the query by itself (style deepObject, or form with
 * `explode`, which is the default).
 */
function queryFields(parameter: ParameterModel, reader: SchemaReader): readonly Field[] {
  const { name, schema, description } = parameter;
  const members = isSpread(parameter) ? (reader.properties(schema) ?? []) : [];
  if (members.length === 0) return [fieldOf({ in: "query", name }, name, schema, description, reader)];
  return members.map((member) =>
    fieldOf(
      { in: "query", name, member: memberPath([member.name]) },
      parameter.style === "deepObject" ? `${name}[${member.name}]` : member.name,
      member.schema,
      description,
      reader,
    ),
  );
}

/** Whether the members of an object are parameters of the query. */
export function isSpread({ style, explode, content }: ParameterModel): boolean {
  return content === undefined && (style === "deepObject" || (style === "form" && explode));
}

function requestMembers(
  sent: SchemaNode,
  body: SchemaNode | undefined,
  list: Path,
  reader: SchemaReader,
): readonly PropertyModel[] {
  const described = new Map(
    ((body && reader.properties(body)) ?? []).map(({ name, schema }) => [name, schema]),
  );
  const members = reader.properties(sent) ?? [];
  const isWrite = members.some(({ name }) => name === list[0]);
  return members.filter(({ name, schema }) => {
    const other = described.get(name);
    return other === undefined || !(isWrite || other.origin.pointer === schema.origin.pointer);
  });
}

function fieldsBelow({ name, schema }: PropertyModel, above: Path, reader: SchemaReader): readonly Field[] {
  const path = [...above, name];
  const below = path.length < DEEPEST ? (reader.properties(schema) ?? []) : [];
  return below.length > 0
    ? below.flatMap((member) => fieldsBelow(member, path, reader))
    : [fieldOf({ in: "body", name: memberPath(path) }, name, schema, undefined, reader)];
}

function fieldOf(
  at: RequestField,
  name: string,
  schema: SchemaNode,
  description: string | undefined,
  reader: SchemaReader,
): Field {
  const resolved = reader.resolve(schema);
  return {
    at,
    key: keyOf(name).replace(PAGE_GROUP, ""),
    kind: positionKind(schema, reader) ?? "other",
    schema,
    description: [description, schema.doc.description, resolved.doc.description]
      .filter((text) => text !== undefined)
      .join(" "),
  };
}

/** What a position or a token is: a number or a text; what may be either is taken as it came, like a text. */
export function positionKind(schema: SchemaNode, reader: SchemaReader): "number" | "text" | undefined {
  const kinds = new Set(alternatives(schema, reader).map((one) => reader.resolve(one).type.kind));
  if (kinds.size === 0 || [...kinds].some((kind) => kind !== "number" && kind !== "string")) return undefined;
  return kinds.has("string") ? "text" : "number";
}

/** `page[after]` is an `after`; `page[number]` and `page_token` have names of their own. */
const PAGE_GROUP = /^(?:page|paging|pagination)_(?=(?:after|before|offset|limit|cursor|start|count)$)/;

/** Names of sizes: those that say nothing else come first. */
const SIZES = [
  /^page_?(?:size|limit|len(?:gth)?|per)$|^(?:\w+_)?per_?page$|^(?:row_?)?limit$|^max_?(?:results?|items|page_size|result_count)$|^num_results$/,
  /^(?:size|count|rows|take|top)$/,
];

/** A number that is described as that of the items on a page. */
const SIZE_TEXT = /\b(?:per|on (?:a|each|one)) page\b|^page size\b/i;

/** Names that are a size only beside what they go with: `first` and `after`; `n` and `last`. */
const PAIRED_SIZES = new Map([
  ["first", "after"],
  ["n", "last"],
]);

/** What takes the number of items on a page: by its name or its description, a number that counts no smaller things. */
export function findSize(fields: readonly Field[]): Field | undefined {
  const numbers = fields.filter((field) => field.kind === "number" && !countsSmaller(field));
  for (const names of SIZES) {
    const found = numbers.find(({ key }) => names.test(key));
    if (found !== undefined) return found;
  }
  return numbers.find(({ key, description }) => {
    const other = PAIRED_SIZES.get(key);
    return other === undefined
      ? SIZE_TEXT.test(description) && !PAGE.test(key)
      : fields.some((field) => field.key === other);
  });
}

/** Whether a number counts what is smaller than an item, or another thing. */
function countsSmaller({ description }: Field): boolean {
  return /\b(?:bytes?|pixels?|characters?)\b/i.test(description);
}

const PAGE = /^(?:current_)?page(?:_(?:number|no|num|index))?$/;

/** A description that begins with the number of a page, whatever the name: "1-based page number", "Current querying page". */
const PAGE_NUMBER =
  /^\W*(?:the )?(?:(?:zero|one|[01])[- ](?:based|indexed) )?page (?:number|index)\b|^\W*(?:the )?current (?:\w+ )?page\b/i;

/** The number of a page, by its name or its description. */
export function findPageNumber(fields: readonly Field[]): Field | undefined {
  const numbers = fields.filter(({ kind }) => kind === "number");
  return (
    numbers.find(({ key }) => PAGE.test(key)) ??
    numbers.find(({ description }) => PAGE_NUMBER.test(description))
  );
}

const OFFSET = /^(?:offset|skip|skip_count|start_(?:index|at|offset|row))$/;

/** That a `start` counts items, and is not a time or a place. */
const START =
  /\boffset\b|\bskip|\bstart(?:ing)? (?:record|index|position|point|at)\b|\bpagination start\b|\b(?:first (?:item|record|result)|(?:item|record|result)s? to start\b)/i;

/** A number of items that are omitted: by its name, or a `start` or `from` that is described so. */
export function findOffset(fields: readonly Field[]): Field | undefined {
  return fields.find((field) => {
    const { key, kind, description } = field;
    const isDescribed = /^(?:start|from)$/.test(key) && START.test(description);
    return kind === "number" && (OFFSET.test(key) || isDescribed) && !countsSmaller(field);
  });
}

/** Whether the number of the first item is 1: a start that says so; what says how many items to leave out begins with none. */
export function countsFromOne({ key, description, schema }: Field): boolean {
  return !/offset|skip/.test(key) && (ONE.test(description) || schema.doc.default === 1);
}

const ONE = /\b(?:one|1)[- ](?:based|indexed)|\b(?:starts?|starting|begins?) (?:at|from|with) (?:1|one)\b/i;

/** Where the query of a read takes the number of items on a page: a parameter, or the way to a member of one. */
export function findPageSize(operation: OperationModel, reader: SchemaReader): string | undefined {
  const fields = operation.parameters
    .filter((parameter) => parameter.in === "query" && parameter.content === undefined)
    .flatMap((parameter) => queryFields(parameter, reader));
  const found = fields.find(({ key }) => PAGE_SIZE.test(key)) ?? findSize(fields);
  if (found === undefined) return undefined;
  const { name, member } = found.at;
  return member === undefined ? memberPath([name]) : `${memberPath([name])}/${member}`;
}

/** Names that say it, whatever the type of the parameter. */
const PAGE_SIZE = /^(?:(?:page_?|per_?)?size|per_?page|limit|take|count)$/;

const POSITION =
  /^(?:page|page_(?:number|no|num|token|cursor|index)|offset|skip|cursor|after|before|since|since_id|starting_after|marker|start|(?:next|continuation|pagination|paging)_token)$/;

/** What takes a place in a sequence, whatever it counts. */
export function findPositions(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ key, kind }) => kind !== "other" && POSITION.test(key));
}
