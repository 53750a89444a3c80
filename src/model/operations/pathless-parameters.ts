import type { JsonObject } from "../../load/loaded-contract.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";
import { type LocatedParameter, locateParameters } from "./locate-parameters.js";
import { templateNames } from "./template-names.js";

/**
 * Whether a parameter is for a place that its path does not have (OpenAPI, Parameter Object: the name of a path
 * parameter must be that of a template expression). Nothing could carry it.
 */
export function isPathless(path: string, { name, place }: Pick<LocatedParameter, "name" | "place">): boolean {
  return place === "path" && !templateNames(path).has(name);
}

/** What a person should know of the path parameters that are left out: one note a parameter and path. */
export function notePathless(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  const notes = operations.flatMap((operation) =>
    locateParameters(document, operation)
      .flat()
      .filter((parameter) => isPathless(operation.path, parameter))
      .map(({ name, listed }) => ({
        text: `The path ${operation.path} has no {${name}}; the parameter is left out.`,
        pointer: listed,
      })),
  );
  return [...new Map(notes.map((note) => [`${note.pointer} ${note.text}`, note])).values()];
}
