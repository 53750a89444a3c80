import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { MediaModel, OperationModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { isJsonMedia, responseCodecOf } from "./media.js";
import { operationKey, successResponses } from "./responses.js";
import { alternatives, isNullable, memberOf, partsOf, type SchemaReader } from "./schema-reader.js";

/** What the contract says of the events of a stream (WHATWG HTML, section 9.2). */
interface EventShape {
  /** `event`: the schema is that of a whole event, with its `data` as a member. `data`: of the data alone. */
  readonly of: "event" | "data";
  /** The schema of one event, or that of the data. */
  readonly schema: SchemaNode;
  /** How the text of the data becomes a value; the same words as the runtime's. Absent: it stays text. */
  readonly data?: "json" | "jsonOrText" | "objectOrText" | "jsonOrNothing";
  /** Names of events whose data stays text, while that of others is read. */
  readonly textEvents?: readonly string[];
  /** Names of events whose data is JSON, where all names are known; that of an event with no such name may be either. */
  readonly jsonEvents?: readonly string[];
  /** Whether the contract fixes the names of all events that come: one with another name is unlisted. */
  readonly named: boolean;
  /** Events that the contract describes without data, which the standard has a reader drop. */
  readonly dataless: readonly SchemaNode[];
  /** Data that is JSON by its `contentSchema`, and still stays text. */
  readonly closed: readonly SchemaNode[];
}

/** Fields of an event, and the comment lines that some contracts describe with them. */
const FIELDS = new Set(["event", "data", "id", "retry", "comment"]);

/** One kind of event, and what it says of its data. */
interface EventKind {
  readonly event: SchemaNode;
  readonly data?: SchemaNode;
  readonly required: boolean;
}

/**
 * Reads what the schema of a `text/event-stream` describes. OpenAPI 3.2 has whole events in `itemSchema`; contracts
 * before it describe either that or the JSON of the data. The members tell: all members of an event are fields of an
 * event, and in a schema that is not said to be of one event, some event has `data`. A list of such events is the whole
 * content (OpenAPI 3.2, Sequential Media Types).
 */
export function readEventShape(media: MediaModel, reader: SchemaReader): EventShape | undefined {
  const { schema, perItem } = media;
  if (schema === undefined) return undefined;
  const { type } = reader.resolve(schema);
  const listed =
    perItem !== true && type.kind === "array" ? readShape(type.items, perItem, reader) : undefined;
  return listed?.of === "event" ? listed : readShape(schema, perItem, reader);
}

function readShape(schema: SchemaNode, perItem: true | undefined, reader: SchemaReader): EventShape {
  const kinds = alternatives(schema, reader).map((event): EventKind => {
    const data = memberOf(event, "data", reader);
    return { event, ...(data && { data: data.schema }), required: data?.required === true };
  });
  const whole =
    kinds.every(({ event }) => hasFieldsAlone(event, reader)) &&
    (perItem === true || kinds.some(({ data }) => data !== undefined));
  if (!whole) {
    const data = parsing([schema], reader);
    return {
      of: "data",
      schema,
      ...(data !== undefined && { data }),
      named: false,
      dataless: [],
      closed: [],
    };
  }
  const texts = textKinds(kinds, reader);
  const read = kinds.filter((kind) => !texts.kinds.includes(kind));
  const parsed = parsing(
    read.flatMap(({ data }) => data ?? []),
    reader,
  );
  const mayLack = read.some(({ required }) => !required);
  const isNamed = ({ event, data }: EventKind) => data === undefined || namesOf(event, reader).length > 0;
  return {
    of: "event",
    schema,
    ...(parsed !== undefined && { data: parsed === "json" && mayLack ? "jsonOrNothing" : parsed }),
    ...(texts.names.length > 0 && { textEvents: texts.names }),
    ...(read.every(isNamed) && parsed === "json" && { jsonEvents: namesOfAll(read, reader) }),
    named: kinds.every(isNamed) && kinds.some(({ data }) => data !== undefined),
    dataless: kinds.flatMap(({ event, data }) => (data === undefined ? [event] : [])),
    closed: kinds.flatMap(({ data }) => (data !== undefined && isClosed(data) ? [data] : [])),
  };
}

/**
 * The kinds of events whose data is text, by the names that they alone have; none where all data is text, or where the
 * name of an event does not tell of which kind it is.
 */
function textKinds(
  kinds: readonly EventKind[],
  reader: SchemaReader,
): { readonly kinds: readonly EventKind[]; readonly names: readonly string[] } {
  const none = { kinds: [], names: [] };
  const isText = ({ data }: EventKind) => data !== undefined && parsing([data], reader) === undefined;
  const texts = kinds.filter(isText);
  const others = kinds.filter((kind) => !isText(kind));
  if (texts.length === 0 || others.every(({ data }) => data === undefined)) return none;
  const names = texts.map(({ event }) => namesOf(event, reader));
  const taken = others.map(({ event }) => namesOf(event, reader));
  const all = new Set(taken.flat());
  return [...names, ...taken].some(({ length }) => length === 0) || names.flat().some((name) => all.has(name))
    ? none
    : { kinds: texts, names: namesOfAll(texts, reader) };
}

/** The names of those kinds that are described with data, sorted. */
function namesOfAll(kinds: readonly EventKind[], reader: SchemaReader): readonly string[] {
  const names = kinds.flatMap(({ event, data }) => (data === undefined ? [] : namesOf(event, reader)));
  return [...new Set(names)].sort();
}

/** The names that an event must have one of; empty where it can have any, or none. */
function namesOf(event: SchemaNode, reader: SchemaReader): readonly string[] {
  const member = memberOf(event, "event", reader);
  return member?.required === true && !mayBeAnyText(member.schema, reader)
    ? reader.values(member.schema).filter((value) => typeof value === "string")
    : [];
}

/** Whether a text that no list has is allowed: `anyOf: [{ enum: [a, b] }, { type: string }]` only makes some known. */
function mayBeAnyText(node: SchemaNode, reader: SchemaReader): boolean {
  const { type } = reader.resolve(node);
  if (type.kind === "union") return type.members.some((member) => mayBeAnyText(member, reader));
  return type.kind === "string" || type.kind === "any";
}

/** Whether a schema, or a part of it, is that of a text which holds JSON. */
function isClosed({ constraints, type }: SchemaNode): boolean {
  if (type.kind === "intersection") return type.members.some(isClosed);
  const media = type.kind === "string" ? type.contentMediaType : constraints["contentMediaType"];
  return constraints["contentSchema"] !== undefined && typeof media === "string" && isJsonMedia(media);
}

/** Whether a schema names members, and all of them are fields of an event. */
function hasFieldsAlone(node: SchemaNode, reader: SchemaReader): boolean {
  const names = (reader.properties(node) ?? []).map(({ name }) => name);
  return names.length > 0 && names.every((name) => FIELDS.has(name));
}

/** What JSON is an object or a list of. */
const STRUCTURES: ReadonlySet<string> = new Set(["object", "array", "tuple"]);

/**
 * How the text of an event's data becomes a value; undefined: it is one. Text beside JSON is read as JSON where it is:
 * `[DONE]` at the end of events that are objects. Beside nothing but objects and lists, text that could be read as a number
 * stays what it is.
 */
export function parsing(
  schemas: readonly SchemaNode[],
  reader: SchemaReader,
): "json" | "jsonOrText" | "objectOrText" | undefined {
  const data = schemas.flatMap((schema) => alternatives(schema, reader));
  const others = data.filter((node) => !isText(node, reader));
  if (others.length === 0) return undefined;
  if (others.length === data.length) return "json";
  const nullable = schemas.some((schema) => isNullable(schema, reader));
  return !nullable && others.every((node) => isStructure(node, reader)) ? "objectOrText" : "jsonOrText";
}

/** What one part (`allOf`) says is text is text. */
function isText(node: SchemaNode, reader: SchemaReader): boolean {
  return partsOf(node, reader).some((part) => {
    if (part.type.kind === "string" || part.type.kind === "binary") return true;
    const values = reader.values(part);
    return values.length > 0 && values.every((value) => typeof value === "string");
  });
}

function isStructure(node: SchemaNode, reader: SchemaReader): boolean {
  return partsOf(node, reader).some(({ type }) => STRUCTURES.has(type.kind));
}

/**
 * Diagnostics for the events of streams: those that are described without data, which a reader drops (WHATWG
 * HTML, section 9.2.6), JSON that stays text, and items that are taken for the JSON of an event's data, though OpenAPI 3.2 has `itemSchema`
 * describe the event. One sentence a schema, with its place.
 */
export function diagnoseEvents(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly Diagnostic[] {
  return operations.flatMap((operation) => {
    const where = { operation: operationKey(operation) };
    const streams = successResponses(operation)
      .flatMap(({ content }) => content)
      .filter((media) => responseCodecOf(media, reader) === "events");
    return streams.flatMap((media) => {
      const shape = readEventShape(media, reader);
      const dropped = (shape?.dataless ?? []).map(({ origin }) =>
        diagnostic("stream/event-without-data", origin.pointer, where),
      );
      const closed = (shape?.closed ?? []).map(({ origin }) =>
        diagnostic("stream/data-as-text", origin.pointer, where),
      );
      const { schema, perItem } = media;
      const taken =
        perItem === true && schema !== undefined && shape?.of === "data"
          ? [diagnostic("stream/item-as-data", schema.origin.pointer, where)]
          : [];
      return [...dropped, ...closed, ...taken];
    });
  });
}
