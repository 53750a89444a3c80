import type {
  ResponseModel,
  HeaderModel,
  MediaModel,
  OperationModel,
  ParameterModel,
} from "../../model/api-model.js";
import { isSafeMethod } from "../../openapi/operations.js";
import { isJsonMedia, isReadAsJson } from "./media.js";
import type { SchemaReader } from "./schema-reader.js";

/**
 * The success responses: 2xx, and the redirects beside them whose address a call gives; where the contract lists no 2xx, redirects, and
 * `default` where it describes a 2xx as well; where it lists no redirects either, `default`, unless that is for errors alone.
 */
export function successResponses(operation: OperationModel): readonly ResponseModel[] {
  const { responses } = operation;
  const success = responses.filter(({ status }) => status.startsWith("2"));
  if (success.length > 0)
    return responses.filter((response) => success.includes(response) || response.addressed === true);
  const redirects = responses.filter(isRedirect);
  const others = responses.filter(({ status, errorsAlone }) => status === "default" && errorsAlone !== true);
  return redirects.length > 0
    ? [...redirects, ...others.filter(({ anySuccess }) => anySuccess === true)]
    : others;
}

/** Whether a response describes what an error is: 4xx, 5xx, and `default`. */
export function isError({ status }: Pick<ResponseModel, "status">): boolean {
  return /^(?:[45]|default$)/.test(status);
}

/** A status as a client names it: a code as a number; a range and `default` as the contract writes them. */
export function statusKey(status: string): string | number {
  return /^[1-9]\d\d$/.test(status) ? Number(status) : status;
}

/** Whether a success of an operation is to be sent elsewhere: then the address is what a call gives. */
export function respondsWithRedirect(operation: OperationModel): boolean {
  return successResponses(operation).some(isRedirect);
}

/** RFC 9110 section 15.4: every 3xx but 304, which redirects nowhere. */
export function isRedirect({ status }: ResponseModel): boolean {
  return status.startsWith("3") && status !== "304";
}

/**
 * The "not modified" response (RFC 9110 section 15.4.5), where the contract has a parameter to request it: a server
 * sends it only for a conditional read. Of a change that can succeed without content it is what the contract makes of it:
 * that there was nothing to do.
 */
export function unchangedResponse(operation: OperationModel): ResponseModel | undefined {
  const isConditional = ["If-None-Match", "If-Modified-Since"].some(
    (name) => findHeaderParameter(operation, name) !== undefined,
  );
  return isConditional || canChangeNothing(operation)
    ? operation.responses.find(({ status }) => status === "304")
    : undefined;
}

function canChangeNothing(operation: OperationModel): boolean {
  if (isSafeMethod(operation.method)) return false;
  return successResponses(operation).some(
    (response) => response.content.length === 0 && !isRedirect(response),
  );
}

/** The JSON content of a response, when it has some: of several, one that its media type names. */
export function jsonContent(
  response: ResponseModel | undefined,
  reader: SchemaReader,
): MediaModel | undefined {
  const read = response?.content.filter((media) => isReadAsJson(media, reader));
  return read?.find(({ mediaType }) => isJsonMedia(mediaType)) ?? read?.[0];
}

/** The first success response with JSON; none where a call may give the address of a redirect in its place. */
export function jsonResponse(operation: OperationModel, reader: SchemaReader): MediaModel | undefined {
  if (respondsWithRedirect(operation)) return undefined;
  return successResponses(operation)
    .map((response) => jsonContent(response, reader))
    .find((media) => media !== undefined);
}

/** A header of a response; names are compared without case (RFC 9110 section 5.1). */
export function findHeader(response: ResponseModel | undefined, name: string): HeaderModel | undefined {
  return response?.headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
}

/** A header parameter, compared without case. */
export function findHeaderParameter(
  { parameters }: Pick<OperationModel, "parameters">,
  name: string,
): ParameterModel | undefined {
  return parameters.find(
    (parameter) => parameter.in === "header" && parameter.name.toLowerCase() === name.toLowerCase(),
  );
}

/** Whether an operation responds about something new: with 201, 202, or a `Location`. Whatever its scopes say, that is not a read. */
export function startsSomething(operation: OperationModel): boolean {
  return startShown(operation) !== undefined;
}

/** What of its responses shows that an operation creates or starts something: "201". */
export function startShown({ responses }: OperationModel): string | undefined {
  const status = ["201", "202"].find((one) => responses.some((response) => response.status === one));
  const isLocated = responses.some(
    (response) => response.status.startsWith("2") && findHeader(response, "Location") !== undefined,
  );
  return status ?? (isLocated ? "a `Location`" : undefined);
}

/** `cabinets.list` */
export function fullName(operation: {
  readonly name: { readonly resource: string; readonly method: string };
}): string {
  return `${operation.name.resource}.${operation.name.method}`;
}

/** `GET /cabinets`, as the contract has it. */
export function operationKey(
  operation: Pick<OperationModel, "method"> & Parameters<typeof pathAsSent>[0],
): string {
  return `${operation.method} ${pathAsSent(operation)}`;
}

/** The path template of an operation as the contract has it: with the slash that may end it. */
export function pathAsSent({ path, sentPath = path }: Pick<OperationModel, "path" | "sentPath">): string {
  return sentPath;
}

/** Whether every success comes with a validator. */
export function respondsWithETag({ model }: { readonly model: OperationModel }): boolean {
  const responses = successResponses(model);
  return responses.length > 0 && responses.every((response) => findHeader(response, "ETag") !== undefined);
}
