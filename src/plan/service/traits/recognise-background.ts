import type { ResponseModel, LinkModel, OperationModel, OperationName } from "../../../model/api-model.js";
import type { PropertyModel } from "../../../model/schema-model.js";
import { findHeader, fullName, jsonResponse, jsonContent, successResponses } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import type { BackgroundOperation, Trait } from "./trait.js";

const SUCCEEDED = /^(?:succeeded|success|successful|completed?|done|finished)$/i;
const FAILED = /^(?:failed|failure|error|errored|cancell?ed|aborted|expired|rejected)$/i;
const PAGE_SIZE = /^(?:page_?size|per_?page|limit|size)$/i;

/**
 * The durable thing behind a 202 (OPS-1, OPS-2): a write that returns 202 with `Location` (and with no other success that
 * leaves open what was started), and the operation that returns its state: the target of a link of that response, else the only GET with one path
 * parameter whose response has an enum of states. Its result operation is the target of a link of the status response, else a GET right below the status path.
 */
export function recogniseBackground(
  operation: OperationModel,
  operations: readonly OperationModel[],
  reader: SchemaReader,
): Trait<BackgroundOperation> | undefined {
  const accepted = operation.responses.find((response) => response.status === "202");
  if (operation.method === "GET" || findHeader(accepted, "Location") === undefined) return undefined;
  const found = findStatus(operation, operations, reader);
  const [parameter] = found?.status.parameters.filter((candidate) => candidate.in === "path") ?? [];
  const states = found === undefined ? undefined : findStates(found.status, reader);
  if (found === undefined || parameter === undefined || states === undefined) return undefined;
  const { status, why } = found;
  const id = findId(operation, status, parameter.name, reader);
  const mayBeDone = !successResponses(operation).every((response) => returnsId(response, id, reader));
  const result = findResult(status, operations);
  const error = findError(status, reader);
  return {
    facts: {
      status: status.name,
      statusParameter: parameter.name,
      ...(id === undefined ? {} : { id }),
      ...(mayBeDone ? { mayBeDone } : {}),
      state: states,
      ...(error === undefined ? {} : { error }),
      ...(result === undefined ? {} : { result }),
    },
    reason:
      `It responds with 202 and "Location"; ${fullName(status)} gives its state ("${states.member}"), ${why}` +
      (mayBeDone ? "; another success gives the result at once" : "") +
      (result === undefined ? "." : `; ${fullName({ name: result.operation })} reads its result.`),
  };
}

function findStatus(
  operation: OperationModel,
  operations: readonly OperationModel[],
  reader: SchemaReader,
): { readonly status: OperationModel; readonly why: string } | undefined {
  const candidates = operations.filter((candidate) => isStatus(candidate, reader));
  const linked = operation.links
    .filter((link) => link.status === "202")
    .map((link) => candidates.find((candidate) => isSame(candidate.name, link.target)))
    .find((candidate) => candidate !== undefined);
  if (linked !== undefined) return { status: linked, why: "a link of the response says so" };
  const [only] = candidates;
  return only !== undefined && candidates.length === 1
    ? { status: only, why: "the only operation that does" }
    : undefined;
}

function isStatus(operation: OperationModel, reader: SchemaReader): boolean {
  const path = operation.parameters.filter((parameter) => parameter.in === "path");
  return operation.method === "GET" && path.length === 1 && findStates(operation, reader) !== undefined;
}

/** The member whose values are states, both of success and of failure. */
function findStates(status: OperationModel, reader: SchemaReader): BackgroundOperation["state"] | undefined {
  for (const property of responseProperties(status, reader)) {
    const values = reader.values(property.schema).filter((value) => typeof value === "string");
    const succeeded = values.filter((value) => SUCCEEDED.test(value));
    const failed = values.filter((value) => FAILED.test(value));
    if (succeeded.length > 0 && failed.length > 0) return { member: property.name, succeeded, failed };
  }
  return undefined;
}

/** The member `error`, an object with a code, a message, or word on repeating. */
function findError(status: OperationModel, reader: SchemaReader): BackgroundOperation["error"] {
  const error = responseProperties(status, reader).find((property) => /^error$/i.test(property.name));
  const members = error === undefined ? [] : (reader.properties(error.schema) ?? []);
  const found = (["code", "message", "retryable"] as const).flatMap((name) =>
    members.some((member) => member.name === name) ? [[name, `${error?.name ?? ""}/${name}`] as const] : [],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Where the 202 body has the id: as a link says, else the member with the parameter's name. */
function findId(
  operation: OperationModel,
  status: OperationModel,
  parameter: string,
  reader: SchemaReader,
): string | undefined {
  const link = operation.links.find((candidate) => isSame(candidate.target, status.name));
  const expression = linkedParameter(link, parameter);
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression ?? "") ?? [];
  if (pointer !== undefined) return pointer;
  const accepted = jsonContent(operation.responses.find((response) => response.status === "202"))?.schema;
  return accepted === undefined ? undefined : reader.property(accepted, parameter)?.name;
}

/** Whether a response has the id of what was started: a 200 with the result of a short operation has not. */
function returnsId(response: ResponseModel, id: string | undefined, reader: SchemaReader): boolean {
  const schema = jsonContent(response)?.schema;
  const inBody = id !== undefined && schema !== undefined && reader.property(schema, id) !== undefined;
  return inBody || findHeader(response, "Location") !== undefined;
}

function linkedParameter(link: LinkModel | undefined, parameter: string): string | undefined {
  return link?.parameters[`path.${parameter}`] ?? link?.parameters[parameter];
}

function findResult(
  status: OperationModel,
  operations: readonly OperationModel[],
): BackgroundOperation["result"] | undefined {
  const linked = status.links
    .map((link) =>
      operations.find((candidate) => isSame(candidate.name, link.target) && takesId(candidate, link)),
    )
    .find((candidate) => candidate !== undefined);
  const below = operations.find(
    (candidate) =>
      candidate.method === "GET" &&
      candidate.path.startsWith(`${status.path}/`) &&
      /^results?$/.test(candidate.path.slice(status.path.length + 1)),
  );
  const result = linked ?? below;
  const [parameter] = result?.parameters.filter((candidate) => candidate.in === "path") ?? [];
  if (result === undefined || parameter === undefined) return undefined;
  const size = result.parameters.find(({ in: where, name }) => where === "query" && PAGE_SIZE.test(name));
  return {
    operation: result.name,
    parameter: parameter.name,
    ...(size === undefined ? {} : { pageSize: size.name }),
  };
}

/** Whether a link hands its target's only path parameter on: another GET that a status links to is not the result. */
function takesId(operation: OperationModel, link: LinkModel): boolean {
  const [parameter, ...others] = operation.parameters.filter((candidate) => candidate.in === "path");
  return (
    operation.method === "GET" &&
    parameter !== undefined &&
    others.length === 0 &&
    linkedParameter(link, parameter.name) !== undefined
  );
}

function responseProperties(operation: OperationModel, reader: SchemaReader): readonly PropertyModel[] {
  const schema = jsonResponse(operation)?.schema;
  return schema === undefined ? [] : (reader.properties(schema) ?? []);
}

function isSame(left: OperationName, right: OperationName): boolean {
  return left.resource === right.resource && left.method === right.method;
}
