import type { OperationModel, ResponseModel } from "../../../model/api-model.js";
import { words } from "../../../text/words.js";
import { jsonContent, jsonResponse } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { isResultPath } from "../traits/background/find-result.js";
import {
  findStatus,
  isIdKey,
  isSame,
  type StatusCandidate,
  type Statuses,
  textsOfAddress,
} from "../traits/background/find-status.js";
import { listBodyMembers } from "../traits/body-members.js";
import { type NameIndex, namedOperations } from "../traits/named-operations.js";

/** The operations of a contract that may give the state of what another one started. */
export interface PossibleStatuses {
  /** Those whose response has states. */
  readonly statuses: Statuses;
  /** Every GET with one path parameter, readable or not. */
  readonly reads: readonly OperationModel[];
  readonly names: NameIndex;
}

/** The operation that most likely gives the state, whether its states can be read or not. */
export function possibleStatus(
  operation: OperationModel,
  response: ResponseModel,
  { statuses, reads, names }: PossibleStatuses,
  reader: SchemaReader,
): OperationModel | undefined {
  const links = operation.links.filter(({ status }) => status === response.status);
  const linked = reads.find((read) => links.some(({ target }) => isSame(target, read.name)));
  if (linked !== undefined) return linked;
  const found = findStatus(operation, response, statuses, reader);
  if (found?.isNamed === true) return found.status;
  const named = onlyState(operation, namedOperations(textsOfAddress(operation, response), names));
  if (named !== undefined) return named;
  const keys = new Set(listBodyMembers(jsonContent(response, reader)?.schema, reader).map(({ key }) => key));
  const takes = (name: string) => isIdKey(name) && keys.has(words(name).join("_"));
  if (found !== undefined)
    return takes(found.parameter) || isPossible(operation, response, found, reader)
      ? found.status
      : undefined;
  const taking = reads.filter((read) =>
    read.parameters.some(
      ({ in: where, name }) => where === "path" && takes(name) && isAbout(operation, response, name, reader),
    ),
  );
  return onlyState(operation, taking);
}

/** Last segment of the path of an operation that gives a state. */
const STATE = /^(?:status|state|progress)$/i;

/** Of operations, the one that may give a state: no result, else right below the start, else called after a state. */
function onlyState(
  { path }: OperationModel,
  operations: readonly OperationModel[],
): OperationModel | undefined {
  const isState = (one: OperationModel) => STATE.test(one.path.split("/").at(-1) ?? "");
  let left = operations;
  for (const fits of [
    (one: OperationModel) => !isResultPath(one.path),
    (one: OperationModel) => one.path.startsWith(`${path}/`),
    isState,
  ]) {
    const [only, ...others] = left;
    if (others.length === 0) return only;
    const fitting = left.filter(fits);
    if (fitting.length > 0) left = fitting;
  }
  return left.length === 1 ? left[0] : undefined;
}

/** What runs in the background, by its name. */
const STARTED = /^(?:operation|job|task|process|execution|workflow)s?$/;

/**
 * Whether the only operation of a contract with states may be that of a start: its parameter is the id of what runs, or of what the start is
 * about. A response that is a thing of its own, and has no such state, is not what runs.
 */
function isPossible(
  operation: OperationModel,
  response: ResponseModel,
  { status, parameter, states: { state } }: StatusCandidate,
  reader: SchemaReader,
): boolean {
  if (!isAbout(operation, response, parameter, reader)) return false;
  const schema = jsonContent(response, reader)?.schema;
  if (schema?.type.kind !== "ref") return true;
  const { type } = jsonResponse(status, reader)?.schema ?? {};
  const isSameSchema = type?.kind === "ref" && type.name === schema.type.name;
  const hasState = listBodyMembers(schema, reader).some(({ at }) => at === state.member);
  const own = (reader.properties(schema) ?? []).filter(({ required }) => required);
  return isSameSchema || hasState || own.length < 2 || sharesNoun(schema.type.name, parameter);
}

/** Whether a parameter is the id of what runs, or of what an operation or its response is called after. */
function isAbout(
  { path, operationId = "" }: OperationModel,
  response: ResponseModel,
  parameter: string,
  reader: SchemaReader,
): boolean {
  const { type } = jsonContent(response, reader)?.schema ?? {};
  const schema = type?.kind === "ref" ? type.name : "";
  const noun = words(parameter).at(-2);
  return (
    noun === undefined || STARTED.test(noun) || sharesNoun(`${path} ${operationId} ${schema}`, parameter)
  );
}

/** Whether a text has all words of a parameter but the last (`id`), in whatever number. */
function sharesNoun(text: string, parameter: string): boolean {
  const stem = (word: string) => word.replace(/(?<=.{3})s$/u, "");
  const own = new Set(words(text.replaceAll(/\{[^{}]*\}/gu, "")).map(stem));
  const noun = words(parameter).slice(0, -1);
  return noun.length > 0 && noun.every((word) => own.has(stem(word)));
}
