import type { OperationModel } from "../../../model/api-model.js";
import { isPlural } from "../../../text/nouns.js";
import { clausesOf, negates } from "../../../text/without-denials.js";
import { words } from "../../../text/words.js";
import { withoutSubject } from "../operation-subject.js";
import { namesOwnChange } from "./change-texts.js";

/** What a person gives back, or a customer. */
const GIVEN_BACK =
  "(?:assets?|books?|cars?|devices?|equipment|goods|items?|loans?|orders?|parcels?|products?|purchases?|rentals?|shipments?|vehicles?)\\b";

/** Who is made known by a call, and is not found out: "Identify a user". */
const MADE_KNOWN = "(?:contact|customer|device|member|person|profile|user|visitor)\\b";

/** Verbs by which a text of a read begins. What is returned, a person may return: "Return an item" is not one, "Returns the item" is. */
const BEGINNINGS: readonly string[] = [
  "(?:calculat|compar|comput|describ|estimat|evaluat|retriev|simulat|translat)es?",
  "(?:classif|identif|quer)(?:y|ies)",
  "(?:counts?|detects?|fetch(?:es)?|finds?|gets?|infers?|lists?|looks?\\sup|parses?|returns|search(?:es)?|shows?)",
  "(?:checks?|tests?)\\s(?:if|that|whether)",
  "validates?\\s(?:that|whether)",
  "performs?\\s(?:an?\\s)?(?:[\\w-]+\\s){0,3}?(?:look-?ups?|search(?:es)?)",
  `return\\s(?:all|details|information|more|statistics|the|an?\\s(?:array|collection|list|set|summary)\\sof)\\s(?!(?:\\w{1,20}\\s)?${GIVEN_BACK})`,
];

/** How the text of a read begins, after a mark of what it costs, or a clause about what it is given. */
const BEGINS = new RegExp(
  `^\\W{0,8}(?:[\\w ]{1,40}\\]\\s{0,3})?(?:(?:based\\son|for|given)\\s[^.;,]{1,80},\\s)?(?!identif(?:y|ies)\\s(?:an?\\s|the\\s|this\\s|your\\s)?(?:current\\s)?${MADE_KNOWN})(?:${BEGINNINGS.join("|")})\\b`,
  "iu",
);

/** A sentence of an operation, or of its method: "It uses a POST for a read-only retrieval operation." */
const READ_ONLY = /\bread-only\s(?:\w{1,20}\s)?(?:call|endpoint|method|operation|query|request)\b/iu;

