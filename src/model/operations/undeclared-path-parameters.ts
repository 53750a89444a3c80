import { appendPointer } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import type { OperationModel, ParameterModel } from "../api-model.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { OperationContext } from "./operation-context.js";
import { templateNames } from "./template-names.js";

/**
 * Parameters that a path has and its contract forgot to describe (OpenAPI, Paths Object: each template expression must
 * correspond to a path parameter). They are required strings: without them nothing could be called, and a string is
 * what any value has to become in a path.
 *
 * @param declared - what the contract describes, whatever its place.
 */
export function buildUndeclared(
  context: OperationContext,
  path: string,
  declared: readonly ParameterModel[],
): readonly ParameterModel[] {
  const known = new Set(declared.filter((each) => each.in === "path").map(({ name }) => name));
  const pointer = pathPointer(path);
  return [...templateNames(path)]
    .filter((name) => !known.has(name))
    .map((name) => ({
      name,
      in: "path",
      required: true,
      deprecated: false,
      description: "Part of the path; the contract does not describe it.",
      schema: context.schemas.node(
        { type: "string" },
        // Nothing stands there: no schema of the document can be mistaken for this one.
        appendPointer(pointer, `{${name}}`),
        `${context.typeName}${pascal(words(name))}`,
        context.typeName,
      ),
      style: "simple",
      explode: false,
      allowReserved: false,
      sensitive: false,
      origin: { pointer },
    }));
}

/** What a person should know of the parameters that were not declared: one note a path. */
export function noteUndeclared(operations: readonly OperationModel[]): readonly SchemaNote[] {
  const notes = new Map<string, SchemaNote>();
  for (const { path, parameters } of operations) {
    const pointer = pathPointer(path);
    const names = parameters.filter(({ origin }) => origin.pointer === pointer).map(({ name }) => name);
    if (names.length === 0) continue;
    const listed = names.map((name) => JSON.stringify(name)).join(", ");
    const text = `The path parameters ${listed} are not described; they are taken for strings.`;
    notes.set(`${pointer} ${listed}`, { text, pointer });
  }
  return [...notes.values()];
}

/** Where a path template stands: it is a key of `paths`. */
function pathPointer(path: string): string {
  return appendPointer("#/paths", path);
}
