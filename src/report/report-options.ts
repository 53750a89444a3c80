import type { DiffReport } from "../diff/finding.js";

/** Which findings a report lists beside those that break or are risky. */
export type Show = "all" | "compatible" | "docs" | "none";

/** Paints words of a report for a terminal. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** How a report is printed. */
export interface ReportOptions {
  readonly show: Show;
  /** What a rule reports, in a sentence, by its id; default: the id. */
  readonly describeRule?: (id: string) => string;
  /** Absent: no colours. */
  readonly paint?: Paint;
}

/** Prints a report in one format; the text ends with a line feed. */
export type Renderer = (report: DiffReport, options: ReportOptions) => string;

/** Text without colours. */
export const plain: Paint = {
  bold: (text) => text,
  dim: (text) => text,
  red: (text) => text,
  yellow: (text) => text,
  green: (text) => text,
  cyan: (text) => text,
};
