import type { ApiResponse, Call } from "../call/call.js";
import type { CallOptions } from "../call/call-options.js";
import type { Core, Input } from "../call/core.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { toCall } from "../call/to-call.js";
import { isApiError } from "../errors/api-error.js";
import { inputMembers } from "../values/input-members.js";
import { snapshot } from "../values/snapshot.js";
import { waitContext } from "../waiting/wait-context.js";
import type { BackgroundDescriptor } from "./background-descriptor.js";
import type { SendPoll } from "./operation-watch.js";
import { watchOf } from "./watch-of.js";

/** The most requests for one status call, the first included. */
const attempts = 4;

/**
 * Reads the state of a background operation, as often as everyone in this process may together: a status call waits for
 * the poll that is due next, and shares it with the others who wait for the same operation.
 *
 * @throws as a call; DeadlineError at once when the next poll is not due before the deadline
 */
export function readStatus<
  Value,
  Response extends ApiResponse<Value> = ApiResponse<Value>,
>(
  core: Core,
  descriptor: OperationDescriptor,
  background: BackgroundDescriptor,
  input?: Input,
  options: CallOptions = {},
): Call<Value, Response> {
  return toCall(
    read(core, descriptor, background, input, options) as Promise<Response>,
  );
}

async function read(
  core: Core,
  descriptor: OperationDescriptor,
  background: BackgroundDescriptor,
  input: Input,
  options: CallOptions,
): Promise<ApiResponse<unknown>> {
  const members = snapshot(inputMembers(descriptor, input));
  const { [background.idParameter]: id, ...others } = members;
  // What names no operation is refused by the call itself, before anything is sent.
  if ((typeof id !== "string" && typeof id !== "number") || id === "")
    return core.execute(descriptor, input, options);
  const { signal, deadline, attempts: most = attempts, ...own } = options;
  const prepared = core.prepare(descriptor, members, options);
  const operationId = String(id);
  const context = waitContext(core, {
    ...(signal !== undefined && { signal }),
    ...(deadline !== undefined && { deadline }),
  });
  const send: SendPoll = (limits) =>
    core.execute(descriptor, members, { ...own, ...limits, prepared });
  const isShared = Object.keys({ ...others, ...own }).length === 0;
  try {
    const { response } = await watchOf(core, background, operationId).request(
      most,
      context,
      isShared ? undefined : send,
    );
    return response;
  } catch (error) {
    throw isApiError(error) ? error.about(operationId) : error;
  }
}
