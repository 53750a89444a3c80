import type { EncodingModel, MediaModel, PositionsModel } from "../../model/api-model.js";
import type { JsonValue } from "../client-plan.js";
import type { CodecName } from "../media.js";

/** A media type and how its bytes become a value (`MediaDescriptor`). */
export function planMedia(
  media: MediaModel,
  codec: CodecName,
): { readonly [name: string]: JsonValue | undefined } {
  return {
    mediaType: media.mediaType,
    codec,
    encoding: planEncoding(media.encoding),
    positions: codec === "parts" ? planPositions(media.positions) : undefined,
  };
}

/** How each member of a form is written (`EncodingDescriptor`); undefined when the contract says nothing of any. */
export function planEncoding(encoding: MediaModel["encoding"] = {}): JsonValue | undefined {
  const entries = Object.entries(encoding);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([name, one]) => [name, planOne(one)]));
}

/** How the elements of a list are written as parts (`PositionsDescriptor`). */
function planPositions(positions: PositionsModel | undefined): JsonValue | undefined {
  if (positions === undefined) return undefined;
  const { prefix, items } = positions;
  return {
    prefix: prefix.length === 0 ? undefined : prefix.map(planOne),
    items: items === undefined ? undefined : planOne(items),
  };
}

function planOne(model: EncodingModel): JsonValue {
  const { contentType, style, explode, allowReserved, headers, encoding, positions } = model;
  return {
    contentType,
    style,
    explode,
    allowReserved: allowReserved === true ? true : undefined,
    headers,
    encoding: planEncoding(encoding),
    positions: planPositions(positions),
  };
}
