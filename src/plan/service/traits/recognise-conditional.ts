import type { OperationModel, ResponseModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { findHeader, findHeaderParameter, fullName, jsonResponse, successResponses } from "../responses.js";
import { words } from "../../../text/words.js";
import type { SchemaReader } from "../schema-reader.js";
import { type ConditionNeed, findConditionNeed, mayAdd, takesWeak } from "./condition-need.js";
import { indexNames, type NameIndex, namedOperations } from "./named-operations.js";
import { listBodyMembers, listIdentities, objectMembers } from "./body-members.js";
import { nearReads } from "./near-reads.js";
import { findList, isCalledItems } from "./pagination/find-list.js";
import { recognisePagination } from "./pagination/recognise-pagination.js";
import type { ConditionalChange, Trait } from "./trait.js";

/**
 * A GET whose ETag protects a change (ETG-1). An ETag that no change asks for is there for caches, may be weak, and says
 * nothing to the caller.
 */
export function recogniseVersionedRead(
  operation: OperationModel,
  { byRead }: ChangePairs,
  reader: SchemaReader,
): Trait<object> | undefined {
  const response = responseWithETag(operation, reader);
  const pairs = byRead.get(fullName(operation)) ?? [];
  if (response === undefined || pairs.length === 0) return undefined;
  const has =
    findHeader(response, "ETag") === undefined ? "has an ETag by a description" : 'has the header "ETag"';
  const reason = `A GET whose ${response.status} response ${has}, which protects ${listChanges(pairs.map(({ change }) => change))}.`;
  return { facts: {}, reason };
}

/** Changes that a reason names. */
const MOST_NAMED = 3;

/** The full names of changes, in the order of the contract; of many the first, and how many more there are. */
export function listChanges(changes: readonly Pick<OperationModel, "name">[]): string {
  const names = changes.map(fullName);
  const more = names.length - MOST_NAMED;
  if (more > 0) return `${names.slice(0, MOST_NAMED).join(", ")} and ${String(more)} more`;
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" and ");
}

/** A write that needs If-Match, and the read that hands its validator out (ETG-2). */
export function recogniseConditionalChange(
  operation: OperationModel,
  { byChange }: ChangePairs,
): Trait<ConditionalChange> | undefined {
  const pair = byChange.get(fullName(operation));
  if (pair === undefined) return undefined;
  const { header, why, read } = pair;
  if (read === undefined)
    return { facts: { header }, reason: `${why}; no read with an ETag could be paired with it.` };
  return {
    facts: { header, read: read.operation.name },
    reason: `${why}; its ETag comes from ${fullName(read.operation)}, ${read.why}.`,
  };
}

/** A change that needs a validator, and the read that hands it out. */
interface ChangePair extends ConditionNeed {
  readonly change: OperationModel;
  /** Absent: no read could be paired with it. */
  readonly read?: { readonly operation: OperationModel; readonly why: string };
}

/** The changes of a contract and their reads, found once for all of them. */
export interface ChangePairs {
  /** By the change's full name. */
  readonly byChange: ReadonlyMap<string, ChangePair>;
  /** By the read's full name: the changes that its ETag protects. */
  readonly byRead: ReadonlyMap<string, readonly ChangePair[]>;
}

/**
 * Pairs every write that needs a condition with the read that hands its validator out (ETG-2): the one whose link
 * passes the ETag to it; else the one that its description names; else the GET of the same path; else the only versioned read that returns what the change returns or takes;
 * else the only one whose path ends in what the change is named after, and that does not give a list with the item that is changed.
 * Its time grows with the contract, and not with the square of it: a contract may have thousands of both.
 */
