import type { Position } from "./diff/fact.js";
import type { Finding, LocatedPosition } from "./diff/finding.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { valueAt } from "./openapi/visit.js";
import { pointerKeys, toPointer } from "./text/json-pointer.js";

/** Findings with file, line and column of their positions; for what is gone, also of what is left above it. */
export function locateFindings(
  findings: readonly Finding[],
  old: LoadedContract,
  now: LoadedContract,
): readonly Finding[] {
  const inOld = locator(old);
  const inNew = locator(now);
  return findings.map((finding) => ({
    ...finding,
    ...(finding.old && { old: inOld(finding.old) }),
    ...(finding.new && { new: inNew(finding.new) }),
    ...(finding.old && !finding.new && { nearest: inNew({ pointer: nearestIn(now, finding.old.pointer) }) }),
  }));
}

/** Looks each pointer up once. */
function locator(contract: LoadedContract): (position: Position) => LocatedPosition {
  const known = new Map<string, Omit<LocatedPosition, "pointer" | "value">>();
  return (position) => {
    let location = known.get(position.pointer);
    if (location === undefined) {
      const { file, line, column } = contract.locate(position.pointer);
      location = { file, ...(line !== undefined && { line, column: column ?? 1 }) };
      known.set(position.pointer, location);
    }
    return { ...position, ...location };
  };
}

function nearestIn({ document }: LoadedContract, pointer: string): string {
  const keys = pointerKeys(pointer);
  while (keys.length > 0 && valueAt(document, keys) === undefined) keys.pop();
  return toPointer(keys);
}
