import type { OperationModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { singularWord } from "../../../text/nouns.js";
import { words } from "../../../text/words.js";
import { jsonResponse } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { isNamedUpdate } from "./described-conditions.js";
import { listBodyMembers, objectMembers } from "../traits/body-members.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** Names of a field with the version of what is changed; words joined by `_`. */
const VERSION =
  /^(?:(?:resource|expected|current|lock|object)_)?(?:version|revision(?:_id)?)$|(?:^|_)fingerprint$/;

/** Names that are for nothing but the version that a change is made to: `rowVersion`, `lock_version`, `concurrencyStamp`. */
const LOCK =
  /^(?:(?:optimistic_)?lock_version|row_version|(?:optimistic_)?concurrency_(?:stamp|token|version))$/;

/** An ETag of what is changed; not of what is copied to it, or of a part of it. */
const ETAG =
  /^(?!(?:block|blob|copy|destination|file|from|parent|part|s3|source|src|target|upload)_)(?:\w+_)?e_?tag$/;

/** Names of a version that others can have too: of what is not changed, or of a format. */
const REVISION = /^(?:rev|version_(?:id|number|no)|e_?tag)$/;

/** Words by which a description tells that a change under another version is refused. */
const REFUSED =
  /\bconflict|\bconcurren|\boptimistic|\b(?:does not|must|if the \w+(?: \w+)?) match\b(?! (?:the |this |a )?(?:expression|format|pattern|reg))|\bcurrent version\b|\bexpected version\b/i;

/** The same by words that no other check of a value has: a `deviceFingerprint` must match too. */
const LOCKED = /\bconflict|\bconcurren|\boptimistic|\block/i;

/** The same of an ETag: what it is sent for. */
const COMPARED =
  /\b(?:up[- ]to[- ]date|over-?writ\w*|read-modify-write|simultaneous\w*|stale|lost updates?|(?:not|n't|been) (?:changed|modified)|(?:changed|modified) since)\b/i;

/** What a version is sent for: "This field is to avoid updating the entity with old data". */
const PREVENTS =
  /\b(?:avoid|prevent)(?:s|ing)?\s(?:\w+\s){0,3}?(?:conflict|over-?writ|updat)\w*|\bagainst\s(?:lost\supdates|overwrit\w+)/iu;

/** That a version counts changes: "Incremented with each update". */
const COUNTS =
  /\b(?:bump|increas|increment)(?:e?s|ed|ing)?\b[^.;]{0,40}\b(?:after|each|every|on|upon|when(?:ever)?)\b[^.;]{0,40}\b(?:chang|modif|sav|updat|writ)/iu;

/** Names of the version that is there now, of whatever has it: the read may call it `version`. */
const CURRENT = /^(?:base|current|last|lock)_(?=(?:version|revision)(?:_|$))/;

/** That a version is the one which the caller has read. */
const OF_NOW = /\b(?:current|last)\b/iu;

/** What has versions that are released, not counted: "A device reports its firmware". */
const PROGRAM =
  /\b(?:apps?|binar(?:y|ies)|drivers?|engines?|firmwares?|install\w*|kernels?|librar(?:y|ies)|npm|packages?|plugins?|releas\w+|runtimes?|sdks?|software|upgrad\w+)\b/iu;

/** A version that is released: `2.4.1`, "fw-2.4". */
const RELEASED = /\d\.\d/u;

/** Names of what a change leads to: the version beside them is one to upgrade from. */
const NEXT = /^(?:desired|new|next|target|to|upgrade)_(?:version|revision)$/;

/** A hash of what a change replaces: "The blob SHA of the file being replaced". */
const OF_REPLACED =
  /\bsha(?:-?\d{1,3})?\s(?:hash\s)?(?:for|of)\s(?:the|an?)\s(?:[\w-]{1,20}\s){1,3}?(?:(?:that|which)\salready\sexists|(?:being|to\sbe)\s(?:changed|deleted|replaced|updated))\b/iu;

/** How a text says that one version is another: "matches", "is equal to", "is still". */
const EQUALS =
  "(?:equals|matches|corresponds|(?:is|are)\\s(?:(?:equal|identical)\\sto|the\\s(?:current|given|latest|one|provided|same|sent|supplied)|still)\\b|(?:has|have)\\snot\\s(?:been\\s)?changed|(?:is|was)\\s(?:unchanged|not\\schanged))";

/** By which the description of a change tells what its `version` is for: "only updated if the current version matches". */
const OF_CHANGE = new RegExp(
  [
    `\\bonly\\b[^.;]{0,60}\\b(?:if|when|unless)\\b[^.;]{0,20}\\b(?:current|given|latest|provided|sent|stored|supplied)\\s(?:version|revision)\\s(?:\\w{1,20}\\s){0,3}?${EQUALS}`,
    "\\b(?:if|when)\\sthe\\s(?:current\\s|given\\s|latest\\s|provided\\s|sent\\s|stored\\s|supplied\\s)?(?:version|revision)s?\\s(?:\\w{1,20}\\s){0,3}?(?:do(?:es)?\\snot|do(?:es)?n['’]t)\\s(?:equal|match)\\b",
    "\\b(?:if|when)\\sthe\\s(?:current|given|latest|provided|sent|stored|supplied)\\s(?:version|revision)\\s(?:is|was)(?:\\snot|n['’]t)\\s(?:equal\\sto|the\\s(?:current|given|latest|same))\\b",
  ].join("|"),
  "iu",
);

/** Names that say by themselves which version a change is made to: `X-Expected-Version`. */
const EXPECTED = /^(?:x_)?expected_(?:\w{1,40}_)?(?:version|revision)$/;

/** Words by which the description of a 409 or a 412 tells that the version is another one. */
const STALE =
  /\b(?:stale|outdated|out[- ]of[- ]date|concurren(?:t|cy)|optimistic)\b|\b(?:version|revision)s?\b[^.]{0,40}\b(?:conflict|mismatch|match|differ|current|latest|newer|old|chang|wrong|outdated)|\b(?:conflict|mismatch|wrong|old|current|latest|newer|different)\w*[^.]{0,20}\b(?:version|revision)s?\b|\b(?:changed|modified|updated) (?:since|in the meantime|by (?:another|someone))/i;

/** A 409 of something that is there already: its version is one that a caller chooses. */
const TAKEN = /\balready\b|\bduplicate|\bexists\b|\b(?:deployed|installed|published|released)\b/i;

/** What a field is the version of: "Version of the image to deploy". */
const SUBJECT =
  /^\W*(?:(?:the|an?|current|expected|last|latest|new) ){0,3}(?:version|revision)(?: (?:id|identifier|letter|number))? of (?:(?:the|an?|this|your) )?(\w[\w-]*)(?: (\w[\w-]*))?/i;

/** Words for what is changed, whatever it is. */
const ANYTHING = new Set([
  "data",
  "document",
  "entity",
  "entry",
  "item",
  "last",
  "object",
  "record",
  "resource",
  "row",
  "state",
]);

/** A field that a change may send. */
interface Field {
  readonly in: string;
  /** As a person has it: `version`, `policy.etag`. */
  readonly name: string;
  /** The words of the name, joined by `_`; of a member, those of its whole path. */
  readonly spelled: string;
  /** The words of its own name. */
  readonly key: string;
  readonly description?: string | undefined;
  readonly schema: SchemaNode;
}

/**
 * The parameter or the member of a body that protects a change as If-Match does: by its name, by its description, or by a 409 or 412 that
 * is for another version, where the read gives it too.
 */
export function findVersion(
  operation: OperationModel,
  readOf: (change: OperationModel) => OperationModel | undefined,
  reader: SchemaReader,
): string | undefined {
  const fields = fieldsOf(operation, reader);
  const certain = fields.find((field) => isCertain(field, operation, reader));
  if (certain !== undefined) return certain.name;
  const isOne = isOfOneThing(operation);
  const inners = innerFields(operation, reader);
  const inner = inners.find(
    (field) => (isOne || /\bconflict/iu.test(field.description ?? "")) && isCertain(field, operation, reader),
  );
  if (inner !== undefined || !isOne) return inner?.name;
  const isChecked = respondsToStale(operation);
  // Frameworks wrap what is sent in its name: `{ "item": { "lock_version": 3 } }`.
  const wrapped = inners.filter(({ key, name }) => LOCK.test(key) && name.split(".").length === 2);
  const possible = [...fields, ...wrapped].filter(
    (field) => mayBeVersion(field, isChecked, reader) && !isOfOther(field, operation),
  );
  const required = fields.filter((field) => mayBeRequired(field, fields, operation, reader));
  if (possible.length === 0 && required.length === 0) return undefined;
  const given = givenKeys(operation, readOf, reader);
  // What is sent back whole has the names of the read.
  const isGiven = (field: Field) =>
    (given.has(field.key) && (field.in !== "body" || counts(field))) ||
    (given.has(field.key.replace(CURRENT, "")) && !given.has(field.key));
  return (possible.find(({ key }) => given.has(key)) ?? required.find(isGiven))?.name;
}

/**
 * Whether every request has a version, by its name that of what is there now, or by its description one that counts changes. Beside a version
 * to upgrade to, it is one of a program.
 */
function mayBeRequired(
  field: Field,
  all: readonly Field[],
  operation: OperationModel,
  reader: SchemaReader,
): boolean {
  const { in: where, spelled, key, description = "" } = field;
  if (where !== "query" && where !== "body") return false;
  if (!(VERSION.test(spelled) || REVISION.test(spelled) || CURRENT.test(spelled)) || !isValue(field, reader))
    return false;
  const text = description.slice(0, LONGEST);
  const isCurrent =
    CURRENT.test(key) && (text.trim() === "" || OF_NOW.test(text)) && !isReleased(field, operation, reader);
  if (!isCurrent && !counts(field)) return false;
  const isOfProgram = all.some((one) => NEXT.test(one.key)) || isOfOther(field, operation);
  return !isOfProgram && requiredNames(operation, reader).has(field.name);
}

/** Whether the description of a field says that it counts changes. */
function counts({ description = "" }: Field): boolean {
  return COUNTS.test(description.slice(0, LONGEST));
}

/** Whether a version is one of a program, as an example, a text or the path says. */
function isReleased(
  { description = "", schema }: Field,
  operation: OperationModel,
  reader: SchemaReader,
): boolean {
  const values = [schema, reader.resolve(schema)].flatMap(({ doc }) => [doc.default, ...doc.examples]);
  if (values.some((value) => RELEASED.test(JSON.stringify(value ?? null)))) return true;
  const { path, summary = "", description: ofOperation = "" } = operation;
  const texts = [description, summary, ofOperation].map((text) => text.slice(0, LONGEST));
  return [...texts, words(path).join(" ")].some((text) => PROGRAM.test(text));
}

/** Members of objects in a body: their own name decides. Further down, only one that is for nothing but the version. */
function innerFields({ body }: OperationModel, reader: SchemaReader): readonly Field[] {
  return listBodyMembers(body?.content[0]?.schema, reader).flatMap(({ path, key, text, schema }): Field[] =>
    path.length === 2 || (path.length > 2 && LOCK.test(key))
      ? [{ in: "body", name: path.join("."), spelled: key, key, description: text, schema }]
      : [],
  );
}

/** Parameters, and what is at the top of the body, or an ETag of what it is an envelope of: that which the change responds with. */
function fieldsOf(operation: OperationModel, reader: SchemaReader): readonly Field[] {
  const { parameters, body } = operation;
  const sent = body?.content[0]?.schema;
  const enveloped = envelopedMember(sent, jsonResponse(operation, reader)?.schema, reader);
  const members = listBodyMembers(sent, reader)
    .filter(
      ({ path, key }) =>
        path.length === 1 || (path.length === 2 && path[0] === enveloped && /^e_?tag$/.test(key)),
    )
    .map(({ path, key, text, schema }): Field => {
      const name = path.join(".");
      return { in: "body", name, spelled: keyOf(name), key, description: text, schema };
    });
  const given = parameters.map((one) => ({ ...one, spelled: keyOf(one.name), key: keyOf(one.name) }));
  return [...given, ...members];
}

/** The member of a body whose object is what the response is. */
function envelopedMember(
  sent: SchemaNode | undefined,
  given: SchemaNode | undefined,
  reader: SchemaReader,
): string | undefined {
  if (sent === undefined || given === undefined) return undefined;
  const target = reader.resolve(given);
  return objectMembers(sent, reader).find(({ schema }) => reader.resolve(schema) === target)?.name;
}

/** Whether every request of a change has a version: a parameter, or a member of its body. */
export function requiresVersion(operation: OperationModel, reader: SchemaReader): boolean {
  const required = requiredNames(operation, reader);
  return fieldsOf(operation, reader).some(
    (field) =>
      required.has(field.name) &&
      [VERSION, LOCK, REVISION, ETAG].some((names) => names.test(field.spelled)) &&
      isValue(field, reader) &&
      !isOfOther(field, operation),
  );
}

/** Parameters of the query and members of the body that every request has. */
function requiredNames({ parameters, body }: OperationModel, reader: SchemaReader): ReadonlySet<string> {
  const sent = body?.content[0]?.schema;
  const members = sent === undefined ? [] : objectMembers(sent, reader);
  return new Set([
    ...parameters.flatMap((one) => (one.required && one.in === "query" ? [one.name] : [])),
    ...members.flatMap((one) => (one.required ? [one.name] : [])),
  ]);
}

/** Whether a change is made to one thing: a POST to a collection gives what it creates its first version, unless it is called an update. */
function isOfOneThing(operation: OperationModel): boolean {
  return operation.method !== "POST" || /\}(?::\w+)?\/?$/.test(operation.path) || isNamedUpdate(operation);
}

/** Whether the name or the description of a field says that a change under another version is refused. */
function isCertain(field: Field, operation: OperationModel, reader: SchemaReader): boolean {
  const { method } = operation;
  const { in: where, spelled, description = "" } = field;
  const text = description.slice(0, LONGEST);
  if (!isValue(field, reader)) return false;
  if (where !== "path" && where !== "cookie" && EXPECTED.test(spelled)) return true;
  if (where !== "query" && where !== "body") return false;
  // What is deleted gets no ETag.
  if (method === "DELETE" && where === "query" && /^e_?tag$/.test(spelled)) return true;
  if (/^(?:rev|version_(?:id|number|no))$/.test(spelled)) return PREVENTS.test(text);
  if (/^(?:\w+_)?sha$/.test(spelled)) return method !== "POST" && OF_REPLACED.test(text);
  if (LOCK.test(spelled) && COMPARED.test(text)) return true;
  if (!VERSION.test(spelled)) return false;
  // What the description of a change calls "version" is at the top.
  if (!field.name.includes(".") && !spelled.endsWith("_fingerprint") && isOfChange(operation)) return true;
  return spelled.endsWith("_fingerprint") ? LOCKED.test(text) : REFUSED.test(text) || PREVENTS.test(text);
}

/** Whether a change may respond with 409 or 412, and its description tells that it compares versions. */
function isOfChange({ description = "", responses }: OperationModel): boolean {
  return (
    responses.some(({ status }) => status === "409" || status === "412") &&
    OF_CHANGE.test(description.slice(0, LONGEST))
  );
}

/** Whether a field is a version by its name, and by its description or the responses of the change. */
function mayBeVersion(field: Field, isChecked: boolean, reader: SchemaReader): boolean {
  const { in: where, spelled: key, description = "" } = field;
  if (where !== "query" && where !== "body") return false;
  const text = description.slice(0, LONGEST);
  if (!isValue(field, reader)) return false;
  if (LOCK.test(key)) return true;
  if (ETAG.test(key) && (text.trim() === "" || REFUSED.test(text) || COMPARED.test(text))) return true;
  return isChecked && (VERSION.test(key) || REVISION.test(key));
}

/** Whether a request may have a field, as one value: a model of requests and responses has what the server ignores. */
function isValue({ description = "", schema }: Field, reader: SchemaReader): boolean {
  if (isReadOnly(schema, reader) || /\b(?:output|read)[- ]only\b/i.test(description.slice(0, LONGEST)))
    return false;
  return !["array", "boolean", "object"].includes(reader.resolve(schema).type.kind);
}

/** Whether the description of a field says that it is the version of something that the path does not name. */
function isOfOther({ description = "" }: Field, { path }: OperationModel): boolean {
  const [, first, second] = SUBJECT.exec(description.slice(0, LONGEST)) ?? [];
  if (first === undefined) return false;
  const named = new Set(words(path).flatMap((word) => [word, singularWord(word)]));
  return ![first, second ?? first].some((word) => {
    const key = word.toLowerCase();
    return ANYTHING.has(key) || named.has(key);
  });
}

function isReadOnly(schema: SchemaNode, reader: SchemaReader): boolean {
  return [schema, reader.resolve(schema)].some(({ access }) => access === "readOnly");
}

/** What the read of a change, or the change itself, gives back. */
function givenKeys(
  operation: OperationModel,
  readOf: (change: OperationModel) => OperationModel | undefined,
  reader: SchemaReader,
): ReadonlySet<string> {
  const responses = [readOf(operation), operation].flatMap((one) => one ?? []);
  return new Set(
    responses.flatMap((one) =>
      listBodyMembers(jsonResponse(one, reader)?.schema, reader)
        .filter(({ path }) => path.length <= 2)
        .map(({ key }) => key),
    ),
  );
}

/** Whether a 409 or a 412 of a change is for another version than the current one. */
function respondsToStale({ responses }: OperationModel): boolean {
  return responses.some(({ status, description = "" }) => {
    const text = description.slice(0, LONGEST);
    return (status === "409" || status === "412") && STALE.test(text) && !TAKEN.test(text);
  });
}

function keyOf(name: string): string {
  return words(name).join("_");
}
