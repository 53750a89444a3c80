import type { OperationModel } from "../../../../model/api-model.js";
import { findIdempotencyHeader } from "../../idempotency-fields.js";
import { isNamedRead } from "../../traits/pagination/only-reads.js";
import { recognisePagination } from "../../traits/pagination/recognise-pagination.js";
import type { SchemaReader } from "../../schema-reader.js";
import { clausesOf } from "../../../../text/without-denials.js";
import { collectShownPages } from "../../traits/pagination/shown-pages.js";
import { namesChange } from "../change-texts.js";
import { operationLines } from "../sign.js";
import type { FoundSign } from "./shown-position.js";

/** Characters of a text that are searched. */
const LONGEST = 4000;

/**
 * A search that takes an idempotency key, as one rule of a team for every POST has it: it would be paged without the key, and with it the
 * client takes it for what creates something. There are lines where nothing says that it changes anything: they have it repeated.
 */
export function keyedSearchSign(operation: OperationModel, reader: SchemaReader): FoundSign {
  const key = findIdempotencyHeader(operation);
  if (key === undefined || operation.method !== "POST") return undefined;
  const unkeyed = { ...operation, parameters: operation.parameters.filter((one) => one !== key) };
  if (recognisePagination(unkeyed, reader) === undefined) return undefined;
  const { list } = collectShownPages(unkeyed, reader) ?? {};
  if (!isNamedRead({ operation: unkeyed, list, reader })) return undefined;
  const texts = [operation.summary, operation.description].flatMap((text = "") =>
    clausesOf(text.slice(0, LONGEST)),
  );
  const isClear = !texts.flat().some(namesChange);
  return {
    shown: "it would be paged, as a search",
    missing: `it takes the idempotency key \`${key.name}\`, as what creates something does`,
    lines: isClear ? operationLines(operation, ["safe: true", "idempotency: false"]) : [],
  };
}
