import { withoutDenials } from "../../../../text/without-denials.js";
import { SENTENCES } from "../sentences.js";

/** A part of a scope has a letter: `8080` of `localhost:8080` and `30` of `10:30` have none. */
const PART = "(?=[\\w.-]{0,99}[A-Za-z])[\\w.-]{1,100}";

/** The form of a scope: `pets:read`, `pets:*`. */
const SCOPE = `(?<![\\w:/@])(?!(?:arn|data|https?|mailto|tel|urn):)${PART}(?::(?:${PART}|\\*(?!\\*))){1,5}(?![\\w:])`;

/** Names in code marks or quotes: one, or a list of them. */
const MARKED = "[`\"'“‘]([\\w.:*/, -]{1,400})[`\"'”’]";

const NAME = `(?:${MARKED.replace(/[()]/g, "")}|${SCOPE})`;

/** Words of what a scope lets its owner do: one of them starts or ends a name that other words than "scope" call so. */
const ACTS = new Set(
  "access admin approve cancel create delete edit execute export import invoke list manage modify publish read readonly readwrite run send submit update upload use view write *".split(
    " ",
  ),
);

/** A name of parts: `pets:read`, `pets.read`, `write_pets`. */
const PARTED = /^[A-Za-z][\w-]{0,99}(?:[.:_][\w*-]{1,100}){1,5}$/u;

/** Whether a name says what it lets its owner do, and to what: not `read_only`. */
function isGrant(name: string): boolean {
  const parts = name.toLowerCase().split(/[.:_]/u);
  const isAct = (part = "") => ACTS.has(part);
  return (
    PARTED.test(name) &&
    (isAct(parts[0]) || isAct(parts.at(-1))) &&
    !parts.every((part) => isAct(part) || part === "only")
  );
}

/** The same of a name with a colon before what it lets do: `update_mask` and `order.update` can be fields. */
function isClearGrant(name: string): boolean {
  return name.includes(":") && endsWithAct(name, ":");
}

/** Whether a name has the form of a scope. */
function isWhole(name: string): boolean {
  return WHOLE.test(name);
}

function endsWithAct(name: string, mark: string): boolean {
  return isGrant(name) && ACTS.has(name.toLowerCase().split(mark).slice(1).at(-1) ?? "");
}

/** What is between two names of a list. */
const BETWEEN =
  "(?:\\s{0,3}(?:,|&|\\|{1,2}|\\/)\\s{0,3}(?:(?:and|or)\\s)?|\\)?\\s(?:and|or|plus|as\\swell\\sas)\\s(?:(?:either|(?:any|one) of)\\s)?\\(?|\\s{1,3}(?:[-*]\\s)?)";

const LIST = `(${NAME}(?:${BETWEEN}${NAME}){0,20})`;

/** The word, and not a field of that name. */
const WORD = "(?<![`\"'\\w-])(?:scopes?|abilit(?:y|ies))\\b";

/** "**Scopes:** `pets:read` `pets`", "Scope (required): pets:read" */
const LABELLED = new RegExp(
  `${WORD}(?:\\s\\(?\\w{1,20}\\)?)?[*_]{0,3}[:=][\\s*_]{0,8}(?:[-*]\\s)?\\(?${LIST}`,
  "giu",
);

/** "the scope `pets:read`", "the `pets:read` scope", "hasAuthority('SCOPE_pets:read')" */
const CALLED: readonly RegExp[] = [
  new RegExp(`${WORD}(?:\\s(?:is|are|named|of))?[\\s(*_]{1,4}${LIST}`, "giu"),
  new RegExp(`${LIST}\\s(?:\\w{1,20}\\s)?${WORD}`, "giu"),
  /\bSCOPE_([\w.*:-]{1,200})/gu,
];

/** Other words for what a token grants. */
const GRANT = "(?:permissions?|authorit(?:y|ies)|privileges?|(?:access\\s)?rights?|access|grants?|roles?)";

/** Those of what a caller alone has: beside them, each name in the form of a scope is one. A role of another form, `ADMIN`, is of a person. */
const PERMISSION = "(?:permissions?|authorit(?:y|ies)|privileges?|roles?)";

const NEEDS = "\\b(?:requir(?:es?|ed|ing)|needs?|needed|must\\shave)[\\s:*_]{1,4}";
const ARTICLES =
  "(?:(?:access|all|an?|any|both|either|following|oauth(?:2|\\s2(?:\\.0)?)?|of|one|the|token)\\s){0,4}";

/** The word alone: an ability may be one of what a contract is about. */
const SCOPES = "(?<![`\"'\\w-])scopes?\\b";

/** What says that a scope is needed: then a name of any form in code marks is one. "Requires the `write` scope", "needs scope `admin`" */
const NEEDED: readonly RegExp[] = [
  new RegExp(
    `${NEEDS}${ARTICLES}${LIST}\\s(?:(?:access|api|auth|oauth2?|permission|token)\\s)?${SCOPES}`,
    "giu",
  ),
  new RegExp(`${NEEDS}${ARTICLES}${SCOPES}(?:\\s(?:named|of))?[\\s:*_(]{1,4}${LIST}`, "giu"),
];

