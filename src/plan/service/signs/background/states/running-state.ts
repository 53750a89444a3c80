import type { OperationModel, ResponseModel } from "../../../../../model/api-model.js";
import { pointerKeys } from "../../../../../text/json-pointer.js";
import { words } from "../../../../../text/words.js";
import { yamlScalar } from "../../../../../text/yaml-scalar.js";
import { jsonContent, jsonResponse, operationKey, successResponses } from "../../../responses.js";
import type { SchemaReader } from "../../../schema-reader.js";
import { intendedStates } from "../../../traits/background/intended-states.js";
import { classifyStates, findStates, isOfNow, isStateName } from "../../../traits/background/final-states.js";
import { givenBesides, idParameterOf, shapesAbove } from "../../../traits/background/given-parameters.js";
import { shapeOf } from "../../../traits/background/status-paths.js";
import { aboveOf, type BodyMember, listBodyMembers } from "../../../traits/body-members.js";
import { shownMember } from "../../../traits/pagination/paths.js";
import { configuredPath } from "../../pages/paging-lines.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "../../sign.js";
import { idBeside } from "../id-beside.js";
import { endsLine } from "../partial-states.js";
import type { PossibleStatuses } from "../possible-status.js";
import { valuesOf } from "../unfailing-states.js";
import { goesWrong, isJudged, isOfMachine, isOfMachineAt, isWork } from "../work-words.js";
import { outcomeBeside } from "./outcome-beside.js";
import { readsOfState, unreadState } from "./unread-state.js";
import { isAbout, isOfStart, isOfThing, isSent, isSetByCallers, mayCreate, MOST_OF_ID } from "./own-state.js";

/** The state of what an operation starts, and how it shows that this still runs. */
export interface RunningState {
  readonly member: BodyMember;
  readonly shown: string;
  /** Only the read of it has it: which states end what was started, a person says. */
  readonly isOfRead?: true;
  /** None of its values is a failure: only where a read gives the same one, and callers do not set it. */
  readonly isUnfailing?: boolean;
}

/**
 * An operation whose response has a state that only unfinished work has, which no other sign names: the client returns before that has ended.
 * Which of the states end it, a person says.
 */
export function runningSign(
  { operation, reader }: SignSource,
  possible: PossibleStatuses,
  all: readonly SignSource[],
): LostSign | undefined {
  const [response] = successResponses(operation);
  if (response === undefined || !mayCreate(operation, all)) return undefined;
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader).filter(isOfNow);
  // A POST with states of success and of failure is judged as a job, where a read gives them.
  if (operation.method === "POST" && findStates(members, reader) !== undefined) {
    const unread = unreadState({ operation, reader }, response, members, { ...possible, all });
    const below = unread && readOf(operation, unread.member, possible, reader);
    return unread && signOfState({ operation, reader }, unread, members, below);
  }
  const found = stateOf(operation, response, members, reader);
  if (found === undefined) return idSign({ operation, reader }, response, members, possible);
  if (isSent(operation, found.member, reader)) return undefined;
  if (isOfGivenThing(operation, found.member, possible, reader)) return undefined;
  const read = readOf(operation, found.member, possible, reader);
  if (
    found.isUnfailing === true &&
    (read === undefined || isSetByCallers(read.path, found.member.path.at(-1) ?? "", all))
  )
    return undefined;
  return signOfState({ operation, reader }, found, members, read);
}

/** The first state of a response that shows unfinished work: by its values, or by what is beside it. */
function stateOf(
  operation: OperationModel,
  { status }: ResponseModel,
  members: readonly BodyMember[],
  reader: SchemaReader,
): RunningState | undefined {
  const { path } = operation;
  const own = members.filter(
    ({ key, path: at }) => (isAbout(path, key) || RESPONSE.test(key)) && isOfThing(at, members, reader),
  );
  for (const member of own.filter(({ key }) => isOfStart(operation) && isStateName(key))) {
    const values = reader.values(member.schema).filter((value) => typeof value === "string");
    const shown = `its response ${status} has the state "${shownMember(member.at)}"`;
    const isTest = isOfTest(path, member.key, values);
    const running = values.find(
      (value) => (runs(path, value) || (isTest && isOfMachine(value))) && !goesWrong([value]),
    );
    if (running !== undefined && (isTest || isOfWork(values)))
      return { member, shown: `${shown} with ${JSON.stringify(running)}`, isUnfailing: !isOfWork(values) };
    const url = members.find((one) => aboveOf(one) === aboveOf(member) && RESULT_ADDRESS.test(one.key));
    if (url !== undefined && values.length === 0 && isText(member, reader) && !isEnvelope(member, reader))
      return { member, shown: `${shown} beside "${shownMember(url.at)}"` };
  }
  for (const member of own.filter(() => isOfStart(operation))) {
    const values = reader.values(member.schema).filter((value) => typeof value === "string");
    if (values.length > 0 && values.every((value) => ACCEPTED.test(words(value).at(-1) ?? "")))
      return {
        member,
        shown: `its response ${status} has "${shownMember(member.at)}", ${values.length > 1 ? "whose values are all like" : "whose only value is"} ${JSON.stringify(values[0])}`,
      };
  }
  return undefined;
}

