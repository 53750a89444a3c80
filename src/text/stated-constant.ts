import { clausesOf, negates } from "./without-denials.js";

/** A text in code marks or quotes. */
const LITERAL = /`([^`\n]+)`|"([^"\n]+)"/gu;

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** What comes before a value that is always the same: "Must be", "is always", "Fixed to", "Constant:". */
const ALWAYS =
  /\b(?:(?:must|shall|has to)\s+(?:always\s+)?(?:be|equal)|always(?:\s+(?:be|equals?))?|fixed(?:\s+(?:to|at))?|constant)\s*(?::\s*)?(?:(?:exactly|set to|the)\s+)*(?:(?:literal|constant|value|string|text|uri|urn)\s+)?$/iu;

/** What makes the value one of several, or one of some requests. */
const OTHERS =
  /\b(?:or|either|if|when|unless|except|otherwise|until|since(?!\s(?:it|this|that|there)\b)|while|was|were|been|formerly|previously|usually|typically|normally|by default)\b/iu;

/** Where one installation has the value, and another may have its own. */
const SOMEWHERE =
  /\b(?:in|on|during)\s(?:\w+\s){0,2}(?:production|sandbox|staging|tests?|testing|development|environments?|mode)\b/iu;

/** What a sentence starts with that is about some requests, or has beside the value. */
const SOMETIMES = /^\W*(?:in|on|at|during|under|by)\b|\b(?:for|where|with)\b/iu;

/** Words by which each caller, or each case, has a value of its own: the one in the text is an example. */
const OWN =
  /\b(?:you|yours?|my|own|callers?|calling|each|every|respective(?:ly)?|corresponding|examples?|e\.g|such)\b/iu;

/** A word for a reader to fill in: `your-app`, `<id>`, `{id}`. */
const FILL_IN = /[<>{}]|\b(?:your|my)\b/iu;

/** What may follow the value of a sentence: a remark in brackets, what the value is, or who defines it. */
const END =
  /^\s*(?:\([^()]*\))?(?:,\s(?:the|an?)\s[^,;]*|,?\s(?:as\s(?:defined|described|registered|specified)|per)\s[^,;]*|[\s.!;]*)$/u;

/** Whether a sentence allows other values than the one it has, or denies it. */
export function allowsOthers(sentence: string): boolean {
  return negates(sentence) || OTHERS.test(sentence) || SOMEWHERE.test(sentence);
}

/**
 * The only value that a description allows: the literal that "Must be `urn:a:b`." and "Is always `x`" end with, or a
 * URN that is all of it. A literal under a
 * condition, beside another, of each caller or in a sentence that denies it does not count.
 *
 * @returns undefined: the description allows others, or says nothing
 */
export function statedConstant(description: string): string | undefined {
  const stated = clausesOf(description.slice(0, LONGEST)).flatMap((clauses) => {
    const sentence = clauses.join("");
    const [first, ...others] = [...sentence.matchAll(LITERAL)];
    if (first === undefined || others.length > 0) return [];
    const before = sentence.slice(0, first.index);
    const after = sentence.slice(first.index + first[0].length);
    const rest = `${before} ${after}`;
    const isAlone = `\`${first[1] ?? ""}\`` === description.trim() && description.startsWith("`urn:");
    if (!(isAlone || ALWAYS.test(before)) || !END.test(after) || allowsOthers(rest)) return [];
    const value = first[1] ?? first[2] ?? "";
    return SOMETIMES.test(rest) || OWN.test(rest) || FILL_IN.test(value) ? [] : [value];
  });
  const [value, ...more] = new Set(stated);
  return more.length === 0 ? value : undefined;
}
