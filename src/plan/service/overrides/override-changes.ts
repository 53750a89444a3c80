import type { ConditionalOverride, IdempotencyOverride } from "../../../config/client-overrides.js";
import type { OperationModel } from "../../../model/api-model.js";
import { isSafeMethod } from "../../../openapi/operations.js";
import { findIdempotencyHeader } from "../idempotency-fields.js";
import { findHeader, jsonResponse, operationKey, successResponses } from "../responses.js";
import type { SchemaReader } from "../schema-reader.js";
import { hasLength, planKeys } from "../traits/idempotency-keys.js";
import { findList, isCalledItems } from "../traits/pagination/find-list.js";
import { recognisePagination } from "../traits/pagination/recognise-pagination.js";
import type { ConditionalChange, IdempotentCreate, OperationTraits } from "../traits/trait.js";
import type { Claim, Decided } from "./claim.js";
import { claimHeader } from "./find-field.js";

/** The header that carries an idempotency key. */
export function overrideIdempotency(
  given: IdempotencyOverride,
  claim: Claim,
): Decided<IdempotentCreate> | undefined {
  const { operation, refuse } = claim;
  if (isSafeMethod(operation.method)) {
    refuse([], `${operationKey(operation)} changes nothing: it needs no idempotency key.`);
    return undefined;
  }
  const decided =
    given.rules !== undefined && Object.keys(given).length === 1
      ? acceptAsShown(given, "idempotentCreate", claim)
      : claimKeyHeader(given, claim);
  return decided && claimLengths(decided, given, claim);
}

function claimKeyHeader(given: IdempotencyOverride, claim: Claim): Decided<IdempotentCreate> | undefined {
  const name = given.header ?? findIdempotencyHeader(claim.operation)?.name ?? "Idempotency-Key";
  const found = claimHeader(name, given, claim);
  return (
    found && {
      facts: { header: found.header },
      given,
      ...(found.caveat !== undefined && { caveat: found.caveat }),
    }
  );
}

/** Lengths of keys, which leave one that the schema of the header allows. */
function claimLengths(
  decided: Decided<IdempotentCreate>,
  given: IdempotencyOverride,
  { operation, reader, refuse }: Claim,
): Decided<IdempotentCreate> | undefined {
  if (given.rules === undefined || given.rules === false) return decided;
  const idempotentCreate = { facts: decided.facts, reason: "", given };
  const rules = planKeys(operation, { idempotentCreate }, reader)?.rules ?? {};
  if (hasLength(rules)) return decided;
  const { minLength = 1, maxLength = 255 } = rules;
  const lengths = `at least ${String(minLength)} and at most ${String(maxLength)} characters`;
  refuse(["rules"], `Keys of ${operationKey(operation)} must then have ${lengths}: no key has both.`);
  return undefined;
}

/** The header that carries a validator, and the read that gives it. */
export function overrideConditional(
  given: ConditionalOverride,
  claim: Claim,
): Decided<ConditionalChange> | undefined {
  const { operation, refuse } = claim;
  if (isSafeMethod(operation.method)) {
    refuse([], `${operationKey(operation)} changes nothing: it needs no ETag.`);
    return undefined;
  }
  if (given.context === false && Object.keys(given).length === 1)
    return acceptAsShown(given, "conditionalChange", claim);
  const found = claimHeader(given.header ?? "If-Match", given, claim);
  const { read: named } = given;
  const read =
    named === undefined ? defaultRead(claim) : named === false ? undefined : claimRead(named, claim);
  if (found === undefined || (typeof named === "string" && read === undefined)) return undefined;
  const isDeclared = read === undefined || declaresETag(read);
  const caveats = [
    ...(found.caveat === undefined ? [] : [found.caveat]),
    ...(read === undefined && named === undefined ? ["No read with an ETag is paired with it."] : []),
    ...(isDeclared ? [] : [`The contract does not declare the \`ETag\` of ${operationKey(read)}.`]),
  ];
  return {
    facts: { header: found.header, ...(read !== undefined && { read: read.name }) },
    given,
    ...(caveats.length > 0 && { caveat: caveats.join(" ") }),
  };
}

/** A claim that only accepts what the client does not do: the contract shows the rest. */
function acceptAsShown<Name extends "conditionalChange" | "idempotentCreate">(
  given: object,
  name: Name,
  { operation, recognised, refuse }: Claim,
): Decided<NonNullable<OperationTraits[Name]>["facts"]> | undefined {
  const trait = recognised[name];
  if (trait !== undefined) return { facts: trait.facts, shown: trait.reason, given };
  const what = name === "idempotentCreate" ? "an idempotency key" : "a condition";
  refuse(
    [],
    `The contract does not show that ${operationKey(operation)} takes ${what}: nothing is left to accept.`,
  );
  return undefined;
}

function claimRead(
  key: string,
  { operation, operations, reader, refuse }: Claim,
): OperationModel | undefined {
  const read = operations.find(key);
  if (read === undefined) {
    refuse(["read"], operations.explain(key));
    return undefined;
  }
  if (read.method !== "GET" || jsonResponse(read, reader) === undefined) {
    refuse(["read"], `${operationKey(read)} is not a GET with a JSON response.`);
    return undefined;
  }
  if (!declaresETag(read) && listsWhatIsChanged(read, operation, reader)) {
    refuse(
      ["read"],
      `${operationKey(read)} responds with a list and declares no ETag: the ETag of a list is not that of one item. Name the read of the item. If the service sends an ETag for the whole list, declare it with an overlay.`,
    );
    return undefined;
  }
  return read;
}

/** Whether a read gives a list of which a change is of one item. What has pages is refused for them. */
function listsWhatIsChanged(read: OperationModel, change: OperationModel, reader: SchemaReader): boolean {
  const body = jsonResponse(read, reader)?.schema;
  if (body === undefined || recognisePagination(read, reader) !== undefined) return false;
  const list = findList(body, read.path, reader);
  const home = read.path.replace(/\/$/u, "");
  const isOfItem =
    change.path.startsWith(`${home}/`) && /^\/\{[^/]*\/?$/u.test(change.path.slice(home.length));
  return isOfItem && list !== undefined && (list.path.length === 0 || isCalledItems(list, read.path));
}

/** The read that the contract pairs with the change, else the GET of the same path with an ETag. */
function defaultRead({ operation, recognised, operations, reader }: Claim): OperationModel | undefined {
  const paired = recognised.conditionalChange?.facts.read;
  const same = operations.find(`GET ${operation.path}`);
  if (paired !== undefined) return operations.named(paired);
  return same !== undefined && jsonResponse(same, reader) !== undefined && declaresETag(same)
    ? same
    : undefined;
}

function declaresETag(read: OperationModel): boolean {
  return successResponses(read).some((response) => findHeader(response, "ETag") !== undefined);
}
