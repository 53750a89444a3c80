import type { ApiModel } from "../../../model/api-model.js";
import { byText } from "../../../text/by-text.js";
import type { Trait } from "./trait.js";

/** Headers that say when a limit of requests resets (IETF draft "RateLimit header fields for HTTP"), and older names of them. */
const RESET = /^(?:ratelimit|(?:x-)?rate-?limit-reset)$/i;

/** Headers with the requests that are left. */
const REMAINING = /^(?:x-)?rate-?limit-remaining$/i;

/** Headers of responses that say how long to wait after a 429 without `Retry-After`. */
export function recogniseRateLimit({ operations }: ApiModel): Trait<readonly string[]> | undefined {
  const names = new Map(
    operations
      .flatMap(({ responses }) => responses.flatMap(({ headers }) => headers))
      .map(({ name }) => [name.toLowerCase(), name]),
  );
  const listed = (pattern: RegExp) => [...names.values()].filter((name) => pattern.test(name)).sort(byText);
  const facts = listed(RESET);
  if (facts.length === 0) return undefined;
  const quoted = facts.map((name) => `"${name}"`).join(", ");
  const [remaining] = listed(REMAINING);
  return {
    facts,
    reason:
      `Responses have ${quoted}: a 429 without Retry-After waits that long.` +
      (remaining === undefined ? "" : ` Calls do not wait because "${remaining}" is 0.`),
  };
}
