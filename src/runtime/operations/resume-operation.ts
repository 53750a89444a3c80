import type { Core } from "../call/core.js";
import { ArgumentError } from "../errors/argument-error.js";
import type { BackgroundDescriptor } from "./background-descriptor.js";
import { Handle } from "./handle.js";
import type { ResultHandle } from "./operation-handle.js";

/**
 * The handle of an operation that was started before, here or in another process (OPS-5). Sends nothing by itself.
 *
 * @throws ArgumentError when the id is no text, or empty (GEN-1)
 */
export function resumeOperation<Row = never, Operation = unknown>(
  core: Core,
  background: BackgroundDescriptor,
  operationId: string,
): ResultHandle<Row, Operation> {
  const id: unknown = operationId;
  if (typeof id === "string" && id !== "")
    return new Handle<Row, Operation>(core, background, id);
  throw new ArgumentError({
    happened: "The id of an operation is a string that is not empty.",
    remedy: "Pass the `id` of the handle that was started, unchanged.",
  });
}
