import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { appendPointer } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import type { OperationName, ParameterModel, WebhookModel } from "../api-model.js";
import { isObject, objectMember, resolveReference, sortedMembers, textMember } from "../json-members.js";
import { identifier } from "../schema-names/schema-names.js";
import type { SchemaBuilder } from "../schema/build-schemas.js";
import { buildBody } from "./build-media.js";
import { buildParameter, byLocationAndName } from "./build-parameters.js";
import { buildSecurity } from "./build-security.js";
import { neverHasContent } from "./build-responses.js";
import { listOfPathItem, locateResponses, type RawOperation } from "./list-raw-operations.js";
import { isHeaderName, type LocatedParameter, locateParameters, parameterKey } from "./locate-parameters.js";
import type { OperationContext } from "./operation-context.js";

/**
 * What the API sends to its user's server: `webhooks` of the document and `callbacks` of operations, sorted by name.
 * Two requests under one name (two methods, two expressions) are both kept.
 */
export function buildWebhooks(
  document: JsonObject,
  schemas: SchemaBuilder,
  operations: ReadonlyMap<RawOperation, OperationName>,
): readonly WebhookModel[] {
  const build = (raw: RawOperation, name: string, callbackOf?: OperationName): WebhookModel => {
    const typeName =
      callbackOf === undefined
        ? `${identifier(name)}Webhook`
        : `${callbackOf.type}${pascal(words(name))}Callback`;
    const context = { document, schemas, typeName };
    const body = buildBody(context, raw);
    const required = buildSecurity(document, raw.json).flat();
    const schemes = [...new Set(required.map(({ scheme }) => scheme))].sort(byText);
    const summary = textMember(raw.json, "summary");
    const description = textMember(raw.json, "description");
    return {
      name,
      method: raw.method,
      ...(callbackOf === undefined ? {} : { callbackOf, url: raw.path }),
      parameters: buildDelivered(context, raw),
      ...(schemes.length === 0 ? {} : { schemes }),
      ...(summary === undefined ? {} : { summary }),
      ...(description === undefined ? {} : { description }),
      ...(body === undefined ? {} : { body }),
      origin: { pointer: raw.pointer },
    };
  };
  return listWebhooks(document, operations)
    .map(({ raw, name, callbackOf }) => build(raw, name, callbackOf))
    .sort(
      (left, right) => byText(left.name, right.name) || byText(left.origin.pointer, right.origin.pointer),
    );
}

/** Every request of a webhook or a callback as the contract has it, webhooks first. */
export function listWebhooks(
  document: JsonObject,
  operations: ReadonlyMap<RawOperation, OperationName>,
): readonly { readonly raw: RawOperation; readonly name: string; readonly callbackOf?: OperationName }[] {
  const webhooks = sortedMembers(objectMember(document, "webhooks"), "without-extensions").flatMap(
    ([name, item]) =>
      listOfPathItem(document, name, item, appendPointer("#/webhooks", name)).map((raw) => ({ raw, name })),
  );
  const callbacks = [...operations].flatMap(([operation, callbackOf]) =>
    listCallbacks(document, operation).map((callback) => ({ ...callback, callbackOf })),
  );
  return [...webhooks, ...callbacks];
}

/** OpenAPI, Callback Object: runtime expression → path item. */
function listCallbacks(
  document: JsonObject,
  operation: RawOperation,
): readonly { readonly name: string; readonly raw: RawOperation }[] {
  const pointer = appendPointer(operation.pointer, "callbacks");
  return sortedMembers(objectMember(operation.json, "callbacks")).flatMap(
    ([name, json]: readonly [string, Json]) => {
      const callback = resolveReference(document, json, appendPointer(pointer, name));
      if (callback === undefined || !isObject(callback.json)) return [];
      return sortedMembers(callback.json, "without-extensions").flatMap(([expression, item]) =>
        listOfPathItem(document, expression, item, appendPointer(callback.pointer, expression)).map(
          (raw) => ({ name, raw }),
        ),
      );
    },
  );
}

/**
 * What a webhook or callback carries beside its body: headers, a signature say, and the query. Headers that a request of
 * the client's own leaves to others (`Authorization`, `Host`) arrive like all others.
 */
function buildDelivered(context: OperationContext, raw: RawOperation): readonly ParameterModel[] {
  const merged = new Map<string, ParameterModel>();
  for (const located of locateParameters(context.document, raw).flat()) {
    const { location } = located;
    if (isNameless(located)) continue;
    if (location === "header" || location === "query")
      merged.set(parameterKey(located), buildParameter(context, located, location));
  }
  return [...merged.values()].sort(byLocationAndName);
}

/** Diagnostics for parameters of webhooks and callbacks that are in no type: one per list. */
function diagnoseWebhookParameters(
  document: JsonObject,
  requests: readonly { readonly name: string; readonly raw: RawOperation }[],
): readonly Diagnostic[] {
  const isElsewhere = (parameter: LocatedParameter) =>
    (parameter.location !== "header" && parameter.location !== "query") || isNameless(parameter);
  return requests.flatMap(({ name: webhook, raw }) =>
    locateParameters(document, raw)
      .flat()
      .filter(isElsewhere)
      .map((parameter) => {
        const { name, location, listed } = parameter;
        return isNameless(parameter)
          ? diagnostic("webhook/invalid-header-name", listed, { name, webhook })
          : diagnostic("webhook/untyped-parameter", listed, { location, name, webhook });
      }),
  );
}

/** Whether it is a header without a valid name, which cannot be sent. */
function isNameless({ location, name }: LocatedParameter): boolean {
  return location === "header" && !isHeaderName(name);
}

/** Diagnostics for content of webhooks and callbacks, and of the responses to them, that has no type. */
export function diagnoseWebhooks(
  document: JsonObject,
  requests: readonly { readonly name: string; readonly raw: RawOperation }[],
): readonly Diagnostic[] {
  return [...diagnoseWebhookParameters(document, requests), ...diagnoseResponses(document, requests)];
}

/** Diagnostics for the content of responses: one per response. */
function diagnoseResponses(
  document: JsonObject,
  requests: readonly { readonly raw: RawOperation }[],
): readonly Diagnostic[] {
  const responses = requests
    .flatMap(({ raw }) => locateResponses(document, raw))
    .filter(({ status }) => !neverHasContent(status))
    .filter(({ located }) => sortedMembers(objectMember(located.json, "content")).length > 0);
  return responses.map(({ located }) => diagnostic("webhook/untyped-response", located.pointer));
}
