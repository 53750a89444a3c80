import type { MediaModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import type { SchemaReader } from "./schema-reader.js";

/** What the contract says of the events of a stream (WHATWG HTML, section 9.2). */
export interface EventShape {
  /** `event`: the schema is that of a whole event, with its `data` as a member. `data`: of the data alone. */
  readonly of: "event" | "data";
  /** How the text of the data becomes a value; the same words as the runtime's. Absent: it stays text. */
  readonly data?: "json" | "jsonOrText";
}

/** Fields of an event, and the comment lines that some contracts describe with them. */
const FIELDS = new Set(["event", "data", "id", "retry", "comment"]);

/**
 * Reads what the schema of a `text/event-stream` describes. OpenAPI 3.2 has whole events in `itemSchema`; contracts
 * before it describe either that or the JSON of the data, which can be told by the members: an event has `data` and
 * nothing that is no field of an event.
 */
export function readEventShape({ schema }: MediaModel, reader: SchemaReader): EventShape | undefined {
  if (schema === undefined) return undefined;
  const events = alternatives(schema, reader);
  const whole = events.every((event) => isWholeEvent(event, reader));
  const data = whole ? events.flatMap((event) => reader.property(event, "data")?.schema ?? []) : [schema];
  const parsed = parsing(
    data.flatMap((node) => alternatives(node, reader)),
    reader,
  );
  return { of: whole ? "event" : "data", ...(parsed === undefined ? {} : { data: parsed }) };
}

/** What a union is made of, through references; `null` left aside. */
function alternatives(node: SchemaNode, reader: SchemaReader, depth = 0): readonly SchemaNode[] {
  const target = reader.resolve(node);
  if (target.type.kind !== "union" || depth > 20) return [target];
  return target.type.members
    .filter(({ type }) => type.kind !== "null")
    .flatMap((member) => alternatives(member, reader, depth + 1));
}

function isWholeEvent(node: SchemaNode, reader: SchemaReader): boolean {
  const names = (reader.properties(node) ?? []).map(({ name }) => name);
  return names.includes("data") && names.every((name) => FIELDS.has(name));
}

/** Text beside JSON is read as JSON where it is: `[DONE]` at the end of events that are objects. */
function parsing(data: readonly SchemaNode[], reader: SchemaReader): EventShape["data"] {
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
