import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { sortDiagnostics } from "./diagnostics/group-diagnostics.js";
import type { LoadedContract } from "./load/loaded-contract.js";

/** Sorted diagnostics, each once and with its location in the source; those without a pointer are of no location. */
export function locateDiagnostics(
  diagnostics: Iterable<Diagnostic>,
  { locate }: Pick<LoadedContract, "locate">,
): readonly Diagnostic[] {
  return sortDiagnostics(diagnostics).map((one) =>
    one.location !== undefined || one.pointer === "" ? one : { ...one, location: locate(one.pointer) },
  );
}
