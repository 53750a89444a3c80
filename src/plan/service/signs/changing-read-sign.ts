import { words } from "../../../text/words.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/** Verbs of operations that change something, and that contracts have as a GET. */
const VERBS: ReadonlySet<string> = new Set(
  "activate add approve assign cancel create deactivate delete destroy disable enable insert purge reboot remove rename resend restart revoke send submit terminate trigger unassign unsubscribe update".split(
    " ",
  ),
);

/** Verbs of an operationId that is of a read, whatever its text begins with: `getSend`, `listDeleteRequests`. */
const READS = /^(?:check|count|describe|fetch|find|get|list|read|retrieve|search|show|view)$/u;

/** What follows a verb that is done to something: "Update an existing view". "Update history" is a noun. */
const OBJECT = /^\W*\w+\s(?:all|an?|any|each|every|existing|it|its|one|the|their|these|this|those|your)\b/iu;

/** Characters of a text that are looked at. */
const LONGEST = 200;

/**
 * A GET that does something, by two of its text, its operationId and its path: `GET /messages/send`, "Send a message". RFC 9110 section 9.2.1
 * says that it only reads, and clients send it again.
 */
export function changingReadSign({ operation, traits: { safe } }: SignSource): LostSign | undefined {
  if (operation.method !== "GET" || safe === undefined || safe.decidedBy === "configuration")
    return undefined;
  const { summary = "", description = "", operationId = "", path } = operation;
  const text = (summary === "" ? description : summary).slice(0, LONGEST);
  const inText = stemOf(firstWord(text));
  // `sends` of a path are things: in the text, the verb may be "Sends".
  const inPath = verbsIn(path);
  const inId = firstWord(operationId);
  const found = [inText, inId].find(
    (verb) =>
      VERBS.has(verb) &&
      [verb === inText, verb === inId, inPath.has(verb)].filter(Boolean).length > 1 &&
      // A text that only repeats the name adds nothing.
      (inPath.has(verb) || (verb === inText && OBJECT.test(text))),
  );
  if (found === undefined || (READS.test(inId) && !OBJECT.test(text))) return undefined;
  const where = [found === inText ? "text" : "operationId", inPath.has(found) ? "path" : "operationId"];
  return {
    operation,
    trait: "safe",
    rule: "trait/safe-change",
    shown: `its ${where.join(" and ")} have "${found}", as those of a change do`,
    missing: "GET is a method that only reads (RFC 9110 section 9.2.1)",
    lines: operationLines(operation, ["safe: false"]),
    meant: operationLines(operation, ["safe: true"]),
  };
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
  return [word, word.replace(/es$/u, ""), word.replace(/s$/u, "")].find((stem) => VERBS.has(stem)) ?? word;
}