export function pairChanges(operations: readonly OperationModel[], reader: SchemaReader): ChangePairs {
  const changes = operations.flatMap((change) => {
    const need = findConditionNeed(change);
    return need === undefined ? [] : [{ ...need, change }];
  });
  const reads = indexReads(
    operations.filter((operation) => responseWithETag(operation, reader) !== undefined),
    changes.map(({ change }) => change),
    reader,
  );
  const pairs = changes.flatMap((one): readonly ChangePair[] => {
    const read = findRead(one.change, reads, reader);
    if (one.undeclared === true && !(read && isProtectedBy(one.change, read.operation, reader))) return [];
    return [{ ...one, ...(read === undefined ? {} : { read }) }];
  });
  const byRead = new Map<string, ChangePair[]>();
  for (const pair of pairs) {
    const read = pair.read === undefined ? undefined : fullName(pair.read.operation);
    if (read === undefined) continue;
    const known = byRead.get(read);
    if (known === undefined) byRead.set(read, [pair]);
    else known.push(pair);
  }
  return { byChange: new Map(pairs.map((pair) => [fullName(pair.change), pair])), byRead };
}

/**
 * Finds the read that a change most likely needs, for a person to confirm: the one that a link or a description names; else the one
 * that the path leads to, whether the contract has an ETag for it or not; else as {@link pairChanges}, and where no read has an ETag by
 * the contract, any read of one thing.
 */
