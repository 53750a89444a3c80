import { UnexpectedResponseError } from "../errors/unexpected-response-error.js";
import { chooseAnswer } from "../http/choose-answer.js";
import { readHeader } from "../http/read-header.js";
import { safeHeaders } from "../secrets/safe-headers.js";
import type { ApiResponse, Call } from "./call.js";
import { callOf } from "./during-call.js";
import type {
  HeaderDescriptor,
  OperationDescriptor,
} from "./operation-descriptor.js";

/** An answer whose headers the contract describes. */
export interface DescribedResponse<
  Value,
  HeaderValues,
  Status extends number = number,
> extends ApiResponse<Value, Status> {
  /**
   * The headers that the contract describes, by the names it gives them, each read by its schema. One that the server
   * left out is not there, nor is a null of one that has no text of its own. One whose text does not fit its schema raises `UnexpectedResponseError` when it is looked at,
   * and not before; its text is in `headers`.
   */
  readonly headerValues: HeaderValues;
}

/**
 * Lets the raw form of a call give the described headers as values.
 *
 * @typeParam Described - the type of the call with them; the generated code names it, nothing checks it at run time
 */
export function withHeaderValues<Described extends Call<unknown>>(
  call: Call<NoInfer<Awaited<Described>>>,
  descriptor: OperationDescriptor,
): Described {
  const withResponse = call.withResponse.bind(call);
  const described = {
    withResponse: async (): Promise<
      DescribedResponse<Awaited<Described>, Readonly<Record<string, unknown>>>
    > => {
      const response = await withResponse();
      return { ...response, headerValues: readAll(descriptor, response) };
    },
  };
  return Object.assign(call, described) as Call<unknown> as Described;
}

function readAll(
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
): Readonly<Record<string, unknown>> {
  const answer = chooseAnswer(descriptor.answers, response.status);
  const values = {};
  for (const [name, header] of Object.entries(answer?.headers ?? {})) {
    const text = textOf(response.headers, name, header);
    if (text === undefined || isNull(text, header)) continue;
    const read = readHeader(text, header);
    Object.defineProperty(
      values,
      name,
      read.kind === "value"
        ? { value: read.value, enumerable: true }
        : {
            get: () => {
              throw unreadable(descriptor, response, name, read.why);
            },
            enumerable: true,
          },
    );
  }
  return values;
}

/** Cookies hold commas and are no list of one header (RFC 6265 section 3). */
function textOf(
  headers: Headers,
  name: string,
  { as }: HeaderDescriptor,
): string | readonly string[] | undefined {
  if (as === "list" && name.toLowerCase() === "set-cookie") {
    const cookies = headers.getSetCookie();
    return cookies.length === 0 ? undefined : cookies;
  }
  return headers.get(name) ?? undefined;
}

/** RFC 6570 section 2.3 leaves null out; servers also send nothing in its place, or the word. */
function isNull(
  text: string | readonly string[],
  header: HeaderDescriptor,
): boolean {
  const nullable = header.as !== "json" && header.nullable === true;
  return nullable && (text === "" || text === "null");
}

function unreadable(
  descriptor: OperationDescriptor,
  { status, headers, attempts, waited }: ApiResponse<unknown>,
  name: string,
  why: string,
): UnexpectedResponseError {
  return new UnexpectedResponseError({
    call: callOf(descriptor),
    attempts,
    waited,
    answer: { status, headers: safeHeaders(headers) },
    happened: `The header "${name}" of the answer does not fit its schema: ${why}.`,
    remedy: "Its text is in `headers`; the rest of the answer is good.",
  });
}
