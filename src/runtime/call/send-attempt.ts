import type {
  MediaDescriptor,
  ReadBody,
  StreamedCall,
} from "../descriptors/media-descriptor.js";
import type { ResponseFacts } from "../errors/api-error.js";
import { contentTypeOf, readMediaType } from "../http/media-type.js";
import {
  acceptedContent,
  chooseResponse,
  chooseMedia,
  describesStatus,
  promisedRedirect,
  promisesOnlyRedirect,
} from "../response/choose-response.js";
import {
  isBodiless,
  isEmpty,
  readBody,
  takesNull,
  valueOfNothing,
  whyNotEmpty,
} from "../response/read-body.js";
import { type Failure, readFailure } from "../response/read-failure.js";
import { type AttemptFailure, transportFailure } from "../retry/next-step.js";
import { shownResponse } from "../secrets/safe-headers.js";
import { strikeFrom, strikerOf } from "../secrets/striker.js";
import type { CallTimer } from "../waiting/call-timer.js";
import type { Connection } from "./core.js";
import {
  followRedirect,
  redirectAddress,
  type Redirection,
} from "./follow-redirect.js";
import type {
  OperationDescriptor,
  ResponseDescriptor,
} from "../descriptors/operation-descriptor.js";
import type { BuiltRequest } from "./prepare-call.js";

/** How one attempt ended. */
export type AttemptResult =
  | {
      readonly kind: "done";
      readonly value: unknown;
      readonly response: Response;
      readonly streaming: boolean;
    }
  | {
      readonly kind: "failed";
      readonly reason: AttemptFailure;
      readonly failure?: Failure;
      readonly cause?: unknown;
      /** What came of a response whose body broke off. */
      readonly broken?: ResponseFacts;
    }
  /** To be sent again, to another address. */
  | {
      readonly kind: "redirected";
      readonly to: Redirection;
      readonly response: Response;
    }
  /** A success that cannot be read: no use in repeating it. */
  | {
      readonly kind: "unreadable";
      readonly response: ResponseFacts;
      readonly why: string;
      /** Status and content type are those of the contract: the server's own word, and none of a proxy's. */
      readonly described: boolean;
      /** It has more bytes than these, and was not read to its end. */
      readonly maxBytes?: number;
    };

/** What one attempt is made with. */
export interface Attempt {
  readonly descriptor: OperationDescriptor;
  readonly request: BuiltRequest;
  /** The body can be sent again. */
  readonly resendable: boolean;
  /** It is the request of a redirect to another origin. */
  readonly anonymous: boolean;
  /** Of this attempt. */
  readonly time: CallTimer;
  readonly asStream: ReadBody | undefined;
  readonly accept: readonly string[] | undefined;
  readonly running: StreamedCall;
  /** The most bytes that are read of the response. */
  readonly maxBytes: number;
  /** What the request has in sensitive fields; asked for when an error response is read. */
  readonly sensitive: () => readonly string[];
  /** Called when the response's headers are there. */
  readonly responded: (response: Response) => void;
}

/**
 * Sends one request and reads what comes back. Errors of the transport are results; an abort is left to the caller,
 * who knows whose it was.
 */
export async function sendAttempt(
  connection: Connection,
  attempt: Attempt,
): Promise<AttemptResult> {
  const came: { response?: Response } = {};
  try {
    return await attempt.time.until(sendAndRead(connection, attempt, came));
  } catch (cause) {
    const { response } = came;
    if (response === undefined)
      return { kind: "failed", reason: transportFailure(cause), cause };
    const { status } = response;
    const broken = shownResponse(response);
    return { kind: "failed", reason: { kind: "lost", status }, cause, broken };
  }
}

async function sendAndRead(
  connection: Connection,
  attempt: Attempt,
  came: { response?: Response },
): Promise<AttemptResult> {
  const response = await attempt.request.send();
  // A `fetch` of the caller's may go on when the call has ended.
  attempt.time.check();
  strikeFrom(response, connection.striker);
  came.response = response;
  attempt.responded(response);
  return await readResponse(connection, attempt, response);
}

/** Chooses what a response is to the call; the common case, a success with content, waits for nothing else. */
function readResponse(
  connection: Connection,
  attempt: Attempt,
  response: Response,
): Promise<AttemptResult> {
  const { descriptor, request } = attempt;
  const to = followRedirect(
    descriptor,
    { url: request.url, resendable: attempt.resendable },
    response,
    connection.crossOriginRedirects,
    attempt.anonymous,
  );
  if (to !== undefined && !leaks(to, response))
    return withoutBody(response, { kind: "redirected", to, response });
  if (!wentWell(response, attempt))
    return readFailedAttempt(connection, attempt, response);
  const redirected =
    promisedRedirect(descriptor.responses, response.status) !== undefined;
  const onlyRedirect = promisesOnlyRedirect(descriptor.responses);
  if (redirected || (onlyRedirect && response.status !== 304))
    return withoutBody(response, readAddress(attempt, response, redirected));
  const declared = chooseResponse(descriptor.responses, response.status);
  const accepted =
    declared === undefined ? [] : acceptedContent(declared, attempt.accept);
  return declared === undefined ||
    declared.content.length === 0 ||
    isBodiless(response.status, descriptor)
    ? readNothing(attempt, response, declared, accepted)
    : readContent(attempt, response, declared, accepted);
}

