import type { OperationModel } from "../../../../model/api-model.js";
import { words } from "../../../../text/words.js";
import { classifyStates, type FoundStates, lastWord } from "./final-states.js";
import { isStatePath, shapeOf, withoutSlash } from "./status-paths.js";

/** The states of what was there before an operation, by what they mean to those who created it. */
interface Ends {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  readonly unknown: readonly string[];
  /** States in which it waits to be continued. */
  readonly paused?: readonly string[];
}

/**
 * The same states by what they mean to those who call an operation: where its path ends in a verb, the past of that is what it asks for
 * (`CANCELLED` of a cancel). Where that is a failure or a pause of the thing, each other end says that the thing ended before: for a cancel,
 * `SUCCEEDED` is a failure, because nothing was cancelled. All states that were final stay final, and no others are. A job that an operation
 * starts is another thing, as a part is: its `CANCELLED` is a failure, whatever the operation does.
 */
export function intendedStates<Found extends Ends>(
  operation: OperationModel,
  status: OperationModel,
  found: Found,
): Found {
  const { succeeded, failed, unknown, paused = [] } = found;
  // What is ready goes on: that it is so after a stop says that the stop goes on, too.
  if (!isOfThing(operation, status) || succeeded.some((value) => lastWord(value) === "ready")) return found;
  const pasts = new Set(pastsOf(verbOf(operation)));
  const isIntended = (value: string) => pasts.has(lastWord(value) ?? "");
  const against = [...failed, ...paused].filter(isIntended);
  if (against.length === 0) return found;
  return {
    ...found,
    succeeded: against,
    failed: [...succeeded, ...failed].filter((value) => !isIntended(value)),
    unknown: unknown.filter((value) => !isIntended(value)),
  };
}

/** The same of states that a read has. */
export function statesFor(
  operation: OperationModel,
  status: OperationModel,
  { state, ...found }: FoundStates,
): FoundStates {
  if (state.failure !== undefined) return { ...found, state };
  const { succeeded, failed, unknown } = intendedStates(operation, status, { ...state, ...found });
  return { ...found, unknown, state: { ...state, succeeded, failed } };
}

/** Whether what was started may have a result: what is cancelled as its caller wants makes nothing. */
export function mayHaveResult<Facts extends { readonly state: Pick<Ends, "succeeded"> }>(
  facts: Facts | undefined,
): facts is Facts {
  if (facts === undefined) return false;
  const { succeeded, failed, paused = [] } = classifyStates(facts.state.succeeded);
  return succeeded.length > 0 || failed.length + paused.length === 0;
}

/** Whether a read shows the thing that an action is called on, by its path: `/exports/{id}` of `/exports/{id}/cancel` and of `/exports/cancel`. */
function isOfThing(operation: OperationModel, read: OperationModel): boolean {
  const path = isStatePath(read.path) ? withoutSlash(read.path).replace(/\/[^/]+$/u, "") : read.path;
  const above = /^(.*)[/:][^/:{}]+$/u.exec(withoutSlash(operation.path))?.[1];
  if (above === undefined) return false;
  return [shapeOf(above), `${shapeOf(above)}/{}`].includes(shapeOf(withoutSlash(path)));
}

/** The only word of the last segment of a path; empty where that has several, which name a thing: `stop-conditions`. */
function verbOf({ path }: OperationModel): string {
  const [verb = "", ...others] = words(/[^/:]*$/u.exec(withoutSlash(path))?.[0] ?? "");
  return others.length === 0 ? verb : "";
}

/** The past of a regular verb, in each spelling that English has: `canceled` and `cancelled`. */
function pastsOf(verb: string): readonly string[] {
  if (verb.length < 3) return [];
  if (verb.endsWith("e")) return [`${verb}d`];
  if (/[^aeiou]y$/u.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return [`${verb}ed`, `${verb}${verb.slice(-1)}ed`];
}
