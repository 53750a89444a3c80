import type { BackgroundOverride, HeaderOverride } from "../../../config/client-overrides.js";
import type { OperationModel, ParameterModel, ResponseModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { isSafeMethod } from "../../../openapi/operations.js";
import { needsCaller } from "../only-value.js";
import {
  findHeader,
  fullName,
  jsonContent,
  jsonResponse,
  operationKey,
  successResponses,
} from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { findAddress, isAbsoluteAddress, isLocation } from "../traits/background/started-address.js";
import { takesAll } from "../traits/background/find-result.js";
import {
  givenBesides,
  idParameterOf,
  startIdOf,
  startParameter,
} from "../traits/background/given-parameters.js";
import { findPageSize } from "../traits/pagination/page-fields.js";
import type { BackgroundOperation, StartParameter } from "../traits/trait.js";
import { accept, type Claim, type Decided } from "./claim.js";
import { addInterval, claimInterval } from "./claim-interval.js";
import { claimError, claimStates } from "./claim-states.js";
import { adviseName, findMember } from "./find-member.js";
import { findResponseHeader } from "./find-response-header.js";

/** How what an operation starts is followed by a claim. */
export function overrideBackground(
  given: BackgroundOverride,
  claim: Claim,
): Decided<BackgroundOperation> | undefined {
  const { operation, operations, reader, refuse } = claim;
  if (isSafeMethod(operation.method)) {
    refuse([], `${operationKey(operation)} is a read: it starts nothing.`);
    return undefined;
  }
  const interval = claimInterval(given, claim);
  if (given.status === undefined) return addInterval(given, interval, claim);
  const status = operations.find(given.status);
  if (status === undefined) {
    refuse(["status"], operations.explain(given.status));
    return undefined;
  }
  if (status.method !== "GET" || jsonResponse(status, reader) === undefined) {
    refuse(["status"], `${operationKey(status)} is not a GET with a JSON response.`);
    return undefined;
  }
  const reached = claimParameter(given, status, claim);
  const state = claimStates(given, status, claim);
  const shown = shownFor(status, claim);
  if (reached === undefined || state === undefined) return undefined;
  const { parameter, besides } = reached;
  const result = claimResult(given.result, shown, besides, claim);
  const started = claimId(given, reached, shown, claim);
  if (started === undefined || (given.result && result === undefined)) return undefined;
  const { id, header, from, caveat } = started;
  const fromStart = [...besides, ...(from ?? [])];
  const error = claimError(given, status, state.member, claim);
  const mayBeDone = givesValueAtOnce(operation, started, reader);
  return {
    facts: {
      status: status.name,
      statusParameter: parameter.name,
      ...(fromStart.length > 0 && { fromStart }),
      ...(id !== undefined && { id }),
      ...(header !== undefined && !isLocation(header) && { header }),
      ...(mayBeDone && { mayBeDone }),
      state,
      ...(error !== undefined && { error }),
      ...(result !== undefined && { result }),
      ...interval.facts,
    },
    ...((caveat ?? interval.caveat) !== undefined && {
      caveat: [caveat, interval.caveat].filter((one) => one !== undefined).join(" "),
    }),
    given,
  };
}

/** What the contract alone shows, where it names the same status operation. */
function shownFor(status: OperationModel, { recognised }: Claim): BackgroundOperation | undefined {
  const shown = recognised.background?.facts;
  return shown !== undefined && fullName({ name: shown.status }) === fullName(status) ? shown : undefined;
}

/** What leads to a state. */
interface Reached {
  /** It takes the id. */
  readonly parameter: ParameterModel;
  /** What the start was given takes the others. */
  readonly besides: readonly StartParameter[];
}

/** The parameter that takes the id; whatever else is required of who asks for the state, the start has to require too. */
function claimParameter(
  given: BackgroundOverride,
  status: OperationModel,
  { operation, reader, refuse }: Claim,
): Reached | undefined {
  const fields = status.parameters.filter(({ in: where }) => where === "path" || where === "query");
  const isOfStart = typeof given.id === "object" && "parameter" in given.id;
  const name =
    given.parameter ??
    (isOfStart ? startIdOf(operation, status, reader)?.parameter : undefined) ??
    idParameterOf(operation, status);
  if (name === undefined) {
    refuse(
      [],
      `${operationKey(status)} has no single path parameter: say with \`parameter\` what takes the id.`,
    );
    return undefined;
  }
  const found = fields.find((one) => one.name === name);
  if (found === undefined) {
    const names = fields.map((one) => one.name);
    refuse(
      ["parameter"],
      `${operationKey(status)} has no parameter ${JSON.stringify(name)}. ${adviseName(name, names, "It has no parameters.")}`,
    );
    return undefined;
  }
  const besides = givenBesides(operation, status, found, reader);
  if (!("missing" in besides)) return { parameter: found, besides };
  refuse(
    ["status"],
    `${operationKey(status)} also requires ${JSON.stringify(besides.missing)}, which the client cannot take from ${operationKey(operation)}.`,
  );
  return undefined;
}

/** The read of the result: the one that is given; false: there is none; else the one that the contract shows. */
function claimResult(
  key: BackgroundOverride["result"],
  shown: BackgroundOperation | undefined,
  besides: readonly StartParameter[],
  { operations, reader, refuse }: Claim,
): BackgroundOperation["result"] {
  if (key === undefined) return shown?.result;
  if (key === false) return undefined;
  const result = operations.find(key);
  if (result === undefined) {
    refuse(["result"], operations.explain(key));
    return undefined;
  }
  const known = new Set(besides.map(({ parameter }) => parameter));
  const [parameter, ...others] = result.parameters.filter(
    (one) => needsCaller(one, reader) && !known.has(one.name),
  );
  const isRead = result.method === "GET" && takesAll(result, besides);
  if (!isRead || parameter === undefined || others.length > 0) {
    const more = known.size === 0 ? "an id alone leads to" : "an id leads to, with what the start was given";
    refuse(["result"], `${operationKey(result)} is not a GET that ${more}.`);
    return undefined;
  }
  const pageSize = findPageSize(result, reader);
  return {
    operation: result.name,
    parameter: parameter.name,
    ...(pageSize !== undefined && { pageSize }),
  };
}

/** Where the id of what was started is. */
interface ClaimedId {
  readonly id?: string;
  readonly header?: string;
  /** The start itself was given it. */
  readonly from?: readonly StartParameter[];
  readonly caveat?: string;
}

/** Where the id of what was started is: in the body, else in a header; or in the path or query of the start. */
function claimId(
  { id: given }: BackgroundOverride,
  { parameter, besides }: Reached,
  shown: BackgroundOperation | undefined,
  claim: Claim,
): ClaimedId | undefined {
  const { operation, reader, refuse } = claim;
  const started = startedResponses(operation);
  if (typeof given === "object" && "parameter" in given)
    return claimStartId(given.parameter, { parameter, besides }, claim);
  if (typeof given === "object") return claimIdHeader(given, started, claim);
  const media = started.flatMap((response) => jsonContent(response, reader) ?? []);
  const bodies = media.flatMap(({ schema }) => schema ?? []);
  if (given !== undefined) {
    const found =
      media.length === 0
        ? { misfit: "The response of the start has no JSON body." }
        : findMember(bodies, given, ["text", "number"], "The response of the start", reader);
    const header = started.flatMap((one) => findHeader(one, given) ?? [])[0];
    if ("misfit" in found && header !== undefined) {
      refuse(["id"], `${found.misfit} For the header, write \`id: { header: ${header.name} }\`.`);
      return undefined;
    }
    const id = accept(found, claim, "id");
    const isAddress =
      id?.schemas.some((node) => isUri(node, reader)) === true && !isUri(parameter.schema, reader);
    if (isAddress && id.schemas.every((node) => isAbsoluteAddress(node, reader)) && parameter.in === "path")
      return { id: id.path, caveat: `The client reads the id out of the address in "${given}".` };
    if (isAddress) {
      const [address] = started.flatMap((response) => findAddress(operation, response)?.header ?? []);
      const advice =
        address === undefined || parameter.in !== "path"
          ? ""
          : ` The response has the address in a header as well: write \`id: { header: ${address.name} }\`.`;
      refuse(
        ["id"],
        `"${given}" of the response of the start is an address. Name a member that has the id alone: the client reads the id out of an absolute address (\`format: uri\`), or out of a header, and only for a path parameter.${advice}`,
      );
      return undefined;
    }
    return id && { id: id.path, ...(id.caveat !== undefined && { caveat: id.caveat }) };
  }
  if (shown !== undefined) return shown;
  const isNamed = bodies.some((body) => reader.property(body, parameter.name) !== undefined);
  if (isNamed) return { id: parameter.name };
  if (parameter.in !== "path") {
    refuse([], "The response of the start has no id: say with `id` where it is.");
    return undefined;
  }
  const [header] = started.flatMap((response) => findAddress(operation, response)?.header ?? []);
  return header === undefined
    ? { caveat: "The contract does not declare the `Location` header, which must have the id." }
    : { header: header.name };
}

/** Whether a text is an address by its format. */
function isUri(node: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(node);
  return type.kind === "string" && /^(?:ur[il]|iri)(?:-reference)?$/.test(type.format ?? "");
}

/** An id that the start was given: the state is that of something which was there before. */
function claimStartId(
  name: string,
  { parameter: taking, besides }: Reached,
  { operation, reader, refuse }: Claim,
): ClaimedId | undefined {
  const start = operationKey(operation);
  const fields = operation.parameters.filter(({ in: where }) => where === "path" || where === "query");
  const [found] = fields.filter((one) => one.name === name).sort((one) => (one.in === taking.in ? -1 : 1));
  if (found === undefined) {
    const names = fields.map((one) => one.name);
    const none = "It has none in its path or its query.";
    refuse(
      ["id", "parameter"],
      `${start} has no parameter ${JSON.stringify(name)}. ${adviseName(name, names, none)}`,
    );
    return undefined;
  }
  const other = besides.find((one) => one.in === found.in && one.from === name);
  if (other !== undefined) {
    refuse(
      ["id", "parameter"],
      `${JSON.stringify(name)} of ${start} is what ${JSON.stringify(other.parameter)} of the status operation takes, too: name the parameter that has the id.`,
    );
    return undefined;
  }
  const from = startParameter(found, taking, reader);
  if (from !== undefined)
    return {
      from: [from],
      caveat: `It shows what ${start} was given: a final state from before, which the service still shows, ends the wait.`,
    };
  refuse(
    ["id", "parameter"],
    `${JSON.stringify(name)} of ${start} has to be required, in the ${taking.in} as ${JSON.stringify(taking.name)} of the status operation is, and a text or a number that is not sensitive.`,
  );
  return undefined;
}

function claimIdHeader(
  given: HeaderOverride,
  started: readonly ResponseModel[],
  claim: Claim,
): ClaimedId | undefined {
  const found = findResponseHeader(given, started, "The response of the start");
  const fit = accept(found, claim, "id", "header");
  if (fit === undefined || fit.isDeclared) return fit && { header: fit.header };
  const caveat = `The contract does not declare the \`${fit.header}\` header, which must have the id.`;
  return { header: fit.header, caveat };
}

/** The responses about what was started: 202, else every success. */
function startedResponses(operation: OperationModel): readonly ResponseModel[] {
  const success = successResponses(operation);
  const accepted = success.filter(({ status }) => status === "202");
  return accepted.length > 0 ? accepted : success;
}

/** Whether the operation has another success than 202, without an id: its result. Of a range, that can be a response whose id is optional. */
function givesValueAtOnce(
  operation: OperationModel,
  { id, header = "Location", from }: ClaimedId,
  reader: SchemaReader,
): true | undefined {
  const started = startedResponses(operation);
  const mayLackId = (response: ResponseModel) => {
    const schema = jsonContent(response, reader)?.schema;
    const inBody =
      id === undefined || schema === undefined
        ? undefined
        : findMember([schema], `/${id}`, ["text", "number"], "", reader);
    const isInBody = inBody !== undefined && !("misfit" in inBody);
    const inHeader = findHeader(response, header);
    if (!started.includes(response)) return !isInBody && inHeader === undefined;
    return from === undefined && !(isInBody && !inBody.optional) && inHeader?.required !== true;
  };
  // Any success may start something where a range is for it: those without an id are values.
  const isOfRange = started.some(({ status }) => status === "2XX");
  return successResponses(operation).some(
    (response) => (isOfRange || !started.includes(response)) && mayLackId(response),
  )
    ? true
    : undefined;
}
