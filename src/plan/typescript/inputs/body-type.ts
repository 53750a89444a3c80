import type { EncodingModel, MediaModel, ParameterModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { codeSpan } from "../../../text/printable.js";
import { type CodecName, codecOf, isJsonMedia, isTextName } from "../../service/media.js";
import { bodyMembers, type SchemaReader } from "../../service/schema-reader.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { mapType, nameType, unionType, UNKNOWN } from "../types/type-builders.js";
import type { TypeSources } from "./representations.js";

const TEXT: TypePlan = { kind: "keyword", name: "string" };

/** Bytes at hand, or as they come; a stream can be sent once. */
export const BYTES: readonly TypePlan[] = [
  nameType("Blob"),
  nameType("ArrayBuffer"),
  nameType("Uint8Array"),
  { kind: "name", name: "ReadableStream", arguments: [nameType("Uint8Array")] },
];

/**
 * The type of a body as a caller gives it.
 *
 * @param left - members that it is without: the one that the client sets, those that the input has under another name.
 */
export function bodyType(
  media: MediaModel,
  codec: CodecName,
  left: readonly string[],
  sources: TypeSources,
): TypePlan {
  switch (codec) {
    case "binary":
      return unionType(isText(media, sources) || isTextName(media.mediaType) ? [...BYTES, TEXT] : BYTES);
    // Text stays text, whatever structure the contract sees in it (XML): only a schema of strings says more.
    case "text":
      return isText(media, sources) ? typeOf(media, TEXT, sources) : TEXT;
    case "parts":
    case "lines":
    case "sequence":
      return listOf(media, sources);
    case "form":
    case "multipart":
      return without(left, partsType(media, sources));
    case "json":
    case "events":
      return without(left, typeOf(media, UNKNOWN, sources));
  }
}

function typeOf({ schema }: MediaModel, otherwise: TypePlan, { types }: TypeSources): TypePlan {
  return schema === undefined ? otherwise : types.typeOf(schema, "request");
}

/** A form has members, whatever a schema that says nothing lets it be. */
function partsType(media: MediaModel, sources: TypeSources): TypePlan {
  const members = mapType(UNKNOWN);
  const type = typeOf(media, members, sources);
  return type.kind === "keyword" && type.name === "unknown" ? members : type;
}

function without(members: readonly string[], type: TypePlan): TypePlan {
  if (members.length === 0) return type;
  const names = unionType(members.toSorted(byText).map((value) => ({ kind: "literal", value })));
  return { kind: "name", name: "Omit", arguments: [type, names] };
}

/** A schema is that of one item (`itemSchema`), or that of the list of all (OpenAPI 3.2). */
function listOf(media: MediaModel, sources: TypeSources): TypePlan {
  const { schema, perItem } = media;
  const kind = schema === undefined ? "any" : sources.reader.resolve(schema).type.kind;
  const whole = perItem !== true && (kind === "array" || kind === "tuple");
  const type = typeOf(media, UNKNOWN, sources);
  return whole ? type : { kind: "array", items: type };
}

function isText({ schema }: MediaModel, { reader }: TypeSources): boolean {
  if (schema === undefined) return false;
  const { kind } = reader.resolve(schema).type;
  return kind === "string" || kind === "enum" || kind === "literal";
}

/** A member of a multipart body whose part is text or bytes, whatever its schema says of it. */
interface ClassifiedPart {
  readonly name: string;
  /** That of a text; of bytes all that the contract lists. */
  readonly mediaType: string;
  readonly schema: SchemaNode;
  readonly as: "text" | "bytes";
}

const STRUCTURES = new Set(["object", "intersection", "union", "tuple"]);

/**
 * The parts of a multipart body whose type is settled by their content type (OpenAPI, Encoding Object): a text that the
 * client does not write, XML or YAML, while their schema is that of an object (the caller gives their text); and bytes,
 * while their schema has no type, as OpenAPI 3.1 describes binary data. A style counts before a content type.
 */
export function classifiedParts(media: MediaModel, reader: SchemaReader): readonly ClassifiedPart[] {
  const { schema, encoding } = media;
  if (schema === undefined || codecOf(media, reader) !== "multipart") return [];
  return Object.entries(encoding).flatMap(([name, own]) => {
    const member = reader.property(schema, name)?.schema;
    return member === undefined ? [] : classifyPart(name, own, member, reader);
  });
}

/** The same of members that alternatives of a body have: their types are those of their models, whatever their parts are. */
export function unclassifiedParts(media: MediaModel, reader: SchemaReader): readonly ClassifiedPart[] {
  const { schema, encoding } = media;
  if (schema === undefined || codecOf(media, reader) !== "multipart") return [];
  const members = bodyMembers(schema, reader);
  return Object.entries(encoding).flatMap(([name, own]) =>
    reader.property(schema, name) === undefined
      ? (members.get(name) ?? []).flatMap((member) => classifyPart(name, own, member, reader))
      : [],
  );
}

/** The part that a member is; none where its schema says what is sent. */
function classifyPart(
  name: string,
  { contentType = "", style, explode }: EncodingModel,
  member: SchemaNode,
  reader: SchemaReader,
): readonly ClassifiedPart[] {
  if (style !== undefined || explode !== undefined) return [];
  const types = contentType
    .split(",")
    .map((type) => type.trim())
    .filter((type) => type !== "");
  const [first = ""] = types;
  const { type } = reader.resolve(member);
  const { kind } = reader.resolve(type.kind === "array" ? type.items : member).type;
  const codecs = types.map((mediaType) => codecOf({ mediaType, encoding: {} }, reader));
  if (kind === "any")
    return codecs.length > 0 && codecs.every((codec) => codec === "binary") && !/\btext\//.test(contentType)
      ? [{ name, mediaType: types.join(", "), schema: member, as: "bytes" }]
      : [];
  if (first.includes("*") || codecs[0] !== "text" || !STRUCTURES.has(kind)) return [];
  return [{ name, mediaType: first, schema: member, as: "text" }];
}

/** The same member, given as text or bytes: each element of a list is a part of its own. */
export function asClassifiedPart(
  member: MemberPlan,
  parts: readonly ClassifiedPart[],
  reader: SchemaReader,
): MemberPlan {
  const part = member.kind === "property" ? parts.find(({ name }) => name === member.name) : undefined;
  if (part === undefined || member.kind !== "property") return member;
  const isList = reader.resolve(part.schema).type.kind === "array";
  const type = partType(part);
  const sentence =
    part.as === "text"
      ? `Sent as ${codeSpan(part.mediaType)}, which the caller writes.`
      : `Bytes: ${codeSpan(part.mediaType)}.`;
  return {
    ...member,
    type: isList ? { kind: "array", items: type } : type,
    doc: { ...member.doc, text: [...member.doc.text, sentence] },
  };
}

/** Bytes of any type can be those of a text. */
function partType({ as, mediaType }: ClassifiedPart): TypePlan {
  if (as === "text") return TEXT;
  return unionType(/(?:^|[ ,])\*(?:\/\*)?(?:$|[;,])/.test(mediaType) ? [...BYTES, TEXT] : BYTES);
}

const UNWRITTEN = new Set(["array", "binary", "intersection", "object", "tuple"]);

/**
 * Whether a parameter is described by a media type that the client does not write (XML): the caller gives its text,
 * whatever structure its schema has. JSON is written, and so is a form that is the whole query.
 */
export function isUnwrittenContent(
  { in: where, content, schema }: ParameterModel,
  reader: SchemaReader,
): boolean {
  if (content === undefined || isJsonMedia(content.mediaType)) return false;
  const isForm = content.mediaType.startsWith("application/x-www-form-urlencoded");
  if (where === "querystring" && isForm) return false;
  return UNWRITTEN.has(reader.resolve(schema).type.kind);
}
