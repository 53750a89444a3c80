import { words } from "../../../../text/words.js";
import { clausesOf } from "../../../../text/without-denials.js";

/** The members and parameters of a contract. */
export interface NamedValues {
  /** Whether a value with this name can be masked: the contract does not list its values. */
  readonly has: (name: string) => boolean;
  /** The names of texts whose words are these, in the singular: `phone` and `phones` of `phone`. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names of texts that are phone numbers, whatever they are called: `contactNumber`. */
  readonly phones: readonly string[];
}

/** Characters of a text that are searched. */
const LONGEST = 100_000;

/** Characters of one sentence. */
const LONGEST_SENTENCE = 1000;

const NOT = "(?:(?:must|should|shall|may|ought|do|does|is|are)\\s?(?:not|n['’]t)(?:\\sto)?|never|cannot)";
const LOGS = "(?:\\w+\\s){0,2}logs?\\b";

/** "`phone` must not be logged": what is before it. */
const NOT_LOGGED = new RegExp(
  `\\s${NOT}\\s(?:ever\\s)?(?:to\\s)?be\\s(?:\\w+,\\s){0,3}(?:(?:\\w+\\s)?or\\s)?(?:logged\\b(?!\\s(?:in|into|on|onto|out)\\b)|(?:written|printed|recorded|stored|shown|included)\\s(?:to|in|into)\\s${LOGS})|\\s(?:(?:must|should|shall|may)\\s?(?:not|n['’]t)|never)\\s(?:ever\\s)?(?:appear|end\\sup|go|land|occur|show\\sup)\\s(?:in|into)\\s${LOGS}|\\sdo(?:es)?\\s?(?:not|n['’]t)\\sbelong\\s(?:in|into)\\s${LOGS}`,
  "iu",
);

/** "`phone` is personal data": what is before it. */
const SENSITIVE =
  /\s(?:is|are|contains?|includes?|may\s(?:contain|include|hold)|holds?)\s(?:highly\s)?(?:sensitive|confidential|PII|personally\sidentifiable|personal\s(?:data|information))\b(?!\s(?:to|for)\b)/iu;

/** What is behind each of these: a value that no log may have, or that is sensitive. */
const BEHIND: readonly RegExp[] = [
  new RegExp(`\\b${NOT}\\s(?:\\w+\\sor\\s)?log\\b(?!\\s(?:in|into|on|onto|out)\\b)(.*)`, "iu"),
  new RegExp(
    `\\b${NOT}\\s(?:write|store|put|record|include|print|output|expose|show)\\s(.{1,300}?)\\s(?:to|in|into)\\s${LOGS}`,
    "iu",
  ),
  new RegExp(`\\b(?:mask|redact|hide|omit|remove|strip|scrub)\\s(.{1,300}?)\\s(?:in|from)\\s${LOGS}`, "iu"),
];

/** "Personal data: `phone`", "Sensitive fields are `phone`" */
const LABELLED =
  /^\W{0,6}(?:highly\s)?(?:sensitive|confidential|personal|PII)(?:\s(?:data|fields?|members?|values?|information|properties|attributes|parameters)){0,2}[*_]{0,3}(?:\s(?:is|are)|\s?[:–—])[*_]{0,3}\s?(`.*)/iu;

/** "Sensitive: access keys, `phone`" */
const LISTED =
  /^\W{0,6}(?:highly\s)?(?:sensitive|confidential|personal|PII)(?:\s(?:data|fields?|members?|values?|information)){0,2}[*_]{0,3}\s?[:–—][*_]{0,3}\s?(?:[\w -]{1,40},\s){1,4}(?:and\s)?(`.*)/iu;

/** "Deals have personal data (`phone`, `email`)" */
const NAMED =
  /(?<!\b(?:any|no|not|without)\s)\b(?:confidential|personal|sensitive)\s(?:data|fields?|information|members?|values?)\s\((`[^`\s]{1,100}`(?:(?:,\s|\s(?:and|or)\s)`[^`\s]{1,100}`){0,9})\)/iu;

