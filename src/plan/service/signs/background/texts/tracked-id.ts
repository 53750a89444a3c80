import type { BodyMember } from "../../../traits/body-members.js";
import { plainText } from "./plain-text.js";

/** Names of a member that has an id of something: `file_migration_id`, `token`. */
const ID = /(?:^|_)(?:[gsu]?id|uuid|identifier|key|token|handle|ref|reference)$/u;

/** What a text says that callers do with an id: "the id of the migration to check for status updates", "You can use this key to track the progress". */
const TRACKS =
  /\b(?:can\sbe\sused|for|may\sbe\sused|to|used|you\scan)\s(?:\w{1,20}\s){0,2}?(?:check|follow|monitor|poll|query|track)(?:ing)?\b[^.;]{0,60}\b(?:progress|status)\b/iu;

/** What people wait for, and not a client; and what others are notified of. */
export const OF_PEOPLE =
  /\b(?:applications?|checkouts?|deliver\w{1,5}|deposits?|disburse(?:ments?)?|invoices?|loans?|messages?|orders?|packages?\sdeliver\w{1,5}|parcels?|pay(?:ments?|outs?)|refunds?|shipments?|tickets?|top\s?ups?|trades?|transactions?|transfers?|withdraw(?:al)?s?)\b/iu;

/** Characters of a text that are searched. */
const LONGEST = 400;

/** Whether a member is an id by which callers find out how far something is, as its text says. */
export function isTracked({ key, text }: BodyMember): boolean {
  if (!ID.test(key)) return false;
  const plain = plainText(text.slice(0, LONGEST));
  return TRACKS.test(plain) && !OF_PEOPLE.test(`${plain} ${key.replaceAll("_", " ")}`);
}
