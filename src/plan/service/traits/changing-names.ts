import type { OperationModel } from "../../../model/api-model.js";
import { words } from "../../../text/words.js";

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Verbs of what changes something, in any name or text. */
const CHANGING = set(
  "accept acknowledge acquire activate add allocate append apply approve archive assign attach book buy cancel capture " +
    "charge claim clear close commit complete confirm consume create deactivate decline delete dequeue detach disable discard " +
    "dismiss dispatch edit enable enqueue enroll generate grant import increment insert install invalidate invite issue join " +
    "lease lock mark merge modify move mute pause pay pop promote provision publish purchase purge push redeem refund " +
    "regenerate register reject release remove rename renew reopen replace reschedule reserve reset restart restore resume " +
    "revoke rotate save schedule send share sign snooze start stop store submit subscribe suspend take terminate transfer " +
    "trigger unassign unlock unpublish unsubscribe update upload upsert void vote withdraw write",
);

/** Verbs of what reads, and names of it. */
const READING = set(
  "calculate check compare count describe estimate evaluate fetch filter find get inspect list look lookup preview query " +
    "read retrieve search show suggest validate view",
);

/** Words behind one that is then a noun: "Claim history", "Updates of the order". */
const NOUN_BEFORE =
  /^(?:are|availability|by|check|count|data|details|estimate|events?|for|from|history|in|info|is|list|logs?|lookup|of|on|preview|query|reports?|search|statistics|stats|status|summary|that|to|types?|was|were|which|with)$/i;

/** How a text starts: "Assigns the", "This endpoint atomically assigns the", "Lets you claim a". */
const START =
  /^\W{0,5}(?:(?:it|this (?:api |http )?(?:api|action|call|endpoint|method|operation|request|resource))\s)?(?:(?:will|can be used to|is used to|lets you|allows you to|used to)\s)?(?:\w{1,20}ly\s)?(\w{2,20})\b(?:\s(\w{1,20}))?/i;

/** A verb with what it is done to, at the start of a sentence or of a second predicate: "and assigns them". */
const PREDICATE =
  /(?:[.;:!]\s{1,3}|\n\s{0,8}|\b(?:and|then|it)\s(?:(?:also|then|\w{1,20}ly)\s)?)(\w{2,20}s)\s(?:the|an?|any|all|each|every|it|its|one|them|their|this|these|those)\b/gi;

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** Whether the `operationId` or the end of the path of an operation has a verb of a change. */
export function isNamedChange({ operationId = "", path }: OperationModel): boolean {
  return isChange(verbsOf(operationId)) || isChange(verbsOf(lastName(path)));
}

/** Whether the names, the summary or the description of an operation have a verb of a change. */
export function namesChange(operation: OperationModel): boolean {
  const { summary = "", description = "" } = operation;
  return (
    isNamedChange(operation) || [summary, description].some((text) => isTextOfChange(text.slice(0, LONGEST)))
  );
}

/** The words of an `operationId` that may be its verb: of `DealsController_claimNext`, `deals`, `claim` and `next`. */
export function verbsOf(operationId: string): readonly string[] {
  const all = words(operationId);
  const last = words(operationId.split(/[_./:-]/).at(-1) ?? "");
  return [all[0], last[0], all.at(-1)].filter((word) => word !== undefined);
}

/** Whether verbs are of a read. */
export function areReading(verbs: readonly string[]): boolean {
  return verbs.some((verb) => READING.has(verb));
}

/** A verb of a read beside another word says what that is: a `bookSearch`. */
function isChange(verbs: readonly string[]): boolean {
  return verbs.some((verb) => CHANGING.has(verb)) && !areReading(verbs);
}

function lastName(path: string): string {
  const last = path.split(/[/:]/).at(-1) ?? "";
  return last.includes("{") ? "" : last;
}

function isTextOfChange(text: string): boolean {
  const [, first = "", second = ""] = START.exec(text) ?? [];
  const isName = NOUN_BEFORE.test(second) || (second === "" && !CHANGING.has(first.toLowerCase()));
  if (!isName && isChangingForm(first)) return true;
  return [...text.matchAll(PREDICATE)].some(([, verb = ""]) => isChangingForm(verb));
}

/** "assign", "assigns", "pushes", "applies". */
function isChangingForm(verb: string): boolean {
  const lower = verb.toLowerCase();
  return [lower, lower.replace(/s$/, ""), lower.replace(/es$/, ""), lower.replace(/ies$/, "y")].some((form) =>
    CHANGING.has(form),
  );
}
