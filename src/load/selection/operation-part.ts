import { operationFields } from "../../openapi/operations.js";
import { canonicalJson } from "../../text/canonical-json.js";
import type { Json, JsonObject } from "../loaded-contract.js";
import { isMembers } from "../walk-tree.js";
import { pruneDocument } from "./prune-document.js";

/** What an operation says of itself, and no request or response has. */
const WORDS: ReadonlySet<string> = new Set([
  ...["deprecated", "description", "externalDocs", "operationId", "summary", "tags"],
]);

/**
 * The part of a document that requests and responses of an operation follow from, as text: the operation without its tags and its own
 * words, what its path has for it, servers, security, and all components that these lead to. No request has a link.
 *
 * @param key - method and path: `GET /orders`.
 */
export function operationPart(document: JsonObject, key: string): string {
  const { servers = null, security = null, paths = null, components = null } = document;
  const whole = {
    ...(servers !== null && { servers }),
    ...(security !== null && { security }),
    paths: bareOperations(withoutExtensions(paths)),
    components: mapped(withoutExtensions(components), (named, section) =>
      section === "responses" ? mapped(named, withoutLinks) : named,
    ),
  };
  const selected = new Set([key]);
  for (;;) {
    const { document: part, missing } = pruneDocument(whole, {
      hasOperation: (one) => selected.has(one),
      hasWebhook: () => false,
      gone: { hasId: () => true, hasKey: () => true },
    });
    if (missing.size === 0) return canonicalJson(part);
    for (const one of missing) selected.add(one);
  }
}

/** The paths with operations that have neither words of their own nor links. */
function bareOperations(paths: JsonObject): JsonObject {
  return mapped(paths, (item) =>
    mapped(item, (value, name) => {
      if (operationFields.includes(name)) return bare(value);
      return name === "additionalOperations" ? mapped(value, bare) : value;
    }),
  );
}

function bare(operation: Json): JsonObject {
  const left = filtered(operation, (name) => !name.startsWith("x-") && !WORDS.has(name));
  return mapped(left, (value, name) => (name === "responses" ? mapped(value, withoutLinks) : value));
}

function withoutLinks(response: Json): JsonObject {
  return filtered(response, (name) => name !== "links");
}

function withoutExtensions(value: Json): JsonObject {
  return filtered(value, (name) => !name.startsWith("x-"));
}

function filtered(value: Json, stays: (name: string) => boolean): JsonObject {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => stays(name))) : {};
}

function mapped(value: Json, edit: (member: Json, name: string) => Json): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, edit(member, name)]));
}

function isObject(value: Json): value is JsonObject {
  return isMembers(value);
}
