import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { singularWord } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { jsonContent, jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { isOfJob, isStateName } from "../../traits/background/final-states.js";
import { mayHaveState } from "../../traits/background/find-status.js";
import { idParameterOf } from "../../traits/background/given-parameters.js";
import { isOfGiven, isStatePath, withoutSlash } from "../../traits/background/status-paths.js";
import { aboveOf, type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { isTracked } from "./texts/tracked-id.js";
import { valuesOf } from "./unfailing-states.js";
import { goesWrong } from "./work-words.js";

/** The id of what runs by itself that a response has, and what it is the id of. */
export interface JobId {
  readonly member: BodyMember;
  readonly noun: string;
  /** Its text says that callers find out with it how far that is. */
  readonly isTracked?: true;
}

/** `task_id`, `jobid` */
const KEY = /^(execution|job|operation|process|task|workflow)_?(?:guid|id|identifier|key|uuid)$/u;

/** "In asynchronous mode, identifier of the job", "The job id" */
const TEXT =
  /\b(?:id|identifier|uuid)\s(?:of|for)\s(?:an?|the|this)\s(?:\w{1,20}\s)?(execution|job|operation|task)\b|\b(execution|job|operation|task)['’]?s?\s(?:id|identifier|uuid)\b/iu;

/** Characters of a text that are searched. */
const LONGEST = 400;

/** The id of what runs, by its name or its text, where it is not one that the operation was given, nor beside the id of a thing that refers to it. */
export function jobIdOf(
  operation: OperationModel,
  response: ResponseModel,
  reader: SchemaReader,
): JobId | undefined {
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  const given = new Set([
    ...operation.parameters.map(({ name }) => keyOf(name)),
    ...(operation.body?.content ?? [])
      .flatMap(({ schema }) => listBodyMembers(schema, reader))
      .map(({ key }) => keyOf(key)),
  ]);
  const found = members.flatMap((member) => {
    const [, named] = KEY.exec(member.key) ?? [];
    const isOfThing = named !== undefined && members.some((one) => one.key === "id" && isBeside(one, member));
    if (named !== undefined)
      return isOfThing || given.has(keyOf(member.key)) ? [] : [{ member, noun: named }];
    const [, of, before] = member.key === "id" ? (TEXT.exec(member.text.slice(0, LONGEST)) ?? []) : [];
    const noun = (of ?? before)?.toLowerCase();
    return noun === undefined ? [] : [{ member, noun }];
  });
  if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  const [tracked, ...others] = members.filter((one) => isTracked(one) && !given.has(keyOf(one.key)));
  if (tracked === undefined || others.length > 0) return undefined;
  // `migration` of `file_migration_id`
  const noun = words(tracked.key.replace(/_[^_]*$/u, "")).at(-1) ?? "";
  return { member: tracked, noun, isTracked: true };
}

/** `jobid` and `job_id` are one name. */
function keyOf(name: string): string {
  return words(name).join("");
}

function isBeside(one: BodyMember, other: BodyMember): boolean {
  return aboveOf(one) === aboveOf(other);
}

/** The reads that the id of what runs leads to: `GET /tasks/{id}`, or one whose only parameter is called after it. What has no state does not count. */
export function readsOfJob(
  operation: OperationModel,
  { member, noun, isTracked: isOfText }: JobId,
  reads: readonly OperationModel[],
  reader: SchemaReader,
): readonly OperationModel[] {
  return reads.filter((read) => {
    const parameter = isOfGiven(operation, read) ? undefined : idParameterOf(operation, read);
    if (parameter === undefined) return false;
    const [, segment = "", last] =
      /\/([^/{}]*)\/\{([^{}/]*)\}$/u.exec(withoutSlash(read.path).replace(OF_STATE, "")) ?? [];
    if (last !== parameter) return false;
    const isNamed = keyOf(parameter) === keyOf(member.key) && member.key !== "id";
    const isAbout = isNamed || singularWord(words(segment).at(-1) ?? "") === noun;
    if (isOfText === true && isAbout) return mayHaveState(read, reader);
    return (isAbout || isDescribed(read, parameter, noun)) && shownBy(read, reader).mayShowJob;
  });
}

/** Whether a read of a state says in the text of its parameter whose id that takes: "The ID of the bulk job to retrieve its status". */
function isDescribed({ parameters, path }: OperationModel, parameter: string, noun: string): boolean {
  const { description = "" } = parameters.find((one) => one.in === "path" && one.name === parameter) ?? {};
  const [, of, before] = TEXT.exec(description.slice(0, LONGEST)) ?? [];
  return isStatePath(path) && (of ?? before)?.toLowerCase() === noun;
}

const OF_STATE = /\/(?:info|progress|state|status)$/iu;

/** What a read shows of something that runs. */
interface ShownRun {
  /** One of its states is that of a job, its path says so, or nothing is described. */
  readonly mayShowJob: boolean;
  /** One of its states is that of a job. */
  readonly showsJob: boolean;
  /** It has states of which one is that of a job, and one says that it went wrong. */
  readonly showsRun: boolean;
}

/** What was found of each read before: every start asks. */
function createShown(): Map<OperationModel, ShownRun> {
  return new Map();
}

/** Whether a read shows states of which one is that of a job, and one says that it went wrong. */
export function showsRun(read: OperationModel, reader: SchemaReader): boolean {
  return shownBy(read, reader).showsRun;
}

/** Whether a read shows states of which one is that of a job. */
export function showsJobState(read: OperationModel, reader: SchemaReader): boolean {
  return shownBy(read, reader).showsJob;
}

function shownBy(read: OperationModel, reader: SchemaReader): ShownRun {
  const known = reader.once(createShown);
  const found = known.get(read) ?? readShown(read, reader);
  known.set(read, found);
  return found;
}

function readShown(read: OperationModel, reader: SchemaReader): ShownRun {
  const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  const wrong = members.filter((one) => goesWrong(valuesOf(one, reader)));
  return {
    mayShowJob: members.length === 0 || isStatePath(read.path) || showsRunning(members, reader),
    showsJob: showsRunning(members, reader),
    showsRun: showsRunning(wrong, reader),
  };
}

/** Whether one of the states that members list is that of a job. */
function showsRunning(members: readonly BodyMember[], reader: SchemaReader): boolean {
  return members.some(
    ({ key, schema }) =>
      isStateName(key) && reader.values(schema).some((value) => typeof value === "string" && isOfJob(value)),
  );
}
