import type { MediaModel } from "../../model/api-model.js";
import { type CodecName, isTextName } from "../media.js";
import type { TypeSources } from "../methods/representations.js";
import type { TypePlan } from "../type-plan.js";
import { mapType, nameType, unionType, UNKNOWN } from "../types/type-builders.js";

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
  const names = unionType(members.map((value) => ({ kind: "literal", value })));
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
