import type { ApiModel } from "../../../../model/api-model.js";
import { clausesOf, isUpcoming, withoutUpcoming } from "../../../../text/without-denials.js";
import { capabilitySources } from "../../traits/capabilities/feature-flags.js";
import type { LostSign, SignSource } from "../sign.js";
import { acceptingLines, type GivenCapabilities } from "./capability-lines.js";
import { isOfService, isOfWebhooks } from "./of-service.js";

/** An amount of bytes: "1 MiB", "500 kB", "10 megabytes". */
const BYTES = "\\d{1,6}(?:\\.\\d{1,3})?\\s?(?:[kmg]i?b|(?:kilo|mega|giga)?bytes?)\\b";

/** What is sent, before or after the most that it may have. */
const OF_BODY = new RegExp(
  `(?<!\\bresponse\\s)\\b(?:body|bodies|payloads?)\\b[^.;\\n]{0,60}?\\b${BYTES}|\\b${BYTES}\\s(?:request\\s)?(?:body|bodies|payloads?)\\b`,
  "iu",
);

/** What runs at the same time, before or after its number. */
const AT_ONCE = atOnce("(?:calls?|jobs?|operations?|requests?|tasks?)");

/** The same without requests: where the client reads no limit, those are a rate to it. */
const WORK_AT_ONCE = atOnce("(?:jobs?|operations?|tasks?)");

function atOnce(things: string): RegExp {
  const some = `(?:concurrent|parallel|simultaneous)\\s${things}\\b`;
  return new RegExp(`\\b\\d{1,6}\\s${some}|\\b${some}[^.;\\n]{0,30}?\\b\\d{1,6}\\b`, "iu");
}

/** That a number is the most that may be; the row of a table, or an item of a list, has it alone. */
const MOST =
  /\b(?:allow\w*|at most|baseline|cannot|exceed\w*|larger|limit\w*|max\w*|more than|not|over|per (?:account|client|key|user)|up to)\b|\|/iu;

/** What a response may have. */
const OF_RESPONSE = /\b(?:body|bodies|payloads?|size)\sof\s(?:(?:an?|each|the)\s)?responses?\b/iu;

/** Characters of a description that are searched. */
const LONGEST = 20_000;

/** The limits that a text may state, by their key in the configuration; `alone`: where the client reads no other. */
const LIMITS = [
  {
    name: "maxBodyBytes",
    pattern: OF_BODY,
    alone: OF_BODY,
    missing: "no response that the client reads has that limit: it sends larger bodies",
  },
  {
    name: "concurrentOperations",
    pattern: AT_ONCE,
    alone: WORK_AT_ONCE,
    missing: "no response that the client reads has that limit: it starts more",
  },
] as const;

/** Whether a clause is about what a service does or sends. */
function isOfOther(clause: string): boolean {
  return isOfService(clause) || isOfWebhooks(clause) || OF_RESPONSE.test(clause);
}

/** Limits of bodies and of what runs at once that only the description of the contract states, and no response that the client reads. */
export function describedLimitsSigns(
  sources: readonly SignSource[],
  { contract }: Pick<ApiModel, "contract">,
  given: GivenCapabilities,
): readonly LostSign[] {
  const known = capabilitySources(sources.map(({ operation, traits }) => ({ model: operation, traits })));
  if (given === false || given?.limits === false) return [];
  const also = given?.also === false ? undefined : given?.also;
  const decided = [given?.limits, also?.limits].flatMap((limits) => Object.keys(limits || {}));
  const named = new Set([...decided, ...known.flatMap(({ facts }) => Object.keys(facts.limits))]);
  const text = withoutUpcoming((contract.description ?? "").slice(0, LONGEST));
  const clauses = clausesOf(text).map((parts) => parts.join(""));
  return LIMITS.filter(({ name }) => !named.has(name)).flatMap(
    ({ name, alone, missing, ...limit }): readonly LostSign[] => {
      const pattern = known.length === 0 ? alone : limit.pattern;
      const stated = clauses.find(
        (clause) => pattern.test(clause) && MOST.test(clause) && !isOfOther(clause) && !isUpcoming(clause),
      );
      const [found] = stated === undefined ? [] : (pattern.exec(stated) ?? []);
      if (found === undefined) return [];
      return [
        {
          trait: "capabilities",
          rule: "trait/described-limit",
          shown: `the description of the contract says ${JSON.stringify(found.replace(/[\s|*`]+/gu, " ").trim())}`,
          missing,
          lines: [],
          meant: acceptingLines(given, known, { limits: [name] }),
          origin: { pointer: "#/info/description" },
        },
      ];
    },
  );
}
