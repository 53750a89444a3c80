import type { Json, JsonObject } from "../../load/loaded-contract.js";
import {
  escapePointerSegment,
  pointerKeys,
  toPointer,
  unescapePointerSegment,
} from "../../text/json-pointer.js";
import { isObject, member, resolveReference, textMember } from "../json-members.js";
import { keyAlternatives } from "./read-alternative.js";

/**
 * What schemas are known by between generations: their pointers, in which each item of a list is named after what it is,
 * so that an item that somebody puts before it changes nothing. `#/components/schemas/Pet/oneOf/1/properties/home` is
 * `#/components/schemas/Pet/oneOf/kind=cat/properties/home`. A pure function of the document.
 */
export interface SchemaIdentities {
  /** @param pointer - of a schema in the document, with the leading `#`. */
  of(pointer: string): string;
  /** What is at an identity; undefined when the document has nothing there. */
  find(identity: string): Json | undefined;
  /** Where an identity is in the document; undefined when the document has nothing there. */
  pointerOf(identity: string): string | undefined;
}

/** @param document - whose schemas are asked for; its lists are read when somebody asks for what is in them. */
export function createIdentities(document: JsonObject): SchemaIdentities {
  const keysAt = new Map<readonly Json[], readonly string[]>();
  const keysOf = (list: readonly Json[], keyword: string): readonly string[] => {
    const known = keysAt.get(list) ?? listKeys(document, list, keyword);
    keysAt.set(list, known);
    return known;
  };
  const root: Found = { json: document, identity: "#", last: "" };
  const located = new Map<string, Found | undefined>();
  /** What is at a pointer; what is asked for next is below it, or beside it. */
  const locate = (pointer: string): Found | undefined => {
    const cut = pointer.lastIndexOf("/");
    if (cut < 0) return root;
    if (located.has(pointer)) return located.get(pointer);
    const above = locate(pointer.slice(0, cut));
    const key = unescapePointerSegment(pointer.slice(cut + 1));
    const found = above && byPosition(above, key, keysOf);
    located.set(pointer, found);
    return found;
  };
  const follow = (
    identity: string,
  ): { readonly json: Json | undefined; readonly keys: readonly string[] } => {
    let [json, last]: [Json | undefined, string] = [document, ""];
    const keys: string[] = [];
    for (const key of pointerKeys(identity)) {
      const own: string = isList(json) && LISTS.has(last) ? String(keysOf(json, last).indexOf(key)) : key;
      if (isList(json)) json = json[Number(own)];
      else json = isObject(json) ? member(json, own) : undefined;
      keys.push(own);
      last = key;
    }
    return { json, keys };
  };
  return {
    of: (pointer) => locate(pointer)?.identity ?? pointer,
    find: (identity) => follow(identity).json,
    pointerOf(identity) {
      const { json, keys } = follow(identity);
      return json === undefined ? undefined : toPointer(keys);
    },
  };
}

/** What is at a pointer, and what that is known by. */
interface Found {
  readonly json: Json;
  readonly identity: string;
  /** The last key of the identity. */
  readonly last: string;
}

function byPosition(
  { json, identity, last }: Found,
  key: string,
  keysOf: (list: readonly Json[], keyword: string) => readonly string[],
): Found | undefined {
  const position = Number(key);
  const below = isList(json) ? json[position] : isObject(json) ? member(json, key) : undefined;
  if (below === undefined) return undefined;
  const name = isList(json) && LISTS.has(last) ? (keysOf(json, last)[position] ?? key) : key;
  return { json: below, identity: `${identity}/${escapePointerSegment(name)}`, last: name };
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

/** Lists whose items come in any order, as far as names go. */
const LISTS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "parameters"]);

/** A key for each item of a list, by the keyword that holds it. */
function listKeys(document: JsonObject, list: readonly Json[], keyword: string): readonly string[] {
  return keyword === "parameters"
    ? list.map((item, index) => parameterKey(document, item) ?? String(index))
    : keyAlternatives(list);
}

/** `query limit`: name and place identify a parameter (OpenAPI, Parameter Object). */
function parameterKey(document: JsonObject, item: Json): string | undefined {
  const parameter = resolveReference(document, item, "#")?.json;
  const [location, name] = [textMember(parameter, "in"), textMember(parameter, "name")];
  return location === undefined || name === undefined ? undefined : `${location} ${name}`;
}
