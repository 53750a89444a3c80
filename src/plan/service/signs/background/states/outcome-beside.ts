import { aboveOf, type BodyMember } from "../../../traits/body-members.js";
import type { SchemaReader } from "../../../schema-reader.js";
import { valuesOf } from "../unfailing-states.js";
import { goesWrong } from "../work-words.js";

/** Names of a member that says how something ended, or how it is. */
const OUTCOME = /(?:^|_)(?:conclusion|outcome|result|state|status)$/u;

/**
 * The member beside a state that says that what it is of went wrong, where no value of the state itself does: `status: ok, error` of
 * `state: running, timedout, completed`. Such a state ends, and its end is not yet a success.
 */
export function outcomeBeside(
  state: BodyMember | undefined,
  members: readonly BodyMember[],
  reader: SchemaReader,
): BodyMember | undefined {
  if (state === undefined || goesWrong(valuesOf(state, reader))) return undefined;
  const above = aboveOf(state);
  return members.find(
    (one) =>
      one !== state &&
      aboveOf(one) === above &&
      OUTCOME.test(one.key) &&
      !OF_EARLIER.test(one.key) &&
      goesWrong(valuesOf(one, reader)),
  );
}

/** The first word of the name of what came of something before. */
const OF_EARLIER = /^(?:last|latest|prev|previous|prior)_/u;
