import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { isObject } from "../values/is-object.js";
import { memberAt } from "../values/member-at.js";
import type { PositionFields } from "./paging-descriptor.js";
import { isPosition, type Position } from "./position.js";

/** Members of an input. */
export type Members = Readonly<Record<string, unknown>>;

/** The position that the input itself has, for a sequence can begin at a raw cursor; undefined when it has none. */
export function positionIn(
  descriptor: OperationDescriptor,
  fields: PositionFields | undefined,
  input: Members,
): Position | undefined {
  const position =
    fields && memberAt(input, wayTo(descriptor, fields).join("/"));
  return isPosition(position) ? position : undefined;
}

/** The same input with that position in place of its own; without one when it is undefined. */
export function positionedInput(
  descriptor: OperationDescriptor,
  fields: PositionFields,
  input: Members,
  position: Position | undefined,
): Members {
  return withMember(input, wayTo(descriptor, fields), position);
}

/** Member names on the way to the place, as `memberAt` escapes them. */
function wayTo(
  descriptor: OperationDescriptor,
  fields: PositionFields,
): readonly string[] {
  if (fields.in === "body") {
    const way = fields.name.split("/");
    return descriptor.body?.from === "body" ? ["body", ...way] : way;
  }
  const parameter = descriptor.parameters?.find(
    (one) => one.in === fields.in && one.name === fields.name,
  );
  return [
    (parameter?.key ?? fields.name).replaceAll("~", "~0").replaceAll("/", "~1"),
    ...(fields.member?.split("/") ?? []),
  ];
}

/** The same members with a value at the end of a way of names, as `memberAt` escapes them; without it when it is undefined. */
export function withMember(
  holder: Members,
  [step = "", ...rest]: readonly string[],
  value: unknown,
): Members {
  const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
  const { [name]: before, ...others } = holder;
  if (rest.length === 0)
    return value === undefined ? others : { ...others, [name]: value };
  const inner = isObject(before) ? { ...before } : {};
  return { ...others, [name]: withMember(inner, rest, value) };
}