/** The same of a plain word: behind a label, "Requires OAuth scope: write"; without one, where it is known, "Needs the scope write." */
const PLAIN = new RegExp(
  `${NEEDS}${ARTICLES}${SCOPES}[*_]{0,2}(?:\\s?([:=]))?[*_]{0,2}\\s{1,2}[*_]{0,2}(?!(?:all|anonymous|any|default|depends|no|none|not|optional|public|see|the|unchanged|undocumented|unknown|varies)\\b)([a-z][\\w.-]{1,60})[*_]{0,2}(?=\\s{0,2}(?:[.;)]|$))`,
  "gimu",
);

/** What names a grant by another word, or by none; and whether a name there is one. */
const GRANTED: readonly { readonly pattern: RegExp; readonly isOne: (name: string) => boolean }[] = [
  // "Permission: `pets:read`", "**Required privileges:** `pets.read`"
  {
    pattern: new RegExp(
      `(?:^|[.;!?]\\s)[\\s*_>-]{0,6}(?:(?:minimum|needed|required)\\s)?${GRANT}(?:\\s\\(?(?:needed|required)\\)?)?[*_]{0,3}\\s?[:=][\\s*_(]{0,8}(?:[-*]\\s)?${LIST}`,
      "gimu",
    ),
    isOne: isGrant,
  },
  // "Requires authority `pets.read`", "needs the `pets.read` permission", "the `pets.read` right is needed"
  {
    pattern: new RegExp(`${NEEDS}${ARTICLES}${GRANT}(?:\\s(?:named|of))?[\\s:*_(]{1,4}${LIST}`, "giu"),
    isOne: isGrant,
  },
  { pattern: new RegExp(`${NEEDS}${ARTICLES}${LIST}\\s${GRANT}\\b`, "giu"), isOne: isGrant },
  {
    pattern: new RegExp(`${LIST}\\s${GRANT}\\s(?:is|are)\\s(?:needed|required)\\b`, "giu"),
    isOne: isGrant,
  },
  // "`pets:audit` permission is required"
  {
    pattern: new RegExp(`${LIST}\\s${PERMISSION}\\s(?:is|are)\\s(?:needed|required)\\b`, "giu"),
    isOne: isWhole,
  },
  // "Required permission: pets:audit", "needs the `pets:audit` privilege", "Required role: pets:auditor"
  {
    pattern: new RegExp(`${NEEDS}${ARTICLES}${PERMISSION}(?:\\s(?:named|of))?[\\s:*_(]{1,4}${LIST}`, "giu"),
    isOne: isWhole,
  },
  { pattern: new RegExp(`${NEEDS}${ARTICLES}${LIST}\\s${PERMISSION}\\b`, "giu"), isOne: isWhole },
  // "Requires `pets:read`.", "Guarded by `pets:read`", "callers with `pets:read`"
  {
    pattern: new RegExp(
      `(?:${NEEDS}|\\bonly\\s(?:for|with)\\s|\\b(?:guarded|protected|secured)\\s(?:by|with)\\s|\\b(?:callers?|clients?|tokens?)\\swith\\s)${ARTICLES}${LIST}(?=\\s?(?:[.,;)]|$|\\n|\\b(?:and|only|or|to)\\b))`,
      "giu",
    ),
    isOne: isClearGrant,
  },
  {
    pattern:
      /(?<!!\s?|\bnot\s)\bhas(?:Any|All)?(?:Authority|Authorities|Permissions?|Scopes?)\(([^)]{1,400})\)/gu,
    isOne: (name) => isWhole(name) || isGrant(name),
  },
  {
    pattern: /(?<!!\s?|\bnot\s)\bhas(?:Any|All)?Roles?\(([^)]{1,400})\)/gu,
    isOne: isGrant,
  },
  // "**Auth policies**: pets:read"
  {
    pattern: new RegExp(
      `(?:^|[.;!?]\\s)[\\s*_>-]{0,6}auth(?:ori[sz]ation)?\\s(?:policy|policies)[*_]{0,3}\\s?[:=][\\s*_(]{0,8}(?:[-*]\\s)?${LIST}`,
      "gimu",
    ),
    isOne: isClearGrant,
  },
  // "The token lacks pets:read."
  {
    pattern: new RegExp(
      `\\b(?:callers?|clients?|credentials?|keys?|tokens?)\\slacks?\\s${ARTICLES}${LIST}(?=\\s?(?:[.,;)]|$|\\n|\\bor\\b))`,
      "giu",
    ),
    isOne: isClearGrant,
  },
  // What starts or ends a summary: "[pets:read] Lists pets", "Lists pets [pets:read]"
  { pattern: new RegExp(`^\\[${LIST}\\]\\s(?=\\S)`, "gmu"), isOne: isClearGrant },
  { pattern: new RegExp(`\\[${LIST}\\]$`, "gmu"), isOne: isClearGrant },
];

