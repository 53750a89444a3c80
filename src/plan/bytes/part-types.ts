import type { MediaModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/**
 * How the members of a multipart body are written, with the content type of bytes whose schema alone has one: beside an
 * Encoding Object `contentMediaType` is redundant, and without one it says what the part is (OpenAPI 3.1.1, Working with
 * Binary Data). A Blob with a type of its own is sent as that.
 */
export function partTypes({ schema, encoding }: MediaModel, reader: SchemaReader): MediaModel["encoding"] {
  const properties = schema === undefined ? [] : (reader.properties(schema) ?? []);
  const typed = properties.flatMap(({ name, schema: part }) => {
    const own = encoding[name];
    const type = mediaTypeOf(part, reader);
    return type === undefined || own?.contentType !== undefined || own?.style !== undefined
      ? []
      : [[name, { ...own, contentType: type }] as const];
  });
  return typed.length === 0 ? encoding : { ...encoding, ...Object.fromEntries(typed) };
}

/** `contentMediaType` of bytes, or of the bytes that each part of a list is. */
function mediaTypeOf(part: SchemaNode, reader: SchemaReader): string | undefined {
  const whole = reader.resolve(part);
  const { type, constraints } = whole.type.kind === "array" ? reader.resolve(whole.type.items) : whole;
  const media = constraints["contentMediaType"];
  return type.kind === "binary" && typeof media === "string" ? media : undefined;
}
