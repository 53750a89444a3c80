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
  const [first = { at: 0 }] = found;
  return choiceOf(
    found.map(({ name }) => name),
    {
      before: plain.slice(Math.max(0, first.at - NEAR), first.at),
      between: found.slice(1).map(({ at }, index) => plain.slice(ends[index], at)),
      after: plain.slice(ends.at(-1), (ends.at(-1) ?? 0) + NEAR),
    },
  );
}

/** A check of Spring Security, and what negates it: `hasAnyAuthority('pets:read', 'pets:write')`. */
const CHECK =
  /(!\s?|\bnot\s)?(?:#oauth2\.)?\bhas(Any|All)?(?:Authority|Authorities|Permission|Role|Scope)s?\(([^()]{1,400})\)/giu;

/**
 * What the checks of an expression in a text need of the scopes that it names.
 *
 * @returns undefined: the text has none; `open`: a person says it, as of a negated check, or of alternatives within others
 */
export function checkedChoice(
  names: readonly string[],
  text: string,
): readonly (readonly string[])[] | "open" | undefined {
  const checks = [...text.matchAll(CHECK)].map(
    ({ 0: { length }, 1: negation, 2: of = "", 3: list = "", index }) => ({
      start: index,
      end: index + length,
      isNegated: negation !== undefined,
      isAny: of.toLowerCase() === "any",
      scopes: list
        .split(",")
        .map((one) => one.replace(/^[\s`"'“‘]+|[\s`"'”’]+$/gu, "").replace(/^SCOPE_/u, "")),
    }),
  );
  const all = checks.flatMap(({ scopes }) => scopes);
  if (!names.some((name) => all.includes(name))) return undefined;
  const glues = new Set(
    checks.slice(1).map(({ start }, index) => checkGlue(text.slice(checks[index]?.end, start))),
  );
  const isChoice = glues.has("or") || checks.some(({ isAny, scopes }) => isAny && scopes.length > 1);
  const isNegated = checks.some((check) => check.isNegated);
  // A summary and a description may name the same one.
  if (!isNegated && new Set([...all, ...names]).size === 1) return [names];
  if (
    isNegated ||
    /(?:!\s?|\bnot\s)\([^()]{0,40}\bhas/iu.test(text) ||
    glues.has("other") ||
    (isChoice && glues.has("and")) ||
    names.some((name) => !all.includes(name)) ||
    // One of the alternatives is a role: no scope alone is needed.
    (isChoice && all.some((one) => !names.includes(one)))
  )
    return "open";
  if (!isChoice) return [names];
  return checks.flatMap(({ isAny, scopes }) => (isAny ? scopes.map((one) => [one]) : [scopes]));
}

/** What joins two checks of an expression. */
function checkGlue(between: string): "and" | "or" | "other" {
  const word = between.replace(/[\s()`"']+/gu, "").toLowerCase();
  if (word === "and" || word === "&&") return "and";
  return word === "or" || word === "||" ? "or" : "other";
}

/** The texts before, between and behind several scopes. */
interface TextParts {
  readonly before: string;
  readonly between: readonly string[];
  readonly after: string;
}

function choiceOf(names: readonly string[], { before, between, after }: TextParts): ScopeChoice {
  const glues = between.map(glueOf);
  const each = { sets: names.map((name) => [name]), isClear: true };
  const unclear = { ...each, isClear: false };
  if (names.length === 1) return each;
  const start =
    between.findIndex(
      (text, index) => GROUP.test(text) && (SOME_OF.test(text) || glues.includes("or", index + 1)),
    ) + 1;
  if (start > 0) return beforeGroup(names, between, start) ?? unclear;
  if (glues.includes("other") || SOME.test(before)) return unclear;
  if (ONE_OF.test(before) || ONE_OF.test(after) || ENOUGH.test(after))
    // "one of `a` or `b`, and `c`": nothing tells where the group ends.
    return glues.includes("and") && !isListEnd(between, glues) ? unclear : each;
  if (DOUBT.test(after)) return unclear;
  const hasOr = glues.includes("or");
  if (!hasOr && (glues.includes("and") || ALL_OF.test(before))) return { sets: [names], isClear: true };
  if (!glues.includes("and")) return { ...each, isClear: hasOr };
  const isGroup = between.some((text, index) => glues[index] === "and" && /^\W*\)/.test(text));
  return isGroup ? unclear : { sets: setsOf(names, glues), isClear: true };
}

/**
 * The sets of "`a` and (`b` or `c`)": what is before a group is needed with each one of it.
 *
 * @returns undefined: the text has another form
 */
function beforeGroup(
  names: readonly string[],
  between: readonly string[],
  start: number,
): ScopeChoice | undefined {
  const always = between.slice(0, start);
  const group = between.slice(start);
  if (always.some((text) => glueOf(text) === "or")) return undefined;
  if (group.some((text) => glueOf(text) === "and" || text.includes(")"))) return undefined;
  return { sets: names.slice(start).map((name) => [...names.slice(0, start), name]), isClear: true };
}

/** Whether only the last of a list has "and", with nothing else: "any one of `a`, `b`, and `c`". */
function isListEnd(between: readonly string[], glues: readonly Glue[]): boolean {
  const last = between.at(-1) ?? "";
  return !glues.slice(0, -1).some((glue) => glue !== "list") && /^\W*and\W*$/i.test(last);
}

/** The sets that "or" separates. */
function setsOf(names: readonly string[], glues: readonly Glue[]): readonly (readonly string[])[] {
  const sets: string[][] = [[]];
  names.forEach((name, index) => {
    if (glues[index - 1] === "or") sets.push([name]);
    else sets.at(-1)?.push(name);
  });
  return sets;
}

/** Characters around scopes that say which are needed. */
const NEAR = 60;

const ONE_OF = /\bhasAny(?:Authority|Role|Scope)\b|\b(?:any|one|either) of\b/i;

/** "all of the scopes `a`, `b`", "both scopes `a`, `b`" */
const ALL_OF =
  /(?<!\bnot\s)\b(?:all|both|each)(?:\sof)?(?:\s(?:the|these|following|required)){0,3}(?:\s(?:scope|permission)s?)?[:\s]{1,3}[`"'*_(]{0,4}$/i;

/** "some of the scopes": which ones is not said. */
const SOME = /\bsome\sof\b[^.;]{0,40}$/i;

/** "each of the scopes `a`, `b` is enough", "are each sufficient"; not "are together sufficient". */
const ENOUGH =
  /^\W{0,8}(?:alone\s)?(?:(?:is|are)\s(?:(?:alone|also|already|both|each|individually)\s){0,2}(?:enough|sufficient)\b|(?:each\s)?suffices?\b)/i;

/** Words behind a list by which one of it may be enough, or all may not be. */
const DOUBT =
  /^[^.;\n]*\b(?:alternative\w*|each|either|enough|individually|interchangeabl\w*|optional\w*|sufficien\w*|suffices?)\b/i;

/** What takes one of a list without "or". */
const SOME_OF = /\b(?:any|one) of\b/i;

/** What starts a group before its first name: "and either `b`", "and one of `b`", "and (`b`". */
const GROUP = /\b(?:either|(?:any|one) of)\b[^.;]{0,40}$|\([\s`"'“‘*_]*$/i;

/** Where a name is, and not a longer one. */
function positionOf(name: string, text: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w:]/.test(text.charAt(at - 1)) && !/[\w:]/.test(text.charAt(at + name.length))) return at;
  return text.indexOf(name);
}

/** What joins two scopes; `other`: any other text. */
type Glue = "and" | "list" | "or" | "other";

/** Words that join two scopes which are both needed. */
const AND =
  /^[,.;:]?\s?(?:and|&|plus|as\swell\sas|along\swith|together\swith)\b\s?(?:also\s|always\s|with\s)?(?:(?:either|(?:any|one)\sof)\s?)?(?:the\s)?(?:scopes?\s?)?$/i;

/** What joins two scopes: a conjunction, nothing but a mark, or a text of its own. */
function glueOf(between: string): Glue {
  const words = between.replace(/[`"'“‘”’*_()\s]+/gu, " ").trim();
  if (/^[,;.]? ?(?:or\b|\|)/i.test(words)) return "or";
  if (/^[,/-]?$/.test(words)) return "list";
  return AND.test(words) || words === "&" ? "and" : "other";
}
