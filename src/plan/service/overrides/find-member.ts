import type { SchemaNode } from "../../../model/schema-model.js";
import { pointerKeys } from "../../../text/json-pointer.js";
import { nearestWord } from "../../../text/words.js";
import { mapMember } from "../map-members.js";
import { alternatives, isUndescribed, type SchemaReader } from "../schema-reader.js";
import { memberPath } from "../traits/pagination/paths.js";

/** What a member can be, as far as a claim asks. */
export type Kind = "boolean" | "list" | "number" | "object" | "text";

/** The member that a claim names. */
export interface FoundMember {
  /** As the traits have it. */
  readonly path: string;
  /** What it may be by the contract, each by itself; empty: the contract says nothing of it. */
  readonly schemas: readonly SchemaNode[];
  /** A value may be without it. */
  readonly optional: boolean;
  /** What a person should know of it: a whole sentence. */
  readonly caveat?: string;
}

/** Why a claim does not fit: a whole sentence. */
export interface Misfit {
  readonly misfit: string;
  /** The contract does not declare what the claim names. */
  readonly isUndeclared?: true;
}

/** Names on the way to a member: `.` between them, or a JSON pointer; `name=value` is an entry of a list. */
export function memberKeys(text: string): readonly string[] {
  return text.startsWith("/") ? pointerKeys(text) : text.split(".");
}

/**
 * The member of a value that a path names. Where a contract says nothing of a value, it may have any member. An object without any
 * description may be a text: some frameworks write `string | null` as `type: object`.
 *
 * @param schemas - what the value may be; empty: the contract says nothing of it.
 * @param what - the value, for messages: `The response`.
 */
export function findMember(
  schemas: readonly SchemaNode[],
  text: string,
  kinds: readonly Kind[],
  what: string,
  reader: SchemaReader,
): FoundMember | Misfit {
  const keys = memberKeys(text);
  let [at, optional] = [schemas, false];
  for (const [index, key] of keys.entries()) {
    const all = at.flatMap((node) => alternatives(node, reader));
    const found = all.flatMap((node) => membersOf(node, key, reader));
    if (found.length === 0 && all.length > 0 && !all.some((node) => isUndescribed(node, reader))) {
      const holder = index === 0 ? what : `"${keys.slice(0, index).join(".")}" of ${lowerFirst(what)}`;
      const misfit = `${holder} has no member ${JSON.stringify(key)}. ${advise(key, all, reader)}`;
      return { misfit, isUndeclared: true };
    }
    optional ||= found.length < Math.max(all.length, 1) || found.some(({ required }) => !required);
    at = found.map(({ schema }) => schema);
  }
  const given = kindsOf(at, reader);
  if (given.length === 0 || given.some((kind) => kinds.includes(kind as Kind)))
    return { path: memberPath(keys), schemas: at, optional };
  const described = at
    .flatMap((node) => alternatives(node, reader))
    .some((node) => !isUndescribed(node, reader));
  if (kinds.includes("text") && !described) {
    const caveat = `The contract describes "${text}" of ${lowerFirst(what)} as an object without members; the client takes it as a text.`;
    return { path: memberPath(keys), schemas: [], optional, caveat };
  }
  return {
    misfit: `"${text}" of ${lowerFirst(what)} is ${worded(given)}; it must be ${worded(kinds)}.`,
  };
}

/** A member of an object, or what a map allows under any name. */
function membersOf(
  node: SchemaNode,
  key: string,
  reader: SchemaReader,
): readonly { readonly schema: SchemaNode; readonly required: boolean }[] {
  const own = reader.property(node, key);
  if (own !== undefined) return [own];
  const { type } = reader.resolve(node);
  // `name=value`: the entry of a list whose member has that value.
  const [named, ...value] = key.split("=");
  if (type.kind === "array" && named !== undefined && value.length > 0)
    return reader.property(type.items, named) === undefined ? [] : [{ schema: type.items, required: false }];
  const ofMap = mapMember(node, key, reader);
  return ofMap === undefined ? [] : [{ schema: ofMap, required: false }];
}

function advise(key: string, nodes: readonly SchemaNode[], reader: SchemaReader): string {
  const names = [
    ...new Set(nodes.flatMap((node) => (reader.properties(node) ?? []).map(({ name }) => name))),
  ];
  return adviseName(key, names, "It has no members.");
}

/** `Did you mean "data"?`, or what there is. */
export function adviseName(given: string, names: readonly string[], otherwise: string): string {
  const near = nearestWord(given, names);
  if (near !== undefined) return `Did you mean ${JSON.stringify(near)}?`;
  if (names.length === 0) return otherwise;
  const more = names.length - SHOWN;
  const shown = names.slice(0, SHOWN).map((name) => JSON.stringify(name));
  return `There are: ${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}.`;
}

/** Names that a message lists. */
const SHOWN = 8;

/** Every kind that values of these schemas may have, null left aside; empty: any. */
export function kindsOf(nodes: readonly SchemaNode[], reader: SchemaReader): readonly string[] {
  const kinds = nodes
    .flatMap((node) => alternatives(node, reader))
    .flatMap((node) => kindsOfType(reader.resolve(node), reader));
  return kinds.includes("any") ? [] : [...new Set(kinds)];
}

function kindsOfType(node: SchemaNode, reader: SchemaReader): readonly string[] {
  const { kind } = node.type;
  switch (kind) {
    case "literal":
    case "enum":
      return reader.values(node).map((value) => (typeof value === "string" ? "text" : typeof value));
    case "string":
      return ["text"];
    case "array":
    case "tuple":
      return ["list"];
    case "intersection":
      return reader.properties(node) === undefined ? ["any"] : ["object"];
    default:
      return [kind];
  }
}

const WORDS: Readonly<Record<string, string>> = {
  boolean: "true or false",
  list: "a list",
  number: "a number",
  object: "an object",
  text: "a text",
};

function worded(kinds: readonly string[]): string {
  return kinds.map((kind) => WORDS[kind] ?? "another value").join(" or ");
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
