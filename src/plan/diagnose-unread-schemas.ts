import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.js";
import type { ApiModel, MediaModel, OperationModel } from "../model/api-model.js";
import type { SchemaNode } from "../model/schema-model.js";
import { responseCodecOf, type CodecName, codecOf } from "./service/media.js";
import { operationKey, successResponses } from "./service/responses.js";
import type { SchemaReader } from "./service/schema-reader.js";
import { isUnwrittenContent, classifiedParts, unclassifiedParts } from "./typescript/inputs/body-type.js";
import { closure, referredNames } from "./typescript/types/schema-usage.js";

/**
 * Diagnostics for schemas that shape no type, because their media type is passed as text (XML, YAML),
 * as what the platform has for a form or, where its syntax is unknown, as bytes.
 */
export function diagnoseUnreadSchemas({ operations }: ApiModel, reader: SchemaReader): readonly Diagnostic[] {
  return operations.flatMap((operation) =>
    untypedOf(operation, reader).map(({ mediaType, schema, as }) =>
      diagnostic("media/untyped", (schema ?? operation).origin.pointer, {
        mediaType,
        operation: operationKey(operation),
        as,
      }),
    ),
  );
}

interface Untyped extends Pick<MediaModel, "mediaType" | "schema"> {
  /** `passed as text` */
  readonly as: string;
}

function untypedOf(operation: OperationModel, reader: SchemaReader): readonly Untyped[] {
  const bodies = operation.body?.content ?? [];
  const responses = operation.responses.flatMap(({ content }) => content);
  const parameters = operation.parameters
    .filter((parameter) => isUnwrittenContent(parameter, reader))
    .flatMap(({ content, schema }) => (content === undefined ? [] : [{ ...content, schema }]));
  const parts = bodies.flatMap((media) => classifiedParts(media, reader).filter(({ as }) => as === "text"));
  const text = untypedContents.request.get("text") ?? "";
  return [
    ...[...parameters, ...parts].map((one) => ({ ...one, as: text })),
    ...bodies.flatMap((media) =>
      untypedMedia(media, untypedContents.request.get(codecOf(media, reader)), reader),
    ),
    ...responses.flatMap((media) =>
      untypedMedia(media, untypedContents.response.get(responseCodecOf(media, reader)), reader),
    ),
  ];
}

function untypedMedia(media: MediaModel, as: string | undefined, reader: SchemaReader): readonly Untyped[] {
  return as === undefined || !hasShape(media, reader) ? [] : [{ ...media, as }];
}

/** Whether a schema says more than that there is text. */
function hasShape({ schema }: MediaModel, reader: SchemaReader): boolean {
  if (schema === undefined) return false;
  const { kind } = reader.resolve(schema).type;
  return !["any", "binary", "enum", "literal", "string"].includes(kind);
}

/**
 * Names of the schemas that get no declaration, because no type of the client leads to them: those that are in a content
 * that is text, bytes or a form to a caller, or in a `contentSchema` that is not read. What the contract names itself is
 * declared whatever leads to it, and so is all that it leads to.
 */
export function untypedSchemas(model: ApiModel, reader: SchemaReader): ReadonlySet<string> {
  const { operations, schemas, webhooks } = model;
  const named = schemas.filter(({ key, identity }) => key !== undefined || identity.startsWith("base:"));
  const roots = [
    ...operations.flatMap((operation) => [
      ...operation.parameters
        .filter((parameter) => !isUnwrittenContent(parameter, reader))
        .map(({ schema }) => schema),
      ...typed(operation.body?.content ?? [], codecOf, untypedContents.request, reader),
      ...operation.responses.flatMap(({ content, headers }) => [
        ...typed(content, responseCodecOf, untypedContents.response, reader),
        ...headers.flatMap(({ schema }) => schema ?? []),
      ]),
    ]),
    ...webhooks.flatMap(({ body, parameters }) => [
      ...(body?.content ?? []).flatMap(({ schema }) => schema ?? []),
      ...parameters.map(({ schema }) => schema),
    ]),
  ];
  const links = new Map(schemas.map(({ name, node }) => [name, referredNames(node)]));
  const reached = closure([...named.map(({ name }) => name), ...roots.flatMap(referredNames)], links);
  return new Set(schemas.flatMap(({ name }) => (reached.has(name) ? [] : name)));
}

