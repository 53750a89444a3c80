import type { Connection } from "../call/core.js";
import type {
  ContractFacts,
  ProblemFacts,
  ProblemMeaning,
} from "../descriptors/contract-facts.js";
import type { MediaDescriptor } from "../descriptors/media-descriptor.js";
import type {
  OperationDescriptor,
  ResponseDescriptor,
} from "../descriptors/operation-descriptor.js";
import type { ResponseFacts } from "../errors/api-error.js";
import {
  looksLikeProblem,
  printedProblem,
  type ProblemDetails,
  readProblem,
  type ShownWords,
  shownWords,
} from "../errors/problem.js";
import { readRetryAfter } from "../http/header-fields.js";
import { contentTypeOf, isJson, readMediaType } from "../http/media-type.js";
import type { AttemptFailure } from "../retry/next-step.js";
import { shownResponse } from "../secrets/safe-headers.js";
import { inspectSymbol } from "../secrets/shown-values.js";
import { strikerOf } from "../secrets/striker.js";
import { readJson } from "../values/json-text.js";
import {
  chooseResponse,
  chooseMedia,
  describesStatus,
  successResponses,
} from "./choose-response.js";
import { blobOf, mostOfPart, readBytes, textOf } from "./read-body.js";

/** An error response, read: what it means for repeating, and what an error will say of it. */
export interface Failure {
  readonly reason: AttemptFailure;
  /** Without the credentials of the client, should the server repeat them. */
  readonly response: ResponseFacts;
  /** `WWW-Authenticate` as it came (RFC 9110 section 11.6.1). */
  readonly challenge?: string;
  /**
   * `declared`: one that the contract describes, on the error. `undeclared`: JSON or plain text that it does not describe,
   * on the error as well. `other`: neither. `none`: there is none.
   */
  readonly body: "declared" | "undeclared" | "other" | "none";
  /** The contract describes the error, without content; or it is that of HEAD, which has none (RFC 9110 section 9.3.2). */
  readonly contentless: boolean;
  /** A redirect that the contract describes by its status: with a `Location`, or without one. Undefined: any other response. */
  readonly redirect: "addressed" | "nowhere" | undefined;
}

/**
 * Reads an error response, whatever is in it: Problem Details, a body that the contract describes, a proxy's page,
 * nothing. Of a body that is too large only the status counts, like of one that breaks off.
 *
 * @param attempt - the most bytes that the call reads of a response, and what the request has in sensitive fields
 */
export async function readFailure(
  response: Response,
  descriptor: OperationDescriptor,
  { clock, contract, retry }: Pick<Connection, "clock" | "contract" | "retry">,
  {
    maxBytes,
    sensitive,
  }: {
    readonly maxBytes: number;
    readonly sensitive: () => readonly string[];
  },
): Promise<Failure> {
  const { status, headers } = response;
  const problems = contract.problem;
  const contentType = headers.get("content-type");
  const described = chooseResponse(descriptor.responses, status);
  const media = chooseMedia(described?.content ?? [], contentType);
  const { body, isEmpty } = await readErrorBody(
    response,
    media,
    Math.min(mostOfPart, maxBytes),
  );
  const lifted = problems?.lift?.(body, problems) ?? body;
  // What the contract describes is the server's own word, where problems need not say more.
  const isDescribed = body !== undefined && media !== undefined;
  const mayBeGateways = status >= 502 && status <= 504;
  const isOwn = isDescribed || !mayBeGateways;
  const problem = problemOf(lifted, contentType, problems, isOwn);
  const { retryAfter: read = readRetryAfter } = contract;
  const retryAfter = read(headers, clock.now(), status);
  const wait = retryAfter !== undefined && { retryAfter };
  const striker = strikerOf(headers);
  const challenge = headers.get("www-authenticate");
  const isGateways =
    mayBeGateways &&
    problem === undefined &&
    (retry.policy === "problem" || !isDescribed);
  const words = shownWords(problem, body, striker, contract, sensitive());
  const facts: ResponseFacts = {
    ...shownResponse(response),
    traceHeaders: contract.traceHeaders,
    serverText: words.serverText,
    ...(problem !== undefined && {
      problem: struckProblem(problem, contract, words),
    }),
    ...(body !== undefined && { body: striker.value(body) }),
    ...(isErrorOf(descriptor, described, status) &&
      isDescribed &&
      media.codec === "json" && { isBodyDescribed: true }),
  };
  return {
    reason: isGateways
      ? { kind: "lost", status, ...wait }
      : reasonOf(status, problem, problems, wait),
    response: facts,
    ...(challenge !== null && { challenge }),
    body:
      body === undefined
        ? isEmpty
          ? "none"
          : "other"
        : media === undefined
          ? "undeclared"
          : "declared",
    contentless:
      described !== undefined &&
      !successResponses(descriptor.responses).includes(described) &&
      (described.content.length === 0 || descriptor.method === "HEAD"),
    redirect: describesRedirect(described, status)
      ? headers.has("location")
        ? "addressed"
        : "nowhere"
      : undefined,
  };
}

/** Whether a response is an error, and described as one: not as the success that a `default` can be. */
function isErrorOf(
  { responses }: OperationDescriptor,
  described: ResponseDescriptor | undefined,
  status: number,
): boolean {
  return (
    status >= 400 &&
    described !== undefined &&
    !successResponses(responses).includes(described)
  );
}

