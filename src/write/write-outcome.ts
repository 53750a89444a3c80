/**
 * What became of the output folder, or, under `check`, what would. All paths are relative to it, with `/` between
 * folders, sorted; no path is in two lists.
 */
export interface WriteOutcome {
  /** Not on the disk before. */
  readonly created: readonly string[];
  /** On the disk as Cabinetry left it, and different now. */
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  /** Written by an earlier generation, as it left them, and no longer part of the client: deleted (or, under `check`, to be deleted). */
  readonly stale: readonly string[];
  /** Changed by hand since the last generation, or never written by Cabinetry, and in the way. Overwritten only with `force`. */
  readonly edited: readonly string[];
  /** A process died while it wrote to the folder; only under `check`, since the next write finishes or undoes that one. */
  readonly interrupted: boolean;
  /** True when the folder already is what the contract gives, and no write to it was interrupted. */
  readonly upToDate: boolean;
}
