import { printable } from "../text/printable.js";
import type { Renderer } from "./report-options.js";

/** The whole report as JSON (docs/diff.schema.json). What a terminal would obey is escaped, which means the same in JSON. */
export const renderJson: Renderer = (report) => `${printable(JSON.stringify(report, null, 2), false)}\n`;
