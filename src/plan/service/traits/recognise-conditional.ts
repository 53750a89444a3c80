import type { ResponseModel, OperationModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { findHeader, findHeaderParameter, fullName, jsonResponse, successResponses } from "../responses.js";
import type { ConditionalChange, Trait } from "./trait.js";

/**
 * A GET whose ETag protects a change (ETG-1). An ETag that no change asks for is there for caches, may be weak, and says
 * nothing to the caller.
 */
export function recogniseVersionedRead(
  operation: OperationModel,
  { byRead }: ChangePairs,
): Trait<object> | undefined {
  const response = responseWithETag(operation);
  const pair = byRead.get(fullName(operation));
  if (response === undefined || pair === undefined) return undefined;
  const reason = `A GET whose ${response.status} response has the header "ETag", which protects ${fullName(pair.change)}.`;
  return { facts: {}, reason };
}

/** A write with a required If-Match, and the read that hands its validator out (ETG-2). */
export function recogniseConditionalChange(
  operation: OperationModel,
  { byChange }: ChangePairs,
): Trait<ConditionalChange> | undefined {
  const pair = byChange.get(fullName(operation));
  if (pair === undefined) return undefined;
  const { header, read } = pair;
  const start = `It has the required header parameter "${header}"`;
  if (read === undefined)
    return { facts: { header }, reason: `${start}; no read with an ETag could be paired with it.` };
  return {
    facts: { header, read: read.operation.name },
    reason: `${start}; its ETag comes from ${fullName(read.operation)}, ${read.why}.`,
  };
}

/** A change that asks for a validator, and the read that hands it out. */
interface ChangePair {
  readonly change: OperationModel;
  /** Its If-Match parameter, as the contract spells it. */
  readonly header: string;
  /** Absent: no read could be paired with it. */
  readonly read?: { readonly operation: OperationModel; readonly why: string };
}

/** The changes of a contract and their reads, found once for all of them. */
export interface ChangePairs {
  /** By the change's full name. */
  readonly byChange: ReadonlyMap<string, ChangePair>;
  /** By the read's full name: the first change that its ETag protects. */
  readonly byRead: ReadonlyMap<string, ChangePair>;
}

/**
 * Pairs every write that has a required If-Match with the read that hands its validator out (ETG-2): the one whose link
 * passes the ETag to it; else the GET of the same path; else the only versioned read that returns the same schema.
 * Its time grows with the contract, and not with the square of it: a contract may have thousands of both.
 */
export function pairChanges(operations: readonly OperationModel[]): ChangePairs {
  const reads = indexReads(operations.filter((operation) => responseWithETag(operation) !== undefined));
  const pairs = operations.flatMap((change): ChangePair[] => {
    const parameter = findHeaderParameter(change, "If-Match");
    if (parameter?.required !== true || ["GET", "HEAD"].includes(change.method)) return [];
    const read = findRead(change, reads);
    return [{ change, header: parameter.name, ...(read === undefined ? {} : { read }) }];
  });
  const byRead = new Map<string, ChangePair>();
  for (const pair of pairs) {
    const read = pair.read === undefined ? undefined : fullName(pair.read.operation);
    if (read !== undefined && !byRead.has(read)) byRead.set(read, pair);
  }
  return { byChange: new Map(pairs.map((pair) => [fullName(pair.change), pair])), byRead };
}

/** The success response with JSON and an ETag. */
function responseWithETag(operation: OperationModel): ResponseModel | undefined {
  if (operation.method !== "GET" || jsonResponse(operation) === undefined) return undefined;
  return successResponses(operation).find((candidate) => findHeader(candidate, "ETag") !== undefined);
}

/** Versioned reads by what leads to them. */
interface Reads {
  /** Full name of the change that a link of the read passes its ETag to. */
  readonly byLink: ReadonlyMap<string, OperationModel>;
  readonly byPath: ReadonlyMap<string, OperationModel>;
  /** Name of the schema that it returns; undefined: several do. */
  readonly bySchema: ReadonlyMap<string, OperationModel | undefined>;
}

function indexReads(reads: readonly OperationModel[]): Reads {
  const byLink = new Map<string, OperationModel>();
  const bySchema = new Map<string, OperationModel | undefined>();
  for (const read of reads) {
    for (const target of linkedChanges(read)) if (!byLink.has(target)) byLink.set(target, read);
    const schema = schemaName(jsonResponse(read)?.schema);
    if (schema !== undefined) bySchema.set(schema, bySchema.has(schema) ? undefined : read);
  }
  const byPath = new Map(reads.map((read) => [read.path, read]));
  return { byLink, byPath, bySchema };
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

function findRead(change: OperationModel, reads: Reads): ChangePair["read"] {
  const linked = reads.byLink.get(fullName(change));
  if (linked !== undefined) return { operation: linked, why: "whose link passes it on" };
  const { path } = change;
  const same = reads.byPath.get(path);
  if (same !== undefined) return { operation: same, why: `the read of the same path (GET ${path})` };
  const schema = schemaName(jsonResponse(change)?.schema);
  const only = schema === undefined ? undefined : reads.bySchema.get(schema);
  if (schema === undefined || only === undefined) return undefined;
  return { operation: only, why: `the only versioned read of "${schema}"` };
}

function schemaName(node: SchemaNode | undefined): string | undefined {
  return node?.type.kind === "ref" ? node.type.name : undefined;
}
