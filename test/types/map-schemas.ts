import type { Json, JsonObject } from "../../src/load/loaded-contract.js";

/** Keywords whose value is a map of names; a name in it is no keyword, whatever it is called. */
const MAPS: ReadonlySet<string> = new Set([
  ...["properties", "patternProperties", "$defs", "dependentSchemas"],
  ...["schemas", "responses", "parameters", "requestBodies", "headers", "callbacks", "pathItems", "paths"],
  ...["content", "mapping", "encoding", "links", "securitySchemes"],
]);

/** Keywords whose value is data. */
const DATA: ReadonlySet<string> = new Set(["default", "const", "enum"]);

/** Data that changes no type, and may look like anything: a reference to a file that is not there, too. */
const EXAMPLES: ReadonlySet<string> = new Set(["example", "examples"]);

/**
 * Rewrites every object of a document that could be a schema, innermost first. Objects that are none (an operation, a
 * media type) are shown too: a rewriter looks for keywords of schemas. Examples are left out.
 *
 * @param rewrite - gets the object with its parts rewritten, and as it is written in the document.
 */
export function mapSchemas(
  document: JsonObject,
  rewrite: (schema: JsonObject, written: JsonObject) => JsonObject,
): JsonObject {
  const visit = (json: Json): Json => {
    if (isList(json)) return json.map(visit);
    return typeof json === "object" && json !== null ? visitObject(json, rewrite) : json;
  };
  const visitObject = (json: JsonObject, then: typeof rewrite): JsonObject => {
    const kept = Object.entries(json).filter(([key]) => !EXAMPLES.has(key));
    const members = kept.map(([key, value]): readonly [string, Json] => {
      if (DATA.has(key)) return [key, value];
      return [key, MAPS.has(key) ? visitMap(value) : visit(value)];
    });
    return then(Object.fromEntries(members), json);
  };
  const visitMap = (json: Json): Json =>
    typeof json === "object" && json !== null && !isList(json)
      ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, visit(value)]))
      : visit(json);
  return visitObject(document, (root) => root);
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
