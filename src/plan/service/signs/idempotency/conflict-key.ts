import type { OperationModel } from "../../../../model/api-model.js";
import { singularWord } from "../../../../text/nouns.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { mayNameRequest } from "../../repetition-texts.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers, objectMembers, textOf } from "../../traits/body-members.js";

/** A value of a request that no later one may have: the service has what the first request with it sent. */
export interface ConflictKey {
  /** "the member of its body", "its header" */
  readonly kind: string;
  readonly name: string;
  /** The description of its 409 names it; else its own says that it is unique. */
  readonly isOfConflict: boolean;
}

/** A value that a create takes. */
interface Field extends Pick<ConflictKey, "kind" | "name"> {
  readonly text: string;
}

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Sentences about what is there already. */
const THERE = /\b(?:already|duplicated?|exists?|existed|in\suse|re-?used|same|unique)\b/iu;

/** Sentences about requests that are not the same, and about other things: "by another customer", "has another state". */
const OF_OTHERS =
  /\b(?:another|differ\w*|does\snot\smatch|mismatch|other|state|status|deleted|expired|locked)\b/iu;

/** Names that a caller gives to what it creates: `import_id`, `externalId`; an `id` alone, and one after what the path is of, too. */
const OF_CALLER =
  /^(?:client|custom|external|foreign|import|own|partner|source|third_party)_(?:\w+_)?(?:id|identifier|key|ref|reference|uuid)$/;
const ALONE = /^(?:guid|id|identifier|uuid)$/;
const OF_THING = /^(\w+?)_(?:guid|id|identifier|nonce|ref|reference|token|uuid)$/;

/** Names of ids of accounts, customers and the like: they identify the caller or its customer, and not what is created. */
const GIVEN =
  /^(?:account|client|customer|group|organi[sz]ation|parent|partner|project|source|tenant|user|workspace)_id$/;

/** "Has to be unique per merchant"; what must be unique alone may be so for the caller. */
const UNIQUE =
  /\b(?:has\sto|must|needs?\sto)\sbe\s(?:globally\s)?unique\s(?:across|for|per|within)\s(?:all\s|an?\s|each\s|every\s|the\s|your\s)?(?:accounts?|clients?|customers?|merchants?|partners?|sellers?|shops?|stores?)\b/iu;

/**
 * The value of a create that its 409 names, or that the caller makes for it and that has to be unique: where the repetition after a lost
 * response is refused for it, the first attempt arrived. Not a name or an address of what is created: another request may have taken it.
 */
export function conflictKey(operation: OperationModel, reader: SchemaReader): ConflictKey | undefined {
  if (operation.method !== "POST") return undefined;
  const { description: text = "" } = operation.responses.find(({ status }) => status === "409") ?? {};
  const sentences = clausesOf(text.slice(0, LONGEST))
    .map((clauses) => clauses.join("").replace(/\s+/gu, " "))
    .filter((one) => THERE.test(one) && !OF_OTHERS.test(one) && !negates(one));
  const fields = fieldsOf(operation, reader);
  const named = fields.find(
    ({ name }) => isOfCreate(name, operation) && sentences.some((sentence) => names(sentence, name)),
  );
  if (named !== undefined) return { ...named, isOfConflict: true };
  const unique = fields.find(
    (field) => mayNameRequest(field.name) && UNIQUE.test(field.text.slice(0, LONGEST).replace(/\s+/gu, " ")),
  );
  return unique && { ...unique, isOfConflict: false };
}

/** What a create sends: parameters, and what is at the top of its body, in an object there, or in the entries of a list there. */
function fieldsOf({ parameters, body }: OperationModel, reader: SchemaReader): readonly Field[] {
  const given = parameters.flatMap(({ in: where, name, description = "" }) =>
    where === "header" || where === "query"
      ? [{ kind: where === "header" ? "its header" : "its query parameter", name, text: description }]
      : [],
  );
  const own = listBodyMembers(body?.content[0]?.schema, reader).filter(({ path }) => path.length <= 2);
  const entries = own
    .filter(({ path }) => path.length === 1)
    .flatMap((member) => {
      const { type } = reader.resolve(member.schema);
      return type.kind === "array" ? objectMembers(type.items, reader) : [];
    });
  const members = [
    ...own.map(({ path, text }) => ({ name: path.at(-1) ?? "", text })),
    ...entries.map(({ name, schema }) => ({ name, text: textOf(schema, reader) })),
  ];
  return [...given, ...members.map((member) => ({ kind: "the member of its body", ...member }))];
}

/** Whether a value names what a request creates, and the caller chooses it. */
function isOfCreate(name: string, { path }: OperationModel): boolean {
  const key = words(name).join("_");
  if (mayNameRequest(name) || OF_CALLER.test(key)) return !GIVEN.test(key);
  if (ALONE.test(key)) return true;
  const thing = OF_THING.exec(key)?.[1];
  const last = words(path.replace(/\{[^{}]*\}/gu, " ")).at(-1) ?? "";
  return thing !== undefined && (thing === last || thing === singularWord(last));
}

/** Whether a sentence names a value: as it is spelled, in quotes where that is one word, or after "same". */
function names(sentence: string, name: string): boolean {
  const plain = words(name);
  const spaced = plain.map((word) => word.replace(/\W/gu, "")).join("[\\s_-]?");
  const quoted = `[\`"'“]${spaced}[\`"'”]`;
  const phrased = `\\b(?:duplicated?|given|provided|same|supplied|this|unique)\\s(?:[\\w-]{1,20}\\s){0,3}?${spaced}\\b`;
  const patterns = plain.length > 1 ? [quoted, phrased, `(?<![\\w-])${spaced}(?![\\w-])`] : [quoted, phrased];
  return patterns.some((pattern) => new RegExp(pattern, "iu").test(sentence));
}
