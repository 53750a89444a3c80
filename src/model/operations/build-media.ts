import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { MediaModel } from "../api-model.js";
import { member, objectMember, sortedMembers } from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
import { buildEncodings } from "./build-encoding.js";
import { isJson } from "./is-json.js";
import { isMediaType } from "./media-names.js";
import type { OperationContext } from "./operation-context.js";
import { type GivenSchema, shareSchemas } from "./shared-schemas.js";

/**
 * The media types of a body or an answer: JSON first, then sorted.
 *
 * @param suffix - what an inline schema's name ends with: `Body`, `Answer`, `Answer404`.
 */
export function buildMedia(context: OperationContext, owner: Located, suffix: string): readonly MediaModel[] {
  const content = listContent(owner.json)
    .map(([name, mediaType, json]) => {
      const place = appendPointer(owner.pointer, "content", name);
      return readOne(mediaType, resolveReference(context.document, json, place));
    })
    .sort((left, right) => rank(left) - rank(right) || byText(left.mediaType, right.mediaType));
  const build = shareSchemas(content, context, suffix);
  return content.map((one) => {
    const { mediaType, media, perItem } = one;
    if (media === undefined) return { mediaType, encoding: {} };
    const schema = build(one);
    return {
      mediaType,
      ...(schema && { schema, ...perItem }),
      ...buildEncodings(context.document, media.json, media.pointer),
    };
  });
}

/** Each entry of `content` with its media type; a name that is none stands for any where no other does. */
function listContent(owner: JsonObject): readonly (readonly [name: string, mediaType: string, json: Json])[] {
  const content = sortedMembers(objectMember(owner, "content"));
  const known = content.filter(([name]) => isMediaType(name));
  return known.length > 0
    ? known.map(([name, json]) => [name, inLowerCase(name), json])
    : content.slice(0, 1).map(([name, json]) => [name, "*/*", json]);
}

/** RFC 2046 section 5.1.1: of a media type, only the boundary tells upper case from lower. */
function inLowerCase(name: string): string {
  const lower = name.toLowerCase();
  const at = lower.startsWith("multipart/") ? lower.search(/;\s*boundary=/) : -1;
  return at < 0 ? lower : lower.slice(0, at) + name.slice(at);
}

function rank(media: Pick<MediaModel, "mediaType">): number {
  if (/^application\/json\s*(?:;|$)/.test(media.mediaType)) return 0;
  return isJson(media.mediaType) ? 1 : 2;
}

interface GivenMedia extends GivenSchema {
  readonly media: Located | undefined;
  readonly perItem?: Pick<MediaModel, "perItem">;
}

/** A Media Type Object, as it stands in the document; without `media` where a reference leads nowhere. */
function readOne(mediaType: string, media: Located | undefined): GivenMedia {
  // OpenAPI 3.2: `itemSchema` describes one item of a sequential media type, which is what callers iterate over.
  const keyword = ["itemSchema", "schema"].find((candidate) => member(media?.json, candidate) !== undefined);
  if (media === undefined || keyword === undefined) return { mediaType, media };
  const schema = member(media.json, keyword) ?? true;
  return {
    mediaType,
    media,
    given: { json: schema, pointer: appendPointer(media.pointer, keyword) },
    ...(keyword === "itemSchema" && { perItem: { perItem: true } }),
  };
}
