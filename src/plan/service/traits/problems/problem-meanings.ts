import type { ApiModel, MediaModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { reachable } from "../../../../openapi/recursive-results.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import { findIdempotencyHeader } from "../../idempotency-fields.js";
import { isError } from "../../responses.js";
import { piecesOf } from "./error-models.js";
import { explainedCodes } from "./problem-codes.js";
import type { Problem } from "../trait.js";

type Meanings = Problem["meanings"];

/** Codes whose next step differs, by how contracts word them; words joined by `_`. */
const WORDINGS: readonly (readonly [RegExp, Meanings[string]])[] = [
  [
    /^idempotency(?:_key)?_(?:already_used|conflict|reused?|(?:(?:body|payload|request)_)?mismatch)$/,
    "idempotency-conflict",
  ],
  [
    /^(?:upstream_)?(?:ambiguous|indeterminate|unknown)(?:_upstream)?_(?:outcome|result)$/,
    "ambiguous-outcome",
  ],
  [/^(?:upstream_)?(?:outcome|result)_(?:ambiguous|indeterminate|unknown)$/, "ambiguous-outcome"],
  [/^upstream_(?:ambiguous|indeterminate|state_(?:ambiguous|indeterminate|unknown))$/, "ambiguous-outcome"],
  [/^feature(?:_flag)?_(?:disabled|off|not_enabled|unavailable|not_available)$/, "feature-disabled"],
  [/^(?:module|rollout)_disabled$/, "feature-disabled"],
  [/^operation_expired$/, "operation-expired"],
];

/** Sentences that an outcome is unknown: that of the request, and not a format or a name that the server does not know. */
const UNKNOWN_OUTCOME: readonly RegExp[] = [
  /\b(?:is|it's|remains|was)\s(?:not known|uncertain|unclear|unknown)\s(?:whether|if)\s[^.;]{0,80}\b(?:applied|carried out|executed|happened|performed|processed|took effect|went through)\b/iu,
  /\b(?:outcome|result)\s(?:of\s(?:a|the|this|your)\s(?:\w{1,20}\s){1,3}?)?(?:is|remains|was)\s(?:ambiguous|indeterminate|not known|uncertain|unclear|unknown)(?=\s{0,3}(?:[.,;:!)]|$)|\s(?:and|as|because)\b)/iu,
];

/** A sentence that an idempotency key was used for something else. */
const USED_KEY =
  /\bkey\b[^.;]{0,20}\b(?:already|has been|re-?used|was|were)\b[^.;]{0,40}\b(?:another|different|other)\s(?:\w{1,20}\s)?(?:body|contents?|data|parameters|payload)\b/iu;

/** A sentence that forbids to send it again as something new, and one that says to find out first: whether it was done is unknown. */
const FORBIDS_NEW =
  /\bretr(?:y|ies|ying)\b[^.;]{0,30}\b(?:another|different|fresh|new)\s(?:idempotency[ -])?key\b[^.;]{0,20}\b(?:forbidden|not (?:allowed|permitted)|prohibited)\b|\b(?:do not|don['’]t|must not|never)\s[^.;]{0,20}\bretry\b[^.;]{0,30}\b(?:another|different|fresh|new)\s(?:idempotency[ -])?key\b/iu;
const FIND_OUT =
  /\b(?:check|find out|look up|read|reconcile|verify)\b[^.;]{0,30}\b(?:actual|current|real|upstream|whether)\b/iu;

/** Words of a request that still runs: its key is not free, and its outcome comes. */
const RUNS = /\b(?:in progress|not (?:yet )?finished|still)\b/iu;

/** Sentences that deny it, or say it of a request that has not ended. */
const DENIES = /\b(?:being used|in progress|never|not (?:finished|re-?used|sent|used)|unlike)\b/iu;

/** What a description of one code says that it means. */
function describedMeaning(
  { text, isOfKeys: isOfKeyed = false }: CodeText,
  wording: string,
): Meanings[string] | undefined {
  // One word is a name that an extension has for the code.
  const named = /^[\w.-]{1,60}$/u.test(text) ? wordedMeaning(words(text).join("_")) : undefined;
  if (named !== undefined) return named;
  const sentences = text
    .slice(0, LONGEST)
    .split(/(?<=[.;!?])\s|\n\s*\n/u)
    .filter((sentence) => !DENIES.test(sentence));
  const isOfKeys =
    isOfKeyed || /idempoten/iu.test(text) || /(?:^|_)(?:idempotency|key)(?:_|$)/u.test(wording);
  if (isOfKeys && sentences.some((sentence) => USED_KEY.test(sentence))) return "idempotency-conflict";
  const isOpen = sentences.some((sentence) => UNKNOWN_OUTCOME.some((pattern) => pattern.test(sentence)));
  const mustFindOut = FORBIDS_NEW.test(text) && FIND_OUT.test(text) && !RUNS.test(text);
  return isOpen || mustFindOut ? "ambiguous-outcome" : undefined;
}

/** What the name of a code says; words joined by `_`. */
function wordedMeaning(wording: string): Meanings[string] | undefined {
  return WORDINGS.find(([pattern]) => pattern.test(wording))?.[1];
}

/** A description of one code. */
export interface CodeText {
  readonly text: string;
  /** It is of an operation with an idempotency key: "the key" is that. */
  readonly isOfKeys?: boolean;
}

/** What the contract says of codes beside their names. */
interface CodeTexts {
  /** Descriptions that are of one code alone. */
  readonly texts: (code: string) => readonly CodeText[];
  /** What paths call the background operations; words joined by `_`. */
  readonly nouns: () => ReadonlySet<string>;
}

/** The codes on which a client does something of its own: by their names, else by what descriptions say of each. */
export function meaningsOf(codes: readonly string[], { texts, nouns }: CodeTexts): Meanings {
  const wordings = codes.map((one) => [one, words(one.split("/").at(-1) ?? one).join("_")] as const);
  const operationNouns = wordings.some(([, wording]) => wording.endsWith(EXPIRED))
    ? nouns()
    : new Set<string>();
  const entries = wordings.flatMap(([one, wording]) => {
    const worded = wordedMeaning(wording);
    if (worded !== undefined) return [[one, worded] as const];
    const noun = wording.endsWith(EXPIRED) ? wording.slice(0, -EXPIRED.length) : "";
    if (operationNouns.has(noun) || operationNouns.has(`${noun}s`))
      return [[one, "operation-expired"] as const];
    const meaning = texts(one)
      .map((text) => describedMeaning(text, wording))
      .find((found) => found !== undefined);
    return meaning === undefined ? [] : [[one, meaning] as const];
  });
  return Object.fromEntries(entries);
}

/** The end of a code of what is no longer kept. */
const EXPIRED = "_expired";

/** Characters of a description that are searched. */
const LONGEST = 2000;

/**
 * What descriptions say of one code alone: of a schema that fixes it, of a value that is one of several, and of the member, after each code.
 *
 * @param name - the member that has the code
 */
export function textsOfCodes(
  media: readonly MediaModel[],
  name: string,
  reader: SchemaReader,
): ReadonlyMap<string, readonly CodeText[]> {
  const texts = new Map<string, CodeText[]>();
  const add = (code: string, text: string | undefined) => {
    if (text !== undefined) texts.set(code, [...(texts.get(code) ?? []), { text }]);
  };
  const parts = ({ type }: SchemaNode) =>
    type.kind === "union" || type.kind === "intersection" ? type.members : [];
  const bodies = media.flatMap(({ schema }) => schema ?? []);
  const all = reachable(bodies, (node) => [...parts(node), ...target(node, reader)]);
  for (const body of all) {
    const members = piecesOf(body, reader).flatMap((piece) => reader.property(piece, name)?.schema ?? []);
    const values = members.flatMap((member) => {
      const own = textsIn(member, reader);
      for (const value of reachable([member], (node) => [...parts(node), ...target(node, reader)])) {
        const [code, ...others] = textsIn(value, reader);
        if (code !== undefined && others.length === 0) add(code, value.doc.description);
        const explained = explainedCodes(value.doc.description ?? "", new Set(own));
        for (const [one, text] of [...explained, ...(value.doc.valueTexts ?? [])]) add(one, text);
      }
      return own;
    });
    const [code, ...others] = new Set(values);
    if (code !== undefined && others.length === 0) add(code, body.doc.description);
  }
  return texts;
}

/** What descriptions of error responses say of a code that the contract names elsewhere, too. */
export function textsOfResponses(
  { operations }: Pick<ApiModel, "operations">,
  codes: readonly string[],
): ReadonlyMap<string, readonly CodeText[]> {
  const known = new Set(codes);
  const texts = new Map<string, CodeText[]>();
  for (const operation of operations) {
    const isOfKeys = findIdempotencyHeader(operation) !== undefined;
    for (const { description = "" } of operation.responses.filter(isError))
      for (const [code, text] of description.includes("`") ? explainedCodes(description, known) : [])
        if (known.has(code) && texts.get(code)?.some((one) => one.text === text) !== true)
          texts.set(code, [...(texts.get(code) ?? []), { text, isOfKeys }]);
  }
  return texts;
}

/** What a reference stands for. */
function target(node: SchemaNode, reader: SchemaReader): readonly SchemaNode[] {
  const resolved = reader.resolve(node);
  return resolved === node ? [] : [resolved];
}

function textsIn(node: SchemaNode, reader: SchemaReader): readonly string[] {
  return reader.values(reader.resolve(node)).filter((value) => typeof value === "string");
}
