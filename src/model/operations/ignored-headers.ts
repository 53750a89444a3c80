import type { JsonObject } from "../../load/loaded-contract.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";
import { type LocatedParameter, locateParameters } from "./locate-parameters.js";

/** What describes these headers instead, in the words of a sentence. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["accept", "The media types of the answers say it."],
  ["content-type", "The media types of the body say it."],
  ["authorization", "A security scheme says it."],
]);

/** Whether a parameter is a header that OpenAPI has ignored (Parameter Object, `name`): "shall be ignored". */
export function isIgnoredHeader({ name, place }: Pick<LocatedParameter, "name" | "place">): boolean {
  return place === "header" && INSTEAD.has(name.toLowerCase());
}

/** What a person should know of the header parameters that are left out: one note a parameter. */
export function noteIgnoredHeaders(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly SchemaNote[] {
  const ignored = operations
    .flatMap((operation) => locateParameters(document, operation).flat())
    .filter(isIgnoredHeader);
  return [
    ...new Map(ignored.map(({ name, located }) => [located.pointer, noteOf(name, located.pointer)])).values(),
  ];
}

function noteOf(name: string, pointer: string): SchemaNote {
  const instead = INSTEAD.get(name.toLowerCase()) ?? "";
  return { text: `OpenAPI ignores a header parameter "${name}"; it is left out. ${instead}`, pointer };
}
