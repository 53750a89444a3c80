import type { LocatedOverrides } from "./config/client-overrides.js";
import type { ConfiguredDiff } from "./config/read-config.js";
import type { ReadingOptions } from "./read-contract.js";

/** What `cabinetry generate` is told. */
export interface GenerateOptions extends Omit<ReadingOptions, "otherVersion" | "overrides"> {
  /** CONTRACT: a URL of an API or a document, a file, `-`. */
  readonly contract: string;
  /** Output folder. */
  readonly out: string;
  /** Class of the client; default: as the client in the folder has it, or after the contract's title. */
  readonly name?: string | undefined;
  /** The word that the contract's token exchange leaves open (TOK-2); default: as the folder's client has it. */
  readonly vendor?: string | undefined;
  /** Compare only. */
  readonly check?: boolean | undefined;
  /** Write nothing when there is a warning. */
  readonly strict?: boolean | undefined;
  /** Give the class, every method and every model the name that a new client would have, instead of keeping those in the folder. */
  readonly rename?: boolean | undefined;
  /** Overwrite what was edited by hand, and the client of another contract. */
  readonly force?: boolean | undefined;
  /**
   * Also write `openapi-types.ts`: what openapi-typescript derives from the contract, for openapi-fetch. False
   * takes it back; default: as the folder's client has it, or not.
   */
  readonly openapiTypes?: boolean | undefined;
  /** How relative imports end; default: as in the folder's client, or `js`. */
  readonly importExtension?: "js" | "ts" | "none" | undefined;
  /** Settings that a configuration file has of the client: they stay out of its manifest. */
  readonly configured?:
    | {
        readonly name?: string;
        readonly vendor?: string;
        readonly importExtension?: "js" | "ts" | "none";
        readonly openapiTypes?: boolean;
      }
    | undefined;
  /** What a configuration file says of the contract: it is in no manifest. */
  readonly overrides?: LocatedOverrides | undefined;
  /** What a configuration file says of changes of the contract. */
  readonly diff?: ConfiguredDiff | undefined;
}
