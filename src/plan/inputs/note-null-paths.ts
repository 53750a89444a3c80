import type { OperationModel } from "../../model/api-model.js";
import { codeSpan } from "../../text/code-span.js";
import { place } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import { isNullAlone } from "./path-type.js";

/** What a person should know of path parameters that no value fits: null has no text in a path. One sentence each. */
export function noteNullPaths(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly string[] {
  const notes = operations.flatMap((operation) =>
    operation.parameters
      .filter(
        ({ in: where, content, schema }) =>
          where === "path" && content === undefined && isNullAlone(schema, reader),
      )
      .map(
        ({ name, origin }) =>
          `The path parameter ${codeSpan(name)} of ${codeSpan(place(operation))} allows null alone, which has no text in a path: it is taken for a text. (${origin.pointer})`,
      ),
  );
  return [...new Set(notes)];
}
