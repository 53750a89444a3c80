import { type ObjectKind, objectKeywords, valueOf } from "./keywords.js";

/** Keywords whose value is a map from names to data. */
const DATA_BY_NAME = ["mapping", "scopes"] as const;

/**
 * Keywords whose value is a map from names that the contract chose: inside it no key is a keyword. For objects of
 * unknown kind (a file that others refer to, an unknown keyword); of all others {@link valueOf} knows more.
 */
export const nameMaps: ReadonlySet<string> = new Set([
  ...DATA_BY_NAME,
  ...Object.values(objectKeywords).flatMap(({ keywords }) =>
    [...keywords].flatMap(([name, value]) => {
      if (value.holds === "map" || value.holds === "map or data") return [name];
      return value.holds === "one" && objectKeywords[value.kind].others !== undefined ? [name] : [];
    }),
  ),
]);

/** Keywords whose value is data in every object that has them. */
export const dataKeywords: ReadonlySet<string> = new Set(["const", "default", "enum", "example"]);

/**
 * Whether keys lead into a specification extension (OpenAPI, "Specification Extensions"): its content is data of
 * somebody else's, and no header, property or component that is called `x-…`.
 *
 * @param keys - from the root of an OpenAPI document, or of a file that one refers to.
 */
export function isInExtension(keys: readonly string[]): boolean {
  let kind: ObjectKind = "openapi";
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    if (key.startsWith("x-")) return true;
    const value = valueOf(kind, key);
    if (value.holds === "data") {
      const isKnown = objectKeywords[kind].keywords.has(key);
      return !isKnown && isInUnknownExtension(keys.slice(index));
    }
    kind = value.kind;
    // A name or an index comes next.
    const isIndexed = value.holds === "one or list" && /^\d+$/u.test(keys[index + 1] ?? "");
    if (value.holds !== "one" && (value.holds !== "one or list" || isIndexed)) index += 1;
  }
  return false;
}

function isInUnknownExtension(keys: readonly string[]): boolean {
  return keys.some((key, index) => {
    const holder = keys[index - 1] ?? "";
    // The keys of `paths` are paths, which begin with a slash.
    return key.startsWith("x-") && (holder === "paths" || !nameMaps.has(holder));
  });
}
