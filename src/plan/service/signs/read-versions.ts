import type { OperationModel } from "../../../model/api-model.js";
import {
  findHeader,
  findHeaderParameter,
  jsonResponse,
  respondsWithETag,
  successResponses,
} from "../responses.js";
import { affirmedClauses, clausesOf, negates } from "../../../text/without-denials.js";
import { words } from "../../../text/words.js";
import type { SchemaReader } from "../schema-reader.js";
import { listBodyMembers, objectMembers } from "../traits/body-members.js";
import { takesWeak } from "../traits/condition-need.js";
import { findList, isCalledItems } from "../traits/pagination/find-list.js";
import { shownMember } from "../traits/pagination/paths.js";
import { memberETag } from "../traits/recognise-conditional.js";

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

/**
 * The member of a read that has the validator of a change, where no header has it: by its name, also in an envelope (`@odata.etag`,
 * `data.etag`), or by the text of If-Match. A read that takes If-None-Match responds with the header (RFC 9110 section 15.4.5).
 */
export function validatorMember(
  change: OperationModel,
  read: OperationModel,
  reader: SchemaReader,
): string | undefined {
  return memberAlone(read, reader) ?? comparedMember(change, read, reader);
}

function memberAlone(read: OperationModel, reader: SchemaReader): string | undefined {
  const member = memberETag(read, reader);
  if (member !== undefined) return member;
  const schema = jsonResponse(read, reader)?.schema;
  const names = schema === undefined ? [] : objectMembers(schema, reader).map(({ name }) => name);
  const inEnvelope = listBodyMembers(schema, reader).find(
    ({ path: [holder = "", ...inner], key }) =>
      inner.length === 1 && /^e_?tag$/.test(key) && (names.length === 1 || holder === "data"),
  );
  return inEnvelope && shownMember(inEnvelope.at);
}

/** The member of a read that the text of If-Match compares with: "if the “revision” field of this item matches the provided value". */
function comparedMember(
  change: OperationModel,
  read: OperationModel,
  reader: SchemaReader,
): string | undefined {
  const { description = "" } = findHeaderParameter(change, "If-Match") ?? {};
  const named = clausesOf(description.slice(0, LONGEST)).flatMap((clauses) =>
    affirmedClauses(clauses).flatMap((clause) =>
      COMPARES.test(clause) && !negates(clause) ? [...clause.matchAll(COMPARED_MEMBER)] : [],
    ),
  );
  const keys = new Set(named.map(([, name = ""]) => words(name).join("_")));
  const found = listBodyMembers(jsonResponse(read, reader)?.schema, reader).find(({ key }) => keys.has(key));
  return found && shownMember(found.at);
}

/** That a header and a member are compared. */
const COMPARES = /\b(?:compar|equal|identical|match|same)/iu;

const COMPARED_MEMBER =
  /[`"'“‘]?(?<![\p{L}\p{N}_])(?!header\b)([\p{L}_][\p{L}\p{N}_-]{0,40})[`"'”’]?\s(?:attribute|field|member|property)\b/giu;
