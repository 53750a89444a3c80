import type { ResponseModel, MediaModel, OperationModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { readEventShape } from "../../service/events.js";
import {
  responseCodecOf,
  type CodecName,
  isSequential,
  isString,
  preferredResponse,
  WATCH,
} from "../../service/media.js";
import { isRedirect, successResponses, unchangedResponse } from "../../service/responses.js";
import type { SchemaReader } from "../../service/schema-reader.js";
import type { TypePlan } from "../type-plan.js";
import type { ModelTypes } from "../types/plan-model-types.js";
import { nameType, sameType, unionType } from "../types/type-builders.js";

const NOTHING: TypePlan = { kind: "keyword", name: "undefined" };

/** Where a redirect leads to; no content is read for it. */
const ADDRESS: Representation = { codec: "text", type: { kind: "keyword", name: "string" }, media: [] };

/** Media types of a success that are read alike and give the same type. */
export interface Representation {
  readonly codec: CodecName;
  /** Of the value, or of one item where the codec is sequential. */
  readonly type: TypePlan;
  readonly media: readonly MediaModel[];
}

/** The ways in which the success of an operation can come. */
interface Representations {
  /** What a call gets that asks for nothing; several where success responses differ. Empty: no content. */
  readonly plain: readonly Representation[];
  /** What has to be asked for, in the order of the contract. */
  readonly negotiated: readonly Representation[];
  /** Whether a success without content is among the responses. */
  readonly nothing: boolean;
  /** Those of `plain` that one response can come in. */
  readonly plainIn: (response: ResponseModel) => readonly Representation[];
}

/** What there is to look types and schemas up in. */
export interface TypeSources {
  readonly types: ModelTypes;
  readonly reader: SchemaReader;
}

interface Entry extends Representation {
  readonly response: ResponseModel;
  readonly one: MediaModel;
}

/** Sorts the media types of an operation's success by what a caller gets of them. */
export function listRepresentations(operation: OperationModel, sources: TypeSources): Representations {
  const success = successResponses(operation);
  const redirects = success.filter(isRedirect);
  const responses = success.filter((response) => !isRedirect(response));
  // RFC 9110 section 9.3.2: the response to HEAD has no content, whatever the contract describes.
  if (operation.method === "HEAD")
    return {
      plain: redirects.length === 0 ? [] : [ADDRESS],
      negotiated: [],
      nothing: responses.length > 0 || redirects.length === 0 || unchangedResponse(operation) !== undefined,
      plainIn: (response) => (isRedirect(response) ? [ADDRESS] : []),
    };
  const entries = responses.flatMap((response) =>
    response.content.map((one) => entryOf(response, one, sources)),
  );
  const wholes = entries.filter(({ codec }) => !isSequential(codec));
  // A stream beside anything else has to be asked for: what a call gives must not depend on the status.
  const streams = entries.filter(({ codec }) => isSequential(codec));
  const asWhole = wholes.length > 0 || redirects.length > 0;
  const candidates = asWhole ? wholes : streams;
  const plainIn = (response: ResponseModel): readonly Representation[] =>
    isRedirect(response) ? (asWhole ? [ADDRESS] : []) : plainOf(response, candidates, sources.reader);
  const plain = success.flatMap(plainIn);
  return {
    plainIn,
    plain: grouped(plain),
    negotiated: grouped(entries.filter((entry) => !plain.includes(entry))),
    nothing:
      success.length === 0 ||
      responses.some(({ content }) => content.length === 0) ||
      unchangedResponse(operation) !== undefined,
  };
}

/** The type of a value by its representations; undefined is among it where a success can have no content. */
export function valueOf(representations: readonly Representation[], nothing: boolean): TypePlan {
  const types = representations.map(({ type }) => type);
  return unionType(nothing || types.length === 0 ? [...types, NOTHING] : types);
}

function entryOf(response: ResponseModel, one: MediaModel, sources: TypeSources): Entry {
  const codec = responseCodecOf(one, sources.reader);
  return { response, one, media: [one], codec, type: mediaType(one, codec, sources) };
}

/**
 * Of one response: the preferred media type, and those that a caller could not
 * tell from it. Items come one by one in lines as in sequences, and one method reads both: the server chooses among them
 * by `Accept`.
 */
function plainOf(
  response: ResponseModel,
  candidates: readonly Entry[],
  reader: SchemaReader,
): readonly Entry[] {
  const own = candidates.filter((entry) => entry.response === response);
  const preferred = preferredResponse(
    own.map(({ one }) => one),
    reader,
  );
  const first = own.find(({ one }) => one === preferred);
  return first === undefined ? [] : own.filter((entry) => isAlike(entry, first) || areItems(entry, first));
}

function areItems(left: Entry, right: Entry): boolean {
  return [left, right].every(({ codec }) => codec === "lines" || codec === "sequence");
}

function grouped(entries: readonly Representation[]): readonly Representation[] {
  const groups: Representation[] = [];
  for (const { codec, type, media } of entries) {
    const at = groups.findIndex((group) => isAlike(group, { codec, type }));
    const known = groups[at];
    if (known === undefined) groups.push({ codec, type, media });
    else groups[at] = { ...known, media: [...known.media, ...media] };
  }
  return groups;
}

function isAlike(
  left: Pick<Representation, "codec" | "type">,
  right: Pick<Representation, "codec" | "type">,
): boolean {
  return left.codec === right.codec && sameType(left.type, right.type);
}

const TEXT: TypePlan = { kind: "keyword", name: "string" };

/** What a media type of a response gives: the type of its value, or of one item where the codec is sequential. */
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
  return schema === undefined ? { kind: "keyword", name: "unknown" } : types.typeOf(schema, "response");
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
    const known = sources.types.typeOf(shape.schema, "response");
    const text = shape.data === undefined ? [TEXT] : [];
    return shape.named ? { kind: "name", name: "OpenEvent", arguments: [known, ...text] } : known;
  }
  const data = shape?.data === undefined ? [] : [sources.types.typeOf(shape.schema, "response")];
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
  return type.kind === "array" ? sources.types.typeOf(type.items, "response") : typeOf(media, sources);
}

function isListOf(schema: SchemaNode, { reader }: TypeSources): boolean {
  const items = reader.properties(schema)?.find(({ name }) => name === "items");
  return items !== undefined && reader.resolve(items.schema).type.kind === "array";
}
