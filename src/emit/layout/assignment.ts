import { builders } from "prettier/doc";
import type { Doc } from "./layout.js";

const { group, indent, indentIfBreak, line, lineSuffixBoundary } = builders;

/**
 * `left = right;`: the right side goes on a line of its own when not even its start fits beside the left one
 * (prettier's layout `fluid`: objects, `new` and calls with several arguments).
 */
export function assignment(left: Doc, right: Doc): Doc {
  const id = Symbol("assignment");
  const gap = group(indent(line), { id });
  return [
    group([group(left), " =", gap, lineSuffixBoundary, indentIfBreak(group(right), { groupId: id })]),
    ";",
  ];
}

/** The same for a call with one short argument, which prettier would rather keep whole (`break-after-operator`). */
export function assignmentOfCall(left: Doc, right: Doc): Doc {
  return [group([group(left), " =", group(indent([line, right]))]), ";"];
}
