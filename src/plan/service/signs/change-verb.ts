import type { OperationModel } from "../../../model/api-model.js";
import { nameBeforeAction } from "../../../openapi/operations.js";
import { isPlural } from "../../../text/nouns.js";
import { words } from "../../../text/words.js";
import { runsWithoutToken } from "../credentials/token-endpoints.js";
import type { SchemaReader } from "../schema-reader.js";
import { isChange, isReading, leadingChange, verbsOf } from "../traits/pagination/only-reads.js";

/** Verbs that change something, and that say too little where a client is made by them: what is released may be a list. */
const MORE_CHANGES = new Set([
  ...[
    "accept",
    "advance",
    "allocate",
    "anonymise",
    "anonymize",
    "associate",
    "change",
    "clear",
    "complete",
    "confirm",
    "deploy",
  ],
  ...["dismiss", "duplicate", "edit", "expire", "fork", "grant", "initiate", "install", "invite", "issue"],
  ...["join", "launch", "leave", "link", "notify", "overwrite", "patch", "pause", "pin", "place"],
  ...["promote", "provision", "push", "rebuild", "refresh", "release", "rename", "reopen", "reorder"],
  ...["resend", "restore", "resume", "retry", "schedule", "share", "store", "submit", "switch", "sync"],
  ...["toggle", "trigger", "unarchive", "unassign", "unban", "unlink", "unpause", "unpin", "upload"],
]);

/** What only looks at something, whatever word follows: `validateUpdate`, `previewImport`. */
const LOOKS = /^(?:calculate|check|estimate|preview|simulate|test|validate|verify)$/u;

/** What a text has before its verb: "Use this method to", "This endpoint allows you to". */
const OPENING =
  /^\W{0,20}(?:(?:please\s)?(?:call|use)\s(?:the|this)\s(?:\S{1,100}\s){0,2}?(?:api|call|endpoint|function|method|operation|request|resource|service)(?:\scall)?\sto\s|(?:the|this)\s(?:\S{1,100}\s){0,2}?(?:api|call|endpoint|function|method|operation|request|resource|service)(?:\scall)?\s(?:(?:is|can\sbe)\sused\sto\s|(?:allows|enables|lets)\s(?:\w{1,20}\s){1,3}?(?:to\s)?|will\s)?|allows?\s(?:\w{1,20}\s){1,3}?to\s)/iu;

/**
 * The verb of what a POST does to something: one that begins its text, begins or ends its name, or that each set of its scopes is for. An
 * operation that gives a token issues one each time.
 */
export function changeVerb(operation: OperationModel, reader: SchemaReader): string | undefined {
  const { summary = "", description = "", security } = operation;
  const texts = [summary, description].map(textVerbs);
  const hasTextOfRead = texts.some((stems) => stems.some(looks));
  return (
    leadingChange(operation) ??
    texts.find((stems) => stems.some(isAnyChange))?.[0] ??
    nameVerb(operation) ??
    (hasTextOfRead ? undefined : methodVerb(operation)) ??
    (issuesToken(operation, reader) ? "issue" : undefined) ??
    (security.length > 0 && security.every(areToWrite) ? "write" : undefined)
  );
}

/** Verbs after which a thing is as it was: what they make, tell or take is another one. */
const LEAVES = new Set([
  ...["add", "attach", "book", "buy", "charge", "copy", "create", "duplicate", "fork", "generate", "import"],
  ...[
    "insert",
    "invite",
    "issue",
    "notify",
    "pay",
    "post",
    "publish",
    "purchase",
    "push",
    "refund",
    "register",
  ],
  ...["resend", "send", "share", "store", "submit", "subscribe", "upload"],
]);

/** Verbs that are nouns as well, of what may be made below a thing: the text or the name of an operation has to use them as verbs. */
const NOUNS = new Set([
  ...["block", "change", "clone", "edit", "export", "fork", "install", "issue", "launch", "link", "lock"],
  ...["merge", "move", "order", "patch", "pin", "place", "provision", "push", "release", "report", "request"],
  ...["restore", "retry", "review", "run", "schedule", "set", "switch", "sync", "test", "transfer"],
  ...["trigger", "update", "upgrade"],
]);

/** The path of what a change is made to: `/jobs/{id}` of `POST /jobs/{id}/disable` and of `POST /jobs/{id}:disable`. */
export function itemPath({ method, path }: OperationModel): string {
  return (method === "POST" ? /^(.*\})[/:][^{}/]+$/u.exec(path)?.[1] : undefined) ?? path;
}

/**
 * Whether a POST changes the thing that its path leads to, and makes nothing below it: nothing else has its path, and its last segment is a
 * verb. Where that may be a noun (`release-notes`, `launch`), it ends with no plural, and the text or the name begins with the same verb.
 */
