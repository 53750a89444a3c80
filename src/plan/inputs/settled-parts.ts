import type { EncodingModel, MediaModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { codeSpan } from "../../text/code-span.js";
import { codecOf } from "../media.js";
import { bodyMembers } from "../reading/body-members.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { unionType } from "../types/type-builders.js";
import { BYTES } from "./body-type.js";

/** A member of a multipart body whose part is text or bytes, whatever its schema says of it. */
export interface SettledPart {
  readonly name: string;
  /** That of a text; of bytes all that the contract lists. */
  readonly mediaType: string;
  readonly schema: SchemaNode;
  readonly as: "text" | "bytes";
}

const STRUCTURES = new Set(["object", "intersection", "union", "tuple"]);
const TEXT: TypePlan = { kind: "keyword", name: "string" };

/**
 * The parts of a multipart body whose type is settled by their content type (OpenAPI, Encoding Object): a text that the
 * client does not write, XML or YAML, while their schema is that of an object (the caller gives their text); and bytes,
 * while their schema has no type, as OpenAPI 3.1 describes binary data. A style counts before a content type.
 */
export function settledParts(media: MediaModel, reader: SchemaReader): readonly SettledPart[] {
  const { schema, encoding } = media;
  if (schema === undefined || codecOf(media, reader) !== "multipart") return [];
  return Object.entries(encoding).flatMap(([name, own]) => {
    const member = reader.property(schema, name)?.schema;
    return member === undefined ? [] : settledPart(name, own, member, reader);
  });
}

/** The same of members that alternatives of a body have: their types are those of their models, whatever their parts are. */
export function unsettledParts(media: MediaModel, reader: SchemaReader): readonly SettledPart[] {
  const { schema, encoding } = media;
  if (schema === undefined || codecOf(media, reader) !== "multipart") return [];
  const members = bodyMembers(schema, reader);
  return Object.entries(encoding).flatMap(([name, own]) =>
    reader.property(schema, name) === undefined
      ? (members.get(name) ?? []).flatMap((member) => settledPart(name, own, member, reader))
      : [],
  );
}

/** The part that a member is; none where its schema says what is sent. */
function settledPart(
  name: string,
  { contentType = "", style, explode }: EncodingModel,
  member: SchemaNode,
  reader: SchemaReader,
): readonly SettledPart[] {
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
export function asSettledPart(
  member: MemberPlan,
  parts: readonly SettledPart[],
  reader: SchemaReader,
): MemberPlan {
  const part = member.kind === "property" ? parts.find(({ name }) => name === member.name) : undefined;
  if (part === undefined || member.kind !== "property") return member;
  const isList = reader.resolve(part.schema).type.kind === "array";
  const type = typeOf(part);
  const said =
    part.as === "text"
      ? `Sent as ${codeSpan(part.mediaType)}, which the caller writes.`
      : `Bytes: ${codeSpan(part.mediaType)}.`;
  return {
    ...member,
    type: isList ? { kind: "array", items: type } : type,
    doc: { ...member.doc, text: [...member.doc.text, said] },
  };
}

/** Bytes of any type can be those of a text. */
function typeOf({ as, mediaType }: SettledPart): TypePlan {
  if (as === "text") return TEXT;
  return unionType(/(?:^|[ ,])\*(?:\/\*)?(?:$|[;,])/.test(mediaType) ? [...BYTES, TEXT] : BYTES);
}
