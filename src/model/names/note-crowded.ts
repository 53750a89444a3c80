import type { OperationModel } from "../api-model.js";
import { textMember } from "../document/json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { operationsById } from "../operations/repeated-ids.js";
import { bestName, operationIdentity } from "./operation-names.js";

/**
 * Says of each method that has not the name that its operation alone would give it, whose that is. A new client would
 * name both so. Operations of one operationId are told of by {@link noteRepeatedIds}.
 */
export function noteCrowded(
  raw: readonly RawOperation[],
  operations: readonly OperationModel[],
): readonly { readonly text: string; readonly pointer: string }[] {
  const owners = new Map(operations.map((one) => [memberOf(one.name), operationIdentity(one)]));
  const named = new Map(operations.map((one) => [operationIdentity(one), one]));
  const byId = operationsById(raw);
  return raw.flatMap((one) => {
    if ((byId.get(textMember(one.json, "operationId") ?? "")?.length ?? 0) > 1) return [];
    const best = bestName(one);
    const operation = named.get(operationIdentity(one));
    const owner = best && owners.get(memberOf(best));
    if (best === undefined || operation === undefined) return [];
    if (owner === undefined || owner === operationIdentity(one)) return [];
    const text = `${operationIdentity(one)} is called ${memberOf(operation.name)}: ${memberOf(best)} is ${owner}.`;
    return [{ text, pointer: operation.origin.pointer }];
  });
}

function memberOf({ resource, method }: OperationModel["name"]): string {
  return `${resource}.${method}`;
}
