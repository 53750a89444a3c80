import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { findEnds } from "../../traits/background/done-flag.js";
import { classifyStates, isOfJob, isStateName, quotedList } from "../../traits/background/final-states.js";
import { isAbout } from "../../traits/background/find-status.js";
import { idParameterOf } from "../../traits/background/given-parameters.js";
import { isOfGiven } from "../../traits/background/status-paths.js";
import { shownMember } from "../../traits/pagination/paths.js";
import { listBodyMembers } from "../../traits/body-members.js";
import { outcomeBeside } from "./states/outcome-beside.js";
import { isOfThing } from "./states/own-state.js";
import { stateLine } from "./unknown-states-sign.js";

/** States of which the words say that some end well, or badly, and not what others mean (`running`, `done`, `broken`), or of which none is a failure. */
export interface PartialStates {
  readonly member: string;
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  readonly unknown: readonly string[];
  /** One of them is that of a job that runs. */
  readonly isOfJob: boolean;
  /** The member beside them that tells of failures where they do not: no state is an end that is good for certain. */
  readonly outcome?: string;
}

/** The most outward state of a read whose schema lists an end of one kind, and words that are not known or, after a good end, are of what still runs. */
export function partialStates(read: OperationModel, reader: SchemaReader): PartialStates | undefined {
  const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  for (const member of members.filter(({ key }) => isStateName(key))) {
    const { at, schema } = member;
    const values = reader.values(schema);
    const { succeeded, failed, unknown } = classifyStates(values);
    const isJob = values.some((value) => typeof value === "string" && isOfJob(value));
    // `timedout` alone may be of what goes on.
    const isKnown = isJob && succeeded.length > 0 && failed.length > 0;
    const isOneKind = succeeded.length > 0 !== failed.length > 0;
    const mayRun = values.some((value) => value !== null && !succeeded.includes(String(value)));
    if (!isKnown && (!isOneKind || (unknown.length === 0 && !(succeeded.length > 0 && mayRun)))) continue;
    const outcome = outcomeBeside(member, members, reader)?.at;
    const found = { member: at, succeeded, failed, unknown, isOfJob: isJob };
    return outcome === undefined ? found : { ...found, outcome };
  }
  return undefined;
}

/** The only read about what an operation starts that has such states of a job: an address, or an id of any name, may lead there. */
export function onlyPartialStatus(
  operation: OperationModel,
  response: ResponseModel,
  reads: readonly OperationModel[],
  reader: SchemaReader,
): OperationModel | undefined {
  const [only, ...others] = reads.filter((read) => {
    if (!isOfPartialJob(read, reader)) return false;
    const parameter = idParameterOf(operation, read);
    if (parameter === undefined || isOfGiven(operation, read)) return false;
    return isAbout(operation, response, { read, parameter }, reader);
  });
  return others.length > 0 ? undefined : only;
}

/** What was found of each read before: every start asks. */
function createFound(): Map<OperationModel, boolean> {
  return new Map();
}

/** Whether a read has such states of a job, and no other member whose states are all known. */
function isOfPartialJob(read: OperationModel, reader: SchemaReader): boolean {
  const known = reader.once(createFound);
  const found =
    known.get(read) ??
    (partialStates(read, reader)?.isOfJob === true &&
      findEnds(listBodyMembers(jsonResponse(read, reader)?.schema, reader), reader) === undefined);
  known.set(read, found);
  return found;
}

/** The only state of a read, where it is that of the whole: which of its values end a wait, a person says. */
export function openStates(read: OperationModel, reader: SchemaReader): PartialStates | undefined {
  const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  const [only, ...others] = members.filter(({ key }) => isStateName(key));
  if (only === undefined || others.length > 0 || !isOfThing(only.path, members, reader)) return undefined;
  const isOne = ["any", "enum", "literal", "number", "string"].includes(
    reader.resolve(only.schema).type.kind,
  );
  return isOne ? { member: only.at, succeeded: [], failed: [], unknown: ["?"], isOfJob: false } : undefined;
}

/** What is not known of them. */
export function unknownEnds({ unknown, failed, outcome }: PartialStates, read: string): string {
  if (unknown.length === 0 && outcome !== undefined)
    return `nothing says which states of ${read} end the wait: "${shownMember(outcome)}" beside them tells of failures, too`;
  if (unknown.length === 0 && failed.length > 0)
    return `nothing says for certain which states of ${read} end the wait`;
  if (unknown.length === 0) return `none of the states of ${read} is a failure`;
  return `nothing tells whether ${quotedList(unknown)} of ${read} ${unknown.length > 1 ? "end" : "ends"} the wait`;
}

/** What a sign says besides, of states that are known but for some; empty where all are. */
export function moreUnknown(unknown: readonly string[]): string {
  if (unknown.length === 0) return "";
  return `, nor whether ${quotedList(unknown)} ${unknown.length > 1 ? "end" : "ends"} the wait`;
}

/** The line that says which states end the wait, for a person to fill in where some are unknown. */
export function partialLine(states: PartialStates | undefined): string {
  const { member, succeeded = [], failed = [], unknown = ["?"], outcome } = { ...states };
  return endsLine(member, { succeeded, failed, unknown: outcome === undefined ? unknown : ["?"] });
}

/** The same of the states of a member. Where none is a failure, the list may lack some: a person says that there are none. */
export function endsLine(
  member: string | undefined,
  { succeeded, failed, unknown }: Pick<PartialStates, "failed" | "succeeded" | "unknown">,
): string {
  const open = unknown.length === 0 ? [] : ["?"];
  return stateLine(member, [...succeeded, ...open], failed.length === 0 ? ["?"] : [...failed, ...open]);
}