export function changesItem(
  operation: OperationModel,
  byPath: ReadonlyMap<string, readonly OperationModel[]>,
): boolean {
  const { path, summary = "", description = "" } = operation;
  if (path === itemPath(operation) || byPath.get(path)?.length !== 1) return false;
  const segment = words(/[^/:]*$/u.exec(path)?.[0] ?? "");
  const [verb = ""] = segment;
  const isMade = segment.length > 1 && isPlural(segment);
  if (!isAnyChange(verb) || LEAVES.has(verb) || isMade) return false;
  if (segment.length === 1 && !NOUNS.has(verb)) return true;
  const firsts = namesOf(operation).map((all) => all[0] ?? "");
  const named = firsts.slice(0, 1).some(isAnyChange) ? firsts.slice(0, 1) : firsts;
  return [named, textVerbs(summary), textVerbs(description)].some((verbs) => verbs.includes(verb));
}

/** Characters of a text that are searched. */
const LONGEST = 1000;

/** What the first verb of a text may be a form of. */
function textVerbs(text: string): readonly string[] {
  return verbsOf(text.slice(0, LONGEST).replace(OPENING, ""));
}

/**
 * The verb of a change that an operationId begins or ends with, also without the class and the action that a framework adds:
 * `CratesController_addCrate`, `crates#create`, `crateCreate`. Behind a verb of a read it is a noun, unless it is a second verb: `getUpdate`,
 * `find_or_create`.
 */
function nameVerb(operation: OperationModel): string | undefined {
  const names = namesOf(operation);
  const [firsts, lasts] = [0, -1].map((at) => names.map((all) => all.at(at) ?? ""));
  if (firsts === undefined || lasts === undefined) return undefined;
  // `linkTokenGet`
  const isRead = firsts.some(looks) || lasts.some((verb) => OF_READ.test(verb));
  return isRead
    ? names.flatMap((all) => all.filter((_, at) => LINKS.test(all[at - 1] ?? ""))).find(isAnyChange)
    : [...firsts, ...lasts].find(isAnyChange);
}

/** Last words of the name of a read. */
const OF_READ = /^(?:find|get|query|search)$/u;

/** Words before a second verb. */
const LINKS = /^(?:and|or|then)$/u;

/** The words of an operationId, and those of its last part. */
function namesOf({ operationId = "", method }: OperationModel): readonly (readonly string[])[] {
  const own = nameBeforeAction(operationId, method);
  // A framework ends no name behind `or`.
  if (own.length > 0 && !LINKS.test(own.at(-1) ?? "")) return [own];
  const lasts = [/\W+/u, /[\W_]+/u].map((between) =>
    operationId.split(between).findLast((part) => part !== ""),
  );
  return [operationId, ...lasts].map((part) => words(part ?? ""));
}

/** The verb of a change that the method is called by; of a longer name, where the operationId has the same verb, or none of its own. */
function methodVerb(operation: OperationModel): string | undefined {
  const { operationId = "", name, method } = operation;
  const [verb = "", ...others] = words(name.method);
  const isOpen =
    operationId === "" ||
    nameBeforeAction(operationId, method).length > 0 ||
    namesOf(operation).some((all) => all[0] === "post" || all.at(-1) === "post");
  const isOwn = others.length === 0 || words(operationId).includes(verb);
  return isAnyChange(verb) && (isOpen || isOwn) ? verb : undefined;
}

/** Paths of operations that give a token: their names and texts need not say it. */
const OF_TOKEN = /\/(?:token|log[-_]?in|sign[-_]?in)\/?$/iu;

/** Whether an operation gives its caller a token: not what the end of its path only reads. */
function issuesToken(operation: OperationModel, reader: SchemaReader): boolean {
  const { path } = operation;
  if (OF_TOKEN.test(path)) return true;
  return !OF_READ.test(path.split("/").at(-1) ?? "") && runsWithoutToken(operation, reader) !== "no";
}

/** Whether a verb is of a read, or only looks at something. */
function looks(verb: string): boolean {
  return isReading(verb) || LOOKS.test(verb);
}

/** Whether a verb is of a change, or of one that is made once more: `resubmit`. */
function isAnyChange(verb: string): boolean {
  const again = /^re-?(\w{4,20})$/u.exec(verb)?.[1] ?? "";
  return [verb, again].some((one) => MORE_CHANGES.has(one) || isChange(one)) || again === "test";
}

/** Whether one set of scopes has a scope for writing: `crates:write`, `write_crates`. */
function areToWrite(alternative: OperationModel["security"][number]): boolean {
  return alternative.some(({ scopes }) =>
    scopes.some((scope) => {
      const all = words(scope);
      return all.includes("write") && !all.includes("read");
    }),
  );
}
