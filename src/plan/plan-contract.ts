import type { ResponseModel, ApiModel, OperationModel } from "../model/api-model.js";
import { byText } from "../text/by-text.js";
import { responseCodecOf } from "./service/media.js";
import { fullName, isError, statusKey, successResponses } from "./service/responses.js";
import type { ContractTraits, Problem } from "./service/traits/trait.js";
import type { ClientPlan, ContractPlan, ErrorBodiesPlan } from "./typescript/client-plan.js";
import type { DescriptorMembers } from "./typescript/descriptor-plan.js";
import { part } from "./typescript/descriptors/runtime-parts.js";
import type { PlannedOperation } from "./typescript/inputs/planned-operation.js";
import { mediaType, type TypeSources } from "./typescript/inputs/representations.js";
import { type NameModules, planImports } from "./typescript/runtime-names.js";
import type { TypePlan } from "./typescript/type-plan.js";
import { literalsType, namesInType, sameType, unionType } from "./typescript/types/type-builders.js";

/**
 * What the client says of the contract that it was made from, and what it recognises in responses by it.
 *
 * @param closed - whether enums admit only what the contract lists; problem codes do as enums do.
 */
export function planContract(
  { contract }: ApiModel,
  traits: ContractTraits,
  scopes: ContractPlan["scopes"],
  operations: readonly PlannedOperation[],
  closed: boolean,
): ContractPlan {
  const { title, version, description, digest } = contract;
  const codes = traits.problem?.facts.codes ?? [];
  const stated = operations.flatMap(
    ({ traits: { capabilities } }) => capabilities?.facts.statedVersion ?? [],
  );
  return {
    title,
    version,
    ...(stated[0] !== undefined && { statedVersion: stated[0] }),
    description: description ?? "",
    digest,
    facts: {
      title,
      version,
      problem:
        traits.problem === undefined
          ? undefined
          : planProblem(traits.problem.facts, traits.retry?.facts.policy),
      requestHeaders: requestHeaders(operations),
      sensitive: traits.sensitive?.facts,
      traceHeaders: traceHeaders(traits.requestId?.facts ?? []),
      retryAfter: traits.rateLimit === undefined ? undefined : part("retryAfterLimit"),
    },
    codes,
    codeType: codes.length === 0 ? undefined : literalsType(codes, !closed),
    scopes,
  };
}

/** Headers of keys and conditions, beside those that the runtime knows by their standard names; undefined: there are none. */
function requestHeaders(operations: readonly PlannedOperation[]): readonly string[] | undefined {
  const names = operations.flatMap(({ traits: { idempotentCreate, conditionalChange } }) =>
    [idempotentCreate?.facts.header, conditionalChange?.facts.header].flatMap((name) => name ?? []),
  );
  const own = new Set(names.filter((name) => !/^(?:idempotency-key|if-match)$/i.test(name)));
  return own.size === 0 ? undefined : [...own].sort(byText);
}

/** Headers that errors are asked for, the contract's first; undefined: those that the runtime asks for anyway. */
function traceHeaders(names: readonly string[]): readonly string[] | undefined {
  const others = ["X-Trace-Id", "X-Request-Id"];
  const isUsual = (name: string) => others.some((one) => one.toLowerCase() === name.toLowerCase());
  if (names.every(isUsual)) return undefined;
  const known = new Set(names.map((name) => name.toLowerCase()));
  return [...names, ...others.filter((name) => !known.has(name.toLowerCase()))];
}

/** `ProblemFacts` of the runtime. */
function planProblem(
  { retryable, meanings, members, holders }: Problem,
  policy: "method" | "problem" | undefined,
): DescriptorMembers {
  return {
    members: members === undefined ? undefined : { ...members },
    holders,
    lift: holders === undefined ? undefined : part("liftMembers"),
    retryable: retryable || undefined,
    policy,
    codes: meanings,
  };
}

/**
 * The scopes that a client can ask for, sorted, with what the scheme says of them: those that operations name, and those that the schemes
 * of operations list. None where no operation needs one, unless the client requests tokens by itself.
 */
