import { appendPointer } from "../../text/json-pointer.js";
import { textMember } from "../document/json-members.js";
import type { SchemaNote } from "../schema/schema-note.js";
import type { RawOperation } from "./list-raw-operations.js";

/**
 * What a person should know of an `operationId` that several operations have (OpenAPI, Operation Object: it must be
 * unique): one note an id. Every operation has a name all the same, made from method and path where two would be equal;
 * a link by that id leads nowhere, since nobody can say which is meant.
 */
export function noteRepeatedIds(operations: readonly RawOperation[]): readonly SchemaNote[] {
  return [...operationsById(operations)]
    .filter(([, sharing]) => sharing.length > 1)
    .map(([id, sharing]) => {
      const [, second] = sharing;
      const places = sharing.map(({ method, path }) => `${method} ${path}`).join(", ");
      return {
        text: `The operationId ${JSON.stringify(id)} is that of several operations (${places}); names that would be equal are made from method and path.`,
        pointer: appendPointer(second?.pointer ?? "#/paths", "operationId"),
      };
    });
}

/** The operations that have each `operationId`, in the order given. */
export function operationsById(
  operations: readonly RawOperation[],
): ReadonlyMap<string, readonly RawOperation[]> {
  const byId = new Map<string, RawOperation[]>();
  for (const operation of operations) {
    const id = textMember(operation.json, "operationId");
    if (id === undefined) continue;
    const sharing = byId.get(id);
    if (sharing === undefined) byId.set(id, [operation]);
    else sharing.push(operation);
  }
  return byId;
}
