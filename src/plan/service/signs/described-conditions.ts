import type { ApiModel, OperationModel } from "../../../model/api-model.js";
import { isSafeMethod } from "../../../openapi/operations.js";
import { withoutDenials, withoutUpcoming } from "../../../text/without-denials.js";
import { words } from "../../../text/words.js";
import {
  findHeader,
  findHeaderParameter,
  jsonResponse,
  operationKey,
  startsSomething,
  successResponses,
} from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { declaresCondition } from "../traits/condition-need.js";
import { subjectsOf } from "../traits/recognise-conditional.js";
import { hasETag, isList, respondsWithStrongETag } from "./read-versions.js";
import type { SignSource } from "./sign.js";

/** What a contract has beside its operations, and the read of a change. */
interface Described extends Pick<ApiModel, "contract" | "tags"> {
  readonly readOf: (change: OperationModel) => OperationModel | undefined;
}

/** What says of a change that it is made under the ETag of a read. */
export interface DescribedCondition {
  /** As a clause. */
  readonly shown: string;
  /** Absent: nothing tells it. */
  readonly read?: OperationModel;
}

type Found = Map<OperationModel, DescribedCondition>;

/** A text, and the operations that it is about. */
interface SharedText {
  readonly by: string;
  readonly text: string;
  readonly isAbout: (operation: OperationModel) => boolean;
}

const REPLACES = ["PUT", "PATCH"];

/**
 * Changes by what says that the ETag of their read goes into `If-Match`: a text of the read, of its tag or of the contract. They are at the
 * path of the read or below it, or return or take what it returns. They are not found where another change takes the header, or
 * where the path of the read has a change: that is the one.
 */
export function describedConditions(
  sources: readonly SignSource[],
  { contract, tags, readOf }: Described,
  reader: SchemaReader,
): ReadonlyMap<OperationModel, DescribedCondition> {
  const takesHeader = ({ operation }: SignSource) => findHeaderParameter(operation, "If-Match") !== undefined;
  const shared = [
    { by: "the contract", text: contract.description ?? "", isAbout: () => true },
    ...tags.map(({ name, description = "" }) => ({
      by: `the tag "${name}"`,
      text: description,
      isAbout: (operation: OperationModel) => operation.tags.includes(name),
    })),
  ].filter(({ isAbout }) => !sources.some((source) => isAbout(source.operation) && takesHeader(source)));
  const texts = shared.filter(({ text }) => namesIfMatch(text));
  const found: Found = new Map();
  const all = sources
    .filter(({ operation }) => !isSafeMethod(operation.method))
    .map((source) => ({ ...source, read: readOf(source.operation) }));
  for (const { operation: read, traits } of sources) {
    if (read.method !== "GET" || traits.pagination !== undefined) continue;
    const by = describedBy(read, texts);
    if (by === undefined || isList(read, reader)) continue;
    const isBelow = ({ path }: OperationModel) => path === read.path || isPartOf(path, read.path);
    const changes = all.filter(
      ({ operation, read: own }) => own === read || (own === undefined && isBelow(operation)),
    );
    // What the configuration says of one change says nothing of the others.
    const isExplained = changes.some(
      (source) =>
        takesHeader(source) ||
        (source.traits.conditionalChange !== undefined &&
          source.traits.conditionalChange.decidedBy !== "configuration") ||
        (source.operation.path === read.path && REPLACES.includes(source.operation.method)),
    );
    if (isExplained) continue;
    const possible = changes.filter(mayOverwrite).map(({ operation }) => operation);
    const same = possible.filter((change) => sharesSubject(change, read, reader));
    const below = possible.filter((change) => isBelow(change) && isNamedUpdate(change));
    const accepted = changes.filter((one) => one.read === read && isAcceptedUpdate(one));
    for (const change of [...(same.length > 0 ? same : below), ...accepted.map(({ operation }) => operation)])
      found.set(change, { shown: by, read });
  }
  for (const text of shared) addUndeclared(text, all, found, reader);
  return found;
}

/** A change, and the read of what it changes. */
interface ChangeSource extends SignSource {
  readonly read: OperationModel | undefined;
}

