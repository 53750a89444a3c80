import { operationKey } from "../../service/responses.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";

/** Names of the methods that operations give beside their own: `modify`, `resume`, `getAsXml`, `createStream`. */
export interface MethodNames {
  /**
   * Gives the first candidate that no other method of the resource has, else the last one, numbered. It is taken from
   * here on; asked for the same method again, it is the same name.
   *
   * @param role - what the method is to its operation: `modify`, `as text/csv`.
   */
  claim(operation: NamedOperation, role: string, candidates: readonly [string, ...string[]]): string;
}

type NamedOperation = Pick<PlannedOperation["model"], "name" | "method" | "path">;

/** @param all - the operations of the client: their own names are taken. */
export function createMethodNames(all: readonly PlannedOperation[]): MethodNames {
  const given = new Map<string, string>();
  const taken = new Set(all.map(({ model }) => fullName(model, model.name.method)));
  const free = (operation: NamedOperation, candidates: readonly [string, ...string[]]): string => {
    const isFree = (name: string) => !taken.has(fullName(operation, name));
    const found = candidates.find(isFree);
    if (found !== undefined) return found;
    const last = candidates[candidates.length - 1] ?? candidates[0];
    let number = 2;
    while (!isFree(`${last}${String(number)}`)) number += 1;
    return `${last}${String(number)}`;
  };
  return {
    claim(operation, role, candidates) {
      const identity = `${role} of ${operationKey(operation)}`;
      const name = given.get(identity) ?? free(operation, candidates);
      given.set(identity, name);
      taken.add(fullName(operation, name));
      return name;
    },
  };
}

function fullName({ name: { resource } }: NamedOperation, method: string): string {
  return `${resource}.${method}`;
}

/** The first of the candidates that is free; the last of them numbered when none is. It is taken from here on. */
export function claimName(candidates: readonly [string, ...string[]], taken: Set<string>): string {
  const last = candidates[candidates.length - 1] ?? candidates[0];
  let name = candidates.find((candidate) => !taken.has(candidate)) ?? last;
  for (let number = 2; taken.has(name); number += 1) name = `${last}${String(number)}`;
  taken.add(name);
  return name;
}
