import { ContractError } from "../diagnostics/contract-error.js";
import { type DiagnosticReport, reportDiagnostic } from "../diagnostics/render-diagnostics.js";
import { product } from "../text/product.js";
import { UserError } from "../text/user-error.js";
import { colorsFor, type Terminal } from "./terminal.js";

/** Exit code of an internal error. */
const internalError = 4;

/** `--json`, when a command failed. `schemaVersion` counts up when a member changes its meaning. */
export interface FailureReport {
  readonly schemaVersion: 1;
  readonly error: {
    /** 2: usage or config; 3: the contract; 4: an internal error. */
    readonly exitCode: 2 | 3 | 4;
    readonly message: string;
    readonly where?: string;
    readonly remedy?: string;
    /** An overlay (OpenAPI Overlay 1.0, YAML) that repairs the contract. */
    readonly overlay?: string;
  };
  /** Every problem of a document that no client can be generated from. */
  readonly diagnostics?: readonly DiagnosticReport[];
}

/**
 * Tells a person why a command failed, and what to do: on one screen for what they can fix, with a stack trace for an
 * internal error. Under `--json` the same goes to standard output as `FailureReport`.
 *
 * @returns the exit code
 */
export function printFailure(error: unknown, terminal: Terminal, json: boolean): 2 | 3 | 4 {
  const report = failureReport(error);
  if (json) printReport(report, terminal);
  const paint = colorsFor(terminal.err, terminal.environment);
  const { message, where, remedy, overlay, exitCode } = report.error;
  const parts = [`${paint.red("error")} ${message}`];
  if (where !== undefined) parts.push(indent(where));
  if (remedy !== undefined) parts.push(remedy);
  if (overlay !== undefined) parts.push(overlay.trimEnd());
  if (exitCode === internalError) parts.push(indent(stackOf(error)), paint.dim(circumstances()));
  terminal.err.write(`${parts.join("\n\n")}\n`);
  return exitCode;
}

/**
 * Wrong usage as `FailureReport` on standard output, for `--json`; a person has already read it on standard error.
 *
 * @param text - Commander's message: `error: ` and what is wrong, then perhaps the nearest valid word in parentheses.
 */
export function printUsageReport(text: string, terminal: Terminal): void {
  const [message = "", ...suggestion] = text.replace(/^error: /u, "").split("\n");
  const remedy = [...suggestion, "See --help for what there is."].join(" ");
  printReport({ schemaVersion: 1, error: { exitCode: 2, message, remedy } }, terminal);
}

function printReport(report: FailureReport, terminal: Terminal): void {
  terminal.out.write(`${JSON.stringify(report, null, 2)}\n`);
}

/** A failure as `--json` prints it. */
export function failureReport(error: unknown): FailureReport {
  if (error instanceof UserError) {
    const { exitCode, message, where, remedy } = error;
    const overlay = error instanceof ContractError ? error.overlay : undefined;
    return {
      schemaVersion: 1,
      error: {
        exitCode,
        message,
        ...(where === undefined ? {} : { where }),
        remedy,
        ...(overlay !== undefined && { overlay }),
      },
      ...(error instanceof ContractError && { diagnostics: error.diagnostics.map(reportDiagnostic) }),
    };
  }
  return {
    schemaVersion: 1,
    error: {
      exitCode: internalError,
      message: "Internal error: this is a bug in Cabinetry.",
      remedy:
        "Report it to Cabinetry's maintainers with the text below and, if you may share it, the contract.",
    },
  };
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

function circumstances(): string {
  return `${product().name} ${product().version}, Node.js ${process.version}, ${process.platform}-${process.arch}`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gmu, "  ");
}
