import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ClientPlan } from "../plan/typescript/client-plan.js";

/** The client as text, complete, in memory. Filled by `emit`, read by `write`. */
export interface EmittedClient {
  /** Sorted by path. The manifest and the lock of names are not among them: `write` makes them. */
  readonly files: readonly EmittedFile[];
  /** What the manifest records of the contract and of how the client was generated; JSON values, no times, no machine. */
  readonly facts: EmittedFacts;
}

/** One file: a relative path with `/` between folders, and its whole text. */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
}

/** The part of `manifest.json` that does not follow from the files. */
export interface EmittedFacts {
  readonly contract: {
    readonly title: string;
    readonly version: string;
    /** The version that the client compares with that of the server, where that is another one (VER-1). */
    readonly contractVersion?: string;
    /** Path or URL of the contract's first server: it carries the version of the path (VER-1). */
    readonly server: string;
    readonly digest: string;
  };
  /** Options that shaped the output, by name. */
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
  /** What the configuration file says of the contract: a later run tells what a change of it changes. Absent: not known. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** For the lock of names, so that names stay when the contract grows. */
  readonly names: ClientPlan["names"];
  /** What lets a later run find that nothing changed; absent: it has to build the client. */
  readonly run?: {
    readonly operations: number;
    readonly models: number;
    /** Of model and plan. */
    readonly diagnostics: readonly Diagnostic[];
    /** What shaped the client beside the contract's digest and the lock of names, as text. */
    readonly inputs: string;
  };
}
