import { visitObjects } from "../../../src/openapi/visit.js";
import { fragmentKeys } from "../../../src/text/json-pointer.js";

/**
 * The objects of a document that references lead through, to something within them: `#/components/schemas/Pet/properties/name` leads
 * through `Pet`. Where one of them is moved, such a reference leads nowhere.
 */
export function referencedThrough(document: unknown): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  visitObjects(document, (node) => {
    const reference = node["$ref"];
    if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
    let value = document;
    for (const key of fragmentKeys(reference)) {
      if (typeof value !== "object" || value === null) break;
      found.add(value);
      value = (value as Readonly<Record<string, unknown>>)[key];
    }
    return undefined;
  });
  return found;
}
