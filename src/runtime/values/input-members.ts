import type { Input } from "../call/call-options.js";
import { callOf } from "../errors/call-errors.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { hidesData } from "./json-text.js";

/**
 * The members of an input; a bare value becomes the operation's only path parameter.
 *
 * @throws ArgumentError when a bare value does not say which of several path parameters it is
 */
export function inputMembers(
  descriptor: OperationDescriptor,
  input: Input,
): Readonly<Record<string, unknown>> {
  if (input === undefined) return {};
  if (typeof input === "object") {
    // Null comes from plain JavaScript alone.
    const given = input as object | null;
    if (given === null || !hidesData(given)) return { ...given };
    throw new ArgumentError({
      call: callOf(descriptor),
      happened:
        "The input is an instance of a class without members of its own, whose data would be lost.",
      remedy: "Give an object with the members that the operation takes.",
    });
  }
  const [only, ...others] = (descriptor.parameters ?? []).filter(
    (parameter) => parameter.in === "path",
  );
  if (only !== undefined && others.length === 0)
    return { [only.key ?? only.name]: input };
  throw new ArgumentError({
    call: callOf(descriptor),
    happened:
      "A bare value needs an operation with exactly one path parameter.",
    remedy: "Give an object with the members that the operation takes.",
  });
}
