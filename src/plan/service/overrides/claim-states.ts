import type { BackgroundOverride, StateValue } from "../../../config/client-overrides.js";
import type { OperationModel } from "../../../model/api-model.js";
import { jsonResponse, operationKey } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { findEnds } from "../traits/background/done-flag.js";
import { intendedStates, statesFor } from "../traits/background/intended-states.js";
import { classifyStates } from "../traits/background/final-states.js";
import { findError } from "../traits/background/find-error.js";
import { stateFacts } from "../traits/background/state-facts.js";
import { listBodyMembers } from "../traits/body-members.js";
import type { BackgroundOperation } from "../traits/trait.js";
import { accept, type Claim } from "./claim.js";
import { adviseName, findMember, type FoundMember, type Kind, kindsOf } from "./find-member.js";

/** The ends that a claim lists, and of those that a name decides all that it has not decided otherwise. */
function decide(
  byName: Pick<BackgroundOperation["state"], "failed" | "succeeded">,
  ends: readonly string[] | undefined,
  fails: readonly string[] | undefined,
): Pick<BackgroundOperation["state"], "failed" | "succeeded"> {
  return {
    succeeded: ends ?? byName.succeeded.filter((value) => !fails?.includes(value)),
    failed: fails ?? byName.failed.filter((value) => !ends?.includes(value)),
  };
}

/** Where a status response has the state, and which states are final, by a claim; without one, as the contract shows it. */
export function claimStates(
  { id, state }: BackgroundOverride,
  status: OperationModel,
  claim: Claim,
): BackgroundOperation["state"] | undefined {
  const { operation, reader, refuse } = claim;
  const isOwnId = !(typeof id === "object" && "parameter" in id);
  if (state === undefined) return statesOf(status, isOwnId, claim);
  const named = memberOfStatus(status, state.member, ["text", "boolean", "number"], reader);
  const member = accept(named, claim, "state", "member");
  if (member === undefined) return undefined;
  const values = member.schemas.flatMap((node) => reader.values(node));
  const [failures, by] =
    state.failed !== undefined && "member" in state.failed ? [[], state.failed.member] : [state.failed];
  const { succeeded, failed } = decide(
    intendedStates(operation, status, classifyStates(values), isOwnId),
    listStates("succeeded", state.succeeded, member),
    listStates("failed", failures, member),
  );
  const failure = by === undefined ? undefined : claimFailure(by);
  const isScalar = [...(state.succeeded ?? []), ...(failures ?? [])].some((one) => typeof one !== "string");
  if (succeeded.length === 0 || (failed.length === 0 && state.failed === undefined)) {
    refuse(
      ["state"],
      succeeded.length === 0
        ? "The contract does not say which states are final: list them with `succeeded` and `failed`."
        : "The contract does not say which states are failures: list them with `failed`, or write `failed: []` where the service reports none.",
    );
    return undefined;
  }
  const both = succeeded.find((value) => failed.includes(value));
  if (both !== undefined) {
    refuse(["state"], `${JSON.stringify(both)} cannot be a success and a failure.`);
    return undefined;
  }
  return stateFacts(
    {
      member: member.path,
      succeeded,
      failed,
      ...(failure !== undefined && { failure }),
      ...(isScalar && { isScalar }),
    },
    status,
    reader,
  );

  /** The states of a claim as texts; each must be a value that the member can have. */
  function listStates(
    key: "failed" | "succeeded",
    given: readonly StateValue[] | undefined,
    { schemas }: FoundMember,
  ): readonly string[] | undefined {
    const values = schemas.flatMap((node) => reader.values(node)).filter((value) => value !== null);
    const kinds = kindsOf(schemas, reader);
    const canBe = (value: StateValue) =>
      (kinds.length === 0 || kinds.includes(kindOf(value))) &&
      (values.length === 0 || values.includes(value));
    for (const [index, value] of (given ?? []).entries()) {
      if (canBe(value)) continue;
      const text = String(value);
      const same = [text, text === "true", Number(text)].find((one) => String(one) === text && canBe(one));
      const advice = same === undefined ? adviseState(value, values) : `Write ${JSON.stringify(same)}.`;
      refuse(
        ["state", key, String(index)],
        `"${state?.member ?? ""}" is never ${JSON.stringify(value)}. ${advice}`.trim(),
      );
    }
    return given?.map(String);
  }

  function claimFailure(path: string): string | undefined {
    const found = memberOfStatus(status, path, ["boolean", "number", "object", "text"], reader);
    return accept(found, claim, "state", "failed", "member")?.path;
  }
}

/** The states that the contract shows, where it tells which of them end what an operation does. */
function statesOf(
  status: OperationModel,
  isOwnId: boolean,
  { operation, reader, refuse }: Claim,
): BackgroundOperation["state"] | undefined {
  const found = findEnds(listBodyMembers(jsonResponse(status, reader)?.schema, reader), reader);
  const ends = found && statesFor(operation, status, found, isOwnId);
  if (ends !== undefined) return stateFacts(ends.state, status, reader);
  refuse(
    [],
    found === undefined
      ? `No member of the response of ${operationKey(status)} lists states of success and failure: add \`state\`.`
      : `The contract does not say which states of ${operationKey(status)} end what ${operationKey(operation)} does: add \`state\`.`,
  );
  return undefined;
}

function adviseState(given: StateValue, values: readonly StateValue[]): string {
  if (typeof given === "string" || values.length === 0)
    return adviseName(String(given), values.map(String), "");
  return `There are: ${values.slice(0, 8).map(String).join(", ")}.`;
}

function kindOf(value: StateValue): Kind {
  return typeof value === "string" ? "text" : typeof value === "number" ? "number" : "boolean";
}

/** Where a status response says why an operation failed, by a claim; without one, as the contract shows it. */
export function claimError(
  { error }: BackgroundOverride,
  status: OperationModel,
  state: string,
  claim: Claim,
): BackgroundOperation["error"] {
  const { reader } = claim;
  if (error === undefined) return findError(status, state, reader);
  const kinds = { code: ["text", "number"], message: ["text"], retryable: ["boolean"] } as const;
  const found = (["code", "message", "retryable"] as const).flatMap((key) => {
    const path = error[key];
    if (path === undefined) return [];
    const member = memberOfStatus(status, path, kinds[key], reader);
    const fit = accept(member, claim, "error", key);
    return fit === undefined ? [] : [[key, fit.path] as const];
  });
  return Object.fromEntries(found);
}

function memberOfStatus(status: OperationModel, path: string, kinds: readonly Kind[], reader: SchemaReader) {
  const schema = jsonResponse(status, reader)?.schema;
  const what = `The response of ${operationKey(status)}`;
  return findMember(schema === undefined ? [] : [schema], path, kinds, what, reader);
}
