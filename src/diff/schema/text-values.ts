import type { Json, JsonObject } from "../../load/loaded-contract.js";
import type { Effect, Use } from "../fact.js";
import { type ComparedPair, effectOf, type PairSide, type SchemaEdit } from "./compare/compared-pair.js";
import { textOf } from "./compare/compare-values.js";
import { encodingOf, mediaTypeOf } from "./form/formats.js";
import { listedTypes, slotOfItem } from "./form/merge-forms.js";
import type { SchemaForm } from "./form/schema-form.js";
import type { SchemaNode } from "./form/schema-reader.js";
import { acceptsValue } from "./inclusion/accepted-values.js";
import { isAny } from "./inclusion/alternatives.js";

/**
 * How scalars are written at a use: as text in a parameter or header (`field`; `repeated`: with its name before each item of a
 * list), as text of a form or plain text (`body`), as text in XML (`xml`), or as the text of a part of a multipart body (`part`),
 * whose objects are JSON.
 */
export type TextKind = "body" | "field" | "part" | "repeated" | "xml";

const XML_MEDIA = /\/content\/[^/]*[1+]xml/u;
/** The data of an event is JSON, or text as a whole. */
const TEXT_MEDIA = /\/content\/(?:application~1x-www-form-urlencoded|text~1(?!event-stream|json))/iu;
/** A header of a part. */
const PART_HEADER = /[eE]ncoding\/[^/]+\/(?:[^/]+\/)?headers\//u;

/**
 * Whether scalars are written as text at a use, by its part and the pointer of its schema; undefined: as JSON.
 *
 * @param owners - the parameter or header of both documents.
 */
export function textKindOf(
  { part }: Use,
  pointer: string,
  owners: readonly (Json | undefined)[],
): TextKind | undefined {
  if (pointer.includes("/content/multipart~1")) return PART_HEADER.test(pointer) ? "field" : "part";
  if (XML_MEDIA.test(pointer)) return "xml";
  if (pointer.includes("/content/")) return TEXT_MEDIA.test(pointer) ? "body" : undefined;
  if (/^(?:cookie|query) parameter /u.test(part) && owners.every(isRepeated)) return "repeated";
  return /\b(?:parameter|header) /u.test(part) ? "field" : undefined;
}

/** The parts of a multipart body whose media type both documents say (OpenAPI, Encoding Object, `contentType`). */
export function typedParts(owners: readonly (Json | undefined)[]): ReadonlySet<string> {
  const [old = [], now = []] = owners.map((owner) => {
    const { encoding = {} } = (owner ?? {}) as {
      readonly encoding?: Readonly<Record<string, { readonly contentType?: string }>>;
    };
    return Object.keys(encoding).filter((name) => encoding[name]?.contentType !== undefined);
  });
  return new Set(old.filter((name) => now.includes(name)));
}

/** Whether each item of a list has the name before it: the style `form` with `explode`, the default of queries and cookies. */
function isRepeated(owner: Json | undefined): boolean {
  const { style = "form", explode = true } = (owner ?? {}) as JsonObject;
  return style === "form" && explode === true;
}

const SCALARS: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

/** Where an edit was found. */
interface ReachedValue {
  readonly depth: number;
  readonly isItem: boolean;
  /** It is part of a multipart body, and both documents say the part's media type. */
  readonly isTyped: boolean;
  readonly pair: ComparedPair;
  readonly part: string;
}

/**
 * Rows D3, D13, D14, F8, F9 and H3: a change of type where values are written as text. Every number is a text too, so that a text
 * in its place allows more. A list of one item is written as the item is.
 *
 * @param depth - how many properties lead to the value.
 * @param isItem - it is an item of a list: how a list in a list is written is not defined (OpenAPI 3.1, `style`).
 * @param part - of the operation: `query parameter filter`.
 */
export function asTextEdit(
  edit: SchemaEdit,
  kind: TextKind | undefined,
  { depth, isItem, isTyped, pair, part }: ReachedValue,
): SchemaEdit {
  if (kind === "part" && depth === 1 && !isTyped && BYTES_EDIT.test(edit.change) && isOnceBytes(pair))
    return {
      ...edit,
      change: "encoding.changed",
      effect: "other",
      isSameBothWays: true,
      arguments: { members: ["contentType"] },
    };
  // Who ignores a part of the URL responds to another question, as for a parameter that was removed.
  if (edit.change === "property.removed" && depth === 0 && /^(?:path|query) parameter /u.test(part))
    return { ...edit, effect: "narrower" };
  const isText = kind === "part" ? depth <= 1 : kind !== undefined;
  if (!isText || edit.change !== "type.changed") return edit;
  const listed = listedEffect(pair);
  if (listed !== undefined && listed !== "other") return { ...edit, effect: listed };
  const [from, to] = [typesOf(edit.arguments?.["from"]), typesOf(edit.arguments?.["to"])];
  const areScalars = (types: readonly string[]) => types.every((type) => SCALARS.has(type));
  const isField = kind === "field" || kind === "repeated";
  if (!isItem && kind !== "xml" && depth === (isField ? 0 : 1)) {
    // A text with a delimiter is one value, but several items.
    const [list, scalar] = isList(to) ? [pair.now, pair.old] : [pair.old, pair.now];
    if (kind === "field" && isOfOne(list) && listedTypes(scalar.node.form).has("string")) return edit;
    if (areScalars(from) && isList(to) && allowsAsItem(pair.now, pair.old, "forward", pair))
      return withEffect(
        edit,
        "type.became-list",
        kind === "repeated" && isOneItem(pair.now, pair.old, "backward", pair) ? "equal" : "wider",
      );
    if (isList(from) && areScalars(to) && allowsAsItem(pair.old, pair.now, "backward", pair))
      return withEffect(
        edit,
        "type.became-single",
        kind === "repeated" && isOneItem(pair.old, pair.now, "forward", pair) ? "equal" : "narrower",
      );
  }
  if (!areScalars([...from, ...to])) return edit;
  if (to.includes("string") && !allowsScalars(pair.now.node.form)) return edit;
  if (to.includes("string")) {
    const change = isField ? "type.widened" : "type.same-text";
    return withEffect(edit, change, "wider");
  }
  return from.includes("string") ? withEffect(edit, "type.narrowed", "narrower") : edit;
}

