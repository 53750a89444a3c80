import type { Json } from "../../../../load/loaded-contract.js";
import type { ResponseModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import { piecesOf } from "../../traits/problems/error-models.js";

/** What a code is about, by its words joined by `_`. */
const OF_KEYS = /(?:^|_)idempoten(?:cy|ce|t)(?:_|$)/;

/** What has happened to a key: `idempotency_key` alone is the key itself. */
const FAILURE =
  /(?:^|_)(?:already|collision|conflict(?:ing)?|different|duplicated?|error|exists?|expired|in_progress|in_use|invalid|mismatch(?:ed)?|missing|required|reused?|used|violation)(?:_|$)/;

/** Characters of a code. */
const LONGEST_CODE = 100;

/** Whether a value is a code of errors about idempotency keys: `idempotency_key_conflict`, `IdempotencyKeyReused`. */
export function isCodeOfKeys(value: string): boolean {
  if (value.length > LONGEST_CODE || /\s/.test(value)) return false;
  const wording = words(value.split("/").at(-1) ?? value).join("_");
  return OF_KEYS.test(wording) && FAILURE.test(wording);
}

/** The first such code in a text. */
export function codeOfKeysIn(text: string): string | undefined {
  const found = text.match(/\b[\w-]{0,40}idempoten[\w.-]{1,60}/gi) ?? [];
  return found.map((one) => one.replace(/[.-]+$/, "")).find(isCodeOfKeys);
}

/** Objects in objects that are searched: a problem is in a holder (`error`), or in a list of one. */
const DEPTH = 3;

/** The code of keys that the schemas and examples of a response have. */
export function codeOfKeysOf({ content }: ResponseModel, reader: SchemaReader): string | undefined {
  for (const { schema, examples = [] } of content) {
    const found =
      (schema && codeOfSchema(schema, reader)) ??
      examples.map((one) => codeOfExample(one)).find((one) => one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function codeOfSchema(schema: SchemaNode, reader: SchemaReader, depth = DEPTH): string | undefined {
  const target = reader.resolve(schema);
  const known = reader.once(createCodes);
  const key = depth === DEPTH ? target : undefined;
  if (key !== undefined && known.has(key)) return known.get(key);
  const found = [schema.doc, target.doc]
    .flatMap(({ examples }) => examples.map((one) => codeOfExample(one)))
    .concat(readCodes(target, reader, depth))
    .find((one) => one !== undefined);
  if (key !== undefined) known.set(key, found);
  return found;
}

function readCodes(target: SchemaNode, reader: SchemaReader, depth: number): readonly (string | undefined)[] {
  const values = reader.values(target).filter((value) => typeof value === "string");
  const own = values.find(isCodeOfKeys);
  if (own !== undefined || depth === 0) return [own];
  return piecesOf(target, reader).flatMap((piece) => {
    const { type } = piece;
    if (type.kind === "array") return [codeOfSchema(type.items, reader, depth - 1)];
    return (reader.properties(piece) ?? []).map((member) => codeOfSchema(member.schema, reader, depth - 1));
  });
}

function createCodes(): Map<SchemaNode, string | undefined> {
  return new Map();
}

function codeOfExample(value: Json, depth = DEPTH): string | undefined {
  if (typeof value === "string") return isCodeOfKeys(value) ? value : undefined;
  if (typeof value !== "object" || value === null || depth === 0) return undefined;
  return Object.values(value)
    .map((one: Json) => codeOfExample(one, depth - 1))
    .find((one) => one !== undefined);
}
