import { jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import {
  classifyStates,
  type FoundStates,
  isOfNow,
  textStates,
} from "../../traits/background/final-states.js";
import type { StatusCandidate } from "../../traits/background/find-status.js";
import { idParameterOf } from "../../traits/background/given-parameters.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import type { SignSource } from "../sign.js";

/** Members with the state of what a response shows, and not of a part or an earlier run: `inbound_resource_status`, `last_status`. */
export const OWN_STATE = /^(?:(?!last|latest|prev|previous)[^_]+_)?(?:phase|state|status)$/u;

/** The texts that a schema lists for a state or, where it lists none, those that its text names, in one order. */
export function valuesOf(member: BodyMember, reader: SchemaReader): readonly string[] {
  const listed = reader.values(member.schema).filter((value) => typeof value === "string");
  return [...(listed.length > 0 ? listed : textStates(member, reader))].sort();
}

/** The first member whose listed states end well or, by their words, are of what still runs; none is a failure, and none is unknown. */
export function findUnfailing(members: readonly BodyMember[], reader: SchemaReader): FoundStates | undefined {
  for (const one of members.filter((member) => isOfNow(member) && OWN_STATE.test(member.key))) {
    const values = valuesOf(one, reader);
    const { succeeded, failed, unknown } = classifyStates(values);
    const hasBoth =
      succeeded.length > 0 && values.some((value) => !succeeded.includes(value) && value !== "");
    if (hasBoth && failed.length === 0 && unknown.length === 0)
      return { state: { member: one.at, succeeded, failed }, listed: true, unknown };
  }
  return undefined;
}

/** The reads with such states that the id of what an operation starts leads to. */
export function listUnfailing(
  { operation, reader }: Pick<SignSource, "operation" | "reader">,
  all: readonly SignSource[],
): readonly StatusCandidate[] {
  return all.flatMap(({ operation: status }) => {
    const parameter = status.method === "GET" ? idParameterOf(operation, status) : undefined;
    if (parameter === undefined) return [];
    const states = findUnfailing(listBodyMembers(jsonResponse(status, reader)?.schema, reader), reader);
    return states === undefined ? [] : [{ status, parameter, states }];
  });
}