/**
 * Adds the changes that a text is about where it says that all of them are made under an ETag, and no operation that it is about declares
 * one. A DELETE is one of them where the text names deletions beside the ETag.
 */
function addUndeclared(
  { by, text, isAbout }: SharedText,
  changes: readonly ChangeSource[],
  found: Found,
  reader: SchemaReader,
): void {
  const about = changes.filter(({ operation }) => isAbout(operation));
  const reads = about.flatMap(({ read }) => read ?? []);
  if (reads.some(hasETag)) return;
  const named = conditionIn(text);
  if (named === undefined) return;
  for (const source of about) {
    const { operation, read, traits } = source;
    const isDeleted = operation.method === "DELETE" && named.isOfDeletions;
    if (found.has(operation) || traits.conditionalChange !== undefined) continue;
    const shown = `the description of ${by} ${named.shown}`;
    if (read === undefined) {
      const isNamed = named.paragraphs.some((paragraph) => namesWhatChanges(paragraph, operation));
      if (operation.method === "POST" && isAcceptedUpdate(source) && isNamed) found.set(operation, { shown });
      continue;
    }
    const isOfRead =
      read.path === operation.path || isPartOf(operation.path, read.path) || operation.method === "POST";
    const isChange = (mayOverwrite(source) && isNamedUpdate(operation)) || isAcceptedUpdate(source);
    // What a POST replaces as a whole may be a list: the object that has it has the ETag.
    const isWhole = operation.method === "POST" && isAcceptedUpdate(source) && hasObject(read, reader);
    if (isOfRead && (isDeleted || isChange) && (isWhole || !isList(read, reader)))
      found.set(operation, { shown, read });
  }
}

/** Whether a read gives an object. */
function hasObject(read: OperationModel, reader: SchemaReader): boolean {
  const body = jsonResponse(read, reader)?.schema;
  return body !== undefined && reader.properties(body) !== undefined;
}

/** Whether a text names what the path of a change has before its verb: "sources" of `/projects/source-updates`. */
function namesWhatChanges(text: string, { path }: OperationModel): boolean {
  const nouns = words(path.replace(/\{[^{}]*\}/gu, "")).filter((word) => !UPDATES.test(word));
  const last = nouns.at(-1)?.replace(/s$/u, "") ?? "";
  return last !== "" && words(text).some((word) => word === last || word === `${last}s`);
}

/** How a text about several operations says that a change is made under an ETag. */
function conditionIn(text: string):
  | {
      readonly shown: string;
      readonly isOfDeletions: boolean;
      readonly paragraphs: readonly string[];
    }
  | undefined {
  const paragraphs = withoutUpcoming(text.slice(0, LONGEST_SHARED))
    .split(/\n\s*\n/u)
    .filter((paragraph) => /\b(?:If-Match|E-?Tags?)\b/iu.test(paragraph) && !OF_OTHERS.test(paragraph))
    .map((paragraph) => withoutDenials(paragraph));
  const sent = paragraphs.filter((paragraph) => /\bIf-Match\b/iu.test(paragraph) && isOfChanges(paragraph));
  const checked = paragraphs.filter(
    (paragraph) =>
      /\bE-?Tags?\b/iu.test(paragraph) &&
      (OPTIMISTIC.test(paragraph) || (STALE.test(paragraph) && isOfChanges(paragraph))),
  );
  const [found = []] = [sent, checked].filter(({ length }) => length > 0);
  if (found.length === 0) return undefined;
  const isOfDeletions = found.some((paragraph) =>
    /\b(?:to|or|and|when)\sdelet(?:e|ing)\b|\bDELETE\b/u.test(paragraph),
  );
  const shown = sent.length > 0 ? "says that changes take `If-Match`" : "says that changes need an ETag";
  return { shown, isOfDeletions, paragraphs: found };
}

/** Words for a change, and for what a caller does, in a paragraph about changes under a condition. */
const CHANGED = /\b(?:chang|delet|edit|modif|overwrit|patch|put\b|replac|updat|writ)/iu;
const SENT =
  /\b(?:send|sends|sent|pass|present|provide|include|need|needs|must|require|requires|required|take|takes|use|with|without|412|428)\b/iu;
const SENT_BACK = /\bsend\b[^.]{0,60}\bIf-Match\b/iu;

