import type { SchemaNode } from "../../../../model/schema-model.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import type { SchemaReader } from "../../schema-reader.js";
import { skipsPages } from "./page-fields.js";
import type { Path } from "./paths.js";
import { findOwnNumber, type Member } from "./response-members.js";

/** What a contract says of a position that a client counts. */
export interface CountedField {
  /** Its own name in one spelling: `start_index`. */
  readonly key: string;
  /** As the contract has it, references not followed. */
  readonly schema: SchemaNode;
  readonly description: string;
}

/** What a position counts. */
type Unit = "item" | "page";

/** The number of the first page: 0 where the contract says so, or pages are skipped. */
export function firstPage(field: CountedField, reader: SchemaReader): 0 | 1 {
  return statedFirstPage(field, reader) ?? 1;
}

/** The number of the first page; where the contract says nothing of it, `current` is where the page itself may do. */
export function findFirstPage(
  page: CountedField,
  members: readonly Member[],
  reader: SchemaReader,
): { readonly first?: 0 | 1; readonly current?: Path } {
  const stated = statedFirstPage(page, reader);
  if (stated !== undefined) return { first: stated };
  const own = findOwnNumber(members, page.key);
  const described = own && describedFirstPage(own);
  if (described !== undefined || own === undefined) return { first: described ?? 1 };
  return { current: own.path };
}

/** The number of the first page as the contract has it; undefined where it says nothing of that. */
function statedFirstPage(field: CountedField, reader: SchemaReader): 0 | 1 | undefined {
  return firstNumber(field, "page", reader) ?? (/skip/.test(field.key) || skipsPages(field) ? 0 : undefined);
}

/** The number of the first page as a response describes its own: "The first page is 0.", an example of 0. */
function describedFirstPage({ schema, description }: Member): 0 | 1 | undefined {
  const isExample = schema.doc.examples.some((value) => asFirst(value) === 0);
  return firstIn(description, "page") ?? (isExample ? 0 : undefined);
}

/**
 * The number of the first item: 1 for a start of which the contract says so. What says how many items to omit begins with 0: an offset is a
 * start where a default or a least value of 1, and its text, say so.
 */
export function firstItem(field: CountedField, reader: SchemaReader): 0 | 1 {
  const { key, schema, description } = field;
  if (!/offset|skip/.test(key)) return firstNumber(field, "item", reader) ?? 0;
  const { doc, constraints } = reader.resolve(schema);
  const stated = [schema.doc.default ?? doc.default, constraints["minimum"] ?? schema.constraints["minimum"]];
  const isStart = stated.some((one) => asFirst(one) === 1) && firstIn(description, "item") === 1;
  return isStart && !/\b(?:omit|skip)/i.test(`${key} ${description}`) ? 1 : 0;
}

/**
 * What the contract says a position begins with: its default, a least value of 1, how its numbers are described, a least value of 0 (which
 * the type alone may give), what else its description says, an example of 0.
 */
function firstNumber(
  { schema, description }: CountedField,
  unit: Unit,
  reader: SchemaReader,
): 0 | 1 | undefined {
  const own = reader.resolve(schema);
  const text = `${description}\n\n${own.doc.description ?? ""}`;
  const least = asFirst(own.constraints["minimum"] ?? schema.constraints["minimum"]);
  const stated = [
    schema.doc.default ?? own.doc.default,
    least === 0 ? undefined : least,
    basedOn(text, unit),
    least,
    firstIn(text, unit),
    ...[...schema.doc.examples, ...own.doc.examples].filter((value) => asFirst(value) === 0),
  ];
  return stated.map(asFirst).find((first) => first !== undefined);
}

function asFirst(value: unknown): 0 | 1 | undefined {
  if (value === 0 || value === "0") return 0;
  return value === 1 || value === "1" ? 1 : undefined;
}

/** How the numbers of pages are counted: "1-based", "Pages start at 1", "The first page is 0". */
function basedOn(text: string, unit: Unit): 0 | 1 | undefined {
  return statedIn(text, BASED, unit);
}

const BASED =
  /\b(zero|one|0|1)[- ](?:based|indexed|paged)\b|\b(?:first page (?:is|has|=)|pages? (?:numbers? |index(?:es)? )?(?:starts?|begins?|(?:is|are) (?:counted|numbered)) (?:at|from|with)) (?:page |number )?(zero|one|0|1)\b/giu;

function firstIn(text: string, unit: Unit): 0 | 1 | undefined {
  return basedOn(text, unit) ?? statedIn(text, STARTS, unit);
}

/** "Starts at 0", "Defaults to 0", "default 0", "(0..N)". */
const STARTS =
  /\b(?:starts?|starting|begins?) (?:at|from|with) (zero|one|0|1)\b|\bdefaults?(?: to| is| =|:)? (zero|0)\b|(?<![\w.])([01]) ?\.\.(?:\. ?)?[nN]\b/giu;

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** The first number that a text states of a position: not one that it denies, or that it states of something else. */
function statedIn(text: string, pattern: RegExp, unit: Unit): 0 | 1 | undefined {
  return clausesOf(text.slice(0, LONGEST))
    .flat()
    .filter((clause) => unit === "item" || !isOfItems(clause))
    .flatMap((clause) => statedNumbers(clause, pattern))
    .at(0);
}

/** The numbers that a clause states without a negation before them: "not zero-based, starting at 1". */
function statedNumbers(clause: string, pattern: RegExp): readonly (0 | 1)[] {
  let end = 0;
  return [...clause.matchAll(pattern)].flatMap(({ 0: whole, index, ...groups }) => {
    const before = clause.slice(end, index).split(/[,:(]/).at(-1) ?? "";
    end = index + whole.length;
    const first = asNumber([groups[1], groups[2], groups[3]].find((group) => group !== undefined));
    return first === undefined || negates(before) ? [] : [first];
  });
}

/** The subject of a clause. */
const SUBJECT = /^\W*((?:[\w'’-]{1,40}\s){1,5}?)(?:is|are|has|have|starts?|begins?|defaults?)\b/i;

/** Things of a page that have numbers of their own. */
const COUNTED = /\b(?:rows?|items?|records?|results?|entr(?:y|ies)|elements?|lines?|sizes?|columns?)\b/i;

/** Whether a clause has a subject that is something else than pages and their numbers: "Its rows are numbered". */
function isOfItems(clause: string): boolean {
  const [, subject = ""] = SUBJECT.exec(clause) ?? [];
  return COUNTED.test(subject) && !/\bpages?\b/i.test(subject);
}

function asNumber(word: string | undefined): 0 | 1 | undefined {
  return asFirst(word === undefined ? word : word.toLowerCase().replace("zero", "0").replace("one", "1"));
}
