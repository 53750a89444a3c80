import type { ApiModel, MediaModel } from "../model/api-model.js";
import { codeSpan } from "../text/code-span.js";
import { settledParts } from "./inputs/settled-parts.js";
import { isUnwrittenContent } from "./inputs/unwritten-content.js";
import { answerCodecOf, codecOf } from "./media.js";
import { place } from "./reading/answers.js";
import type { SchemaReader } from "./reading/schema-reader.js";

/**
 * What a person should know of schemas that shape no type, because their media type is given and taken as text (XML, YAML)
 * or, where nobody knows its syntax, as bytes. One sentence a media type, with the first place.
 */
export function noteUnreadSchemas({ operations }: ApiModel, reader: SchemaReader): readonly string[] {
  const seen = new Map<
    string,
    { readonly where: string; readonly as: "text" | "bytes"; readonly pointers: Set<string> }
  >();
  for (const operation of operations) {
    const bodies = operation.body?.content ?? [];
    const answers = operation.answers.flatMap(({ content }) => content);
    const read = [
      ...bodies.map((media) => ({ ...media, codec: codecOf(media, reader) })),
      ...answers.map((media) => ({ ...media, codec: answerCodecOf(media, reader) })),
    ].filter((media) => hasShape(media, reader));
    const parameters = operation.parameters
      .filter((parameter) => isUnwrittenContent(parameter, reader))
      .flatMap(({ content, schema }) => (content === undefined ? [] : [{ ...content, schema }]));
    const parts = bodies.flatMap((media) => settledParts(media, reader).filter(({ as }) => as === "text"));
    const texts = [...parameters, ...parts, ...read.filter(({ codec }) => codec === "text")];
    const contents = [
      ...texts.map((one) => ({ ...one, as: "text" as const })),
      ...read.filter(({ codec }) => codec === "binary").map((one) => ({ ...one, as: "bytes" as const })),
    ];
    for (const { mediaType, schema, as } of contents) {
      const known = seen.get(mediaType) ?? { where: place(operation), as, pointers: new Set<string>() };
      if (schema !== undefined) known.pointers.add(schema.origin.pointer);
      seen.set(mediaType, known);
    }
  }
  return [...seen].map(([mediaType, { where, as, pointers }]) => {
    const [first = "", ...others] = pointers;
    const more = others.length === 0 ? "" : `, and ${String(others.length)} more`;
    return `${codeSpan(mediaType)} of ${codeSpan(where)} is given and taken as ${as}: its schema is not in the types. (${first}${more})`;
  });
}

/** Whether a schema says more than that there is text. */
function hasShape({ schema }: MediaModel, reader: SchemaReader): boolean {
  if (schema === undefined) return false;
  const { kind } = reader.resolve(schema).type;
  return !["any", "binary", "enum", "literal", "string"].includes(kind);
}
