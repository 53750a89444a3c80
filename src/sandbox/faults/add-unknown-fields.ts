import type { Answer } from "../server/answer.js";
import { isRecord } from "./plan-reader.js";

/** The member that no version of the contract has, and an object as its value: it must not be looked into either. */
const unknownMember = "x_added_later";
const unknownValue = { since: "a later version", values: [1, "two", null] };

/**
 * An answer in which objects have a member that the contract does not know, wherever the contract allows one, and all
 * members are in reverse order (GEN-3).
 * @param isValid whether an answer still follows the contract: a map of numbers, say, takes no such member
 * @returns undefined for an answer that is not a JSON object
 */
export function addUnknownFields(answer: Answer, isValid: (answer: Answer) => boolean): Answer | undefined {
  if (!isRecord(answer.body)) return undefined;
  const refused = new Set<string>();
  // Objects at the same place of a list's elements are of one kind: one trial for each kind is enough.
  for (const place of placesOf(answer.body)) {
    const trial = { ...answer, body: extend(answer.body, (each) => each === place, "") };
    if (!isValid(trial)) refused.add(place);
  }
  return { ...answer, body: extend(answer.body, (place) => !refused.has(place), "") };
}

/** The paths of all objects in a value, without positions in lists. */
function placesOf(value: unknown, place = ""): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((element) => [...placesOf(element, `${place}/*`)]));
  if (!isRecord(value)) return new Set();
  const below = Object.entries(value).flatMap(([name, member]) => [...placesOf(member, `${place}/${name}`)]);
  return new Set([place, ...below]);
}

function extend(value: unknown, extendsAt: (place: string) => boolean, place: string): unknown {
  if (Array.isArray(value)) return value.map((element) => extend(element, extendsAt, `${place}/*`));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, extend(member, extendsAt, `${place}/${name}`)] as const,
  );
  const more = extendsAt(place) ? [[unknownMember, unknownValue] as const] : [];
  return Object.fromEntries([...members, ...more].reverse());
}
