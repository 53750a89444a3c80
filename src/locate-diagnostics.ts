import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { sortDiagnostics } from "./diagnostics/group-diagnostics.js";
import { locationText } from "./diagnostics/render-diagnostics.js";
import type { LoadedContract } from "./load/loaded-contract.js";
import { UserError } from "./text/user-error.js";

/** Sorted diagnostics, each once and with its location in the source; those without a pointer are of no location. */
export function locateDiagnostics(
  diagnostics: Iterable<Diagnostic>,
  { locate }: Pick<LoadedContract, "locate">,
): readonly Diagnostic[] {
  return sortDiagnostics(diagnostics).map((one) =>
    one.location !== undefined || one.pointer === "" ? one : { ...one, location: locate(one.pointer) },
  );
}

/** The same error with its pointers as locations: `at openapi.yaml:12:5 (#/paths/~1a)`. One without pointers as it is. */
export function locateError(error: UserError, { locate }: Pick<LoadedContract, "locate">): UserError {
  const { exitCode, message, pointers, remedy } = error;
  if (pointers.length === 0) return error;
  const where = pointers.map((pointer) => {
    const [text = pointer] = locationText({ pointer, location: locate(pointer) });
    return text.endsWith(pointer) ? text : `${text} (${pointer})`;
  });
  return new UserError(exitCode, message, { remedy, where: `at ${where.join("\nand ")}`, cause: error });
}