/** What happens to the texts of listed values. */
function listedEffect({ old, now, budget }: ComparedPair): Effect | undefined {
  // Other keywords can forbid some of them.
  const [before, after] = [old, now].map(({ node, reader }) =>
    listOf(node.form)?.filter((value) => acceptsValue(reader, node, value, budget) !== "no"),
  );
  if (before === undefined || after === undefined) return undefined;
  const isIn = (some: typeof before, others: typeof before) =>
    some.every((value) => others.some((other) => textOf(other) === textOf(value)));
  return effectOf(isIn(before, after) ? "yes" : "no", isIn(after, before) ? "yes" : "no");
}

/** The values that a schema lists, or has by its type. */
function listOf({ types, values }: SchemaForm): readonly Json[] | undefined {
  return values?.value ?? ([...types].every((type) => type === "boolean") ? [true, false] : undefined);
}

function isList(types: readonly string[]): boolean {
  return types.length === 1 && types[0] === "array";
}

/** Whether a list may have one item alone, which may be any of the values of a scalar. */
function allowsAsItem(
  list: PairSide,
  scalar: PairSide,
  way: "backward" | "forward",
  { inclusion }: ComparedPair,
): boolean {
  const { bounds, contains } = list.node.form;
  const [least, most] = [bounds.get("minItems")?.limit ?? 0, bounds.get("maxItems")?.limit ?? 1];
  if (least > 1 || most < 1 || contains.length > 0) return false;
  const item = list.reader.node(slotOfItem(list.node.form, 0));
  const isText = listedTypes(item.form).has("string") && allowsScalars(item.form);
  return isText || inclusion.included(way, scalar.node, item) === "yes";
}

/** Whether a list has one item at most, which is a value of a scalar. */
function isOneItem(
  { node, reader }: PairSide,
  scalar: PairSide,
  way: "backward" | "forward",
  { inclusion }: ComparedPair,
): boolean {
  const item = reader.node(slotOfItem(node.form, 0));
  return isOfOne({ node }) && inclusion.included(way, item, scalar.node) === "yes";
}

function isOfOne({ node }: Pick<PairSide, "node">): boolean {
  return node.form.types.has("array") && node.form.bounds.get("maxItems")?.limit === 1;
}

/** Whether the value of a part is bytes on both sides: any value (OpenAPI 3.1), or a text of the format `binary` (3.0). */
export function isSameBytes(
  kind: TextKind | undefined,
  depth: number,
  sides: readonly [old: SchemaNode, now: SchemaNode],
): boolean {
  return kind === "part" && depth === 1 && sides.every(isBytes);
}

/** Edits that say whether a text is bytes. */
const BYTES_EDIT = /^(?:content-media-type|format)\./u;

/** Whether texts that were bytes became other texts, or the reverse: without another word, the part has another media type. */
function isOnceBytes({ old, now }: ComparedPair): boolean {
  const [before, after] = [old, now].map(
    ({ node: { form } }) =>
      listedTypes(form).has("string") && mediaTypeOf(form) === "application/octet-stream",
  );
  return before !== after && [old, now].every(({ node }) => listedTypes(node.form).has("string"));
}

function isBytes(node: SchemaNode): boolean {
  const { bounds, types } = node.form;
  const isText = types.size === 1 && types.has("string") && bounds.size === 0;
  return (
    isAny(node) ||
    (isText && mediaTypeOf(node.form) === "application/octet-stream" && encodingOf(node.form) === undefined)
  );
}

/** Whether a schema of texts allows those of all numbers and booleans: 20 characters have every 64-bit integer. */
function allowsScalars({ bounds, formats, patterns, values }: SchemaForm): boolean {
  const [least, most] = [bounds.get("minLength")?.limit ?? 0, bounds.get("maxLength")?.limit ?? 20];
  return least <= 1 && most >= 20 && values === undefined && patterns.length + formats.length === 0;
}

/** The change that a change of type is where values are written as text. What has no text, null, can make it another one. */
function withEffect(edit: SchemaEdit, change: string, effect: Effect): SchemaEdit {
  const { nullEffect = "equal" } = edit;
  const found = { ...edit, change, effect };
  if (nullEffect === "equal") return found;
  if (change === "type.same-text") return nullEffect === "narrower" ? { ...found, effect: "other" } : edit;
  return nullEffect === effect ? found : edit;
}

/** The names of types, without null. */
function typesOf(text: unknown): readonly string[] {
  return typeof text === "string" ? text.split(" or ").filter((type) => type !== "null") : [];
}
