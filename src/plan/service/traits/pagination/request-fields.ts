import type { OperationModel, ParameterModel } from "../../../../model/api-model.js";
import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { isPlural } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { keyOf } from "./find-list.js";
import type { RequestField } from "../trait.js";
import { DEEPEST_PATH, memberPath, type Path } from "./paths.js";

/** What a request can carry: a query parameter, a parameter of its path, or a member of its body. */
export interface Field {
  readonly at: RequestField;
  /** Its own name in one spelling: `page_size`. */
  readonly key: string;
  readonly kind: "number" | "text" | "other";
  /** A number, or a text that the contract shows to be one. */
  readonly isNumeric: boolean;
  /** As the contract has it, references not followed. */
  readonly schema: SchemaNode;
  /** What the contract says of it, in all places. */
  readonly description: string;
}

/** How deep members of a body are looked at, whether or not they have a position. */
const DEEPEST = 3;

/**
 * Query parameters, parameters of the path, and members of the body of a POST or QUERY. A request that has the list of its response, or describes a
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
  const path = operation.parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ name, schema, description }) => fieldOf({ in: "path", name }, name, schema, description, reader));
  const sent = operation.method === "GET" ? undefined : operation.body?.content[0]?.schema;
  const members = sent === undefined ? [] : requestMembers(sent, body, list, reader);
  return [...fieldsOfQuery(operation, reader), ...path, ...fieldsOfBody(members, list, reader)];
}

/** The headers that a request can carry. */
export function listHeaderFields(operation: OperationModel, reader: SchemaReader): readonly Field[] {
  return operation.parameters
    .filter((parameter) => parameter.in === "header" && parameter.content === undefined)
    .map(({ name, schema, description }) =>
      fieldOf({ in: "header", name }, name, schema, description, reader),
    );
}

/** The query parameters of an operation, and the members of those that are objects. */
export function fieldsOfQuery({ parameters }: OperationModel, reader: SchemaReader): readonly Field[] {
  const given = parameters.filter((parameter) => parameter.in === "query" && parameter.content === undefined);
  const names = new Set(given.map(({ name }) => keyOf(name)));
  return given.flatMap((parameter) => queryFields(parameter, names, reader));
}

/**
 * A parameter, or the members of one that is an object: each is a parameter of the query by itself (style deepObject, or form with
 * `explode`, which is the default).
 */
function queryFields(
  parameter: ParameterModel,
  names: ReadonlySet<string>,
  reader: SchemaReader,
): readonly Field[] {
  const { name, schema, description } = parameter;
  const members = isSpread(parameter) ? (reader.properties(schema) ?? []) : [];
  if (members.length === 0)
    return [fieldOf({ in: "query", name }, ownName(name, names), schema, description, reader)];
  const isDeep = parameter.style === "deepObject";
  const first = members.map((member) => ({ ...member, path: [member.name], holder: name }));
  const fieldsIn = (level: typeof first) =>
    level.map((member) => {
      const shown = isDeep ? `${member.holder}[${member.name}]` : member.name;
      const at = { in: "query", name, member: memberPath(member.path) } as const;
      return fieldOf(at, shown, member.schema, description, reader);
    });
  // OpenAPI writes one level; servers that take `deepObject` read more of them by the same pattern.
  let [level, fields] = [first, fieldsIn(first)];
  const isOfList = isDeep && OF_ITS_PAGE.test(keyOf(name));
  for (let depth = 2; isOfList && depth <= DEEPEST_PATH && !fields.some(isOwnPosition); depth += 1) {
    level = level
      .filter((holder) => OF_ITS_PAGE.test(keyOf(holder.name)))
      .flatMap(({ name: holder, schema: node, path }) =>
        (reader.properties(node) ?? []).map((member) => ({
          ...member,
          path: [...path, member.name],
          holder,
        })),
      );
    if (level.length === 0 || level.length > MOST_MEMBERS) break;
    fields = [...fields, ...fieldsIn(level)];
  }
  return findPositions(fields).length > 0 ? fields : fields.slice(0, first.length);
}

