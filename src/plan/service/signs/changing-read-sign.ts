import type { OperationModel } from "../../../model/api-model.js";
import { singularWord } from "../../../text/nouns.js";
import { words } from "../../../text/words.js";
import { withoutSubject } from "../operation-subject.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/** Verbs of operations that change something, and that contracts have as a GET. */
const VERBS: ReadonlySet<string> = new Set(
  "activate add approve assign cancel create deactivate delete destroy disable enable insert purge reboot remove rename resend restart revoke send submit terminate trigger unassign unsubscribe update".split(
    " ",
  ),
);

/** More of them, which are nouns, too: "Stop details" of `/stop`. They count with what they are done to. */
const NOUNS: ReadonlySet<string> = new Set("execute fork invoke reset start stop".split(" "));

/** Those that no read does to what its path names, whatever else it is called. */
const ENDS: ReadonlySet<string> = new Set(
  "cancel deactivate delete destroy purge remove resend revoke terminate".split(" "),
);

/** Verbs of an operationId that is of a read, whatever its text begins with: `getSend`, `listDeleteRequests`. */
const READS = /^(?:check|count|describe|fetch|find|get|list|read|retrieve|search|show|view)$/u;

/** What follows a verb that is done to something: "Update an existing view". "Update history" is a noun. */
const OBJECT = /^\W*\w+\s(?:all|an?|any|each|every|existing|it|its|one|the|their|these|this|those|your)\b/iu;

/** What reads do, too: "Starts a search", "Executes the query". */
const OF_SEARCH = /^\W*\w+\s(?:[\w-]+\s){1,3}?(?:look-?ups?|quer(?:y|ies)|search(?:es)?)\b/iu;

/** "Get or create a cart": the words before the verb of a change. */
const OR_CREATE =
  /^\W*(?:fetch|find|get|load|retrieve)(?:e?s)?\s(?:[\w-]+\s){0,4}or\s(?:to\s)?creates?\s(?:an?|it|new|one|the)\b/iu;

/** What a read makes that lets a caller in: an earlier one may end with it. "Generates a new temporary token"; "Issues by token" are things. */
const MAKES_ACCESS =
  /^\W*(?:creates?|generates?|issues?(?=\s(?:an?|it|new|the|your)\s|\s(?:access|refresh|session)\stoken(?:\W*$|[.,;]|\s(?:and|for|to)\b))|re-?generates?|renews?|rotates?)\s(?:(?!(?:by|for|from|in|of|using|via|with)\b)[\w-]+\s){1,4}?(?:(?:access|api|secret)\s?keys?|passwords?|tokens?)\b(?!\s(?:claims?|fields?|lists?|reports?|schemas?|statistics|usage))/iu;

/** What is made so for the caller alone, and kept nowhere: a word that is drawn, or what a page sends back. */
const KEPT_NOWHERE =
  /^\W*(?:creates?|generates?|issues?)\s(?:(?:[\w-]+\s){0,3}?(?:anti-?forgery|c?srf|xsrf|random|sample|strong)|(?:[\w-]+\s){0,2}?passwords)\b/iu;

/** What keeps it nevertheless, or gives it to others: "and stores it for the user", "and sends it by e-mail". */
const THEN_KEPT =
  /(?:\b(?:and|then)|,)\s(?:e-?mails?|saves?|sends?|stores?)\s(?:it|the(?:\s[\w-]+){1,2}|them)\b(?!\s(?:back|(?:as|in)\s(?:an?|the)\s(?:[\w-]+\s)?(?:cookie|header|response|session)|(?:on|to)\s(?:the|your)\s(?:browser|caller|client|clipboard))\b)/iu;

/** Whether a text says that a read makes what lets a caller in, and that is kept. */
function makesAccess(text: string): boolean {
  return MAKES_ACCESS.test(text) && (!KEPT_NOWHERE.test(text) || THEN_KEPT.test(text));
}

/** A thing out in the world. */
const THING =
  "(?:boilers?|cameras?|cars?|chargers?|controllers?|devices?|doors?|drones?|gateways?|lights?|locks?|machines?|meters?|phones?|printers?|pumps?|robots?|routers?|sensors?|switch(?:es)?|terminals?|thermostats?|trackers?|valves?|vehicles?)";

/** What is done to it, or to a person: "Force a device to send its data", "Forces the user to log out", "Validate a phone number by calling it". */
const DOES_OUTSIDE = new RegExp(
  `^\\W*(?:(?:commands?|forces?|instructs?)\\s(?:an?|one|the|this|your)\\s(?:[\\w-]+\\s){0,2}?${THING}\\sto\\s(?!be\\b)[a-z]{2,20}\\b|forces?\\s(?:all|an?|the|this)\\s(?:[\\w-]+\\s){0,2}?(?:members?|persons?|users?)\\sto\\s(?:log|sign)[\\s-]?(?:off|out)\\b|forces?\\s(?:an?\\s|the\\s)?(?:log|sign)-?(?:off|out)\\sof\\b|(?:[\\w-]+\\s){1,5}?phone\\s(?:[\\w-]+\\s){0,5}?by\\s(?:calling|dialing|dialling|ringing|texting)\\s(?:it|the|them)\\b)`,
  "iu",
);

/** Two changes between which a request chooses, and what they are done to: "Activate/deactivate the plan", "Add or remove tags". */
const EITHER =
  /^\W*(?<first>\w{2,20})(?:\s?\/\s?|\s(?:and|or)\s)(?<second>\w{2,20})\s(?![^.]{0,40}\b(?:forms?|history|logs?|options?|requests?|settings?|status)\b)\w/iu;

