import type { MediaModel } from "../model/api-model.js";
import { isJsonMedia } from "./reading/answers.js";
import type { SchemaReader } from "./reading/schema-reader.js";

/** How the runtime turns bytes of a media type into a value; the same words as its `Codec`. */
export type CodecName = "json" | "form" | "multipart" | "text" | "binary" | "lines" | "events";

/** The codec of a media type, by its name (RFC 6838), and for `*`+`/*` by what the schema says of it. */
export function codecOf(media: MediaModel, reader: SchemaReader): CodecName {
  const [essence = ""] = media.mediaType.split(";", 1).map((part) => part.trim());
  if (isJsonMedia(media.mediaType)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence.startsWith("multipart/")) return "multipart";
  if (essence === "text/event-stream") return "events";
  if (/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-seq)$|[/-]ndjson$/.test(essence)) return "lines";
  if (essence.includes("*")) return wildcardCodec(media, reader);
  if (/^text\/|[/+]xml$|^application\/(?:yaml|javascript|graphql|sql)$|[/+]yaml$/.test(essence))
    return "text";
  return "binary";
}

/** Order in which content is preferred when the client may choose: what has the most precise type first. */
const PREFERENCE: readonly CodecName[] = ["json", "form", "multipart", "lines", "events", "text", "binary"];

/** The media type that a client speaks where the contract offers several. */
export function preferredMedia(content: readonly MediaModel[], reader: SchemaReader): MediaModel | undefined {
  return [...content].sort(
    (left, right) => PREFERENCE.indexOf(codecOf(left, reader)) - PREFERENCE.indexOf(codecOf(right, reader)),
  )[0];
}

function wildcardCodec(media: MediaModel, reader: SchemaReader): CodecName {
  if (media.schema === undefined) return "binary";
  const { kind } = reader.resolve(media.schema).type;
  return kind === "string" || kind === "binary" || kind === "any" ? "binary" : "json";
}
