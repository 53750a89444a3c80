import type { Effect, Use } from "../fact.js";
import type { SchemaEdit } from "./compare/compared-pair.js";

/**
 * How scalars are written at a use: as text in a parameter or header (`field`), as text of a form or plain text (`body`), as
 * text in XML (`xml`), or as the text of a part of a multipart body (`part`), whose objects are JSON.
 */
export type TextKind = "body" | "field" | "part" | "xml";

const XML_MEDIA = /\/content\/[^/]*[1+]xml/u;
const TEXT_MEDIA = /\/content\/(?:application~1x-www-form-urlencoded|text~1)/u;
/** A header of a part. */
const PART_HEADER = /[eE]ncoding\/[^/]+\/(?:[^/]+\/)?headers\//u;

/** Whether scalars are written as text at a use, by its part and the pointer of its schema; undefined: as JSON. */
export function textKindOf({ part }: Use, pointer: string): TextKind | undefined {
  if (pointer.includes("/content/multipart~1")) return PART_HEADER.test(pointer) ? "field" : "part";
  if (XML_MEDIA.test(pointer)) return "xml";
  if (pointer.includes("/content/")) return TEXT_MEDIA.test(pointer) ? "body" : undefined;
  return /\b(?:parameter|header) /u.test(part) ? "field" : undefined;
}

const SCALARS: ReadonlySet<string> = new Set(["string", "integer", "number", "boolean"]);

/**
 * Rows D13, D14, F8, F9 and H3: a change of type where values are written as text. Every number is a text too, so that a text
 * in its place allows more.
 *
 * @param depth - how many properties lead to the value.
 */
export function asTextEdit(edit: SchemaEdit, kind: TextKind | undefined, depth: number): SchemaEdit {
  const isText = kind === "part" ? depth <= 1 : kind !== undefined;
  if (!isText || edit.change !== "type.changed") return edit;
  const [from, to] = [typesOf(edit.arguments?.["from"]), typesOf(edit.arguments?.["to"])];
  if (![...from, ...to].every((type) => SCALARS.has(type))) return edit;
  if (to.includes("string")) {
    const change = kind === "field" ? "type.widened" : "type.same-text";
    return withEffect(edit, change, "wider");
  }
  return from.includes("string") ? withEffect(edit, "type.narrowed", "narrower") : edit;
}

function withEffect(edit: SchemaEdit, change: string, effect: Effect): SchemaEdit {
  return { ...edit, change, effect };
}

function typesOf(text: unknown): readonly string[] {
  return typeof text === "string" ? text.split(" or ") : [];
}
