import { words } from "../../../../text/words.js";
import { isOfJob } from "../../traits/background/final-states.js";

/*
 * Words by which paths and states are those of work that runs by itself.
 */

/** Last word of the path of what runs by itself: an order may be pending, or fail, too. */
const WORK =
  /^(?:analysis|analyses|(?:backup|build|calculation|conversion|crawl|deployment|export|extraction|generation|import|indexing|job|migration|operation|optimi[sz]ation|render(?:ing)?|report|run|scan|simulation|sync|synchroni[sz]ation|training|transcription|upload)s?)$/u;

/** Whether the path of a start names work that runs by itself; a version may follow: `/import/v2`. */
export function isWork(path: string): boolean {
  return WORK.test(words(path.replace(/\/v\d{1,3}\/?$/u, "")).at(-1) ?? "");
}

/** Whether that may be about what people judge: reports of abuse. */
export function isJudged(path: string): boolean {
  return /^reports?$/u.test(words(path).at(-1) ?? "");
}

/** States of work that no person does: an order is `processing` too. */
const WORKS =
  /^(?:building|converting|encoding|exporting|importing|indexing|preparing|provisioning|rendering|training|transcoding)$/iu;

/** Whether a state is one that only work has that no person does. */
export function isOfMachine(state: string): boolean {
  return isOfJob(state) || WORKS.test(state);
}

/** A state of what people do, too: tasks, games and inspections are in progress. */
const BY_PEOPLE = /^in_?progress$/u;

/** Whether a state is one that only work has, or one that the path of work tells apart from that of what people do. */
export function isOfMachineAt(path: string, state: string): boolean {
  if (!isOfMachine(state)) return false;
  return !BY_PEOPLE.test(words(state).join("_")) || isWork(path) || MORE_WORK.test(words(path).at(-1) ?? "");
}

/** Last words of paths of work that has no such states as people have, and is work only where something is in progress. */
const MORE_WORK =
  /^(?:batch(?:es)?|(?:embedding|evaluation|replication|restore|snapshot|tune|tuning|update)s?)$/u;

/** Whether states are those of what runs by itself, by its path or one of them. */
function isOfWork(path: string, states: readonly string[]): boolean {
  return isWork(path) || states.some(isOfMachine);
}

/** Whether states are those of what runs by itself, and one says that it went wrong. */
export function isRun(path: string, states: readonly string[]): boolean {
  return goesWrong(states) && isOfWork(path, states);
}

const WRONG = /^(?:abort(?:ed)?|crash(?:ed)?|error(?:ed)?|fail(?:ed|ure)?|invalid)$/u;

/** Whether one of some states says that it went wrong. */
export function goesWrong(states: readonly string[]): boolean {
  return states.some((state) => words(state).some((one) => WRONG.test(one)));
}

/** States before and after work that no person does, whose words others have for games and parties alone: `preprocessing`, `finalizing`. */
const STEPS = /^(?:finali[sz]ing|pre_?processing)$/iu;

/** Whether states of which none is a failure are those of what runs by itself. People judge reports. */
export function isUnfailingRun(path: string, states: readonly string[]): boolean {
  return (isOfWork(path, states) && !isJudged(path)) || states.some((state) => STEPS.test(state));
}
