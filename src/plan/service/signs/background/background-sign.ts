import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { isSafeMethod } from "../../../../openapi/operations.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { fullName, jsonResponse, operationKey, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import {
  againOf,
  intendedStates,
  isDoneTo,
  mayHaveResult,
  statesFor,
} from "../../traits/background/intended-states.js";
import { givenBesides, idParameterOf, startIdOf } from "../../traits/background/given-parameters.js";
import type { FoundStates } from "../../traits/background/final-states.js";
import { linkedReads } from "../../traits/background/linked-reads.js";
import { readsOfShown } from "../../traits/background/shown-things.js";
import { isOfJobs, isStatePath, pathAbove, shapeOf } from "../../traits/background/status-paths.js";
import {
  indexResults,
  ownersOf,
  resultBelow,
  type ResultIndex,
} from "../../traits/background/find-result.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { jobSign } from "./job-sign.js";
import { hasId, HEADER_ID, OPEN_ID, ownId, possibleId } from "./possible-id.js";
import { possibleStatus, type PossibleStatuses } from "./possible-status.js";
import {
  endsLine,
  moreUnknown,
  openStates,
  partialLine,
  type PartialStates,
  partialStates,
  unknownEnds,
} from "./partial-states.js";
import { configuredPath } from "../pages/paging-lines.js";
import { queriedSign } from "./queried-state.js";
import { findStart, returnsOperation, type ShownStart } from "./shown-start.js";
import { doingSign } from "./states/doing-state.js";
import { runningSign } from "./states/running-state.js";
import { isOfThing } from "./states/own-state.js";
import { readByIdSign } from "./states/read-by-id.js";
import { readOfStarted } from "./started-state.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "../sign.js";

/** A response about something that was started, and whose end nothing tells: 202, or another one that leads to a state. */
export function backgroundSign(
  source: SignSource,
  statuses: PossibleStatuses,
  all: readonly SignSource[],
): LostSign | undefined {
  if (source.traits.background !== undefined) return undefined;
  const start = findStart(source, statuses);
  const mayStart = source.traits.pagination === undefined && !isSafeMethod(source.operation.method);
  // What shows a job itself tells more than a response that may be a 202.
  const job =
    mayStart && (start === undefined || start.isOpen === true)
      ? jobSign(source, statuses.statuses, start !== undefined, all)
      : undefined;
  const queried = job === undefined && mayStart ? queriedSign(source, all) : undefined;
  return (
    job ??
    queried ??
    (start && signOf(source, start, { ...statuses, all })) ??
    (mayStart
      ? (runningSign(source, statuses, all) ?? doingSign(source, statuses) ?? readByIdSign(source, all))
      : undefined)
  );
}

