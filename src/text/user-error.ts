/** Exit codes of errors that the user can fix (`cabinetry --help`): 2 usage or config, 3 the contract. */
export type UserExitCode = 2 | 3;

/** A setting of a client, by its key in a configuration file. */
export type ClientSetting = "contract" | "name" | "out" | "vendor";

/**
 * An error that the user can fix. Printed without a stack trace, on one screen:
 * what happened, where, and what to do.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly exitCode: UserExitCode;
  /** What to do about it; whole sentences. */
  readonly remedy: string;
  /** Where: a place in the contract with its code frame, or a path or URL; ready to print, possibly several lines. */
  readonly where: string | undefined;
  /** Where in the contract, as JSON pointers into the bundled document. A conductor replaces them with lines. */
  readonly pointers: readonly string[];
  /** The setting of a client that it comes from. Where a configuration file has it, a conductor adds its position. */
  readonly setting: ClientSetting | undefined;

  constructor(
    exitCode: UserExitCode,
    what: string,
    hint: {
      readonly remedy: string;
      readonly where?: string;
      readonly pointers?: readonly string[];
      readonly setting?: ClientSetting;
      readonly cause?: unknown;
    },
  ) {
    super(what, hint.cause === undefined ? undefined : { cause: hint.cause });
    this.exitCode = exitCode;
    this.remedy = hint.remedy;
    this.pointers = hint.pointers ?? [];
    this.setting = hint.setting;
    this.where =
      hint.where ?? (this.pointers.length === 0 ? undefined : `at ${this.pointers.join("\nand ")}`);
  }
}

/** The sentence for a file that is not there. */
export function missingFile(path: string): string {
  return `The file ${path} does not exist.`;
}