/** The first of two changes that a text begins with. */
function eitherChange(text: string): string | undefined {
  const { first = "", second = "" } = EITHER.exec(text)?.groups ?? {};
  const stems = [first, second].map((word) => stemOf(word.toLowerCase()));
  return stems.every((stem) => VERBS.has(stem)) ? stems[0] : undefined;
}

/** Characters of a text that are looked at. */
const LONGEST = 200;

/**
 * A GET that does something, by two of its text, its operationId and its path: `GET /messages/send`, "Send a message"; or by a text alone that
 * says it removes what its path names, or may create what it gets. RFC 9110 section 9.2.1 says that a GET only reads, and clients send it again.
 */
export function changingReadSign({ operation, traits: { safe } }: SignSource): LostSign | undefined {
  if (operation.method !== "GET" || safe === undefined || safe.decidedBy === "configuration")
    return undefined;
  const { summary = "", description = "" } = operation;
  // Under a summary of a read, the description may be about what that reads.
  const mayChange = summary === "" || !READS.test(firstWord(summary).replace(/s$/u, ""));
  const texts = (mayChange ? [summary, description] : [summary]).map((text) =>
    withoutSubject(text.slice(0, LONGEST)),
  );
  const shown = texts.map((text) => twoOf(operation, text)).find((one) => one !== undefined);
  const verb = shown === undefined ? texts.map((text) => onlyText(operation, text)).find(isVerb) : undefined;
  if (shown === undefined && verb === undefined) return undefined;
  return {
    operation,
    trait: "safe",
    rule: "trait/safe-change",
    shown: shown ?? `its text has "${verb ?? ""}", as that of a change does`,
    missing: "GET is a method that only reads (RFC 9110 section 9.2.1)",
    lines: operationLines(operation, ["safe: false"]),
    meant: operationLines(operation, ["safe: true"]),
  };
}

function isVerb(verb: string | undefined): verb is string {
  return verb !== undefined;
}

/** What a text, an operationId and a path say of a deed, where two of them name it. */
function twoOf(
  { operationId = "", path, description = "" }: OperationModel,
  text: string,
): string | undefined {
  const inText = stemOf(firstWord(text));
  // `sends` of a path are things: in the text, the verb may be "Sends".
  const inPath = verbsIn(path);
  const inId = idVerb(operationId);
  const isRead = /^\W*(?:gets?|returns?)\b/iu.test(description);
  const isDone = OBJECT.test(text) && !OF_SEARCH.test(text);
  const found = [inText, inId].find((verb) => {
    const isOfText = verb === inText;
    if ([isOfText, verb === inId, inPath.has(verb)].filter(Boolean).length < 2) return false;
    if (NOUNS.has(verb))
      return (isOfText && isDone) || (verb === inId && !isRead && isDoneToPath(operationId, path));
    // A text that only repeats the name adds nothing.
    return VERBS.has(verb) && (inPath.has(verb) || (isOfText && OBJECT.test(text)));
  });
  if (found === undefined || (READS.test(inId) && !OBJECT.test(text))) return undefined;
  const where = [found === inText ? "text" : "operationId", inPath.has(found) ? "path" : "operationId"];
  return `its ${where.join(" and ")} have "${found}", as those of a change do`;
}

/** The verb of a change that a text alone shows: of an end of what the path names, or of a create where there is nothing to get. */
function onlyText({ operationId = "", path }: OperationModel, text: string): string | undefined {
  if (OR_CREATE.test(text)) return "create";
  if (makesAccess(text) || DOES_OUTSIDE.test(text)) return firstWord(text);
  const verb = stemOf(firstWord(text));
  const isOfEnd = ENDS.has(verb) && OBJECT.test(text) && path.includes("{");
  const found = eitherChange(text) ?? (isOfEnd ? verb : undefined);
  return READS.test(idVerb(operationId)) ? undefined : found;
}

/** The word that an operationId begins with, after the method of one that has several: `GET_DeleteTopic`. */
function idVerb(operationId: string): string {
  return firstWord(operationId.replace(/^GET_/u, ""));
}

/** Whether a name has a verb that a path ends with, and what that is done to: `forkBox` of `/boxes/{box}/fork`. */
function isDoneToPath(operationId: string, path: string): boolean {
  const [verb = "", noun = ""] = words(operationId);
  if (!path.endsWith(`}/${verb}`)) return false;
  const above = words(path.replaceAll(/\{[^{}]*\}/gu, " ")).slice(0, -1);
  return above.map(singularWord).includes(singularWord(noun));
}

/**
 * The verbs that a path has as what is called: `/send`, `/addToGroup`, `/views.update`, `/{id}:cancel`; not `/add-ons`, which are things.
 */
function verbsIn(path: string): ReadonlySet<string> {
  const called = path.split("/").map(
    (segment) =>
      segment
        .replace(/^\{[^{}]*\}:?/u, "")
        .split(".")
        .at(-1) ?? "",
  );
  return new Set(called.filter((one) => /^\w+$/u.test(one)).map(firstWord));
}

/** The word that a name begins with. */
function firstWord(name: string): string {
  return words(name.slice(0, LONGEST))[0] ?? "";
}

/** `delete` of "Deletes". */
function stemOf(word: string): string {
  return (
    [word, word.replace(/es$/u, ""), word.replace(/s$/u, "")].find(
      (stem) => VERBS.has(stem) || NOUNS.has(stem),
    ) ?? word
  );
}
