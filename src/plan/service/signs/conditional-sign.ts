import type { ApiModel, OperationModel, OperationName } from "../../../model/api-model.js";
import { isSafeMethod } from "../../../openapi/operations.js";
import { clausesOf, withoutDenials } from "../../../text/without-denials.js";
import { words } from "../../../text/words.js";
import { yamlScalar } from "../../../text/yaml-scalar.js";
import { findHeaderParameter, operationKey, respondsWithETag } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { isSame, showsJob } from "../traits/background/find-status.js";
import { declaresCondition, mayAdd, refusesStale, takesWeak } from "../traits/condition-need.js";
import { suggestReads } from "../traits/recognise-conditional.js";
import { changesItem, itemPath } from "./change-verb.js";
import { givingWhatStarts, listReadsByModel } from "./background/given-starts.js";
import { type PossibleStatuses, possibleStatus } from "./background/possible-status.js";
import { type DescribedCondition, describedConditions, namesIfMatch } from "./described-conditions.js";
import { hasETag, isList, respondsWithStrongETag, validatorMember } from "./read-versions.js";
import { type LostSign, operationLines, quotedKey, type SignSource } from "./sign.js";
import { findVersion, requiresVersion } from "./version-field.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** Other spellings of `If-Match`, words joined by `_`: `ifMatch`, `If_Match`, `X-If-Match`. */
const IF_MATCH = /^(?:x_)?if_match$/u;

/** The contract that a change is one of. */
interface ChangeContext {
  /** The read of what a change is made to, for a person to confirm. */
  readonly readOf: (change: OperationModel) => OperationModel | undefined;
  readonly byPath: ReadonlyMap<string, readonly OperationModel[]>;
  readonly find: (name: OperationName) => OperationModel | undefined;
  /** Changes by what says that the ETag of their read is for them. */
  readonly described: ReadonlyMap<OperationModel, DescribedCondition>;
  /** Whether the description of the contract or of a tag names `If-Match`. */
  readonly isNamed: boolean;
  /** Whether a read responds with 412, as a change does: then the status is not for the version of what is changed. */
  readonly isUsedByReads: boolean;
}

/**
 * Finds what shows that a change is made under a condition that the client does not send, or that others may change the same in the
 * meantime.
 *
 * @param statuses - what gives the state of a job is not what a change is made to, though the change responds with it
 */
export function conditionalSigns(
  sources: readonly SignSource[],
  reader: SchemaReader,
  model: Pick<ApiModel, "contract" | "tags">,
  statuses: PossibleStatuses,
): (source: SignSource) => LostSign | undefined {
  const byPath = new Map<string, OperationModel[]>();
  for (const { operation } of sources) {
    const known = byPath.get(operation.path);
    if (known === undefined) byPath.set(operation.path, [operation]);
    else known.push(operation);
  }
  const isChanged = ({ path }: OperationModel) =>
    byPath.get(path)?.some(({ method }) => !isSafeMethod(method)) === true;
  const readsByModel = listReadsByModel(sources, reader);
  const accepted = sources.flatMap(({ operation }) => {
    const response = operation.responses.find(({ status }) => status === "202");
    if (response === undefined) return [];
    const given = givingWhatStarts(operation, readsByModel, reader);
    return [...given, ...[possibleStatus(operation, response, statuses, reader) ?? []].flat()];
  });
  const shown = statuses.statuses.candidates.flatMap((one) => (showsJob(one, reader) ? [one.status] : []));
  const ofJobs = new Set([...shown, ...accepted].filter((status) => !isChanged(status)));
  const single = sources.filter(
    ({ operation, traits }) => traits.pagination === undefined && !ofJobs.has(operation),
  );
  const suggested = suggestReads(
    single.map(({ operation }) => operation),
    reader,
  );
  const described = describedConditions(sources, { ...model, readOf: suggested }, reader);
  const context: ChangeContext = {
    readOf: (change) => suggested(change) ?? described.get(change)?.read,
    byPath,
    find: (name) => sources.find(({ operation }) => isSame(operation.name, name))?.operation,
    described,
    isNamed: [model.contract, ...model.tags].some(({ description = "" }) => namesIfMatch(description)),
    isUsedByReads: sources.some(({ operation }) => operation.method === "GET" && hasStatus(operation, "412")),
  };
  return (source) => conditionalSign(source, context);
}

/**
 * A change with If-Match and no read, or with one that it may omit; or one that needs or checks a condition by its responses or its
 * description, and declares none; or one that takes a version elsewhere; or one of what has an ETag.
 */
