import { appendPointer } from "../../text/json-pointer.js";
import { byText } from "../../text/by-text.js";
import type { MediaModel } from "../api-model.js";
import { member, objectMember, sortedMembers } from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
import { buildEncodings } from "./build-encoding.js";
import type { OperationContext } from "./operation-context.js";

/**
 * The media types of a body or an answer: JSON first, then sorted.
 *
 * @param suffix - what an inline schema's name ends with: `Body`, `Answer`, `Answer404`.
 */
export function buildMedia(context: OperationContext, owner: Located, suffix: string): readonly MediaModel[] {
  return sortedMembers(objectMember(owner.json, "content"))
    .map(([mediaType, json]) => {
      const media = resolveReference(
        context.document,
        json,
        appendPointer(owner.pointer, "content", mediaType),
      );
      return buildOne(context, mediaType, media, suffix);
    })
    .sort((left, right) => rank(left) - rank(right) || byText(left.mediaType, right.mediaType));
}

/** Whether a media type carries JSON: `application/json` or any `+json` (RFC 6839 section 3.1). */
export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(mediaType);
}

function rank(media: MediaModel): number {
  if (/^application\/json\s*(?:;|$)/.test(media.mediaType)) return 0;
  return isJson(media.mediaType) ? 1 : 2;
}

function buildOne(
  context: OperationContext,
  mediaType: string,
  media: Located | undefined,
  suffix: string,
): MediaModel {
  const name = mediaType.toLowerCase();
  // OpenAPI 3.2: `itemSchema` describes one item of a sequential media type, which is what callers iterate over.
  const keyword = ["itemSchema", "schema"].find((candidate) => member(media?.json, candidate) !== undefined);
  if (media === undefined) return { mediaType: name, encoding: {} };
  const encodings = buildEncodings(context.document, media.json, media.pointer);
  if (keyword === undefined) return { mediaType: name, ...encodings };
  const pointer = appendPointer(media.pointer, keyword);
  const json = member(media.json, keyword) ?? true;
  return {
    mediaType: name,
    schema: context.schemas.node(json, pointer, `${context.typeName}${suffix}`, context.typeName),
    ...(keyword === "itemSchema" ? { perItem: true } : {}),
    ...encodings,
  };
}
