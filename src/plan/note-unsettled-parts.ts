import type { OperationModel } from "../model/api-model.js";
import { codeSpan } from "../text/code-span.js";
import { unsettledParts } from "./inputs/settled-parts.js";
import { place } from "./reading/answers.js";
import type { SchemaReader } from "./reading/schema-reader.js";

/**
 * What a person should know of parts of a multipart body that are a text which the client does not write, XML or YAML, while
 * alternatives of the body type them as objects: a caller cannot send such a value. One sentence a place.
 */
export function noteUnsettledParts(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly string[] {
  const notes = operations.flatMap((operation) =>
    (operation.body?.content ?? []).flatMap((media) =>
      unsettledParts(media, reader)
        .filter(({ as }) => as === "text")
        .map(
          ({ name, mediaType, schema }) =>
            `The part ${JSON.stringify(name)} of ${codeSpan(place(operation))} is ${codeSpan(mediaType)}, which the client does not write, and an object by the alternatives of the body: an object there is refused when it is sent. Describe it as a string. (${schema.origin.pointer})`,
        ),
    ),
  );
  return [...new Set(notes)];
}