export function listScopes(
  model: ApiModel,
  operations: readonly PlannedOperation[],
  { tokenExchange: elsewhere }: ContractTraits,
): ContractPlan["scopes"] {
  const needs = operations.flatMap(({ model: { security } }) => security.flat());
  const used = new Set(needs.map(({ scheme }) => scheme));
  const exchanges = [elsewhere, ...operations.map(({ traits }) => traits.tokenExchange)];
  const isExchanged = exchanges.some((one) => one !== undefined && used.has(one.facts.scheme));
  if (!isExchanged && operations.every(({ scopes }) => scopes.length === 0)) return [];
  const described = model.securitySchemes.flatMap((scheme) =>
    used.has(scheme.name) && (scheme.kind === "oauth2" || scheme.kind === "bearer")
      ? (scheme.scopes ?? [])
      : [],
  );
  const descriptions = new Map(described.map(({ name, description }) => [name, description]));
  const names = new Set([...descriptions.keys(), ...needs.flatMap(({ scopes }) => scopes)]);
  return [...names].sort(byText).map((name) => ({ name, description: descriptions.get(name) ?? "" }));
}

/** Declared by the file beside the interface; what the file of a client without described errors would have. */
const RUNTIME = ["DescribedError", "hasDescribedBody"];

/** The types of the error bodies that the contract describes as JSON, by operation and status; undefined: there are none. */
export function planErrors(
  operations: readonly PlannedOperation[],
  sources: TypeSources,
  modules: NameModules,
): ClientPlan["errors"] {
  const bodies = operations
    .flatMap(({ model }) => operationBodies(model, sources))
    .sort((left, right) => byText(left.operation, right.operation));
  if (bodies.length === 0) return undefined;
  const names = bodies.flatMap(({ type }) => namesInType(type));
  return { operations: bodies, imports: planImports([...RUNTIME, ...names], modules, { self: "errors" }) };
}

function operationBodies(operation: OperationModel, sources: TypeSources): readonly ErrorBodiesPlan[] {
  // RFC 9110 section 9.3.2: the response to HEAD has no content.
  if (operation.method === "HEAD") return [];
  const success = successResponses(operation);
  const responses = operation.responses.filter(
    (response) => isError(response) && !success.includes(response),
  );
  const bodies = responses.map((response) => ({
    status: response.status,
    type: bodyType(response, sources),
  }));
  if (bodies.every(({ type }) => type === undefined)) return [];
  // A status without JSON is listed only where a range or `default` would apply to it.
  const isCovered = (status: string) =>
    bodies.some((one) => one.status !== status && isWider(one.status, status) && one.type !== undefined);
  const described = bodies.flatMap(({ status, type }) =>
    type !== undefined || isCovered(status) ? [{ status, type: type ?? NEVER }] : [],
  );
  return [{ operation: fullName(operation), type: byStatus(described) }];
}

interface DescribedBody {
  readonly status: string;
  readonly type: TypePlan;
}

/** `Record<404 | 409, Problem> & Record<"5XX", Failure>`: each type once, with the statuses that have it. */
function byStatus(bodies: readonly DescribedBody[]): TypePlan {
  const groups: { readonly type: TypePlan; readonly statuses: TypePlan[] }[] = [];
  for (const { status, type } of bodies) {
    const literal: TypePlan = { kind: "literal", value: statusKey(status) };
    const group = groups.find((one) => sameType(one.type, type));
    if (group === undefined) groups.push({ type, statuses: [literal] });
    else group.statuses.push(literal);
  }
  const records = groups.map(({ type, statuses }): TypePlan => {
    return { kind: "name", name: "Record", arguments: [unionType(statuses), type] };
  });
  const [only] = records;
  return only !== undefined && records.length === 1 ? only : { kind: "intersection", members: records };
}

/** Whether one status includes another that has no entry of its own. */
function isWider(wide: string, status: string): boolean {
  if (wide === "default") return true;
  return wide.endsWith("XX") && !status.endsWith("XX") && wide.startsWith(status.charAt(0));
}

/** Undefined: it has no JSON. */
function bodyType({ content }: ResponseModel, sources: TypeSources): TypePlan | undefined {
  const types = content.flatMap((media) => {
    const codec = responseCodecOf(media, sources.reader);
    return codec === "json" ? [mediaType(media, codec, sources)] : [];
  });
  return types.length === 0 ? undefined : unionType(types);
}

const NEVER: TypePlan = { kind: "keyword", name: "never" };
