import type { MediaModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "./schema-reader.js";

/** What the contract says of the events of a stream (WHATWG HTML, section 9.2). */
export interface EventShape {
  /** `event`: the schema is that of a whole event, with its `data` as a member. `data`: of the data alone. */
  readonly of: "event" | "data";
  /** How the text of the data becomes a value; the same words as the runtime's. Absent: it stays text. */
  readonly data?: "json" | "jsonOrText" | "jsonOrNothing";
  /** Events that the contract describes without data, which the standard has a reader drop. */
  readonly dataless: readonly SchemaNode[];
}

/** Fields of an event, and the comment lines that some contracts describe with them. */
const FIELDS = new Set(["event", "data", "id", "retry", "comment"]);

/**
 * Reads what the schema of a `text/event-stream` describes. OpenAPI 3.2 has whole events in `itemSchema`; contracts
 * before it describe either that or the JSON of the data. The members tell: an event has none that is no field of an
 * event, and in a schema that is not said to be of one event, some event has `data`.
 */
export function readEventShape(media: MediaModel, reader: SchemaReader): EventShape | undefined {
  const { schema, perItem } = media;
  if (schema === undefined) return undefined;
  const events = alternatives(schema, reader);
  const described = events.map((event) => reader.property(event, "data"));
  const whole =
    events.every((event) => hasFieldsAlone(event, reader)) &&
    (perItem === true || described.some((data) => data !== undefined));
  const data = whole ? described.flatMap((property) => property?.schema ?? []) : [schema];
  const parsed = parsing(
    data.flatMap((node) => alternatives(node, reader)),
    reader,
  );
  const mayLack = whole && described.some((property) => property?.required !== true);
  return {
    of: whole ? "event" : "data",
    ...(parsed === undefined ? {} : { data: parsed === "json" && mayLack ? "jsonOrNothing" : parsed }),
    dataless: whole ? events.filter((_, index) => described[index] === undefined) : [],
  };
}

/** What a union is made of, through references; `null` left aside. */
function alternatives(node: SchemaNode, reader: SchemaReader, depth = 0): readonly SchemaNode[] {
  const target = reader.resolve(node);
  if (target.type.kind !== "union" || depth > 20) return [target];
  return target.type.members
    .filter(({ type }) => type.kind !== "null")
    .flatMap((member) => alternatives(member, reader, depth + 1));
}

/** Whether a schema names members, and none that is no field of an event. */
function hasFieldsAlone(node: SchemaNode, reader: SchemaReader): boolean {
  const names = (reader.properties(node) ?? []).map(({ name }) => name);
  return names.length > 0 && names.every((name) => FIELDS.has(name));
}

/** Text beside JSON is read as JSON where it is: `[DONE]` at the end of events that are objects. */
function parsing(data: readonly SchemaNode[], reader: SchemaReader): "json" | "jsonOrText" | undefined {
  const texts = data.filter((node) => isText(node, reader));
  if (texts.length === data.length) return undefined;
  return texts.length === 0 ? "json" : "jsonOrText";
}

function isText(node: SchemaNode, reader: SchemaReader): boolean {
  const { type } = node;
  if (type.kind === "string" || type.kind === "binary") return true;
  const values = reader.values(node);
  return values.length > 0 && values.every((value) => typeof value === "string");
}