/**
 * Objects of a request that hold what is asked of its own list, and not of another thing: `filter[page][after]`, and not
 * `fields[comments][page][after]`.
 */
const OF_ITS_PAGE =
  /^(?:args?|arguments|criteria|filters?|input|list|options?|page|pager|paging|paginate|pagination|params?|parameters|q|query|request|search|settings|where|window)$/;

/** Whether a member has the name of a position, whatever its object is called. */
function isOwnPosition({ at, kind }: Field): boolean {
  return kind !== "other" && POSITION.test(keyOf(at.member?.split("/").at(-1) ?? ""));
}

/** How many members of one level of a request are looked at. */
const MOST_MEMBERS = 200;

const POSITION =
  /^(?:page|page_(?:number|no|num|token|cursor|index)|offset|skip|cursor|after|before|since|since_id|starting_after|marker|start|(?:next|continuation|pagination|paging)_token)$/;

/** What takes a place in a sequence, whatever it counts. */
export function findPositions(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ key, kind }) => kind !== "other" && POSITION.test(key));
}

/**
 * The name of a parameter that .NET writes behind its object: `PageNumber` of `Paging.PageNumber`, where no other parameter has
 * that. `page.size` is one name.
 */
function ownName(name: string, names: ReadonlySet<string>): string {
  const [, group = "", own = ""] = /^([\p{L}_]\w*(?:\.\w+)*)\.([\p{L}_]\w*)$/u.exec(name) ?? [];
  const isOne = /^(?:page|paging|paginate|pagination)$/i.test(group) && !keyOf(own).includes("_");
  return own === "" || isOne || names.has(keyOf(own)) ? name : own;
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
  // A list of names beside a list of things asks for those.
  const isWrite = members.some(({ name, schema }) => {
    const given = described.get(name);
    return name === list[0] && !(isListOfNames(schema, reader) && given && !isListOfNames(given, reader));
  });
  return members.filter(({ name, schema }) => {
    const other = described.get(name);
    return other === undefined || !(isWrite || other.origin.pointer === schema.origin.pointer);
  });
}

function isListOfNames(schema: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  return type.kind === "array" && positionKind(type.items, reader) !== undefined;
}

/** The members of a body; those of more levels where nearer ones have no position, and the response has a list to page. */
function fieldsOfBody(members: readonly PropertyModel[], list: Path, reader: SchemaReader): readonly Field[] {
  const fieldsAt = (found: readonly Leaf[]) =>
    found.map(({ name, schema, path }) =>
      fieldOf({ in: "body", name: memberPath(path) }, name, schema, undefined, reader),
    );
  let leaves: readonly Leaf[] = members.map((member) => ({ ...member, path: [member.name] }));
  for (let depth = 2; depth <= DEEPEST; depth += 1)
    leaves = leaves.flatMap((leaf) => membersBelow(leaf, reader) ?? [leaf]);
  const near = fieldsAt(leaves);
  let found = near;
  for (let depth = DEEPEST + 1; depth <= DEEPEST_PATH && list.length > 0; depth += 1) {
    if (findPositions(found).length > 0) break;
    const next = leavesBelow(leaves, depth, reader);
    if (next === undefined) break;
    leaves = next;
    found = fieldsAt(leaves);
  }
  return findPositions(found).length > 0 ? found : near;
}

/** A member of a body, with the names that lead to it. */
interface Leaf extends Pick<PropertyModel, "name" | "schema"> {
  readonly path: Path;
}

/** The members of an object, or undefined for what has none. */
function membersBelow({ schema, path }: Leaf, reader: SchemaReader): readonly Leaf[] | undefined {
  const below = reader.properties(schema) ?? [];
  return below.length === 0 ? undefined : below.map((one) => ({ ...one, path: [...path, one.name] }));
}

