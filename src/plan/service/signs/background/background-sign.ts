import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { isSafeMethod } from "../../../../openapi/operations.js";
import { words } from "../../../../text/words.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { fullName, jsonContent, jsonResponse, operationKey, successResponses } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import {
  findStatus,
  isSame,
  rivalsOf,
  showsJob,
  type Statuses,
} from "../../traits/background/find-status.js";
import { givenBesides, idParameterOf } from "../../traits/background/given-parameters.js";
import { findAddress, findBodyAddress, operationHeader } from "../../traits/background/started-address.js";
import { isOfJob, isStateName } from "../../traits/background/final-states.js";
import {
  isOfJobs,
  isStartedId,
  isStatePath,
  pathAbove,
  shapeOf,
} from "../../traits/background/status-paths.js";
import {
  indexResults,
  ownersOf,
  resultBelow,
  type ResultIndex,
} from "../../traits/background/find-result.js";
import {
  findAccepted,
  findPolled,
  recogniseBackground,
  describesAccepted,
} from "../../traits/background/recognise-background.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { shownMember } from "../../traits/pagination/paths.js";
import { jobSign } from "./job-sign.js";
import { ownerOfId, possibleStatus, type PossibleStatuses } from "./possible-status.js";
import { configuredPath } from "../pages/paging-lines.js";
import { endsLater } from "./described-start.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "../sign.js";

/** A response about something that was started, and whose end nothing tells: 202, or another one that leads to a state. */
export function backgroundSign(
  source: SignSource,
  statuses: PossibleStatuses,
  all: readonly SignSource[],
): LostSign | undefined {
  if (source.traits.background !== undefined) return undefined;
  const start = findStart(source, statuses.statuses);
  const mayStart = source.traits.pagination === undefined && !isSafeMethod(source.operation.method);
  // What shows a job itself tells more than a response that may be a 202.
  const job =
    mayStart && (start === undefined || start.isOpen === true)
      ? jobSign(source, statuses.statuses, start !== undefined, all)
      : undefined;
  return job ?? (start && signOf(source, start, { ...statuses, all }));
}

/** A response that shows that something was started, and how. */
interface Start {
  readonly response: ResponseModel;
  readonly shown: string;
  /** Its status is open, or only words show it. */
  readonly isOpen?: boolean;
}

function findStart({ operation, traits, reader }: SignSource, statuses: Statuses): Start | undefined {
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
  if (response === undefined || others.length > 0) return undefined;
  const taken = takenId(response, statuses, reader);
  if (taken !== undefined)
    return { response, shown: `its response ${response.status} has "${shownMember(taken)}"` };
  if (isOpen(response) && mayBeAccepted(operation, response, statuses, reader))
    return { response, shown: `its response ${response.status} may be a 202`, isOpen: true };
  return endsLater(operation, response, reader)
    ? { response, shown: "its description says that it ends later than its response", isOpen: true }
    : undefined;
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
  const above = id?.path.slice(0, -1).join("/");
  return (
    id?.key !== "id" && members.some(({ key, path }) => key === "id" && path.slice(0, -1).join("/") === above)
  );
}

