import type { DiffReport } from "../diff/finding.js";
import { printable } from "../text/printable.js";
import { renderChangelog } from "./changelog.js";
import { renderGithub } from "./github.js";
import { renderHtml } from "./html.js";
import { renderJunit } from "./junit.js";
import { renderMarkdown } from "./markdown.js";
import type { Renderer, ReportOptions } from "./report-options.js";
import { renderSarif } from "./sarif.js";
import { renderText } from "./text.js";

/** The whole report as JSON (docs/diff.schema.json). What a terminal would obey is escaped, which means the same in JSON. */
const renderJson: Renderer = (report) => `${printable(JSON.stringify(report, null, 2), false)}\n`;

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