function conditionalSign(source: SignSource, context: ChangeContext): LostSign | undefined {
  const { operation, traits, reader } = source;
  if (isSafeMethod(operation.method)) return undefined;
  const sign = { operation, trait: "conditional" as const };
  const lacks = (missing: string, more = "") => lackOf(operation, context, reader, { missing, more });
  const undeclared = ", header: If-Match, undeclared: true";
  const { conditionalChange } = traits;
  if (conditionalChange !== undefined) {
    const { facts, given } = conditionalChange;
    if (deniesRead(given)) return undefined;
    const named = headerLine(operation, facts.header);
    if (facts.read !== undefined) return acceptedSign(source, context.find(facts.read), named);
    return {
      ...sign,
      shown: `it needs "${facts.header}"`,
      ...lacks("no read whose response has an ETag could be paired with it", named),
      meant: operationLines(operation, [`conditional: { read: false${named} }`]),
    };
  }
  const header = findHeaderParameter(operation, "If-Match");
  if (header !== undefined && takesWeak(header))
    return {
      ...sign,
      shown: `it takes weak validators (W/…) in "${header.name}"`,
      missing:
        "the client makes changes under strong ones alone (RFC 9110 section 13.1.1): give the header yourself",
      lines: [],
    };
  if (header !== undefined)
    return {
      ...sign,
      shown: `it takes "${header.name}"`,
      ...lacks("nothing of the operation says that every request needs it"),
    };
  const spelt = operation.parameters.find(
    ({ in: where, name }) => where === "header" && IF_MATCH.test(words(name).join("_")),
  );
  if (spelt !== undefined)
    return {
      ...sign,
      shown: `it takes "${spelt.name}"`,
      ...lacks("that is not spelled `If-Match` (RFC 9110 section 13.1.1)", headerLine(operation, spelt.name)),
    };
  const shown = showsCondition(operation, context);
  if (shown !== undefined) return { ...sign, shown, ...lacks("no header parameter declares it", undeclared) };
  const other = otherCondition(operation, context, reader);
  if (other !== undefined) return { ...sign, ...other, lines: [] };
  const found = showsVersions(operation, context, reader) ?? context.described.get(operation)?.shown;
  if (found === undefined) return traits.safe === undefined ? createOnlySign(operation) : undefined;
  const lack = lacks(
    "the change declares no `If-Match`: the client sends none, and can overwrite or delete what others wrote since the read",
    undeclared,
  );
  return {
    ...sign,
    shown: found,
    ...lack,
    ...(found === OF_CACHE && !context.isNamed && { lines: [] }),
    rule: "trait/unprotected-change",
  };
}

/** A change that is always accepted for later, where no response refuses a stale ETag before that: it has no `modify`. */
function acceptedSign(
  { operation, traits }: SignSource,
  read: OperationModel | undefined,
  named: string,
): LostSign | undefined {
  // Without a body there is nothing to build again.
  const canBuild = operation.method !== "DELETE" && operation.body !== undefined;
  const isGiven = "read" in { ...traits.conditionalChange?.given };
  if (read === undefined || !canBuild || isGiven) return undefined;
  const isFollowed = traits.background !== undefined || !hasStatus(operation, "202");
  if (isFollowed && refusesStale(operation, traits)) return undefined;
  return {
    operation,
    trait: "conditional",
    shown: `it takes the ETag of \`${operationKey(read)}\``,
    missing: isFollowed
      ? "no response refuses a stale one (412) before the change is accepted (202): it has no `modify`"
      : "the change is accepted for later (202), and nothing follows it: it has no `modify`",
    // A 202 is not the end of a change: `modify` would not know it.
    lines: isFollowed ? operationLines(operation, [`conditional: { read: ${quotedKey(read)}${named} }`]) : [],
    meant: operationLines(operation, [
      `conditional: { read: ${isFollowed ? "false" : quotedKey(read)}${named} }`,
    ]),
  };
}

