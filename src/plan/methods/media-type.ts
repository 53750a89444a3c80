import type { MediaModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { type CodecName, isString, WATCH } from "../media.js";
import { readEventShape } from "../reading/event-data.js";
import type { TypePlan } from "../type-plan.js";
import { nameType, unionType } from "../types/type-builders.js";
import type { TypeSources } from "./representations.js";

const TEXT: TypePlan = { kind: "keyword", name: "string" };

/** What a media type of an answer gives: the type of its value, or of one item where the codec is sequential. */
export function mediaType(media: MediaModel, codec: CodecName, sources: TypeSources): TypePlan {
  switch (codec) {
    case "binary":
      return nameType("Blob");
    case "multipart":
    case "parts":
      return nameType("FormData");
    case "form":
      return formType;
    case "text":
      return textType(media, sources);
    case "events":
      return eventType(media, sources);
    case "lines":
    case "sequence":
      return itemOf(media, sources);
    case "json":
      return typeOf(media, sources);
  }
}

function typeOf({ schema }: MediaModel, { types }: TypeSources): TypePlan {
  return schema === undefined ? { kind: "keyword", name: "unknown" } : types.typeOf(schema, "answer");
}

/** Members of a form are text; one that is repeated is a list. */
const formType: TypePlan = {
  kind: "name",
  name: "Record",
  arguments: [TEXT, unionType([TEXT, { kind: "array", items: TEXT }])],
};

/** Text stays text, whatever structure the contract sees in it (XML): only a schema of strings says more. */
function textType(media: MediaModel, sources: TypeSources): TypePlan {
  if (media.schema === undefined) return TEXT;
  const { kind } = sources.reader.resolve(media.schema).type;
  return kind === "string" || kind === "enum" || kind === "literal" ? typeOf(media, sources) : TEXT;
}

/**
 * The event as the contract describes it, beside one that it does not list where it fixes the names of all; or an event with
 * the data that it describes.
 */
function eventType(media: MediaModel, sources: TypeSources): TypePlan {
  const shape = readEventShape(media, sources.reader);
  if (shape?.of === "event") {
    const known = sources.types.typeOf(shape.schema, "answer");
    const text = shape.data === undefined ? [TEXT] : [];
    return shape.named ? { kind: "name", name: "OpenEvent", arguments: [known, ...text] } : known;
  }
  const data = shape?.data === undefined ? [] : [sources.types.typeOf(shape.schema, "answer")];
  return { kind: "name", name: "ServerSentEvent", arguments: data };
}

/**
 * A schema that is not said to be of one item (`itemSchema`) may be that of the list of all (OpenAPI 3.2). One that is a string
 * is that of the text of all, and says nothing of the values in it; so is the list that Kubernetes has for a watch, whose lines
 * say what changes in it.
 */
function itemOf(media: MediaModel, sources: TypeSources): TypePlan {
  const { schema, perItem } = media;
  if (schema === undefined || perItem === true) return typeOf(media, sources);
  if (isString(schema, sources.reader)) return { kind: "keyword", name: "unknown" };
  const { type } = sources.reader.resolve(schema);
  if (WATCH.test(media.mediaType) && isListOf(schema, sources)) return { kind: "keyword", name: "unknown" };
  return type.kind === "array" ? sources.types.typeOf(type.items, "answer") : typeOf(media, sources);
}

function isListOf(schema: SchemaNode, { reader }: TypeSources): boolean {
  const items = reader.properties(schema)?.find(({ name }) => name === "items");
  return items !== undefined && reader.resolve(items.schema).type.kind === "array";
}
