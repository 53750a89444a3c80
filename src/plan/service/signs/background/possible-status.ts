import type { ApiModel, OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { isPlural } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { jsonContent, jsonResponse, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import {
  findStatus,
  isAbout,
  isIdKey,
  listStatuses,
  mayHaveState,
  rivalsOf,
  sharedSegments,
  sharesNoun,
  showsJob,
  type StatusCandidate,
  type Statuses,
} from "../../traits/background/find-status.js";
import { linkedReads, namedInstead } from "../../traits/background/linked-reads.js";
import { idParameterOf, shapesAbove, startIdOf } from "../../traits/background/given-parameters.js";
import { findAddress, findBodyAddress, textsOfAddress } from "../../traits/background/started-address.js";
import {
  isAtOwnPath,
  isOfJobs,
  isOfGiven,
  isResultPath,
  isStatePath,
  shapeOf,
  withoutSlash,
} from "../../traits/background/status-paths.js";
import { isDoneToShown, readsOfShown } from "../../traits/background/shown-things.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { indexNames, type NameIndex, namedOperations } from "../../traits/named-operations.js";
import { jobIdOf, readsOfJob } from "./job-id.js";
import { onlyPartialStatus, partialStates } from "./partial-states.js";

/** The operations of a contract that may give the state of what another one started. */
export interface PossibleStatuses {
  /** Those whose response has states. */
  readonly statuses: Statuses;
  /** Every GET with path parameters, readable or not. */
  readonly reads: readonly OperationModel[];
  /** The same by the shape of their path. */
  readonly byShape: ReadonlyMap<string, OperationModel>;
  readonly names: NameIndex;
}

/** The operations of a contract that may give a state, listed once for it. */
export function listPossibleStatuses({ operations }: ApiModel, reader: SchemaReader): PossibleStatuses {
  const reads = operations.filter(
    ({ method, parameters }) => method === "GET" && parameters.some(({ in: where }) => where === "path"),
  );
  const byShape = new Map(reads.map((read) => [shapeOf(read.path), read]));
  return { statuses: listStatuses(operations, reader), reads, byShape, names: indexNames(reads) };
}

/** The operation that most likely gives the state, whether its states can be read or not. */
export function possibleStatus(
  operation: OperationModel,
  response: ResponseModel,
  { statuses, reads, byShape, names }: PossibleStatuses,
  reader: SchemaReader,
): OperationModel | undefined {
  const links = linkedReads(operation, response, statuses);
  const instead = onlyState(operation, namedInstead(operation, response, links, statuses, reader));
  const [linked] = links;
  if (linked !== undefined) return instead ?? linked;
  const found = findStatus(operation, response, statuses, reader);
  if (found?.isNamed === true) return found.status;
  // Where the start was given nothing else that leads there, an id is not enough.
  const isReached = (read: OperationModel) =>
    idParameterOf(operation, read) !== undefined || startIdOf(operation, read, reader) !== undefined;
  const isFree = (read: OperationModel) =>
    isReached(read) && (!isAtOwnPath(operation, read) || operation.method !== "DELETE");
  const inText = namedOperations(textsOfAddress(operation, response, reader), names);
  const named = onlyState(
    operation,
    inText.filter((read) => isFree(read) && !isOther(operation, read, reader)),
  );
  if (named !== undefined) return named;
  const shown = readsOfShown(operation, response, statuses.things, reader)
    .filter((one) => !isDoneToShown(operation, one, reader))
    .map(({ read }) => read);
  const ofShown = onlyState(operation, shown);
  if (ofShown !== undefined) return ofShown;
  const ofGiven = stateOfGiven(operation, response, statuses, reader);
  // No id comes back: what the start was given is all that leads anywhere.
  const isBare =
    jsonContent(response, reader) === undefined && findAddress(operation, response) === undefined;
  const given = isBare ? (ofGiven ?? thingOfGiven(operation, byShape, reader)) : undefined;
  if (given !== undefined) return given;
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  const keys = new Set(members.map(({ key }) => key));
  const inside = new Set(members.map(ownerOfId));
  const takes = (name: string) => {
    const key = words(name).join("_");
    return (isIdKey(name) && keys.has(key)) || inside.has(key) || inside.has(key.replace(/_id$/u, ""));
  };
  const sent = reads.filter((read) => {
    const parameter = isFree(read) ? idParameterOf(operation, read) : undefined;
    return parameter !== undefined && takes(parameter) && isSentBefore(read, parameter);
  });
  if (sent.length === 1) return sent[0];
  if (
    found !== undefined &&
    (takes(found.parameter) ||
      (isPossible(operation, response, found, reader) && !isIdOfOther(operation.path, found)))
  )
    return found.status;
  const taking = reads.filter((read) => {
    const parameter = isFree(read) ? idParameterOf(operation, read) : undefined;
    return (
      parameter !== undefined && takes(parameter) && isAbout(operation, response, { read, parameter }, reader)
    );
  });
  const below = readBelow(operation, statuses, reader);
  const job = jobIdOf(operation, response, reader);
  const ofJob = job === undefined ? [] : readsOfJob(operation, job, reads, reader);
  return (
    onlyState(operation, taking) ??
    onlyState(operation, ofJob) ??
    (below !== undefined && isReached(below) ? below : undefined) ??
    readOfGiven(operation, response, statuses, reader) ??
    rivalOfGiven(operation, response, statuses, reader) ??
    ofGiven ??
    partialOf(operation, response, reads, reader)
  );
}

/** Whether the text of a parameter says that a response of an accepted request had its value: "the same id that was sent in the 202 response". */
function isSentBefore({ parameters }: OperationModel, parameter: string): boolean {
  const { description = "" } =
    parameters.find(({ in: where, name }) => where === "path" && name === parameter) ?? {};
  return SENT_BEFORE.test(description.slice(0, 1000));
}

const SENT_BEFORE =
  /\b(?:given|received|returned|sent)\s(?:back\s)?(?:by|in|with)\s(?:an?|the)\s[^.;]{0,40}\b(?:202|acceptance|accepted)\b/iu;

/** What the id of an object is the id of: `job` for `{ job: { id } }`. */
export function ownerOfId({ key, path }: BodyMember): string | undefined {
  return key === "id" && path.length > 1 ? words(path.at(-2) ?? "").join("_") : undefined;
}

/**
 * Whether a read that a text names is for something else than the state: its response is described, and has none; and it gives the result, or
 * takes what the start takes too (the read that hands out an ETag).
 */
function isOther(operation: OperationModel, read: OperationModel, reader: SchemaReader): boolean {
  if (isStatePath(read.path) || mayHaveState(read, reader)) return false;
  // What is read as bytes under such a path is a file.
  if (jsonResponse(read, reader) === undefined)
    return isResultPath(read.path) && successResponses(read).some(({ content }) => content.length > 0);
  const body = listBodyMembers(operation.body?.content[0]?.schema, reader);
  const given = new Set([
    ...operation.parameters.map(({ name }) => words(name).join("_")),
    ...body.map(({ key }) => key),
  ]);
  const taken = read.parameters.filter(({ in: where }) => where === "path");
  return isResultPath(read.path) || taken.every(({ name }) => given.has(words(name).join("_")));
}

/** Last word of a parameter that may be the id of what was started: the state of `{ref}` is that of something else. */
const ID = /^(?:id|uuid|guid|key|name)$/;

/** The only state below what a start was given, that the id of what it starts leads to. */
function rivalOfGiven(
  start: OperationModel,
  response: ResponseModel,
  statuses: Statuses,
  reader: SchemaReader,
): OperationModel | undefined {
  // What is below a part of that alone is about something else.
  const given = shapeOf(start.path.slice(0, start.path.lastIndexOf("}") + 1));
  const [rival, ...others] = rivalsOf(start, statuses).filter(({ status }) =>
    shapeOf(status.path).startsWith(given),
  );
  if (rival === undefined || others.length > 0 || !ID.test(words(rival.parameter).at(-1) ?? ""))
    return undefined;
  if (isOfPart(start, rival.status)) return undefined;
  const { status, parameter, states } = rival;
  return isOtherThing(response, { parameter, member: states.state.member }, reader) ? undefined : status;
}

/**
 * Whether a read shows a part of the thing that a change is made to, at the path of that: a link of a port. What is below an action, or is
 * called a job, may be of what the change starts.
 */
function isOfPart({ method, path }: OperationModel, read: OperationModel): boolean {
  const isOfItem = method !== "POST" && path.endsWith("}") && read.path.startsWith(`${path}/`);
  return isOfItem && !isStatePath(read.path) && !isOfJobs(read.path.slice(path.length));
}

/** The only read with some known states of a job, where neither its path nor the response is about something else. */
function partialOf(
  operation: OperationModel,
  response: ResponseModel,
  reads: readonly OperationModel[],
  reader: SchemaReader,
): OperationModel | undefined {
  const read = onlyPartialStatus(operation, response, reads, reader);
  const parameter = read && idParameterOf(operation, read);
  if (read === undefined || parameter === undefined || isBelowOther(operation, read)) return undefined;
  const { member = "" } = { ...partialStates(read, reader) };
  return isOtherThing(response, { parameter, member }, reader) ? undefined : read;
}

/** The only read right below the path of a start, where its response has what may be a state. */
function readBelow(
  { method, path }: OperationModel,
  { below }: Statuses,
  reader: SchemaReader,
): OperationModel | undefined {
  const [read, ...others] = method === "DELETE" ? [] : (below.get(shapeOf(path)) ?? []);
  if (read === undefined || others.length > 0) return undefined;
  return mayHaveState(read, reader) ? read : undefined;
}

/** The only operation with states, where it is about what a start was given. What no longer is has no state, and an address leads elsewhere. */
function readOfGiven(
  operation: OperationModel,
  response: ResponseModel,
  { candidates }: Statuses,
  reader: SchemaReader,
): OperationModel | undefined {
  const [only, ...others] = candidates;
  if (only === undefined || others.length > 0 || !isOfGiven(operation, only.status)) return undefined;
  return !leadsElsewhere(operation, response, reader) && isPossible(operation, response, only, reader)
    ? only.status
    : undefined;
}

/** Whether a path has a parameter of the same general name as the id of another thing: `{Id}` of `/pipelines/{Id}` for `/jobs/{Id}`. */
function isIdOfOther(path: string, { status, parameter }: StatusCandidate): boolean {
  const nounOf = (one: string) =>
    one
      .slice(0, Math.max(0, one.indexOf(`/{${parameter}}`)))
      .split("/")
      .at(-1);
  const own = nounOf(path);
  return ID.test(words(parameter).join("_")) && own !== "" && own !== nounOf(status.path);
}

/** The state of a job that a start was given, or of what a job runs on (`POST /servers/{id}/restart`). */
function stateOfGiven(
  operation: OperationModel,
  response: ResponseModel,
  { byShape }: Statuses,
  reader: SchemaReader,
): OperationModel | undefined {
  const found = shapesAbove(operation.path)
    .toReversed()
    .flatMap((shape) => byShape.get(shape) ?? [])[0];
  const id = found && startIdOf(operation, found.status, reader);
  if (found === undefined || id === undefined || leadsElsewhere(operation, response, reader))
    return undefined;
  const candidate = { ...found, parameter: id.parameter };
  return showsJob(candidate, reader) && isPossible(operation, response, candidate, reader)
    ? found.status
    : undefined;
}

/** The read of what an operation is done to, whose state cannot be read: at its own path, or `GET /servers/{id}` of `POST /servers/{id}/restart`. */
function thingOfGiven(
  operation: OperationModel,
  byShape: PossibleStatuses["byShape"],
  reader: SchemaReader,
): OperationModel | undefined {
  const path = withoutSlash(operation.path);
  const [, above = path, noun = ""] = /^(.*\})[/:]([^/:{}]+)$/u.exec(path) ?? [];
  const read = byShape.get(shapeOf(above));
  // `refunds` of an order have states of their own.
  const isOther = read === undefined || operation.method === "DELETE" || isPlural(words(noun));
  return !isOther && startIdOf(operation, read, reader) !== undefined && mayHaveState(read, reader)
    ? read
    : undefined;
}

/** Whether what an operation was given shows nothing of what it starts: it is deleted, or an address of the response leads elsewhere. */
function leadsElsewhere(operation: OperationModel, response: ResponseModel, reader: SchemaReader): boolean {
  return (
    operation.method === "DELETE" ||
    findAddress(operation, response)?.isUsual === true ||
    findBodyAddress(response, reader) !== undefined
  );
}

/**
 * Of operations, the one that may give a state: no result, else right below the start, else called after a state, else with the longest
 * beginning of its path alike.
 */
function onlyState(
  { path }: OperationModel,
  operations: readonly OperationModel[],
): OperationModel | undefined {
  let left = operations;
  // What was given leads to what was there before.
  const isFree = (one: OperationModel) =>
    !isOfGiven({ path }, one) &&
    one.parameters.some(({ in: where, name }) => where === "path" && !path.includes(`{${name}}`));
  const most = Math.max(...operations.filter(isFree).map((one) => sharedSegments(path, one.path)));
  for (const fits of [
    (one: OperationModel) => !isResultPath(one.path),
    (one: OperationModel) => one.path.startsWith(`${path}/`),
    (one: OperationModel) => isStatePath(one.path),
    (one: OperationModel) => most > 0 && isFree(one) && sharedSegments(path, one.path) === most,
  ]) {
    const [only, ...others] = left;
    if (others.length === 0) return only;
    const fitting = left.filter(fits);
    if (fitting.length > 0) left = fitting;
  }
  return left.length === 1 ? left[0] : undefined;
}

/**
 * Whether the only operation of a contract with states may be that of a start: a response that is a thing of its own, and has no such state,
 * is not what runs.
 */
function isPossible(
  operation: OperationModel,
  response: ResponseModel,
  { status, parameter, states: { state } }: StatusCandidate,
  reader: SchemaReader,
): boolean {
  if (!isAbout(operation, response, { read: status, parameter }, reader)) return false;
  if (isBelowOther(operation, status)) return false;
  return !isOtherThing(response, { parameter, member: state.member }, reader);
}

/** Whether a response is a thing of its own that has no such state: its id is not that of what runs. */
function isOtherThing(
  response: ResponseModel,
  { parameter, member }: { readonly parameter: string; readonly member: string },
  reader: SchemaReader,
): boolean {
  const schema = jsonContent(response, reader)?.schema;
  if (schema?.type.kind !== "ref") return false;
  const hasState = listBodyMembers(schema, reader).some(({ at }) => at === member);
  const all = reader.properties(schema) ?? [];
  const isOwn = all.length > MOST_OF_START || all.filter(({ required }) => required).length > 1;
  return isOwn && !hasState && !sharesNoun(schema.type.name, words(parameter).slice(0, -1));
}

/** Members of a response that says what was started, and no more. */
const MOST_OF_START = 8;

/** Whether a state is below a resource that the path of a start does not have: `/agents/tasks/{id}` of `/user/codespaces`. */
function isBelowOther({ path }: OperationModel, status: OperationModel): boolean {
  const own = new Set(path.split("/"));
  const above = status.path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
  return above
    .slice(0, -1)
    .some(
      (segment) =>
        !own.has(segment) && !VERSION.test(segment) && !isOfJobs(segment) && !isStatePath(`/${segment}`),
    );
}

const VERSION = /^v\d/iu;
