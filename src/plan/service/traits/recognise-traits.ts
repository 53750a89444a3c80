import type { ApiModel, OperationModel, ParameterModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { isSafeMethod } from "../../../openapi/operations.js";
import { recursiveResults } from "../../../openapi/recursive-results.js";
import { byText } from "../../../text/by-text.js";
import { isSequential, responseCodecOf } from "../media.js";
import { findIdempotencyHeader } from "../idempotency-fields.js";
import { startsSomething, successResponses } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { recogniseBackground } from "./background/recognise-background.js";
import { findResults } from "./background/find-result.js";
import { listStatuses, type Statuses } from "./background/find-status.js";
import { joinCapabilities } from "./capabilities/feature-flags.js";
import { recogniseCapabilities } from "./capabilities/recognise-capabilities.js";
import {
  type ChangePairs,
  pairChanges,
  recogniseConditionalChange,
  recogniseVersionedRead,
} from "./recognise-conditional.js";
import { readScopes, readsSafely } from "./pagination/only-reads.js";
import { recognisePagination } from "./pagination/recognise-pagination.js";
import { collectShownPages } from "./pagination/shown-pages.js";
import { recogniseProblem } from "./problems/recognise-problem.js";
import { recogniseRequestId } from "./recognise-request-id.js";
import { recogniseTokenExchange } from "./recognise-token-exchange.js";
import type { ContractTraits, IdempotentCreate, OperationTraits, StreamedResponse, Trait } from "./trait.js";

/** An operation with its traits, as the contract shows them. */
interface RecognisedTraits {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
  /** Nothing is, without a configuration. */
  readonly switchedOff: readonly never[];
}

/** What operations are to each other, found once for a whole contract. */
interface Relations {
  /** Changes, and the reads that hand out their validators. */
  readonly pairs: ChangePairs;
  /** Operations that give the state of another. */
  readonly statuses: Statuses;
  /** Flags that operations need. */
  readonly flags: ReadonlySet<string>;
}

/** Finds what operations are to each other. */
function relateOperations({ operations }: ApiModel, reader: SchemaReader): Relations {
  return {
    pairs: pairChanges(operations, reader),
    statuses: listStatuses(operations, reader),
    flags: new Set(operations.flatMap(({ features }) => features)),
  };
}

/** Everything recognised in operations, each with what it is to the others. */
export function recogniseOperations(model: ApiModel, reader: SchemaReader): readonly RecognisedTraits[] {
  const relations = relateOperations(model, reader);
  const all = model.operations.map((operation) => ({
    model: operation,
    traits: recogniseOperation(operation, model, reader, relations),
    switchedOff: [],
  }));
  return joinCapabilities(findResults(all, reader));
}

/** Everything recognised in one operation. */
function recogniseOperation(
  operation: OperationModel,
  model: ApiModel,
  reader: SchemaReader,
  { pairs, statuses, flags }: Relations,
): OperationTraits {
  const pagination = recognisePagination(operation, reader);
  return withoutUndefined({
    safe: recogniseSafe(operation, pagination !== undefined, reader),
    pagination,
    idempotentCreate: recogniseIdempotentCreate(operation),
    versionedRead: recogniseVersionedRead(operation, pairs, reader),
    conditionalChange: recogniseConditionalChange(operation, pairs),
    background: recogniseBackground(operation, statuses, reader),
    tokenExchange: recogniseTokenExchange(operation, model, reader),
    capabilities: recogniseCapabilities(operation, reader, model.contract, flags),
    features: recogniseFeatures(operation),
    streaming: recogniseStreaming(operation, reader),
  });
}

/** Everything recognised in the contract as a whole. */
export function recogniseContract(model: ApiModel, reader: SchemaReader): ContractTraits {
  return withoutUndefined({
    problem: recogniseProblem(model, reader),
    requestId: recogniseRequestId(model),
    rateLimit: recogniseRateLimit(model),
    sensitive: recogniseSensitive(model, reader),
  });
}

type Present<Record> = { readonly [Name in keyof Record]?: Exclude<Record[Name], undefined> };

/** With `exactOptionalPropertyTypes`, absent is not undefined. */
function withoutUndefined<Facts extends object>(facts: Facts): Present<Facts> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as Present<Facts>;
}

/** The rollout flags that an operation needs (CAP-3). Without a flag every caller may use it. */
function recogniseFeatures({ features }: OperationModel): Trait<readonly string[]> | undefined {
  if (features.length === 0) return undefined;
  const named = features.map((name) => `"${name}"`).join(", ");
  return { facts: features, reason: `An extension names what must be switched on: ${named}.` };
}

/**
 * A write with a header parameter for an idempotency key: `Idempotency-Key`, or one of the names that services have for it.
 */
function recogniseIdempotentCreate(operation: OperationModel): Trait<IdempotentCreate> | undefined {
  const parameter = findIdempotencyHeader(operation);
  if (parameter === undefined || isSafeMethod(operation.method)) return undefined;
  return {
    facts: { header: parameter.name },
    reason: `It has the header parameter "${parameter.name}"${parameter.required ? ", required" : ""}${
      /idempoten/i.test(parameter.name) ? "" : "; its description says that it is an idempotency key"
    }.`,
  };
}

