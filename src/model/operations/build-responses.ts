import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { pascal, upperFirst, words } from "../../text/words.js";
import type { ResponseModel, HeaderModel } from "../api-model.js";
import {
  flagMember,
  isObject,
  type Located,
  member,
  objectMember,
  resolveReference,
  sortedMembers,
  textMember,
} from "../json-members.js";
import { buildMedia } from "./build-media.js";
import { canonicalStatus, locateResponses, type RawOperation } from "./list-raw-operations.js";
import { isHeaderName } from "./locate-parameters.js";
import type { OperationContext } from "./operation-context.js";

/** The responses of an operation: codes, then ranges (`4XX`), then `default`. */
export function buildResponses(context: OperationContext, operation: RawOperation): readonly ResponseModel[] {
  return locateResponses(context.document, operation).map(({ status, located }) => {
    const description = textMember(located.json, "description");
    return {
      status,
      ...(description === undefined ? {} : { description }),
      headers: buildHeaders(context, located),
      content: neverHasContent(status)
        ? []
        : buildMedia(context, located, /^2/.test(status) ? "Response" : `Response${upperFirst(status)}`),
      origin: { pointer: located.pointer },
    };
  });
}

/** RFC 9110 sections 6.4.1 and 15: responses of these statuses end with their headers, whatever a contract describes. */
export function neverHasContent(status: string): boolean {
  return /^(?:1..|204|205|304)$/.test(status);
}

/** Diagnostics for content that no server can send: one per response. */
export function diagnoseContentless(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return operations
    .flatMap((operation) => locateResponses(document, operation))
    .filter(({ status }) => neverHasContent(status))
    .filter(({ located }) => sortedMembers(objectMember(located.json, "content")).length > 0)
    .map(({ status, located }) => diagnostic("response/content-of-empty", located.pointer, { status }));
}

/** Diagnostics for responses of no status that could be meant: `20x`. `openapi/struct` reports other wrong keys. */
export function diagnoseStatuses(operations: readonly RawOperation[]): readonly Diagnostic[] {
  return operations.flatMap(({ json, pointer }) =>
    sortedMembers(objectMember(json, "responses"), "without-extensions")
      .filter(([status]) => /^\d[\dX]{2}$/iu.test(status) && canonicalStatus(status) === undefined)
      .map(([status]) =>
        diagnostic("response/invalid-status", appendPointer(pointer, "responses", status), { status }),
      ),
  );
}

/** The headers of a response, sorted by name; one that is written twice, in two cases, counts once. */
function buildHeaders(context: OperationContext, response: Located): readonly HeaderModel[] {
  const headers = new Map<string, HeaderModel>();
  for (const [name, json] of sortedMembers(objectMember(response.json, "headers"))) {
    const key = name.toLowerCase();
    if (key === "content-type" || headers.has(key) || !isHeaderName(name)) continue;
    const header = resolveReference(context.document, json, appendPointer(response.pointer, "headers", name));
    if (header !== undefined) headers.set(key, buildHeader(context, name, header));
  }
  return [...headers.values()];
}

/** Diagnostics for headers that no server can send: one for each. */
export function diagnoseImpossibleHeaders(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return operations
    .flatMap((operation) => locateResponses(document, operation))
    .flatMap(({ located }) =>
      sortedMembers(objectMember(located.json, "headers"))
        .filter(([name]) => !isHeaderName(name))
        .map(([name]) =>
          diagnostic("response/invalid-header-name", appendPointer(located.pointer, "headers", name), {
            name,
          }),
        ),
    );
}

/** Cookies are texts, one a header (RFC 6265 section 3): an object that stands for them shapes no type. */
function isCookieObject(name: string, schema: ReturnType<typeof member>): boolean {
  return (
    name.toLowerCase() === "set-cookie" &&
    isObject(schema) &&
    (schema["type"] === "object" || isObject(schema["properties"]))
  );
}

function buildHeader(context: OperationContext, name: string, { json, pointer }: Located): HeaderModel {
  const description = textMember(json, "description");
  const [[mediaType, media] = []] = sortedMembers(objectMember(json, "content"));
  const schema = mediaType === undefined ? json : isObject(media) ? media : undefined;
  const at = mediaType === undefined ? pointer : appendPointer(pointer, "content", mediaType);
  const described = member(schema, "schema");
  const node = isCookieObject(name, described) ? undefined : described;
  return {
    name,
    required: flagMember(json, "required") === true,
    deprecated: flagMember(json, "deprecated") === true,
    ...(description === undefined ? {} : { description }),
    ...(node === undefined
      ? {}
      : {
          schema: context.schemas.node(
            node,
            appendPointer(at, "schema"),
            `${context.typeName}${pascal(words(name))}Header`,
            context.typeName,
          ),
        }),
    explode: flagMember(json, "explode") === true,
    ...(mediaType === undefined ? {} : { content: mediaType.toLowerCase() }),
  };
}
