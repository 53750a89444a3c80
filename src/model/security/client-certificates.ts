import type { OperationModel, SecuritySchemeModel } from "../api-model.js";
import type { SchemaNote } from "../schema/schema-note.js";

/** What a person should know of client certificates that operations need (OpenAPI, `mutualTLS`): one note a scheme. */
export function noteClientCertificates(
  schemes: readonly SecuritySchemeModel[],
  operations: readonly OperationModel[],
): readonly SchemaNote[] {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  return schemes
    .filter(({ kind, name }) => kind === "mutualTLS" && used.has(name))
    .map(({ name, origin }) => ({
      text: `The client presents no certificate for ${JSON.stringify(name)}: the option \`fetch\` must.`,
      pointer: origin.pointer,
    }));
}
