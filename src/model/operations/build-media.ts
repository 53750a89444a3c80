import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { mapChildren } from "../../openapi/visit.js";
import { byText } from "../../text/by-text.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { BodyModel, MediaModel } from "../api-model.js";
import {
  flagMember,
  isObject,
  type Located,
  member,
  objectMember,
  resolveReference,
  sortedMembers,
  textMember,
} from "../json-members.js";
import type { SchemaNode } from "../schema-model.js";
import { buildEncodings } from "./build-encoding.js";
import { locateResponses, type RawOperation } from "./list-raw-operations.js";
import type { OperationContext } from "./operation-context.js";

/**
 * The media types of a body or a response: JSON first, then sorted.
 *
 * @param suffix - what an inline schema's name ends with: `Body`, or the prefix of responses and a status.
 */
export function buildMedia(context: OperationContext, owner: Located, suffix: string): readonly MediaModel[] {
  const given = listContent(owner.json).map(([name, mediaType, json]) => {
    const pointer = appendPointer(owner.pointer, "content", name);
    return readOne(mediaType, resolveReference(context.document, json, pointer));
  });
  const content = withOpenRanges(withoutAliases(given, context.document), context.document).sort(
    (left, right) => rank(left) - rank(right) || byText(left.mediaType, right.mediaType),
  );
  const build = shareSchemas(content, context, suffix);
  return content.map((one) => {
    const { mediaType, media, perItem } = one;
    if (media === undefined) return { mediaType, encoding: {} };
    const schema = build(one);
    return {
      mediaType,
      ...(schema && { schema, ...perItem }),
      ...readExamples(context.document, media),
      ...buildEncodings(context.document, media.json, media.pointer),
    };
  });
}

/** Media types that frameworks list beside JSON for the same bytes. */
const ALIAS = /^(?:text\/(?:plain|json|x-json)|application\/(?:x-json|\*\+json))\s*(?:;|$)/;

/**
 * Without what is listed beside `application/json` with the same schema under a name that frameworks give JSON, `text/plain` too: it is one
 * JSON, and a caller is asked for no choice. So it is with a schema that allows any value, as each reference without a target has with
 * `--lenient`. A text stays: as `text/plain` it has no quotes.
 */
function withoutAliases(content: readonly GivenMedia[], document: JsonObject): GivenMedia[] {
  const json = content.find(({ mediaType }) => /^application\/json\s*(?:;|$)/.test(mediaType));
  if (json?.given === undefined || isText(json.given, document)) return [...content];
  const key = canonicalJson(withoutExamples(json.given.json));
  return content.filter(
    ({ mediaType, given }) =>
      !ALIAS.test(mediaType) || given === undefined || canonicalJson(withoutExamples(given.json)) !== key,
  );
}

/** Media types of bytes. */
const BYTE_MEDIA =
  /^(?:audio|font|image|video)\/[\w.+-]|^application\/(?:octet-stream|pdf|(?:[\w.-]{1,100}[+-])?(?:7z-compressed|bzip2|gzip|tar|zip))\s*(?:;|$)/;

/** Keywords that leave a schema open for any value. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  "default deprecated description example examples nullable readOnly title writeOnly".split(" "),
);

/** A range beside bytes with the same schema, which allows any value, has no schema: it is a range of bytes. */
function withOpenRanges(content: readonly GivenMedia[], document: JsonObject): GivenMedia[] {
  const bytes = content.flatMap(({ mediaType, given }) =>
    BYTE_MEDIA.test(mediaType) && given !== undefined && isOpen(given, document)
      ? [canonicalJson(given.json)]
      : [],
  );
  return content.map(({ given, ...one }) =>
    given === undefined ||
    (/^(?:\*|application)\/\*/.test(one.mediaType) && bytes.includes(canonicalJson(given.json)))
      ? one
      : { ...one, given },
  );
}

/** Whether a schema allows any value. */
function isOpen({ json, pointer }: NonNullable<GivenSchema["given"]>, document: JsonObject): boolean {
  const schema = resolveReference(document, json, pointer)?.json;
  return schema === undefined || Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword));
}

/** Whether a schema says by itself that its value is, or can be, a text. */
function isText({ json, pointer }: NonNullable<GivenSchema["given"]>, document: JsonObject): boolean {
  const schema = resolveReference(document, json, pointer)?.json;
  const [types, values] = ["type", "enum"].map((keyword) => [member(schema, keyword)].flat());
  return (
    types?.includes("string") === true ||
    [...(values ?? []), member(schema, "const")].some((value) => typeof value === "string")
  );
}

/** Values of `example` and `examples` (OpenAPI, Media Type Object and Parameter Object), references resolved. */
export function readExamples(document: JsonObject, media: Located): Pick<MediaModel, "examples"> {
  const single = member(media.json, "example");
  const named = sortedMembers(objectMember(media.json, "examples")).flatMap(([name, json]) => {
    const pointer = appendPointer(media.pointer, "examples", name);
    return member(resolveReference(document, json, pointer)?.json, "value") ?? [];
  });
  const examples = [...(single === undefined ? [] : [single]), ...named];
  return examples.length === 0 ? {} : { examples };
}

