import type { SandboxResponse } from "../server/sandbox-response.js";
import { isRecord } from "./plan-reader.js";

/** The member that no version of the contract has, and an object as its value: it must not be looked into either. */
const unknownMember = "x_added_later";
const unknownValue = { since: "a later version", values: [1, "two", null] };

/**
 * A response in which objects have a member that the contract does not know, wherever the contract allows one, and all
 * members are in reverse order (GEN-3).
 * @param isValid whether a response still follows the contract: a map of numbers, say, takes no such member
 * @returns undefined for a response that is not a JSON object
 */
export function addUnknownFields(
  response: SandboxResponse,
  isValid: (response: SandboxResponse) => boolean,
): SandboxResponse | undefined {
  if (!isRecord(response.body)) return undefined;
  const refused = new Set<string>();
  // Objects at the same place of a list's elements are of one kind: one trial for each kind is enough.
  for (const path of pathsOf(response.body)) {
    const trial = { ...response, body: extend(response.body, (each) => each === path, "") };
    if (!isValid(trial)) refused.add(path);
  }
  return { ...response, body: extend(response.body, (path) => !refused.has(path), "") };
}

/** The paths of all objects in a value, without positions in lists. */
function pathsOf(value: unknown, path = ""): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((element) => [...pathsOf(element, `${path}/*`)]));
  if (!isRecord(value)) return new Set();
  const below = Object.entries(value).flatMap(([name, member]) => [...pathsOf(member, `${path}/${name}`)]);
  return new Set([path, ...below]);
}

function extend(value: unknown, extendsAt: (path: string) => boolean, path: string): unknown {
  if (Array.isArray(value)) return value.map((element) => extend(element, extendsAt, `${path}/*`));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, extend(member, extendsAt, `${path}/${name}`)] as const,
  );
  const more = extendsAt(path) ? [[unknownMember, unknownValue] as const] : [];
  return Object.fromEntries([...members, ...more].reverse());
}