function signOf(
  { operation, reader }: SignSource,
  { response, shown, id: shownId, state: shownState, isChosen = false }: ShownStart,
  possible: PossibleStatuses & { readonly all: readonly SignSource[] },
): LostSign {
  const ofState = shownState && readOfStarted(operation, shownState, possible.byShape, reader);
  const found = ofState ?? possibleStatus(operation, response, possible, reader);
  const isElsewhere =
    found !== undefined &&
    (isOfOther(found, response, reader) || (isChosen && startIdOf(operation, found, reader) !== undefined));
  const status = isElsewhere ? undefined : found;
  const ofStart = status && startIdOf(operation, status, reader);
  const parameter = status && (idParameterOf(operation, status) ?? ofStart?.parameter);
  const given = status && possible.statuses.byShape.get(shapeOf(status.path))?.states;
  const ofThing = readsOfShown(operation, response, possible.statuses.things, reader).find(
    ({ read }) => read === status,
  )?.id;
  const possibly = possibleId(operation, response, parameter ?? "", reader);
  const known = ofThing ?? (possibly === OPEN_ID ? shownId : undefined);
  const inResponse = known === undefined ? possibly : configuredPath(known.path);
  const isOfStart = ofStart !== undefined && (inResponse ?? OPEN_ID) === OPEN_ID && !hasId(response, reader);
  const ends = status && given && statesFor(operation, status, given, !isOfStart);
  const isOfPart = status !== undefined && given !== undefined && !isOfWhole(status, given, reader);
  const states = isOfPart ? undefined : ends;
  const partial =
    ends === undefined && !isOfPart
      ? partialFor({ operation, reader }, status, given, !isOfStart)
      : undefined;
  const own =
    status === undefined && inResponse === undefined ? ownId(operation, possible, reader) : undefined;
  const from = isOfStart ? ofStart.from : own;
  const id = from === undefined ? inResponse : `{ parameter: ${yamlScalar(from)} }`;
  const mayHave = ends === undefined ? mayMake(operation, status) : mayHaveResult(ends);
  const result = status && mayHave ? resultOf(operation, status, possible, reader) : undefined;
  const more = status && needsOther(operation, status, parameter, reader);
  // No lines lead to a state that requires what the start was not given.
  if (more !== undefined) return { operation, trait: "background", shown, missing: more, lines: [] };
  const isLinked =
    status !== undefined && linkedReads(operation, response, possible.statuses).includes(status);
  // A link names the read: what is missing is the states alone.
  const isOfStates = given === undefined || (isLinked && ends === undefined && partial !== undefined);
  const lack =
    status &&
    lackOf(operation, status, { states: isOfStates ? partial : "known", isOfStart, reader }) +
      moreUnknown((!isOfStates && (states ?? partial)?.unknown) || []);
  // Where no id leads to a read without known states, it is a guess: that of the nodes of a pool which is deleted.
  const isGuess = id === undefined && (given === undefined || isOfPart) && !isLinked;
  const read = isGuess ? undefined : status;
  return {
    operation,
    trait: "background",
    shown,
    missing:
      id === undefined
        ? withoutId(isLinked && states?.unknown.length === 0 ? "" : read && lack)
        : (lack ?? NONE),
    lines: operationLines(operation, [
      "background:",
      `  status: ${read === undefined ? '"GET ?"' : quotedKey(read)}`,
      `  id: ${id ?? HEADER_ID}`,
      // A start ends before what it starts does: which state that is, a person says. A read that does not give it may have another.
      ...(shownState === undefined
        ? stateLines(
            states,
            read && (partial ?? (isOfPart ? undefined : openStates(read, reader))),
            isOfStart,
          )
        : stateLines(undefined, openState(ofState && shownState), isOfStart)),
      ...(read === undefined || result === undefined ? [] : [`  result: ${quotedKey(result)}`]),
    ]),
  };
}

/**
 * What is missing where the response of a start shows no id.
 *
 * @param lack - what is missing of the read of the state; empty: nothing; undefined: no read was found
 */
function withoutId(lack: string | undefined): string {
  if (lack === undefined) return `${NONE}; nor does its response declare a JSON body or a ${SHOWS_ID}`;
  const own = `its response declares neither a JSON body nor a ${SHOWS_ID}`;
  return lack === "" ? own : `${own}, and ${lack}`;
}

const SHOWS_ID = "header that shows the id";

/** Whether states are those of what a read gives: the state of a part says nothing of the whole (`transcode.status` of a video). */
function isOfWhole(read: OperationModel, { state }: FoundStates, reader: SchemaReader): boolean {
  const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  const own = members.find(({ at }) => at === state.member);
  return own === undefined || isOfThing(own.path, members, reader);
}

/** Which states end a wait, where the read of the state alone does not say it: what was there before has states of its own. */
function stateLines(
  states: FoundStates | undefined,
  partial: PartialStates | undefined,
  isOfStart: boolean,
): readonly string[] {
  if (states === undefined) return [`  ${partialLine(partial)}`];
  const { state, unknown } = states;
  if (state.failure !== undefined) return [`  ${doneLine(state.member, state.failure)}`];
  return isOfStart || unknown.length > 0 ? [`  ${endsLine(state.member, { ...state, unknown })}`] : [];
}

/** The line of an operation that has ended where a flag is true, and has failed where it has another member too. */
function doneLine(member: string, failure: string): string {
  const [flag, error] = [member, failure].map((path) => configuredPath(pointerKeys(`/${path}`)));
  return `state: { member: ${flag ?? ""}, succeeded: [true], failed: { member: ${error ?? ""} } }`;
}

/** The states that end what an operation does, where not all are known; where one of few known states is what it asks for, a person still says whether these are all. */
function partialFor(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  status: OperationModel | undefined,
  given: FoundStates | undefined,
  hasOwnId: boolean,
): PartialStates | undefined {
  if (status === undefined || given?.state.failure !== undefined) return undefined;
  const some =
    given === undefined ? partialStates(status, reader) : { ...given, ...given.state, isOfJob: false };
  if (some === undefined) return undefined;
  const intended = intendedStates(operation, status, some, hasOwnId);
  return intended.unknown.length === 0 && some.unknown.length > 0 ? some : intended;
}

/** Whether an operation may make a result: what is done to a thing makes none, unless it starts that again. */
function mayMake(operation: OperationModel, status: OperationModel | undefined): boolean {
  return status === undefined || !isDoneTo(operation, status, false) || againOf(operation) !== undefined;
}

