import type { Input } from "../call/core.js";
import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";

/**
 * The members of an input; a bare value becomes the operation's only path parameter.
 *
 * @throws ArgumentError when a bare value does not say which of several path parameters it is
 */
export function inputMembers(
  descriptor: OperationDescriptor,
  input: Input,
): Readonly<Record<string, unknown>> {
  if (input === undefined || typeof input === "object") return { ...input };
  const [only, ...others] = (descriptor.parameters ?? []).filter(
    (parameter) => parameter.in === "path",
  );
  if (only !== undefined && others.length === 0)
    return { [only.key ?? only.name]: input };
  throw new ArgumentError({
    call: {
      operation: descriptor.name,
      method: descriptor.method,
      path: descriptor.path,
    },
    happened:
      "A bare value stands for the only path parameter, and this operation does not have exactly one.",
    remedy: "Give an object with the members that the operation takes.",
  });
}