/** Whether a response is what its schema calls an operation, and says whether that has ended: a flag (AIP-151), or a state that runs. */
function returnsOperation(response: ResponseModel, reader: SchemaReader): boolean {
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

function signOf(
  { operation, reader }: SignSource,
  { response, shown }: Start,
  possible: PossibleStatuses & { readonly all: readonly SignSource[] },
): LostSign {
  const found = possibleStatus(operation, response, possible, reader);
  const status = found && isOfOther(found, response, reader) ? undefined : found;
  const parameter = status && idParameterOf(operation, status);
  const known = [...possible.statuses.candidates, ...rivalsOf(operation, possible.statuses)];
  const states = known.find((candidate) => candidate.status === status)?.states;
  const id = possibleId(operation, response, parameter ?? "", reader);
  const result = status === undefined ? undefined : resultOf(operation, status, possible, reader);
  const more = status && needsOther(operation, status, parameter, reader);
  // No lines lead to a state that requires what the start was not given.
  const noId = status === undefined ? `${NONE}; nor ${NOR_ID}` : NO_ID;
  if (more !== undefined || id === undefined)
    return { operation, trait: "background", shown, missing: more ?? noId, lines: [] };
  return {
    operation,
    trait: "background",
    shown,
    missing:
      status === undefined ? NONE : lackOf(operation, status, { hasStates: states !== undefined, reader }),
    lines: operationLines(operation, [
      "background:",
      `  status: ${status === undefined ? '"GET ?"' : quotedKey(status)}`,
      `  id: ${id}`,
      ...(states === undefined ? ['  state: { member: "?", succeeded: ["?"], failed: ["?"] }'] : []),
      ...(result === undefined ? [] : [`  result: ${quotedKey(result)}`]),
    ]),
  };
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

const DECLARE = "the contract or an overlay has to declare the id first";
const NO_ID = `its response declares neither a JSON body nor a header for an id: ${DECLARE}`;
const NOR_ID = `does its response declare a JSON body or a header for an id: ${DECLARE}`;

/** Where the id may be, as the configuration has it: `?` where any member may have it; undefined where nothing can. */
function possibleId(
  operation: OperationModel,
  response: ResponseModel,
  parameter: string,
  reader: SchemaReader,
): string | undefined {
  const address = findAddress(operation, response);
  const body = jsonContent(response, reader);
  const key = words(parameter).join("_");
  const members = listBodyMembers(body?.schema, reader).filter(isPlain);
  const member =
    parameter === ""
      ? undefined
      : (members.find((one) => one.key === key) ??
        members.find((one) => [key, key.replace(/_id$/u, "")].includes(ownerOfId(one) ?? "")));
  // A member that is described tells more than a header that a text names.
  if (member !== undefined && address?.header === undefined)
    return configuredPath(pointerKeys(`/${member.at}`));
  const open = address?.header === undefined ? ", undeclared: true" : "";
  if (address !== undefined) return `{ header: ${yamlScalar(address.name)}${open} }`;
  if (body === undefined) return undefined;
  const own = body.schema === undefined ? [] : (reader.properties(body.schema) ?? []);
  // Not an id: `codespace_name`.
  const isOfId = !/^(?:code|name|number|slug)$/u.test(words(parameter).at(-1) ?? "");
  const named = own.find((one) => isOfId && one.required && words(one.name).join("_") === "id");
  const path = findBodyAddress(response, reader)?.path ?? (named && [named.name]);
  return path === undefined ? '"?"' : configuredPath(path);

  function isPlain({ schema }: BodyMember): boolean {
    return ["any", "number", "string"].includes(reader.resolve(schema).type.kind);
  }
}

/** The read of the result of an operation, were it and all others that seem to start something known to do so. */
function resultOf(
  operation: OperationModel,
  status: OperationModel,
  possible: PossibleStatuses & { readonly all: readonly SignSource[] },
  reader: SchemaReader,
): OperationModel | undefined {
  const known = reader.once(createListed);
  const { starts, results, paged } = known.get(possible.all) ?? listStarts(possible, reader);
  known.set(possible.all, { starts, results, paged });
  const result = resultBelow(status, results);
  if (result === undefined || !paged.has(result)) return undefined;
  const { owners } = ownersOf(result, starts.get(fullName(status)) ?? [], reader);
  return owners.includes(operation) ? result : undefined;
}

/** What the operations of a contract seem to start, listed once for it. */
interface ListedStarts {
  /** By the full name of the operation that gives, or may give, the state. */
  readonly starts: ReadonlyMap<string, readonly OperationModel[]>;
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
    const start = name === undefined ? findStart(source, possible.statuses) : undefined;
    const found = start && possibleStatus(operation, start.response, possible, reader);
    const status = name === undefined ? found : { name };
    if (status === undefined) continue;
    const known = starts.get(fullName(status));
    if (known === undefined) starts.set(fullName(status), [operation]);
    else known.push(operation);
  }
  return {
    starts,
    results: indexResults(all.map(({ operation }) => operation)),
    paged: new Set(
      all.flatMap(({ operation, traits }) => (traits.pagination === undefined ? [] : [operation])),
    ),
  };
}

const NONE = "no operation that gives the state of what it starts, and takes its id, was found";

/** What a state requires besides the id, and the start was not given. */
function needsOther(
  start: OperationModel,
  status: OperationModel,
  parameter: string | undefined,
  reader: SchemaReader,
): string | undefined {
  if (parameter === undefined)
    return `\`${operationKey(status)}\` has more than one parameter that may take its id`;
  const given = givenBesides(start, status, parameter, reader);
  return "missing" in given
    ? `\`${operationKey(status)}\` also requires ${JSON.stringify(given.missing)}, which the client cannot take from \`${operationKey(start)}\``
    : undefined;
}

/** Why an operation is not taken for the one that gives the state. */
function lackOf(
  { path }: OperationModel,
  status: OperationModel,
  { hasStates, reader }: { readonly hasStates: boolean; readonly reader: SchemaReader },
): string {
  const name = operationKey(status);
  const which =
    shapeOf(pathAbove(status) ?? "") === shapeOf(path) ? "right below its path" : "which takes its id";
  if (hasStates) return `nothing says for certain that \`${name}\` gives the state of what it starts`;
  return jsonResponse(status, reader) === undefined
    ? `\`${name}\`, ${which}, has no JSON response`
    : `no member of the response of \`${name}\`, ${which}, lists states of success and failure`;
}