/** "`phone` (personal data)" */
const REMARKED =
  /`([^`\s]{1,100})`\s\((?:PII|sensitive|confidential|(?:sensitive|personal)\s(?:data|information))\)/giu;

/** Words behind which a sentence speaks of something else. */
const STOP =
  /;|\b(?:unless|except|if|when|while|because|since|but|instead|use|see|with|without|which|that|via|using)\b/iu;

/** The names of values of which a text says that they are sensitive, or that no log may have them. */
export function sensitiveNames(text: string, values: NamedValues): readonly string[] {
  const sentences = clausesOf(text.slice(0, LONGEST)).map((clauses) =>
    clauses.join("").replace(/\s+/gu, " ").slice(0, LONGEST_SENTENCE),
  );
  const found = sentences.flatMap((sentence, index) => {
    const subjects = before(sentence, NOT_LOGGED);
    // "They must not be logged" is about what the last sentence names.
    const isOfLast = subjects.some((subject) => PRONOUN.test(subject));
    const unlogged = [
      ...(isOfLast ? [sentences[index - 1] ?? ""] : subjects),
      ...BEHIND.flatMap((one) => behind(sentence, one)).flatMap((part) =>
        // "Has phone numbers; do not write them to logs"
        PRONOUN.test(part) ? [sentence, sentences[index - 1] ?? ""] : [part],
      ),
    ];
    const named = [
      ...before(sentence, SENSITIVE).filter((part) => !CONDITION.test(part)),
      ...[LABELLED, LISTED, NAMED].flatMap((one) => behind(sentence, one)),
      ...[...sentence.matchAll(REMARKED)].map(([span]) => span),
    ];
    return [
      ...[...unlogged, ...named].flatMap((part) => spansIn(part, values)),
      ...unlogged.flatMap((part) => phrasesIn(part, values)),
    ];
  });
  return [...new Set(found)];
}

/** Where the part of a sentence starts that a predicate is about. */
const START = /[;:]|\b(?:when|if|unless|whether|where|because|while|but|with|is|are|has|have|contains?)\b/giu;

/** A subject that another sentence names. */
const PRONOUN = /^\W*(?:all\sof\s)?(?:it|them|these|they|this|those)\W*$/iu;

/** A part that says when something holds, and not what. */
const CONDITION = /^(?:when|if|unless|whether|where|while)\b/iu;

/** What a sentence names before a predicate, with the word that this part starts with. */
function before(sentence: string, predicate: RegExp): readonly string[] {
  const found = predicate.exec(sentence);
  if (found === null) return [];
  const subject = sentence.slice(0, found.index);
  const start = [...subject.matchAll(START)].at(-1)?.index ?? 0;
  return [subject.slice(start)];
}

function behind(sentence: string, pattern: RegExp): readonly string[] {
  const [, part = ""] = pattern.exec(sentence) ?? [];
  return [part.split(STOP)[0] ?? ""];
}

/** Names in code marks, the last of a path: `attributes.phone`, `phones[]`. */
function spansIn(part: string, { has }: NamedValues): readonly string[] {
  return [...part.matchAll(/`([^`\s]{1,100})`/gu)].flatMap(([, span = ""]) => {
    const name =
      span
        .replace(/\[\d{0,9}\]/gu, "")
        .split(/[./]/u)
        .at(-1) ?? "";
    return has(name) ? [name] : [];
  });
}

/** Names of texts in plain words: `phone`, `phones`, `contactPhone` and `phoneNumber` of "phone numbers". */
function phrasesIn(part: string, { texts, phones }: NamedValues): readonly string[] {
  const plain = part.replace(/`[^`]{0,100}`/gu, "");
  return [...plain.matchAll(/\b(\p{L}{3,30})[ -](numbers?|address(?:es)?|names?)\b/giu)].flatMap(
    ([, first = "", last = ""]) => {
      const word = first.toLowerCase().replace(/^telephone$/u, "phone");
      const what = singularKey(last.toLowerCase());
      // `contact` of "contact names" is more than a name.
      const keys = what === "name" ? [`${word}_name`] : [word, `${word}_${what}`];
      const named = [...texts].flatMap(([key, names]) =>
        keys.some((one) => key === one || key.endsWith(`_${one}`)) ? [...names] : [],
      );
      return word === "phone" && what === "number" ? [...named, ...phones] : named;
    },
  );
}

/** The words of a name, in the singular: `phone_number` of `phoneNumbers`. */
export function singularKey(name: string): string {
  return words(name)
    .join("_")
    .replace(/addresses$/u, "address")
    .replace(/(?<!s)s$/u, "");
}