/** Other APIs and versions, what there is not yet, headers that browsers may send, downloads, and what a service does by itself. */
const OF_OTHERS =
  /\b(?:admin\sapi|allowed|cors|download(?:s|ed|ing)?|earlier|future|internal(?:ly)?|no\seffect|planned|previous(?:ly)?|range|used\sto|version\s\d|v\d|(?:other|storage)\sapis?)\b/iu;

function isOfChanges(paragraph: string): boolean {
  return SENT_BACK.test(paragraph) || (CHANGED.test(paragraph) && SENT.test(paragraph));
}

/** Words beside an ETag by which a text says that a server compares it with that of a change. */
const OPTIMISTIC = /\boptimistic(?:ally)?\s(?:concurrency|lock\w{0,4})\b/iu;
const STALE = /\b(?:412|428|pre-?condition\s(?:failed|required))\b/iu;

/** Whether a path is below another, and of the same thing: what has an identifier of its own is another thing. */
function isPartOf(path: string, above: string): boolean {
  return path.startsWith(`${above}/`) && !path.slice(above.length).includes("{");
}

/** Whether a change is called one of what it is below: a comment on it may be created there, too. */
export function isNamedUpdate({ method, path }: OperationModel): boolean {
  const last = words(path.split("/").at(-1) ?? "");
  return REPLACES.includes(method) || last.some((word) => UPDATES.test(word));
}

const UPDATES =
  /^(?:appl|chang|clear|edit|modif|mov|patch|renam|replac|reset|restor|sav|set|updat)(?:e|es|ed|ing|y|ies|ication|ications)?s?$/;

/** Characters of a description that are searched: of one operation, and of a contract. */
const LONGEST = 4000;
const LONGEST_SHARED = 50_000;

/** Whether a text names `If-Match`, and does not deny it. */
export function namesIfMatch(text: string, longest = LONGEST_SHARED): boolean {
  const start = text.slice(0, longest);
  return /\bIf-Match\b/i.test(start) && /\bIf-Match\b/i.test(withoutDenials(start));
}

/** What says that the ETag of a read goes into `If-Match`; undefined where the read has none, or nothing says it. */
function describedBy(read: OperationModel, texts: readonly SharedText[]): string | undefined {
  if (!respondsWithStrongETag(read)) return undefined;
  const validators = successResponses(read).flatMap((response) => findHeader(response, "ETag") ?? []);
  const name = `\`${operationKey(read)}\``;
  if (validators.some(({ description = "" }) => namesIfMatch(description, LONGEST)))
    return `the description of the ETag of ${name} says that it goes into \`If-Match\``;
  const { summary = "", description = "" } = read;
  const own = [`${summary}\n${description}`, ...successResponses(read).map((one) => one.description ?? "")];
  if (own.some((text) => namesIfMatch(text, LONGEST)))
    return `the description of ${name} says that its ETag goes into \`If-Match\``;
  const shared = texts.find(({ isAbout }) => isAbout(read));
  return (
    shared && `the description of ${shared.by} says that ETags go into \`If-Match\`, and ${name} has one`
  );
}

/** Whether a change may overwrite what others wrote: a create, a read and a DELETE do not. */
function mayOverwrite({ operation, traits }: SignSource): boolean {
  return (
    operation.method !== "DELETE" &&
    traits.safe === undefined &&
    traits.background === undefined &&
    !declaresCondition(operation) &&
    !startsSomething(operation)
  );
}

/** Whether a change is called one, and accepted for later: what it responds with is what it started. */
function isAcceptedUpdate({ operation, traits }: ChangeSource): boolean {
  return (
    operation.method !== "DELETE" &&
    traits.safe === undefined &&
    !declaresCondition(operation) &&
    isNamedUpdate(operation) &&
    successResponses(operation).every(({ status }) => status === "202")
  );
}

function sharesSubject(change: OperationModel, read: OperationModel, reader: SchemaReader): boolean {
  const wanted = subjectsOf(jsonResponse(read, reader)?.schema, reader);
  const bodies = [jsonResponse(change, reader)?.schema, change.body?.content[0]?.schema];
  return bodies.flatMap((body) => subjectsOf(body, reader)).some((one) => wanted.includes(one));
}
