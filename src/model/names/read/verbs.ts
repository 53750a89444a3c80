/** Names that every resource can have, whatever a contract calls the operation. */
export type StandardName = "list" | "get" | "create" | "update" | "replace" | "delete";

/** Whether a method has one of the standard names. */
export function isStandard(method: string): boolean {
  return /^(?:list|get|create|update|replace|delete)$/u.test(method);
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Verbs of an operationId that say no more than the standard name does. */
const READING = set("all browse fetch find get index list load read retrieve show");
const CREATING = set("add create insert new post store");
const UPDATING = set("change edit modify patch put replace set update");
const DELETING = set("del delete destroy remove");

/** Verbs that mean one thing for each method; methods without a standard name have none. */
const SYNONYMS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["GET", READING],
  ["POST", CREATING],
  ["PUT", UPDATING],
  ["PATCH", UPDATING],
  ["DELETE", DELETING],
]);

/** Whether a verb says no more than the method does. */
export function isMeantBy(verb: string, method: string): boolean {
  return SYNONYMS.get(method)?.has(verb) === true;
}

/** Verbs that say no more than the method does to one item on its own path, and may say more elsewhere: `save` of many, or of a copy; `view` of a list. */
const OF_ITEMS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["GET", set("view")],
  ["POST", set("overwrite save write")],
  ["PUT", set("amend overwrite save write")],
  ["PATCH", set("amend overwrite save write")],
  ["DELETE", set("drop erase")],
]);

/** Whether a verb says no more than the method does to one item. */
export function isMeantOfItem(verb: string, method: string): boolean {
  return OF_ITEMS.get(method)?.has(verb) === true;
}

/** Whether a verb says no more than some method does. */
export function isPlain(verb: string): boolean {
  return [...SYNONYMS.values()].some((verbs) => verbs.has(verb));
}

/** Verbs of a `GET` by which a framework may mean `get` or `list`. */
export const READERS = set("fetch find load read retrieve show");

/** Verbs of a `GET` that mean `list` where it returns many. */
export const LISTERS = set("fetch find get read retrieve");

/** Words that speak of many. */
export const MANY = set("all browse collection every index list many");

/** Verbs that an operation ends with where its noun is first: `orders_list`. */
const LAST = set(
  "add all create delete destroy edit fetch find get index insert list patch post put read remove replace retrieve set show store update",
);

const FURTHER = set(
  "abort accept acknowledge activate adjust advance allocate amend analyse analyze anonymise anonymize append apply approve " +
    "archive ask assign attach authenticate authorise authorize autocomplete ban bind block book bulk buy calculate call cancel " +
    "capture chat check claim clear clone close collect compare complete compute configure confirm connect convert copy count " +
    "deactivate decline decommission decrease decrypt delegate deliver deny deploy deprecate detach detect disable disassociate " +
    "discard disconnect discover dismiss dispatch dissolve distribute download drop duplicate embed enable encrypt enqueue " +
    "enroll erase escalate estimate evaluate exchange exec execute expire export extend extract fail finalize finish flag " +
    "follow fork freeze fulfill generate grant hide ignore import increase increment initialize install instantiate introspect " +
    "invalidate invite invoke join kick kill launch leave like link lock login logout lookup mark match merge migrate move mute " +
    "notify offboard open overwrite parse pause pay pin ping place poll predict prepare present preview process promote " +
    "provision prune publish pull purge push query quit reactivate reboot rebuild reconcile record recover redeem redeliver " +
    "refresh refund regenerate register reimage reindex reject release reload relocate remind rename render renew reopen " +
    "reorder replay reply report reprocess request rerun reschedule resend reserve reset resize resolve respond restart restore " +
    "resume retry return reverse revert review revoke rollback rotate run save scan schedule search select send settle share " +
    "shutdown sign signal simulate skip snooze sort split star start stop stream submit subscribe suggest suspend swap sync " +
    "synchronize terminate test timeout toggle track transcribe transfer transform translate trigger trim truncate unarchive " +
    "unassign unban unbind unblock unbookmark undelete undo unfavorite unfavourite unfollow unfreeze unhold uninstall unlike " +
    "unlink unlock unmount unmute unpin unpublish unstar unsubscribe unsuspend untrash upgrade upload upsert use validate " +
    "verify view void vote withdraw write",
);

/** Verbs that a `GET` can end with; others of {@link FURTHER} are nouns there: `GET /orders/{id}/refund`. */
const OF_READS = set(
  "autocomplete check compare count download export find lookup ping preview search validate verify",
);

const KNOWN: ReadonlySet<string> = new Set([...READING, ...CREATING, ...UPDATING, ...DELETING, ...FURTHER]);

/** Words that begin with `re` or `un` and a verb, and mean something else. */
const OTHER_WORDS = set("remark research unread");

/** Whether a word is one of these verbs, or one with `re` or `un` before it: `recalculate`, `unregister`. */
function isAmong(verbs: ReadonlySet<string>, word: string): boolean {
  return verbs.has(word) || (/^(?:re|un)/u.test(word) && !OTHER_WORDS.has(word) && verbs.has(word.slice(2)));
}

/** Whether a word is a verb, as far as these lists go; nouns that are spelt alike count. */
export function isVerb(word: string | undefined): boolean {
  return word !== undefined && isAmong(KNOWN, word);
}

const PREPOSITIONS = set("about at by for from in of on to with");

/** Whether a word puts a noun behind it into relation with one before it: `stats of index`. */
export function isPreposition(word: string | undefined): boolean {
  return word !== undefined && PREPOSITIONS.has(word);
}

/** Whether a word is a verb behind its noun. */
export function isLastVerb(word: string | undefined): boolean {
  return word !== undefined && LAST.has(word);
}

/** Whether a word at the end of a path is what the operation does. */
export function isActionVerb(word: string | undefined, method: string): boolean {
  if (word === undefined) return false;
  if (method === "GET") return OF_READS.has(word);
  return method === "POST" ? isVerb(word) : isAmong(FURTHER, word);
}