function typed(
  content: readonly MediaModel[],
  codecFor: typeof codecOf,
  untyped: ReadonlyMap<CodecName, string>,
  reader: SchemaReader,
): readonly SchemaNode[] {
  return content.flatMap((media) => {
    const { schema } = media;
    const codec = codecFor(media, reader);
    if (schema === undefined) return [];
    // Text has the type of a schema that is text itself, and an event that is sent that of its schema.
    const isTyped = isText(schema, reader) || (codec === "events" && codecFor === codecOf);
    return isTyped || !untyped.has(codec) ? [schema] : [];
  });
}

function isText(schema: SchemaNode, reader: SchemaReader): boolean {
  const { kind } = reader.resolve(schema).type;
  return kind === "string" || kind === "enum" || kind === "literal";
}

/**
 * Contents that a request takes, and a response gives, without a type of their schema, and as what: their syntax is unknown
 * here (XML), or their parts are what the platform has for them.
 */
const untypedContents: Readonly<Record<"request" | "response", ReadonlyMap<CodecName, string>>> = {
  request: new Map<CodecName, string>([
    ["text", "passed as text"],
    ["binary", "passed as bytes"],
    ["events", "passed as text"],
  ]),
  response: new Map<CodecName, string>([
    ["text", "passed as text"],
    ["binary", "passed as bytes"],
    ["form", "returned as a record of strings"],
    ["multipart", "returned as `FormData`"],
    ["parts", "returned as `FormData`"],
  ]),
};

/** Responses that have no content by RFC 9110, or give their address: nothing is lost of them. */
const EMPTY = /^(?:204|205|3..)$/;

/**
 * Diagnostics for operations that may have something to give, and whose successes all lack a description of
 * their content, or that describe none: a call gives `undefined`, whatever the server sends. And for a 200 or 201 of a POST that lacks
 * it beside the other, which has it.
 */
export function diagnoseEmptyReads(operations: readonly OperationModel[]): readonly Diagnostic[] {
  return operations.flatMap((operation) => {
    const success = successResponses(operation);
    const empty: readonly Pick<OperationModel, "origin">[] =
      success.length === 0 ? [operation] : success.filter(({ status }) => !EMPTY.test(status));
    const [first] = empty;
    // A `default` that is for errors alone is reported as that.
    const isReported = operation.responses.some(({ errorsAlone }) => errorsAlone === true);
    return !isReported && mayGive(operation, success) && first !== undefined && success.every(isEmpty)
      ? [diagnostic("response/no-content", first.origin.pointer, { operation: operationKey(operation) })]
      : diagnoseBareSuccess(operation, success);
  });
}

/** Successes of a POST that frameworks add without content, beside one that has it: a server often responds with either. */
const EITHER = new Set(["200", "201"]);

function diagnoseBareSuccess(
  operation: OperationModel,
  success: OperationModel["responses"],
): readonly Diagnostic[] {
  const either = success.filter(({ status }) => EITHER.has(status));
  const described = either.find((response) => !isEmpty(response));
  const bare = either.find(isEmpty);
  if (operation.method !== "POST" || described === undefined || bare === undefined) return [];
  const shown = { operation: operationKey(operation), status: bare.status, described: described.status };
  return [diagnostic("response/bare-success", bare.origin.pointer, shown)];
}

/** A read has something to give; so may a POST whose success is 200, as nothing says that it has no content. */
function mayGive({ method }: OperationModel, success: OperationModel["responses"]): boolean {
  return method === "GET" || (method === "POST" && success.some(({ status }) => status === "200"));
}

function isEmpty({ content }: OperationModel["responses"][number]): boolean {
  return content.length === 0;
}

/**
 * Diagnostics for parts of a multipart body that are a text which the client does not write, XML or YAML, while
 * alternatives of the body type them as objects: a caller cannot send such a value.
 */
export function diagnoseUnclassifiedParts(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): readonly Diagnostic[] {
  return operations.flatMap((operation) =>
    (operation.body?.content ?? []).flatMap((media) =>
      unclassifiedParts(media, reader)
        .filter(({ as }) => as === "text")
        .map(({ name, mediaType, schema }) =>
          diagnostic("body/object-in-text-part", schema.origin.pointer, {
            part: name,
            operation: operationKey(operation),
            mediaType,
          }),
        ),
    ),
  );
}
