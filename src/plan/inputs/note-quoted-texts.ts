import type { OperationModel, ParameterModel } from "../../model/api-model.js";
import { codeSpan } from "../../text/code-span.js";
import { isString } from "../media.js";
import { isJsonMedia, place } from "../reading/answers.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/** What a caller should know of a text that is sent as JSON. */
export const QUOTED = "Sent as JSON, in quotes.";

/** Whether a parameter is a text that is described as JSON (OpenAPI, Parameter Object, `content`): its quotes are sent. */
export function isQuotedText({ content, schema }: ParameterModel, reader: SchemaReader): boolean {
  return content !== undefined && isJsonMedia(content.mediaType) && isString(schema, reader);
}

/**
 * What a person should know of texts that are described as JSON: few servers take quotes off a path. One sentence for all,
 * with the first place.
 */
export function noteQuotedTexts(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly string[] {
  const quoted = operations.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => isQuotedText(parameter, reader))
      .map(({ name, origin }) => ({ name, origin, operation })),
  );
  const [first] = quoted;
  if (first === undefined) return [];
  const count = new Set(quoted.map(({ origin }) => origin.pointer)).size - 1;
  const more = count === 0 ? "" : `, and ${String(count)} more`;
  return [
    `The parameter ${codeSpan(first.name)} of ${codeSpan(place(first.operation))} is a text that is described as JSON (\`content\`), so that it is sent in quotes. Describe it by \`schema\` where the server takes it plain. (${first.origin.pointer}${more})`,
  ];
}
