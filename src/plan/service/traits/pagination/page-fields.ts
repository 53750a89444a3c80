import type { OperationModel, ParameterModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { byText } from "../../../../text/by-text.js";
import type { SchemaReader } from "../../schema-reader.js";
import { keyOf } from "./find-list.js";
import { memberPath, type Path } from "./paths.js";
import { type Field, fieldOf, fieldsOfQuery, listFields, NOT_COUNTED } from "./request-fields.js";

/*
 * Which fields of a request say how large a page is, and where it begins: by its number, or by an offset.
 */

/** What a request can carry of a page, by name: without counted positions of other things, and without what a converter added. */
export function listPageFields(
  operation: OperationModel,
  body: SchemaNode | undefined,
  list: Path,
  reader: SchemaReader,
): readonly Field[] {
  const fields = listFields(operation, body, list, reader);
  const all = [
    ...fields.filter((field) => field.at.in !== "body" && isOfRequest(field, operation)),
    ...fieldsOfRequest(fields.filter(({ at }) => at.in === "body")),
  ];
  return all
    .filter((field) => !isAdded(field, all))
    .sort((left, right) => byText(left.at.name, right.at.name));
}

/** Of what a path has, only the number of a page is told from what it is a page of; `pages/{page}` is one of a document. */
function isOfRequest({ at }: Field, { path }: OperationModel): boolean {
  return at.in !== "path" || (PAGE.test(keyOf(at.name)) && !path.includes(`/pages/{${at.name}}`));
}

/**
 * Whether a parameter was added by the converter of Amazon's service models, which describes its own two so: the service reads the member of the
 * body, or the parameter of another name, that the model has.
 */
function isAdded({ key, at, description }: Field, all: readonly Field[]): boolean {
  const added = /^Pagination (?:limit|token)$/.exec(description);
  if (added === null || at.in !== "query") return false;
  const isOther = added[0].endsWith("token") ? TOKEN_WORD : SIZE_WORD;
  const others = all.filter(({ description: other }) => !/^Pagination (?:limit|token)$/.test(other));
  return others.some((other) => squeezed(other.key) === squeezed(key) || isOther.test(other.key));
}

const TOKEN_WORD = /(?:^|_)(?:cursor|marker|token)$/;
const SIZE_WORD = /^max_?(?:items|keys|records|results?)$|^(?:page_?size|limit)$/;

/** A name in one spelling, whether or not it separates its words: `maxitems`. */
function squeezed(key: string): string {
  return key.replaceAll("_", "");
}

/** Objects of a body that say which page is requested. */
const OF_PAGE =
  /^(?:\w+_)?(?:pages?|pageable|paging|paginat(?:e|ion|or)|page_(?:info|request)|options|cursor|range|slice)$/;

/** All but counted positions of another thing: without a size beside it, an object has to be called one of pages. An event has an offset, too. */
function fieldsOfRequest(fields: readonly Field[]): readonly Field[] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const above = objectOf(field);
    groups.set(above, groups.get(above) ?? []);
    groups.get(above)?.push(field);
  }
  const isOfPage = (above: string) => above.split("/").some((name) => OF_PAGE.test(keyOf(name)));
  return [...groups].flatMap(([above, own]) =>
    above === "" || isOfPage(above) || findSize(own) !== undefined
      ? own
      : own.filter(({ key, isNumeric }) => !(isNumeric && (PAGE.test(key) || OFFSET.test(key)))),
  );
}

/** The way to the object of a body that has a field. */
function objectOf({ at }: Field): string {
  return at.name.split("/").slice(0, -1).join("/");
}

/** Names of sizes: those that say nothing else come first. */
const SIZES = [
  /^(?:page|display)_?size$|^page_?(?:limit|len(?:gth)?|per)$|^(?:\w+_)?per_?page$|^(?:row_?)?limit$|^max_?(?:results?|items|page_size|result_count)$|^num_results$|^rpp$/,
  /^(?:size|count|rows|take|top)$/,
];

/** A number that is described as that of the items on a page. */
const SIZE_TEXT = /\b(?:per|on (?:a|each|one)) page\b|^page size\b/i;

/** Names that are a size only beside what they go with: `first` and `after`; `n` and `last`. */
const PAIRED_SIZES = new Map([
  ["first", "after"],
  ["max", "first"],
  ["n", "last"],
]);

/** What takes the number of items on a page: by its name or its description, a number that counts no smaller things. */
export function findSize(fields: readonly Field[]): Field | undefined {
  const numbers = fields.filter((field) => field.isNumeric && !countsOthers(field));
  for (const names of SIZES) {
    const found = numbers.find(({ key }) => names.test(key));
    if (found !== undefined) return found;
  }
  const text = fields.find(({ key, kind }) => kind === "text" && SIZES[0]?.test(key));
  if (text !== undefined) return text;
  return numbers.find(({ key, description }) => {
    const other = PAIRED_SIZES.get(key);
    return other === undefined
      ? SIZE_TEXT.test(description) && !PAGE.test(key)
      : fields.some((field) => field.key === other);
  });
}

