import type { SchemaNode } from "../../../../model/schema-model.js";
import type { SchemaReader } from "../../schema-reader.js";

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
  return firstNumber(field, reader) ?? (/skip/.test(field.key) ? 0 : 1);
}

/** The number of the first item: 1 for a start of which the contract says so; what says how many items to omit begins with none. */
export function firstItem(field: CountedField, reader: SchemaReader): 0 | 1 {
  return /offset|skip/.test(field.key) ? 0 : (firstNumber(field, reader) ?? 0);
}

/** What the contract says a position begins with: its default, its least value, its description, an example of 0. */
function firstNumber({ schema, description }: CountedField, reader: SchemaReader): 0 | 1 | undefined {
  const own = reader.resolve(schema);
  const text = `${description} ${own.doc.description ?? ""}`;
  const stated = [
    schema.doc.default ?? own.doc.default,
    own.constraints["minimum"] ?? schema.constraints["minimum"],
    ...(ZERO.test(text) ? [0] : ONE.test(text) ? [1] : []),
    ...[...schema.doc.examples, ...own.doc.examples].filter((value) => asFirst(value) === 0),
  ];
  return stated.map(asFirst).find((first) => first !== undefined);
}

function asFirst(value: unknown): 0 | 1 | undefined {
  if (value === 0 || value === "0") return 0;
  return value === 1 || value === "1" ? 1 : undefined;
}

const ZERO =
  /\b(?:zero|0)[- ](?:based|indexed|paged)|\b(?:(?:starts?|starting|begins?) (?:at|from|with)|defaults? to|default is) (?:0|zero)\b/i;

const ONE =
  /\b(?:one|1)[- ](?:based|indexed|paged)|\b(?:starts?|starting|begins?) (?:at|from|with) (?:1|one)\b/i;
