import type { LinkModel, OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { fullName } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { namedOperations, type NameIndex } from "../named-operations.js";
import { textsOfAddress } from "./started-address.js";
import { isOfGiven, isResultPath } from "./status-paths.js";

/** The reads of a contract that links may lead to. */
export interface LinkedReads {
  /** GETs with what may be a state, by full name. */
  readonly linked: ReadonlyMap<string, OperationModel>;
  /** What texts call those. */
  readonly linkedNames: NameIndex;
}

/** Reads that links of a response lead to with an id from it, those of a result left aside: what the contract says explicitly. */
export function linkedReads(
  { links }: OperationModel,
  { status }: ResponseModel,
  { linked }: Pick<LinkedReads, "linked">,
): readonly OperationModel[] {
  return links.flatMap((link) => {
    const read = link.status === status ? linked.get(fullName({ name: link.target })) : undefined;
    return read === undefined || isResultPath(read.path) || !isFromResponse(link, read) ? [] : [read];
  });
}

/**
 * Reads that may give a state, and that a text names where links lead to others with the same id: the links of a schema or a response that operations share. A
 * read of what the job made takes another id.
 */
export function namedInstead(
  operation: OperationModel,
  response: ResponseModel,
  links: readonly OperationModel[],
  { linkedNames }: Pick<LinkedReads, "linkedNames">,
  reader: SchemaReader,
): readonly OperationModel[] {
  if (links.length === 0) return [];
  const named = namedOperations(textsOfAddress(operation, response, reader), linkedNames);
  if (named.some((read) => links.includes(read))) return [];
  const ids = new Set(links.map((read) => pathParameters(read).at(-1)));
  return named.filter(
    (read) => ids.has(pathParameters(read).at(-1)) && !isResultPath(read.path) && !isOfGiven(operation, read),
  );
}

/** Whether a link hands on what the response has, and not what the request had alone. */
function isFromResponse(link: LinkModel, read: OperationModel): boolean {
  const given = pathParameters(read).map((name) => linkedParameter(link, name));
  return !given.every((value) => value?.startsWith("$request.") === true);
}

/** The names of what a path takes. */
export function pathParameters({ parameters }: OperationModel): readonly string[] {
  return parameters.flatMap(({ in: where, name }) => (where === "path" ? [name] : []));
}

/** What a link hands to a path parameter: a runtime expression or a constant. */
export function linkedParameter(link: LinkModel | undefined, parameter: string): string | undefined {
  return link?.parameters[`path.${parameter}`] ?? link?.parameters[parameter];
}
