import { UserError } from "../text/user-error.js";
import type { Diagnostic } from "./diagnostic.js";

/** A document that no client can be generated from, with all its problems. Exit code 3. */
export class ContractError extends UserError {
  /** In the order of the document's problems; each with its location. */
  readonly diagnostics: readonly Diagnostic[];
  /** An overlay that repairs the document, to save (OpenAPI Overlay 1.0, YAML). */
  readonly overlay: string | undefined;

  constructor(
    what: string,
    hint: { readonly remedy: string; readonly where: string; readonly overlay?: string },
    diagnostics: readonly Diagnostic[],
  ) {
    super(3, what, hint);
    this.diagnostics = diagnostics;
    this.overlay = hint.overlay;
  }
}
