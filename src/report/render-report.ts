import type { DiffReport } from "../diff/finding.js";
import { renderChangelog } from "./changelog.js";
import { renderGithub } from "./github.js";
import { renderHtml } from "./html.js";
import { renderJson } from "./json.js";
import { renderJunit } from "./junit.js";
import { renderMarkdown } from "./markdown.js";
import type { Renderer, ReportOptions } from "./report-options.js";
import { renderSarif } from "./sarif.js";
import { renderText } from "./text.js";

/** Every format by name. */
const renderers = {
  text: renderText,
  json: renderJson,
  markdown: renderMarkdown,
  changelog: renderChangelog,
  html: renderHtml,
  github: renderGithub,
  sarif: renderSarif,
  junit: renderJunit,
} satisfies Readonly<Record<string, Renderer>>;

/** A format of reports. */
export type ReportFormat = keyof typeof renderers;

/** The report in a format, as text that ends with a line feed. */
export function renderReport(format: ReportFormat, report: DiffReport, options: ReportOptions): string {
  return renderers[format](report, options);
}