/** Names of a member that may say what became of a request. */
const RESPONSE = /^(?:response|result)$/u;

/** Whether a state is one of unfinished work: by its words, or by those of a path. */
function runs(path: string, value: string): boolean {
  return (
    isOfMachineAt(path, value) ||
    CHANGES.test(value) ||
    (value.toLowerCase() === "processing" && OF_FILES.test(path))
  );
}

/** What a service does to what it keeps: people do not create or update it for so long that it would be a state. */
const CHANGES = /^(?:creat|deploy|generat|install|launch|migrat|updat|validat)ing$/iu;

/** A path of what is processed by itself, and not by people: an order is `processing`, too. */
const OF_FILES =
  /\/(?:audios?|datasets?|documents?|files?|images?|media|models?|recordings?|transcripts?|videos?)\b/iu;

/** States in which something is for long that runs again later. */
export const LASTS = /^(?:disabled|halted|idle|inactive|offline|paused|stopped|suspended)$/iu;

/** Whether states with one that runs are those of work: one says that it went wrong. */
function isOfWork(values: readonly string[]): boolean {
  const { succeeded } = classifyStates(values);
  // A server is `running` or `stopped` for long.
  if (succeeded.length === 0 && values.some((value) => LASTS.test(value))) return false;
  return goesWrong(values);
}

/** Whether states are those of a test or a run that only runs and completes, as the last word of a path or the name of a state has it. */
function isOfTest(path: string, key: string, values: readonly string[]): boolean {
  const { succeeded } = classifyStates(values);
  const isOver = succeeded.length > 0 && values.every((one) => succeeded.includes(one) || isOfMachine(one));
  const [end, noun] = [words(path).at(-1) ?? "", words(key).at(-2) ?? ""];
  return isOver && [end, noun].some((word) => /^tests?$/u.test(word) || (isWork(word) && !isJudged(word)));
}

/** The address of what work makes, which is there when that has ended. */
const RESULT_ADDRESS = /^(?:download|output|result)s?_(?:href|link|ur[il])$/u;

/** Whether a text shows that a call succeeded, as an envelope does: "success". */
function isEnvelope({ schema, text }: BodyMember, reader: SchemaReader): boolean {
  const examples = [...schema.doc.examples, ...reader.resolve(schema).doc.examples];
  return [text.slice(0, LONGEST), ...examples].some(
    (one) => typeof one === "string" && /\b(?:ok|success(?:ful)?)\b/iu.test(one),
  );
}

/** Characters of a text that are searched. */
const LONGEST = 400;

/** Last word of a state that says only that something was taken for later. */
const ACCEPTED = /^(?:enqueued|initiated|inprogress|processing|progress|queued|received|started)$/u;

function isText({ schema }: BodyMember, reader: SchemaReader): boolean {
  return reader.resolve(schema).type.kind === "string";
}

/** Whether a member of a read is the same state, wherever that has it. */
function sameState(read: OperationModel, own: BodyMember, reader: SchemaReader): BodyMember | undefined {
  const values = valuesOf(own, reader).join("\n");
  const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  const fits = members.filter((one) => one.key === own.key && valuesOf(one, reader).join("\n") === values);
  return fits.find(({ at }) => at === own.at) ?? fits[0];
}

/**
 * The state of a thing that a read right below a start gives by the same name, without listed values or with more of them: a person says which
 * ones end it.
 */
function likeState(read: OperationModel, own: BodyMember, reader: SchemaReader): BodyMember | undefined {
  const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  const values = valuesOf(own, reader);
  return members.find((one) => {
    const others = valuesOf(one, reader);
    const fits = others.length === 0 || values.every((value) => others.includes(value));
    return one.key === own.key && fits && isOfThing(one.path, members, reader);
  });
}

/** Whether the state is that of what the path of an operation names: what is below that only changes it. */
function isOfGivenThing(
  { path }: OperationModel,
  own: BodyMember,
  { byShape }: PossibleStatuses,
  reader: SchemaReader,
): boolean {
  return shapesAbove(path).some((shape) => {
    const read = shape === shapeOf(path) ? undefined : byShape.get(shape);
    return read !== undefined && sameState(read, own, reader)?.at === own.at;
  });
}

