import type { SchemaNode } from "../../../../model/schema-model.js";
import type { SchemaReader } from "../../schema-reader.js";
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
  return firstNumber(field, reader) ?? (/skip/.test(field.key) ? 0 : undefined);
}

/** The number of the first page as a response describes its own: "The first page is 0.", an example of 0. */
function describedFirstPage({ schema, description }: Member): 0 | 1 | undefined {
  return firstIn(description) ?? (schema.doc.examples.some((value) => asFirst(value) === 0) ? 0 : undefined);
}

/** The number of the first item: 1 for a start of which the contract says so; what says how many items to omit begins with none. */
export function firstItem(field: CountedField, reader: SchemaReader): 0 | 1 {
  return /offset|skip/.test(field.key) ? 0 : (firstNumber(field, reader) ?? 0);
}

/**
 * What the contract says a position begins with: its default, what is said of the numbers, its least value (which the type alone may give),
 * what else its description says, an example of 0.
 */
function firstNumber({ schema, description }: CountedField, reader: SchemaReader): 0 | 1 | undefined {
  const own = reader.resolve(schema);
  const text = `${description} ${own.doc.description ?? ""}`;
  const stated = [
    schema.doc.default ?? own.doc.default,
    basedOn(text),
    own.constraints["minimum"] ?? schema.constraints["minimum"],
    firstIn(text),
    ...[...schema.doc.examples, ...own.doc.examples].filter((value) => asFirst(value) === 0),
  ];
  return stated.map(asFirst).find((first) => first !== undefined);
}

function asFirst(value: unknown): 0 | 1 | undefined {
  if (value === 0 || value === "0") return 0;
  return value === 1 || value === "1" ? 1 : undefined;
}

/** How the numbers of pages are counted: "1-based", "Pages start at 1", "The first page is 0". */
function basedOn(text: string): 0 | 1 | undefined {
  const [, based, first] = BASED.exec(text) ?? [];
  return asNumber(based ?? first);
}

const BASED =
  /\b(zero|one|0|1)[- ](?:based|indexed|paged)\b|\b(?:first page (?:is|has|=)|pages? (?:numbers? |index(?:es)? )?(?:starts?|begins?|(?:is|are) (?:counted|numbered)) (?:at|from|with)) (?:page |number )?(zero|one|0|1)\b/i;

function firstIn(text: string): 0 | 1 | undefined {
  const [, starts, defaults, range] = STARTS.exec(text) ?? [];
  return basedOn(text) ?? asNumber(starts ?? defaults ?? range);
}

/** "Starts at 0", "Defaults to 0", "(0..N)". */
const STARTS =
  /\b(?:starts?|starting|begins?) (?:at|from|with) (zero|one|0|1)\b|\b(?:defaults? to|default is) (zero|0)\b|(?<![\w.])([01]) ?\.\.(?:\. ?)?[nN]\b/i;

function asNumber(word: string | undefined): 0 | 1 | undefined {
  return asFirst(word === undefined ? word : word.toLowerCase().replace("zero", "0").replace("one", "1"));
}
