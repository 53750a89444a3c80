import { pointerKeys } from "../../../../text/json-pointer.js";
import { words } from "../../../../text/words.js";
import { yamlList } from "../../../../text/yaml-scalar.js";
import { jsonContent, jsonResponse, operationKey, successResponses } from "../../responses.js";
import { findStates, isOfJob, quotedList } from "../../traits/background/final-states.js";
import {
  isSame,
  requiredBesides,
  type StatusCandidate,
  type Statuses,
} from "../../traits/background/find-status.js";
import { isOfGiven } from "../../traits/background/status-paths.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { shownMember } from "../../traits/pagination/paths.js";
import { failureLines } from "./failure-sign.js";
import { configuredPath } from "../pages/paging-lines.js";
import { backgroundKeys, type LostSign, operationLines, quotedKey, type SignSource } from "../sign.js";

/**
 * A response that is what was started: its id, and a state that runs, succeeds or fails, where a GET that takes the id gives the same state
 * at the same place. Nothing says that callers wait for its end, so it is only named.
 */
export function jobSign({ operation, reader }: SignSource, { candidates }: Statuses): LostSign | undefined {
  const [response, ...others] = successResponses(operation);
  if (response === undefined || others.length > 0) return undefined;
  const members = listBodyMembers(jsonContent(response, reader)?.schema, reader);
  const states = findStates(members, reader);
  const own = members.find(({ at }) => at === states?.state.member);
  if (own === undefined || !(valuesOf(own).some(isOfJob) || isWork(operation.path, valuesOf(own))))
    return undefined;
  // What is about a job that was started before cancels that, or changes it.
  const same = candidates.filter((one) => isOfSame(one) && !isOfGiven(operation, one.status));
  const [found, ...more] = same;
  if (found === undefined || more.length > 0) return undefined;
  const id = idBeside(own, members, found.parameter);
  if (id === undefined || requiredBesides(found.status, found.parameter, reader) !== undefined)
    return undefined;
  const name = operationKey(found.status);
  return {
    operation,
    trait: "background",
    shown: `its response ${response.status} has "${shownMember(id.at)}" and the state "${shownMember(own.at)}"`,
    missing: `nothing says that callers wait for the end that \`${name}\` gives`,
    lines: operationLines(operation, [
      "background:",
      `  status: ${quotedKey(found.status)}`,
      `  id: ${configuredPath(pointerKeys(`/${id.at}`))}`,
    ]),
  };

  function valuesOf({ schema }: BodyMember): readonly string[] {
    return reader
      .values(schema)
      .filter((value) => typeof value === "string")
      .sort();
  }

  function isOfSame({ status, states: { state } }: StatusCandidate): boolean {
    const given = listBodyMembers(jsonResponse(status, reader)?.schema, reader);
    const other = given.find(({ at }) => at === state.member);
    return (
      own !== undefined &&
      other?.at === own.at &&
      JSON.stringify(valuesOf(other)) === JSON.stringify(valuesOf(own))
    );
  }
}

/** Last word of the path of what runs by itself: an order may be pending, or fail, too. */
const WORK =
  /^(?:backup|conversion|crawl|export|generation|import|job|migration|operation|render(?:ing)?|scan|transcription)s?$/u;

/** Whether the path of a start names work that runs by itself, and one of its states says that it went wrong. */
function isWork(path: string, states: readonly string[]): boolean {
  return (
    WORK.test(words(path).at(-1) ?? "") && states.some((state) => words(state).some((one) => WRONG.test(one)))
  );
}

const WRONG = /^(?:error(?:ed)?|fail(?:ed|ure)?)$/u;

/** The member that the parameter is named after (`{operation}`: `operation` or `operation_id`), else the `id` beside the state. */
function idBeside(
  state: BodyMember,
  members: readonly BodyMember[],
  parameter: string,
): BodyMember | undefined {
  const key = words(parameter).join("_");
  const above = state.path.slice(0, -1).join("/");
  const ids = members.filter((one) => one.key === "id" && one.path.slice(0, -1).join("/") === above);
  const named = key === "id" ? [] : [key, `${key}_id`];
  return members.find((one) => named.includes(one.key)) ?? ids[0];
}

/** States of a recognised job that neither end the wait nor, by their words, are of what still runs: a client would wait in them. */
export function unknownStatesSign(
  { operation, traits, reader }: SignSource,
  all: readonly SignSource[],
): LostSign | undefined {
  const { facts, decidedBy, given } = traits.background ?? {};
  if (facts === undefined || (decidedBy !== undefined && hasState(given))) return undefined;
  const status = all.find((one) => isSame(one.operation.name, facts.status))?.operation;
  const schema = status && jsonResponse(status, reader)?.schema;
  const states = findStates(listBodyMembers(schema, reader), reader);
  if (status === undefined || states === undefined || states.unknown.length === 0) return undefined;
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
      `  state: { member: ${configuredPath(pointerKeys(`/${member}`))}, succeeded: ${yamlList(ends)}, failed: ${yamlList(failures)} }`,
      ...more,
    ]);
  }
}

/** Whether the configuration says where the state is: it decides which states end the wait. */
function hasState(given: object = {}): boolean {
  return "state" in given;
}
