import type { ApiModel } from "../../../model/api-model.js";
import { jsonResponse } from "../responses.js";
import type { LostSign, SignSource } from "./sign.js";

/**
 * An envelope that the description of the contract gives to every response, and that the schemas of most do not have: what the client types,
 * and looks for in a response, is then a level too high. One sign for the contract; no lines can say it.
 *
 * @param given - what the configuration says of it
 */
export function envelopeSign(
  sources: readonly SignSource[],
  { contract: { description = "" } }: Pick<ApiModel, "contract">,
  given: false | undefined,
): LostSign | undefined {
  const member = given === false ? undefined : statedMember(description);
  if (member === undefined) return undefined;
  const bodies = sources.flatMap(({ operation, traits, reader }) => {
    const schema = jsonResponse(operation, reader)?.schema;
    // RFC 8693 section 2.2.1: the response of an exchange has no envelope.
    return schema === undefined || traits.tokenExchange !== undefined
      ? []
      : [reader.property(schema, member) === undefined];
  });
  const lacking = bodies.filter((lacks) => lacks).length;
  // Some responses without it are exceptions.
  if (lacking * 2 <= bodies.length) return undefined;
  return {
    trait: "envelope",
    shown: `the description of the contract has an envelope with "${member}" for every response`,
    missing: `${lacking === 1 ? "the schema of a response has" : `the schemas of ${String(lacking)} responses have`} no such member`,
    lines: [],
    meant: ["envelope: false"],
    origin: { pointer: "#/info/description" },
  };
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/** "Every successful response is wrapped in `{ data, meta }`", "Responses have the envelope …", "We wrap all responses in …"; the members are the group. */
const STATED: readonly RegExp[] = [
  "\\b(?:all|each|every)\\s(?:[\\w-]{1,20}\\s){0,3}?(?:answers?|bod(?:y|ies)|repl(?:y|ies)|responses?)\\b[^.!?]{0,60}?\\b(?:enclosed|envelopes?|wrapped|wrapper)\\b",
  "^\\W{0,8}responses\\s(?:are|come|have)\\b[^.!?]{0,60}?\\b(?:enclosed|envelopes?|wrapped|wrapper)\\b",
  "\\bwraps?\\s(?:all|each|every)\\s(?:[\\w-]{1,20}\\s){0,3}?(?:bod(?:y|ies)|responses?)\\b",
].map((words) => new RegExp(`${words}[^.!?]{0,20}?([\`"{][^.!?]{0,80})`, "iu"));

/** Members that hold what a response is about: the first, or one in braces. */
const MEMBERS: readonly RegExp[] = [
  /^[`"{\s]{1,6}(?<member>body|content|data|payload|response|results?)(?![\w-])/u,
  /^[`"\s]{0,4}\{[^}]{0,60}?(?<![\w.-])(?<member>body|content|data|payload|response|results?)(?![\w-])/u,
];

/** An envelope that a request chooses, that there is not, or that some responses have. */
const OF_SOME =
  /\b(?:but|can|deprecated|errors?|events?|except|if|jsonp|legacy|lists?|may|never|no|not|old(?:er)?|optional(?:ly)?|page[ds]?|pages|paginated|requests?|unless|v\d{1,4}|was|webhooks?|were|when|will|without|xml|[45]xx)\b|n['’]t\b|[?&]\w{1,30}=/iu;

/** The member of an envelope that a text gives to every response. */
function statedMember(text: string): string | undefined {
  for (const sentence of text.slice(0, LONGEST).split(/(?<=[.!?;])\s+|\n\s*\n/u)) {
    if (OF_SOME.test(sentence)) continue;
    const plain = sentence.replace(/\s+/gu, " ");
    const members = STATED.map((pattern) => pattern.exec(plain)?.[1] ?? "");
    const [found] = members.flatMap((one) =>
      MEMBERS.flatMap((member) => member.exec(one)?.groups?.member ?? []),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
