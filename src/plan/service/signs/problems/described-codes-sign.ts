import type { ProblemsOverride } from "../../../../config/client-overrides.js";
import type { ApiModel } from "../../../../model/api-model.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { isError, operationKey } from "../../responses.js";
import { namedMeaning } from "../../traits/problems/problem-meanings.js";
import type { Problem, Trait } from "../../traits/trait.js";
import type { ErrorSign } from "../sign.js";

/** Codes that only texts name, and what they mean. */
export type DescribedCodes = ErrorSign & { readonly meanings: NonNullable<ProblemsOverride["meanings"]> };

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/** A code in quotes, or alone in the cell of a table. */
const CODE = /(?:[`"“]|\|\s{0,20})([a-z][\w.-]{5,80})(?=[`"”]|\s{0,20}\|)/giu;

/** Codes that mean the same to every client, whatever the contract lists. */
const KNOWN = new Set([
  "ambiguous_upstream_outcome",
  "feature_disabled",
  "idempotency_key_conflict",
  "operation_expired",
]);

/**
 * Codes by which a client decides something, where only texts name them: it does not lock an intent, or asks for a new key, on a code that
 * it does not know. None where schemas or examples have one of the same meaning.
 */
export function describedCodesSign(
  { contract, operations }: Pick<ApiModel, "contract" | "operations">,
  problem: Trait<Problem> | undefined,
): DescribedCodes | undefined {
  if (problem === undefined) return undefined;
  const texts: readonly (readonly [by: string, text: string | undefined])[] = [
    ["the description of the contract", contract.description],
    ...operations.flatMap((operation) => [
      [`the description of \`${operationKey(operation)}\``, operation.description] as const,
      ...operation.responses
        .filter(isError)
        .map(
          ({ status, description }) =>
            [
              `the description of the response ${status} of \`${operationKey(operation)}\``,
              description,
            ] as const,
        ),
    ]),
  ];
  const meant = new Set(Object.values(problem.facts.meanings));
  const known = new Set<string>();
  const found = texts.flatMap(([by, text = ""]) => {
    if (known.has(text)) return [];
    known.add(text);
    return codesIn(text).flatMap((code) => {
      const meaning = namedMeaning(code);
      const isNew = meaning !== undefined && !meant.has(meaning) && !KNOWN.has(code);
      return isNew ? [{ by, code, meaning }] : [];
    });
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const codes = [...new Set(found.map(({ code }) => JSON.stringify(code)))];
  return {
    trait: "problems",
    rule: "trait/described-codes",
    shown: `${first.by} names ${codes.join(", ")}`,
    missing: `no schema or example of an error has ${codes.length === 1 ? "it" : "them"}`,
    meanings: Object.fromEntries(found.map(({ code, meaning }) => [code, meaning])),
    origin: { pointer: "" },
  };
}

function codesIn(text: string): readonly string[] {
  const affirmed = withoutDenials(text.slice(0, LONGEST), "use");
  return [...affirmed.matchAll(CODE)].flatMap(([, code]) => code ?? []);
}
