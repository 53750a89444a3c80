import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.js";
import type { ApiModel, EncodingModel, MediaModel, OperationModel } from "../../../model/api-model.js";
import type { SchemaModel, SchemaNode } from "../../../model/schema-model.js";
import { responseCodecOf, type CodecName, codecOf } from "../../service/media.js";
import { operationKey } from "../../service/responses.js";
import { bodyMembers, type SchemaReader } from "../../service/schema-reader.js";
import { takenNames } from "../names.js";
import { freeName } from "./schema-catalog.js";
import { closure, partsOf, referredNames, usersOf } from "./schema-usage.js";
import { mapParts } from "./type-builders.js";

/** Contents in which a member is text, whatever the contract calls it: values of JSON, and those of a URL-encoded form. */
const TEXTS: ReadonlySet<CodecName> = new Set(["json", "events", "lines", "sequence", "form"]);

/** Contents whose members are parts, which carry bytes. */
const PARTS: ReadonlySet<CodecName> = new Set(["multipart", "parts"]);

/** What carries the schemas of a model that have bytes in them. */
interface BytesUsage {
  /** The contents whose bytes are text. */
  readonly texts: ReadonlySet<MediaModel>;
  /** The contents whose bytes are bytes, and are in their types. */
  readonly parts: ReadonlySet<MediaModel>;
  /** The contents that are bytes as a whole. */
  readonly whole: ReadonlySet<MediaModel>;
  /** Names of the schemas that have bytes, in themselves or in what they lead to. */
  readonly holders: ReadonlySet<string>;
  /** Names of the schemas that requests and responses have where there is text alone. */
  readonly asText: { readonly sent: ReadonlySet<string>; readonly read: ReadonlySet<string> };
  /** Names of the schemas that have bytes in parts: of requests, and of what the API sends to a webhook. */
  readonly asBytes: { readonly sent: ReadonlySet<string>; readonly read: ReadonlySet<string> };
}

/** Follows what every content leads to. A response in parts is a form or bytes: no schema shapes its type. */
export function traceBytes(model: ApiModel, reader: SchemaReader): BytesUsage {
  const { operations, schemas, webhooks } = model;
  const links = new Map(schemas.map(({ name, node }) => [name, referredNames(node)]));
  const reach = (nodes: readonly SchemaNode[]) => closure(nodes.flatMap(referredNames), links);
  const read = (content: readonly MediaModel[], codecFor: typeof codecOf) =>
    content.map((media) => ({ media, codec: codecFor(media, reader) }));
  const bodies = operations.flatMap(({ body }) => read(body?.content ?? [], codecOf));
  const responses = operations.flatMap((operation) =>
    operation.responses.flatMap(({ content }) => read(content, responseCodecOf)),
  );
  const payloads = webhooks.flatMap(({ body }) => read(body?.content ?? [], codecOf));
  const all = [...bodies, ...responses, ...payloads];
  const writtenIn = (contents: typeof all, codecs: ReadonlySet<CodecName>) =>
    contents.filter(({ codec }) => codecs.has(codec)).map(({ media }) => media);
  const schemasOf = (media: readonly MediaModel[]) => media.flatMap(({ schema }) => schema ?? []);
  const parameters = operations.flatMap((operation) => operation.parameters.map(({ schema }) => schema));
  const headers = operations.flatMap((operation) =>
    operation.responses.flatMap((response) => response.headers.flatMap(({ schema }) => schema ?? [])),
  );
  return {
    texts: new Set(writtenIn(all, TEXTS)),
    parts: new Set([...writtenIn(bodies, PARTS), ...writtenIn(payloads, PARTS)]),
    whole: new Set(writtenIn(all, new Set(["binary"]))),
    holders: closure(
      schemas.filter(({ node }) => hasBytes(node)).map(({ name }) => name),
      usersOf(links),
    ),
    asText: {
      sent: reach([...parameters, ...schemasOf(writtenIn(bodies, TEXTS))]),
      read: reach([...headers, ...schemasOf(writtenIn([...responses, ...payloads], TEXTS))]),
    },
    asBytes: {
      sent: reach(schemasOf(writtenIn(bodies, PARTS))),
      read: reach(schemasOf(writtenIn(payloads, PARTS))),
    },
  };
}

/** The names of schemas that have two forms, by that of the form that keeps it. */
export interface VariantNames {
  /** Where the form with bytes keeps the name: the one with text in place of them. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where the form with text keeps the name: the one with bytes. */
  readonly bytes: ReadonlyMap<string, string>;
}

/** Which names are taken, and which were given before. */
export interface GivenNames {
  /** Names that no schema can have. */
  readonly reserved: ReadonlySet<string>;
  /** Names of an earlier generation: those of binary and text variants are under `bytes:`, `text:` and the identity of their schema. */
  readonly locked: ReadonlyMap<string, string>;
}

