import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { MediaModel } from "../api-model.js";
import { member, objectMember, sortedMembers } from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
import { buildEncodings } from "./build-encoding.js";
import type { SchemaNode } from "../schema-model.js";
import { isJson } from "./is-json.js";
import { isMediaType } from "./media-names.js";
import type { OperationContext } from "./operation-context.js";
import { sharedKey } from "./shared-schemas.js";

/**
 * The media types of a body or an answer: JSON first, then sorted.
 *
 * @param suffix - what an inline schema's name ends with: `Body`, `Answer`, `Answer404`.
 */
export function buildMedia(context: OperationContext, owner: Located, suffix: string): readonly MediaModel[] {
  const built = new Map<string, SchemaNode>();
  return listContent(owner.json)
    .map(([name, mediaType, json]) => ({ name, mediaType, json }))
    .sort((left, right) => rank(left) - rank(right) || byText(left.mediaType, right.mediaType))
    .map(({ name, mediaType, json }) => {
      const place = appendPointer(owner.pointer, "content", name);
      return buildOne(context, mediaType, resolveReference(context.document, json, place), suffix, built);
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

function buildOne(
  context: OperationContext,
  mediaType: string,
  media: Located | undefined,
  suffix: string,
  built: Map<string, SchemaNode>,
): MediaModel {
  // OpenAPI 3.2: `itemSchema` describes one item of a sequential media type, which is what callers iterate over.
  const keyword = ["itemSchema", "schema"].find((candidate) => member(media?.json, candidate) !== undefined);
  if (media === undefined) return { mediaType, encoding: {} };
  const encodings = buildEncodings(context.document, media.json, media.pointer);
  if (keyword === undefined) return { mediaType, ...encodings };
  const pointer = appendPointer(media.pointer, keyword);
  const json = member(media.json, keyword) ?? true;
  const key = sharedKey(mediaType, json);
  const known = key === undefined ? undefined : built.get(key);
  const schema =
    known ?? context.schemas.node(json, pointer, `${context.typeName}${suffix}`, context.typeName);
  if (key !== undefined) built.set(key, schema);
  return {
    mediaType,
    schema,
    ...(keyword === "itemSchema" ? { perItem: true } : {}),
    ...encodings,
  };
}
