import type { MediaModel } from "../../model/api-model.js";
import type { JsonValue } from "../client-plan.js";
import type { CodecName } from "../media.js";

/** A media type and how its bytes become a value (`MediaDescriptor`). */
export function planMedia(
  media: MediaModel,
  codec: CodecName,
): { readonly [name: string]: JsonValue | undefined } {
  return { mediaType: media.mediaType, codec, encoding: planEncoding(media.encoding) };
}

/** How each member of a form is written (`EncodingDescriptor`); undefined when the contract says nothing of any. */
export function planEncoding(encoding: MediaModel["encoding"]): JsonValue | undefined {
  const entries = Object.entries(encoding);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(
    entries.map(([name, { contentType, style, explode, allowReserved, headers }]) => [
      name,
      { contentType, style, explode, allowReserved: allowReserved === true ? true : undefined, headers },
    ]),
  );
}
