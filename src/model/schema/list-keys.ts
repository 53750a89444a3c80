import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { escapePointerSegment, pointerKeys, toPointer } from "../../text/json-pointer.js";
import { textMember } from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";
import { keyAlternatives } from "./alternative-key.js";
import { describeAlternative } from "./describe-alternative.js";

/** Lists whose items come in any order, as far as names go. */
export const LISTS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "parameters"]);

/** What the items of lists are known by. */
export interface ListKeys {
  /** A key for each item of the list at an identity. */
  of(identity: string, list: readonly Json[]): readonly string[];
  /** What is said of each alternative at or above the given identities ({@link describeAlternative}), by its identity. */
  describe(identities: Iterable<string>): ReadonlyMap<string, string>;
  /** Identities of alternatives of which nothing tells whether they are those that had them before. */
  readonly unsure: ReadonlySet<string>;
}

/**
 * @param kept - identities of an earlier generation: what they call an item stays.
 * @param described - what that generation said of its alternatives, by their identities.
 */
export function createListKeys(
  document: JsonObject,
  kept: Iterable<string>,
  described: ReadonlyMap<string, string>,
): ListKeys {
  const known = knownKeys(kept, described);
  const keysAt = new Map<string, readonly string[]>();
  const alternatives = new Map<string, Json>();
  const unsure = new Set<string>();
  const alternativesAt = (identity: string, list: readonly Json[]) => {
    const given = keyAlternatives(list, known.get(identity));
    const at = (key: string) => `${identity}/${escapePointerSegment(key)}`;
    list.forEach((item, index) => alternatives.set(at(given.keys[index] ?? ""), item));
    for (const key of given.unsure) unsure.add(at(key));
    return given.keys;
  };
  return {
    of(identity, list) {
      const found = keysAt.get(identity);
      if (found !== undefined) return found;
      const keys = identity.endsWith("/parameters")
        ? list.map((item, index) => parameterKey(document, item) ?? String(index))
        : alternativesAt(identity, list);
      keysAt.set(identity, keys);
      return keys;
    },
    describe: (identities) =>
      new Map(
        [...new Set([...identities].flatMap(listPlaces))].flatMap((place) => {
          const item = alternatives.get(place);
          return item === undefined ? [] : [[place, describeAlternative(item)] as const];
        }),
      ),
    unsure,
  };
}

/** Identity of a list → the keys that an earlier generation gave its items, each with what it said of the item. */
function knownKeys(
  identities: Iterable<string>,
  described: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const known = new Map<string, Map<string, string>>();
  for (const place of new Set([...identities].flatMap(listPlaces))) {
    const keys = pointerKeys(place);
    const key = keys.pop() ?? "";
    if (/^\d+$/.test(key)) continue;
    const list = toPointer(keys);
    known.set(list, (known.get(list) ?? new Map<string, string>()).set(key, described.get(place) ?? ""));
  }
  return known;
}

/** The places in lists that an identity leads through: `#/a/oneOf/x` of `#/a/oneOf/x/properties/b`. */
export function listPlaces(identity: string): readonly string[] {
  const keys = identity.split("/");
  return keys.flatMap((_, index) =>
    LISTS.has(keys[index - 1] ?? "") ? keys.slice(0, index + 1).join("/") : [],
  );
}

/** `query limit`: name and place identify a parameter (OpenAPI, Parameter Object). */
function parameterKey(document: JsonObject, item: Json): string | undefined {
  const parameter = resolveReference(document, item, "#")?.json;
  const [place, name] = [textMember(parameter, "in"), textMember(parameter, "name")];
  return place === undefined || name === undefined ? undefined : `${place} ${name}`;
}
