import type { OperationModel, SecuritySchemeModel } from "../api-model.js";
import type { SchemaNote } from "../schema/schema-note.js";

/**
 * What a person should know of HTTP authentication other than `basic` and `bearer` that operations need (OpenAPI, Security
 * Scheme Object): the client does not work its credential out. One note a scheme.
 */
export function noteOtherAuthentication(
  schemes: readonly SecuritySchemeModel[],
  operations: readonly OperationModel[],
): readonly SchemaNote[] {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  return schemes.flatMap((scheme) => {
    if (scheme.kind !== "http" || !used.has(scheme.name)) return [];
    const text = `The client works out no credential of HTTP authentication ${JSON.stringify(scheme.scheme)}: what is given as \`credentials\` for ${JSON.stringify(scheme.name)} goes into \`Authorization\` as it is.`;
    return [{ text, pointer: scheme.origin.pointer }];
  });
}