/** By which the description of `If-None-Match` tells that a write under `*` creates alone: "will not overwrite an existing document". */
const CREATES_ONLY =
  /[\s`"'(]\*(?!\*)|\b(?:not|never|n['’]t|prevents?|avoids?)\s(?:\w{1,20}\s){0,2}(?:overwrit|replac|updat)\w*|\bonly\b[^.;]{0,60}\bnot\s(?:already\s|yet\s)?exist/iu;

/** A write that creates, and overwrites nothing, under a header that the client leaves to the caller. */
function createOnlySign(operation: OperationModel): LostSign | undefined {
  const header = findHeaderParameter(operation, "If-None-Match");
  if (header === undefined || operation.method === "DELETE") return undefined;
  const text = (header.description ?? "").slice(0, LONGEST);
  if (!CREATES_ONLY.test(text)) return undefined;
  return {
    operation,
    trait: "conditional",
    shown: `it takes "${header.name}: *", under which it creates and overwrites nothing`,
    missing: `the client sends it only where you give it: give "*" to create; after a repetition, a 412 may mean that the first attempt arrived`,
    lines: [],
  };
}

/** Whether the configuration says that no read has the ETag. */
function deniesRead(given: object = {}): boolean {
  return "read" in given && given.read === false;
}

/** What lines have of a header that is not the usual one, or that the contract does not declare. */
function headerLine(operation: OperationModel, header: string): string {
  const isUsual = header.toLowerCase() === "if-match";
  const isDeclared = findHeaderParameter(operation, header) !== undefined;
  return `${isUsual && isDeclared ? "" : `, header: ${yamlScalar(header)}`}${isDeclared ? "" : ", undeclared: true"}`;
}

/** What is missing, and the lines that name the read of a change; none where its validator is in the body: the client knows headers alone. */
function lackOf(
  operation: OperationModel,
  { readOf }: ChangeContext,
  reader: SchemaReader,
  { missing, more }: { readonly missing: string; readonly more: string },
): Pick<LostSign, "missing" | "lines"> {
  const read = readOf(operation);
  const member = read === undefined || hasETag(read) ? undefined : validatorMember(operation, read, reader);
  if (read !== undefined && member !== undefined)
    return {
      missing: `\`${operationKey(read)}\` declares its ETag in "${member}" alone, and the client reads ETags from headers: give the value of the last read`,
      lines: [],
    };
  const key = read === undefined || mayAdd(operation, read) ? '"GET ?"' : quotedKey(read);
  return { missing, lines: operationLines(operation, [`conditional: { read: ${key}${more} }`]) };
}

/** A condition that no ETag is: a date, or a version in a field. */
function otherCondition(
  operation: OperationModel,
  { readOf }: ChangeContext,
  reader: SchemaReader,
): Pick<LostSign, "shown" | "missing"> | undefined {
  const date = findHeaderParameter(operation, "If-Unmodified-Since");
  if (date !== undefined)
    return {
      shown: `it takes "${date.name}"`,
      missing: "the client makes changes under an ETag alone: give the `Last-Modified` of the last read",
    };
  const version = findVersion(operation, readOf, reader);
  return version === undefined
    ? undefined
    : {
        shown: `it takes the version that it changes in "${version}"`,
        missing: "the client carries ETags in `If-Match` alone: give the value of the last read",
      };
}

/** "Protected by the ETag of the settings". */
const PROTECTED = /\b(?:protected|guarded)\b.{0,40}\bE-?Tags?\b|\bE-?Tag[- ](?:protected|guarded)\b/i;

/**
 * What shows that a change is made under a condition that no parameter declares. An ETag that the change responds with too is there for
 * the next change, and a 412 is of a condition: no cache asks a change for either. A weak one is of a framework that gives every response
 * one, and fits no If-Match.
 */
function showsCondition(operation: OperationModel, context: ChangeContext): string | undefined {
  const text = withoutDenials(textOf(operation));
  if (/\bIf-Match\b/i.test(text)) return "its description names If-Match";
  if (
    clausesOf(text).some((clauses) => clauses.some((clause) => PROTECTED.test(clause.replace(/\s+/g, " "))))
  )
    return "its description names an ETag that protects it";
  if (declaresCondition(operation)) return undefined;
  if (hasStatus(operation, "428"))
    return "its response 428 is for requests without a condition (RFC 6585 section 3)";
  const has412 = hasStatus(operation, "412");
  const replaces = REPLACES.includes(operation.method) && respondsWithStrongETag(operation);
  const read = has412 || replaces ? context.readOf(operation) : undefined;
  if (has412 && read !== undefined && hasETag(read) && !isOfOther(operation))
    return `its response 412 is for a condition that fails, and \`${operationKey(read)}\` has an ETag`;
  if (has412 && isOfVersion(operation))
    return "its response 412 is for a condition that fails (RFC 9110 section 15.5.13)";
  if (has412 && mayBeOfCondition(operation, read, context))
    return "its response 412 may be for a condition that fails (RFC 9110 section 15.5.13)";
  return replaces && read?.path === operation.path && hasETag(read)
    ? `its response has an ETag, as that of \`${operationKey(read)}\` has`
    : undefined;
}

const REPLACES = ["PUT", "PATCH"];

/** What the description of a 412 speaks of where that is the version of what is changed. */
const OF_VERSION =
  /\bIf-(?:Un)?(?:None-)?M(?:atch|odified)|\bE-?Tags?\b|\b(?:current|latest|newer|old|stale|wrong|other|different) version\b|\bversion (?:conflict|mismatch)|\b(?:concurrent(?:ly)?|optimistic) (?:chang|concurrency|edit|lock|modif|request|updat|writ)|\bconcurrency (?:check|conflict|control|error)|\b(?:changed|modified|updated) (?:concurrently|since|in the meantime|by (?:another|someone))/i;

