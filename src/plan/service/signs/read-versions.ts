import type { OperationModel } from "../../../model/api-model.js";
import {
  findHeader,
  findHeaderParameter,
  jsonResponse,
  respondsWithETag,
  successResponses,
} from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { takesWeak } from "../traits/condition-need.js";
import { findList, isCalledItems } from "../traits/pagination/find-list.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** An ETag that its description calls weak; not one that "is not weak", or "weak or strong". */
const WEAK = /^(?!.*\b(?:not|never|strong)\b)(?=[^.]*\bweak (?:e-?tags?|validators?|entity tags?)\b)/is;

/** Whether every success of an operation has an ETag that nothing calls weak. */
export function respondsWithStrongETag(operation: OperationModel): boolean {
  const validators = successResponses(operation).flatMap((response) => findHeader(response, "ETag") ?? []);
  return (
    respondsWithETag({ model: operation }) &&
    !validators.some(takesWeak) &&
    !validators.some(({ description = "" }) => WEAK.test(description.slice(0, LONGEST)))
  );
}

/** Whether a read gives the things of a collection: their ETag is not that of what is changed. */
export function isList(read: OperationModel, reader: SchemaReader): boolean {
  const body = jsonResponse(read, reader)?.schema;
  const list = body && findList(body, read.path, reader);
  return list !== undefined && (list.path.length === 0 || isCalledItems(list, read.path));
}

/** Whether a read gives an ETag: declared, or by the condition that it takes. */
export function hasETag(read: OperationModel): boolean {
  return respondsWithETag({ model: read }) || findHeaderParameter(read, "If-None-Match") !== undefined;
}