/** Gives up the body of a response that has told everything. */
async function withoutBody(
  { body }: Response,
  result: AttemptResult,
): Promise<AttemptResult> {
  await body?.cancel();
  return result;
}

async function readFailedAttempt(
  connection: Connection,
  attempt: Attempt,
  response: Response,
): Promise<AttemptResult> {
  const failure = await readFailure(
    response,
    attempt.descriptor,
    connection,
    attempt,
  );
  return { kind: "failed", reason: failure.reason, failure };
}

/** The address of a redirect that is a success of the operation. */
function readAddress(
  { request }: Attempt,
  response: Response,
  isRedirected: boolean,
): AttemptResult {
  const value = isRedirected
    ? redirectAddress(response.headers, request.url)
    : undefined;
  return value === undefined
    ? invalidResponse(
        response,
        "without the redirect that the contract promises, or its address (`Location`)",
      )
    : { kind: "done", response, value, streaming: false };
}

/** A success without content, by its description or its status. */
async function readNothing(
  { descriptor, asStream }: Attempt,
  response: Response,
  declared: ResponseDescriptor | undefined,
  accepted: readonly MediaDescriptor[],
): Promise<AttemptResult> {
  const mayBeNull = takesNull(accepted, asStream !== undefined);
  const why = await whyNotEmpty(response, declared, descriptor, mayBeNull);
  const value = valueOfNothing(response, descriptor, mayBeNull);
  return why === undefined
    ? { kind: "done", response, value, streaming: false }
    : invalidResponse(response, why);
}

/** Whether an address that must see no credential holds one: a server can repeat the query of the request in it. */
function leaks({ anonymous, url }: Redirection, { headers }: Response) {
  return anonymous && strikerOf(headers).text(url.href) !== url.href;
}

/** Reads the content of a success in one of the media types that the call accepts. */
function readContent(
  attempt: Attempt,
  response: Response,
  declared: ResponseDescriptor,
  accepted: readonly MediaDescriptor[],
): Promise<AttemptResult> {
  const media = chooseMedia(
    accepted,
    response.headers.get("content-type"),
    declared.content,
  );
  if (media === undefined)
    return withoutBody(response, unknownContent(attempt, response, accepted));
  return readBody(
    response,
    media,
    { running: attempt.running, limit: attempt.maxBytes },
    attempt.asStream,
  ).then((body): AttemptResult => {
    if (body.kind === "unreadable" || body.kind === "large") {
      const described =
        describesStatus(declared, response.status) &&
        contentTypeOf(response.headers)?.essence ===
          readMediaType(media.mediaType)?.essence;
      return body.kind === "large"
        ? invalidResponse(response, largerThan(body), described, body.maxBytes)
        : invalidResponse(response, body.why, described);
    }
    const streaming = body.kind === "stream";
    return { kind: "done", response, value: body.value, streaming };
  });
}

/** A success in a media type that the call does not read. Frameworks label even what is not there. */
function unknownContent(
  { asStream }: Attempt,
  response: Response,
  accepted: readonly MediaDescriptor[],
): AttemptResult {
  return isEmpty(response) && takesNull(accepted, asStream !== undefined)
    ? { kind: "done", response, value: null, streaming: false }
    : invalidResponse(
        response,
        "the contract does not describe its content type, or the call did not ask for it",
      );
}

function largerThan({ maxBytes }: { readonly maxBytes: number }): string {
  return `its body is larger than ${String(maxBytes)} bytes`;
}

function invalidResponse(
  response: Response,
  why: string,
  described = false,
  maxBytes?: number,
): AttemptResult {
  return {
    kind: "unreadable",
    why,
    described,
    ...(maxBytes !== undefined && { maxBytes }),
    response: shownResponse(response),
  };
}

/** 2xx, a redirect whose address is the value of the call, and 304 where the contract describes it beside a parameter that asks for it. */
function wentWell(response: Response, attempt: Attempt): boolean {
  const { status } = response;
  if (status === 304)
    return attempt.descriptor.responses.some(({ statuses }) =>
      statuses.includes(304),
    );
  return (status >= 200 && status < 300) || givesAddress(response, attempt);
}

/**
 * Whether the contract promises a redirect to a call which asks for no content. Beside a 2xx it can be one without an address,
 * and is an error then: a 308 between the parts of an upload.
 */
function givesAddress(
  { status, headers }: Response,
  { descriptor, accept, request }: Attempt,
): boolean {
  const promised = promisedRedirect(descriptor.responses, status);
  if (promised === undefined || accept !== undefined) return false;
  return (
    promised.followed !== true ||
    redirectAddress(headers, request.url) !== undefined
  );
}
