import type { HeaderModel, OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { words } from "../../../../text/words.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { findHeader, jsonContent, jsonResponse, operationKey, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { classifyStates, findStates, isOfNow, isStateName } from "../../traits/background/final-states.js";
import { rivalsOf, type StatusCandidate, type Statuses } from "../../traits/background/find-status.js";
import { againOf } from "../../traits/background/intended-states.js";
import { givenBesides, shapesAbove, startIdOf } from "../../traits/background/given-parameters.js";
import { isOfGiven, isStatePath, shapeOf, withoutSlash } from "../../traits/background/status-paths.js";
import { aboveOf, type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { shownMember } from "../../traits/pagination/paths.js";
import { configuredPath } from "../pages/paging-lines.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "../sign.js";
import { idBeside } from "./id-beside.js";
import { nearestReads } from "./nearest-reads.js";
import { endsLine, moreUnknown, partialLine } from "./partial-states.js";
import { isOfThing, isOfWorker, isSetByCallers, MOST_OF_ID } from "./states/own-state.js";
import { unreadSign } from "./unread-start.js";
import { findUnfailing, listUnfailing, OWN_STATE, valuesOf } from "./unfailing-states.js";
import { isJudged, isRun, isUnfailingRun, isWork } from "./work-words.js";

/**
 * A response that is what was started: its id, and a state that runs, succeeds or fails, where a GET that takes the id gives the same state
 * at the same place; or its id alone, where the GET below the path of work gives such a state. Nothing says that callers wait for its end, so
 * it is only named.
 *
 * @param isOpen - whether the response may be a 202
 */
export function jobSign(
  { operation, reader }: SignSource,
  statuses: Statuses,
  isOpen: boolean,
  all: readonly SignSource[],
): LostSign | undefined {
  const [response, ...others] = successResponses(operation);
  if (response === undefined || others.length > 0 || isOfRunning(operation) || isOfWorker(operation))
    return undefined;
  const candidates = [...statuses.candidates, ...statesBelow(operation, statuses)];
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader).filter(isOfNow);
  const states = findStates(members, reader);
  if (states === undefined)
    return isOpen
      ? undefined
      : (workSign({ operation, reader }, response, candidates, all) ??
          unfailingSign({ operation, reader }, response, members, all));
  const first = members.find(({ at }) => at === states.state.member);
  const own = runState(againOf(operation)?.list ?? operation.path, first, members, reader);
  if (own !== undefined && isSent(operation, own, reader)) return undefined;
  if (own === undefined) return first && unreadSign({ operation, reader }, response, first, members);
  // What is about a job that was started before cancels that, or changes it.
  const same = candidates.filter(
    (one) => sameState(one, own, reader) !== undefined && !isOfGiven(operation, one.status),
  );
  // `GET /stores/{store}/imports/status` is about whichever import is the last.
  const free = same.filter(({ status }) => startIdOf(operation, status, reader) === undefined);
  const [found, ...more] = nearestReads(operation, free.length > 0 ? free : same, all);
  const again =
    found === undefined ? againSign({ operation, reader }, response, own, members, statuses) : undefined;
  if (again !== undefined) return again;
  const higher = stateAbove(own, members, reader);
  if (higher !== undefined && found !== undefined)
    return {
      operation,
      trait: "background",
      shown: `its response ${response.status} has "${shownMember(higher.at)}" and "${shownMember(own.at)}"`,
      missing: "nothing says which is the state of what it starts",
      lines: [],
    };
  if (found === undefined) return unreadSign({ operation, reader }, response, own, members);
  if (more.length > 0 || isChangedByCaller(found, all)) return undefined;
  const id = idBeside(aboveOf(own), members, found);
  if (id === undefined || !isReached(operation, found, reader)) return undefined;
  const state = sameState(found, own, reader);
  if (state?.at !== own.at && isOfGivenThing(operation, own, statuses, reader)) return undefined;
  // The state of a part says nothing of the whole: `domain.tuning.state`.
  if (!isOfThing(own.path, members, reader))
    return signOf(operation, response, found, id, ", and a state of a part of it", [partialLine(undefined)]);
  const isKnown =
    state === undefined || state.at === found.states.state.member || found.states.state.failure !== undefined;
  return signOf(operation, response, found, id, ` and the state "${shownMember(own.at)}"`, [
    ...(isKnown ? [] : [ownStateLine(state, reader)]),
  ]);
}

/**
 * The member with the state in which what a response shows runs: not what came of it (`outcome`) where a state that runs is beside it, unless
 * its path alone shows that it runs.
 */
function runState(
  path: string,
  first: BodyMember | undefined,
  members: readonly BodyMember[],
  reader: SchemaReader,
): BodyMember | undefined {
  if (first === undefined) return undefined;
  const above = aboveOf(first);
  const running = [first, ...members.filter((one) => aboveOf(one) === above && OWN_STATE.test(one.key))].find(
    (one) => findStates([one], reader) !== undefined && isRun("", valuesOf(one, reader)),
  );
  return running ?? (isRun(path, valuesOf(first, reader)) ? first : undefined);
}

/** Whether a request has to have a state: it tells of what its caller did, and starts nothing. */
function isSent({ body }: OperationModel, { key }: BodyMember, reader: SchemaReader): boolean {
  return (body?.content ?? []).some(({ schema }) =>
    (schema === undefined ? [] : (reader.properties(schema) ?? [])).some(
      ({ name, required, schema: { access } }) =>
        required && access !== "readOnly" && words(name).join("_") === key,
    ),
  );
}

/** The member by which a read gives the state of a start: at the same place, or the state of the read, under the same name (`{ "deployment": { "status" } }`). */
function sameState(
  { status, states: { state } }: StatusCandidate,
  own: BodyMember,
  reader: SchemaReader,
): BodyMember | undefined {
  const values = JSON.stringify(valuesOf(own, reader));
  return listBodyMembers(jsonResponse(status, reader)?.schema, reader).find(
    (one) =>
      (one.at === own.at || (one.at === state.member && one.key === own.key)) &&
      JSON.stringify(valuesOf(one, reader)) === values,
  );
}

/** Whether the read of what an operation was given has a state at the same place: the response is that thing, changed. */
function isOfGivenThing(
  { path }: OperationModel,
  own: BodyMember,
  { byShape }: Statuses,
  reader: SchemaReader,
): boolean {
  return shapesAbove(path).some((shape) => {
    const given = byShape.get(shape);
    return given !== undefined && sameState({ ...given, parameter: "" }, own, reader)?.at === own.at;
  });
}

/** What may be the state of an object that has the one with the state. */
function stateAbove(
  { path }: BodyMember,
  members: readonly BodyMember[],
  reader: SchemaReader,
): BodyMember | undefined {
  const above = path.slice(0, -2).join("/");
  if (path.length < 2) return undefined;
  return members.find(
    (one) => isStateName(one.key) && aboveOf(one) === above && reader.values(one.schema).length > 1,
  );
}

/** States that the id of what a POST starts leads to, with what it was given; none where it is about what was there before. */
function statesBelow(operation: OperationModel, statuses: Statuses): readonly StatusCandidate[] {
  const isOfOne = shapesAbove(operation.path)
    .flatMap((above) => statuses.rivals.get(above) ?? [])
    .some(({ status }) => isOfGiven(operation, status));
  return operation.method !== "POST" || isOfOne ? [] : rivalsOf(operation, statuses);
}

/** Whether an id leads to a state, with what the operation was given. */
function isReached(
  operation: OperationModel,
  { status, parameter }: StatusCandidate,
  reader: SchemaReader,
): boolean {
  return !("missing" in givenBesides(operation, status, { in: "path", name: parameter }, reader));
}

/** A create whose response has an id, and no state, where the only state below its path is that of work: `/exports/{id}/status`. */
function workSign(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  response: ResponseModel,
  candidates: readonly StatusCandidate[],
  all: readonly SignSource[],
): LostSign | undefined {
  const path = withoutSlash(operation.path);
  const [found, ...rivals] = candidates.filter(({ status, parameter }) =>
    [`${path}/{${parameter}}`, `${path}/{${parameter}}/status`].includes(withoutSlash(status.path)),
  );
  if (operation.method !== "POST" || found === undefined || rivals.length > 0) return undefined;
  const { status, states } = found;
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  const given = listBodyMembers(jsonResponse(status, reader)?.schema, reader);
  const state = given.find(({ at }) => at === states.state.member);
  const values = state === undefined ? [] : valuesOf(state, reader);
  // Where no state says that it went wrong, people may judge it.
  const isOfWork = isRun(path, values) || (isWork(path) && !isJudged(path) && states.listed);
  // A 200 may be all there is to it, unless what is below it is the state, or it has little more than an id.
  const isOpen =
    response.status === "201" ||
    (response.status === "200" &&
      (isStatePath(status.path) ||
        (members.length <= MOST_OF_ID &&
          isRun("", values) &&
          !values.some((value) => NOT_BEGUN.test(value)))));
  if (!isOfWork || !isOpen || isChangedByCaller(found, all) || !isReached(operation, found, reader))
    return undefined;
  // An envelope of both holds the id where it holds the state.
  const above = state === undefined ? "" : aboveOf(state);
  const id = idBeside("", members, found) ?? idBeside(above, members, found);
  const ends = isOfStep(state) ? [endsLine(state?.at, { ...states.state, unknown: ["?"] })] : [];
  if (id !== undefined) return signOf(operation, response, found, id, "", ends);
  const header = members.length === 0 ? findHeader(response, "Location") : undefined;
  return header && signOf(operation, response, found, header, "", ends);
}

/** States of what a person begins, or a date. */
const NOT_BEGUN = /^(?:draft|planned|scheduled|upcoming)$/iu;

/** Whether a state is that of one step: after its success, others follow. */
function isOfStep(state: BodyMember | undefined): boolean {
  return (
    state?.path.some((name) =>
      words(name).some((word, _, all) => word === "step" || (all.length > 1 && PART.test(word))),
    ) === true
  );
}

/** Words of what is one of several where another word is beside: a `phase` alone is the state. */
const PART = /^(?:phase|stage)$/u;

/**
 * What is started again: the response is the thing itself, or another one with the same members, with the state that the read of the thing
 * gives. The id of the response leads to either.
 */
function againSign(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  response: ResponseModel,
  own: BodyMember,
  members: readonly BodyMember[],
  { byShape }: Statuses,
): LostSign | undefined {
  const given = byShape.get(shapeOf(againOf(operation)?.thing ?? ""));
  if (given === undefined) return undefined;
  const read = listBodyMembers(jsonResponse(given.status, reader)?.schema, reader).filter(isOfNow);
  const [one, other] = [members, read].map((all) => all.flatMap(({ at }) => (at.includes("/") ? [] : at)));
  if (one?.sort().join() !== other?.sort().join()) return undefined;
  const { parameter } = startIdOf(operation, given.status, reader) ?? {};
  const found = parameter === undefined ? undefined : { ...given, parameter };
  const state = found && sameState(found, own, reader);
  const id = found && idBeside(aboveOf(own), members, found);
  if (found === undefined || state === undefined || id === undefined || !isReached(operation, found, reader))
    return undefined;
  return signOf(operation, response, found, id, ` and the state "${shownMember(own.at)}"`, [
    `parameter: ${yamlScalar(found.parameter)}`,
    ...(state.at === found.states.state.member ? [] : [ownStateLine(state, reader)]),
  ]);
}

/** What was started, and has a state that runs or ends well, and no failure: one GET that its id leads to gives the same state. */
function unfailingSign(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  response: ResponseModel,
  members: readonly BodyMember[],
  all: readonly SignSource[],
): LostSign | undefined {
  const states = operation.method === "POST" ? findUnfailing(members, reader) : undefined;
  const own = members.find(({ at }) => at === states?.state.member);
  if (states === undefined || own === undefined || !isUnfailingRun(operation.path, valuesOf(own, reader)))
    return undefined;
  const same = listUnfailing({ operation, reader }, all).filter(
    (one) => sameState(one, own, reader)?.at === one.states.state.member && !isOfGiven(operation, one.status),
  );
  const [found, ...more] = nearestReads(operation, same, all);
  if (found === undefined || more.length > 0 || isChangedByCaller(found, all)) return undefined;
  const id = idBeside(aboveOf(own), members, found);
  if (id === undefined || !isReached(operation, found, reader)) return undefined;
  const {
    state: { member, succeeded, failed },
  } = found.states;
  const sign = signOf(operation, response, found, id, ` and the state "${shownMember(own.at)}"`, [
    endsLine(member, { succeeded, failed, unknown: [] }),
  ]);
  return { ...sign, missing: `${sign.missing}, and none of its states is a failure` };
}

function signOf(
  operation: OperationModel,
  response: ResponseModel,
  { status, states: { state, unknown } }: StatusCandidate,
  id: BodyMember | HeaderModel,
  more: string,
  given: readonly string[] = [],
): LostSign {
  // Those of another member have a line of their own.
  const isOpen = unknown.length > 0 && !given.some((line) => line.startsWith("state: "));
  return {
    operation,
    trait: "background",
    shown: `its response ${response.status} has ${"at" in id ? `"${shownMember(id.at)}"` : `\`${id.name}\``}${more}`,
    missing: `nothing says that callers wait for the end that \`${operationKey(status)}\` gives${moreUnknown(isOpen ? unknown : [])}`,
    lines: operationLines(operation, [
      "background:",
      `  status: ${quotedKey(status)}`,
      `  id: ${"at" in id ? configuredPath(pointerKeys(`/${id.at}`)) : `{ header: ${yamlScalar(id.name)} }`}`,
      ...[...given, ...(isOpen ? [endsLine(state.member, { ...state, unknown })] : [])].map(
        (line) => `  ${line}`,
      ),
    ]),
  };
}

/** The line for a state that is not the first one of its read. */
function ownStateLine(state: BodyMember, reader: SchemaReader): string {
  return endsLine(state.at, classifyStates(valuesOf(state, reader)));
}

/** Whether the path of an operation says that it changes what runs: `/v12/deployments/{id}/cancel`, which `GET /v13/deployments/{id}` gives. */
function isOfRunning({ path }: OperationModel): boolean {
  return (
    path.includes("}") &&
    /^(?:abort|cancel|kill|pause|resume|stop|terminate)$/u.test(words(path).at(-1) ?? "")
  );
}

/** Whether callers set the state of what was started. */
function isChangedByCaller(
  { status, states: { state } }: StatusCandidate,
  all: readonly SignSource[],
): boolean {
  const thing = withoutSlash(status.path).replace(/\/status$/u, "");
  return isSetByCallers(thing, state.member.split("/").at(-1) ?? "", all);
}
