import type { MediaModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { codecOf } from "../media.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";

/** A member of a multipart body whose part is text, whatever structure the contract sees in it. */
export interface TextPart {
  readonly name: string;
  readonly mediaType: string;
  readonly schema: SchemaNode;
}

const STRUCTURES = new Set(["object", "intersection", "union", "tuple"]);
const TEXT: TypePlan = { kind: "keyword", name: "string" };

/**
 * The parts of a multipart body whose content type (OpenAPI, Encoding Object) is a text that the client does not write, XML
 * or YAML, while their schema is that of an object: the caller gives their text. A style counts before a content type.
 */
export function textParts(media: MediaModel, reader: SchemaReader): readonly TextPart[] {
  const { schema, encoding } = media;
  if (schema === undefined || codecOf(media, reader) !== "multipart") return [];
  return Object.entries(encoding).flatMap(([name, { contentType = "", style, explode }]) => {
    const [first = ""] = contentType.split(",").map((type) => type.trim());
    const member = reader.property(schema, name)?.schema;
    if (member === undefined || style !== undefined || explode !== undefined || first.includes("*"))
      return [];
    if (codecOf({ mediaType: first, encoding: {} }, reader) !== "text") return [];
    const { type } = reader.resolve(member);
    const one = type.kind === "array" ? type.items : member;
    return STRUCTURES.has(reader.resolve(one).type.kind) ? [{ name, mediaType: first, schema: member }] : [];
  });
}

/** The same member, given as text: each element of a list is a part of its own. */
export function asTextPart(member: MemberPlan, parts: readonly TextPart[], reader: SchemaReader): MemberPlan {
  const part = member.kind === "property" ? parts.find(({ name }) => name === member.name) : undefined;
  if (part === undefined || member.kind !== "property") return member;
  const isList = reader.resolve(part.schema).type.kind === "array";
  const text = [...member.doc.text, `Sent as \`${part.mediaType}\`, which the caller writes.`];
  return {
    ...member,
    type: isList ? { kind: "array", items: TEXT } : TEXT,
    doc: { ...member.doc, text },
  };
}
