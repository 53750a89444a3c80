import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import type { VisitBudget } from "../../openapi/visit-budget.js";
import {
  escapePointerSegment,
  pointerKeys,
  toPointer,
  unescapePointerSegment,
} from "../../text/json-pointer.js";
import { isObject, listMember, member, objectMember, resolveReference, textMember } from "../json-members.js";
import { componentKey, componentPointer } from "../schema-place.js";
import { keyAlternatives } from "./alternative-keys.js";
import { describeAlternative } from "./describe-alternative.js";

/**
 * What schemas are known by between generations: their places, where each item of a list is named after what it is, so
 * that an item that somebody puts before it changes nothing. `#/components/schemas/Pet/oneOf/1/properties/home` is
 * `#/components/schemas/Pet/oneOf/kind=cat/properties/home`.
 */
export interface SchemaIdentities {
  /** @param pointer - of a schema in the document, with the leading `#`. */
  of(pointer: string): string;
  /**
   * What a schema of an earlier generation is known by now, with what stands there; undefined when its place is there no
   * more. Alternatives that were put around it since, those that are gone, and components that hold it by now do not hide
   * it.
   */
  find(identity: string): { readonly identity: string; readonly json: Json } | undefined;
  /** What is said of each alternative at or above the given identities ({@link describeAlternative}), by its identity. */
  describe(identities: Iterable<string>): ReadonlyMap<string, string>;
  /** Identities of alternatives of which nothing tells whether they are those that had them before. */
  readonly unsure: ReadonlySet<string>;
}

/**
 * @param kept - identities of an earlier generation: what they call an item stays.
 * @param described - what that generation said of its alternatives, by their identities.
 * @param budget - that of the contract.
 */
export function createIdentities(
  document: JsonObject,
  kept: Iterable<string> = [],
  described: ReadonlyMap<string, string> = new Map(),
  budget?: VisitBudget,
): SchemaIdentities {
  const components = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const keys = createListKeys(document, kept, described);
  const next = ({ json, identity, last }: Found, key: string): Found | undefined => {
    if (!isList(json)) {
      const below = isObject(json) ? member(json, key) : undefined;
      return below === undefined ? undefined : step(below, identity, key);
    }
    const names = LISTS.has(last) ? keys.of(identity, json) : [];
    // Earlier manifests had positions.
    const at = names.includes(key) ? names.indexOf(key) : /^\d+$/.test(key) ? Number(key) : -1;
    const item = json[at];
    return item === undefined ? undefined : step(item, identity, names[at] ?? key);
  };
  /** The parts of a schema that describe the same value. */
  const partsOf = ({ json, identity }: Found): readonly Found[] =>
    FORMS.flatMap((form) => {
      const list = isObject(json) ? listMember(json, form) : [];
      const at = `${identity}/${form}`;
      const given = list.length === 0 ? [] : keys.of(at, list);
      return list.map((part, index) => step(part, at, given[index] ?? ""));
    });
  /** One step of a walk, from where it is with the keys that are left. */
  const walk = ({ at, path }: Way, go: (way: Way) => Found | undefined): Found | undefined => {
    const [key, ...rest] = path;
    if (key === undefined) return at;
    const step = next(at, key);
    const found = step === undefined ? undefined : go({ at: step, path: rest });
    if (found !== undefined || !isObject(at.json)) return found;
    // What was written here may stand in a component by now.
    const moved = componentKey(textMember(at.json, "$ref") ?? "");
    if (moved !== undefined) {
      const schema = member(components, moved) ?? true;
      return go({ at: { json: schema, identity: componentPointer(moved), last: moved }, path });
    }
    const parts = partsOf(at);
    if (FORMS.includes(key)) {
      const [item, ...below] = rest;
      return go({ at: parts.find(({ last }) => last === item) ?? at, path: below });
    }
    const [only, ...others] = parts.flatMap((part) => go({ at: part, path }) ?? []);
    return others.length > 0 ? undefined : only;
  };
  const root: Found = { json: document, identity: "#", last: "" };
  const located = new Map<string, Found | undefined>();
  /** What stands at a pointer; what is asked for next stands below it, or beside it. */
  const locate = (pointer: string): Found | undefined => {
    const cut = pointer.lastIndexOf("/");
    if (cut < 0) return root;
    if (located.has(pointer)) return located.get(pointer);
    const above = locate(pointer.slice(0, cut));
    const found = above && next(above, unescapePointerSegment(pointer.slice(cut + 1)));
    located.set(pointer, found);
    return found;
  };
  return {
    of: (pointer) => locate(pointer)?.identity ?? pointer,
    find: (identity) => {
      // What leads back to where the same keys are left finds nothing there.
      const find = recursiveResults<Way, Found | undefined>({
        onCycle: undefined,
        ...(budget && { budget }),
        keyOf: ({ at, path }) => `${String(path.length)} ${at.identity}`,
        isSame: (left, right) => left?.identity === right?.identity,
        compute: walk,
      });
      const found = find({ at: root, path: pointerKeys(identity) });
      return found && { identity: found.identity, json: found.json };
    },
    describe: (identities) => keys.describe(identities),
    unsure: keys.unsure,
  };
}

/** Where a walk through the document is: what stands there, and what that is known by. */
interface Found {
  readonly json: Json;
  readonly identity: string;
  /** The last key of the identity. */
  readonly last: string;
}

/** Where a walk is, and the keys that are left of its way. */
interface Way {
  readonly at: Found;
  readonly path: readonly string[];
}

function step(json: Json, identity: string, key: string): Found {
  return { json, identity: `${identity}/${escapePointerSegment(key)}`, last: key };
}

/** Keywords whose lists describe the value that they stand beside. */
const FORMS: readonly string[] = ["allOf", "anyOf", "oneOf"];

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}

/** Lists whose items come in any order, as far as names go. */
const LISTS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "parameters"]);

/** What the items of lists are known by. */
interface ListKeys {
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
function createListKeys(
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