/** What takes the number of items on a numbered page, where a request has a size for offsets too. */
export function findSizeOfPages(fields: readonly Field[]): Field | undefined {
  const named = fields.filter(({ key }) => /^page_?size$|^(?:\w+_)?per_?page$|^size$/.test(key));
  return findSize(named) ?? findSize(fields);
}

/** That a number counts seconds, and not items: "Number of seconds to skip". */
const UNITS =
  /^\W*(?:the )?(?:\w+ )?(?:number of|offset (?:in|into the \w+, in)|duration in) (?:\w+ )?(?:seconds|met(?:re|er)s|kilomet(?:re|er)s|inches|cents)\b/iu;

/** What is smaller than an item, or another thing, like time. */
const SMALLER =
  /\b(?:bytes?|pixels?|characters?|time ?stamps?|epoch|(?:micro|milli|nano)seconds?|minutes|hours|time ?zones?|UTC|degrees)\b/i;

/** Whether a number counts other things than items. */
export function countsOthers({ description }: Field): boolean {
  return UNITS.test(description) || SMALLER.test(description);
}

const PAGE = /^(?:current_)?page(?:_(?:number|no|num|index))?$|^pg$/;

/** Whether a parameter counts pages or items, or sizes a page: a number, or a text that the contract or its name shows to be one. */
export function isCounted({ name, schema, description }: ParameterModel, reader: SchemaReader): boolean {
  const { key, kind, isNumeric } = fieldOf({ in: "query", name }, name, schema, description, reader);
  const isCalledSo = [PAGE, OFFSET, ...SIZES].some((names) => names.test(key));
  return isNumeric || (kind === "text" && isCalledSo);
}

/** Names of a number of pages that are skipped, which is that of a page when counted from 0. */
const SKIPPED_PAGES = /^skip_pages?$/;

/** Whether a field counts pages that are skipped. */
export function skipsPages({ key, description }: Pick<Field, "description" | "key">): boolean {
  return SKIPPED_PAGES.test(key) || /^\W*(?:the )?number of pages to (?:omit|skip)\b/i.test(description);
}

/** That the server takes no notice of a field. */
const UNUSED =
  /^\W*(?:deprecated(?: (?:parameter|query|field|argument))?\W+)?(?:(?:this|it) (?:\w+ )?is )?(?:ignored|unused|not used|no longer (?:used|supported))\b/i;

/** Fields that have numbers; texts of which nothing is said are such where the size of a page is a text as well. */
function numericFields(fields: readonly Field[], isNumbered = false): readonly Field[] {
  const isLoose = isNumbered || findSize(fields)?.kind === "text";
  return fields.filter(
    ({ key, kind, isNumeric, description }) =>
      !UNUSED.test(description) && (isNumeric || (isLoose && kind === "text" && isPlain(key, description))),
  );
}

/** Whether a text has no description, or one that adds nothing to its name: "Offset when paginating results." */
function isPlain(key: string, description: string): boolean {
  return (
    description === "" ||
    (OFFSET.test(key) && /^\W*offset\b/i.test(description) && !NOT_COUNTED.test(description))
  );
}

/** A description that begins with the number of a page, whatever the name: "1-based page number", "Current querying page". */
const PAGE_NUMBER =
  /^\W*(?:the )?(?:(?:zero|one|[01])[- ](?:based|indexed) )?page (?:number|index)\b|^\W*(?:the )?current (?:\w+ )?page\b/i;