/** The members one level below; undefined where they are more than are looked at. What is in other things, by a plural, is of those. */
function leavesBelow(
  leaves: readonly Leaf[],
  depth: number,
  reader: SchemaReader,
): readonly Leaf[] | undefined {
  const found: Leaf[] = [];
  for (const leaf of leaves) {
    const isOfOther = leaf.path.some((name) => isPlural(words(name)) && !OF_ITS_PAGE.test(keyOf(name)));
    const below = leaf.path.length < depth - 1 || isOfOther ? undefined : membersBelow(leaf, reader);
    found.push(...(below ?? [leaf]));
    if (found.length > MOST_MEMBERS) return undefined;
  }
  return found;
}

/** A field, by what the contract has of it. */
export function fieldOf(
  at: RequestField,
  name: string,
  schema: SchemaNode,
  description: string | undefined,
  reader: SchemaReader,
): Field {
  const texts = [description, schema.doc.description, reader.resolve(schema).doc.description];
  const text = texts.filter((one) => one !== undefined).join(" ");
  // What may be an object or a number as well can be sent as the number.
  const ones = alternatives(schema, reader).filter((one) => reader.resolve(one).type.kind !== "object");
  const kind = kindOf(ones, reader) ?? "other";
  const isNumeric = kind === "number" || (kind === "text" && isNumericText(schema, text, reader));
  return { at, key: keyOf(name).replace(PAGE_GROUP, ""), kind, isNumeric, schema, description: text };
}

/** That a text is a number: "Page number", "Number of records to skip", "A positive integer", "Pages start at 1". */
const NUMERIC =
  /^\W*(?:an? |the )?(?:\w+ )?number\W*$|\b(?:numbers?|index) (?:of|to)\b|\b(?:page|item|record|row|result|start(?:ing)?|positive|natural|whole) (?:numbers?|index)\b|\binteger\b|\bskip(?:ped|s)?\b|\b(?:zero|one|0|1)[- ](?:based|indexed)\b|\b(?:starts?|starting|begins?) (?:at|from|with) (?:0|1|zero|one)\b|\bpage [01]\b/i;

/** That a text is taken from a response, or lists names. */
export const NOT_COUNTED =
  /\b(?:token|cursor|opaque|commas?)\b|\b(?:names|ids|identifiers|keys) of\b|\b(?:from|of|by|in|with) (?:a |the )?(?:previous|prior|last) (?:\w+ )?(?:page|requests?|responses?|calls?)\b/i;

/** Whether a parameter that is declared as a text has numbers: by its default, its examples, or its description. */
function isNumericText(schema: SchemaNode, description: string, reader: SchemaReader): boolean {
  if (NOT_COUNTED.test(description)) return false;
  const docs = [schema.doc, reader.resolve(schema).doc];
  const values = docs.flatMap((doc) => [doc.default, ...doc.examples]);
  const isNumber = (value: unknown) =>
    typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));
  return values.some(isNumber) || NUMERIC.test(description);
}

/** What a position or a token is: a number or a text; what may be either is taken as it came, like a text. */
export function positionKind(schema: SchemaNode, reader: SchemaReader): "number" | "text" | undefined {
  return kindOf(alternatives(schema, reader), reader);
}

function kindOf(ones: readonly SchemaNode[], reader: SchemaReader): "number" | "text" | undefined {
  const kinds = new Set(ones.map((one) => reader.resolve(one).type.kind));
  if (kinds.size === 0 || [...kinds].some((kind) => kind !== "number" && kind !== "string")) return undefined;
  return kinds.has("string") ? "text" : "number";
}

/** `page[after]` is an `after`; `page[number]` and `page_token` have names of their own. */
const PAGE_GROUP =
  /^(?:page|paging|paginate|pagination)_(?=(?:after|before|offset|limit|cursor|start|count)$)|^(?:paging|paginate|pagination)_(?=(?:page|size)$)/;