/** An operation that may be repeated at will: a safe method, or a POST that only reads. */
function recogniseSafe(
  operation: OperationModel,
  isPaged: boolean,
  reader: SchemaReader,
): Trait<object> | undefined {
  if (isSafeMethod(operation.method)) {
    return { facts: {}, reason: `${operation.method} is a safe method (RFC 9110 section 9.2.1).` };
  }
  if (operation.method !== "POST" || findIdempotencyHeader(operation) !== undefined) return undefined;
  if (startsSomething(operation)) return undefined;
  const override = operation.parameters.find((parameter) => isGetOverride(parameter, reader));
  if (override !== undefined)
    return { facts: {}, reason: `A POST that only reads: "${override.name}" makes it a GET.` };
  const shown = isPaged ? collectShownPages(operation, reader) : undefined;
  if (shown !== undefined && readsSafely(shown))
    return { facts: {}, reason: "A POST that only reads: it gives a page of a list." };
  const scopes = readScopes(operation);
  if (scopes === undefined) return undefined;
  return {
    facts: {},
    reason: `A POST that only reads: it has no Idempotency-Key and needs only ${quoted(scopes)}, which may read and no more.`,
  };
}

/** A header by which a POST is treated as a method that is safe: required or preset, and `GET` is what it has. */
function isGetOverride({ in: where, name, required, schema }: ParameterModel, reader: SchemaReader): boolean {
  if (where !== "header" || !/^x-(?:http-)?method(?:-override)?$/i.test(name)) return false;
  const { default: preset } = schema.doc;
  const values = reader.values(schema);
  const isOnly = values.length === 1 && values[0] === "GET";
  return isOnly ? required || preset === "GET" : values.length === 0 && preset === "GET";
}

function quoted(scopes: readonly string[]): string {
  return [...new Set(scopes)].map((scope) => `"${scope}"`).join(", ");
}

/** Names of members and parameters whose schema is marked sensitive (SEC-1). */
function recogniseSensitive(model: ApiModel, reader: SchemaReader): Trait<readonly string[]> | undefined {
  const names = new Set<string>();
  const isSensitive = sensitiveIn(reader);
  for (const schema of model.schemas) collect(schema.node, isSensitive, names);
  for (const parameter of model.operations.flatMap((operation) => operation.parameters)) {
    if (parameter.sensitive || isSensitive(parameter.schema)) names.add(parameter.name);
  }
  if (names.size === 0) return undefined;
  return {
    facts: [...names].sort(byText),
    reason:
      "Marked by `format` (`password`, `phone`), `writeOnly` text or an extension, or named as a secret.",
  };
}

function collect(node: SchemaNode, isSensitive: IsSensitive, names: Set<string>): void {
  const { type } = node;
  switch (type.kind) {
    case "object":
      for (const property of type.properties) {
        if (isSensitive(property.schema)) names.add(property.name);
        collect(property.schema, isSensitive, names);
      }
      if (typeof type.additional === "object") collect(type.additional, isSensitive, names);
      return;
    case "array":
      collect(type.items, isSensitive, names);
      return;
    case "union":
    case "intersection":
      for (const member of type.members) collect(member, isSensitive, names);
      return;
    default:
  }
}

type IsSensitive = (node: SchemaNode) => boolean;

/** Marked itself, or where it points to, or what it lists. */
function sensitiveIn(reader: SchemaReader): IsSensitive {
  return recursiveResults({
    onCycle: false,
    compute: (node, recurse) => {
      const target = reader.resolve(node);
      if (node.sensitive || target.sensitive) return true;
      return target.type.kind === "array" && recurse(target.type.items);
    },
  });
}

/** The member of a body by which services let the caller choose a stream. */
const MEMBER = "stream";

/** A response that can be read while it arrives: server-sent events, or JSON value by JSON value. */
function recogniseStreaming(
  operation: OperationModel,
  reader: SchemaReader,
): Trait<StreamedResponse> | undefined {
  const content = successResponses(operation).flatMap((response) => response.content);
  const streams = content.filter((media) => isSequential(responseCodecOf(media, reader)));
  if (streams.length === 0) return undefined;
  const types = streams.map(({ mediaType }) => mediaType).join(", ");
  const given = operation.body?.content.flatMap(({ schema }) =>
    schema === undefined ? [] : (reader.property(schema, MEMBER)?.schema ?? []),
  );
  const choice = given?.find((schema) => {
    const { type } = reader.resolve(schema);
    return type.kind === "boolean" || reader.values(schema).includes(true);
  });
  if (choice === undefined) return { facts: {}, reason: `Its response can come as ${types}.` };
  const preset = choice.doc.default === true || reader.resolve(choice).doc.default === true;
  return {
    facts: { member: MEMBER, ...(preset ? { preset: true } : {}) },
    reason: `Its response can come as ${types}; "${MEMBER}" in the body asks for it.`,
  };
}

/** Headers that say when a limit of requests resets (IETF draft "RateLimit header fields for HTTP"), and older names of them. */
const RESET = /^(?:ratelimit|(?:x-)?rate-?limit-reset)$/i;

/** Headers with the requests that are left. */
const REMAINING = /^(?:x-)?rate-?limit-remaining$/i;

/** Headers of responses that say how long to wait after a 429 without `Retry-After`. */
function recogniseRateLimit({ operations }: ApiModel): Trait<readonly string[]> | undefined {
  const names = new Map(
    operations
      .flatMap(({ responses }) => responses.flatMap(({ headers }) => headers))
      .map(({ name }) => [name.toLowerCase(), name]),
  );
  const listed = (pattern: RegExp) => [...names.values()].filter((name) => pattern.test(name)).sort(byText);
  const facts = listed(RESET);
  if (facts.length === 0) return undefined;
  const quoted = facts.map((name) => `"${name}"`).join(", ");
  const [remaining] = listed(REMAINING);
  return {
    facts,
    reason:
      `Responses have ${quoted}: a 429 without Retry-After waits that long.` +
      (remaining === undefined ? "" : ` Calls do not wait because "${remaining}" is 0.`),
  };
}
