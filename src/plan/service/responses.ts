import type {
  AnswerModel,
  HeaderModel,
  MediaModel,
  OperationModel,
  ParameterModel,
} from "../../model/api-model.js";

/**
 * The answers that tell of success: 2xx; where the contract lists none, redirects, and `default` where it describes a 2xx
 * as well; where it lists no redirects either, `default`, unless that is for errors alone.
 */
export function successAnswers(operation: OperationModel): readonly AnswerModel[] {
  const { answers } = operation;
  const success = answers.filter((answer) => answer.status.startsWith("2"));
  if (success.length > 0) return success;
  const redirects = answers.filter(isRedirect);
  const others = answers.filter(({ status, errorsAlone }) => status === "default" && errorsAlone !== true);
  return redirects.length > 0
    ? [...redirects, ...others.filter(({ anySuccess }) => anySuccess === true)]
    : others;
}

/** Whether a success of an operation is to be sent elsewhere: then the address is what a call gives. */
export function answersWithRedirect(operation: OperationModel): boolean {
  return successAnswers(operation).some(isRedirect);
}

/** RFC 9110 section 15.4: every 3xx but 304, which redirects nowhere. */
export function isRedirect({ status }: AnswerModel): boolean {
  return status.startsWith("3") && status !== "304";
}

/**
 * The answer that nothing has changed (RFC 9110 section 15.4.5), where the contract has a parameter to ask for it: to a
 * read, a server gives it to nobody else. Of a change that can succeed without content it is what the contract makes of it:
 * that there was nothing to do.
 */
export function unchangedAnswer(operation: OperationModel): AnswerModel | undefined {
  const asks = ["If-None-Match", "If-Modified-Since"].some(
    (name) => findHeaderParameter(operation, name) !== undefined,
  );
  return asks || canChangeNothing(operation)
    ? operation.answers.find(({ status }) => status === "304")
    : undefined;
}

function canChangeNothing(operation: OperationModel): boolean {
  if (["GET", "HEAD"].includes(operation.method) || answersWithRedirect(operation)) return false;
  return successAnswers(operation).some(({ content }) => content.length === 0);
}

/** Media types that carry JSON: `application/json` and `+json` (RFC 6839 section 3.1). */
export function isJsonMedia(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/.test(mediaType);
}

/** The JSON content of an answer, when it has some. */
export function jsonContent(answer: AnswerModel | undefined): MediaModel | undefined {
  return answer?.content.find((media) => isJsonMedia(media.mediaType));
}

/** The first success answer with JSON; none where a call may give the address of a redirect in its place. */
export function jsonAnswer(operation: OperationModel): MediaModel | undefined {
  if (answersWithRedirect(operation)) return undefined;
  return successAnswers(operation)
    .map(jsonContent)
    .find((media) => media !== undefined);
}

/** A header of an answer; names are compared without case (RFC 9110 section 5.1). */
export function findHeader(answer: AnswerModel | undefined, name: string): HeaderModel | undefined {
  return answer?.headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
}

/** A header parameter, compared without case. */
export function findHeaderParameter(operation: OperationModel, name: string): ParameterModel | undefined {
  return operation.parameters.find(
    (parameter) => parameter.in === "header" && parameter.name.toLowerCase() === name.toLowerCase(),
  );
}

/** `Idempotency-Key`, and what services call it that had one before the name was common: `X-Idempotency-Key`, `Idempotence-Key`. */
const IDEMPOTENCY = /^(?:x-)?(?:idempotency|idempotence|idempotent)[-_](?:key|token|id)$/i;

/** The header parameter that carries an idempotency key. */
export function findIdempotencyHeader({ parameters }: OperationModel): ParameterModel | undefined {
  return parameters.find(({ in: where, name }) => where === "header" && IDEMPOTENCY.test(name));
}

/** `cabinets.list` */
export function fullName(operation: {
  readonly name: { readonly resource: string; readonly method: string };
}): string {
  return `${operation.name.resource}.${operation.name.method}`;
}

/** `GET /cabinets` */
export function place(operation: { readonly method: string; readonly path: string }): string {
  return `${operation.method} ${operation.path}`;
}
