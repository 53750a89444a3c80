import type { SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import { type BodyMember, textOf } from "../body-members.js";
import type { BackgroundOperation } from "../trait.js";

/** Words of a state, the last one of its name: `JOB_STATE_SUCCEEDED`. */
const SUCCEEDED =
  /^(?:succeeded|success|successful|completed?|done|finished|ready|fulfilled|processed|imported|exported)$/;
const FAILED =
  /^(?:fail|failed|failures?|errors?|errored|cancell?ed|aborted|expired|rejected|faulted|crashed|unsuccessful)$/;

/** Further ones, final beside some of those alone: a machine is `ready` or `stopped`, and not a job. */
const ALSO_SUCCEEDED = /^(?:passed|ended|completion)$/;
const ALSO_FAILED =
  /^(?:revoked|timedout|timeout|stopped|terminated|killed|dead|interrupted|skipped)$|^timed out$/;

/** Words of a state in which something still runs or waits. */
const RUNNING =
  /(?<!^warn)ing$|^(?:progress|inprogress|process|queued|enqueued|created|new|accepted|submitted|scheduled|started|received|requested|initiali[sz]ed|initiated|initial|active|open|retry|paused|suspended|delayed|deferred|blocked|hold|held|planned|assigned|claimed|resumed|idle|unspecified|unknown|none|todo|incomplete|unfinished|undefined|prepared|unstarted)$/;

/** Those of them in which something waits until it is continued. */
const PAUSED = /^(?:paused|suspended|blocked)$/u;

/** Words of a state of what callers wait for: an order is `pending` and `processing`, too, but callers do not wait for its end. */
const OF_JOB = /^(?:running|executing|queued|enqueued|starting|progress|inprogress)$/;

/** Words before others of a state that tell that what they name did not happen yet: `PENDING_COMPLETION`, `NOT_READY`. */
const NOT_YET = /^(?:not|pending|awaiting|wait|waiting)$/;

/** Words before others that tell that what they name did not happen: `NO_ERRORS`. */
const NEVER = /^(?:not|no)$/;

/** Words before others that tell that what they name did not come about as a whole. */
const LESS = /^(?:no|not|pending|awaiting|wait|waiting|partial|partially|partly|to)$/u;

/** Names of a member that has a state, where its schema lists none. */
const STATE = /(?:^|_)(?:status|state|phase|stage)$/;

/** The first word of what is of an earlier thing, or of an earlier time. */
const EARLIER = /^(?:prev|previous|prior)(?:_|$)/;

/** Whether a member is called a state: of now, and not `previous_state`. */
export function isStateName(key: string): boolean {
  return STATE.test(key) && !EARLIER.test(key);
}

/** Where a response has the state of a background operation, and who says which states there are. */
export interface FoundStates {
  readonly state: BackgroundOperation["state"];
  /** The schema lists the states, or only texts and examples name them. */
  readonly listed: boolean;
  /** Those that neither end a wait nor, by their words, are of what still runs. */
  readonly unknown: readonly string[];
  /** Those in which it waits until it is continued. */
  readonly paused?: readonly string[];
}

/**
 * The member whose values are states, both of success and of failure: listed by its schema (`enum`, `const`, alternatives, `x-extensible-enum`), else named by
 * its description or examples. The most outward one, by name.
 */
export function findStates(all: readonly BodyMember[], reader: SchemaReader): FoundStates | undefined {
  const members = all.filter(isOfNow);
  for (const { at, schema } of members) {
    const { values = [] } = { ...reader.resolve(schema).doc, ...schema.doc };
    const found = statesAmong(at, [...reader.values(schema), ...values]);
    if (found !== undefined) return { ...found, listed: true };
  }
  for (const { at, key, schema } of members.filter((member) => STATE.test(member.key))) {
    const { kind } = reader.resolve(schema).type;
    const found =
      kind === "string" && key !== "" ? statesAmong(at, describedValues(schema, reader)) : undefined;
    if (found !== undefined) return { ...found, unknown: found.unknown.filter(isSpelt), listed: false };
  }
  return undefined;
}

/** Whether a word of a text is spelt as states alone are: others that it quotes need not be states. */
function isSpelt(word: string): boolean {
  return /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/u.test(word);
}

/** Whether a member is not that of an earlier thing, or of an earlier time: `previous_build.status`, `previousState`. */
export function isOfNow({ path }: BodyMember): boolean {
  return path.every((name) => !EARLIER.test(words(name).join("_")));
}

function statesAmong(member: string, values: readonly unknown[]): Omit<FoundStates, "listed"> | undefined {
  const texts = values.filter((value) => typeof value === "string");
  if (
    !texts.some((value) => ends(value, NOT_YET, SUCCEEDED)) ||
    !texts.some((value) => ends(value, NEVER, FAILED))
  )
    return undefined;
  const { succeeded, failed, ...others } = classifyStates(values);
  return { state: { member, succeeded, failed }, ...others };
}

/** States by what their names say: final ones, and those that no known word ends. */
export function classifyStates(values: readonly unknown[]): {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  readonly unknown: readonly string[];
  readonly paused?: readonly string[];
} {
  const texts = [...new Set(values.filter((value) => typeof value === "string"))];
  const succeeded = texts.filter((value) => ends(value, NOT_YET, SUCCEEDED, ALSO_SUCCEEDED));
  const failed = texts.filter((value) => ends(value, NEVER, FAILED, ALSO_FAILED));
  const isKnown = (value: string) => succeeded.includes(value) || failed.includes(value) || isRunning(value);
  const paused = texts.filter((value) => PAUSED.test(lastWord(value) ?? ""));
  return {
    succeeded,
    failed,
    unknown: texts.filter((value) => value.trim() !== "" && !isKnown(value)),
    ...(paused.length > 0 && { paused }),
  };
}

/** The last word of a state that has come about as a whole: none of `NOT_CANCELLED`, `PENDING_CANCELLED`, `PARTIALLY_CANCELLED`. */
export function lastWord(value: string): string | undefined {
  const parts = decisiveWords(value);
  const isWhole = parts.slice(0, -1).every((word) => !LESS.test(word));
  return isWhole ? parts.at(-1) : undefined;
}

/** Whether a state ends with a word, or with two, and no word before takes that back. */
function ends(value: string, takenBack: RegExp, ...wordings: readonly RegExp[]): boolean {
  const parts = decisiveWords(value);
  if (parts.slice(0, -1).some((word) => takenBack.test(word))) return false;
  const last = parts.slice(-2);
  return wordings.some((wording) => wording.test(last.at(-1) ?? "") || wording.test(last.join(" ")));
}

function isRunning(value: string): boolean {
  const parts = decisiveWords(value);
  const last = parts.at(-1) ?? "";
  const before = parts.slice(0, -1).find((word) => NOT_YET.test(word));
  // What was not found, or did not complete, does not run.
  return RUNNING.test(last) || (before !== undefined && (before !== "not" || last === "ready"));
}

/** Whether a state is that of a job that runs. */
export function isOfJob(value: string): boolean {
  return OF_JOB.test(words(value).at(-1) ?? "");
}

/** The words of a state without what it ended with: `COMPLETED_WITH_WARNINGS`. Errors decide: `COMPLETED_WITH_ERRORS` is a failure. */
function decisiveWords(value: string): readonly string[] {
  const parts = words(value);
  const at = parts.findIndex((word) => /^with(?:out)?$/.test(word));
  const isFailure =
    parts[at] === "with" && parts[at + 1] !== "no" && parts.slice(at).some((word) => FAILED.test(word));
  return at < 1 || isFailure ? parts : parts.slice(0, at);
}

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** The states that the text of a member names, where it names an end of each kind; empty where it does not, or the schema lists them. */
export function textStates({ at, key, schema }: BodyMember, reader: SchemaReader): readonly string[] {
  if (!isStateName(key) || reader.resolve(schema).type.kind !== "string") return [];
  const values = describedValues(schema, reader);
  const texts = values.filter((value) => typeof value === "string");
  return statesAmong(at, values) === undefined ? [] : [...new Set(texts)];
}

/** Words that a description quotes, or lists (`queued, running, succeeded or failed`), and examples. */
function describedValues(schema: SchemaNode, reader: SchemaReader): readonly unknown[] {
  const text = withoutTags(textOf(schema, reader).slice(0, LONGEST));
  const quoted = [...text.matchAll(/[`"'“‘]([\p{L}_][\p{L}\p{N}_-]{0,40})[`"'”’]/gu)].map(([, word]) => word);
  const examples = [...schema.doc.examples, ...reader.resolve(schema).doc.examples];
  if (quoted.length > 0) return [...quoted, ...examples];
  const parts = text.split(/[.;:()]/u).find((part) => part.split(LISTED).length > 2) ?? "";
  const listed = parts.split(LISTED).map((word) => word.trim());
  // "QUEUED - waits, RUNNING - is executed": what is before the mark; a part without one is a state where it is one word.
  const explained = listed.map((word) => EXPLAINED.exec(word)?.[1]);
  const isExplained = explained.filter((word) => word !== undefined).length > 0;
  const states = listed.flatMap((word, at) => explained[at] ?? (/^\S+$/u.test(word) ? word : []));
  return [...(isExplained ? states : listed), ...examples];
}

/** A text without the tags of HTML, of which those of code quote what is between them. */
function withoutTags(text: string): string {
  return text
    .replace(/<\/?(?:code|tt)>/giu, "`")
    .replace(/<\/?[a-z][a-z\d]{0,10}(?:\s[^<>]{0,300})?(?:\/?>|$)/giu, " ");
}

/** A word and what it means: "QUEUED - waits", "queued = it waits". */
const EXPLAINED = /^([\p{L}_][\p{L}\p{N}_-]{0,40})\s?(?:\s[-–—]|=>?|→)\s?\S/u;

/** What separates the words of a list. */
const LISTED = /,\s?(?:or|and)?\s|,|\||\/|\s(?:or|and|→|->)\s/u;

/** Most states that a text names. */
const SHOWN = 8;

/** States in a text: the first ones, and how many more. */
export function quotedList(values: readonly string[]): string {
  const shown = values.slice(0, SHOWN).map((value) => JSON.stringify(value));
  const more = values.length - SHOWN;
  return [...shown, ...(more > 0 ? [`and ${String(more)} more`] : [])].join(", ");
}
