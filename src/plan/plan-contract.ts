import type { ApiModel } from "../model/api-model.js";
import { byText } from "../text/by-text.js";
import type { ContractPlan, JsonValue } from "./client-plan.js";
import type { PlannedOperation } from "./methods/planned-operation.js";
import type { ContractTraits, Problem } from "./traits/trait.js";

/** What the client says of the contract that it was made from, and what it recognises in answers by it. */
export function planContract(
  { contract }: ApiModel,
  traits: ContractTraits,
  scopes: ContractPlan["scopes"],
  operations: readonly PlannedOperation[],
): ContractPlan {
  const { title, version, description, digest } = contract;
  return {
    title,
    version,
    description: description ?? "",
    digest,
    facts: {
      title,
      version,
      problem: traits.problem === undefined ? undefined : planProblem(traits.problem.facts),
      requestHeaders: requestHeaders(operations),
      sensitive: traits.sensitive?.facts,
    },
    codes: traits.problem?.facts.codes ?? [],
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

/** `ProblemFacts` of the runtime. */
function planProblem({ retryable, meanings }: Problem): { readonly [name: string]: JsonValue | undefined } {
  return { retryable: retryable || undefined, codes: meanings };
}

/** Scopes that some operation cannot do without, sorted, with what the scheme says of them. */
export function listScopes(model: ApiModel, operations: readonly PlannedOperation[]): ContractPlan["scopes"] {
  const needed = new Set(operations.flatMap(({ scopes }) => scopes.flat()));
  const described = model.securitySchemes.flatMap((scheme) =>
    scheme.kind === "oauth2" ? scheme.scopes : [],
  );
  const descriptions = new Map(described.map(({ name, description }) => [name, description]));
  return [...needed].sort(byText).map((name) => ({ name, description: descriptions.get(name) ?? "" }));
}
