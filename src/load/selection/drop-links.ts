import { operationPosition } from "../../openapi/operations.js";
import { fragmentKeys } from "../../text/json-pointer.js";
import type { Json, JsonObject } from "../loaded-contract.js";
import { isMembers } from "../walk-tree.js";

/** Operations that a document no longer has. */
export interface Gone {
  readonly hasId: (operationId: string) => boolean;
  /** @param key - method and path: `GET /orders`. */
  readonly hasKey: (key: string) => boolean;
}

/** An operation or a map of responses without the links to operations that are gone; the same object where it has none. */
export function dropLinks(holder: JsonObject, gone: Gone): JsonObject {
  return change(holder, (value, key) => {
    if (!isObject(value)) return value;
    if (key === "responses")
      return change(value, (response) => (isObject(response) ? withoutLinks(response, gone) : response));
    return key === "links" ? keepLinks(value, gone) : value;
  });
}

function withoutLinks(response: JsonObject, gone: Gone): JsonObject {
  return change(response, (value, key) =>
    key === "links" && isObject(value) ? keepLinks(value, gone) : value,
  );
}

function keepLinks(links: JsonObject, gone: Gone): JsonObject {
  const left = Object.entries(links).filter(([, link]) => !isObject(link) || !isGone(link, gone));
  return left.length === Object.keys(links).length ? links : Object.fromEntries(left);
}

function isGone({ operationId, operationRef }: JsonObject, gone: Gone): boolean {
  if (typeof operationId === "string") return gone.hasId(operationId);
  const position =
    typeof operationRef === "string" && operationRef.startsWith("#")
      ? operationPosition(fragmentKeys(operationRef))
      : undefined;
  return position !== undefined && gone.hasKey(`${position.method} ${position.path}`);
}

/** The object with changed members; the same object where none changes. */
function change(object: JsonObject, edit: (value: Json, key: string) => Json): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [key, edit(value, key)] as const);
  return entries.every(([key, value]) => object[key] === value) ? object : Object.fromEntries(entries);
}

function isObject(value: Json | undefined): value is JsonObject {
  return isMembers(value);
}
