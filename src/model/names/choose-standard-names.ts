import { byText } from "../../text/by-text.js";
import { textMember } from "../json-members.js";
import { type NamedOperation, standardNameOf, type Wanted } from "./standard-names.js";
import type { StandardName } from "./verbs.js";

/** An operation with the standard name that it wants. */
interface Candidate extends Omit<Wanted, "standard"> {
  readonly named: NamedOperation;
  readonly standard: StandardName;
}

/**
 * The standard names of the operations of a contract, as words. Where several of a resource want one, that on the path of
 * the resource has it: the one with the shortest path. The others say what they are below: `list by customer`. Of several
 * lists below different things, none has it: `list by team`, `list by file`.
 *
 * @returns for each the names to try; none for an operation without a standard name
 */
export function chooseStandardNames(
  all: readonly NamedOperation[],
): ReadonlyMap<NamedOperation, readonly (readonly string[])[]> {
  const chosen = new Map<NamedOperation, readonly (readonly string[])[]>();
  for (const sharing of groups(all)) {
    const [first, second] = sharing;
    const isShared = second !== undefined && first !== undefined && isAlike(first, second);
    for (const one of sharing) {
      const qualified = qualify(one);
      const isFirst = one === first && !(isShared && qualified !== undefined);
      const names = [...(isFirst ? [[one.standard]] : []), ...(qualified === undefined ? [] : [qualified])];
      chosen.set(one.named, names);
    }
  }
  return chosen;
}

/** Those that want one name of one resource, closest first. */
function groups(all: readonly NamedOperation[]): readonly (readonly Candidate[])[] {
  const byName = new Map<string, Candidate[]>();
  for (const candidate of withReplacements(all)) {
    const key = `${candidate.named.resource.whole.join(" ")}.${candidate.standard}`;
    byName.set(key, [...(byName.get(key) ?? []), candidate]);
  }
  return [...byName.values()].map((sharing) => sharing.sort(compare));
}

/** Where a path has both, `PUT` replaces and `PATCH` updates. */
function withReplacements(all: readonly NamedOperation[]): readonly Candidate[] {
  const candidates = all.flatMap((named): Candidate[] => {
    const wanted = standardNameOf(named);
    return wanted === undefined ? [] : [{ ...wanted, named }];
  });
  const patched = new Set(
    candidates
      .filter(({ named }) => named.operation.method === "PATCH")
      .map(({ named }) => named.operation.path),
  );
  return candidates.map((one) =>
    one.named.operation.method === "PUT" && patched.has(one.named.operation.path)
      ? { ...one, standard: "replace" }
      : one,
  );
}

function compare(left: Candidate, right: Candidate): number {
  return (
    left.distance - right.distance ||
    length(left) - length(right) ||
    Number(right.isExact) - Number(left.isExact) ||
    byText(sortKey(left), sortKey(right))
  );
}

function length({ named: { route } }: Candidate): number {
  return route.nouns.length + route.parameters.length;
}

function sortKey({ named: { operation } }: Candidate): string {
  return `${textMember(operation.json, "operationId") ?? "\uffff"} ${operation.method} ${operation.path}`;
}

/** Whether nothing puts one operation before another but its operationId. */
function isAlike(left: Candidate, right: Candidate): boolean {
  return left.distance === 1 && right.distance === 1 && length(left) === length(right);
}

/** `list by customer`, `get for customer`. */
function qualify({ standard, owner }: Candidate): readonly string[] | undefined {
  if (owner.length === 0) return undefined;
  return [standard, standard === "list" ? "by" : "for", ...owner];
}
