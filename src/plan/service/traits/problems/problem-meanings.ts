import type { MediaModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { reachable } from "../../../../openapi/recursive-results.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import { piecesOf } from "./error-models.js";
import { explainedCodes } from "./problem-codes.js";
import type { Problem } from "../trait.js";

type Meanings = Problem["meanings"];

/** What a client does something of its own on. */
type Meaning = "ambiguous-outcome" | "feature-disabled" | "idempotency-conflict" | "operation-expired";

/** Codes whose next step differs, by how contracts word them; words joined by `_`. */
const WORDINGS: readonly (readonly [RegExp, Meaning])[] = [
  [
    /^idempotency(?:_key)?_(?:already_used|conflict(?:_error)?|reused?|(?:(?:body|payload|parameters?|request)_)?mismatch)$/,
    "idempotency-conflict",
  ],
  [/^(?:mismatched|reused)_idempotency_key$/, "idempotency-conflict"],
  [/^idempotent_(?:(?:body|parameters?|payload|request)_)?mismatch(?:_exception)?$/, "idempotency-conflict"],
  [
    /^(?:upstream_)?(?:ambiguous|indeterminate|unknown)(?:_upstream)?_(?:outcome|result)$/,
    "ambiguous-outcome",
  ],
  [/^(?:upstream_)?(?:outcome|result)_(?:ambiguous|indeterminate|unknown)$/, "ambiguous-outcome"],
  [/^upstream_(?:ambiguous|indeterminate|state_(?:ambiguous|indeterminate|unknown))$/, "ambiguous-outcome"],
  [/^feature(?:_flag)?_(?:disabled|off|not_enabled|unavailable|not_available)$/, "feature-disabled"],
  [/^operation_(?:expired|gone|purged)$/, "operation-expired"],
];

/** Sentences that an outcome is unknown: that of the request, and not a format or a name that the server does not know. */
const UNKNOWN_OUTCOME: readonly RegExp[] = [
  /\b(?:is|it's|remains|was)\s(?:not known|uncertain|unclear|unknown)\s(?:whether|if)\s[^.;]{0,80}\b(?:applied|carried out|executed|happened|performed|processed|took effect|went through)\b/iu,
  /\b(?:outcome|result)\s(?:of\s(?:a|the|this|your)\s(?:\w{1,20}\s){1,3}?)?(?:is|remains|was)\s(?:ambiguous|indeterminate|not known|uncertain|unclear|unknown)(?=\s{0,3}(?:[.,;:!)]|$)|\s(?:and|as|because)\b)/iu,
];

/** A key, and not one that identifies a caller or a row. */
export const KEY =
  "(?<!\\b(?:access|api|encryption|foreign|primary|private|public|secret|signing|unique)[\\s_-])\\bkey\\b";

/** A sentence that an idempotency key was used for something else. */
const USED_KEY = new RegExp(
  `${KEY}[^.;]{0,20}\\b(?:already|has been|re-?used|was|were)\\b[^.;]{0,40}\\b(?:another|different|other)\\s(?:\\w{1,20}\\s)?(?:body|contents?|data|parameters|payload)\\b`,
  "iu",
);

/** Sentences that deny it, or say it of a request that has not ended. */
const DENIES = /\b(?:being used|in progress|never|not (?:finished|re-?used|sent|used)|unlike)\b/iu;

/**
 * What a description of one code says that it means.
 *
 * @param wording - the words of the code, joined by `_`
 */
export function describedMeaning(text: string, wording: string): Meaning | undefined {
  const sentences = text
    .slice(0, LONGEST)
    .split(/(?<=[.;!?])\s|\n\s*\n/u)
    .filter((sentence) => !DENIES.test(sentence));
  const isOfKeys = /idempoten/iu.test(text) || /(?:^|_)(?:idempotency|key)(?:_|$)/u.test(wording);
  if (isOfKeys && sentences.some((sentence) => USED_KEY.test(sentence))) return "idempotency-conflict";
  const isOpen = sentences.some((sentence) => UNKNOWN_OUTCOME.some((pattern) => pattern.test(sentence)));
  return isOpen ? "ambiguous-outcome" : undefined;
}

/** What the contract says of codes beside their names. */
interface CodeTexts {
  /** Code → descriptions that are of it alone. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** What paths call the background operations; words joined by `_`. */
  readonly nouns: () => ReadonlySet<string>;
  /** Codes of which a text says that a request has not ended: no name makes them a conflict. */
  readonly unfinished: () => ReadonlySet<string>;
}

/** What the name of a code alone says that it means: `IDEMPOTENCY_KEY_REUSED`. */
export function namedMeaning(code: string): Meaning | undefined {
  const wording = words(code.split("/").at(-1) ?? code).join("_");
  return WORDINGS.find(([pattern]) => pattern.test(wording))?.[1];
}

/** The codes on which a client does something of its own: by their names, else by what descriptions say of each. */
export function meaningsOf(codes: readonly string[], { texts, nouns, unfinished }: CodeTexts): Meanings {
  const wordings = codes.map((one) => [one, words(one.split("/").at(-1) ?? one).join("_")] as const);
  const operationNouns = wordings.some(([, wording]) => EXPIRED.test(wording)) ? nouns() : new Set<string>();
  const entries = wordings.flatMap(([one, wording]) => {
    const [, worded] = WORDINGS.find(([pattern]) => pattern.test(wording)) ?? [];
    if (worded === "idempotency-conflict" && unfinished().has(one)) return [];
    if (worded !== undefined) return [[one, worded] as const];
    const noun = EXPIRED.test(wording) ? wording.replace(EXPIRED, "") : "";
    if (operationNouns.has(noun) || operationNouns.has(`${noun}s`))
      return [[one, "operation-expired"] as const];
    const meaning = (texts.get(one) ?? [])
      .map((text) => describedMeaning(text, wording))
      .find((found) => found !== undefined);
    return meaning === undefined ? [] : [[one, meaning] as const];
  });
  return Object.fromEntries(entries);
}

/** The end of a code of what the server has deleted. */
const EXPIRED = /_(?:expired|gone|purged)$/;

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
): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  const add = (code: string, text: string | undefined) => {
    if (text !== undefined) texts.set(code, [...(texts.get(code) ?? []), text]);
  };
  const parts = ({ type }: SchemaNode) =>
    type.kind === "union" || type.kind === "intersection" ? type.members : [];
  const bodies = media.flatMap(({ schema }) => schema ?? []);
  const all = reachable(bodies, (node) => [...parts(node), ...target(node, reader)]);
  for (const body of all) {
    const members = piecesOf(body, reader).flatMap((piece) => reader.property(piece, name)?.schema ?? []);
    const values = members.flatMap((member) => {
      for (const value of reachable([member], (node) => [...parts(node), ...target(node, reader)])) {
        const [code, ...others] = textsIn(value, reader);
        if (code !== undefined && others.length === 0) add(code, value.doc.description);
        for (const [explained, text] of explainedCodes(value.doc.description ?? "")) add(explained, text);
      }
      return textsIn(member, reader);
    });
    const [code, ...others] = new Set(values);
    if (code !== undefined && others.length === 0) add(code, body.doc.description);
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
