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
 *
 * What an operation is done to has one of its ends already (`SUCCEEDED` of an export that is archived): without such a past, all of them are
 * unknown.
 *
 * @param hasOwnId - whether the response has the id: what is started again may be another thing
 */
export function intendedStates<Found extends Ends>(
  operation: OperationModel,
  status: OperationModel,
  found: Found,
  hasOwnId: boolean,
): Found {
  const { succeeded, failed, unknown, paused = [] } = found;
  const isDone = isDoneTo(operation, status, hasOwnId);
  const isWhole = isOfThing(operation, status);
  if (!isDone && !isWhole) return found;
  const pasts = new Set(isWhole ? pastsOf(verbOf(operation)) : []);
  const isIntended = (value: string) => pasts.has(lastWord(value) ?? "");
  const isOther = (value: string) => !isIntended(value);
  const against = [...failed, ...paused].filter(isIntended);
  // What is ready goes on: that it is so after a stop says that the stop goes on, too.
  if (against.length > 0 && !succeeded.some((value) => lastWord(value) === "ready"))
    return {
      ...found,
      succeeded: against,
      failed: [...succeeded, ...failed].filter(isOther),
      unknown: unknown.filter(isOther),
    };
  if (!isDone || (succeeded.length > 0 && succeeded.every(isIntended))) return found;
  const all = [...new Set([...succeeded, ...failed, ...paused, ...unknown])];
  return {
    ...found,
    succeeded: all.filter(isIntended),
    failed: [],
    unknown: all.filter((value) => isOther(value) && !paused.includes(value)),
  };
}

/** The same of states that a read has; undefined where nothing tells which of them end what the operation does. */
export function statesFor(
  operation: OperationModel,
  status: OperationModel,
  { state, ...found }: FoundStates,
  hasOwnId: boolean,
): FoundStates | undefined {
  if (state.failure !== undefined)
    return isDoneTo(operation, status, hasOwnId) ? undefined : { ...found, state };
  const ends = intendedStates(operation, status, { ...state, ...found }, hasOwnId);
  const { succeeded, failed, unknown } = ends;
  return failed.length === 0 ? undefined : { ...found, unknown, state: { ...state, succeeded, failed } };
}

/**
 * Whether a read shows what an operation is done to, by its path: `/exports/{id}` of `/exports/{id}/archive`. It was there before, and has a
 * state. An id that the response has may be that of another thing: of the next run where a run is started again, or of what has a parameter
 * of another name.
 */
export function isDoneTo(operation: OperationModel, read: OperationModel, hasOwnId: boolean): boolean {
  const thing = thingOf(read);
  const own = shapeOf(operation.path);
  const isBelow = own.startsWith(`${shapeOf(thing)}/`) || own.startsWith(`${shapeOf(thing)}:`);
  const isOther = hasOwnId && (againOf(operation) !== undefined || hasOtherId(operation.path, thing));
  return thing.includes("{") && isBelow && !isOther;
}

/** Whether the last parameter of a path is the id of another thing than the one at the same position of a path below: `jobId`, and not `appId`. */
function hasOtherId(below: string, path: string): boolean {
  const segments = path.split(/[/:]/u);
  const at = segments.findLastIndex((segment) => segment.startsWith("{"));
  const [own, given] = [segments[at], below.split(/[/:]/u)[at]].map((name = "") =>
    words(name)
      .filter((word) => !GENERAL.test(word))
      .join(),
  );
  return own !== "" && given !== "" && own !== given;
}

/** Words of the name of a parameter that may be the id of anything. */
const GENERAL = /^(?:code|guid|ids?|key|name|no|nr|number|ref|slug|uid|uuid)$/u;

/** Last words of the path of what starts a thing, or starts it again, which was there before. */
const AGAIN =
  /^(?:analy[sz]e|calculate|generate|redo|render|replay|retry|(?:re)?(?:build|deploy|execute|index|launch|process|queue|run|scan|start|submit|sync|test|train|trigger))$/u;

/** The path of the thing that a POST starts again, and of the list that has it: of `/runs/{id}/retry`, `/runs/{id}` and `/runs`. */
export function againOf({
  method,
  path,
}: OperationModel): { readonly thing: string; readonly list: string } | undefined {
  const [, thing = "", list = "", verb = ""] = /^((.*)\/\{[^{}/]*\})[/:]([^/:{}]+)\/?$/u.exec(path) ?? [];
  return method === "POST" && AGAIN.test(words(verb).join("")) ? { thing, list } : undefined;
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
  const above = /^(.*)[/:][^/:{}]+$/u.exec(withoutSlash(operation.path))?.[1];
  if (above === undefined) return false;
  return [shapeOf(above), `${shapeOf(above)}/{}`].includes(shapeOf(thingOf(read)));
}

/** The path of the thing whose state a read gives: of `/exports/{id}/status`, `/exports/{id}`. */
function thingOf({ path }: OperationModel): string {
  return isStatePath(path) ? withoutSlash(path).replace(/\/[^/]+$/u, "") : path;
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
