import type { OperationModel } from "../../../../model/api-model.js";
import { singularWord } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";

/** Last segment of the path of an operation that reads what came of another. */
const RESULT = /(?:^|\/)(?:results?|outputs?|rows|items|records|download|content|data|report|artifacts?)$/i;

/** Whether a path is that of a result, by its last segment. */
export function isResultPath(path: string): boolean {
  return RESULT.test(path);
}

/** Last segment of the path of an operation that gives a state. */
const STATE = /\/(?:status|state|progress)\/?$/i;

/** Whether a path is that of a state, by its last segment. */
export function isStatePath(path: string): boolean {
  return STATE.test(path);
}

/** What runs in the background, by its name. */
const RUNS = "operation|job|task|process|execution|workflow";
const STARTED = new RegExp(`^(?:${RUNS})(?:s|es)?$`, "u");
const STARTED_ID = new RegExp(`^(?:${RUNS})_(?:id|uuid|key)$`, "u");

/** Whether a name or a path is about what runs in the background, by its words. */
export function isOfJobs(text: string): boolean {
  return words(text).some((word) => STARTED.test(word));
}

/** Whether a read is about jobs that are called after something else than a start is: `/render-jobs/{id}` of `/exports`. */
export function isOfOtherJobs({ path, operationId = "" }: OperationModel, read: OperationModel): boolean {
  const isNoun = (segment: string) => !segment.startsWith("{") && isOfJobs(segment);
  const others = words(read.path.split("/").findLast(isNoun) ?? "").filter((word) => !isOfJobs(word));
  const own = new Set(words(`${path} ${operationId}`).map(singularWord));
  return others.length > 0 && !others.some((word) => own.has(singularWord(word)));
}

/** Whether a member is called the id of what runs: an order has states, too, but callers do not wait for its end. */
export function isStartedId(key: string): boolean {
  return STARTED_ID.test(key);
}

/** Whether a read is at the path of an operation itself: the operation changes or deletes what it shows. */
export function isAtOwnPath({ path }: OperationModel, read: OperationModel): boolean {
  return shapeOf(path) === shapeOf(read.path);
}

/** Whether an operation is about what a read shows, which was there before: it is at the path of that, or below it. */
export function isOfGiven({ path }: Pick<OperationModel, "path">, read: OperationModel): boolean {
  const [own, given] = [shapeOf(path), shapeOf(read.path)];
  return own === given || own.startsWith(`${given}/`) || own.startsWith(`${given}:`);
}

/** The path that a read of one thing is right below: `/exports` of `/exports/{id}`. */
export function pathAbove({ path }: OperationModel): string | undefined {
  return /^(.*)\/\{[^{}/]*\}\/?$/u.exec(path)?.[1];
}

/** A path without the slash that may end it. */
export function withoutSlash(path: string): string {
  return path.replace(/\/$/u, "");
}

/** A path without the names of its parameters. */
export function shapeOf(path: string): string {
  return withoutSlash(path).replaceAll(/\{[^{}/]*\}/gu, "{}");
}

/** Whether a text has the path of another operation: `GET /queue/{id}`. */
export function namesOther(text: string, { path }: OperationModel): boolean {
  const paths = text.match(/\/[\w./-]{1,200}\{\w{1,60}\}/gu) ?? [];
  return paths.some((one) => !path.endsWith(one));
}