/** The states of a member, of which nothing says which ones end the wait. */
function openState(member: BodyMember | undefined): PartialStates | undefined {
  return member && { member: member.at, succeeded: [], failed: [], unknown: ["?"], isOfJob: false };
}

/** Whether a read gives something else than the operation that a response is: what that made, which has states of its own (AIP-151). */
function isOfOther(read: OperationModel, response: ResponseModel, reader: SchemaReader): boolean {
  const given = successResponses(read);
  return (
    returnsOperation(response, reader) &&
    given.some(({ content }) => content.length > 0) &&
    !given.some((one) => returnsOperation(one, reader)) &&
    !isOfJobs(read.path) &&
    !isStatePath(read.path)
  );
}

/** The read of the result of an operation, were it and all others that seem to start something known to do so. */
function resultOf(
  operation: OperationModel,
  status: OperationModel,
  possible: PossibleStatuses & { readonly all: readonly SignSource[] },
  reader: SchemaReader,
): OperationModel | undefined {
  const known = reader.once(createListed);
  const listed = known.get(possible.all) ?? listStarts(possible, reader);
  known.set(possible.all, listed);
  const { starts, operations, results, paged } = listed;
  const result = resultBelow(status, results);
  if (result === undefined || !paged.has(result)) return undefined;
  const { owners } = ownersOf(result, starts.get(fullName(status)) ?? [], operations, reader);
  return owners.includes(operation) ? result : undefined;
}

/** What the operations of a contract seem to start, listed once for it. */
interface ListedStarts {
  /** By the full name of the operation that gives, or may give, the state. */
  readonly starts: ReadonlyMap<string, readonly OperationModel[]>;
  readonly operations: readonly OperationModel[];
  readonly results: ResultIndex;
  readonly paged: ReadonlySet<OperationModel>;
}

function createListed(): Map<readonly SignSource[], ListedStarts> {
  return new Map();
}

function listStarts(
  possible: PossibleStatuses & { readonly all: readonly SignSource[] },
  reader: SchemaReader,
): ListedStarts {
  const { all } = possible;
  const starts = new Map<string, OperationModel[]>();
  for (const source of all) {
    const { operation, traits } = source;
    const name = traits.background?.facts.status;
    const start = name === undefined ? findStart(source, possible) : undefined;
    const found = start && possibleStatus(operation, start.response, possible, reader);
    const status = name === undefined ? found : { name };
    if (status === undefined) continue;
    const known = starts.get(fullName(status));
    if (known === undefined) starts.set(fullName(status), [operation]);
    else known.push(operation);
  }
  const operations = all.map(({ operation }) => operation);
  return {
    starts,
    operations,
    results: indexResults(operations),
    paged: new Set(
      all.flatMap(({ operation, traits }) => (traits.pagination === undefined ? [] : [operation])),
    ),
  };
}

const NONE = "nothing says for certain which operation gives the state of what it starts";

/** What a state requires besides the id, and the start was not given. */
function needsOther(
  start: OperationModel,
  status: OperationModel,
  parameter: string | undefined,
  reader: SchemaReader,
): string | undefined {
  if (parameter === undefined)
    return `\`${operationKey(status)}\` has more than one parameter that may take its id`;
  const given = givenBesides(start, status, { in: "path", name: parameter }, reader);
  return "missing" in given
    ? `\`${operationKey(status)}\` also requires ${JSON.stringify(given.missing)}, which the client cannot take from \`${operationKey(start)}\``
    : undefined;
}

/** Why an operation is not taken for the one that gives the state: its states are known, or some of them. */
function lackOf(
  { path }: OperationModel,
  status: OperationModel,
  {
    states,
    isOfStart,
    reader,
  }: {
    readonly states: "known" | PartialStates | undefined;
    readonly isOfStart: boolean;
    readonly reader: SchemaReader;
  },
): string {
  const name = operationKey(status);
  if (states === "known" && isOfStart)
    return `its response has no id, and nothing says for certain that the state of what its path names, which \`${name}\` gives, tells its end`;
  if (states === "known")
    return `nothing says for certain that \`${name}\` gives the state of what it starts`;
  const isBelow = shapeOf(pathAbove(status) ?? "") === shapeOf(path);
  const where = isOfStart
    ? "of what its path names"
    : isBelow
      ? "right below its path"
      : "which takes its id";
  const which = `\`${name}\`, ${where},`;
  if (states !== undefined) return unknownEnds(states, which);
  return jsonResponse(status, reader) === undefined
    ? `${which} has no JSON response`
    : `no member of the response of ${which} lists states of success and failure`;
}
