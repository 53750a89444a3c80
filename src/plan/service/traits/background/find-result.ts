import type { LinkModel, OperationModel, OperationName } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { singularWord } from "../../../../text/nouns.js";
import { words } from "../../../../text/words.js";
import { fullName, jsonContent, jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { objectMembers } from "../body-members.js";
import { indexNames, namedOperations } from "../named-operations.js";
import { findPageSize } from "../pagination/page-fields.js";
import type { BackgroundOperation, StartParameter, OperationTraits } from "../trait.js";
import { mayHaveResult } from "./intended-states.js";
import { linkedParameter } from "./linked-reads.js";
import { isResultPath, withoutSlash } from "./status-paths.js";

/** An operation with what was recognised in it. */
interface Recognised {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
}

/** Operations by their full names. */
type OperationIndex = ReadonlyMap<string, OperationModel>;

/**
 * Background operations with the reads of their results: the target of a link of the status or of the start, unless scopes or, where several
 * starts share the link, paths and responses show that it is another's; else the only GET right below the status, for the starts that it
 * belongs to.
 */
export function findResults<One extends Recognised>(
  all: readonly One[],
  reader: SchemaReader,
): readonly One[] {
  const groups = startsByStatus(all);
  if (groups.size === 0) return all;
  const byName = indexByName(all);
  const operations = all.map(({ model }) => model);
  const index = indexResults(operations);
  const isOwn = sharedLinks(groups, byName, reader);
  const results = new Map<OperationModel, FoundResult>();
  for (const [status, starts] of groups) {
    const ofStatus = linkedResult(status.links, status, byName);
    const linked = starts.map(
      (start) =>
        [
          start,
          ofStatus ??
            linkedResult(
              start.links.filter((link) => isOwn(link, start, status)),
              status,
              byName,
            ),
        ] as const,
    );
    for (const [start, result] of linked)
      if (result !== undefined && !isOfOthers(start, result, { status, starts }))
        results.set(start, { result, why: "" });
    const below = resultBelow(status, index);
    if (below === undefined || linked.some(([, result]) => result === below)) continue;
    const { owners, why } = ownersOf(below, starts, operations, reader);
    for (const start of owners) if (!results.has(start)) results.set(start, { result: below, why });
  }
  return all.map((one) => {
    const found = results.get(one.model);
    return found === undefined ? one : withResult(one, found, reader);
  });
}

/** A read of a result, and why it belongs to an operation: a clause of which it is the subject, or nothing. */
interface FoundResult {
  readonly result: OperationModel;
  readonly why: string;
}

function withResult<One extends Recognised>(
  one: One,
  { result, why }: FoundResult,
  reader: SchemaReader,
): One {
  const { background } = one.traits;
  const facts = background === undefined ? undefined : resultFacts(result, background.facts, reader);
  if (background === undefined || facts === undefined) return one;
  const reason = `${background.reason.replace(/\.$/u, "")}; ${fullName(result)}${why === "" ? "" : `, ${why},`} reads its result.`;
  return {
    ...one,
    traits: {
      ...one.traits,
      background: { ...background, facts: { ...background.facts, result: facts }, reason },
    },
  };
}

/** How a result is read by the id of what was started, and what the start was given. */
function resultFacts(
  result: OperationModel,
  { fromStart = [] }: Pick<BackgroundOperation, "fromStart">,
  reader: SchemaReader,
): BackgroundOperation["result"] {
  const known = new Set(fromStart.map(({ parameter }) => parameter));
  const [parameter, ...others] = result.parameters.filter(
    ({ in: where, name }) => where === "path" && !known.has(name),
  );
  if (parameter === undefined || others.length > 0 || !takesAll(result, fromStart)) return undefined;
  const pageSize = findPageSize(result, reader);
  return {
    operation: result.name,
    parameter: parameter.name,
    ...(pageSize === undefined ? {} : { pageSize }),
  };
}

/** Whether a read takes all that leads to a state beside the id. */
export function takesAll({ parameters }: OperationModel, fromStart: readonly StartParameter[]): boolean {
  return fromStart.every(({ parameter }) => parameters.some(({ name }) => name === parameter));
}

function indexByName(all: readonly Recognised[]): OperationIndex {
  return new Map(all.map(({ model }) => [fullName(model), model]));
}

/** Operations that start something, by the one that gives its state. */
function startsByStatus(all: readonly Recognised[]): ReadonlyMap<OperationModel, readonly OperationModel[]> {
  const groups = new Map<OperationModel, OperationModel[]>();
  const byName = indexByName(all);
  for (const { model, traits } of all) {
    const { facts } = { ...traits.background };
    const status = mayHaveResult(facts) ? byName.get(fullName({ name: facts.status })) : undefined;
    if (status !== undefined) groups.set(status, [...(groups.get(status) ?? []), model]);
  }
  return groups;
}

/**
 * Whether the link of a status to a result is for other starts: the status names the scopes of every start, and the result those of some
 * others only.
 */
function isOfOthers(
  start: OperationModel,
  result: OperationModel,
  { status, starts }: { readonly status: OperationModel; readonly starts: readonly OperationModel[] },
): boolean {
  return (
    !admits(result, start) &&
    starts.some((other) => admits(result, other)) &&
    starts.every((one) => admits(status, one))
  );
}

/** Whether the scopes of a start are among those that a read names: a token for the one serves the other. */
function admits(read: OperationModel, start: OperationModel): boolean {
  const held = start.security.map((all) => new Set(all.flatMap(({ scopes }) => scopes)));
  return read.security.some((all) => {
    const needed = all.flatMap(({ scopes }) => scopes);
    return needed.length > 0 && held.some((scopes) => needed.every((scope) => scopes.has(scope)));
  });
}

/** Whether a link of a start leads to the result of what that starts. */
type IsOwnLink = (link: LinkModel, start: OperationModel, status: OperationModel) => boolean;

/** What several starts link to. */
interface SharedTarget {
  /** Those that give the state of what the starts start. */
  readonly statuses: Set<OperationModel>;
  readonly starts: Set<OperationModel>;
}

/**
 * Tells whether a link that several starts have, as a contract with one link for all of them says, leads to the result of one of them. What
 * the contract declares counts, unless its structure is against it: the response lacks what the link takes from it, or the result is below
 * the state of another of the starts, and not below its own.
 */
function sharedLinks(
  groups: ReadonlyMap<OperationModel, readonly OperationModel[]>,
  index: OperationIndex,
  reader: SchemaReader,
): IsOwnLink {
  const targets = new Map<string, SharedTarget>();
  for (const [status, starts] of groups)
    for (const start of starts)
      for (const { target } of start.links) {
        const key = fullName({ name: target });
        const { statuses, starts: sharing } = targets.get(key) ?? { statuses: new Set(), starts: new Set() };
        targets.set(key, { statuses: statuses.add(status), starts: sharing.add(start) });
      }
  const isBelow = ({ path }: OperationModel, above: OperationModel) =>
    path.startsWith(`${withoutSlash(above.path)}/`);
  const ofSome = new Set(
    [...targets].flatMap(([key, { statuses }]) => {
      const result = index.get(key);
      return result !== undefined && [...statuses].some((one) => isBelow(result, one)) ? [key] : [];
    }),
  );
  return (link, start, status) => {
    const key = fullName({ name: link.target });
    if ((targets.get(key)?.starts.size ?? 0) < 2) return true;
    if (!hasLinked(link, start, reader)) return false;
    const result = index.get(key);
    return result === undefined || !ofSome.has(key) || isBelow(result, status);
  };
}

/** Whether a response has what a link takes from its body, as far as that is described. */
function hasLinked({ status, parameters }: LinkModel, start: OperationModel, reader: SchemaReader): boolean {
  const response = start.responses.find((one) => one.status === status);
  const body = response && jsonContent(response, reader)?.schema;
  const members = body && reader.properties(body)?.map(({ name }) => name);
  return Object.values(parameters).every((value) => {
    const [, name] = /^\$response\.body#\/([^/~]+)/u.exec(value) ?? [];
    return name === undefined || members === undefined || members.length === 0 || members.includes(name);
  });
}

/** The target of one of some links. */
function linkedResult(
  links: readonly LinkModel[],
  status: OperationModel,
  index: OperationIndex,
): OperationModel | undefined {
  for (const link of links) {
    if (fullName({ name: link.target }) === fullName(status)) continue;
    const candidate = index.get(fullName({ name: link.target }));
    if (
      candidate !== undefined &&
      takesId(candidate, (parameter) => linkedParameter(link, parameter) !== undefined)
    )
      return candidate;
  }
  return undefined;
}

/** Whether all path parameters of a GET are given: another GET that a status links to is not the result. */
function takesId({ method, parameters }: OperationModel, isGiven: (name: string) => boolean): boolean {
  const own = parameters.filter((candidate) => candidate.in === "path");
  return method === "GET" && own.length > 0 && own.every(({ name }) => isGiven(name));
}

/** GETs that are called after a result, by the path that they are right below. */
export type ResultIndex = ReadonlyMap<string, readonly OperationModel[]>;

/** Indexes the reads of results for {@link resultBelow}: a contract may have thousands of operations. */
export function indexResults(operations: readonly OperationModel[]): ResultIndex {
  const index = new Map<string, OperationModel[]>();
  for (const operation of operations) {
    const { method, path } = operation;
    if (method !== "GET" || !isResultPath(path)) continue;
    const above = path.slice(0, path.lastIndexOf("/"));
    index.set(above, [...(index.get(above) ?? []), operation]);
  }
  return index;
}

/** The only GET right below the path of the status that is called after a result. */
export function resultBelow(status: OperationModel, index: ResultIndex): OperationModel | undefined {
  const below = index.get(withoutSlash(status.path)) ?? [];
  return below.length === 1 ? below[0] : undefined;
}

/** The starts that a result belongs to: those that name it, else those that it names, else the only one. */
export function ownersOf(
  result: OperationModel,
  starts: readonly OperationModel[],
  all: readonly OperationModel[],
  reader: SchemaReader,
): { readonly owners: readonly OperationModel[]; readonly why: string } {
  const index = indexNames([result], all);
  const naming = starts.filter((start) => namedOperations(textOfStart(start), index).length > 0);
  if (naming.length > 0) return { owners: naming, why: "which its description names" };
  const named = namedOperations(textsOf(result), indexNames(starts, all));
  if (named.length > 0) return { owners: named, why: "whose description names it" };
  const isPossible = (start: OperationModel) => !isOpposite(result, start);
  if (starts.length === 1) return { owners: starts.filter(isPossible), why: "" };
  const { owners, shared } = ownersByWords(result, starts, reader);
  return {
    owners: owners.filter(isPossible),
    why: `which is about ${shared.map((word) => `"${word}"`).join(", ")}`,
  };
}

/** Whether a result is of an export and the start imports, or the other way about. */
function isOpposite(result: OperationModel, start: OperationModel): boolean {
  const about = stems(`${textsOf(result)} ${result.operationId ?? ""}`);
  const own = stems(`${start.path} ${start.operationId ?? ""} ${textsOf(start)}`);
  const isAgainst = (one: string, other: string) =>
    about.has(one) && !about.has(other) && own.has(other) && !own.has(one);
  return isAgainst("export", "import") || isAgainst("import", "export");
}

function textsOf({ summary = "", description = "" }: OperationModel): string {
  return `${summary}\n${description}`;
}

function textOfStart(start: OperationModel): string {
  return [textsOf(start), ...start.responses.map(({ description = "" }) => description)].join("\n");
}

/** The starts whose paths or ids share most words with what a result is about, words of all starts left aside. */
function ownersByWords(
  result: OperationModel,
  starts: readonly OperationModel[],
  reader: SchemaReader,
): { readonly owners: readonly OperationModel[]; readonly shared: readonly string[] } {
  const about = aboutOf(result, reader);
  const own = starts.map((start) =>
    stems(`${start.path.replace(/\{[^{}]*\}/gu, "")} ${start.operationId ?? ""}`),
  );
  const isOwn = (word: string) => !NOT_ABOUT.has(word) && own.some((others) => !others.has(word));
  const scores = own.map((all) => [...all].filter((word) => about.has(word) && isOwn(word)));
  const most = Math.max(0, ...scores.map(({ length }) => length));
  if (most === 0) return { owners: [], shared: [] };
  const owners = starts.filter((_, index) => scores[index]?.length === most);
  return { owners, shared: [...new Set(scores.filter(({ length }) => length === most).flat())] };
}

/** Words that many texts of results have, whatever started them. */
const NOT_ABOUT = new Set(
  "a an all any async background by controller create data find for get id item job list new of operation post process read request response result row run start state status submit task the to update work".split(
    " ",
  ),
);

/** Words of what a result is: of its summary, its id, and the names of its schema and of the items in that. */
function aboutOf(result: OperationModel, reader: SchemaReader): ReadonlySet<string> {
  const { schema } = jsonResponse(result, reader) ?? {};
  const names = schema === undefined ? [] : namesOf(schema, reader);
  return stems([result.summary ?? "", result.operationId ?? "", ...names].join(" "));
}

/** Names and titles of a schema, of its parts, and of what the lists in it have. */
function namesOf(schema: SchemaNode, reader: SchemaReader): readonly string[] {
  const lists = objectMembers(schema, reader).flatMap((member) => {
    const { type } = reader.resolve(member.schema);
    return type.kind === "array" ? nameOf(type.items) : [];
  });
  return [...nameOf(schema), ...lists];
}

function nameOf({ type, doc }: SchemaNode): readonly string[] {
  return [...(type.kind === "ref" ? [type.name] : []), ...(doc.title === undefined ? [] : [doc.title])];
}

/** The words of a text, in the singular. */
function stems(text: string): ReadonlySet<string> {
  return new Set(words(text).map(singularWord));
}

/** A result below a status of which nothing says whose it is, and the operations whose it could be. */
interface OpenResult {
  readonly result: OperationModel;
  readonly status: OperationName;
  readonly starts: readonly OperationModel[];
}

/** Results that no operation reads, where the configuration decides of none of those that could. */
export function openResults(all: readonly Recognised[]): readonly OpenResult[] {
  const index = indexResults(all.map(({ model }) => model));
  const read = new Set(
    all.flatMap(({ traits }) => {
      const { result } = { ...traits.background?.facts };
      return result === undefined ? [] : fullName({ name: result.operation });
    }),
  );
  const undecided = all.filter(({ traits }) => traits.background?.decidedBy === undefined);
  const open = new Set(undecided.map(({ model }) => model));
  return [...startsByStatus(all)].flatMap(([status, group]) => {
    const result = resultBelow(status, index);
    const starts = group.filter((start) => open.has(start));
    return result === undefined || read.has(fullName(result)) || starts.length === 0
      ? []
      : [{ result, status: status.name, starts }];
  });
}
