import type { ProblemFacts } from "../descriptors/contract-facts.js";
import { isObject } from "../values/is-object.js";
import { memberAt } from "../values/member-at.js";

/**
 * The body of an error with the members of the objects that hold a part of the problem, or all of it: `properties` where a
 * server nests the extension members, `error` of an envelope. What is outside wins, but for code, retryable and trace identifier.
 */
export function liftMembers(
  body: unknown,
  { holders = [], members }: ProblemFacts,
): unknown {
  if (!isObject(body)) return body;
  const names = new Set(
    Object.values({
      code: "code",
      retryable: "retryable",
      traceId: "traceId",
      ...members,
    }),
  );
  return holders.reduce<object>((lifted, holder) => {
    const held = memberAt(body, holder);
    if (!isObject(held) || Array.isArray(held)) return lifted;
    const own = Object.entries(held).filter(([name]) => names.has(name));
    return { ...held, ...lifted, ...Object.fromEntries(own) };
  }, body);
}
