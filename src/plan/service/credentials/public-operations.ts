import type { ApiModel, OperationModel } from "../../../model/api-model.js";
import { clausesOf } from "../../../text/without-denials.js";

/** A text about the calls of the whole contract. */
export interface TextOfAll {
  /** "the description of the contract" */
  readonly by: string;
  readonly text: string;
  readonly pointer: string;
}

/** Names of tags that are chapters about credentials: "Authentication", "API security". */
const OF_ACCESS = /\b(?:access tokens?|auth(?:enticat|ori[sz]at)ion|credentials|security)\b/iu;

/** The description of the contract, and those of tags that no operation has, and whose name is about credentials. */
export function textsOfAll({
  contract,
  operations,
  tags,
}: Pick<ApiModel, "contract" | "operations" | "tags">): readonly TextOfAll[] {
  const used = new Set(operations.flatMap((one) => one.tags));
  const chapters = tags.filter(({ name }) => !used.has(name) && OF_ACCESS.test(name));
  return [
    {
      by: "the description of the contract",
      text: contract.description ?? "",
      pointer: "#/info/description",
    },
    ...chapters.map(({ name, description = "" }) => ({
      by: `the description of the tag ${JSON.stringify(name)}`,
      text: description,
      pointer: "#/tags",
    })),
  ];
}

/** Paths of a service's own state, which anyone may read, and of what is public. */
export const OPEN_PATH =
  /^\/?(?:api\/)?(?:v\d[\w.]{0,10}\/)?(?:health\w*|heartbeat|ping|ready|status|version)\/?$|\/public(?:\/|$)/iu;

/** Characters of a text that are searched. */
const LONGEST = 2000;

/** That a text says that anyone can call an operation: "without credentials", "Anyone can", "This endpoint is public". */
const PUBLIC =
  /\b(?:anonymously|any(?:body|one)\s(?:can|may)|publicly)\b|^\W{0,9}public\b(?!\skeys?\b)|\b(?:is|are)\spublic\b|\bpublic\s(?:call|endpoint|method|operation|resource|route)s?\b|\bunauthenticated\s(?:call|endpoint|method|operation|route)s?\b|\b(?:no|without)\s(?:an?\s|any\s)?(?:\w{1,20}\s)?(?:account|api[\s-]keys?|auth\w*|credentials?|log-?in)\b|\b(?:not|n['’]t)\s(?:need|require)\s(?:an?\s|any\s)?(?:\w{1,20}\s)?(?:account|api[\s-]keys?|auth\w*|credentials?|log-?in|token)|\b(?:auth\w*|credentials?)\s(?:is|are)(?:\snot|n['’]t)\s(?:needed|necessary|required)\b/iu;

/** About a call that fails. */
const REFUSED = /\b(?:40[13]|den(?:ied|ies|y)|errors?|fail\w*|forbidden|invalid|refus\w*|reject\w*)\b/iu;

/** Whether a text of an operation may say that anyone can call it. */
export function isPublic({ summary = "", description = "" }: OperationModel): boolean {
  return [summary, description].some((text) =>
    clausesOf(text.slice(0, LONGEST)).some((clauses) => {
      const sentence = clauses.join("");
      return PUBLIC.test(sentence) && !REFUSED.test(sentence);
    }),
  );
}

/**
 * That calls need no credentials at all: "does not require any credentials", "No authentication is required"; not "no API key", which may leave
 * another.
 */
const NEEDS_NONE =
  /\b(?:do(?:es)?\snot|do(?:es)?n['’]t)\s(?:need|require)\s(?:any\s)?(?:authenticat\w*|authori[sz]\w*|credentials)\b|\b(?:needs?|requires?)\sno\s(?:authentication|authori[sz]ation|credentials)\b|\bno\s(?:authentication|authori[sz]ation|credentials)\s(?:is|are)\s(?:needed|necessary|required)\b|\b(?:authentication|authori[sz]ation|credentials)\s(?:is|are)(?:\snot|n['’]t)\s(?:needed|necessary|required)\b/iu;

