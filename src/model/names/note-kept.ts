import type { OperationModel, OperationName } from "../api-model.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaModel } from "../schema-model.js";
import type { KeptNames } from "./kept-names.js";
import { operationIdentity } from "./operation-names.js";

interface Note {
  readonly text: string;
  readonly pointer: string;
}

/**
 * What is to be said of names of an earlier generation: each that could not stay, because the client itself has it now
 * or another has it too; and, in one sentence, those operations whose names stay although the contract would give them
 * others today.
 *
 * @param fresh - makes the names that a new client would have; they are asked for where there is an earlier one.
 */
export function noteKept(
  kept: KeptNames | undefined,
  operations: readonly OperationModel[],
  schemas: readonly SchemaModel[],
  fresh: () => ReadonlyMap<RawOperation, OperationName>,
): readonly Note[] {
  if (kept === undefined) return [];
  const renamed = [
    ...operations.map((one) => ({
      before: kept.operations[operationIdentity(one)],
      name: memberOf(one.name),
      pointer: one.origin.pointer,
    })),
    ...schemas.map(({ identity, name, node }) => ({
      before: kept.models[identity],
      name,
      pointer: node.origin.pointer,
    })),
  ];
  return [
    ...renamed.flatMap(({ before, name, pointer }) =>
      before === undefined || before === name
        ? []
        : [
            {
              text: `${before} had to be renamed ${name}: the client has another of that name now.`,
              pointer,
            },
          ],
    ),
    ...noteStaying(kept, operations, fresh()),
  ];
}

/** Named in the note; the others are counted. */
const SHOWN = 3;

function noteStaying(
  kept: KeptNames,
  operations: readonly OperationModel[],
  fresh: ReadonlyMap<RawOperation, OperationName>,
): readonly Note[] {
  const anew = new Map([...fresh].map(([raw, name]) => [operationIdentity(raw), memberOf(name)]));
  const staying = operations.flatMap((one) => {
    const [now, name] = [memberOf(one.name), anew.get(operationIdentity(one))];
    return kept.operations[operationIdentity(one)] !== now || name === undefined || name === now
      ? []
      : [`${now} (now ${name})`];
  });
  if (staying.length === 0) return [];
  const more = staying.length > SHOWN ? ` and ${String(staying.length - SHOWN)} more` : "";
  const shown = `${staying.slice(0, SHOWN).join(", ")}${more}`;
  const text = `Operations that keep their names although a new client would have others: ${shown}. --rename takes the new ones.`;
  return [{ text, pointer: "#/paths" }];
}

function memberOf({ resource, method }: OperationName): string {
  return `${resource}.${method}`;
}