/** "This endpoint doesn't create or modify any data." */
const NO_DATA =
  /^\W*(?:does\snot|doesn['’]t|never)\s(?:\w{3,12}(?:,\s|\sor\s|,\sor\s)){0,3}(?:alter|change|create|modify|store|update|write)s?\sany\sdata\W*$/iu;

/** "Categorize transactions without storing them" */
const STORES_NOTHING = /\bwithout\s(?:persisting|saving|storing)\s(?:anything|any\sdata|it|them)\W*$/iu;

/** "POST version of /evidence", "Identical to `GET /commits`, except that POST takes longer parameters" */
const OF_GET =
  /^\W*(?:this\sis\s)?(?:(?:a|the)\s)?post\sversion\b|\b(?:identical|equivalent)\sto\s(?:the\s)?\W?get\b|\burl\slength\s(?:issues?|limit)/iu;

/** How the text of a read begins in other languages. */
const BEGINS_ELSEWHERE =
  /^\W*(?:berechnet|calcule|consulta|ermittelt|liefert(?![^.]{0,100}\saus\b)|obtener|obtiene|recupera|récupère)\s/iu;

/** Parts of verbs of changes in them. */
const CHANGES_ELSEWHERE =
  /\b(?:actualiz|atualiz|borr|cr[eé]|elimin|enregistr|envi|envoi|erstell|erzeug|gener|guard|génér|lösch|modifi|regist|salv|speicher|supprim|änder)/iu;

/** What a test environment plays: "Simulate a payment to your account", which is then there. */
const PLAYED =
  /^\/(?:\w+\/)?(?:sandbox|simulations?)\/|\b(?:in\sproduction|sandbox)\b|\bbeing\s\w{2,20}ed\b/iu;

/** What is made, or done once, by what gives it: a code, a token, a number that is next; not whose account a read is of. */
const GIVEN_ONCE =
  /\b(?:(?<!\binto\s|\b(?:for|in|of|on|to|use)\s(?:an?|the|this|your)\s)account|(?<!\b(?:all|at|by|each|for|from|in|of|on|to|with)\s(?:(?:all|an?|the|this|your)\s)?(?:(?:email|ip|partial|shipping)\s)?)address|code|key|licen[cs]es?\sfor|link|login|lock|next|nonce|otp|password|secret|session|tickets?|tokens?|ur[il])\b/iu;

/** Last words of the path of a read that takes much. A view may be counted. */
const END = /^(?:calculate|details|filter|preview|simulate|simulation)$/u;

/** Characters of a text that are searched. */
const LONGEST = 2000;

/** What the text of an operation, or the end of its path, says of a read, as a clause: where no text names a change. */
export function readOfText({
  operationId = "",
  path,
  summary = "",
  description = "",
}: OperationModel): string | undefined {
  const texts = [summary, description].filter((text) => text !== "").map((text) => text.slice(0, LONGEST));
  const [sentences, leading] = [
    texts.map(sentencesOf).flat(),
    texts.flatMap((text) => sentencesOf(text).slice(0, 1)),
  ];
  const isOpen = (sentence: string) => !deniesChange(sentence) && !STORES_NOTHING.test(sentence);
  const isChange = leading.some((sentence) => isOpen(sentence) && namesOwnChange(sentence));
  if (!isChange && sentences.some((one) => !isOpen(one) || (READ_ONLY.test(one) && !negates(one))))
    return "its description says that it only reads";
  if (!isChange && sentences.some((one) => OF_GET.test(one)))
    return "its description says that it does the same as a GET";
  const last = path.split("/").findLast((one) => one !== "") ?? "";
  if (isOfAccess(`${operationId} ${last}`)) return undefined;
  if (/\bsimulat/iu.test(`${path} ${leading.join(" ")}`) && PLAYED.test(`${path} ${texts.join(" ")}`))
    return undefined;
  if (leading.some((sentence) => GIVEN_ONCE.test(sentence.slice(0, 60)))) return undefined;
  // A change returns what it changed, which the path names.
  const isOfOne = /^\{[^{}]*\}$/u.test(last);
  if (leading.some((sentence) => isOfRead(sentence) && !(isOfOne && RETURNS.test(sentence))))
    return "its text begins as that of a read does";
  if (isOfOne) return undefined;
  if (isChange) return undefined;
  const own = words(last);
  const isList = own.at(-1) === "list" && isPlural(own.slice(0, -1));
  return isList || END.test(own.at(-1) ?? "") ? "its path ends as that of a read does" : undefined;
}

/** "Returns the pet" */
const RETURNS = /^\W*(?:\w+\s){0,4}returns?\b(?!\s(?:all|an?\s(?:array|list)\sof)\b)/iu;

/** Whether a sentence begins as that of a read, and names no change. */
function isOfRead(sentence: string): boolean {
  const own = withoutSubject(sentence);
  if (namesOwnChange(sentence)) return false;
  return BEGINS.test(own) || (BEGINS_ELSEWHERE.test(own) && !CHANGES_ELSEWHERE.test(own));
}

/** Whether a sentence whose subject is the operation says that no data is changed. */
function deniesChange(sentence: string): boolean {
  const own = withoutSubject(sentence);
  return own !== sentence && NO_DATA.test(own);
}

function sentencesOf(text: string): readonly string[] {
  return clausesOf(text).map((clauses) => clauses.join(""));
}

/** Verbs of reads, which a name of one begins with. */
const READ_NAME = /^(?:fetch|find|get|list|retrieve|count|describe|look_?up|query|search)$/;

/** What lets a caller in: each read of one makes another. */
const OF_ACCESS =
  /^(?:auth(?!enticated$|ori[sz]ed$|ors?$)\w*|codes?|credentials?|log_?ins?|nonces?|otps?|pins?|sessions?|sign_?ins?|tokens?|url|uri|links?)$/;

/** "listClusterAdminCredential": a list is of what there is. */
const LISTED = /(?:^|[\s/.-])(?:\w{1,40}_)?[Ll]ist[A-Z_-]\w{0,80}(?:\s|$)/u;

/** Whether a name has a word of what lets a caller in; not one of how that ended, or of a list: `getAuthenticationResult`, `listCredentials`. */
export function isOfAccess(name: string): boolean {
  const all = words(name);
  if (LISTED.test(name) && all.every((word) => !/^(?:links?|sas|tokens?|ur[il])$/u.test(word))) return false;
  return all.some((word, at) => OF_ACCESS.test(word) && !/^(?:results?|status)$/u.test(all[at + 1] ?? ""));
}

/** Whether the name of an operation, or the end of its path, is of a read: `getPet`, `Pets_List`, `/pets/search`; of a sentence, its first word. */
export function hasNameOfRead({ operationId = "", path }: OperationModel): boolean {
  const parts = operationId.includes(" ") ? [operationId] : operationId.split(/[^A-Za-z0-9]+/);
  const end = path.split("/").at(-1) ?? "";
  if (isOfAccess(`${operationId} ${end}`)) return false;
  return [...parts, end].some((part) => !part.startsWith("{") && READ_NAME.test(words(part)[0] ?? ""));
}
