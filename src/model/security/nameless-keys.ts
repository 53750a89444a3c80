import { appendPointer } from "../../text/json-pointer.js";
import type { OperationModel, SecuritySchemeModel } from "../api-model.js";
import { isHeaderName } from "../operations/header-name.js";
import type { SchemaNote } from "../schema/schema-note.js";

/** What a person should know of keys that no call can send, because they go into a header whose name is none. */
export function noteNamelessKeys(
  schemes: readonly SecuritySchemeModel[],
  operations: readonly Pick<OperationModel, "security">[],
): readonly SchemaNote[] {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  return schemes.flatMap((scheme) => {
    const { name, kind, origin } = scheme;
    if (kind !== "apiKey" || scheme.in !== "header" || isHeaderName(scheme.parameter) || !used.has(name))
      return [];
    return [
      {
        text: `${JSON.stringify(scheme.parameter)} is no name of a header: calls that need the key ${JSON.stringify(name)} fail before they are sent.`,
        pointer: appendPointer(origin.pointer, "name"),
      },
    ];
  });
}