export function suggestReads(
  operations: readonly OperationModel[],
  reader: SchemaReader,
): (change: OperationModel) => OperationModel | undefined {
  const makeFinders = (): readonly FindRead[] => {
    const reads = operations.filter((operation) => {
      const schema = operation.method === "GET" ? jsonResponse(operation, reader)?.schema : undefined;
      return schema !== undefined && reader.resolve(schema).type.kind !== "array";
    });
    const versioned = reads.filter((operation) => responseWithETag(operation, reader) !== undefined);
    const changes = operations.filter(({ method }) => method !== "GET");
    const indexes = [versioned, reads].map((some) => indexReads(some, changes, reader));
    return [
      ...indexes.map(
        (some): FindRead =>
          (change) =>
            findNamed(change, some)?.operation,
      ),
      nearReads(operations, reads, (read) => showsValidator(read, reader)),
      ...indexes.map(
        (some): FindRead =>
          (change) =>
            findRead(change, some, reader)?.operation,
      ),
    ];
  };
  let finders: readonly FindRead[] | undefined;
  return (change) => {
    finders ??= makeFinders();
    for (const find of finders) {
      const found = find(change);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

type FindRead = (change: OperationModel) => OperationModel | undefined;

/** Whether a read shows that what it gives has a validator. */
function showsValidator(read: OperationModel, reader: SchemaReader): boolean {
  return (
    findHeaderParameter(read, "If-None-Match") !== undefined ||
    responseWithETag(read, reader) !== undefined ||
    memberETag(read, reader) !== undefined
  );
}

/** The member of a response that gives the validator: `@odata.etag`. */
export function memberETag(read: OperationModel, reader: SchemaReader): string | undefined {
  const members = listBodyMembers(jsonResponse(read, reader)?.schema, reader);
  return members.find(({ path, key }) => path.length === 1 && /(?:^|_)e_?tag$/.test(key))?.path[0];
}

/** The success response with JSON and an ETag: declared, or named by its description. */
function responseWithETag(operation: OperationModel, reader: SchemaReader): ResponseModel | undefined {
  if (operation.method !== "GET" || jsonResponse(operation, reader) === undefined) return undefined;
  const responses = successResponses(operation);
  return (
    responses.find((candidate) => findHeader(candidate, "ETag") !== undefined) ??
    responses.find(({ description = "" }) => mentionsETag(description)) ??
    (mentionsETag(operation.description ?? "") ? responses[0] : undefined)
  );
}

/** Whether a change that only its 428 shows to need a condition is made under the ETag of a read. */
function isProtectedBy(change: OperationModel, read: OperationModel, reader: SchemaReader): boolean {
  return handsOutValidator(read, reader) && !mayAdd(change, read);
}

/** Whether a read declares the strong ETag of one thing: no text alone says it, and several pages have no single one. */
function handsOutValidator(read: OperationModel, reader: SchemaReader): boolean {
  const validators = successResponses(read).flatMap((response) => findHeader(response, "ETag") ?? []);
  return (
    validators.length > 0 && !validators.some(takesWeak) && recognisePagination(read, reader) === undefined
  );
}

/** That a response carries an ETag: `The response has a strong ETag`; a text on conditional requests alone says `If-None-Match`. */
function mentionsETag(text: string): boolean {
  const start = text.slice(0, LONGEST);
  return /\bE-?Tag\b/i.test(start) && !/\bIf-None-Match\b/i.test(start);
}

/** Versioned reads by what leads to them; undefined: several have it. */
interface Reads {
  /** What texts call them. */
  readonly names: NameIndex;
  /** Full name of a change → the reads whose descriptions name it. */
  readonly byDescription: ReadonlyMap<string, readonly OperationModel[]>;
  /** Full name of the change that a link of the read passes its ETag to. */
  readonly byLink: ReadonlyMap<string, OperationModel>;
  readonly byPath: ReadonlyMap<string, OperationModel>;
  /** Name of the schema that it returns, or that the envelope of its response holds. */
  readonly bySchema: ReadonlyMap<string, OperationModel | undefined>;
  /** What the path ends in. */
  readonly byNoun: ReadonlyMap<string, OperationModel | undefined>;
  /** Whether a read gives a list; filled where the question comes up. */
  readonly lists: Map<OperationModel, boolean>;
}

function describingReads(
  reads: readonly OperationModel[],
  changes: readonly OperationModel[],
): Reads["byDescription"] {
  const names = indexNames(changes);
  const found = new Map<string, OperationModel[]>();
  for (const read of reads)
    for (const change of namedOperations(read.description ?? "", names))
      found.set(fullName(change), [...(found.get(fullName(change)) ?? []), read]);
  return found;
}

function indexReads(
  reads: readonly OperationModel[],
  changes: readonly OperationModel[],
  reader: SchemaReader,
): Reads {
  const byLink = new Map<string, OperationModel>();
  const bySchema = new Map<string, OperationModel | undefined>();
  const byNoun = new Map<string, OperationModel | undefined>();
  const add = (index: Map<string, OperationModel | undefined>, key: string, read: OperationModel) =>
    index.set(key, index.has(key) ? undefined : read);
  for (const read of reads) {
    for (const target of linkedChanges(read)) if (!byLink.has(target)) byLink.set(target, read);
    for (const schema of subjectsOf(jsonResponse(read, reader)?.schema, reader)) add(bySchema, schema, read);
    for (const noun of nounOf(read.path)) add(byNoun, noun, read);
  }
  return {
    names: indexNames(reads),
    byDescription: describingReads(reads, changes),
    byLink,
    byPath: new Map(reads.map((read) => [read.path, read])),
    bySchema,
    byNoun,
    lists: new Map(),
  };
}

function linkedChanges(read: OperationModel): readonly string[] {
  return read.links
    .filter(({ parameters }) =>
      Object.entries(parameters).some(
        ([name, value]) => /^(?:header\.)?if-match$/i.test(name) && /^\$response\.header\.etag$/i.test(value),
      ),
    )
    .map(({ target }) => fullName({ name: target }));
}

/** The read that a link or a description names. */
function findNamed(change: OperationModel, reads: Reads): ChangePair["read"] {
  const linked = reads.byLink.get(fullName(change));
  if (linked !== undefined) return { operation: linked, why: "whose link passes it on" };
  const named = namedRead(change, reads);
  return named && { operation: named, why: "as a description says" };
}

function findRead(change: OperationModel, reads: Reads, reader: SchemaReader): ChangePair["read"] {
  const found = findNamed(change, reads);
  if (found !== undefined) return found;
  const { path } = change;
  const same = reads.byPath.get(path);
  if (same !== undefined)
    return { operation: same, why: `the read of the same path (GET ${same.sentPath ?? path})` };
  const returned = subjectsOf(jsonResponse(change, reader)?.schema, reader);
  const taken = subjectsOf(change.body?.content[0]?.schema, reader);
  for (const schema of [...returned, ...taken]) {
    const only = reads.bySchema.get(schema);
    // What a 202 has may be what is started: what is changed is above it.
    const isChanged = taken.includes(schema) || path.startsWith(`${only?.path ?? ""}/`);
    if (only !== undefined && (isChanged || change.responses.every(({ status }) => status !== "202")))
      return { operation: only, why: `the only versioned read of "${schema}"` };
  }
  const [noun = ""] = nounOf(path);
  // `/settings` is what `/cabinet-settings/updates` changes.
  for (const ending of endings(noun)) {
    const only = reads.byNoun.get(ending);
    if (only !== undefined && takesAll(change, only, reader) && !isOfList(change, only, reads, reader))
      return { operation: only, why: `the only versioned read whose path ends in "${ending}"` };
  }
  return undefined;
}

/** Whether a read gives the list in which the change is of one item: the ETag of a list is not that of each of its items. */
function isOfList(
  change: OperationModel,
  read: OperationModel,
  { lists }: Reads,
  reader: SchemaReader,
): boolean {
  if (change.path.split("{").length <= read.path.split("{").length) return false;
  const body = jsonResponse(read, reader)?.schema;
  const known = lists.get(read);
  if (known !== undefined || body === undefined) return known === true;
  const list = findList(body, read.path, reader);
  const isList = list !== undefined && (list.path.length === 0 || isCalledItems(list, read.path));
  lists.set(read, isList);
  return isList;
}

/** `cabinet setting`, `setting`. */
function endings(noun: string): readonly string[] {
  const parts = noun.split(" ");
  return parts.map((_, index) => parts.slice(index).join(" "));
}

/** The only read that the description of a change, or of its header, names by path or `operationId`; or whose own names the change. */
function namedRead(change: OperationModel, { names, byDescription }: Reads): OperationModel | undefined {
  const header = findHeaderParameter(change, "If-Match");
  const inText = namedOperations(`${header?.description ?? ""}\n${change.description ?? ""}`, names);
  const found = new Set([...inText, ...(byDescription.get(fullName(change)) ?? [])]);
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/** Characters of a description that are searched. */
const LONGEST = 2000;

/** Members of an envelope that hold what a response is about. */
const SUBJECT =
  /^(?:data|result|results|payload|item|value|content|entity|resource|response|body|attributes|patch)$/;

/** Names of the schema that a body has, and of what it holds where it is an envelope: what a read and its change have in common. */
export function subjectsOf(node: SchemaNode | undefined, reader: SchemaReader): readonly string[] {
  if (node === undefined) return [];
  const inner = objectMembers(node, reader)
    .filter(({ name }) => SUBJECT.test(words(name).join("_")))
    .flatMap(({ schema }) => namesOf(schema));
  return [...namesOf(node), ...inner];
}

/** The name of a schema, through the alternative null. */
function namesOf({ type }: SchemaNode): readonly string[] {
  if (type.kind === "ref") return [type.name];
  return type.kind === "union"
    ? type.members.flatMap(({ type: one }) => (one.kind === "ref" ? [one.name] : []))
    : [];
}

/** Words by which a path says what it does, not what to. */
const CHANGES = new Set(
  "update updates updated change changes patch patches edit edits modify set save replace put upsert".split(
    " ",
  ),
);

/**
 * What a path ends in, in the singular: `setting` of `/cabinets/{id}/settings` and of `/settings/updates`. A version says nothing alone, and
 * distinguishes what is there twice: `v3 order` of `/orders/v3/{id}`.
 */
function nounOf(path: string): readonly string[] {
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.includes("{"));
  const versions: string[] = [];
  for (const segment of segments.toReversed()) {
    const isVersion = /^v\d+$/i.test(segment);
    const rest = words(segment).filter((word) => !CHANGES.has(word));
    if (isVersion) versions.unshift(segment.toLowerCase());
    else if (rest.length > 0) return [[...versions, rest.join(" ").replace(/s$/, "")].join(" ")];
  }
  return [];
}

/** Whether a change is sent what the read needs: without it no caller could read again. */
function takesAll(change: OperationModel, read: OperationModel, reader: SchemaReader): boolean {
  const needed = read.parameters.filter((parameter) => parameter.in === "path");
  const body = change.body?.content[0]?.schema;
  const given = [
    ...change.parameters.map(({ name }) => words(name).join("_")),
    ...listIdentities(body, reader),
  ];
  return needed.every(({ name }) => given.includes(words(name).join("_")));
}
