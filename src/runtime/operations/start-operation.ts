import type {
  ExecuteOptions,
  Input,
  KeyedOptions,
} from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { type ApiError, isApiError, sentKeyOf } from "../errors/api-error.js";
import {
  callOf,
  duringCall,
  type UnexpectedResponseError,
} from "../errors/call-errors.js";
import { retryAdvice } from "../errors/idempotency-errors.js";
import {
  checkKeyed,
  checkLimits,
  prepareKeyed,
  sendKeyed,
} from "../idempotency/execute-keyed.js";
import { isKnownNotExecuted } from "../idempotency/intents.js";
import { unexpectedResponse } from "../response/unexpected-response.js";
import { memberAt } from "../values/member-at.js";
import { isObject } from "../values/is-object.js";
import { inputMembers } from "../values/input-members.js";
import { snapshot } from "../values/snapshot.js";
import type { WaitContext } from "../waiting/clock.js";
import { waitContext } from "../waiting/wait-for.js";
import { Handle } from "./handle.js";
import type { BackgroundDescriptor, ResultHandle } from "./operation-handle.js";
import { watchOf } from "./operation-watch.js";

/** What a start takes beside its input, by what its operation carries: a key, a validator, both or neither. */
type StartOptions = KeyedOptions & Pick<ExecuteOptions, "ifMatch">;

/**
 * Starts a background operation: waits for a place among those that may run at once, sends what starts
 * it, under a key where the contract takes one, and hands out what to wait for.
 */
export function startOperation<
  Row = never,
  Operation = unknown,
  Page = unknown,
>(
  core: Core,
  descriptor: OperationDescriptor,
  background: BackgroundDescriptor,
  input?: Input,
  options: StartOptions = {},
): Call<ResultHandle<Row, Operation, Page>> {
  return toCall(
    start<Row, Operation, Page>(core, descriptor, background, input, options),
  );
}

/** What an operation gives that is done at once (200) or goes on in the background (202): `outcome` tells which. */
export type StartedOrDone<Value, Started> =
  | { readonly outcome: "done"; readonly value: Value }
  /** `operation`: its handle. */
  | { readonly outcome: "started"; readonly operation: Started };

/**
 * As {@link startOperation}, for an operation that the server may also do at once. It takes a slot anyway, because
 * only the response decides, and gives it back where nothing was started.
 */
export function startOrDone<
  Value,
  Row = never,
  Operation = unknown,
  Page = unknown,
>(
  core: Core,
  descriptor: OperationDescriptor,
  background: BackgroundDescriptor,
  input?: Input,
  options: StartOptions = {},
): Call<StartedOrDone<Value, ResultHandle<Row, Operation, Page>>> {
  return toCall(
    startOr<Value, Row, Operation, Page>(
      core,
      descriptor,
      background,
      input,
      options,
    ),
  );
}

async function start<Row, Operation, Page>(
  core: Core,
  descriptor: OperationDescriptor,
  background: BackgroundDescriptor,
  input: Input,
  options: StartOptions,
): Promise<ApiResponse<ResultHandle<Row, Operation, Page>>> {
  const response = await startOr<never, Row, Operation, Page>(
    core,
    descriptor,
    background,
    input,
    options,
    { isAlwaysStarted: true },
  );
  // Otherwise it has raised.
  const value = response.value as {
    readonly operation: ResultHandle<Row, Operation, Page>;
  };
  return { ...response, value: value.operation };
}

/**
 * @param how - `context`: time and abort of a longer call that this one is a part of; `isAlwaysStarted`: any success starts
 * an operation, and not 202 alone
 */
export async function startOr<Value, Row, Operation, Page>(
  core: Core,
  descriptor: OperationDescriptor,
  background: BackgroundDescriptor,
  input: Input,
  options: StartOptions,
  how: {
    readonly context?: WaitContext;
    readonly isAlwaysStarted?: boolean;
  } = {},
): Promise<
  ApiResponse<StartedOrDone<Value, ResultHandle<Row, Operation, Page>>>
> {
  // Before the first wait: a mistake is told at once, and what the caller changes meanwhile is not sent.
  const { check, send, url } = prepareStart(core, descriptor, input, {
    ...options,
  });
  const compound = background.fromStart?.ids.ofStart(
    background,
    descriptor,
    input,
  );
  const context = how.context ?? waitContext(core, options);
  await check(context);
  const slot = await duringCall(callOf(descriptor), async () =>
    core.limits?.claimSlot(context, namesOf(options)),
  );
  try {
    const response = await send(context);
    const startsOthers =
      startsByRange(descriptor) && startedId(background, response, url);
    if (!how.isAlwaysStarted && response.status !== 202 && !startsOthers) {
      return {
        ...response,
        value: { outcome: "done", value: response.value as Value },
      };
    }
    const ownId = (): string => {
      const id = startedId(background, response, url);
      // An id is shown, kept and put into addresses: one with a credential of the call in it is rejected.
      if (!id || core.striker.whole(id) !== id)
        throw withoutId(descriptor, response);
      return id;
    };
    const handle = new Handle<Row, Operation, Page>(
      core,
      background,
      compound?.(ownId) ?? ownId(),
      {
        at: core.clock.now(),
        heardAt: core.clock.monotonic(),
        ...sentKeyOf(response),
      },
    );
    watchOf(core, background, handle.id).heard(response.headers);
    core.identify?.(response, handle);
    slot?.holdFor(handle.id, (waiting) => handle.untilEnded(waiting));
    return { ...response, value: { outcome: "started", operation: handle } };
  } catch (error) {
    if (isApiError(error) && mayBeRunning(error)) slot?.keepFor(namesOf(error));
    throw error;
  } finally {
    // Nothing was started, or what was started holds the place from here on.
    slot?.release();
  }
}

