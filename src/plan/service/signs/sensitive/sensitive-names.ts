import type { SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";

/** Names of secrets and of personal data. The last word decides: `iban_country` is about one. */
const TEXTS =
  /^(?:(?:access|account|admin|atm|card|current|external|lock|login|new|old|personal|phone|refund|security|user)_)*pin$|(?:^|_)iban$|(?:^|_)(?:backup|recovery)_codes?$|(?:^|_)(?:access|atm|card|device|lock|unlock)_pin_?code$|(?:^|_)(?:card|cvc|cvv)_security_code$|(?:^|_)(?:original_?secret|passw(?:or)?d_(?:digest|hash)|pwd_(?:digest|hash))$|(?:^|_)sas(?:_ur[il])?$|(?:^|_)(?:access|api|private|secret)_?key_?[a-z]?_?\d$|(?:^|_)kube_?config$/u;

/** The same of what may be a number, too. */
const NUMBERS =
  /(?:^|_)(?:bank_account|card|driver_?s?_licen[cs]e|driving_licen[cs]e|passport|social_security|tax_file)_(?:no|num|number)$|(?:^|_)(?:aadhaar(?:_number)?|cv[cnv]\d?|ssn)$/u;

/** Passwords, which may be numbers as well; not how many there are, or how long one is. */
const PASSWORDS = /^(?:(?:access|confirm|current|login|new|old|user)_)*pass_?(?:code|word)$/u;
const COUNTED = /\b(?:amount|count|days|expir\w*|how|length|max\w*|min\w*|number\sof|policy|whether)\b/iu;

/** An account number is that of a bank beside these, or where its description says so. */
const OF_BANK = /^(?:bank_code|bic|bsb|iban|ifsc(?:_code)?|routing_number|sort_code|swift(?:_code)?)$/u;

/** What a card has: a `number` beside its code is its own. */
const OF_CARD = /^(?:card_)?cv[cnv]\d?$/u;

/** Beside these, or where its text is about a card or a second factor, a security code lets somebody pay or in; a share has one, too. */
const OF_EXPIRY = /(?:^|_)(?:expir\w*|exp_(?:date|month|year)|valid_(?:thru|until))(?:_|$)/u;

/** The same, and texts of codes that let a person in. */
const OPENS_ONCE = /\b(?:2FA|cards?|CV[CNV]2?|factor|one[\s-]time|TOTP|verify)\b/iu;

/** Descriptions of a password, and of nothing else: "New LDAP password.", "Password hash of the account". */
const PASSWORD =
  /^\W*(?:(?:an?|confirm|current|enter|new|old|the|your)\s){0,3}(?:\w{1,20}\s)?password(?:\s(?:digest|hash))?(?=\W*$|\s(?:of|for)\s(?:the|your)\s(?:\w{1,20}\s)?(?:account|user)\W*$)/iu;

/** Names of what is beside a password: `passwordPolicy`, "Password" as its text. */
const BESIDE_PASSWORD =
  /_(?:algorithm|expir\w*|field|format|hint|label|length|mode|name|pattern|polic(?:y|ies)|regex|requirements?|rules?|state|status|strategy|strength|type)$/u;

/** Descriptions of a `pin` that opens something. */
const OPENS = /\b(?:PIN|[Pp]ass\s?codes?|personal\sidentification\snumber)\b/u;

/** Names of a part of one, of one that is encrypted or hashed, and of other things. */
const OF_OTHERS =
  /(?:^|_)(?:bin|country|encrypted|first|hashed|is|last|masked|menu_card|obfuscated|truncated|use|virtual)_/u;

/** Descriptions of values of which the secret part is gone. */
const PARTIAL =
  /\b(?:country\sof|digits\sof|encrypted|first\s(?:4|6|four|six)|last\s(?:4|four)|masked|obfuscated|postal|redacted|shortened|truncated|zip)\b|\*{4}|x{4}/iu;

/** Descriptions of the whole, that may go on with a part: "Full card number. Only the last 4 digits are returned." */
const WHOLE = /^\W*(?:(?:an?|the|your)\s)?(?:complete|entire|full|whole)\b/iu;

/** Descriptions of another thing: a place on a map, a card of a collection, a code that names a reason or a kind. */
const ANOTHER =
  /\b(?:on|of)\s(?:an?|the)\s(?:board|map|menu)\b|^\W*(?:an?\s|the\s)?pin(?:ned|s)?\s(?:[\w'’]+\s){0,3}?(?:on|to)\s(?:an?|the|your)\s(?:\w+\s)?(?:dashboard|home\w*|page|profile|screen|sidebar|top|wall)\b|\b(?:collectible|collector|playing|trading)\scards?\b|\bcards?\b[^.]{0,30}\bin\s(?:an?|the)\s(?:deck|set|series)\b(?!\sof\s(?:\w+\s)?(?:blocks?|characters?|digits?|groups?|numbers?)\b)|^\W*(?:error|reason|status|type)\scodes?\b|\bcodes?\sof\s(?:an?|the)\s(?:backup|recovery)\b|^\W*(?:kind|label|reason|sort|status|type)\s(?:for|of)\b/iu;

/** Tokens that give no access: positions, marks against repetition, names for a further query, what shows that two texts are the same. */
const OF_POSITION =
  /(?:^|_)(?:after|backward|before|cancel|cancellation|change|checkpoint|client|conditional|consistency|continuation|continue|cursor|delta|dedup\w*|end|etag|fetch|forward|idempoten\w+|(?<!app_)insights?|last|list|lock|marker|max|min|nav|navigation|new|next|offset|page|paging|pagination|position|prev|previous|read|referral|replay|request|resume|resumption|retry|scroll|search|sequence|since|skip|snapshot|start|state|stream|sync|transaction|version|watch)_?(?:start_?|state_?|sync_?)?tokens?$/u;

/** The same, where nothing is before them: a `password_creation_token` lets somebody in. */
const OF_OWN = /^(?:attribution|creation|feedback|filter|partition|separator|trac(?:e|ing))_tokens?$/u;

/** Tokens of a currency, of a text, or of a translated value: `base_token`, `eos_token`, `constant_token`. */
const OF_VALUE =
  /(?:^|_)(?:base|bos|bridged|burn|buy|collateral|cls|constant|deposit|eos|erc_?\d{2,4}|fee|from|in|input|lp|mask|mint|native|nft|out|output|pad|payout|pool|quote|reserve|reward|sell|sep|spl|stop|to|underlying|unk|wrapped)_?token$/u;

/** Descriptions of the same, and of positions. */
const NO_ACCESS =
  /\b(?:blockchain|cryptocurrenc\w+|cursor|deduplicat\w+|ERC-?\d{2,4}|idempoten\w+|(?:gets?|gives?)\smore\sinformation\sabout|language\smodel|NFTs?|optimistic\slock\w*|pages?|paginat\w+|subset\sof|symbols?|synchroni[sz]\w+|tokeni[sz]er|vocabulary)\b|\bcontinu(?:ation|e)\b/iu;

/** Whether a name with words joined by `_` is that of a token which gives access to something: not `next_page_token`, `clientToken`. */
export function isToken(key: string, text: string): boolean {
  if (!/_token$|(?:^|_)(?:access|app|auth|dev|device|push|session|user)token$/u.test(key)) return false;
  if (/(?:^|_)(?:has|include|is|use)_/u.test(key)) return false;
  return !OF_POSITION.test(key) && !OF_OWN.test(key) && !OF_VALUE.test(key) && !NO_ACCESS.test(text);
}

/** What an address has: a `pin` beside it is a postal code. */
const OF_ADDRESS = /^(?:address|city|country|district|house|locality|state|street|village|vtc)$/u;

/** A value as a contract describes it. */
interface DescribedValue {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly text: string;
  /** The names of the other members of its object. */
  readonly siblings: readonly string[];
}

/**
 * Whether a value is a secret or personal data by its name alone: `iban`, `cardNumber`, `recovery_codes`. A flag, a listed value and an
 * object are about one; so is a date.
 */
export function isNamedSensitive({ name, schema: { type }, text, siblings }: DescribedValue): boolean {
  const key = words(name).join("_");
  const isText = type.kind === "string" && !/^date/u.test(type.format ?? "");
  const others = siblings.map((one) => words(one).join("_"));
  const isSecret =
    TEXTS.test(key) ||
    isToken(key, text) ||
    (/_pin$/u.test(key) && OPENS.test(text)) ||
    (!BESIDE_PASSWORD.test(key) && text.split("\n").some((line) => PASSWORD.test(line)));
  const isNumber =
    NUMBERS.test(key) ||
    (PASSWORDS.test(key) && !COUNTED.test(text)) ||
    (key === "number" && others.some((one) => OF_CARD.test(one))) ||
    (/(?:^|_)security_code$/u.test(key) &&
      (OPENS_ONCE.test(text) || others.some((one) => OF_EXPIRY.test(one)))) ||
    (/(?:^|_)account_(?:no|number)$/u.test(key) &&
      (/\bbank\saccount\snumber\b/iu.test(text) || others.some((one) => OF_BANK.test(one))));
  if (!(isText && isSecret) && !((isText || type.kind === "number") && isNumber)) return false;
  // What a token is for can be anything: "first", "country".
  if ((!isToken(key, text) && OF_OTHERS.test(key)) || isPartial(text) || ANOTHER.test(text)) return false;
  return key !== "pin" || !others.some((one) => OF_ADDRESS.test(one));
}

/** Words of a description behind which a key is another thing: "The id of the private key", "Whether a private key is kept". */
const OTHER_KEY =
  "(?:algorithm|and|by|contain\\w*|[Ee]ncrypt(?:s|ed)?|fingerprint|for|from|has|hash\\w*|id|identifier|if|in|[Ii]nvalid|is|[Ll]ast|list|[Mm]asked|name|no|not|of|on|or(?=\\s(?:access|API|[Aa]pi|private)\\s)|owning|[Pp]artial|passphrase|password|path|public|[Rr]edacted|seen|size|status|that|to|[Tt]runcated|type|url|us(?:es?|ing)|when|whether|which|with|without)";

/** "The unencrypted PEM-encoded private key of the certificate"; "The primary access key.", "API key. Your API key identifies your project"; not "API key ID". */
const KEY_TEXT = new RegExp(
  `^(?!\\s{0,8}[-*+]\\s)\\W{0,9}(?:(?:[Ii]nput\\sonly|[Oo]ptional|[Rr]equired)\\W{1,3})?(?:(?!${OTHER_KEY}\\s)[\\w#/'’-]{1,30}\\s){0,8}?(?:(?:access|private)\\skey|(?:API|[Aa]pi)\\s[Kk]ey)(?=\\W{0,9}$|[.,;](?:\\s|$)|\\s(?:associated|for|from|in|of|used|which)\\b)`,
  "u",
);

/** Names of what is about a key. */
const ABOUT_KEY =
  /(?:^|_)(?:has|is|public)_|_?(?:algorithm|arn|fingerprint|format|ids?|kid|label|length|names?|path|prefix|ref|size|status|type|ur[il])$/u;

/** Characters of a description of a key that are searched. */
const LONGEST_OF_KEY = 300;

/** Whether a description says that a text is a secret key: "The unencrypted private key", "API key". */
export function isDescribedKey(name: string, text: string): boolean {
  return (
    !ABOUT_KEY.test(words(name).join("_")) &&
    !NO_ACCESS.test(text) &&
    text.split("\n").some((line) => KEY_TEXT.test(line.slice(0, LONGEST_OF_KEY)))
  );
}

/** That only what a response has is partial. */
const IN_RESPONSE = /\bwhen\s(?:it|this(?:\s\w{1,20})?)\sis\sreturned\b/iu;

function isPartial(text: string): boolean {
  const [first = ""] = text.split(/(?<=[.;!?])\s/u);
  return PARTIAL.test(WHOLE.test(first) || IN_RESPONSE.test(text) ? first : text);
}

/** Names that any object may have, and that say nothing of the value. */
const GENERAL: ReadonlySet<string> = new Set(
  "account amount attribute attributes body card code config confirm content contents current data date default description detail details error field fields file filter first from hash id identifier ids info input item items key keys kind label last line link list location message metadata method mode name names new note number numbers object old option options order output owner parameter parameters params path payload position prefix properties property raw reason ref reference request resource response result results role sender settings signature source start state status string subject tag tags target text time title to type uid uri url user username uuid val value values version".split(
    " ",
  ),
);

/** Members that problems have, declared or not (RFC 9457): each of another meaning. */
const OF_PROBLEM = /^(?:code|detail|error|errors|id|instance|message|status|title|type)$/u;

/** Whether a name is so general that others of the contract with this name are something else: `number`, `value`. */
export function isGeneral(name: string): boolean {
  return GENERAL.has(words(name).join("_"));
}

/** Whether problems have a member of this name, whatever the contract declares. */
export function isOfProblem(name: string): boolean {
  return OF_PROBLEM.test(words(name).join("_"));
}

/** What calls a phone number one. */
const PHONE = /\b(?:(?:mobile\s|tele)?phone|mobile|cell)\s(?:numbers?|no\b)|\bMSISDN\b|\bE\.?164\b/iu;

/** A number of E.164: `+37120000000`. */
const E164 = /^\+[1-9]\d{6,14}$/u;

/** How the pattern of such numbers starts: `^\+[1-9]\d{6,14}$`; `^\+?\d+$` is that of any number. */
const E164_PATTERN = /^\^\(?\\\+(?:\(?(?:\[1-9\]|\\d|\[0-9\])|\?\(?\[1-9\](?:\{1\})?(?:\\d|\[0-9\])\{)/u;

/** How one ends that has too few digits: `\d{0,3}$` is that of a country code. */
const SHORT_PATTERN = /\{(?:\d,)?[0-5]\}\)?\$$/u;

/** Descriptions of what is beside a phone number: "Kind of phone number", "Whether mobile phone numbers are shown". */
const BESIDE_PHONE =
  /^\W*(?:(?:an?|the)\s)?(?:(?:caption|category|country|hint|kind|label|message|placeholder|sort|status|text|title|tooltip|type)\s(?:beside|for|of|shown)\b|formats?\s(?:for|of)\b(?!.{0,100}\bE\.?164\b))|^\W*whether\b/iu;

/** Names of the same: `phone_type`, `hasMobile`. */
const OF_PHONE = /^(?:has|is|shows?|use)_|_(?:codes?|format|kind|label|status|types?)$/u;

/** Names of numbers at which one is called. */
const OF_CONTACT = /(?:^|_)(?:contact|mobile)_numbers?$/u;

/** Whether a value, or each of a list, is a phone number: by its name, its description, its pattern or an example. */
export function showsPhone(name: string, text: string, schemas: readonly SchemaNode[]): boolean {
  const key = words(name).join("_");
  if (OF_PHONE.test(key) || BESIDE_PHONE.test(text)) return false;
  if (OF_CONTACT.test(key) || PHONE.test(text)) return true;
  return schemas.some(
    ({ doc, constraints: { pattern } }) =>
      (typeof pattern === "string" && E164_PATTERN.test(pattern) && !SHORT_PATTERN.test(pattern)) ||
      doc.examples.flat().some((one) => typeof one === "string" && E164.test(one)),
  );
}
