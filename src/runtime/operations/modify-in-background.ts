import type { Input, KeyedOptions } from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import { sentKeyOf } from "../errors/api-error.js";
import {
  type ModifyDescriptor,
  type ModifyOptions,
  type Rebuild,
  runModifyAttempts,
} from "../etag/modify.js";
import type { Versioned } from "../http/strong-etag.js";
import { chooseKey, checkIntentState } from "../idempotency/execute-keyed.js";
import type { BackgroundDescriptor, ResultHandle } from "./operation-handle.js";
import { type StartedOrDone, startOr } from "./start-operation.js";

/**
 * As `modify`, for a change that the server makes at once or in the background (202): gives the new state, or the handle of
 * the operation that makes the change. Under a key where the change takes one, as `modifyKeyed`.
 */
export function modifyInBackground<
  Value,
  Of extends string,
  Change extends object,
  Row = never,
  Operation = unknown,
  Page = unknown,
>(
  core: Core,
  descriptor: ModifyDescriptor,
  background: BackgroundDescriptor,
  input: Input,
  rebuild: Rebuild<Value, Change>,
  options: ModifyOptions & KeyedOptions = {},
): Call<
  StartedOrDone<Versioned<Value, Of>, ResultHandle<Row, Operation, Page>>
> {
  type Result = StartedOrDone<
    Versioned<Value, Of>,
    ResultHandle<Row, Operation, Page>
  >;
  const { intent, idempotencyKey, ...others } = options;
  const once = sentKeyOf({ intent, idempotencyKey });
  const run = async (): Promise<ApiResponse<Result>> => {
    chooseKey(descriptor.change, once);
    return runModifyAttempts<Value, Of, Result>(
      core,
      descriptor,
      input,
      rebuild,
      others,
      async (members, shared, context, finish) => {
        const changed = await startOr<unknown, Row, Operation, Page>(
          core,
          descriptor.change,
          background,
          members,
          { ...shared, ...once },
          { context },
        );
        const { value } = changed;
        if (value.outcome === "started") return { ...changed, value };
        const made = await finish({ ...changed, value: value.value });
        return { ...made, value: { outcome: "done", value: made.value } };
      },
      (now) => ({ outcome: "done", value: now }),
      once,
      async (context) => {
        if (intent !== undefined)
          await checkIntentState(core, descriptor.change, intent, context);
      },
    );
  };
  return toCall(run());
}
