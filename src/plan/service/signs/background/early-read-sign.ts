import { isSafeMethod } from "../../../../openapi/operations.js";
import { fullName, successResponses } from "../../responses.js";
import { type LostSign, operationLines, type SignSource } from "../sign.js";

/**
 * A read that may respond with 202 (RFC 9110 section 15.3.3): what it reads may not be ready. The read that gives the state of a recognised
 * background operation is polled, and is not named.
 *
 * @param polled - the full names of such reads, from `listPolled`
 */
export function earlyReadSign(
  { operation, traits }: SignSource,
  polled: ReadonlySet<string>,
): LostSign | undefined {
  if (!isSafeMethod(operation.method) || traits.background !== undefined) return undefined;
  const codes = successResponses(operation).map(({ status }) => status);
  if (!codes.includes("202") || polled.has(fullName(operation))) return undefined;
  const others = codes.filter((status) => status !== "202");
  return {
    operation,
    trait: "background",
    rule: "trait/early-read",
    shown: `it responds with ${["202", ...others].join(" or ")}`,
    missing: "no extension or setting says when to read again",
    lines: [],
    meant: operationLines(operation, ["background: false"]),
  };
}

/** The full names of the reads that give the state of a recognised background operation. */
export function listPolled(sources: readonly SignSource[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ traits: { background } }) =>
      background === undefined ? [] : [fullName({ name: background.facts.status })],
    ),
  );
}
