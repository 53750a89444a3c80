import type { Json, JsonObject } from "../../../load/loaded-contract.js";
import { fragmentKeys } from "../../../text/json-pointer.js";
import { isObject, listMember, member, objectMember, textMember } from "../../json-members.js";
import { locateResponses, type RawOperation } from "../../operations/list-raw-operations.js";

/** What the first success of an operation has, as far as names need it. */
export interface Success {
  /** Of its JSON, references followed; undefined where it describes none. */
  readonly schema: JsonObject | undefined;
  /** Names of its headers, in lower case. */
  readonly headers: readonly string[];
  /** Whether its content is a file or text, whatever that holds: not JSON, and no format of many. */
  readonly isBytes: boolean;
  /** Whether its content may come as a sequence, which is read item by item. */
  readonly isSequence: boolean;
}

const SEQUENCES = /json-seq|ndjson|jsonl|json-?lines|event-stream/iu;

/** The first success of an operation. */
export function successOf(document: JsonObject, operation: RawOperation): Success {
  const success = locateResponses(document, operation).find(({ status }) => /^2(?:\d\d|XX)$/u.test(status));
  const content = objectMember(success?.located.json, "content") ?? {};
  const contents = Object.entries(content);
  const [, media] =
    contents.find(([name]) => /[/+]json\s*(?:;|$)|^(?:\*|application)\/\*/iu.test(name)) ?? [];
  const schema = isObject(media) ? follow(document, member(media, "schema")) : undefined;
  const headers = Object.keys(objectMember(success?.located.json, "headers") ?? {});
  return {
    schema: schema !== undefined && Object.keys(schema).length > 0 ? schema : undefined,
    headers: headers.map((name) => name.toLowerCase()),
    isSequence: contents.some(([name]) => SEQUENCES.test(name)),
    isBytes: contents.length > 0 && contents.every(([name, json]) => isOfBytes(document, name, json)),
  };
}

/** Formats that have many things, whatever a contract says of them. */
const OF_MANY = /csv|json|xml|yaml|tab-separated|event-stream|multipart|protobuf|msgpack|parquet/iu;

/** Whether content is a file or text: of an image, a document, plain text. */
function isOfBytes(document: JsonObject, name: string, media: Json): boolean {
  const json = isObject(media) ? follow(document, member(media, "schema")) : undefined;
  const isText = json === undefined || Object.keys(json).length === 0 || member(json, "type") === "string";
  return isText && /^[^*]/u.test(name) && (/^text\/html/iu.test(name) || !OF_MANY.test(name));
}

/** Whether a schema, its references followed, is that of a list, or each of its alternatives is. */
export function isList(document: JsonObject, schema: JsonObject): boolean {
  if (isPlainList(document, schema)) return true;
  const parts = ["anyOf", "oneOf"].flatMap((keyword) => listMember(schema, keyword));
  return (
    parts.length > 0 &&
    parts.length <= MOST_PARTS &&
    parts
      .map((part) => follow(document, part))
      .every((part) => part !== undefined && isPlainList(document, part))
  );
}

function isPlainList(document: JsonObject, schema: JsonObject): boolean {
  const type = member(schema, "type");
  const isArray = type === "array" || (Array.isArray(type) && type.includes("array"));
  return isArray || (type === undefined && isObject(follow(document, member(schema, "items"))));
}

/** References in a row that are followed. */
const DEEPEST = 8;

/** Parts of a schema that are looked at. */
const MOST_PARTS = 200;

/** Properties of a schema and its parts (`allOf`), each part once: parts of parts may lead to each other in any number of ways. */
export function propertiesOf(
  document: JsonObject,
  schema: JsonObject,
  seen = new Set<JsonObject>(),
): readonly (readonly [string, Json])[] {
  if (seen.has(schema) || seen.size > MOST_PARTS) return [];
  seen.add(schema);
  const parts = listMember(schema, "allOf").flatMap((part) => {
    const json = follow(document, part);
    return json === undefined ? [] : propertiesOf(document, json, seen);
  });
  return [...parts, ...Object.entries(objectMember(schema, "properties") ?? {})];
}

/**
 * The schema behind references, and behind keywords that have one schema only (`anyOf` beside `null`); undefined where a reference has no
 * target, which the schemas' own builder reports.
 */
export function follow(document: JsonObject, value: Json | undefined): JsonObject | undefined {
  let json = value;
  for (let step = 0; step <= DEEPEST; step += 1) {
    if (!isObject(json)) return undefined;
    const reference = textMember(json, "$ref");
    const only = reference === undefined ? onlyPartOf(json) : targetOf(document, reference);
    if (reference === undefined && only === undefined) return json;
    json = only;
  }
  return undefined;
}

/** The name that a contract gives a schema where it is used: that of a component, or its title. */
export function nameOf(value: Json | undefined): string | undefined {
  let json = value;
  for (let step = 0; step <= DEEPEST && isObject(json); step += 1) {
    const name = fragmentKeys(textMember(json, "$ref") ?? "").at(-1) ?? textMember(json, "title");
    if (name !== undefined) return name;
    json = onlyPartOf(json);
  }
  return undefined;
}

/** The only schema that a schema consists of. */
function onlyPartOf(schema: JsonObject): Json | undefined {
  if (["type", "properties", "items"].some((keyword) => member(schema, keyword) !== undefined))
    return undefined;
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listMember(schema, keyword));
  const [only, ...others] = parts.filter((part) => !(isObject(part) && member(part, "type") === "null"));
  return others.length === 0 ? only : undefined;
}

function targetOf(document: JsonObject, reference: string): Json | undefined {
  let json: Json | undefined = reference.startsWith("#") ? document : undefined;
  for (const key of fragmentKeys(reference)) {
    json = isObject(json)
      ? member(json, key)
      : Array.isArray(json)
        ? (json as readonly Json[])[Number(key)]
        : undefined;
  }
  return json;
}
