import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { UserError } from "../../text/user-error.js";
import { fragmentKeys } from "../../text/json-pointer.js";
import { isObject, member, textMember } from "./json-members.js";

/** A node of the document and the pointer under which it really stands. */
export interface Located {
  readonly json: JsonObject;
  readonly pointer: string;
}

/**
 * Follows the `$ref` of a non-schema object (parameter, answer, body, header, link, path item) until something else
 * stands there. Siblings `summary` and `description` win over the target's (OpenAPI 3.1, Reference Object).
 *
 * @returns undefined when the value is not an object.
 * @throws UserError (exit 3) on a reference that leads nowhere or round in a circle.
 */
export function resolveReference(
  document: JsonObject,
  value: Json | undefined,
  pointer: string,
): Located | undefined {
  let at = { json: value, pointer };
  const overrides: Record<string, Json> = {};
  const seen = new Set<string>();
  while (isObject(at.json)) {
    const reference = textMember(at.json, "$ref");
    if (reference === undefined) {
      const json = Object.keys(overrides).length === 0 ? at.json : { ...at.json, ...overrides };
      return { json, pointer: at.pointer };
    }
    if (seen.has(reference)) throw dangling(reference, pointer, "leads round in a circle");
    seen.add(reference);
    for (const name of ["summary", "description"]) {
      const text = textMember(at.json, name);
      if (text !== undefined) overrides[name] ??= text;
    }
    at = { json: read(document, reference, pointer), pointer: reference };
  }
  return undefined;
}

function read(document: JsonObject, reference: string, from: string): Json {
  let json: Json | undefined = reference.startsWith("#") ? document : undefined;
  for (const token of fragmentKeys(reference)) {
    json = Array.isArray(json)
      ? (json as readonly Json[])[Number(token)]
      : isObject(json)
        ? member(json, token)
        : undefined;
  }
  if (json === undefined) throw dangling(reference, from, "leads nowhere");
  return json;
}

function dangling(reference: string, pointer: string, how: string): UserError {
  return new UserError(3, `The reference ${JSON.stringify(reference)} ${how}.`, {
    where: `at ${pointer}`,
    remedy: "Point it at an object that the document has.",
  });
}
