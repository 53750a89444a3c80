import type { ApiModel } from "../model/api-model.js";
import { planInput } from "./inputs/plan-input.js";
import type { PlannedOperation } from "./methods/planned-operation.js";
import type { TypeSources } from "./methods/representations.js";
import { scopeAlternatives } from "./scopes/scope-alternatives.js";
import { pairChanges } from "./traits/pair-changes.js";
import { recogniseOperation } from "./traits/recognise-traits.js";

/** What is decided of each operation by itself: its traits, its input, its credentials and scopes. */
export function planOperations(model: ApiModel, sources: TypeSources): readonly PlannedOperation[] {
  // A client certificate is presented by the platform's fetch; no credential is added to a request.
  const silent = new Set(
    model.securitySchemes.filter(({ kind }) => kind === "mutualTLS").map(({ name: scheme }) => scheme),
  );
  const pairs = pairChanges(model.operations);
  return model.operations.map((operation) => {
    const traits = recogniseOperation(operation, model, sources.reader, pairs);
    return {
      model: operation,
      traits,
      input: planInput(operation, traits, sources),
      security: operation.security.map((alternative) =>
        alternative.filter(({ scheme }) => !silent.has(scheme)),
      ),
      scopes: scopeAlternatives(operation),
    };
  });
}