const NAMES = new RegExp(`${MARKED}|(${SCOPE})`, "giu");
const WHOLE = new RegExp(`^${SCOPE}$`, "iu");

/**
 * The names that a text calls scopes: those of a list with a label; beside the word, those in the form of a scope; beside another word for
 * what a token grants, those that say what they let it do.
 *
 * @param known - names that are scopes in any form
 */
export function calledScopes(written: string, known: ReadonlySet<string>): readonly string[] {
  const text = withCodeMarks(written).replace(/(?:!\s?|\bnot\s)has\w{1,20}\([^()]{0,200}\)/gu, "");
  const called = CALLED.flatMap((one) => namesIn(text, one));
  const granted = GRANTED.flatMap(({ pattern, isOne }) =>
    namesIn(text, pattern).filter((name) => known.has(name) || isOne(name)),
  );
  return [
    ...namesIn(text, LABELLED),
    ...NEEDED.flatMap((one) => namesIn(text, one)),
    ...[...text.matchAll(PLAIN)].flatMap(([, label, name = ""]) =>
      label !== undefined || known.has(withoutEnd(name)) ? [withoutEnd(name)] : [],
    ),
    ...called.filter((name) => known.has(name) || WHOLE.test(name) || isGrant(name)),
    ...granted,
  ];
}

/** Words of what can have a name in the form of a scope as well. */
const OF_OTHERS =
  /\b(?:channels?|emits?|events?|fields?|messages?|parameters?|queues?|sends?|topics?|webhooks?)\b/iu;

/** The scopes of sentences that call one so, and go on with others: "Search needs `deals:read`, import `deals:write`". */
export function joinedScopes(written: string): readonly string[] {
  return withCodeMarks(written)
    .split(SENTENCES)
    .flatMap((sentence) => {
      if (OF_OTHERS.test(sentence) || !calledScopes(sentence, new Set()).some(isClearGrant)) return [];
      const marked = [...sentence.matchAll(new RegExp(MARKED, "gu"))];
      return marked.flatMap(([, names = ""]) => namesOf(names)).filter(isClearGrant);
    });
}

function withCodeMarks(text: string): string {
  return text.replace(/<\/?(?:code|tt)>/giu, "`");
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
  return others.length === 0
    ? [withoutEnd(name)]
    : [name, ...others].map(withoutEnd).filter((one) => WHOLE.test(one) || isGrant(one));
}

/** A name without the end of its sentence, and without what Spring Security writes before a scope. */
function withoutEnd(name: string): string {
  return name.replace(/^SCOPE_|[.:/]{1,3}$/gu, "");
}

/** The names that a section of a text lists, where it is about scopes or about what else a token grants. */
export function listedScopes(written: string): readonly string[] {
  const section = withCodeMarks(written);
  if (ABOUT.test(section))
    return namesOfSection(section, ABOUT).filter((name) => WHOLE.test(name) || endsWithAct(name, "."));
  if (!ABOUT_GRANTS.test(section)) return [];
  return namesOfSection(section, ABOUT_GRANTS).filter(isClearGrant);
}

function namesOfSection(section: string, about: RegExp): readonly string[] {
  const marked = [...withoutDenials(section).matchAll(new RegExp(MARKED, "gu"))];
  return [...marked.flatMap(([, one = ""]) => namesOf(one)), ...tabledNames(section, about)];
}

/** What starts an item of a list. */
const ITEM = /^\s{0,12}(?:[-*+]|\d{1,2}[.)])\s+[*_]{0,3}(?=(\S{1,200}))/u;

/** The names in the column of a table whose header is about them, and those that start the items of a list below such a line. */
function tabledNames(text: string, about: RegExp): readonly string[] {
  const found: string[] = [];
  let column: number | undefined;
  let isAbout = false;
  for (const line of text.split("\n").filter((one) => /\S/u.test(one))) {
    const cells = /^\s*\|/u.test(line) ? line.split("|").slice(1) : undefined;
    const item = cells === undefined ? ITEM.exec(line)?.[1] : undefined;
    if (cells !== undefined && column === undefined) column = cells.findIndex((cell) => about.test(cell));
    else if (cells !== undefined) found.push(bare(cells[column ?? -1]));
    else column = undefined;
    if (cells === undefined && item === undefined) isAbout = about.test(withoutDenials(line));
    if (item !== undefined && isAbout) found.push(bare(item));
  }
  return found;
}

const ABOUT = /\b(?:scopes?|abilit(?:y|ies))\b/iu;

const ABOUT_GRANTS = new RegExp(`\\b${GRANT}\\b`, "iu");

/** A name without the marks of text and the end of a clause. */
function bare(text = ""): string {
  return text.trim().replace(/^[`*_"']{1,4}|[`*_"':,;.]{1,5}$/gu, "");
}
