import { pointerKeys } from "../../../../text/json-pointer.js";
import { yamlList } from "../../../../text/yaml-scalar.js";
import { jsonResponse, operationKey } from "../../responses.js";
import { statesFor } from "../../traits/background/intended-states.js";
import { findEnds } from "../../traits/background/done-flag.js";
import { quotedList } from "../../traits/background/final-states.js";
import { isSame } from "../../traits/background/find-status.js";
import { listBodyMembers } from "../../traits/body-members.js";
import { configuredPath } from "../pages/paging-lines.js";
import { backgroundKeys, type LostSign, operationLines, type SignSource } from "../sign.js";
import { failureLines } from "./failure-sign.js";

/** States of a recognised job that neither end the wait nor, by their words, are of what still runs: a client would wait in them. */
export function unknownStatesSign(
  { operation, traits, reader }: SignSource,
  all: readonly SignSource[],
): LostSign | undefined {
  const { facts, decidedBy, given } = traits.background ?? {};
  if (facts === undefined || (decidedBy !== undefined && hasState(given))) return undefined;
  const status = all.find((one) => isSame(one.operation.name, facts.status))?.operation;
  const schema = status && jsonResponse(status, reader)?.schema;
  const found = findEnds(listBodyMembers(schema, reader), reader);
  const isOwnId = !(facts.fromStart ?? []).some(({ parameter }) => parameter === facts.statusParameter);
  const states = status && found && statesFor(operation, status, found, isOwnId);
  // Words that a text has beside states need not be states.
  if (status === undefined || states?.listed !== true || states.unknown.length === 0) return undefined;
  const {
    unknown,
    state: { member, succeeded, failed },
  } = states;
  const isMore = unknown.length > 1;
  const keys = backgroundKeys(traits, status);
  // What these lines decide shows no other sign of the operation.
  const ofFailure = failureLines({ facts, status, reader });
  return {
    operation,
    trait: "background",
    rule: "trait/unknown-states",
    shown: `\`${operationKey(status)}\` has the state${isMore ? "s" : ""} ${quotedList(unknown)}`,
    missing: `nothing tells whether ${isMore ? "they end" : "it ends"} the wait`,
    lines: linesOf([...succeeded, "?"], [...failed, "?"], ofFailure),
    meant: linesOf(
      succeeded,
      failed,
      ofFailure.filter((line) => !line.includes('"?"')),
    ),
  };

  function linesOf(
    ends: readonly string[],
    failures: readonly string[],
    more: readonly string[],
  ): readonly string[] {
    return operationLines(operation, [
      "background:",
      ...keys.map((key) => `  ${key}`),
      `  ${stateLine(member, ends, failures)}`,
      ...more,
    ]);
  }
}

/** Whether the configuration says where the state is: it decides which states end the wait. */
function hasState(given: object = {}): boolean {
  return "state" in given;
}

/** The line that says which states of a member end a wait; a person fills in one that is not known. */
export function stateLine(
  member: string | undefined,
  succeeded: readonly string[],
  failed: readonly string[],
): string {
  const path = member === undefined ? '"?"' : configuredPath(pointerKeys(`/${member}`));
  return `state: { member: ${path}, succeeded: ${yamlList(succeeded)}, failed: ${yamlList(failed)} }`;
}
