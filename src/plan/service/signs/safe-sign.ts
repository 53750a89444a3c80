import { findHeader, successResponses } from "../responses.js";
import { readSign } from "../traits/pagination/only-reads.js";
import { collectShownPages } from "../traits/pagination/recognise-pagination.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/** A POST that gives a list, shows that it reads, and has the status of a create: frameworks write 201 for every POST. */
export function safeSign({ operation, traits, reader }: SignSource): LostSign | undefined {
  const { safe, background, conditionalChange, idempotentCreate } = traits;
  const successes = successResponses(operation);
  if (operation.method !== "POST" || !successes.some(({ status }) => status === "201")) return undefined;
  if ([safe, background, conditionalChange, idempotentCreate].some((one) => one !== undefined))
    return undefined;
  const isCreated = successes.some(
    (response) => response.status !== "201" || findHeader(response, "Location") !== undefined,
  );
  const shown = isCreated ? undefined : collectShownPages(operation, reader);
  const sign = shown?.list && readSign(shown);
  if (sign === undefined) return undefined;
  return {
    operation,
    trait: "safe",
    shown: `it gives a list and ${sign}`,
    missing: "it responds with 201, as a create does",
    lines: operationLines(operation, ["safe: true"]),
  };
}
