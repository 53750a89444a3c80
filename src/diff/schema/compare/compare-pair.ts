import { compareBounds } from "./compare-bounds.js";
import { compareConditions } from "./compare-conditions.js";
import { compareItems } from "./compare-items.js";
import { compareAdditional, compareProperties } from "./compare-properties.js";
import { compareNull, compareTypes } from "./compare-types.js";
import { compareUnions, compareWrapping } from "./compare-unions.js";
import { compareDefaults, compareValues } from "./compare-values.js";
import type { ComparedPair, PairEdge, PairFindings } from "./compared-pair.js";
import { isAny } from "../inclusion/alternatives.js";
import { readValues } from "../form/base-values.js";
import { listedTypes } from "../form/merge-forms.js";
import type { TypeName } from "../form/schema-form.js";

/** What differs between two schemas that describe the same value, and the pairs below them. */
export function comparePair(written: ComparedPair): PairFindings {
  const { left, right, areAll } = readValues(written.old, written.now);
  const pair = {
    ...written,
    old: { ...written.old, node: left },
    now: { ...written.now, node: right },
  };
  if (areAll) {
    const { edits, edges } = compareUnions(pair);
    return { edits: [...edits, ...compareDefaults(pair)], edges };
  }
  const wrapping = compareWrapping(pair);
  if (wrapping !== undefined)
    return { ...wrapping, edits: [...wrapping.edits, ...compareNull(pair), ...compareDefaults(pair)] };
  const types = compareTypes(pair);
  if (types.isReplaced) return { edits: types.edits, edges: [] };
  // Where any value becomes an object (or the reverse), the types say it all.
  const isWhole = types.edits.length > 0 && (isAny(pair.old.node) || isAny(pair.now.node));
  const shared = (type: TypeName) =>
    !isWhole && listedTypes(pair.old.node.form).has(type) && listedTypes(pair.now.node.form).has(type);
  const none: PairFindings = { edits: [], edges: [] };
  const found = [
    shared("object") ? compareProperties(pair) : none,
    shared("object") ? compareAdditional(pair) : none,
    shared("array") ? compareItems(pair) : none,
    compareConditions(pair),
    compareUnions(pair),
  ];
  return {
    edits: [
      ...types.edits,
      ...compareValues(pair),
      ...compareBounds(pair),
      ...found.flatMap(({ edits }) => edits),
    ],
    edges: [...found.flatMap(({ edges }) => edges), ...contentEdges(pair)],
  };
}

/** What a text holds (`contentSchema`), where both sides describe it. */
function contentEdges({ old, now }: ComparedPair): readonly PairEdge[] {
  const [before, after] = [old.node.form.contentSchema, now.node.form.contentSchema];
  if (before.length === 0 || after.length === 0) return [];
  return [{ old: before, now: after, step: { kind: "content" } }];
}
