import { operationFields } from "../../openapi/operations.js";
import { valueAt } from "../../openapi/visit.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { fragmentKeys, toReference } from "../../text/json-pointer.js";
import type { Json, JsonObject } from "../loaded-contract.js";
import { isMembers } from "../walk-tree.js";

/** What an operation says of itself, and no request or response has. */
const WORDS: ReadonlySet<string> = new Set([
  ...["deprecated", "description", "externalDocs", "operationId", "summary", "tags"],
]);

/**
 * Compares what requests and responses of operations follow from in two documents: the operation without its tags and its own words,
 * what its path has for it, servers, security, and all components that these lead to. No request has a link. Each component is compared
 * once, for as many operations as a selection takes out.
 *
 * @returns whether an operation is the same in both; the keys are method and path: `GET /orders`.
 */
export function sameOperations(
  old: JsonObject,
  now: JsonObject,
): (oldKey: string, nowKey: string) => boolean {
  const isUnchanged = unchangedTargets(old, now);
  const isSame = (one: Json, other: Json) => canonicalJson(one) === canonicalJson(other);
  return (oldKey, nowKey) => {
    const part = partOf(old, oldKey);
    return isSame(part, partOf(now, nowKey)) && [...targetsOf(part)].every(isUnchanged);
  };
}

/** What a document has for one operation, in its own place. */
function partOf(document: JsonObject, key: string): JsonObject {
  const space = key.indexOf(" ");
  const [method, path] = [key.slice(0, space), key.slice(space + 1)];
  const { servers = [], security = [], paths = null } = document;
  const item = isObject(paths) ? (paths[path] ?? null) : null;
  const field = operationFields.find((one) => one.toUpperCase() === method);
  const others = isObject(item) ? (item["additionalOperations"] ?? null) : null;
  const [from, name] = field === undefined ? [others, method] : [item, field];
  const found = isObject(from) ? (from[name] ?? null) : null;
  const own = filtered(found, (member) => !member.startsWith("x-") && !WORDS.has(member));
  return {
    servers,
    security: isObject(found) ? (found["security"] ?? security) : security,
    item: filtered(
      item,
      (member) =>
        !operationFields.includes(member) &&
        !member.startsWith("x-") &&
        !["additionalOperations", "description", "summary"].includes(member),
    ),
    operation: isObject(own["responses"] ?? null)
      ? { ...own, responses: mapped(own["responses"] ?? null, withoutLinks) }
      : own,
  };
}

/** Whether what a reference leads to, and all that follows from it, is the same in both documents. */
function unchangedTargets(old: JsonObject, now: JsonObject): (target: string) => boolean {
  const known = new Map<string, boolean>();
  const read = (document: JsonObject, target: string) => {
    const keys = fragmentKeys(target);
    // What is in a document is JSON.
    const value = (valueAt(document, keys) ?? null) as Json;
    return keys[1] === "responses" ? withoutLinks(value) : value;
  };
  const isSame = (target: string, value: Json) =>
    known.get(target) !== false && canonicalJson(value) === canonicalJson(read(now, target));
  return (start) => {
    const before = known.get(start);
    if (before !== undefined) return before;
    const reached = new Set([start]);
    for (const target of reached) {
      if (known.get(target) === true) continue;
      const value = read(old, target);
      if (!isSame(target, value)) {
        known.set(target, false);
        known.set(start, false);
        return false;
      }
      for (const further of targetsOf(value)) reached.add(further);
    }
    // All that is reached leads to nothing but what is reached.
    for (const target of reached) known.set(target, true);
    return true;
  };
}

/** What a value refers to within its document: by `$ref`, by the mapping of a discriminator, by the names of security schemes. */
function targetsOf(root: Json): ReadonlySet<string> {
  const targets = new Set<string>();
  const open: Json[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      // TypeScript takes a read-only list for any list.
      open.push(...(value as readonly Json[]));
      continue;
    }
    if (!isObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (name === "$ref" && typeof member === "string" && member.startsWith("#")) targets.add(member);
      else if (name === "mapping" && isObject(member))
        for (const to of Object.values(member))
          if (typeof to === "string" && to.startsWith("#")) targets.add(to);
          else if (typeof to === "string") targets.add(toReference(["components", "schemas", to]));
      if (name === "security" && Array.isArray(member))
        // TypeScript takes a read-only list for any list, here too.
        for (const one of member as readonly Json[])
          if (isObject(one))
            for (const scheme of Object.keys(one))
              targets.add(toReference(["components", "securitySchemes", scheme]));
      open.push(member);
    }
  }
  return targets;
}

function withoutLinks(response: Json): Json {
  return isObject(response) ? filtered(response, (name) => name !== "links") : response;
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
