/** A part of a scope has a letter: `8080` of `localhost:8080` and `30` of `10:30` have none. */
const PART = "(?=[\\w.-]{0,99}[A-Za-z])[\\w.-]{1,100}";

/** The form of a scope: `pets:read`, `pets:*`. */
const SCOPE = `(?<![\\w:/@])(?!(?:arn|data|https?|mailto|tel|urn):)${PART}(?::(?:${PART}|\\*)){1,5}(?![\\w:])`;

/** Names in code marks or quotes: one, or a list of them. */
const MARKED = "[`\"'“‘]([\\w.:*/, -]{1,400})[`\"'”’]";

const NAME = `(?:${MARKED.replace(/[()]/g, "")}|${SCOPE})`;

/** What is between two names of a list. */
const BETWEEN =
  "(?:\\s{0,3}(?:,|&|\\|{1,2}|\\/)\\s{0,3}(?:(?:and|or)\\s)?|\\s(?:and|or)\\s|\\s{1,3}(?:[-*]\\s)?)";

const LIST = `(${NAME}(?:${BETWEEN}${NAME}){0,20})`;

/** The word, and not a field of that name. */
const WORD = "(?<![`\"'\\w-])scopes?\\b";

/** "**Scopes:** `pets:read` `pets`", "Scope (required): pets:read" */
const LABELLED = new RegExp(
  `${WORD}(?:\\s\\(?\\w{1,20}\\)?)?[*_]{0,3}[:=][\\s*_]{0,8}(?:[-*]\\s)?${LIST}`,
  "giu",
);

/** "the scope `pets:read`", "the `pets:read` scope", "hasAuthority('SCOPE_pets:read')" */
const CALLED: readonly RegExp[] = [
  new RegExp(`${WORD}(?:\\s(?:is|are|named|of))?[\\s(*_]{1,4}${LIST}`, "giu"),
  new RegExp(`${LIST}\\s(?:\\w{1,20}\\s)?${WORD}`, "giu"),
  /\bSCOPE_([\w.*:-]{1,200})/gu,
];

const NAMES = new RegExp(`${MARKED}|(${SCOPE})`, "giu");
const WHOLE = new RegExp(`^${SCOPE}$`, "iu");

/**
 * The names that a text calls scopes: those of a list with a label, and, beside the word, those in the form of a scope.
 *
 * @param known - names that are scopes in any form
 */
export function calledScopes(text: string, known: ReadonlySet<string>): readonly string[] {
  const called = CALLED.flatMap((one) => namesIn(text, one));
  return [...namesIn(text, LABELLED), ...called.filter((name) => known.has(name) || WHOLE.test(name))];
}

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, list = ""]) =>
    [...list.matchAll(NAMES)].flatMap(([, marked = "", plain]) =>
      plain === undefined ? namesOf(marked) : [withoutEnd(plain)],
    ),
  );
}

/** A name, or those of a list that have the form of a scope. */
function namesOf(marked: string): readonly string[] {
  const [name = "", ...others] = marked.split(/[\s,]+/u).filter((one) => one !== "");
  return others.length === 0 ? [withoutEnd(name)] : [name, ...others].filter((one) => WHOLE.test(one));
}

/** A sentence may end with a scope. */
function withoutEnd(name: string): string {
  return name.replace(/[.:/]{1,3}$/, "");
}

/** The names in code marks or quotes that have the form of a scope. */
export function markedScopes(text: string): readonly string[] {
  return [...text.matchAll(new RegExp(MARKED, "gu"))].flatMap(([, marked = ""]) =>
    namesOf(marked).filter((name) => WHOLE.test(name)),
  );
}

/** Which of several scopes a call needs. */
export interface ScopeChoice {
  /** Any one of these sets is enough. */
  readonly sets: readonly (readonly string[])[];
  /** Whether the text says it: a list alone does not. */
  readonly isClear: boolean;
}

/** What a text says of the scopes that it names: all, one of them, or nothing; then one counts as enough, as less is claimed so. */
export function scopeChoice(names: readonly string[], text: string): ScopeChoice {
  const plain = text.replace(/\bSCOPE_/g, "");
  const found = names
    .map((name) => ({ name, at: positionOf(name, plain) }))
    .sort((one, other) => one.at - other.at);
  const ends = found.map(({ name, at }) => at + name.length);
  const glues = found.slice(1).map(({ at }, index) => glueOf(plain.slice(ends[index], at)));
  const [first = { at: 0 }] = found;
  const nearby = plain.slice(Math.max(0, first.at - NEAR), (ends.at(-1) ?? 0) + NEAR);
  const each = { sets: found.map(({ name }) => [name]), isClear: true };
  if (names.length === 1 || ONE_OF.test(nearby)) return each;
  if (glues.includes("or") && !glues.includes("and")) return each;
  if (!glues.includes("and")) return { ...each, isClear: false };
  const sets: string[][] = [[]];
  found.forEach(({ name }, index) => {
    if (glues[index - 1] === "or") sets.push([name]);
    else sets.at(-1)?.push(name);
  });
  return { sets, isClear: true };
}

/** Characters around scopes that say which are needed. */
const NEAR = 60;

const ONE_OF = /\bhasAny(?:Authority|Role|Scope)\b|\b(?:any|one|either) of\b/i;

/** Where a name is, and not a longer one. */
function positionOf(name: string, text: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w:]/.test(text.charAt(at - 1)) && !/[\w:]/.test(text.charAt(at + name.length))) return at;
  return text.indexOf(name);
}

/** What joins two scopes: a conjunction, nothing but a mark, or a text of its own, after which both are needed. */
function glueOf(between: string): "and" | "list" | "or" {
  const words = between.slice(0, NEAR).replace(/[`"'“‘”’*_()\s]+/gu, " ");
  if (/^ ?[,;.]? ?(?:or\b|\|)/i.test(words)) return "or";
  return /^ ?[,/-]? ?$/.test(words) && between.length < NEAR ? "list" : "and";
}
