import type { ApiModel } from "../../../model/api-model.js";
import { describesSuccess, operationKey } from "../responses.js";
import type { LostSign, SignSource } from "./sign.js";

/**
 * An envelope that texts give to every response, and that schemas of responses do not have: what the client types, and looks for in a
 * response, is then a level too high. One sign for the contract.
 *
 * @param given - what the configuration says of it
 */
export function envelopeSign(
  sources: readonly SignSource[],
  { contract }: Pick<ApiModel, "contract">,
  given: string | false | undefined,
): LostSign | undefined {
  if (given !== undefined) return undefined;
  const bodies = sources.flatMap(({ operation, reader }) =>
    operation.responses.flatMap((response) =>
      response.content.flatMap((media) =>
        describesSuccess(response, media, reader) ? [{ operation, response, media, reader }] : [],
      ),
    ),
  );
  const stated = statedMember(contract.description);
  const own = stated === undefined ? bodies.filter(({ response }) => memberOfBody(response.description)) : [];
  const member = stated ?? memberOfBody(own[0]?.response.description);
  if (member === undefined) return undefined;
  const about = stated === undefined ? own : bodies;
  const lacking = about.filter(({ media, reader }) => reader.property(media.schema, member) === undefined);
  const [first] = lacking;
  // Some responses without it are exceptions.
  if (first === undefined || lacking.length * 2 <= about.length) return undefined;
  const by =
    stated === undefined
      ? `the description of the response ${first.response.status} of ${operationKey(first.operation)}`
      : "the description of the contract";
  const count =
    lacking.length === 1
      ? "the schema of a response has"
      : `the schemas of ${String(lacking.length)} responses have`;
  return {
    trait: "envelope",
    shown: `${by} has an envelope with "${member}"`,
    missing: `${count} no such member`,
    lines: [`envelope: ${member}`],
    meant: ["envelope: false"],
    origin: { pointer: stated === undefined ? first.response.origin.pointer : "#/info/description" },
  };
}

/** Characters of a text that are searched. */
const LONGEST = 20_000;

/** Members that hold what a response is about. */
const MEMBER = /(?<![\w.-])(?:data|result|payload|response|content)(?![\w-])/u;

/** An envelope, and its members as code: "wrapped in `{ data, meta }`" */
const ENVELOPE = '\\b(?:enclosed|envelopes?|wrapped|wrapper)\\b[^.!?]{0,20}?([`{"][^.!?]{0,80})';

/** "Every successful response is wrapped in …", "All responses have the envelope …", "Responses are wrapped in …" */
const OF_ALL = new RegExp(
  `(?:\\b(?:all|each|every)\\s(?:[\\w-]{1,20}\\s){0,4}?(?:bod(?:y|ies)|payloads?|responses?)|^\\W{0,8}responses\\s(?:are|come|have))\\b[^.!?]{0,60}?${ENVELOPE}`,
  "iu",
);

const OF_BODY = new RegExp(ENVELOPE, "iu");

/** An envelope that a request chooses, or that there is not. */
const OPTIONAL =
  /\b(?:can|if|jsonp|may|never|no|not|optional(?:ly)?|unless|when|without)\b|n['’]t\b|[?&]\w{1,30}=/iu;

/** The member of an envelope that a text gives to every response. */
function statedMember(text: string | undefined): string | undefined {
  return memberIn(text, OF_ALL);
}

/** The member of an envelope that the description of a response gives to its body. */
function memberOfBody(text: string | undefined): string | undefined {
  return memberIn(text, OF_BODY);
}

function memberIn(text = "", pattern: RegExp): string | undefined {
  const sentences = text.slice(0, LONGEST).split(/(?<=[.!?])\s+|\n\s*\n/u);
  for (const sentence of sentences.filter((one) => !OPTIONAL.test(one))) {
    const [, members = ""] = pattern.exec(sentence.replace(/\s+/gu, " ")) ?? [];
    const member = MEMBER.exec(members)?.[0];
    if (member !== undefined) return member;
  }
  return undefined;
}
