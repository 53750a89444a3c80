import type { ApiModel } from "../../../model/api-model.js";
import { literalPattern } from "../../../text/literal-pattern.js";
import { nearestWord } from "../../../text/words.js";
import type { UnfitClaim } from "../overrides/claim.js";
import { headersOfTexts } from "./undeclared-headers-sign.js";

/**
 * Headers that the configuration accepts and the contract has nowhere: no description names them, and it does not declare them.
 *
 * @param given - those that the configuration accepts
 */
export function unknownHeaders(model: ApiModel, given: readonly string[] = []): readonly UnfitClaim[] {
  if (given.length === 0) return [];
  const spelt = [...new Set([...headersOfTexts(model)].map(({ name }) => name))];
  const declared = [
    ...model.securitySchemes.flatMap((scheme) => (scheme.kind === "apiKey" ? [scheme.parameter] : [])),
    ...model.operations.flatMap(({ parameters, responses }) =>
      [...parameters, ...responses.flatMap(({ headers }) => headers)].map(({ name }) => name),
    ),
  ];
  const known = new Set([...spelt, ...declared].map((name) => name.toLowerCase()));
  const texts = descriptionsIn(model);
  return given.flatMap((name, at): readonly UnfitClaim[] => {
    if (known.has(name.toLowerCase()) || isNamedIn(texts, name)) return [];
    const near = nearestWord(name, spelt);
    const advice = near === undefined ? "" : ` Did you mean ${JSON.stringify(near)}?`;
    return [
      {
        path: ["undeclaredHeaders", String(at)],
        mayFitOthers: true,
        message: `No text of the contract has the header ${JSON.stringify(name)}.${advice}`,
      },
    ];
  });
}

/** Parts of a model that are data or about data: what they call a `description` describes nothing of the contract. */
const DATA = new Set(["constraints", "default", "diagnostics", "examples", "values"]);

/** Every description and summary of a model, each once. */
export function descriptionsIn(model: ApiModel): ReadonlySet<string> {
  const texts = new Set<string>();
  const seen = new Set<object>();
  const open: unknown[] = [model];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, part] of Object.entries(value) as readonly (readonly [string, unknown])[])
      if (typeof part !== "string") {
        if (!DATA.has(key)) open.push(part);
      } else if (key === "description" || key === "summary") texts.add(part);
  }
  return texts;
}

/** Characters that a token may have inside (RFC 9110 section 5.6.2), without those that are marks in Markdown, too: `*`, `'`, "`" and `|`. */
const INSIDE = "[!#$%&+.^_~-]";

/** Whether a text has a name, and as that of a header: any word that is not one could be accepted otherwise. */
function isNamedIn(texts: Iterable<string>, name: string): boolean {
  const literal = literalPattern(name);
  const isWhole = `(?<![a-z\\d]${INSIDE}*)${literal}(?!-|${INSIDE}*[a-z\\d])`;
  const pattern = new RegExp(`(?=${literal})${isWhole}`, "giu");
  for (const text of texts)
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const before = text.slice(Math.max(0, index - BESIDE), index);
      const after = text.slice(index + found.length, index + found.length + BESIDE);
      if (name.includes("-") || isCode(before, after) || isBesideWord(found, before, after)) return true;
    }
  return false;
}

/** Characters before and after a name that tell whether it is that of a header. */
const BESIDE = 40;

/** "`Tenant`", "`Tenant: acme`", "<code>Tenant</code>" */
function isCode(before: string, after: string): boolean {
  return (
    (before.endsWith("`") && /^(?::[^`\n]*)?`/u.test(after)) ||
    (/<code>$/iu.test(before) && /^(?::[^<\n]*)?<\/code>/iu.test(after))
  );
}

/** "the header Tenant", "the header named "tenant"", "the Tenant request header"; not "the header must", "this header". */
function isBesideWord(name: string, before: string, after: string): boolean {
  if (PLAIN.has(name.toLowerCase())) return false;
  const isName = /^[A-Z\d]/u.test(name) || /["']$/u.test(before);
  return (
    (isName && AFTER_HEADER.test(before)) ||
    /^["'*_)]{0,3}\s(?:HTTP\s)?(?:request\s)?headers?\b/iu.test(after)
  );
}

/** What is before a name that follows "header" in one paragraph. */
const AFTER_HEADER = /\bheaders?(?!\s*\n\s*\n)[\s:"'(*_]{1,5}(?:(?:called|named)[\s"'*_]{1,4})?$/iu;

/** Words beside "header" that are the name of none. */
const PLAIN = new Set(
  "a additional all also an and any are as at be by can common correct custom each empty every extra field fields following for from given has have header headers http if in invalid is it its may missing more must name new no not of on one only optional or other our request requests required response responses same send set several should single some special specific standard such that the their these this those to two use using valid value values via was we when where which will with without you your".split(
    " ",
  ),
);
