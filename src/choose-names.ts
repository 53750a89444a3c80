import type { LocatedOverrides } from "./config/client-overrides.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import type { ApiModel } from "./model/api-model.js";
import { isMember } from "./model/names/locked-names.js";
import { type ChosenName, isFreeName, operationIdentity } from "./model/names/operation-names.js";
import { listRawOperations, operationsById } from "./model/operations/list-raw-operations.js";
import { operationFinder, refuseUnfit, type UnfitClaim } from "./plan/service/overrides/claim.js";

/** The names that a configuration file chooses. */
export interface ChosenNames {
  /** By method and path. */
  readonly names: ReadonlyMap<string, ChosenName>;
  /** Names that cannot be names. */
  readonly unfit: readonly UnfitClaim[];
}

/**
 * The names of operations that a configuration file chooses (`operations.X.name` and `.resource`). An entry for an
 * operation that the contract does not have is reported with its other claims.
 *
 * @returns undefined where it chooses none
 */
export function chooseNames(
  { document }: LoadedContract,
  overrides: LocatedOverrides | undefined,
): ChosenNames | undefined {
  const entries = Object.entries(overrides?.values.operations ?? {}).filter(
    ([, { name, resource }]) => name !== undefined || resource !== undefined,
  );
  if (entries.length === 0) return undefined;
  const raw = listRawOperations(document);
  const byId = operationsById(raw);
  const names = new Map<string, ChosenName>();
  const unfit: UnfitClaim[] = [];
  for (const [key, { name, resource }] of entries) {
    const [only, ...others] = byId.get(key) ?? [];
    const found =
      only !== undefined && others.length === 0
        ? only
        : raw.find((one) => operationIdentity(one) === canonical(key));
    for (const [part, given] of [
      ["name", name],
      ["resource", resource],
    ] as const)
      if (given !== undefined && !(isMember(given) && isFreeName(given)))
        unfit.push({ path: ["operations", key, part], message: `${JSON.stringify(given)} ${MUST_BE}` });
    if (found === undefined || unfit.length > 0) continue;
    names.set(operationIdentity(found), {
      ...(resource !== undefined && { resource }),
      ...(name !== undefined && { method: name }),
    });
  }
  return { names: unfit.length > 0 ? new Map() : names, unfit };
}

const MUST_BE =
  "must be an identifier that starts with a lower-case letter, and must not be a member that every client has, like `then` or `modify`.";

function canonical(key: string): string {
  const [, method = "", path = ""] = /^\s*([A-Za-z]+)\s+(\/.*)$/u.exec(key) ?? [];
  return `${method.toUpperCase()} ${path}`;
}

/**
 * Checks that every chosen name was given.
 *
 * @throws UserError (2) for names that cannot be names, and for those that two operations would have.
 */
export function refuseNames(
  { names, unfit }: ChosenNames,
  { operations }: ApiModel,
  overrides: LocatedOverrides | undefined,
): void {
  if (overrides === undefined) return;
  const finder = operationFinder(operations);
  const lost = Object.entries(overrides.values.operations ?? {}).flatMap(([key, { name }]): UnfitClaim[] => {
    const found = finder.find(key);
    if (name === undefined || found === undefined || !names.has(operationIdentity(found))) return [];
    if (found.name.method === name) return [];
    const wanted = `${names.get(operationIdentity(found))?.resource ?? found.name.resource}.${name}`;
    return [{ path: ["operations", key, "name"], message: `Another operation is named ${wanted} too.` }];
  });
  refuseUnfit([...unfit, ...lost], overrides);
}
