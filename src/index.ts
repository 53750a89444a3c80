/*
 * The programmatic face of Cabinetry: what the command line does, for programs. The sandbox is `cabinetry/sandbox`.
 */
export { diffContracts as diff } from "./diff-contracts.js";
export type { DiffOptions, DiffOutcome, DiffReport, Finding } from "./diff-contracts.js";
export { generate } from "./generate.js";
export { reportDiagnostic } from "./diagnostics/render-diagnostics.js";
export type { DiagnosticReport } from "./diagnostics/render-diagnostics.js";
export type { GenerateOptions } from "./client-settings.js";
export type { GenerateOutcome, Step } from "./generate.js";
export { inspect } from "./inspect.js";
export type { InspectedOperation, InspectedTrait, Inspection, InspectOptions } from "./inspect.js";
export { UserError } from "./text/user-error.js";
export type { UserExitCode } from "./text/user-error.js";
