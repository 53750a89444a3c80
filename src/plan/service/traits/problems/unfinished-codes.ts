import type { ApiModel } from "../../../../model/api-model.js";
import { isError } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { codesOfResponse } from "./problem-codes.js";

/** A text that may say what codes mean. */
interface CodesText {
  readonly text: string;
  /** The codes that what it is of has. */
  readonly codes: readonly string[];
}

/** Sentences that a request has not ended. */
export const UNFINISHED =
  /\b(?:being (?:executed|handled|processed)|concurrent(?:ly)?|in (?:flight|parallel|progress)|not (?:yet )?(?:completed?|ended|finished)|still (?:being|in|open|pending|processed|processing|running)|simultaneous(?:ly)?|under ?way)\b/iu;

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/** The codes of which a sentence says that a request has not ended: those that it, or its line before it, names alone. */
export function unfinishedCodes(
  texts: readonly CodesText[],
  listed: ReadonlySet<string>,
): ReadonlySet<string> {
  const lines = texts.flatMap(({ text, codes }) =>
    text
      .slice(0, LONGEST)
      .split("\n")
      .map((line) => ({ line, codes })),
  );
  return new Set(
    lines.flatMap(({ line, codes }) => (UNFINISHED.test(line) ? codesOf(line, codes, listed) : [])),
  );
}

function codesOf(line: string, codes: readonly string[], listed: ReadonlySet<string>): readonly string[] {
  let named: readonly string[] = codes;
  return line.split(/(?<=[.;!?])\s/u).flatMap((sentence) => {
    const own = namedIn(sentence).filter((word) => listed.has(word));
    if (own.length > 0) named = own;
    const [code, ...others] = new Set(named);
    return code !== undefined && others.length === 0 && UNFINISHED.test(sentence) ? [code] : [];
  });
}

function namedIn(sentence: string): readonly string[] {
  return (sentence.match(/[^\s`"'“”|,;()*]{1,300}/gu) ?? []).map((word) => word.replace(/[.:!?]$/u, ""));
}

/** The texts that may say of a code that a request has not ended. */
export function listCodesTexts(
  { contract, operations }: Pick<ApiModel, "contract" | "operations">,
  at: { readonly name: string; readonly holders: readonly string[] },
  reader: SchemaReader,
): readonly CodesText[] {
  return [
    { text: contract.description ?? "", codes: [] },
    ...operations.flatMap(({ description = "", responses }) => [
      { text: description, codes: [] },
      ...responses.filter(isError).map((response) => ({
        text: response.description ?? "",
        codes: codesOfResponse(response, at, reader),
      })),
    ]),
  ];
}
