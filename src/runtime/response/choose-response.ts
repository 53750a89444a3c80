import type {
  Codec,
  MediaDescriptor,
} from "../descriptors/media-descriptor.js";
import type {
  OperationDescriptor,
  ResponseDescriptor,
} from "../descriptors/operation-descriptor.js";
import {
  isJson,
  matchesRange,
  meantName,
  readMediaType,
} from "../http/media-type.js";

/**
 * The response that the contract describes for a status: by code, else by range, else `default`.
 *
 * A success that neither code nor range names is read like the first success that the contract does name: contracts
 * use `default` for errors, and a change that was made must not end in one. Undefined: the contract describes none.
 */
export function chooseResponse(
  responses: readonly ResponseDescriptor[],
  status: number,
): ResponseDescriptor | undefined {
  const named = namedResponse(responses, status);
  if (named !== undefined) return named;
  return status >= 200 && status < 300
    ? successResponses(responses)[0]
    : responses.find(({ statuses }) => statuses.includes("default"));
}

/** The response that the contract describes for this very status: by code, else by range. */
function namedResponse(
  responses: readonly ResponseDescriptor[],
  status: number,
): ResponseDescriptor | undefined {
  return (
    responses.find(({ statuses }) => statuses.includes(status)) ??
    responses.find((response) => describesStatus(response, status))
  );
}

/** Whether a response is for this very status, by code or range: neither `default` nor another success in its place. */
export function describesStatus(
  { statuses }: ResponseDescriptor,
  status: number,
): boolean {
  const range = `${String(Math.floor(status / 100))}XX` as const;
  return statuses.includes(status) || statuses.includes(range);
}

/** Whether a response is for a 2xx status. */
export function isSuccess({ statuses }: ResponseDescriptor): boolean {
  return statuses.some((status) => String(status).startsWith("2"));
}

/** The responses that tell of success: those for 2xx and redirects that give their address, else `default` unless it is for errors alone. */
export function successResponses(
  responses: readonly ResponseDescriptor[],
): readonly ResponseDescriptor[] {
  const success = responses.filter(
    (response) => isSuccess(response) || response.redirect === true,
  );
  return success.length > 0
    ? success
    : responses.filter(
        ({ statuses, errorsAlone }) =>
          statuses.includes("default") && errorsAlone !== true,
      );
}

/** Whether an operation promises a redirect and nothing else: the contract describes no 2xx. */
export function promisesOnlyRedirect(
  responses: readonly ResponseDescriptor[],
): boolean {
  return (
    responses.some(({ redirect }) => redirect === true) &&
    !responses.some(isSuccess)
  );
}

/** The redirect of this status which an operation promises (RFC 9110 section 15.4: 304 redirects nowhere); undefined: none. */
export function promisedRedirect(
  responses: readonly ResponseDescriptor[],
  status: number,
): ResponseDescriptor | undefined {
  if (status < 300 || status === 304) return undefined;
  const named = namedResponse(responses, status);
  return named?.redirect === true ? named : undefined;
}

/**
 * What a success may come in.
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 */
export function acceptedContent(
  { content }: ResponseDescriptor,
  accept: readonly string[] | undefined,
): readonly MediaDescriptor[] {
  return content.filter(({ mediaType, negotiated }) =>
    accept === undefined ? negotiated !== true : accept.includes(mediaType),
  );
}

/** The media types of an operation's success that some codecs read: what a call for them accepts. */
export function acceptableMedia(
  { responses }: OperationDescriptor,
  codecs: readonly Codec[],
): readonly string[] {
  const content = successResponses(responses).flatMap(
    (response) => response.content,
  );
  return content
    .filter(({ codec }) => codecs.includes(codec))
    .map(({ mediaType }) => mediaType);
}

/**
 * The description that fits what the server sent: by exact type, then by range, then JSON of any name where the
 * contract says JSON of another, then another name of the same: with or without `x-`, `image/jpg`. Bytes of unknown kind
 * (`application/octet-stream`, RFC 2046 section 4.5.1) are a file of any type: a server that knows the type names it. And
 * bytes of any type come as such: a store of files often does not know (`binary/octet-stream` is what Amazon S3 calls them).
 * A server that names no type sent what comes first.
 *
 * @param content - what the call accepts
 * @param described - all that the response may come in: what the contract describes by its very name, and the call did not
 * ask for, is never read as something else
 */
export function chooseMedia(
  content: readonly MediaDescriptor[],
  contentType: string | null,
  described = content,
): MediaDescriptor | undefined {
  const actual = readMediaType(contentType)?.essence;
  if (actual === undefined) return content[0];
  const isActual = ({ mediaType }: MediaDescriptor): boolean =>
    readMediaType(mediaType)?.essence === actual;
  const named =
    content.find(isActual) ??
    content.find(({ mediaType }) => matchesRange(mediaType, actual));
  if (named !== undefined || described.some(isActual)) return named;
  return (
    (isJson(actual)
      ? content.find(({ codec }) => codec === "json")
      : undefined) ??
    content.find(
      ({ mediaType }) => plainName(mediaType) === plainName(actual),
    ) ??
    content.find(isAnyBytes) ??
    (/^(?:application|binary)\/octet-stream$/.test(actual)
      ? content.find(({ codec }) => codec === "binary")
      : undefined)
  );
}

/**
 * The registered name: without the `x-` of what was not registered yet (RFC 6648), `application/x-gzip` is
 * now `application/gzip`.
 */
function plainName(mediaType: string): string | undefined {
  const essence = readMediaType(mediaType)?.essence.replace("/x-", "/");
  return essence === undefined ? undefined : meantName(essence);
}

function isAnyBytes({ mediaType, codec }: MediaDescriptor): boolean {
  return (
    codec === "binary" &&
    readMediaType(mediaType)?.essence === "application/octet-stream"
  );
}
