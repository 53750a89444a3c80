import { appendPointer } from "../../text/json-pointer.js";
import type { Fact, Use } from "../fact.js";
import { compareBelow } from "./compare-docs.js";
import { isAnySchema, isObject, isSameJson, type Located, member } from "./document-nodes.js";
import { contentOf, serialisationOf, shapeOf, writtenForm } from "./read-parameters.js";
import type { WireComparison } from "./wire-comparison.js";

/** A parameter or header in both documents, as far as its value goes. */
export interface ValuePair {
  readonly subject: "header" | "parameter";
  readonly old: Located;
  readonly new: Located;
  /** `query`, `header`, …: it decides the default style. */
  readonly location: string;
  readonly element: string;
  readonly use: Use;
}

/**
 * Hands on the schemas of a parameter or header that is written alike in both documents: most are, and nothing else can differ.
 *
 * @returns whether it was that simple.
 */
export function compareAlike(
  { schemas }: WireComparison,
  { old, new: now }: Pick<ValuePair, "new" | "old">,
  use: () => Use,
): boolean {
  if (!isSameJson(old.json, now.json) || member(old.json, "content") !== undefined) return false;
  if (member(old.json, "schema") !== undefined) {
    schemas.compare(appendPointer(old.pointer, "schema"), appendPointer(now.pointer, "schema"), use());
  }
  return true;
}

/** Compares how the value of a parameter or header is described (`schema` or `content`) and written. */
export function compareValue(comparison: WireComparison, pair: ValuePair): void {
  const old = contentOf(comparison.old, pair.old);
  const now = contentOf(comparison.new, pair.new);
  if (old === undefined && now === undefined) {
    compareSerialisation(comparison, pair);
    compareSchemas(comparison, pair);
    return;
  }
  const [before, after] = [
    old?.name ?? styleOf(pair.old, pair.location),
    now?.name ?? styleOf(pair.new, pair.location),
  ];
  if (old !== undefined && now !== undefined && mediaKey(before) === mediaKey(after)) {
    compareSchemas(comparison, pair, old.media, now.media);
    return;
  }
  comparison.facts.add({
    ...factOf(pair, "format-changed"),
    effect: "other",
    old: { pointer: pair.old.pointer, value: before },
    new: { pointer: pair.new.pointer, value: after },
    arguments: { old: before, new: after },
  });
}

/** How a value with a schema is written. */
function styleOf({ json }: Located, location: string): string {
  return `style: ${serialisationOf(json, location).style}`;
}

function mediaKey(name: string): string {
  return name.toLowerCase().replace(/\s+/gu, "");
}

function compareSerialisation(comparison: WireComparison, pair: ValuePair): void {
  const old = serialisationOf(pair.old.json, pair.location, comparison.old);
  const now = serialisationOf(pair.new.json, pair.location, comparison.new);
  const members = (["style", "explode", "allowReserved"] as const).filter((name) => old[name] !== now[name]);
  if (members.length === 0) return;
  const shapes = [shapeOf(comparison.old, pair.old), shapeOf(comparison.new, pair.new)];
  // A list of one item is written as the item is; that there can be more is a change of the type.
  const [shape = "unknown", other = shape] = shapes.includes("scalar") ? (["scalar"] as const) : shapes;
  if (writtenForm(old, shape) === writtenForm(now, other)) return;
  comparison.facts.add({
    ...factOf(pair, "serialisation-changed"),
    effect: "other",
    old: { pointer: pair.old.pointer, value: { ...old } },
    new: { pointer: pair.new.pointer, value: { ...now } },
    arguments: { members },
  });
}

/** Hands the schemas of two objects on; a schema that is missing allows everything. */
export function compareSchemas(
  comparison: WireComparison,
  pair: Omit<ValuePair, "location">,
  old: Located = pair.old,
  now: Located = pair.new,
): void {
  const [before, after] = [member(old.json, "schema"), member(now.json, "schema")];
  const [had, has] = [before !== undefined, after !== undefined];
  if (isObject(before) && isObject(after)) {
    const at = ({ pointer }: Located) => appendPointer(pointer, "schema");
    compareBelow(comparison, {
      kind: "schema",
      old: { json: before, pointer: at(old) },
      new: { json: after, pointer: at(now) },
      element: pair.element,
      uses: [pair.use],
    });
  }
  if (had && has) {
    comparison.schemas.compare(
      appendPointer(old.pointer, "schema"),
      appendPointer(now.pointer, "schema"),
      pair.use,
    );
  } else if (!isAnySchema(before) || !isAnySchema(after)) {
    comparison.facts.add({
      ...factOf(pair, has ? "schema-added" : "schema-removed"),
      effect: has ? "narrower" : "wider",
      old: { pointer: old.pointer },
      new: { pointer: now.pointer },
    });
  }
}

function factOf(
  { subject, element, use }: Omit<ValuePair, "location">,
  change: string,
): Pick<Fact, "change" | "element" | "uses"> {
  return { change: `${subject}.${change}`, element, uses: [use] };
}
