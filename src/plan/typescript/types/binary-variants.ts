import type { Json } from "../../../load/loaded-contract.js";
import type { ApiModel, EncodingModel, MediaModel, PositionsModel } from "../../../model/api-model.js";
import type { DiscriminatorModel, SchemaModel, SchemaNode, SchemaType } from "../../../model/schema-model.js";
import type { VisitBudget } from "../../../openapi/visit.js";
import { byText } from "../../../text/by-text.js";
import { codeSpan } from "../../../text/printable.js";
import { codecOf } from "../../service/media.js";
import { bodyMembers, createSchemaReader, type SchemaReader } from "../../service/schema-reader.js";
import { referredNames } from "./schema-usage.js";
import { type GivenNames, nameVariants, textForBytes, traceBytes } from "./trace-binary.js";
import { mapParts } from "./type-builders.js";

/** A model in which bytes are only where they can be given and come. */
interface BinaryVariants {
  readonly model: ApiModel;
  /** Name of a schema that was added → that of the schema whose other form it is. */
  readonly binaryVariants: ReadonlyMap<string, string>;
}

/**
 * What a contract describes as bytes is text where JSON carries it: a string is all that can be there (RFC 8259
 * section 3). So it is in a parameter and in a URL-encoded form, whose values are strings to callers
 * (URL Standard, section 5). Bytes stay bytes where a content is bytes itself, or has them in its parts. A named schema
 * that both kinds of content lead to becomes two.
 */
export function addBinaryVariants(model: ApiModel, names: GivenNames, budget: VisitBudget): BinaryVariants {
  const reader = createSchemaReader(model.schemas, budget);
  const usage = traceBytes(model, reader);
  const { asText, texts, parts, whole, holders } = usage;
  const binaryVariants = nameVariants(model.schemas, usage, names);
  const asTexts = (node: SchemaNode) => renameReferences(textForBytes(node), binaryVariants.texts);
  const asParts = (node: SchemaNode) => renameReferences(node, binaryVariants.bytes);
  const isText = (name: string) =>
    (asText.sent.has(name) || asText.read.has(name)) && !binaryVariants.texts.has(name);
  const addVariants = (schema: SchemaModel): readonly SchemaModel[] => {
    const { name, node, identity } = schema;
    if (!holders.has(name)) return [schema];
    const text = binaryVariants.texts.get(name);
    if (text !== undefined)
      return [
        { ...schema, node: asParts(node) },
        binaryVariant(schema, text, `text:${identity}`, asTexts(node)),
      ];
    const bytes = binaryVariants.bytes.get(name);
    if (bytes !== undefined)
      return [
        { ...schema, node: asTexts(node) },
        binaryVariant(schema, bytes, `bytes:${identity}`, asParts(node)),
      ];
    return [{ ...schema, node: isText(name) ? asTexts(node) : asParts(node) }];
  };
  const variantMedia = (media: MediaModel): MediaModel => {
    const { schema } = media;
    if (schema === undefined) return media;
    if (texts.has(media)) return { ...media, schema: asTexts(schema) };
    if (parts.has(media)) return { ...media, schema: asParts(schema), ...partTypes(media, reader) };
    // What is bytes as a whole stays so where its name has become that of text.
    const { type } = schema;
    return whole.has(media) && type.kind === "ref" && isText(type.name)
      ? { ...media, schema: { ...reader.resolve(schema), origin: schema.origin } }
      : media;
  };
  return {
    binaryVariants: new Map(
      [...binaryVariants.texts, ...binaryVariants.bytes].map(([name, second]) => [second, name]),
    ),
    model: {
      ...model,
      schemas: model.schemas.flatMap(addVariants).sort((left, right) => byText(left.name, right.name)),
      operations: model.operations.map((operation) => ({
        ...operation,
        parameters: operation.parameters.map((parameter) => ({
          ...parameter,
          schema: asTexts(parameter.schema),
        })),
        ...(operation.body && {
          body: { ...operation.body, content: operation.body.content.map(variantMedia) },
        }),
        responses: operation.responses.map((response) => ({
          ...response,
          content: response.content.map(variantMedia),
          headers: response.headers.map((header) =>
            header.schema === undefined ? header : { ...header, schema: asTexts(header.schema) },
          ),
        })),
      })),
      webhooks: model.webhooks.map((webhook) => ({
        ...webhook,
        ...(webhook.body && {
          body: { ...webhook.body, content: webhook.body.content.map(variantMedia) },
        }),
      })),
    },
  };
}

