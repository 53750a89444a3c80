import type { MediaModel } from "../../../model/api-model.js";
import { codeSpan } from "../../../text/printable.js";
import { responseCodecOf, isPlainType, isSequential } from "../../service/media.js";
import type { MethodPlan } from "../client-plan.js";
import type { HeaderSets } from "../inputs/header-sets.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import { listRepresentations, type Representation, type TypeSources } from "../inputs/representations.js";
import type { TypePlan } from "../type-plan.js";
import { unionType } from "../types/type-builders.js";
import { assembleMethod } from "./assemble-method.js";
import { withoutAddress } from "./call-kinds.js";
import type { MethodNames } from "./method-names.js";
import { type CallKind, callType, changeOptions, keyedOptions, plainCall } from "./method-sources.js";

/** What stream methods are planned from. */
interface StreamSources extends TypeSources {
  readonly names: MethodNames;
  readonly headers: HeaderSets;
}

/** What of an operation decides how its stream is read. */
type StreamedOperation = Pick<PlannedOperation, "model" | "traits">;

const BYTES: TypePlan = {
  kind: "name",
  name: "ReadableStream",
  arguments: [{ kind: "name", name: "Uint8Array" }],
};

/**
 * The methods that hand out what an operation's own method holds back: a response while it arrives. `downloadStream`
 * beside `download`, `createStream` beside `create`; where one operation has both bytes and events or items, the latter
 * are `…Events` and `…Items`.
 */
export function planStreams(operation: PlannedOperation, sources: StreamSources): readonly MethodPlan[] {
  // The response of a start tells of its operation; the runtime reads it.
  if (operation.traits.background !== undefined) return [];
  const { plain, negotiated, nothing } = listRepresentations(operation.model, sources);
  // Which of several formats comes must not be left to the server where the own method gives something else.
  const bytes =
    plain.find(({ codec }) => codec === "binary") ??
    negotiated.find(({ codec, media }) => codec === "binary" && media.length === 1);
  const [text] = plain.flatMap(({ media }) => media).filter(({ mediaType }) => isPlainType(mediaType));
  const sequences = negotiated.filter(({ codec }) => isSequential(codec));
  const events = sequences.filter(({ codec }) => codec === "events");
  const items = sequences.filter(({ codec }) => codec !== "events");
  const forms = [
    ...(bytes === undefined
      ? []
      : text !== undefined && !plain.includes(bytes) && bytes.media.every(isSerialised)
        ? [textBytesCall(operation, nothing, text.mediaType)]
        : [bytesOfCall(operation, nothing, bytes, plain.includes(bytes), sources)]),
    ...(events.length === 0 ? [] : [sequenceCall(operation, events)]),
    ...(items.length === 0 ? [] : [sequenceCall(operation, items)]),
  ];
  return forms.map((form, index) =>
    assembleMethod(
      operation,
      streamName(operation, form, index, sources.names),
      withoutAddress(form, operation.model),
      sources.headers,
    ),
  );
}

/** The own method of an operation that responds with a stream and nothing else; undefined for any other. */
export function ownStreamCall(operation: StreamedOperation, sources: TypeSources): CallKind | undefined {
  const { plain } = listRepresentations(operation.model, sources);
  return plain.some(({ codec }) => isSequential(codec))
    ? withoutAddress(sequenceCall(operation, plain), operation.model)
    : undefined;
}

