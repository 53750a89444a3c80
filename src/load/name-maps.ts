/** Keys whose value is a map from names that the contract chose to objects: inside it no key is a keyword. */
export const nameMaps: ReadonlySet<string> = new Set([
  "$defs",
  "callbacks",
  "content",
  "definitions",
  "dependentSchemas",
  "encoding",
  "examples",
  "headers",
  "links",
  "mapping",
  "mediaTypes",
  "parameters",
  "pathItems",
  "paths",
  "patternProperties",
  "properties",
  "requestBodies",
  "responses",
  "schemas",
  "scopes",
  "securitySchemes",
  "variables",
  "webhooks",
]);

/**
 * Whether keys lead into a specification extension (OpenAPI, "Specification Extensions"): what stands there is data of
 * somebody else's, and no header or property that is called `x-…`.
 */
export function isInExtension(keys: readonly string[]): boolean {
  return keys.some((key, index) => {
    const holder = keys[index - 1] ?? "";
    // The keys of `paths` are paths, which begin with a slash.
    return key.startsWith("x-") && (holder === "paths" || !nameMaps.has(holder));
  });
}