/** The read that gives the same state: at the own path, right below it, or the only one that an id leads to. */
export function readOf(
  operation: OperationModel,
  own: BodyMember,
  { byShape, reads }: PossibleStatuses,
  reader: SchemaReader,
): OperationModel | undefined {
  const shape = shapeOf(operation.path);
  const [same, below] = [byShape.get(shape), byShape.get(`${shape}/{}`)];
  const near = [same, below].find((read) => read !== undefined && sameState(read, own, reader) !== undefined);
  if (near !== undefined) return near;
  if (below !== undefined && likeState(below, own, reader) !== undefined) return below;
  const [only, ...others] = readsOfState(own, reads, reader).filter(
    (read) => idParameterOf(operation, read) !== undefined,
  );
  return others.length > 0 ? undefined : only;
}

/** The sign of a state that still runs, with lines where a read gives the same one. */
export function signOfState(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  { member, shown, isOfRead }: RunningState,
  members: readonly BodyMember[],
  read: OperationModel | undefined,
): LostSign {
  const sign = { operation, trait: "background" as const, shown };
  const isOwn = read !== undefined && shapeOf(read.path) === shapeOf(operation.path);
  const parameter =
    read &&
    (isOwn ? read.parameters.findLast((one) => one.in === "path")?.name : idParameterOf(operation, read));
  const same = read && sameState(read, member, reader);
  const state = same ?? (read && likeState(read, member, reader));
  const id = isOwn || read === undefined ? undefined : idFor(read, parameter, member, members);
  if (read === undefined || parameter === undefined || state === undefined || (id === undefined && !isOwn))
    return {
      ...sign,
      missing: "nothing says for certain which operation gives that state of what it starts",
      lines: [],
    };
  const missing = `nothing says that callers wait for the end that \`${operationKey(read)}\` gives`;
  if ("missing" in givenBesides(operation, read, { in: "path", name: parameter }, reader))
    return { ...sign, missing, lines: [] };
  const listed = valuesOf(state, reader);
  const ends = intendedStates(
    operation,
    read,
    classifyStates(listed.length > 0 ? listed : valuesOf(member, reader)),
    id !== undefined,
  );
  const { unknown } = ends;
  // The first poll after a delete may still give the state from before.
  const succeeded = operation.method === "DELETE" ? [] : ends.succeeded;
  // A thing that is stopped or cancelled did not fail for that.
  const failed = isOfRead === true ? ends.failed.filter((one) => goesWrong([one])) : ends.failed;
  const given = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  const isKnown = succeeded.length > 0 && failed.length > 0 && unknown.length === 0;
  const isOpen =
    isOfRead === true || same === undefined || !isKnown || outcomeBeside(state, given, reader) !== undefined;
  return {
    ...sign,
    missing: isOpen ? `${missing}, nor which states end it` : missing,
    lines: operationLines(operation, [
      "background:",
      `  status: ${quotedKey(read)}`,
      `  id: ${id === undefined ? `{ parameter: ${yamlScalar(parameter)} }` : configuredPath(pointerKeys(`/${id.at}`))}`,
      `  ${endsLine(state.at, { succeeded, failed, unknown: isOpen ? ["?"] : [] })}`,
    ]),
  };
}

/** The member of a response that a parameter of a read takes. */
function idFor(
  status: OperationModel,
  parameter: string | undefined,
  state: BodyMember | undefined,
  members: readonly BodyMember[],
): BodyMember | undefined {
  if (parameter === undefined) return undefined;
  const states = { state: { member: "", succeeded: [], failed: [] }, listed: true, unknown: [] };
  return idBeside(state === undefined ? "" : aboveOf(state), members, { status, parameter, states });
}

/** Last word of a path that makes a thing of what is sent. */
const MAKES = /^(?:import|ingest|upload)s?$/u;

/** An upload or the like whose response is little more than an id, where the read of the thing has a state of unfinished work. */
function idSign(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  { status }: ResponseModel,
  members: readonly BodyMember[],
  { byShape }: PossibleStatuses,
): LostSign | undefined {
  const { path } = operation;
  const [, above = path, verb = ""] = /^(.*)\/([^/{}]+)\/?$/u.exec(path) ?? [];
  const read = MAKES.test(words(verb).at(-1) ?? "") ? byShape.get(`${shapeOf(above)}/{}`) : undefined;
  const state = read && listBodyMembers(jsonResponse(read, reader)?.schema, reader).find(isOfWork);
  const parameter = read && idParameterOf(operation, read);
  if (
    !isOfStart(operation) ||
    members.length > MOST_OF_ID ||
    read === undefined ||
    state === undefined ||
    parameter === undefined
  )
    return undefined;
  const id = idFor(read, parameter, undefined, members);
  if (id === undefined) return undefined;
  const found = {
    member: state,
    isOfRead: true as const,
    shown: `its response ${status} has only "${shownMember(id.at)}", and \`${operationKey(read)}\` has the state "${shownMember(state.at)}"`,
  };
  return isSent(operation, state, reader)
    ? undefined
    : signOfState({ operation, reader }, found, members, read);

  function isOfWork(member: BodyMember): boolean {
    const values = valuesOf(member, reader);
    return isAbout(path, member.key) && goesWrong(values) && values.some(isOfMachine);
  }
}