/** Events with events, items with items: the first kind of those given decides. */
function sequenceCall(operation: StreamedOperation, given: readonly Representation[]): CallKind {
  const asEvents = given[0]?.codec === "events";
  const item = unionType(
    given.filter(({ codec }) => (codec === "events") === asEvents).map(({ type }) => type),
  );
  const member = operation.traits.streaming?.facts.member;
  return {
    ...plainCall(asEvents ? "streamEvents" : "streamItems", {
      kind: "name",
      name: "StreamCall",
      arguments: [item],
    }),
    options: streamOptions(operation),
    valueIn: () => ({ kind: "name", name: "AsyncIterable", arguments: [item] }),
    paragraphs: [
      `Gives ${asEvents ? "the events" : "the items"} of the response as they arrive, for \`for await\`` +
        `${member === undefined ? "" : `; \`${member}\` in the body is set by the method`}.`,
    ],
  };
}

/**
 * Values in bytes, and no files: who wants to read on while they arrive, a log that is followed, wants the text or the JSON
 * that the own method gives.
 */
function isSerialised({ mediaType }: MediaModel): boolean {
  return /[/.+-](?:proto(?:buf|col-buffers)?|msgpack|messagepack|cbor|bson|avro|smile|thrift)(?=$|[;.+-])/.test(
    mediaType,
  );
}

function textBytesCall(operation: PlannedOperation, nothing: boolean, mediaType: string): CallKind {
  const { method } = operation.model.name;
  return {
    ...bytesCall("streamAs", nothing),
    extra: [{ kind: "text", value: mediaType }],
    options: streamOptions(operation),
    valueIn: ({ content }) => {
      if (content.length === 0) return { kind: "keyword", name: "undefined" };
      return content.some((media) => media.mediaType === mediaType) ? BYTES : undefined;
    },
    paragraphs: [
      `Gives the bytes of ${codeSpan(mediaType)} as they arrive, never all of them in memory; ` +
        `\`${method}\` gives them read, at the end.`,
    ],
  };
}

function bytesCall(callee: string, nothing: boolean): ReturnType<typeof plainCall> {
  const value = unionType(nothing ? [BYTES, { kind: "keyword", name: "undefined" }] : [BYTES]);
  return plainCall(callee, callType(value));
}

function bytesOfCall(
  operation: PlannedOperation,
  nothing: boolean,
  { media: given }: Representation,
  ownIsBytes: boolean,
  { reader }: TypeSources,
): CallKind {
  const names = [...new Set(given.map(({ mediaType }) => codeSpan(mediaType)))].join(" or ");
  return {
    ...bytesCall("streamBytes", nothing),
    options: streamOptions(operation),
    valueIn: ({ content }) => {
      if (content.length === 0) return { kind: "keyword", name: "undefined" };
      return content.some((media) => responseCodecOf(media, reader) === "binary") ? BYTES : undefined;
    },
    paragraphs: [
      `Gives the bytes of ${names} as they arrive, never all of them in memory` +
        `${ownIsBytes ? `; \`${operation.model.name.method}\` gives a Blob` : ""}.`,
    ],
  };
}

/** What a form is known by between generations. */
const ROLES: Readonly<Record<string, string>> = {
  streamAs: "bytes",
  streamBytes: "bytes",
  streamEvents: "events",
  streamItems: "items",
};

/** `createStream`; a second form says what it gives; where another operation has the name, `createAsStream`. */
function streamName(
  operation: PlannedOperation,
  { callee }: CallKind,
  index: number,
  names: MethodNames,
): string {
  const what = index === 0 ? "Stream" : callee === "streamEvents" ? "Events" : "Items";
  const { method } = operation.model.name;
  return names.claim(operation.model, ROLES[callee] ?? callee, [`${method}${what}`, `${method}As${what}`]);
}

/**
 * Options of a method that asks for the response otherwise than the operation's own: what the traits of the operation need
 * is needed here too, but for an intent, which is settled by the response of the own method.
 */
export function streamOptions(operation: Pick<PlannedOperation, "keys" | "traits">): CallKind["options"] {
  const { conditionalChange, idempotentCreate } = operation.traits;
  if (conditionalChange !== undefined) return changeOptions({ traits: { conditionalChange } });
  if (idempotentCreate === undefined) return changeOptions({ traits: {} });
  const own = keyedOptions(operation);
  if (!own.optional) return own;
  const keyed: TypePlan = {
    kind: "name",
    name: "Omit",
    arguments: [
      { kind: "name", name: "KeyedOptions" },
      { kind: "literal", value: "intent" },
    ],
  };
  return { name: "options", type: keyed, optional: true };
}
