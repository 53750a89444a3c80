import type { OperationDescriptor } from "../call/operation-descriptor.js";
import { memberAt } from "../values/member-at.js";
import { isPosition, type Position } from "./next-position.js";
import type { PagingDescriptor, PositionPlace } from "./paging-descriptor.js";

/** Members of an input. */
export type Members = Readonly<Record<string, unknown>>;

/** Where the requests of this kind of paging carry the position; undefined when a link takes their place. */
export function placeOf(paging: PagingDescriptor): PositionPlace | undefined {
  switch (paging.style) {
    case "last-item":
      return paging.after;
    case "number":
      return paging.number;
    case "offset":
      return paging.offset;
    case "link":
      return undefined;
    default:
      return paging.cursor;
  }
}

/** The position that the input itself has; undefined when it has none. */
export function positionIn(
  descriptor: OperationDescriptor,
  place: PositionPlace,
  input: Members,
): Position | undefined {
  const position = memberAt(input, wayTo(descriptor, place).join("/"));
  return isPosition(position) ? position : undefined;
}

/** The same input with that position in place of its own; without one when it is undefined. */
export function positionedInput(
  descriptor: OperationDescriptor,
  place: PositionPlace,
  input: Members,
  position: Position | undefined,
): Members {
  return withMember(input, wayTo(descriptor, place), position);
}

/** Member names on the way to the place, as `memberAt` escapes them. */
function wayTo(
  descriptor: OperationDescriptor,
  place: PositionPlace,
): readonly string[] {
  if (place.in === "body") {
    const way = place.name.split("/");
    return descriptor.body?.from === "body" ? ["body", ...way] : way;
  }
  const parameter = descriptor.parameters?.find(
    (one) => one.in === place.in && one.name === place.name,
  );
  return [
    (parameter?.key ?? place.name).replaceAll("~", "~0").replaceAll("/", "~1"),
  ];
}

function withMember(
  holder: Members,
  [step = "", ...rest]: readonly string[],
  value: unknown,
): Members {
  const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
  const { [name]: before, ...others } = holder;
  if (rest.length === 0)
    return value === undefined ? others : { ...others, [name]: value };
  const inner =
    typeof before === "object" && before !== null ? { ...before } : {};
  return { ...others, [name]: withMember(inner, rest, value) };
}
