import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import { UserError } from "../../text/user-error.js";
import type { OperationModel, OperationName } from "../api-model.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaModel } from "../schema-model.js";
import { operationIdentity, operationName } from "./operation-names.js";

/** Names of an earlier generation, as its manifest has them; they stay, whatever else the contract has now. */
export interface KeptNames {
  /** `GET /cabinets` → `cabinets.list`. */
  readonly operations: Readonly<Record<string, string>>;
  /** Identity of a schema ({@link SchemaModel.identity}) → its name: `#/components/schemas/Cabinet` → `Cabinet`. */
  readonly models: Readonly<Record<string, string>>;
}

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/**
 * The operations' names, checked: a manifest is a file in somebody's repository, and what it says becomes code.
 *
 * @throws UserError (2) for what cannot be a name.
 */
export function readKeptOperations(
  kept: Readonly<Record<string, string>>,
): ReadonlyMap<string, OperationName> {
  return new Map(
    Object.entries(kept).map(([identity, name]) => {
      const [resource = "", method = "", ...rest] = name.split(".");
      const isName = rest.length === 0 && IDENTIFIER.test(resource) && IDENTIFIER.test(method);
      if (!isName) throw refuse(identity, name, "member.method, two identifiers");
      return [identity, operationName(resource, method)];
    }),
  );
}

/**
 * Names of anything else that becomes an identifier, checked as the operations' are.
 *
 * @throws UserError (2) for what cannot be a name.
 */
export function readKeptNames(kept: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  for (const [identity, name] of Object.entries(kept)) {
    if (!IDENTIFIER.test(name)) throw refuse(identity, name, "an identifier");
  }
  return new Map(Object.entries(kept));
}

function refuse(identity: string, name: string, want: string): UserError {
  const what = `The manifest names ${JSON.stringify(identity)} ${JSON.stringify(name)}, which is no name of a client.`;
  const remedy = `Write ${want}, restore the manifest from version control, or give every name anew with --rename.`;
  return new UserError(2, what, { remedy });
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
): readonly Diagnostic[] {
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
      before === undefined || before === name ? [] : [diagnostic("names/renamed", pointer, { before, name })],
    ),
    ...noteStaying(kept, operations, fresh()),
  ];
}

function noteStaying(
  kept: KeptNames,
  operations: readonly OperationModel[],
  fresh: ReadonlyMap<RawOperation, OperationName>,
): readonly Diagnostic[] {
  const anew = new Map([...fresh].map(([raw, name]) => [operationIdentity(raw), memberOf(name)]));
  return operations.flatMap((one) => {
    const [now, name] = [memberOf(one.name), anew.get(operationIdentity(one))];
    return kept.operations[operationIdentity(one)] !== now || name === undefined || name === now
      ? []
      : [diagnostic("names/operation-kept", one.origin.pointer, { name: now, preferred: name })];
  });
}

function memberOf({ resource, method }: OperationName): string {
  return `${resource}.${method}`;
}
