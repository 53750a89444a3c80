import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { byText } from "../../text/by-text.js";
import { pascal, words } from "../../text/words.js";
import { identifier } from "../schema/schema-names.js";
import type { OperationName, WebhookModel } from "../api-model.js";
import { isObject, objectMember, sortedMembers, textMember } from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";
import { buildBody } from "../operations/build-body.js";
import { listOfPathItem, type RawOperation } from "../operations/list-raw-operations.js";
import { buildDelivered } from "./webhook-parameters.js";
import type { SchemaBuilder } from "../schema/build-schemas.js";

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
    const summary = textMember(raw.json, "summary");
    const description = textMember(raw.json, "description");
    return {
      name,
      method: raw.method,
      ...(callbackOf === undefined ? {} : { callbackOf, url: raw.path }),
      parameters: buildDelivered(context, raw),
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
