import { isObject } from "../values/is-object.js";
import { memberAt } from "../values/member-at.js";
import {
  type BackgroundDescriptor,
  type OperationState,
  readState,
} from "./operation-handle.js";

/** Reads a state that is a text, `true`, `false` or a number: as JSON has it, without quotes. */
export function scalarState(
  background: BackgroundDescriptor,
  operation: unknown,
): OperationState | undefined {
  const found = memberAt(operation, background.state);
  if (isObject(found ?? {})) return undefined;
  const read = readState({ ...background, state: "" }, String(found));
  const isFailure =
    read?.outcome === "succeeded" &&
    Boolean(memberAt(operation, background.failure));
  return (
    read && { ...read, ...(isFailure && { outcome: "failed" }), operation }
  );
}

/** As {@link scalarState}; pending where an object has no state yet. */
export function laterState(
  background: BackgroundDescriptor,
  operation: unknown,
): OperationState | undefined {
  const isAbsent =
    isObject(operation) &&
    (memberAt(operation, background.state) ?? undefined) === undefined;
  return isAbsent
    ? { status: "", outcome: "pending", operation }
    : scalarState(background, operation);
}
