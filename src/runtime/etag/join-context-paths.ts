import { isObject } from "../values/is-object.js";
import { memberAt } from "../values/member-at.js";
import {
  joinContext,
  type ModifyDescriptor,
  refuseRepeated,
} from "./modify.js";

/**
 * As {@link joinContext}, for a change that takes members of its read's input at other paths or under other names:
 * `context/tenantId` where the read takes `tenant_id`.
 *
 * @throws ArgumentError when the change has another value for one of them
 */
export function joinContextPaths(
  descriptor: ModifyDescriptor,
  input: Readonly<Record<string, unknown>>,
  change: object,
): object {
  const paths = descriptor.contextPaths ?? [];
  const others = paths.filter(([from, to]) => {
    const given = memberAt(change, to);
    return given !== undefined && given !== memberAt(input, from);
  });
  refuseRepeated(
    descriptor,
    others.map(([, to]) => to),
  );
  let joined = joinContext(descriptor, input, change);
  for (const [from, to] of paths) {
    const value = memberAt(input, from);
    if (value !== undefined) joined = withMember(joined, to, value);
  }
  return joined;
}

/** A copy with a value at a path; what is on the way is copied too. */
function withMember(whole: object, path: string, value: unknown): object {
  const [name = "", ...rest] = path.split("/");
  if (rest.length === 0) return { ...whole, [name]: value };
  const inner = memberAt(whole, name);
  const known = isObject(inner) ? inner : {};
  return { ...whole, [name]: withMember(known, rest.join("/"), value) };
}
