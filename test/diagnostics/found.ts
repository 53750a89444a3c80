import type { Diagnostic } from "../../src/diagnostics/diagnostic.js";

/** What a test expects of a diagnostic: id, pointer, and the arguments where there are some. */
export type Found =
  | readonly [id: string, pointer: string]
  | readonly [id: string, pointer: string, values: Diagnostic["arguments"]];

/** Diagnostics as tests expect them, in the order found. */
export function found(diagnostics: readonly Diagnostic[]): readonly Found[] {
  return diagnostics.map(({ id, pointer, arguments: values }) =>
    Object.keys(values).length === 0 ? [id, pointer] : [id, pointer, values],
  );
}
