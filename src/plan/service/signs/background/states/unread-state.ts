import type { OperationModel, ResponseModel } from "../../../../../model/api-model.js";
import { singularWord } from "../../../../../text/nouns.js";
import { words } from "../../../../../text/words.js";
import { jsonResponse } from "../../../responses.js";
import type { SchemaReader } from "../../../schema-reader.js";
import { findStates } from "../../../traits/background/final-states.js";
import { shapeOf } from "../../../traits/background/status-paths.js";
import { aboveOf, type BodyMember, listBodyMembers } from "../../../traits/body-members.js";
import { shownMember } from "../../../traits/pagination/paths.js";
import type { SignSource } from "../../sign.js";
import type { PossibleStatuses } from "../possible-status.js";
import { valuesOf } from "../unfailing-states.js";
import { goesWrong, isJudged, isOfMachine, isOfMachineAt, isWork } from "../work-words.js";
import { isAbout, isOfStart, isOfThing, isSent, isSetByCallers } from "./own-state.js";

/**
 * The state of what a POST starts, by values of its response that run, succeed or go wrong, where no read with an id gives that state: the client
 * does not wait for its end. Where one does, the state is judged as that of a job.
 */
export function unreadState(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  { status }: ResponseModel,
  members: readonly BodyMember[],
  { all, reads }: PossibleStatuses & { readonly all: readonly SignSource[] },
): { readonly member: BodyMember; readonly shown: string } | undefined {
  if (!isOfStart(operation)) return undefined;
  const own = members.find(
    (one) =>
      isAbout(operation.path, one.key) &&
      isOfThing(one.path, members, reader) &&
      runs(operation, one, reader),
  );
  if (own === undefined || isSent(operation, own, reader) || isGiven(operation, own, members, reader))
    return undefined;
  if (readsOfState(own, reads, reader).length > 0) return undefined;
  if (isSetByCallers(`${shapeOf(operation.path)}/{}`, own.path.at(-1) ?? "", all)) return undefined;
  const running = listedValues(own, reader).find((value) => isOfMachine(value) && !goesWrong([value]));
  return {
    member: own,
    shown: `its response ${status} has the state "${shownMember(own.at)}"${running === undefined ? "" : ` with ${JSON.stringify(running)}`}`,
  };
}

/** Whether a schema lists states of both ends for a member, and of work that runs. What a text lists may be about something else. */
function runs({ path }: OperationModel, member: BodyMember, reader: SchemaReader): boolean {
  const values = listedValues(member, reader);
  if (findStates([member], reader)?.listed !== true || !goesWrong(values)) return false;
  return (
    values.some((value) => isOfMachineAt(path, value)) ||
    (isOfWork(path) && values.some((value) => WAITS.test(words(value).at(-1) ?? "")))
  );
}

/** Whether a path names work by itself: people judge reports, and callers send what is uploaded. */
function isOfWork(path: string): boolean {
  return isWork(path) && !isJudged(path) && !/^uploads?$/u.test(words(path).at(-1) ?? "");
}

/** Last words of states of what did not end yet, which people have, too. */
const WAITS =
  /^(?:created|initiali[sz]ing|new|pending|processing|requested|scheduled|started|submitted|waiting)$/u;

function listedValues({ schema }: BodyMember, reader: SchemaReader): readonly string[] {
  return reader.values(schema).filter((value) => typeof value === "string");
}

/** Whether the id of what has the state is given by the caller: that was started before. A path names it: `/export/log` with an `exportId`. */
function isGiven(
  { body, parameters, path }: OperationModel,
  own: BodyMember,
  members: readonly BodyMember[],
  reader: SchemaReader,
): boolean {
  const sent = [
    ...parameters.filter((one) => one.in !== "path").map(({ name }) => words(name).join("_")),
    ...(body?.content ?? []).flatMap(({ schema }) => listBodyMembers(schema, reader)).map(({ key }) => key),
  ];
  const given = new Set([...sent, ...parameters.map(({ name }) => words(name).join("_"))]);
  const above = aboveOf(own);
  const ids = members.filter((one) => aboveOf(one) === above && ID.test(one.key)).map(({ key }) => key);
  // Where the last word names work, that is made: `/imports/{import_id}/exports`.
  const named = isWork(path)
    ? []
    : words(path)
        .slice(0, -1)
        .map((word) => `${singularWord(word)}_id`);
  return ids.some((key) => given.has(key)) || named.some((key) => sent.includes(key));
}

/** The name of what tells one thing from others of its kind. */
const ID =
  /^(?:[gu]?id|uuid)$|^(?:build|deployment|execution|job|operation|process|run|task|workflow)_(?:guid|id|key|uuid)$/u;

/** The reads of a contract that give the same state, by its name and values; looked up once for all. */
export function readsOfState(
  own: BodyMember,
  reads: readonly OperationModel[],
  reader: SchemaReader,
): readonly OperationModel[] {
  const known = reader.once(createKnown);
  const byState = known.get(reads) ?? indexStates(reads, reader);
  known.set(reads, byState);
  return byState.get(nameOf(own, reader)) ?? [];
}

type ReadsByState = ReadonlyMap<string, readonly OperationModel[]>;

function createKnown(): Map<readonly OperationModel[], ReadsByState> {
  return new Map();
}

function indexStates(reads: readonly OperationModel[], reader: SchemaReader): ReadsByState {
  const byState = new Map<string, OperationModel[]>();
  for (const read of reads) {
    const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
    for (const name of new Set(members.map((one) => nameOf(one, reader)))) {
      const found = byState.get(name);
      if (found === undefined) byState.set(name, [read]);
      else found.push(read);
    }
  }
  return byState;
}

function nameOf(member: BodyMember, reader: SchemaReader): string {
  return [member.key, ...valuesOf(member, reader)].join("\n");
}
