import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { jsonContent, successResponses } from "../../responses.js";
import { alternatives, type SchemaReader } from "../../schema-reader.js";
import { findDeepList, findList, type FoundList } from "./find-list.js";
import { ownNouns, type OwnNouns } from "./other-things.js";
import { findSize, listPageFields } from "./page-fields.js";
import { type Field, findPositions } from "./request-fields.js";
import { findFlag, leadsOn, listDeepMembers, listMembers, type Member } from "./response-members.js";

/** What an operation shows of pages. */
export interface ShownPages {
  readonly operation: OperationModel;
  /** The success that has JSON, else the first. */
  readonly response: ResponseModel | undefined;
  /** The list of items; undefined where no list is one for certain. */
  readonly list: FoundList | undefined;
  readonly fields: readonly Field[];
  readonly members: readonly Member[];
  /** Members of objects that have another list. */
  readonly others: readonly Member[];
  readonly size: Field | undefined;
  readonly positions: readonly Field[];
  readonly flag: ReturnType<typeof findFlag>;
  /** What the operation lists, by its path and the name of the list. */
  readonly nouns: OwnNouns;
  readonly reader: SchemaReader;
}

/** What an operation shows of pages; undefined where its method gives none. */
export function collectShownPages(operation: OperationModel, reader: SchemaReader): ShownPages | undefined {
  if (!["GET", "POST", "QUERY"].includes(operation.method)) return undefined;
  const known = reader.once(createPages);
  const pages = known.get(operation) ?? readPages(operation, reader);
  known.set(operation, pages);
  return pages;
}

function createPages(): Map<OperationModel, ShownPages> {
  return new Map();
}

function readPages(operation: OperationModel, reader: SchemaReader): ShownPages {
  const { response, body } = successOf(operation, reader);
  return pagesOf(operation, response, body, reader);
}

/** What an operation whose response has no certain list shows of pages where it is one of its alternatives (`oneOf`): those that have a list. */
export function alternativePages({ operation, response, list, reader }: ShownPages): readonly ShownPages[] {
  const body = response && jsonContent(response, reader)?.schema;
  if (body === undefined || list !== undefined) return [];
  const ones = alternatives(body, reader);
  if (ones.length < 2) return [];
  return ones.map((one) => pagesOf(operation, response, one, reader)).filter((one) => one.list !== undefined);
}

function pagesOf(
  operation: OperationModel,
  response: ResponseModel | undefined,
  body: SchemaNode | undefined,
  reader: SchemaReader,
): ShownPages {
  const near = body && findList(body, operation.path, reader);
  const requested = listPageFields(operation, body, near?.path ?? [], reader);
  // Only a request of pages makes what is deep in its response worth a search.
  const isDeep = body !== undefined && near === undefined && findPositions(requested).length > 0;
  const deep = isDeep ? findDeepList(body, operation.path, reader) : undefined;
  const list = near ?? deep;
  const fields = deep === undefined ? requested : listPageFields(operation, body, deep.path, reader);
  const positions = findPositions(fields);
  const all = body === undefined ? [] : membersOf(body, list, positions, reader);
  const members = all.filter(({ isOfOther }) => !isOfOther);
  return {
    operation,
    response,
    list,
    fields,
    members,
    others: all.filter(({ isOfOther }) => isOfOther),
    size: findSize(fields),
    positions,
    flag: findFlag(members),
    nouns: ownNouns(operation, list),
    reader,
  };
}

function membersOf(
  body: SchemaNode,
  list: FoundList | undefined,
  positions: readonly Field[],
  reader: SchemaReader,
): readonly Member[] {
  const members = listMembers(body, list?.path ?? [], reader);
  const isOpen = list !== undefined && list.path.length > 0 && positions.length > 0 && !leadsOn(members);
  const taken = new Set(positions.map(({ key }) => key));
  return isOpen ? listDeepMembers(body, members, taken, reader) : members;
}

function successOf(
  operation: OperationModel,
  reader: SchemaReader,
): Pick<ShownPages, "response"> & { readonly body: SchemaNode | undefined } {
  const responses = successResponses(operation);
  for (const response of responses) {
    const body = jsonContent(response, reader)?.schema;
    if (body !== undefined) return { response, body };
  }
  return { response: responses[0], body: undefined };
}
