import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { ResponseModel, MediaModel, OperationModel } from "../api-model.js";

/** RFC 9110 section 15.4: every 3xx but 304, which redirects nowhere. */
export function isRedirect({ status }: Pick<ResponseModel, "status">): boolean {
  return status.startsWith("3") && status !== "304";
}

/**
 * Settles what `default` is beside no 2xx: OpenAPI has it describe every status that has no description of its own
 * (Responses Object), so that a 2xx is among them; contracts use it for errors. Beside redirects it is of a 2xx as well
 * unless its content is that of errors; beside none it is unless its content is that of errors only, and nothing is lost
 * ({@link readDefaultContent}).
 *
 * @returns the operations, with {@link ResponseModel.anySuccess}, {@link ResponseModel.errorsAlone} and
 * {@link ResponseModel.likeErrors} set.
 */
export function normaliseDefaults(operations: readonly OperationModel[]): readonly OperationModel[] {
  if (!operations.some(isOpen)) return operations;
  const { isOfErrors, isOfErrorsOnly, losesNothing } = readDefaultContent(operations);
  return operations.map((operation) => {
    if (!isOpen(operation)) return operation;
    const redirects = operation.responses.some(isRedirect);
    const responses = operation.responses.map((response): ResponseModel => {
      if (!isDefault(response)) return response;
      if (redirects) return isOfErrors(response) ? response : { ...response, anySuccess: true };
      // A response to HEAD has no content (RFC 9110 section 9.3.2): nothing is given or lost.
      if (!isOfErrorsOnly(response) || operation.method === "HEAD") return response;
      return losesNothing(operation, response)
        ? { ...response, errorsAlone: true }
        : { ...response, likeErrors: true };
    });
    return { ...operation, responses };
  });
}

/** Diagnostics for `default`, which may count as a success: one per response. */
export function diagnoseSuccesses(operations: readonly OperationModel[]): readonly Diagnostic[] {
  return [...diagnoseRedirects(operations), ...diagnoseErrorDefaults(operations)];
}

function diagnoseRedirects(operations: readonly OperationModel[]): readonly Diagnostic[] {
  return operations.flatMap(({ responses }) =>
    responses
      .filter(({ anySuccess }) => anySuccess === true)
      .map(({ origin }) => diagnostic("response/default-beside-redirects", origin.pointer)),
  );
}

function diagnoseErrorDefaults(operations: readonly OperationModel[]): readonly Diagnostic[] {
  return operations.flatMap(({ responses, origin }) => {
    const pointer = appendPointer(origin.pointer, "responses");
    if (responses.some(({ errorsAlone }) => errorsAlone === true))
      return [diagnostic("response/default-for-errors", pointer)];
    if (responses.some(({ likeErrors }) => likeErrors === true))
      return [diagnostic("response/default-like-errors", pointer)];
    return [];
  });
}

/** Sent for the sake of the response (RFC 9110 section 9.3; `query` of OpenAPI 3.2). */
const READS = /^(?:GET|QUERY)$/;

/** What a contract uses its `default` responses for, by their content. */
interface DefaultContent {
  /** Whether one media type is Problem Details (RFC 9457), or each is of a schema that errors of the contract have elsewhere. */
  readonly isOfErrors: (response: ResponseModel) => boolean;
  /** Whether each media type is of errors, by schemas that no 2xx has. */
  readonly isOfErrorsOnly: (response: ResponseModel) => boolean;
  /**
   * Whether nothing that callers want is likely to be lost where a `default` of errors stands for no success of the
   * operation, which describes none: it is not a read, and the contract describes successes elsewhere.
   * A contract that never does may have one envelope for everything; Problem Details is not an envelope.
   */
  readonly losesNothing: (operation: OperationModel, response: ResponseModel) => boolean;
}

/** Finds out what the `default` responses of all operations of the contract are used for. */
function readDefaultContent(operations: readonly OperationModel[]): DefaultContent {
  const errors = schemaKeys(operations.flatMap(errorResponses));
  const values = schemaKeys(operations.flatMap(({ responses }) => responses.filter(isSuccess)));
  const isOf = (media: MediaModel, keys: ReadonlySet<string>) =>
    schemaKey(media).some((key) => keys.has(key));
  const isOfErrors = ({ content }: ResponseModel) =>
    content.some(isProblem) || content.every((media) => isOf(media, errors));
  const describesValues = operations.some(
    (operation) =>
      operation.responses.some(isSuccess) ||
      (isOpen(operation) &&
        operation.responses.some((response) => isDefault(response) && !isOfErrors(response))),
  );
  return {
    isOfErrors,
    isOfErrorsOnly: ({ content }) =>
      content.every((media) => isProblem(media) || (isOf(media, errors) && !isOf(media, values))),
    losesNothing: ({ method }, { content }) =>
      !READS.test(method) && (describesValues || content.every(isProblem)),
  };
}

/** Whether its `default` could be of a 2xx. */
export function isOpen({ responses }: OperationModel): boolean {
  return (
    !responses.some(isSuccess) &&
    responses.some((response) => isDefault(response) && response.content.length > 0)
  );
}

/** Whether a response is for a 2xx status, by code or range. */
export function isSuccess({ status }: Pick<ResponseModel, "status">): boolean {
  return status.startsWith("2");
}

/** Whether a response is for every status that has no description of its own (OpenAPI, Responses Object). */
function isDefault({ status }: Pick<ResponseModel, "status">): boolean {
  return status === "default";
}

/** Responses that are errors for certain: 4xx, 5xx, and `default` beside a 2xx. */
function errorResponses({ responses }: OperationModel): readonly ResponseModel[] {
  const named = responses.some(isSuccess);
  return responses.filter((response) => /^[45]/.test(response.status) || (named && isDefault(response)));
}

function isProblem({ mediaType }: MediaModel): boolean {
  return /^application\/problem\+/i.test(mediaType);
}

function schemaKeys(responses: readonly ResponseModel[]): ReadonlySet<string> {
  return new Set(responses.flatMap(({ content }) => content.flatMap(schemaKey)));
}

/** Equal for contents of one schema: its name, or its pointer. Empty: there is none. */
function schemaKey({ schema }: MediaModel): readonly string[] {
  if (schema === undefined) return [];
  return [schema.type.kind === "ref" ? `name ${schema.type.name}` : schema.origin.pointer];
}
