import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { pointerKeys, toPointer } from "../../text/json-pointer.js";
import { isObject, member, textMember } from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";
import { keyAlternatives } from "./alternative-key.js";

/**
 * What schemas are known by between generations: their places, where each item of a list is named after what it is, so
 * that an item that somebody puts before it changes nothing. `#/components/schemas/Pet/oneOf/1/properties/home` is
 * `#/components/schemas/Pet/oneOf/kind=cat/properties/home`.
 */
export interface SchemaIdentities {
  /** @param pointer - of a schema in the document. */
  of(pointer: string): string;
  /** An identity as `of` gives it, for one that an earlier generation gave; undefined when the place is there no more. */
  find(identity: string): string | undefined;
}

/** Lists whose items come in any order, as far as names go. */
const LISTS: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "parameters"]);

/** @param kept - identities of an earlier generation: what they call an item stays. */
export function createIdentities(document: JsonObject, kept: Iterable<string> = []): SchemaIdentities {
  const known = knownKeys(kept);
  const keysAt = new Map<string, readonly string[]>();
  /** Keys of the items of the list at an identity. */
  const keysOf = (identity: string, list: readonly Json[]): readonly string[] => {
    const found = keysAt.get(identity);
    if (found !== undefined) return found;
    const keys = identity.endsWith("/parameters")
      ? list.map((item, index) => parameterKey(document, item) ?? String(index))
      : keyAlternatives(list, known.get(identity));
    keysAt.set(identity, keys);
    return keys;
  };
  const walk = (keys: readonly string[]): string | undefined => {
    let json: Json | undefined = document;
    const steps: string[] = [];
    for (const key of keys) {
      if (isList(json)) {
        const isNamed = LISTS.has(steps.at(-1) ?? "");
        const names: readonly string[] = isNamed ? keysOf(toPointer(steps), json) : [];
        // Earlier manifests had positions.
        const at: number = names.includes(key) ? names.indexOf(key) : /^\d+$/.test(key) ? Number(key) : -1;
        json = json[at];
        steps.push(names[at] ?? key);
      } else {
        json = isObject(json) ? member(json, key) : undefined;
        steps.push(key);
      }
      if (json === undefined) return undefined;
    }
    return toPointer(steps);
  };
  return {
    of: (pointer) => walk(pointerKeys(pointer)) ?? pointer,
    find: (identity) => walk(pointerKeys(identity)),
  };
}

/** Identity of a list → the keys that an earlier generation gave its items. */
function knownKeys(identities: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const identity of identities) {
    const keys = pointerKeys(identity);
    keys.forEach((key, index) => {
      const before = keys.slice(0, index);
      if (!LISTS.has(before.at(-1) ?? "") || /^\d+$/.test(key)) return;
      const list = toPointer(before);
      known.set(list, (known.get(list) ?? new Set()).add(key));
    });
  }
  return known;
}

/** `query limit`: name and place identify a parameter (OpenAPI, Parameter Object). */
function parameterKey(document: JsonObject, item: Json): string | undefined {
  const parameter = resolveReference(document, item, "#")?.json;
  const [place, name] = [textMember(parameter, "in"), textMember(parameter, "name")];
  return place === undefined || name === undefined ? undefined : `${place} ${name}`;
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}