/** That a short name takes the number of a page: "The number of the result page", "Which page to return", "Page". */
const OF_PAGE_NUMBER =
  /\bpage (?:number|index|num|no)\b|\b(?:number|index) of (?:the )?(?:\w+ )?page\b|\bpage (?:of (?:the )?results? )?to (?:display|fetch|get|list|load|request|retrieve|return|show|start)\b|^\W*(?:the )?(?:\w+ )?page(?: of (?:the )?results?)?(?:\W*$|[.,;:(])/i;

/** That a number identifies a page, or counts one of another kind. */
const OF_ONE_PAGE = /\b(?:ids?|identif\w+|landing|book|document|web|wiki)\b/i;

function isNumberOfPage(description: string): boolean {
  return OF_PAGE_NUMBER.test(description) && !OF_ONE_PAGE.test(description);
}

/**
 * The number of a page, by its name or its description.
 *
 * @param isNumbered - whether the response counts pages: then a text of which nothing is said has the number of one
 */
export function findPageNumber(fields: readonly Field[], isNumbered = false): Field | undefined {
  const numbers = numericFields(fields, isNumbered);
  return (
    numbers.find(({ key }) => PAGE.test(key)) ??
    numbers.find(({ key, description }) => key === "p" && isNumberOfPage(description)) ??
    numbers.find(({ description }) => PAGE_NUMBER.test(description)) ??
    numbers.find(skipsPages)
  );
}

const OFFSET =
  /^(?:offset|ofs|skip|skip_count|limit_?start|first_?result|start_?(?:index|at|offset|row|record|item|num(?:ber)?)|(?:record|item|row|result)_(?:index|offset))$/;

/** That a `start` counts items, and is not a time or a place. */
const START =
  /\boffset\b|\bskip|\bstart(?:ing)? (?:record|index|position|point|at)\b|\bpagination start\b|\b(?:(?:first|beginning|starting) (?:entry|index|item|position|record|result|row)|(?:item|record|result)s? to start\b)|\b(?:number|index|row|item|record|result) from which\b|\bfetch will start\b|\bwhere (?:the )?(?:response|results?|list) (?:\w+ )?starts?\b/i;

/** A description that begins with it: "Offset in the result list". */
const IS_OFFSET =
  /^\W*(?:the )?offset (?:in|into|of|from|within) (?:the )?(?:result|item|record|list|collection|row)/i;

/** A description that begins with how many items there are, whatever the name: "Used to restrict the number of records"; not of what is skipped. */
const IS_SIZE =
  /^\W*(?:used to )?(?:(?:restrict|limit)s? the number|(?:the )?max(?:imum|\.)? number) of (?:records|items|results|rows|entries)\b(?!(?: \w+){0,2} (?:omit|skip))/i;

/** Names of the other end of a range, beside a `start` or `from`. */
const RANGE_END = /^(?:to|end|until|stop|till)$/;

function isZero({ schema }: Field): boolean {
  return schema.doc.default === 0 || schema.doc.default === "0";
}

/** Whether a start is described as a page, and not as an item. */
export function startsWithPage({ description }: Field): boolean {
  return /\bstart(?:ing)? page\b/i.test(description);
}

/** "Identifier of the first update to be returned" */
const IDENTIFIER =
  /^\W*(?:an?\s|the\s)?(?:internal\s|numeric\s|unique\s)?(?:ids?|identifiers?)\s(?:for|of)\s(?:an?|the)\b/iu;

/** Whether a text calls a number the identifier of an item: that counts nothing. */
export function isIdentifier({ description }: Pick<Field, "description">): boolean {
  return IDENTIFIER.test(description);
}

/** That a number called an offset is of one item: "Identifier of the first update". */
const OF_ONE_ITEM =
  /^\W{0,5}(?:the\s)?(?:id|identifier|sequence\s(?:id|number)|(?:unix\s)?time(?:stamp)?)\sof\b/i;

/** Whether a number that is called an offset is of one item, by its description. */
export function isOfOneItem({ description }: Pick<Field, "description">): boolean {
  return OF_ONE_ITEM.test(description);
}

/** A number of items that are omitted: by its name, or a `start` or `from` that is described so. */
export function findOffset(fields: readonly Field[]): Field | undefined {
  return numericFields(fields).find((field) => {
    const { key, description } = field;
    const isStart = /^(?:start|from)$/.test(key) && !startsWithPage(field);
    const isDescribed = (isStart && START.test(description)) || IS_OFFSET.test(description);
    // A number of which nothing is said but that it begins with 0, beside a size.
    const isBare =
      isStart &&
      description === "" &&
      isZero(field) &&
      SIZES[0]?.test(findSize(fields)?.key ?? "") &&
      !fields.some((other) => RANGE_END.test(other.key));
    const isPaired = key === "first" && findSize(fields)?.key === "max";
    const isCalledSo = OFFSET.test(key) && !IS_SIZE.test(description);
    const isCount = isCalledSo || isDescribed || isBare === true || isPaired;
    return isCount && !countsOthers(field) && !isIdentifier(field);
  });
}

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** That an offset counts the items of a list. */
const OF_ITEMS =
  /\b(?:skip|omit|start|begin|first|return)\w*\b[^.]*\b(?:results?|items?|records?|rows|entries|objects|elements)\b|\b(?:results?|items?|records?|rows|entries|objects|elements)\b[^.]*\b(?:skip|omit|start|begin|return)/i;

/** Whether the name and the description of an offset say that it counts items, and no pages. */
export function countsItems({ key, description }: Pick<Field, "description" | "key">): boolean {
  return (
    /offset|skip|index/.test(key) &&
    OF_ITEMS.test(description.slice(0, LONGEST)) &&
    !/\bpages?\b/i.test(description)
  );
}

/** Where the query of a read takes the number of items on a page: a parameter, or the way to a member of one. */
export function findPageSize(operation: OperationModel, reader: SchemaReader): string | undefined {
  const fields = fieldsOfQuery(operation, reader);
  const found = fields.find(({ key }) => PAGE_SIZE.test(key)) ?? findSize(fields);
  if (found === undefined) return undefined;
  const { name, member } = found.at;
  return member === undefined ? memberPath([name]) : `${memberPath([name])}/${member}`;
}

/** Names that say it, whatever the type of the parameter. */
const PAGE_SIZE = /^(?:(?:page_?|per_?)?size|per_?page|limit|take|count)$/;
