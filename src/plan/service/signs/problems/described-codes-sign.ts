import type { ProblemsOverride } from "../../../../config/client-overrides.js";
import type { ApiModel } from "../../../../model/api-model.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { isError, operationKey } from "../../responses.js";
import { namedMeaning } from "../../traits/problems/problem-meanings.js";
import { unfinishedCodes } from "../../traits/problems/unfinished-codes.js";
import type { Problem } from "../../traits/trait.js";
import type { ErrorSign } from "../sign.js";

/** Codes that only texts name, and what they mean. */
export type DescribedCodes = ErrorSign & { readonly meanings: NonNullable<ProblemsOverride["meanings"]> };

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/** A code in quotes, or alone in the cell of a table. */
const CODE = /(?:[`"“]|\|\s{0,20})([a-z][\w-]{2,60}(?:\.[\w-]{1,20}){0,3})(?=[`"”]|\s{0,20}\|)/giu;

/** Codes that mean the same to every client, whatever the contract lists. */
export const KNOWN = new Set(["ambiguous_upstream_outcome", "feature_disabled", "idempotency_key_conflict"]);

/**
 * Codes by which a client decides something, where only texts name them: it does not lock an intent, or asks for a new key, on a code that
 * it does not know. None where schemas or examples have one of the same meaning.
 */
export function describedCodesSign(
  { contract, operations }: Pick<ApiModel, "contract" | "operations">,
  problem: Problem,
): DescribedCodes | undefined {
  // Where codes are addresses, words of a text are others.
  if (problem.members?.code === "type") return undefined;
  const texts: readonly (readonly [by: string, text: string | undefined, pointer: string])[] = [
    ["the description of the contract", errorParagraphs(contract.description), "#/info/description"],
    ...operations.flatMap((operation) => [
      [
        `the description of \`${operationKey(operation)}\``,
        operation.description,
        operation.origin.pointer,
      ] as const,
      ...operation.responses.filter(isError).map(({ status, description, origin }) => {
        const by = `the description of the response ${status} of \`${operationKey(operation)}\``;
        return [by, description, origin.pointer] as const;
      }),
    ]),
  ];
  const meant = new Set(Object.values(problem.meanings));
  const known = new Set<string>();
  const found = texts.flatMap(([by, text = "", pointer]) => {
    if (known.has(text)) return [];
    known.add(text);
    const codes = codesIn(text);
    const unfinished = unfinishedCodes([{ text, codes: [] }], new Set(codes));
    return codes.flatMap((code) => {
      const meaning = namedMeaning(code);
      const isNew = meaning !== undefined && !meant.has(meaning) && !KNOWN.has(code);
      // Other data, and not the same while it is being processed.
      const isOther = meaning === "idempotency-conflict" && unfinished.has(code);
      return isNew && !isOther ? [{ by, code, meaning, pointer }] : [];
    });
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const codes = [...new Set(found.map(({ code }) => JSON.stringify(code)))];
  return {
    trait: "problems",
    rule: "trait/described-codes",
    shown: `${found.every(({ by }) => by === first.by) ? `${first.by} names` : "descriptions name"} ${codes.join(", ")}`,
    missing: `no schema or example of a problem has ${codes.length === 1 ? "it" : "them"}`,
    meanings: Object.fromEntries(found.map(({ code, meaning }) => [code, meaning])),
    origin: { pointer: first.pointer },
  };
}

/** What is of errors: the word, or a status before a word in quotes, "409 `key_reused`". */
const OF_ERRORS = /\b(?:codes?|errors?|problems?)\b|\b[45]\d\d(?:\s[A-Z][a-z]{1,20})?[\s:(,–-]{1,3}[`"“]/iu;

const HEADING = /^\s{0,3}#{1,6}\s/u;

/** The paragraphs that are of errors, or in a section whose heading is. */
export function errorParagraphs(text = ""): string {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of text.slice(0, LONGEST).split("\n")) {
    const isBlank = !/\S/u.test(line);
    const isHeading = HEADING.test(line);
    // A table or a list belongs to what is before it.
    const isOfLast = !isHeading && (isOpen || /^\s*(?:\||(?:[-*+•]|\d{1,3}[.)])\s)/u.test(line));
    if (!isBlank && isOfLast && paragraphs.length > 0)
      paragraphs.push(`${paragraphs.pop() ?? ""}${isOpen ? "\n" : "\n\n"}${line}`);
    else if (!isBlank) paragraphs.push(line);
    isOpen = !isBlank;
  }
  let isSection = false;
  return paragraphs
    .filter((paragraph) => {
      if (HEADING.test(paragraph)) isSection = OF_ERRORS.test(paragraph.split("\n", 1).join(""));
      return isSection || OF_ERRORS.test(paragraph);
    })
    .join("\n\n");
}

function codesIn(text: string): readonly string[] {
  const affirmed = withoutDenials(text.slice(0, LONGEST), "use");
  return [...affirmed.matchAll(CODE)].flatMap(([, code]) => code ?? []);
}
