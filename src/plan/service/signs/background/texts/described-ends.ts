import type { OperationModel, ResponseModel } from "../../../../../model/api-model.js";
import { fullName, successResponses } from "../../../responses.js";
import { classifyStates } from "../../../traits/background/final-states.js";
import { SENTENCES } from "../../sentences.js";

/*
 * The states that end a wait, by texts beside the contract's schemas: "Poll until `state` is `succeeded` or `failed`."
 */

/** Characters of a text that are searched. */
const LONGEST = 4000;

/** A quoted value. */
const QUOTED = '[`"“][\\p{L}_][\\p{L}\\p{N}_-]{0,40}[`"”]';

/** What leads from the name of a member to its values: "is one of", "becomes", "field is". */
const LEADS =
  "(?:\\s?[:=(]|\\s(?:a|as|be|becomes?|can|changes|either|equals|field|is|may|member|must|now|of|one|property|reaches|turns|to|values?|will)\\b){1,5}";

/** What separates the values of a list. */
const BETWEEN = "(?:,?\\s(?:and|or)\\s|,\\s?|\\s?\\|\\s?|\\s?/\\s?)";

/** What may follow a list. A word that does may be the verb of what its last word names: "`completed`, and `error` is empty". */
const AFTER = "(?=\\s{0,2}(?:$|[.;:)!?\\n])|,?\\s(?:after|as|before|once|so|until|when|while)\\b)";

const LISTED = new RegExp(`^${LEADS}\\s?(${QUOTED}(?:${BETWEEN}${QUOTED}){1,12})${AFTER}`, "u");

/** Words of a text that says how long callers wait. */
const WAIT = /\b(?:poll|until|wait)/iu;

/**
 * The states of a member by which a wait ends, where one list of a text beside the name of the member has an end of each kind. What the
 * text of the start lists counts where it says how long to wait: it may be about what was there before.
 *
 * @param path - the names that lead to the member
 */
export function describedEnds(
  start: Pick<OperationModel, "description" | "links" | "summary">,
  response: ResponseModel,
  read: OperationModel,
  path: readonly string[],
): ReturnType<typeof classifyStates> | undefined {
  const ofLinks = start.links
    .filter((link) => link.status === response.status && fullName({ name: link.target }) === fullName(read))
    .map(({ description }) => description);
  const ofRead = [read.summary, read.description, ...successResponses(read).map((one) => one.description)];
  const ofStart = [start.summary, start.description, response.description];
  const sentences = [
    ...[...ofLinks, ...ofRead].flatMap(sentencesOf),
    ...ofStart.flatMap(sentencesOf).filter((sentence) => WAIT.test(sentence)),
  ];
  const lists = sentences.flatMap((sentence) => listsIn(sentence, path));
  const ends = lists.some((values) => {
    const { succeeded, failed } = classifyStates(values);
    return succeeded.length > 0 && failed.length > 0;
  });
  return ends ? classifyStates(lists.flat()) : undefined;
}

function sentencesOf(text = ""): readonly string[] {
  return text.slice(0, LONGEST).split(SENTENCES);
}

/** The lists of values that are beside the name of a member in a sentence: that is quoted, or after an article. */
function listsIn(sentence: string, path: readonly string[]): readonly (readonly string[])[] {
  const names = path.map((_, at) => path.slice(at).join("."));
  const quoted = names.map((name) => `[\`"“]${literal(name)}[\`"”]`);
  const own = `\\b(?:its|the|until|whose)\\s${literal(path.at(-1) ?? "")}(?![\\w-])`;
  return [...sentence.matchAll(new RegExp([...quoted, own].join("|"), "giu"))].flatMap((found) => {
    const [, list = ""] = LISTED.exec(sentence.slice(found.index + found[0].length)) ?? [];
    const values = [...list.matchAll(/[\p{L}_][\p{L}\p{N}_-]*(?=[`"”])/gu)].map(([value]) => value);
    return values.length === 0 ? [] : [values];
  });
}

/** A name as a regular expression has it. */
function literal(name: string): string {
  return name.replace(/[$()*+.?[\\\]^{|}]/gu, "\\$&");
}
