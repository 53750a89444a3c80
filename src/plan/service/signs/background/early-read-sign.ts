import type { ResponseModel } from "../../../../model/api-model.js";
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
  const successes = successResponses(operation);
  const codes = successes.map(({ status }) => status);
  if (successes.some((one) => one.status === "202" && isAboutError(one))) return undefined;
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

/** A 202 that says what was wrong with the request: what it reads never gets ready. */
function isAboutError({ description = "" }: ResponseModel): boolean {
  const text = description.slice(0, LONGEST);
  return WRONG.test(text) && !WAITS.test(text);
}

/** Characters of a description that are searched. */
const LONGEST = 1000;

const WRONG =
  /\bthere\s(?:is|was)\san?\s(?:\w{1,20}\s)?(?:error|exception|failure)\b|\b(?:bad|invalid|malformed|missing|unsupported)\s(?:argument|input|parameter|request|value)s?\b|\b(?:arguments?|input|parameters?|request|values?)\s(?:(?:of\sthe|the)\s\w{1,20}\s)?(?:are|is|was|were)\s(?:invalid|malformed|missing|unsupported)\b/iu;

const WAITS =
  /\b(?:again|in\sprogress|later|not\s(?:\w{1,20}\s)?ready|pending|queued|retry|still|until|wait|yet)\b/iu;

/** The full names of the reads that give the state of a recognised background operation. */
export function listPolled(sources: readonly SignSource[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ traits: { background } }) =>
      background === undefined ? [] : [fullName({ name: background.facts.status })],
    ),
  );
}
