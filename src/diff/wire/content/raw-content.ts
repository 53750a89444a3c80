import type { JsonObject } from "../../../load/loaded-contract.js";
import { appendPointer } from "../../../text/json-pointer.js";
import { follow, isAnySchema, limitEntries, type Located, member } from "../document-nodes.js";
import { isWithin, type WireMedia } from "./match-media.js";

/** Media types whose content has a structure that a schema describes; all others are bytes or text as a whole. */
const STRUCTURED =
  /^multipart\/|^application\/x-www-form-urlencoded$|^text\/event-stream$|(?:json|xml|yaml)(?:l|lines|-lines|-seq)?$/u;

/**
 * Whether a media type is described as any content, in one of the ways to write that: without a schema, `{}` (OpenAPI 3.1), or a
 * text of the format `binary` (3.0). Where the media type is text or bytes, a text without limits is the same.
 */
export function isAnyContent(document: JsonObject, { type, self }: WireMedia): boolean {
  const schema = member(self.json, "schema");
  if (isAnySchema(schema)) return true;
  const limits = limitsOf(document, self);
  if (limits === undefined) return false;
  const isBytes = limits["type"] === "string" || !Object.hasOwn(limits, "type");
  const isWithoutLimits = Object.keys(limits).every((name) => WHOLE.has(name)) && isBytes;
  if (STRUCTURED.test(type) || !isWithoutLimits) return false;
  return limits["format"] === "binary" || (limits["format"] === undefined && !type.includes("*"));
}

/** Keywords of a schema that describes a content as a whole. */
const WHOLE: ReadonlySet<string> = new Set(["contentMediaType", "format", "type"]);

/** What a schema says of a value, references followed. */
function limitsOf(document: JsonObject, { json, pointer }: Located): JsonObject | undefined {
  const schema = follow(document, member(json, "schema"), appendPointer(pointer, "schema"));
  return schema && Object.fromEntries(limitEntries(schema.json));
}

/**
 * The media types that a part is sent as without a `contentType` (OpenAPI, Encoding Object), by the schema of its property; undefined
 * where it does not say that.
 */
export function defaultPartType(document: JsonObject, property: Located | undefined): string | undefined {
  if (property === undefined) return undefined;
  const { json, pointer } = property;
  const type = member(json, "type");
  if (type === undefined) return isAnySchema(json) ? "application/octet-stream" : undefined;
  if (type === "object") return "application/json";
  if (type === "array") {
    return defaultPartType(
      document,
      follow(document, member(json, "items"), appendPointer(pointer, "items")),
    );
  }
  if (typeof type !== "string") return undefined;
  const isEncoded = member(json, "format") === "binary" || member(json, "contentEncoding") !== undefined;
  return isEncoded ? "application/octet-stream" : "text/plain";
}

/** How a list of accepted media types changed: its order, and what a range has already, do not count. */
export function compareTypeLists(old: readonly string[], now: readonly string[]) {
  const isIn = (some: readonly string[], others: readonly string[]) =>
    some.every((type) => others.some((range) => isWithin(type, range)));
  const [keepsAll, addsNone] = [isIn(old, now), isIn(now, old)];
  if (keepsAll) return addsNone ? "equal" : "wider";
  return addsNone ? "narrower" : "other";
}
