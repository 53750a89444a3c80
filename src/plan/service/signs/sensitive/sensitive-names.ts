import type { SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";

/** Names of secrets and of personal data. The last word decides: `iban_country` is about one. */
const TEXTS =
  /^(?:(?:access|account|admin|atm|card|current|external|lock|login|new|old|personal|phone|refund|security|user)_)*pin$|(?:^|_)iban$|(?:^|_)(?:backup|recovery)_codes?$|(?:^|_)sas(?:_ur[il])?$/u;

/** The same of what may be a number, too. */
const NUMBERS = /(?:^|_)card_(?:no|number)$|(?:^|_)(?:cv[cnv]\d?|ssn|social_security_(?:no|number))$/u;

/** Names of a part of one, of one that is encrypted or hashed, and of other things. */
const OF_OTHERS =
  /(?:^|_)(?:bin|country|encrypted|first|hashed|is|last|masked|menu_card|obfuscated|truncated|use|virtual)_/u;

/** Descriptions of values of which the secret part is gone. */
const PARTIAL =
  /\b(?:country\sof|digits\sof|encrypted|first\s(?:4|6|four|six)|last\s(?:4|four)|masked|obfuscated|postal|redacted|shortened|truncated|zip)\b|\*{4}|x{4}/iu;

/** Descriptions of another thing: a place on a map, a card of a collection, a code that names a reason or a kind. */
const ANOTHER =
  /\b(?:on|of)\s(?:an?|the)\s(?:board|map|menu)\b|\b(?:collectible|collector|playing|trading)\scards?\b|\bcards?\b[^.]{0,30}\bin\s(?:an?|the)\s(?:deck|set|series)\b(?!\sof\b)|^\W*(?:error|reason|status|type)\scodes?\b|\bcodes?\sof\s(?:an?|the)\s(?:backup|recovery)\b|^\W*(?:kind|label|reason|sort|status|type)\s(?:for|of)\b/iu;

/** Tokens that give no access: positions, marks against repetition, what shows that two texts are the same. */
const OF_POSITION =
  /(?:^|_)(?:after|before|cancel|cancellation|change|checkpoint|client|consistency|continuation|continue|cursor|delta|dedup|deduplication|end|etag|fetch|idempotency|idempotent|last|list|marker|max|min|nav|navigation|next|offset|page|paging|pagination|position|prev|previous|read|resume|resumption|scroll|search|since|skip|snapshot|start|state|stream|sync|transaction|version|watch)_?(?:start_?|state_?|sync_?)?tokens?$/u;

/** Whether a name with words joined by `_` is that of a token which gives no access: `next_page_token`, `clientToken`. */
export function isPositionToken(key: string): boolean {
  return OF_POSITION.test(key);
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
  if (!(isText && TEXTS.test(key)) && !((isText || type.kind === "number") && NUMBERS.test(key)))
    return false;
  if (OF_OTHERS.test(key) || PARTIAL.test(text) || ANOTHER.test(text)) return false;
  return key !== "pin" || !siblings.some((one) => OF_ADDRESS.test(words(one).join("_")));
}

/** What calls a phone number one. */
const PHONE = /\b(?:(?:mobile\s|tele)?phone|mobile|cell)\s(?:numbers?|no\b)|\bMSISDN\b|\bE\.?164\b/iu;

/** A number of E.164: `+37120000000`. */
const E164 = /^\+[1-9]\d{6,14}$/u;

/** How the pattern of such numbers starts: `^\+[1-9]\d{6,14}$`; `^\+?\d+$` is that of any number. */
const E164_PATTERN = /^\^\(?(?:\\\+\(?(?:\[1-9\]|\\d|\[0-9\])|\\\+\?\(?\[1-9\]\\d\{)/u;

/** Descriptions of what is beside a phone number: "Kind of phone number", "Whether mobile phone numbers are shown". */
const BESIDE_PHONE =
  /^\W*(?:(?:an?|the)\s)?(?:category|country|hint|kind|label|sort|status|type)\s(?:beside|for|of|shown)\b|^\W*whether\b/iu;

/** Names of the same: `phone_type`, `hasMobile`. */
const OF_PHONE = /^(?:has|is|shows?|use)_|_(?:format|kind|label|status|types?)$/u;

/** Names of numbers at which one is called. */
const OF_CONTACT = /(?:^|_)(?:contact|mobile)_numbers?$/u;

/** Whether a value, or each of a list, is a phone number: by its name, its description, its pattern or an example. */
export function showsPhone(name: string, text: string, schemas: readonly SchemaNode[]): boolean {
  const key = words(name).join("_");
  if (OF_PHONE.test(key) || BESIDE_PHONE.test(text)) return false;
  if (OF_CONTACT.test(key) || PHONE.test(text)) return true;
  return schemas.some(
    ({ doc, constraints: { pattern } }) =>
      (typeof pattern === "string" && E164_PATTERN.test(pattern)) ||
      doc.examples.flat().some((one) => typeof one === "string" && E164.test(one)),
  );
}
