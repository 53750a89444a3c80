import type {
  ConditionalOptions,
  Input,
  KeyedOptions,
} from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { isStrongETag, type Versioned } from "../http/strong-etag.js";
import { executeKeyed } from "../idempotency/execute-keyed.js";
import { versioned } from "./versioned.js";

/** The validator of what is changed, where the operation takes one. */
type WriteOptions<Of extends string> = KeyedOptions &
  Partial<Pick<ConditionalOptions<Of>, "ifMatch">>;

/**
 * Writes a resource and hands out what the response has of it with its new validator. The write is made whatever the response
 * says: one without a strong validator raises `UnexpectedResponseError` when `etag` is looked at, and not before.
 *
 * @typeParam Of - name of the read that gives the same resource
 */
export function writeVersioned<
  Value,
  Of extends string,
  Response extends ApiResponse<Versioned<Value, Of>> = ApiResponse<
    Versioned<Value, Of>
  >,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options?: WriteOptions<Of>,
): Call<Versioned<Value, Of>, Response> {
  return toCall(
    core
      .execute(descriptor, input, options)
      .then((response) => written<Value, Of>(descriptor, response) as Response),
  );
}

/** As {@link writeVersioned}, for an operation that carries an idempotency key. */
export function writeVersionedKeyed<
  Value,
  Of extends string,
  Response extends ApiResponse<Versioned<Value, Of>> = ApiResponse<
    Versioned<Value, Of>
  >,
>(
  core: Core,
  descriptor: OperationDescriptor,
  input: Input,
  options: WriteOptions<Of> = {},
): Call<Versioned<Value, Of>, Response> {
  return toCall(
    executeKeyed(core, descriptor, input, options).then(
      (response) => written<Value, Of>(descriptor, response) as Response,
    ),
  );
}

function written<Value, Of extends string>(
  descriptor: OperationDescriptor,
  response: ApiResponse<unknown>,
): ApiResponse<Versioned<Value, Of>> {
  if (isStrongETag<Of>(response.headers.get("etag") ?? ""))
    return versioned(descriptor, response);
  const value = {
    value: response.value as Value,
    get etag(): Versioned<Value, Of>["etag"] {
      return versioned<Value, Of>(descriptor, response).value.etag;
    },
  };
  // Who prints or copies the value does not ask for its validator.
  Object.defineProperty(value, "etag", { enumerable: false });
  return { ...response, value };
}