/** Each entry of `content` with its media type; an invalid name means any type if no other entry does. */
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

/** A Media Type Object, as written in the document; without `media` where a reference has no target. */
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

/** The request body, when the operation has one with at least one media type. */
export function buildBody(context: OperationContext, operation: RawOperation): BodyModel | undefined {
  const json = member(operation.json, "requestBody");
  const located = resolveReference(context.document, json, appendPointer(operation.pointer, "requestBody"));
  if (located === undefined) return undefined;
  const content = buildMedia(context, located, "Body");
  const description = textMember(located.json, "description");
  if (content.length === 0) return undefined;
  return {
    required: flagMember(located.json, "required") === true,
    ...(description === undefined ? {} : { description }),
    content,
    origin: { pointer: located.pointer },
  };
}

/** Whether a key of `content` is a media type or a range of them (RFC 9110 sections 8.3.1 and 12.5.1). */
export function isMediaType(name: string): boolean {
  return /^(?:\*|[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?:;|$)/.test(name);
}

/** Diagnostics for content under a name that no media type has, as `undefined`: one per place. */
export function diagnoseMediaNames(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return operations
    .flatMap((operation) => locateContents(document, operation))
    .flatMap(({ json, pointer }) => {
      const names = sortedMembers(objectMember(json, "content")).map(([name]) => name);
      const others = names.filter((name) => !isMediaType(name));
      const remaining = others.length === names.length ? others[0] : undefined;
      return others.map((name) => {
        const id = name === remaining ? "media/any-type" : "media/invalid-type";
        return diagnostic(id, appendPointer(pointer, "content", name), { name });
      });
    });
}

/** The body and the responses of an operation. */
function locateContents(document: JsonObject, operation: RawOperation): readonly Located[] {
  const pointer = appendPointer(operation.pointer, "requestBody");
  const body = resolveReference(document, member(operation.json, "requestBody"), pointer);
  return [
    ...(body === undefined ? [] : [body]),
    ...locateResponses(document, operation).map(({ located }) => located),
  ];
}

/** The schema of a media type, as written in the document. */
interface GivenSchema {
  readonly mediaType: string;
  /** Undefined where there is none. */
  readonly given?: { readonly json: Json; readonly pointer: string };
}

/**
 * Builds the schemas of the media types of one body or response. Where several describe the very same value
 * (`application/json` and `application/problem+json`, or JSON and a form), they are one model, under one name: that of the
 * first.
 *
 * @param content - all of them, in a canonical order.
 * @param suffix - what an inline schema's name ends with.
 * @returns what gives the schema of one of them.
 */
function shareSchemas(
  content: readonly GivenSchema[],
  { schemas, typeName }: Pick<OperationContext, "schemas" | "typeName">,
  suffix: string,
): (one: GivenSchema) => SchemaNode | undefined {
  const keys = new Map(content.map((one) => [one, sharedKey(one)]));
  const built = new Map<GivenSchema, SchemaNode | undefined>();
  const build = (one: GivenSchema): SchemaNode | undefined => {
    const { given } = one;
    if (given === undefined) return undefined;
    const node = built.get(one) ?? schemas.node(given.json, given.pointer, `${typeName}${suffix}`, typeName);
    built.set(one, node);
    return node;
  };
  return (one) => {
    const key = keys.get(one);
    if (key === undefined) return build(one);
    const node = build(content.find((other) => keys.get(other) === key) ?? one);
    return (
      node && { ...node, origin: { ...node.origin, pointer: one.given?.pointer ?? node.origin.pointer } }
    );
  };
}

/** What tells whether the values are the same; undefined where the media type says what the value is, and for text. */
function sharedKey({ mediaType, given }: GivenSchema): string | undefined {
  if (given === undefined || (!isJson(mediaType) && !FORM.test(mediaType))) return undefined;
  const text = canonicalJson(withoutExamples(given.json));
  return BYTES.test(text) ? undefined : text;
}

const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/;
const BYTES = /"(?:format":"binary"|content(?:MediaType|Encoding)":)/;

/** Examples change no type, and converters write some of them with the time of day. */
function withoutExamples(json: Json): Json {
  if (!isObject(json)) return json;
  const remaining = Object.entries(json).filter(([key]) => key !== "example" && key !== "examples");
  return mapChildren(Object.fromEntries(remaining), "schema", (child, kind) =>
    kind === "schema" ? withoutExamples(child as Json) : child,
  ) as JsonObject;
}

/** Whether a media type carries JSON: `application/json` or any `+json` (RFC 6839 section 3.1). */
export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(mediaType);
}
