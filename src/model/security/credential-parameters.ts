import type { OperationModel, ParameterModel, SecuritySchemeModel } from "../api-model.js";
import type { SchemaNote } from "../schema/schema-note.js";

/** Schemes by name. */
type Schemes = ReadonlyMap<string, SecuritySchemeModel>;

/**
 * Leaves out the parameters that describe an API key a second time: with each alternative of its security the operation
 * sends a credential of that name in that place, and the caller would have to give the same key twice. Where one
 * alternative goes without the key, the parameter stays: it may be the only one that brings it.
 */
export function withoutCredentialParameters(operation: OperationModel, schemes: Schemes): OperationModel {
  const twice = credentialParameters(operation, schemes);
  if (twice.size === 0) return operation;
  return { ...operation, parameters: operation.parameters.filter((parameter) => !twice.has(parameter)) };
}

/** What a person should know of the parameters that are left out so. One note a parameter of the contract. */
export function noteCredentialParameters(
  operations: readonly OperationModel[],
  schemes: Schemes,
): readonly SchemaNote[] {
  const notes = operations.flatMap((operation) =>
    [...credentialParameters(operation, schemes)].map(([parameter, scheme]) => noteOf(parameter, scheme)),
  );
  return [...new Map(notes.map((note) => [note.pointer, note])).values()];
}

function noteOf({ in: place, name, origin }: ParameterModel, scheme: string): SchemaNote {
  const text =
    `The ${place} parameter ${JSON.stringify(name)} is left out: it is the API key of ${JSON.stringify(scheme)}, ` +
    "which is given as a credential.";
  return { text, pointer: origin.pointer };
}

/** Such parameters, and the first scheme that brings each. */
function credentialParameters(
  { parameters, security }: OperationModel,
  schemes: Schemes,
): ReadonlyMap<ParameterModel, string> {
  const found = new Map<ParameterModel, string>();
  for (const parameter of parameters) {
    const bringing = security.map((alternative) =>
      alternative.find(({ scheme }) => brings(schemes.get(scheme), parameter)),
    );
    const [first] = bringing;
    if (first !== undefined && bringing.every((need) => need !== undefined))
      found.set(parameter, first.scheme);
  }
  return found;
}

/** Names of headers are the same in any case (RFC 9110 section 5.1). */
function brings(scheme: SecuritySchemeModel | undefined, { in: place, name }: ParameterModel): boolean {
  if (scheme?.kind !== "apiKey" || scheme.in !== place) return false;
  return place === "header"
    ? scheme.parameter.toLowerCase() === name.toLowerCase()
    : scheme.parameter === name;
}
