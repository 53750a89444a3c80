import type { Json } from "../../load/loaded-contract.js";
import type { EncodingModel, MediaModel, PositionsModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { codecOf } from "../media.js";
import { bodyMembers } from "../reading/body-members.js";
import type { SchemaReader } from "../reading/schema-reader.js";

/**
 * How the parts of a multipart body are written, with the content type of bytes whose schema alone has one: beside an
 * Encoding Object `contentMediaType` is redundant, and without one it says what the part is (OpenAPI 3.1.1, Working with
 * Binary Data). A Blob with a type of its own is sent as that. Where alternatives of a body call a member something else,
 * nothing tells which of them a value is.
 */
export function partTypes(
  media: MediaModel,
  reader: SchemaReader,
): Pick<MediaModel, "encoding" | "positions"> {
  const { schema, encoding, positions } = media;
  const given = { encoding, ...(positions !== undefined && { positions }) };
  if (schema === undefined) return given;
  if (codecOf(media, reader) === "parts") {
    const typed = typedPositions(schema, media, reader);
    return typed === undefined ? given : { encoding, positions: typed };
  }
  const typed = [...bodyMembers(schema, reader)].flatMap(([name, parts]) => {
    const types = new Set(parts.map((part) => mediaTypeOf(elementOf(part, reader), reader)));
    const [type] = types;
    const own = types.size === 1 ? typedEncoding(encoding[name], type) : undefined;
    return own === undefined ? [] : [[name, own] as const];
  });
  return typed.length === 0 ? given : { ...given, encoding: { ...encoding, ...Object.fromEntries(typed) } };
}

/** Undefined: no element of the list has a type of its own. */
function typedPositions(
  schema: SchemaNode,
  { perItem, positions = { prefix: [] } }: MediaModel,
  reader: SchemaReader,
): PositionsModel | undefined {
  const { type } = reader.resolve(schema);
  const isList = perItem !== true && (type.kind === "array" || type.kind === "tuple");
  const first = isList && type.kind === "tuple" ? type.items : [];
  const rest = !isList ? schema : type.kind === "array" ? type.items : type.rest;
  const prefix = first.map((item, index) =>
    typedEncoding(positions.prefix[index] ?? positions.items, mediaTypeOf(item, reader)),
  );
  const items = typedEncoding(positions.items, rest && mediaTypeOf(rest, reader));
  const last = prefix.findLastIndex((one) => one !== undefined);
  if (last < 0 && items === undefined) return undefined;
  // What stands at a position is written as all others are, unless the contract or its own type says otherwise.
  const length =
    items === undefined
      ? Math.max(last + 1, positions.prefix.length)
      : Math.max(first.length, positions.prefix.length);
  return {
    prefix: Array.from(
      { length },
      (_, index) => prefix[index] ?? positions.prefix[index] ?? positions.items ?? {},
    ),
    ...((items ?? positions.items) && { items: items ?? positions.items }),
  };
}

/** Undefined: the contract says itself how a part is written, or its schema says nothing of it. */
function typedEncoding(
  own: EncodingModel | undefined,
  contentType: string | undefined,
): EncodingModel | undefined {
  return contentType === undefined || own?.contentType !== undefined || own?.style !== undefined
    ? undefined
    : { ...own, contentType };
}

/** What a part is, or each of them where a member is a list. */
function elementOf(part: SchemaNode, reader: SchemaReader): SchemaNode {
  const { type } = reader.resolve(part);
  return type.kind === "array" ? type.items : part;
}

/**
 * `contentMediaType` of bytes, wherever it is said of them: beside null, beside a reference, or in what that leads to.
 * OpenAPI 3.1 describes bytes without a type as well (Working with Binary Data).
 */
function mediaTypeOf(part: SchemaNode, reader: SchemaReader): string | undefined {
  const { type, constraints } = reader.resolve(part);
  const media =
    part.constraints["contentMediaType"] ?? constraints["contentMediaType"] ?? saidBesideNull(part, reader);
  if (typeof media !== "string") return undefined;
  const isUntyped = type.kind === "any" && constraints["contentEncoding"] === undefined;
  return type.kind === "binary" ||
    (isUntyped && codecOf({ mediaType: media, encoding: {} }, reader) === "binary")
    ? media
    : undefined;
}

function saidBesideNull({ type }: SchemaNode, reader: SchemaReader): Json | undefined {
  return type.kind === "ref" ? reader.named(type.name)?.constraints["contentMediaType"] : undefined;
}