/**
 * Names the second form of each schema that text and parts share. What responses bring keeps the name, as it does where
 * `readOnly` makes two shapes: the bytes are in `PetInput` where no request has the text, else in `PetUpload`. What
 * requests alone have keeps it for the bytes, and has text in `PetText`.
 */
export function nameVariants(
  schemas: readonly SchemaModel[],
  usage: BytesUsage,
  { reserved, locked }: GivenNames,
): VariantNames {
  const { asBytes, asText, holders } = usage;
  const binaryVariants = { texts: new Map<string, string>(), bytes: new Map<string, string>() };
  const taken = new Set([...reserved, ...schemas.map(({ name }) => name)].map((name) => name.toLowerCase()));
  const claim = (preferred: string, known: string | undefined): string => {
    const isFree = known !== undefined && !taken.has(known.toLowerCase());
    const name = isFree
      ? known
      : freeName(takenNames().has(preferred) ? `${preferred}Model` : preferred, taken);
    taken.add(name.toLowerCase());
    return name;
  };
  for (const { name, identity } of schemas) {
    const inText = asText.sent.has(name) || asText.read.has(name);
    const inBytes = asBytes.sent.has(name) || asBytes.read.has(name);
    if (!holders.has(name) || !inBytes || !inText) continue;
    if (!asText.read.has(name)) {
      binaryVariants.texts.set(name, claim(`${name}Text`, locked.get(`text:${identity}`)));
      continue;
    }
    // Requests have no other form of it: theirs is the shape that a difference of directions would give them.
    const isInput = !asText.sent.has(name) && !asBytes.read.has(name);
    const known = locked.get(`bytes:${identity}`) ?? (isInput ? locked.get(`input:${identity}`) : undefined);
    binaryVariants.bytes.set(name, claim(`${name}${isInput ? "Input" : "Upload"}`, known));
  }
  return binaryVariants;
}

/** A schema with text in place of bytes; the very same where it has none. What it refers to is left to others. */
export function textForBytes(node: SchemaNode): SchemaNode {
  if (node.type.kind === "binary") {
    // What the contract says by a media type is among the constraints; that of text is said by its type.
    const { contentMediaType: media, ...constraints } = node.constraints;
    const constraint = typeof media === "string" ? { contentMediaType: media } : { format: "binary" };
    return { ...node, type: { kind: "string", ...constraint }, constraints };
  }
  return hasBytes(node) ? { ...node, type: mapParts(node.type, textForBytes) } : node;
}

/** Whether bytes are in a schema; what it refers to is left to others. */
function hasBytes(node: SchemaNode): boolean {
  return node.type.kind === "binary" || partsOf(node).some(hasBytes);
}

/**
 * What a person should know of parts of a multipart body that are JSON (OpenAPI, Encoding Object: what an object is without
 * a content type) and have bytes inside of them, which a caller cannot send: a part is a file, or a value. One a place.
 */
export function diagnosePartBytes(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly Diagnostic[] {
  return operations.flatMap((operation) =>
    (operation.body?.content ?? []).flatMap((media) => {
      return listParts(media, reader).flatMap(({ part, schema }) => {
        const bytes = bytesWithin(schema, reader);
        return bytes === undefined
          ? []
          : [
              diagnostic("body/bytes-in-json", bytes.origin.pointer, {
                part,
                operation: operationKey(operation),
              }),
            ];
      });
    }),
  );
}

/** The parts of a multipart body, by name or by position, that are not multipart themselves. */
function listParts(
  media: MediaModel,
  reader: SchemaReader,
): readonly { readonly part: string; readonly schema: SchemaNode }[] {
  const { schema, encoding, perItem, positions } = media;
  const codec = codecOf(media, reader);
  const isNested = (own: EncodingModel | undefined) => own?.contentType?.startsWith("multipart/") === true;
  if (schema === undefined || (codec !== "multipart" && codec !== "parts")) return [];
  if (codec === "multipart")
    return [...bodyMembers(schema, reader)].flatMap(([name, parts]) =>
      isNested(encoding[name])
        ? []
        : parts.map((schema) => ({ part: `The part ${JSON.stringify(name)}`, schema })),
    );
  const { type } = reader.resolve(schema);
  const isList = perItem !== true && (type.kind === "array" || type.kind === "tuple");
  return (isList ? partsOf(reader.resolve(schema)) : [schema]).flatMap((part, index) =>
    isNested(positions?.prefix[index] ?? positions?.items) ? [] : [{ part: "A part", schema: part }],
  );
}

/** Bytes that are inside of an object; those that a part is itself, or a list of parts has, are files. */
function bytesWithin(part: SchemaNode, reader: SchemaReader): SchemaNode | undefined {
  const seen = new Set<SchemaNode>();
  const waiting = [{ node: part, inside: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = reader.resolve(next.node);
    if (node.type.kind === "binary" && next.inside) return node;
    if (seen.has(node)) continue;
    seen.add(node);
    const inside = next.inside || node.type.kind === "object";
    waiting.push(...partsOf(node).map((each) => ({ node: each, inside })));
  }
  return undefined;
}