/** Where such a text is about some calls: "if you do not require authentication". */
const CONDITION = /\b(?:although|but|except|if|only|some|unless|until|when|while)\b/iu;

/** A path in a text, and what goes before it: not in an address. */
const NAMED_PATH = /(?<![\w/:.<}])\/[\w.~{}-]{1,60}(?:\/[\w.~{}-]{1,60}){0,12}/gu;

/** A path of a contract of which all or none are public. */
const OF_PUBLIC = /\/public(?:\/|$)/iu;

/** A sentence about another contract, or about requests that the service sends. */
export const OF_OTHERS =
  /\bweb-?\s?hooks?\b|\bcallbacks?\b|\byour (?:own )?(?:endpoint|server|url|listener)\b|\bwe (?:send|call|post)\b|\b(?:another|other|separate|internal|admin\w*|partner|legacy) (?:\w+ )?(?:apis?|contracts?|services?)\b|\b(?:contract|document|specification|spec) of (?:its|their) own\b/iu;

/** Where a sentence about paths is about what they take from others, or about some of what is there: "by a manager", "that does not require". */
const OF_SOME = new RegExp(
  [
    `(?:${NEEDS_NONE.source})\\s(?:\\w{1,20}\\s)?(?:by|from|of)\\s(?:an?|any|our|the|their|your)\\b`,
    "\\bcannot\\b|\\bcan['’]t\\b",
    "\\b(?:that|which|who)\\s(?:\\w{1,20}ly\\s)?(?:do(?:es)?|needs?|requires?)",
    "\\b(?:which|whom)\\sno\\b",
  ].join("|"),
  "iu",
);

function needsNone(text: string): boolean {
  return NEEDS_NONE.test(text) && !CONDITION.test(text);
}

/** Paths of which a text about the whole contract says that calls need no credentials: "The API below `/v2/public` does not require any". */
function openPaths(model: Pick<ApiModel, "contract" | "operations" | "tags">): readonly string[] {
  const pathsIn = (sentences: readonly string[]) =>
    sentences.flatMap((text) =>
      (text.match(NAMED_PATH) ?? []).map((path) => path.replace(/[/.]{1,4}$/u, "")),
    );
  return textsOfAll(model).flatMap(({ text }) =>
    text.split(/\n\s*\n/u).flatMap((paragraph) => {
      const sentences = paragraph.split(/(?<=[.;!?])\s+/u).filter((one) => !OF_OTHERS.test(one));
      const open = sentences.filter((one) => needsNone(one) && !OF_SOME.test(one));
      if (open.length === 0) return [];
      const own = pathsIn(open);
      // A paragraph about one path is about it in each of its sentences.
      const all = own.length > 0 ? own : pathsIn(sentences);
      return new Set(all).size === 1 || own.length > 0 ? all : [];
    }),
  );
}

/**
 * Which operations need no credentials, by what a text about the whole contract says of paths above them; and which may need none: their path
 * alone is called public, or their own text says so, which may be about a card holder or a device.
 */
export function openOperations(
  model: Pick<ApiModel, "contract" | "operations" | "tags">,
): ReadonlyMap<OperationModel, "unknown" | "yes"> {
  const above = openPaths(model);
  const found = new Map<OperationModel, "unknown" | "yes">();
  for (const one of model.operations) {
    const { path, summary = "", description = "" } = one;
    const isNamed = above.some((start) => path === start || path.startsWith(`${start}/`));
    const texts = [summary, description].map((text) => text.slice(0, LONGEST));
    const isDescribed = texts.some((text) => text.split(/(?<=[.;!?])\s+|\n\s*\n/u).some(needsNone));
    if (isNamed) found.set(one, "yes");
    else if (isDescribed || OF_PUBLIC.test(path)) found.set(one, "unknown");
  }
  return found;
}
