import type { MediaModel } from "../../model/api-model.js";
import type { JsonValue } from "../client-plan.js";
import type { CodecName } from "../media.js";

/** A media type and how its bytes become a value (`MediaDescriptor`). */
export function planMedia(
  media: MediaModel,
  codec: CodecName,
): { readonly [name: string]: JsonValue | undefined } {
  const encoding = Object.entries(media.encoding);
  return {
    mediaType: media.mediaType,
    codec,
    encoding:
      encoding.length === 0
        ? undefined
        : Object.fromEntries(
            encoding.map(([name, { contentType, style, explode, allowReserved, headers }]) => [
              name,
              {
                contentType,
                style,
                explode,
                allowReserved: allowReserved === true ? true : undefined,
                headers,
              },
            ]),
          ),
  };
}