/**
 * Problem Details without the credentials; a code that has a meaning is not secret. The members are there for code, and of
 * them `console.log` and `JSON.stringify` show what may be shown ({@link printedProblem}): values of sensitive fields are masked.
 */
function struckProblem(
  problem: ProblemDetails,
  { problem: problems, sensitive }: ContractFacts,
  shown: ShownWords,
): ProblemDetails {
  const entries = Object.entries(problem).map(
    ([name, value]: [string, unknown]) => [
      name,
      name === "code" && meaningOf(problem.code, problems)
        ? value
        : shown.striker.value(value),
    ],
  );
  const struck = Object.fromEntries(entries) as ProblemDetails;
  const value = () =>
    printedProblem(
      (sensitive?.mask(struck) ?? { ...struck }) as ProblemDetails,
      shown,
    );
  return Object.defineProperties(struck, {
    toJSON: { value },
    [inspectSymbol]: { value },
  });
}

/** Whether a response is a redirect of the contract (RFC 9110 section 15.4: 304 redirects nowhere). */
function describesRedirect(
  described: ResponseDescriptor | undefined,
  status: number,
): boolean {
  return (
    status >= 300 &&
    status < 400 &&
    status !== 304 &&
    described !== undefined &&
    describesStatus(described, status)
  );
}

/**
 * JSON under any description that admits it, text, and the bytes that the contract calls so; undefined for anything but
 * these. A page is a proxy's where the contract describes none. The status says enough when the connection is lost.
 */
async function readErrorBody(
  response: Response,
  media: MediaDescriptor | undefined,
  limit: number,
): Promise<{ readonly body: unknown; readonly isEmpty: boolean }> {
  const { headers } = response;
  const bytes = await readBytes(response, limit).catch(
    () => new ArrayBuffer(0),
  );
  if (bytes === undefined) return { body: undefined, isEmpty: false };
  const essence = contentTypeOf(headers)?.essence ?? "";
  const isText = media?.codec === "text" || essence === "text/plain";
  const isValue = isJson(essence) || media?.codec === "json";
  const described = readMediaType(media?.mediaType ?? null)?.essence;
  const isPage =
    essence === "" || (essence === "text/html" && described !== essence);
  if (media?.codec === "binary" && !isText && !isValue && !isPage) {
    const isEmpty = bytes.byteLength === 0;
    return {
      body: isEmpty ? undefined : await blobOf(bytes, headers),
      isEmpty,
    };
  }
  const text = textOf(bytes, headers);
  const isEmpty = text === "";
  if (isValue) return { body: tryJson(text, media), isEmpty };
  return { body: isText && !isEmpty ? text : undefined, isEmpty };
}

function tryJson(
  text: string,
  { parse = readJson, longIntegers }: Partial<MediaDescriptor> = {},
): unknown {
  try {
    return parse(text, longIntegers);
  } catch {
    return undefined;
  }
}

/**
 * Codes that keep their meaning in every problem body, whether the contract lists them or not: to repeat what the server
 * warns of would do it twice. A contract adds codes and changes none of these.
 */
const known: Readonly<Record<string, ProblemMeaning>> = {
  ambiguous_upstream_outcome: "ambiguous-outcome",
  feature_disabled: "feature-disabled",
  idempotency_key_conflict: "idempotency-conflict",
};

/** What a problem code means for the next step; undefined for one that neither the client nor the contract knows. */
export function meaningOf(
  code: string | undefined,
  problems: ProblemFacts | undefined,
): ProblemMeaning | undefined {
  if (code === undefined) return undefined;
  const table = Object.hasOwn(known, code) ? known : (problems?.codes ?? {});
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

/**
 * Labelled as Problem Details; or of their shape, where the contract promises them or the code is known anyway.
 *
 * @param isOwn - the server's word; otherwise a code alone is that of a gateway
 */
function problemOf(
  body: unknown,
  contentType: string | null,
  problems: ProblemFacts | undefined,
  isOwn: boolean,
): ProblemDetails | undefined {
  const labelled =
    readMediaType(contentType)?.essence === "application/problem+json";
  const members = problems?.members ?? {};
  const problem = readProblem(body, members);
  const isKnown = problem?.status && Object.hasOwn(known, problem.code ?? "");
  return labelled ||
    (looksLikeProblem(body, members) &&
      (problems || isKnown) &&
      (isOwn ||
        (problem?.status ??
          problem?.retryable ??
          meaningOf(problem?.code, problems)) !== undefined))
    ? problem
    : undefined;
}

function reasonOf(
  status: number,
  problem: ProblemDetails | undefined,
  problems: ProblemFacts | undefined,
  wait: false | { readonly retryAfter: number },
): AttemptFailure {
  const code = problem?.code;
  if (status === 401)
    return { kind: "refused", status, ...(code !== undefined && { code }) };
  const meaning = meaningOf(code, problems);
  return {
    kind: "answered",
    status,
    ...(code !== undefined && { code }),
    ...(meaning !== undefined && { meaning }),
    ...(problem?.retryable !== undefined && { retryable: problem.retryable }),
    ...wait,
  };
}
