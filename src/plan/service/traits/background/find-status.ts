import type { OperationModel, OperationName, ResponseModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { singularWord } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { fullName, jsonContent, jsonResponse, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers } from "../body-members.js";
import { indexNames, namedOperations, type NameIndex } from "../named-operations.js";
import { idParameterOf, shapesAbove } from "./given-parameters.js";
import { findAddress, isLocation, textsOfAddress } from "./started-address.js";
import { type LinkedReads, linkedReads, namedInstead, pathParameters } from "./linked-reads.js";
import { indexThings, isDoneToShown, readsOfShown, type ShownRead, type ThingIndex } from "./shown-things.js";
import { findEnds } from "./done-flag.js";
import { type FoundStates, isOfJob, isStateName } from "./final-states.js";
import {
  isAtOwnPath,
  isOfGiven,
  isOfJobs,
  isOfOtherJobs,
  isResultPath,
  isStartedId,
  isStatePath,
  namesOther,
  pathAbove,
  shapeOf,
  withoutSlash,
} from "./status-paths.js";

/** The operation that gives the state of what another one started. */
export interface FoundStatus {
  readonly status: OperationModel;
  /** Its path parameter that takes the id. */
  readonly parameter: string;
  readonly states: FoundStates;
  readonly why: string;
  /** The contract says so itself: no other operation could be meant. */
  readonly isNamed: boolean;
  /** It is the read right below the path of the start: `GET /exports/{id}` after `POST /exports`. */
  readonly isBelow: boolean;
  /** Where a response that shows what the operation gives has the id. */
  readonly shownId: string | undefined;
}

/** A GET with states that an id leads to: alone, or with what the start was given. */
export type StatusCandidate = Omit<FoundStatus, "isBelow" | "isNamed" | "shownId" | "why">;

/** The operations of a contract that give a state, and what texts call them. */
export interface Statuses extends LinkedReads {
  readonly candidates: readonly StatusCandidate[];
  /** GETs whose response has states, and that more than an id leads to, by the shape of all that leads there but the last parameter. */
  readonly rivals: ReadonlyMap<string, readonly Omit<StatusCandidate, "parameter">[]>;
  readonly names: NameIndex;
  /** GETs whose response has states, by the shape of their path, whatever leads there. */
  readonly byShape: ReadonlyMap<string, Omit<StatusCandidate, "parameter">>;
  /** GETs by the shape of the path that they are right below: `/exports` has `GET /exports/{id}`. */
  readonly below: ReadonlyMap<string, readonly OperationModel[]>;
  /** GETs that have states, or whose path says so: `GET /exports/{id}/status`. */
  readonly stated: readonly OperationModel[];
  /** Those of them that are about what runs. */
  readonly ofJobs: readonly OperationModel[];
  /** What those give that have what may be a state. */
  readonly things: ThingIndex;
  /** Those of them that have what may be a state, and those that list one of a job. */
  readonly nearby: { readonly mayRun: readonly OperationModel[]; readonly ofRuns: readonly OperationModel[] };
}

/** The candidates of a contract. Found once: every operation with a 202 asks for them. */
export function listStatuses(operations: readonly OperationModel[], reader: SchemaReader): Statuses {
  const reads = operations.filter(({ method }) => method === "GET");
  const all = reads.flatMap((status) => {
    const [parameter] = pathParameters(status);
    if (parameter === undefined) return [];
    const states = findEnds(listBodyMembers(jsonResponse(status, reader)?.schema, reader), reader);
    return states === undefined ? [] : [{ status, parameter, states }];
  });
  const candidates = all.filter(({ status }) => pathParameters(status).length === 1);
  const rivals = new Map<string, Omit<StatusCandidate, "parameter">[]>();
  for (const one of all) {
    const above = shapesAbove(one.status.path).at(-2);
    if (above !== undefined) rivals.set(above, [...(rivals.get(above) ?? []), one]);
  }
  const below = new Map<string, OperationModel[]>();
  for (const read of reads) {
    const above = pathAbove(read);
    if (above !== undefined) below.set(shapeOf(above), [...(below.get(shapeOf(above)) ?? []), read]);
  }
  const withStates = new Set(candidates.map(({ status }) => status));
  const stated = reads.filter((read) => withStates.has(read) || isStatePath(read.path));
  const mayGive = reads
    .filter((read) => pathParameters(read).length > 0)
    .filter((read) => mayHaveState(read, reader) || isOpen(read, reader));
  const mayRun = mayGive.filter((read) => mayHaveState(read, reader));
  return {
    candidates,
    rivals,
    byShape: new Map(all.map((one) => [shapeOf(one.status.path), one])),
    names: indexNames(all.map(({ status }) => status)),
    below,
    stated,
    ofJobs: stated.filter(({ path }) => isOfJobs(path)),
    linked: new Map(mayGive.map((read) => [fullName(read), read])),
    linkedNames: indexNames(mayGive),
    things: indexThings(mayRun, reader),
    nearby: {
      mayRun,
      ofRuns: mayGive.filter((read) => showsRun(read, reader)),
    },
  };
}

/** Whether a response has what may be a state, by its name, whether its values are known or not. */
export function mayHaveState(read: OperationModel, reader: SchemaReader): boolean {
  const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  return members.some(({ key }) => isStateName(key)) || findEnds(members, reader) !== undefined;
}

/** Whether a response may have a state that cannot be read: its content is not described, or is XML. Text is that of a log, bytes those of a file. */
function isOpen(read: OperationModel, reader: SchemaReader): boolean {
  if (jsonResponse(read, reader) !== undefined) return false;
  return successResponses(read).some(({ status, content }) =>
    content.length === 0
      ? /^(?:2(?!0[45])|default$)/.test(status)
      : content.some(({ mediaType }) => /[/+]xml\b/i.test(mediaType)),
  );
}

/** Reads with states that only an id is missing for: the start was given all else that leads there. */
export function rivalsOf(
  start: OperationModel,
  { rivals }: Pick<Statuses, "rivals">,
): readonly StatusCandidate[] {
  return shapesAbove(start.path)
    .flatMap((above) => rivals.get(above) ?? [])
    .flatMap(({ status, states }) => {
      const parameter = isOfGiven(start, status) ? undefined : idParameterOf(start, status);
      return parameter === undefined ? [] : [{ status, parameter, states }];
    });
}

/** Whether another read with states takes what a start was given, by its names, and one more thing: it may be about the start, too. */
function hasRival(start: OperationModel, { rivals }: Pick<Statuses, "rivals">): boolean {
  const given = new Set(pathParameters(start));
  return [...rivals.values()].flat().some(({ status }) => {
    const names = pathParameters(status);
    return names.filter((name) => given.has(name)).length === names.length - 1;
  });
}

/**
 * The operation that gives the state: the target of a link, whether its states can be read or not, where no text names another. Else the one whose path or `operationId`
 * the response names, in the description of the address or its own. Else the only one
 * that is about the start. Else the only one whose parameter the response has. Else the only one that gives what the response shows, then the one
 * right below the path. What takes an id that the start was given is not about what it starts, unless the contract names it.
 */
export function findStatus(
  operation: OperationModel,
  accepted: ResponseModel,
  statuses: Statuses,
  reader: SchemaReader,
): FoundStatus | undefined {
  const { candidates, names } = statuses;
  const rivals = rivalsOf(operation, statuses);
  const all = [...candidates, ...rivals];
  const links = linkedReads(operation, accepted, statuses);
  const linked = all.find(({ status }) => links.includes(status));
  const below = statusBelow(operation, accepted, { ...statuses, candidates: all }, reader);
  const shown = readsOfShown(operation, accepted, statuses.things, reader);
  const asFound = (one: StatusCandidate, why: string, isNamed = false) => ({
    ...one,
    why,
    isNamed,
    isBelow: one.status === below?.status,
    shownId: shown.find(({ read }) => read === one.status)?.id.at,
  });
  // A contract that says two things is for a person to decide.
  const isClear = namedInstead(operation, accepted, links, statuses, reader).length === 0;
  if (linked !== undefined && isClear) return asFound(linked, "a link of the response says so", true);
  if (links.length > 0) return undefined;
  const text = textsOfAddress(operation, accepted, reader);
  const inText = new Set(namedOperations(text, names));
  const isDeleted = (status: OperationModel) =>
    operation.method === "DELETE" && isAtOwnPath(operation, status);
  const named = all.filter(({ status }) => inText.has(status) && !isDeleted(status));
  const [only] = named;
  if (only !== undefined && named.length === 1)
    return asFound(only, "a text of it or its response names it", true);
  const members = listBodyMembers(jsonContent(accepted, reader)?.schema, reader);
  const keys = new Set(members.map(({ key }) => key));
  const taking = all.filter(({ parameter }) => isIdKey(parameter) && keys.has(words(parameter).join("_")));
  // A response that shows what another read gives is not what this one gives.
  const shownReads = new Set(shown.map(({ read }) => read));
  const mayGive = ({ status }: StatusCandidate) => shown.length === 0 || shownReads.has(status);
  const [candidate] = candidates;
  const isOnly =
    candidates.length === 1 &&
    candidate !== undefined &&
    mayGive(candidate) &&
    !isOfGiven(operation, candidate.status) &&
    rivals.length === 0 &&
    !hasRival(operation, statuses) &&
    !hasNearer(operation, candidate, statuses);
  if (
    isOnly &&
    isAbout(operation, accepted, { read: candidate.status, parameter: candidate.parameter }, reader)
  )
    return asFound(candidate, "the only operation that does");
  const [taker, ...others] = taking;
  const isNearest = taker !== undefined && !hasNearer(operation, taker, statuses);
  // The id of a job may be beside that of what it makes, and that of a run in a thing whose states end nothing.
  const isTaken =
    isNearest &&
    others.length === 0 &&
    (mayGive(taker) || isOfJobs(taker.parameter) || !all.some(({ status }) => shownReads.has(status))) &&
    !isOfGiven(operation, taker.status);
  if (isTaken) return asFound(taker, `the only one that takes "${taker.parameter}" of the response`);
  const same = onlyShown(operation, shown, all, reader);
  if (same !== undefined && same.status !== below?.status)
    return asFound(same, "the only one that gives what the response shows");
  return below === undefined ? undefined : asFound(below, "the only GET right below its path");
}

/** The only read of what a response shows, where that is a job: an order has states, too, but callers do not wait for its end. */
function onlyShown(
  operation: OperationModel,
  shown: readonly ShownRead[],
  all: readonly StatusCandidate[],
  reader: SchemaReader,
): StatusCandidate | undefined {
  const [only, ...others] = shown;
  const found = others.length > 0 ? undefined : all.find(({ status }) => status === only?.read);
  if (only === undefined || found === undefined) return undefined;
  const { read, parameter, members } = only;
  const { state, listed, unknown } = found.states;
  if (isDoneToShown(operation, only, reader)) return undefined;
  // The state of a part says nothing of the whole.
  const isKnown = listed && unknown.length === 0 && members.some(({ at }) => at === state.member);
  const isJob = showsJob(found, reader) || isOfJobs(parameter) || isOfJobs(read.path);
  return isKnown && isJob ? { ...found, parameter } : undefined;
}

/** Whether a read lists states of which one is that of a job. */
function showsRun(read: OperationModel, reader: SchemaReader): boolean {
  return listBodyMembers(jsonResponse(read, reader)?.schema, reader).some(
    ({ key, schema }) =>
      isStateName(key) && reader.values(schema).some((value) => typeof value === "string" && isOfJob(value)),
  );
}

/** The path of one of several jobs, of all or of those of a part: `/jobs/{id}`, `/maps/jobs/{id}`. */
export const OF_JOBS = /\/(?:executions?|jobs?|operations?|tasks?)\/\{[^{}]+\}(?:\/stat(?:e|us))?\/?$/iu;

/** Whether another read takes the same id, may give the state, and, beside one of several jobs, lists states of one, and is nearer to the path of a start: `/maps/jobs/{jobId}` of `/maps/render`. */
function hasNearer(
  start: OperationModel,
  { status, parameter }: StatusCandidate,
  { nearby }: Pick<Statuses, "nearby">,
): boolean {
  const own = sharedSegments(start.path, status.path);
  return (OF_JOBS.test(status.path) ? nearby.ofRuns : nearby.mayRun).some(
    (read) =>
      idParameterOf(start, read) === parameter &&
      sharedSegments(start.path, read.path) > own &&
      !isResultPath(read.path) &&
      !isOfGiven(start, read),
  );
}

/** How many segments two paths begin with alike. */
export function sharedSegments(left: string, right: string): number {
  const [own, other] = [shapeOf(left).split("/"), shapeOf(right).split("/")];
  const at = own.findIndex((segment, index) => segment !== other[index]);
  return (at === -1 ? own.length : at) - 1;
}

/**
 * The read right below the path of a start that lists its states, where no other operation could give them: none below is called a state or
 * has states, and the response leads to nothing else. Where it is not what that read shows, no other operation is about what runs.
 */
function statusBelow(
  operation: OperationModel,
  accepted: ResponseModel,
  { candidates, below, stated, ofJobs }: Statuses,
  reader: SchemaReader,
): StatusCandidate | undefined {
  const path = withoutSlash(operation.path);
  const [read, ...more] = below.get(shapeOf(path)) ?? [];
  const found = candidates.find(({ status }) => status === read);
  if (found === undefined || more.length > 0 || !["POST", "PUT"].includes(operation.method)) return undefined;
  const address = findAddress(operation, accepted);
  const isUncertain =
    !found.states.listed ||
    found.states.unknown.length > 0 ||
    (address !== undefined && !isLocation(address.name)) ||
    !showsJob(found, reader) ||
    namesOther(textsOfAddress(operation, accepted, reader), found.status) ||
    stated.some((other) => other !== read && other.path.startsWith(`${path}/`));
  if (isUncertain) return undefined;
  const members = listBodyMembers(jsonContent(accepted, reader)?.schema, reader);
  const own = words(found.parameter).join("_");
  const leadsElsewhere =
    ofJobs.some((other) => other !== read && !isOfOtherJobs(operation, other)) ||
    members.some(({ key }) => isStartedId(key) && key !== own);
  return leadsElsewhere && !hasSameState(accepted, found, reader) ? undefined : found;
}

/** Whether one of the states is that of a job that runs, and its member is called a state: events of a hook have such words, too. */
export function showsJob({ status, states: { state } }: StatusCandidate, reader: SchemaReader): boolean {
  const members = listBodyMembers(jsonResponse(status, reader)?.schema, reader);
  const own = members.find(({ at }) => at === state.member);
  return (
    own !== undefined &&
    isStateName(own.key) &&
    reader.values(own.schema).some((value) => typeof value === "string" && isOfJob(value))
  );
}

/** Whether a response has the state that a read gives, at the same position and with the same values: it is what that read shows. */
export function hasSameState(
  response: ResponseModel,
  { status, states: { state } }: StatusCandidate,
  reader: SchemaReader,
): boolean {
  const valuesIn = (body: SchemaNode | undefined) => {
    const member = listBodyMembers(body, reader).find(({ at }) => at === state.member);
    return member === undefined ? undefined : reader.values(member.schema).map(String).sort().join("\n");
  };
  const own = valuesIn(jsonContent(response, reader)?.schema);
  return own !== undefined && own === valuesIn(jsonResponse(status, reader)?.schema);
}

/**
 * Whether the state that a read gives may be that of what an operation starts: its parameter, or its path, is about what runs, or about what
 * the operation or its response is called after.
 */
export function isAbout(
  { path, operationId = "" }: OperationModel,
  response: ResponseModel,
  { read, parameter }: { readonly read: OperationModel; readonly parameter: string },
  reader: SchemaReader,
): boolean {
  const { type } = jsonContent(response, reader)?.schema ?? {};
  const schema = type?.kind === "ref" ? type.name : "";
  const segments = withoutParameters(read.path)
    .split("/")
    .filter((segment) => segment !== "" && !isStatePath(`/${segment}`));
  const noun = isIdKey(parameter) ? words(parameter).slice(0, -1) : words(segments.at(-1) ?? "");
  return isOfJobs(parameter) || isOfJobs(read.path) || sharesNoun(`${path} ${operationId} ${schema}`, noun);
}

/** Whether a text has all words of a noun, in whatever number. */
export function sharesNoun(text: string, noun: readonly string[]): boolean {
  const own = new Set(words(withoutParameters(text)).map(singularWord));
  return noun.length > 0 && noun.every((word) => own.has(singularWord(word)));
}

function withoutParameters(text: string): string {
  return text.replaceAll(/\{[^{}]*\}/gu, "");
}

/** Whether a parameter says whose id it takes: `jobId` names what it is an id of; `id` could be that of anything. */
export function isIdKey(parameter: string): boolean {
  return words(parameter).length > 1;
}

/** Whether two names are of one operation. */
export function isSame(left: OperationName, right: OperationName): boolean {
  return fullName({ name: left }) === fullName({ name: right });
}
