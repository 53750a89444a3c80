import type { ApiModel, MediaModel } from "../model/api-model.js";
import { codeSpan } from "../text/code-span.js";
import { textParts } from "./inputs/text-parts.js";
import { isUnwrittenContent } from "./inputs/unwritten-content.js";
import { answerCodecOf, codecOf } from "./media.js";
import { place } from "./reading/answers.js";
import type { SchemaReader } from "./reading/schema-reader.js";

/**
 * What a person should know of schemas that shape no type, because their media type (XML, YAML) is given and taken as text.
 * One sentence a media type, with the first place.
 */
export function noteUnreadSchemas({ operations }: ApiModel, reader: SchemaReader): readonly string[] {
  const seen = new Map<string, { readonly where: string; readonly pointers: Set<string> }>();
  for (const operation of operations) {
    const bodies = (operation.body?.content ?? []).filter((media) => codecOf(media, reader) === "text");
    const answers = operation.answers
      .flatMap(({ content }) => content)
      .filter((media) => answerCodecOf(media, reader) === "text");
    const parameters = operation.parameters
      .filter((parameter) => isUnwrittenContent(parameter, reader))
      .flatMap(({ content, schema }) => (content === undefined ? [] : [{ ...content, schema }]));
    const parts = (operation.body?.content ?? []).flatMap((media) => textParts(media, reader));
    const contents = [
      ...parameters,
      ...parts,
      ...[...bodies, ...answers].filter((media) => hasShape(media, reader)),
    ];
    for (const { mediaType, schema } of contents) {
      const known = seen.get(mediaType) ?? { where: place(operation), pointers: new Set<string>() };
      if (schema !== undefined) known.pointers.add(schema.origin.pointer);
      seen.set(mediaType, known);
    }
  }
  return [...seen].map(([mediaType, { where, pointers }]) => {
    const [first = "", ...others] = pointers;
    const more = others.length === 0 ? "" : `, and ${String(others.length)} more`;
    return `${codeSpan(mediaType)} of ${codeSpan(where)} is given and taken as text: its schema is not in the types. (${first}${more})`;
  });
}

/** Whether a schema says more than that there is text. */
function hasShape({ schema }: MediaModel, reader: SchemaReader): boolean {
  if (schema === undefined) return false;
  const { kind } = reader.resolve(schema).type;
  return !["any", "binary", "enum", "literal", "string"].includes(kind);
}
