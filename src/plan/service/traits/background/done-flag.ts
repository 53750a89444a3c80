import { alternatives, isNullable, type SchemaReader } from "../../schema-reader.js";
import { aboveOf, type BodyMember } from "../body-members.js";
import { findStates, type FoundStates, isOfNow } from "./final-states.js";

/** What tells how an operation ended, by members of one object (AIP-151). */
interface DoneFlag {
  /** `done`: true where it has ended. */
  readonly done: BodyMember;
  /** `error`: only one that failed has it. */
  readonly error: BodyMember;
  /** `name`: the name of the resource that it is (AIP-122). */
  readonly name: BodyMember | undefined;
}

/** The most outward `done` that may be true or false, beside an `error` that is an object and the `response` of a success. */
export function findDone(members: readonly BodyMember[], reader: SchemaReader): DoneFlag | undefined {
  for (const done of members) {
    if (done.key !== "done" || !isOfKind(done, ["boolean"], reader)) continue;
    const beside = (key: string) => members.find((one) => one.key === key && aboveOf(one) === aboveOf(done));
    const error = beside("error");
    if (error === undefined || !isOfKind(error, ["any", "object"], reader)) continue;
    // One that is always there says nothing of failure.
    if (error.isRequired && !isNullable(error.schema, reader)) continue;
    if (beside("response") !== undefined || beside("result") !== undefined)
      return { done, error, name: beside("name") };
  }
  return undefined;
}

/**
 * Whether a state ends what `done` is of, and a response that has ended may be without it: it is deeper inside, or others are required, and
 * not it. Then the flag alone decides.
 */
function isLessSure(
  state: BodyMember,
  { done }: Pick<DoneFlag, "done">,
  members: readonly BodyMember[],
  reader: SchemaReader,
): boolean {
  const above = done.path.slice(0, -1);
  if (above.some((name, index) => state.path[index] !== name)) return false;
  const steps = state.path.slice(above.length).map((_, index) => {
    const path = state.path.slice(0, above.length + index + 1).join("/");
    return members.find((one) => one.path.join("/") === path);
  });
  const isAlways = steps.every(
    (one) => one !== undefined && one.isRequired && !isNullable(one.schema, reader),
  );
  return !isAlways && (steps.length > 1 || done.isRequired);
}

/** Where a response has the state: a `done` that decides, else the member that `findStates` finds. */
export function findEnds(members: readonly BodyMember[], reader: SchemaReader): FoundStates | undefined {
  const states = findStates(members, reader);
  const flag = findDone(members.filter(isOfNow), reader);
  const state = states && members.find(({ at }) => at === states.state.member);
  if (flag === undefined || (state !== undefined && !isLessSure(state, flag, members, reader))) return states;
  const { done, error } = flag;
  return {
    state: { member: done.at, succeeded: ["true"], failed: [], failure: error.at, isScalar: true },
    listed: true,
    unknown: [],
  };
}

function isOfKind({ schema }: BodyMember, kinds: readonly string[], reader: SchemaReader): boolean {
  return alternatives(schema, reader).every((one) => kinds.includes(reader.resolve(one).type.kind));
}