/** Whether a range tells of 202, so that any success with an id may have started something. */
function startsByRange({ responses }: OperationDescriptor): boolean {
  const has = (status: number | "2XX") =>
    responses.some(({ statuses }) => statuses.includes(status));
  return has("2XX") && !has(202);
}

/** A start that is checked as far as possible without waiting, and serialised. */
interface PreparedStart {
  /** Checks what else can be known before the wait for a place. */
  readonly check: (context: WaitContext) => Promise<void>;
  readonly send: (context: WaitContext) => Promise<ApiResponse<unknown>>;
  /** Absolute. */
  readonly url: string;
}

/** Checks and serialises what starts the operation. */
function prepareStart(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options: StartOptions,
): PreparedStart {
  if (descriptor.idempotencyHeader !== undefined) {
    const call = prepareKeyed(core, descriptor, input, options);
    return {
      check: (context) => checkKeyed(core, call, context),
      send: (context) => sendKeyed(core, call, context),
      url: call.prepared.url,
    };
  }
  const members = snapshot(inputMembers(descriptor, input));
  const prepared = core.prepare(descriptor, members, options);
  return {
    check: (context) => checkLimits(core, descriptor, prepared, context),
    send: ({ deadlineAt }) =>
      core.execute(descriptor, members, { ...options, prepared, deadlineAt }),
    url: prepared.url,
  };
}

/** What a create is repeated by. */
function namesOf({
  intent,
  idempotencyKey,
}: Pick<KeyedOptions, "intent" | "idempotencyKey">): readonly string[] {
  return [intent, idempotencyKey].flatMap((name) => name ?? []);
}

function withoutId(
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
): UnexpectedResponseError {
  const { idempotencyKey } = response;
  return unexpectedResponse(
    descriptor,
    response,
    "The server accepted the request without a usable operation id.",
    `The operation may run. ${
      idempotencyKey === undefined
        ? "Look for its effect before starting it again."
        : retryAdvice({ idempotencyKey })
    }`,
  );
}

/**
 * The id of an operation that was just started: from the body, else from a header. Either has the id itself or an address (RFC 9110 section
 * 10.2.2), which has it where the path of the status operation has its parameter: `/operations/{operationId}`; an address of anything else
 * has none. Nothing is sent to the address: a proxy may write another host or scheme in it. A text of the body with slashes may be the end
 * of such an address, `operations/8` (AIP-122); else it is the id as a whole.
 *
 * @param url - of the request that started it
 * @returns empty where there is none
 */
function startedId(
  { id: member, header, status, idParameter }: BackgroundDescriptor,
  { value, headers }: ApiResponse<unknown>,
  url: string,
): string {
  const found = memberAt(value, member);
  const inBody = isObject(found ?? {}) ? "" : String(found);
  let given = inBody || headers.get(header ?? "location") || "";
  const isText = inBody && !/^(https?:)?\/\//i.test(inBody);
  if ((isText || header) && !given.includes("/")) return given;
  const parameter = status.parameters?.find(
    (one) => one.in === "path" && (one.key ?? one.name) === idParameter,
  );
  const template = status.path.replace(/\/?([?#].*|$)/, "");
  const [above = "", after = ""] = template.split(`{${parameter?.name}}`);
  // Other parameters may be above: the id follows what is after the last of them.
  const before = above.split("}").at(-1) ?? "";
  try {
    if (isText)
      given = template
        .split("/")
        .slice(0, -given.split("/").length)
        .concat(given)
        .join("/");
    const path = new URL(given, url).pathname.replace(/\/?([?#].*|$)/, "");
    const id = path.slice(
      path.lastIndexOf(before) + before.length,
      path.length - after.length,
    );
    // One of another scheme leads to no operation, and one without a path to the request itself.
    if (
      /^(https?:|[^?#:]+([/?#]|$))/i.test(given) &&
      path.endsWith(before + id + after) &&
      !id.includes("/") &&
      // Any text would end a path without a segment of its own before the id.
      (before[1] || !isText)
    )
      return decodeURIComponent(id);
  } catch {
    // It is not a URL, or its path is not text.
  }
  return isText ? inBody : "";
}

/** Kinds of errors that leave open what became of a create, whatever status its last attempt had. */
const open: readonly string[] = ["ambiguous-outcome", "outcome-unknown"];

/**
 * Whether a create that ended in this error may have started an operation whose id is unknown. Then its slot stays
 * taken; otherwise it is free at once.
 */
export function mayBeRunning(error: ApiError): boolean {
  if (error.attempts === 0) return false;
  if (open.includes(error.kind)) return true;
  return !isRefused(error) && !isKnownNotExecuted(error);
}

/** Any 4xx, and a failure that is not to be retried, is the server's word on this very create: it started nothing. */
function isRefused({ status = 0, retryable }: ApiError): boolean {
  return (status >= 400 && status < 500) || retryable === false;
}