/** The other form of a schema, which is in the same file and says what it is. */
function binaryVariant(schema: SchemaModel, name: string, identity: string, node: SchemaNode): SchemaModel {
  const { doc } = node;
  const has = identity.startsWith("text:")
    ? "with text in place of bytes, as JSON and URL-encoded forms have it"
    : "with bytes, as a multipart body has it";
  const described = doc.description === undefined ? "" : `${doc.description}\n\n`;
  const description = `${described}${codeSpan(schema.name)} ${has}.`;
  return {
    ...schema,
    name,
    identity,
    owner: schema.owner ?? schema.name,
    node: { ...node, doc: { ...doc, description } },
  };
}

/**
 * How the parts of a multipart body are written, with the content type of bytes whose schema alone has one: beside an
 * Encoding Object `contentMediaType` is redundant, and without one it says what the part is (OpenAPI 3.1.1, Working with
 * Binary Data). A Blob with a type of its own is sent as that. Where alternatives of a body call a member something else,
 * nothing tells which of them a value is.
 */
function partTypes(media: MediaModel, reader: SchemaReader): Pick<MediaModel, "encoding" | "positions"> {
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
  // What is at a position is written as all others are, unless the contract or its own type says otherwise.
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
 * `contentMediaType` of bytes, wherever the schema has it: beside null, beside a reference, or in what that leads to.
 * OpenAPI 3.1 describes bytes without a type as well (Working with Binary Data).
 */
function mediaTypeOf(part: SchemaNode, reader: SchemaReader): string | undefined {
  const { type, constraints } = reader.resolve(part);
  const media =
    part.constraints["contentMediaType"] ?? constraints["contentMediaType"] ?? siblingsOfNull(part, reader);
  if (typeof media !== "string") return undefined;
  const isUntyped = type.kind === "any" && constraints["contentEncoding"] === undefined;
  return type.kind === "binary" ||
    (isUntyped && codecOf({ mediaType: media, encoding: {} }, reader) === "binary")
    ? media
    : undefined;
}

function siblingsOfNull({ type }: SchemaNode, reader: SchemaReader): Json | undefined {
  return type.kind === "ref" ? reader.named(type.name)?.constraints["contentMediaType"] : undefined;
}

/** A schema that refers to others in place of some, by their names; the very same where it refers to none of them. */
function renameReferences(node: SchemaNode, names: ReadonlyMap<string, string>): SchemaNode {
  if (!referredNames(node).some((name) => names.has(name))) return node;
  return { ...node, type: renamed(node.type, names) };
}

function renamed(type: SchemaType, names: ReadonlyMap<string, string>): SchemaType {
  if (type.kind === "ref") return { ...type, name: names.get(type.name) ?? type.name };
  const mapped = mapParts(type, (part) => renameReferences(part, names));
  return mapped.kind !== "union" || mapped.discriminator === undefined
    ? mapped
    : { ...mapped, discriminator: ledTo(mapped.discriminator, names) };
}

/** What a discriminator leads to is known by name as well. */
function ledTo(discriminator: DiscriminatorModel, names: ReadonlyMap<string, string>): DiscriminatorModel {
  const { base, fallback, mapping } = discriminator;
  return {
    ...discriminator,
    mapping: mapping.map((each) => ({ ...each, schema: names.get(each.schema) ?? each.schema })),
    ...(base === undefined ? {} : { base: names.get(base) ?? base }),
    ...(fallback === undefined ? {} : { fallback: names.get(fallback) ?? fallback }),
  };
}
