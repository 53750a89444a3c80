import { pointerKeys } from "../../../text/json-pointer.js";
import { yamlList } from "../../../text/yaml-scalar.js";
import { jsonResponse, operationKey } from "../responses.js";
import { findStates, quotedList } from "../traits/background/final-states.js";
import { isSame } from "../traits/background/find-status.js";
import { listBodyMembers } from "../traits/body-members.js";
import { configuredPath } from "./paging-lines.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "./sign.js";

/** States of a recognised job that neither end the wait nor, by their words, are of what still runs: a client would wait in them. */
export function unknownStatesSign(
  { operation, traits, reader }: SignSource,
  all: readonly SignSource[],
): LostSign | undefined {
  const { facts, decidedBy } = traits.background ?? {};
  if (facts === undefined || decidedBy !== undefined) return undefined;
  const status = all.find((one) => isSame(one.operation.name, facts.status))?.operation;
  const schema = status && jsonResponse(status, reader)?.schema;
  const states = findStates(listBodyMembers(schema, reader), reader);
  if (status === undefined || states === undefined || states.unknown.length === 0) return undefined;
  const {
    unknown,
    state: { member, succeeded, failed },
  } = states;
  const isMore = unknown.length > 1;
  return {
    operation,
    trait: "background",
    rule: "trait/unknown-states",
    shown: `\`${operationKey(status)}\` has the state${isMore ? "s" : ""} ${quotedList(unknown)}`,
    missing: `nothing tells whether ${isMore ? "they end" : "it ends"} the wait`,
    lines: operationLines(operation, [
      "background:",
      `  status: ${quotedKey(status)}`,
      `  state: { member: ${configuredPath(pointerKeys(`/${member}`))}, succeeded: ${yamlList(succeeded)}, failed: ${yamlList([...failed, ...unknown])} }`,
    ]),
  };
}
