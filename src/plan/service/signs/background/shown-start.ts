import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { isSafeMethod } from "../../../../openapi/operations.js";
import { words } from "../../../../text/words.js";
import { jsonContent, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { isOfJob, isStateName } from "../../traits/background/final-states.js";
import {
  findStatus,
  isSame,
  sharesNoun,
  showsJob,
  type Statuses,
} from "../../traits/background/find-status.js";
import {
  describesAccepted,
  findAccepted,
  findPolled,
  recogniseBackground,
} from "../../traits/background/recognise-background.js";
import { operationHeader } from "../../traits/background/started-address.js";
import { isStartedId, isStatePath } from "../../traits/background/status-paths.js";
import { aboveOf, type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { shownMember } from "../../traits/pagination/paths.js";
import type { SignSource } from "../sign.js";
import { jobIdOf, readsOfJob, type JobId, showsRun } from "./job-id.js";
import type { PossibleStatuses } from "./possible-status.js";
import { startedState } from "./started-state.js";
import { endsLater } from "./texts/described-start.js";
import { type RequestSwitch, requestSwitch } from "./texts/request-switch.js";

/** A response that shows that something was started, and how. */
export interface ShownStart {
  readonly response: ResponseModel;
  readonly shown: string;
  /** Its status is open, or only words show it. */
  readonly isOpen?: boolean;
  /** Callers choose that it ends later: the state of what its path names tells nothing of that. */
  readonly isChosen?: boolean;
  /** The member that leads to what was started, where no operation is known that takes it. */
  readonly id?: BodyMember;
  /** The state of what its path names, in which that is done. */
  readonly state?: BodyMember;
}

/** The response of an operation that shows, or whose texts show, that something was started which ends later. */
export function findStart(
  { operation, traits, reader }: SignSource,
  possible: PossibleStatuses,
): ShownStart | undefined {
  const { statuses } = possible;
  const accepted = findAccepted(operation);
  const shown = `it responds with ${accepted?.status ?? ""}`;
  if (accepted !== undefined) return { response: accepted, shown, isOpen: isOpen(accepted) };
  if (traits.pagination !== undefined || isSafeMethod(operation.method)) return undefined;
  const polled = findPolled(operation);
  const header = polled && operationHeader(polled);
  if (polled !== undefined && header !== undefined)
    return { response: polled, shown: `its response ${polled.status} has \`${header.name}\`` };
  if (polled !== undefined && findStatus(operation, polled, statuses, reader) !== undefined)
    return { response: polled, shown: `its response ${polled.status} has \`Retry-After\`` };
  const [response, ...others] = successResponses(operation);
  if (operation.longRunning === true && response !== undefined)
    return { response, shown: "an extension says that it ends later than its response" };
  if (response !== undefined && returnsOperation(response, reader))
    return { response, shown: `its response ${response.status} is an operation that may still run` };
  if (response === undefined) return undefined;
  const only = others.length > 0 ? undefined : startOf(operation, response, possible, reader);
  if (only !== undefined) return only;
  // A service that responds with 200 or 201 starts the same.
  const described = successResponses(operation).find((one) => endsLater(operation, one, reader));
  const sent = described === undefined ? requestSwitch(operation, reader) : undefined;
  if (described === undefined && sent === undefined) return undefined;
  const withBody = successResponses(operation).find((one) => jsonContent(one, reader) !== undefined);
  const started = withBody ?? described ?? response;
  const id = jobIdOf(operation, started, reader)?.member;
  return {
    response: started,
    shown:
      sent === undefined ? "its description says that it ends later than its response" : shownSwitch(sent),
    isOpen: true,
    isChosen: sent !== undefined,
    ...(id === undefined ? {} : { id }),
  };
}

function shownSwitch({ name, isCallback }: RequestSwitch): string {
  const shown = `its request has "${shownMember(name)}"`;
  return isCallback
    ? `${shown}, an address that is called when what it starts has ended`
    : `${shown}, which lets it end later than its response`;
}

/** What the only success of an operation shows of something that was started. */
function startOf(
  operation: OperationModel,
  response: ResponseModel,
  possible: PossibleStatuses,
  reader: SchemaReader,
): ShownStart | undefined {
  const { statuses } = possible;
  const has = (one: string) => `its response ${response.status} has ${one}`;
  const taken = takenId(response, statuses, reader);
  if (taken !== undefined) return { response, shown: has(`"${shownMember(taken)}"`) };
  const job = jobIdOf(operation, response, reader);
  if (job?.isTracked === true)
    return {
      response,
      shown: `the text of "${shownMember(job.member.at)}" in its response ${response.status} says that callers look up a status with it`,
      isOpen: true,
      id: job.member,
    };
  if (job !== undefined && leadsToRun(operation, job, possible, reader))
    return { response, shown: has(`"${shownMember(job.member.at)}"`), isOpen: true, id: job.member };
  const { value, member } = startedState(operation, response, reader) ?? {};
  if (member !== undefined)
    return { response, shown: has(`the state ${JSON.stringify(value)}`), isOpen: true, state: member };
  return isOpen(response) && mayBeAccepted(operation, response, statuses, reader)
    ? { response, shown: `its response ${response.status} may be a 202`, isOpen: true }
    : undefined;
}

/** Whether the id of a job leads to one that runs. A task that a person does is created at its own path, and cannot go wrong. */
function leadsToRun(
  operation: OperationModel,
  job: JobId,
  { reads }: PossibleStatuses,
  reader: SchemaReader,
): boolean {
  const isElsewhere = !sharesNoun(operation.path, [job.noun]) && job.member.key !== "id";
  return readsOfJob(operation, job, reads, reader).some(
    (read) => isElsewhere || showsRun(read, reader) || (job.noun === "job" && isStatePath(read.path)),
  );
}

/** Whether a response whose status the contract leaves open may be a 202: a description says so, or as one it would lead to the state of a job. */
function mayBeAccepted(
  operation: OperationModel,
  response: ResponseModel,
  statuses: Statuses,
  reader: SchemaReader,
): boolean {
  // The only response of an operation, `default`, is of its errors too.
  if (/\b(?:errors?|exceptions?|failures?|refused|rejected|not accepted)\b/i.test(response.description ?? ""))
    return false;
  if (describesAccepted(operation, response)) return true;
  const { status, id = "" } = recogniseBackground(operation, statuses, reader, response)?.facts ?? {};
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  return statuses.candidates.some(
    (one) =>
      status !== undefined &&
      isSame(one.status.name, status) &&
      showsJob(one, reader) &&
      !isOfThing(
        members.find(({ at }) => at === id),
        members,
      ),
  );
}

/** Whether the contract leaves the status of a success open: it may be a 202. */
function isOpen({ status }: ResponseModel): boolean {
  return status === "2XX" || status === "default";
}

/** Whether what has an id of something has one of its own: it refers to a task, and is not one that runs. */
function isOfThing(id: BodyMember | undefined, members: readonly BodyMember[]): boolean {
  const above = id && aboveOf(id);
  return id?.key !== "id" && members.some((one) => one.key === "id" && aboveOf(one) === above);
}

/** Whether a response is what its schema calls an operation, and says whether that has ended: a flag (AIP-151), or a state that runs. */
export function returnsOperation(response: ResponseModel, reader: SchemaReader): boolean {
  const schema = jsonContent(response, reader)?.schema;
  if (schema?.type.kind !== "ref" || words(schema.type.name).at(-1) !== "operation") return false;
  const members = (reader.properties(schema) ?? []).map(({ name, schema: node }) => ({
    key: words(name).join("_"),
    node,
  }));
  return members.some(
    ({ key, node }) =>
      (key === "done" && reader.resolve(node).type.kind === "boolean") ||
      (isStateName(key) &&
        reader
          .values(node)
          .some(
            (value) => typeof value === "string" && (isOfJob(value) || words(value).at(-1) === "pending"),
          )),
  );
}

/** The id of a response that an operation with states takes. */
function takenId(
  response: ResponseModel,
  { candidates }: Statuses,
  reader: SchemaReader,
): string | undefined {
  const keys = new Set(candidates.map(({ parameter }) => words(parameter).join("_")));
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  const found = members.find(({ key }) => isStartedId(key) && keys.has(key));
  return isOfThing(found, members) ? undefined : found?.at;
}
