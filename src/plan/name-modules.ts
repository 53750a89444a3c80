import type { MethodSources } from "./methods/method-sources.js";
import type { PlannedOperation } from "./methods/planned-operation.js";
import { resourceFile } from "./names.js";

/** Where each name of the client's own is declared: models, inputs, scopes, and constants that resources share. */
export function nameModules(
  operations: readonly PlannedOperation[],
  { backgrounds, types, headers }: MethodSources,
  hasScopes: boolean,
): ReadonlyMap<string, string> {
  const models = types.files.flatMap((file) =>
    file.declarations.map((declaration) => [declaration.name, `models/${file.file}`] as const),
  );
  const inputs = operations.flatMap(({ model, input }) =>
    [...input.variants, ...(input.declaration === undefined ? [] : [input.declaration])].map(
      (declaration) => [declaration.name, `inputs/${resourceFile(model.name.resource)}`] as const,
    ),
  );
  return new Map([
    ...models,
    ...inputs,
    ...backgrounds.map(
      ({ constant, facts }) => [constant, `operations/${resourceFile(facts.status.resource)}`] as const,
    ),
    ...headers.all.map(({ declaration }) => [declaration.name, "headers"] as const),
    ...(hasScopes ? [["Scope", "scopes"] as const] : []),
  ]);
}
