import type { OperationModel } from "../../../model/api-model.js";

/**
 * Finds the read of what a change is made to by paths alone: at the path of the change; at the same path but for a version in it
 * (`/products/v2/{id}`); or at the path that an action is below (`/jobs/{id}/disable`), where that read shows a validator: an action can
 * be made to something else than what its path leads to.
 *
 * @param operations - all of the contract
 * @param reads - those of one thing
 * @param showsValidator - whether a read shows that it has one
 */
export function nearReads(
  operations: readonly OperationModel[],
  reads: readonly OperationModel[],
  showsValidator: (read: OperationModel) => boolean,
): (change: OperationModel) => OperationModel | undefined {
  const byPath = new Map(reads.map((read) => [read.path, read]));
  const unversioned = new Map<string, readonly OperationModel[]>();
  for (const read of reads) {
    const path = withoutVersion(read.path);
    unversioned.set(path, [...(unversioned.get(path) ?? []), read]);
  }
  const holders = new Set(operations.flatMap(({ path }) => /^(.+)\/\{[^{}/]+\}/.exec(path)?.[1] ?? []));
  return (change) => {
    const same = byPath.get(change.path);
    if (same !== undefined) return same;
    const others = unversioned.get(withoutVersion(change.path)) ?? [];
    const other = oneOf(others.filter(showsValidator)) ?? oneOf(others);
    if (other !== undefined) return other;
    const thing = holders.has(change.path) ? undefined : thingOf(change);
    const above = thing === undefined ? undefined : byPath.get(thing);
    return above !== undefined && showsValidator(above) ? above : undefined;
  };
}

/** `/products/{id}` of `/products/v2/{id}`. */
function withoutVersion(path: string): string {
  return path.replace(/\/v\d+(?:[._]\d+)*(?=\/|$)/gi, "");
}

/** What an action is made to: `/jobs/{id}` of `POST /jobs/{id}/disable` and of `POST /jobs/{id}:disable`. */
function thingOf({ method, path }: OperationModel): string | undefined {
  return method === "POST" ? /^(.*\})(?:\/|:)[^{}/]+$/.exec(path)?.[1] : undefined;
}

function oneOf<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}
