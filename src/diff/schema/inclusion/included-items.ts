import { includedBounds } from "./included-scalars.js";
import { all, allOf, type Parts, type Verdict } from "./verdict.js";
import { slotOfItem } from "../form/merge-forms.js";
import type { SchemaForm } from "../form/schema-form.js";

/** Whether every array of one form is allowed by the other. */
export function includedItems(left: SchemaForm, right: SchemaForm, parts: Parts): Verdict {
  const count = Math.max(left.prefix.length, right.prefix.length);
  const most = left.bounds.get("maxItems")?.limit ?? Infinity;
  const positions = Array.from({ length: Math.min(count, most) }, (_, index) => index);
  return all([
    includedBounds(left, right, "array"),
    right.unique === undefined || left.unique !== undefined || most <= 1 ? "yes" : "no",
    allOf(positions, (index) => parts.included(slotOfItem(left, index), slotOfItem(right, index))),
    most <= count ? "yes" : parts.included(left.items, right.items),
    ...right.contains.map(({ slot, least, most: limit }): Verdict => {
      const isContained = left.contains.some(
        (own) =>
          own.least >= least &&
          parts.included(own.slot, slot) === "yes" &&
          (limit === undefined || (own.most ?? Infinity) <= limit) &&
          (limit === undefined || parts.includes(own.slot, slot) === "yes"),
      );
      if (isContained) return "yes";
      return left.contains.length === 0 ? "no" : "unknown";
    }),
    includedUnevaluated(left, right, parts),
  ]);
}

function includedUnevaluated(left: SchemaForm, right: SchemaForm, parts: Parts): Verdict {
  if (right.unevaluatedItems.length === 0) return "yes";
  if (left.unevaluatedItems.length === 0) return "no";
  return parts.isStrict ? "unknown" : parts.included(left.unevaluatedItems, right.unevaluatedItems);
}