/** The version of a program: of what calls, or of what the service runs. */
const OF_PROGRAM =
  /\b(?:api|app|application|browser|client|firmware|sdk|server|software)\b[^.;]{0,40}\bversion\b|\bversion of (?:the |your )?(?:api|app|application|browser|client|firmware|sdk|server|software)\b/i;

/** Words by which the description of a 412 may speak of a version, or name the status alone. */
const OF_ANY = /\bpre-?condition|\bversion|\bmatch|\bstale\b|\boutdated\b|\b(?:changed|modified|updated)\b/i;

/** The phrase of the status, and a word alone: neither says what fails. */
const UNSPECIFIC = /^\W*(?:pre-?condition (?:failed|error)|\w*)\W*$/i;

/** Characters of a description that is the phrase of the status. */
const LONGEST_PHRASE = 100;

function isUnspecific(description: string): boolean {
  return description.length <= LONGEST_PHRASE && UNSPECIFIC.test(description);
}

function textOf412({ responses }: OperationModel): string {
  const { description = "" } = responses.find(({ status }) => status === "412") ?? {};
  return description.slice(0, LONGEST);
}

/** Whether a 412 is for the version of what is changed: its description says so. */
function isOfVersion(operation: OperationModel): boolean {
  const text = withoutDenials(textOf412(operation));
  return OF_VERSION.test(text) && !OF_PROGRAM.test(text);
}

/** Whether the description of a 412 says what fails: something other than the version of what is changed. */
function isOfOther(operation: OperationModel): boolean {
  const text = textOf412(operation);
  return !isUnspecific(text) && !isOfVersion(operation) && (!OF_ANY.test(text) || OF_PROGRAM.test(text));
}

/**
 * Whether a 412 beside no ETag may be for the version of what is changed: its description says nothing, the change is one of what a read
 * gives, and reads, which no condition but that of a cache is for, do not use the status.
 */
function mayBeOfCondition(
  operation: OperationModel,
  read: OperationModel | undefined,
  { isUsedByReads }: ChangeContext,
): boolean {
  const isOfRead = operation.method !== "POST" && read?.path === operation.path;
  return isOfRead && !isUsedByReads && isUnspecific(textOf412(operation));
}

/**
 * What shows that what a change is made to has versions: the GET of its path, or of the path that it is an action below, gives an ETag, or
 * takes one. Where another change of the same declares a condition, a DELETE and an action lack it on purpose. A required version is a
 * condition too.
 */
function showsVersions(
  operation: OperationModel,
  { byPath, readOf }: ChangeContext,
  reader: SchemaReader,
): string | undefined {
  const item = itemPath(operation);
  const siblings = byPath.get(item) ?? [];
  if (declaresCondition(operation) || !siblings.some((one) => one.method === "GET" && hasETag(one)))
    return undefined;
  const writers = siblings.filter(({ method, body }) => REPLACES.includes(method) && body !== undefined);
  const isOther = operation.method === "DELETE" || changesItem(operation, byPath);
  const isNamed = writers.includes(operation) || (isOther && !siblings.some(hasIfMatch));
  if (!isNamed || requiresVersion(operation, reader)) return undefined;
  const read = readOf(operation);
  if (read?.path !== item || isList(read, reader)) return undefined;
  if (respondsWithStrongETag(read))
    return item === operation.path
      ? "the GET of its path has an ETag"
      : `the read of what it changes, \`${operationKey(read)}\`, has an ETag`;
  const condition = findHeaderParameter(read, "If-None-Match");
  // Of what only a cache is known to compare, writes are named, and a DELETE beside them.
  const isUnnamed = item !== operation.path || writers.length === 0 || respondsWithETag({ model: read });
  return condition === undefined || isUnnamed || takesWeak(condition) ? undefined : OF_CACHE;
}

/** An ETag that saves a transfer: that a server compares it with the one of a change, nothing says. No line claims it. */
const OF_CACHE = "the GET of its path takes an ETag in `If-None-Match`";

function hasIfMatch(operation: OperationModel): boolean {
  return findHeaderParameter(operation, "If-Match") !== undefined;
}

function hasStatus({ responses }: OperationModel, wanted: string): boolean {
  return responses.some(({ status }) => status === wanted);
}

function textOf({ summary = "", description = "" }: OperationModel): string {
  return `${summary}\n${description}`.slice(0, LONGEST);
}
