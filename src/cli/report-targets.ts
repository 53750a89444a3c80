import { nearestWord } from "../text/words.js";
import { UserError } from "../text/user-error.js";
import type { ReportFormat } from "../report/render-report.js";

/** The formats of reports, and the endings of file names that mean them. */
const FORMATS: Readonly<Record<ReportFormat, RegExp>> = {
  text: /\.(?:txt|log)$/iu,
  json: /\.json$/iu,
  markdown: /\.(?:md|markdown)$/iu,
  changelog: /(?:^|[/\\])CHANGELOG[^/\\]*$/iu,
  html: /\.html?$/iu,
  github: /(?!)/u,
  sarif: /\.sarif(?:\.json)?$/iu,
  junit: /\.xml$/iu,
};

/** Names of all formats, for help. */
export const formatNames = Object.keys(FORMATS) as readonly ReportFormat[];

/** One report to print. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Absent: standard output. */
  readonly file?: string;
}

/**
 * Collects `--format` and `--output` in the order of the command line: a file belongs to the format before it, else to the one after it,
 * else its name decides.
 */
export class ReportTargets {
  readonly #given: { format?: ReportFormat; file?: string }[] = [];

  /** @throws UserError (2) for a word that is not a format. */
  addFormat(word: string): void {
    const format = formatNames.find((name) => name === word);
    if (format === undefined) throw unknownFormat(word);
    const last = this.#given.at(-1);
    if (last !== undefined && last.format === undefined) last.format = format;
    else this.#given.push({ format });
  }

  addFile(file: string): void {
    const last = this.#given.at(-1);
    if (last?.format !== undefined && last.file === undefined) last.file = file;
    else this.#given.push({ file });
  }

  /**
   * The reports of this run; text on standard output where none is given.
   *
   * @throws UserError (2) when two are for standard output or for the same file, or the name of a file tells no format.
   */
  list(): readonly ReportTarget[] {
    if (this.#given.length === 0) return [{ format: "text" }];
    const targets = this.#given.map(({ format, file }): ReportTarget => ({
      format: format ?? formatOf(file ?? ""),
      ...(file !== undefined && { file }),
    }));
    const files = targets.map(({ file }) => file);
    const twice = files.find((file, index) => files.indexOf(file) !== index);
    if (files.length !== new Set(files).size) {
      throw new UserError(
        2,
        twice === undefined
          ? "Only one report can go to standard output."
          : `Two reports have the same file: ${twice}.`,
        { remedy: "Write --output FILE after each --format." },
      );
    }
    return targets;
  }
}

function formatOf(file: string): ReportFormat {
  const endings = Object.entries(FORMATS) as readonly (readonly [ReportFormat, RegExp])[];
  const found = endings.toReversed().find(([, ending]) => ending.test(file))?.[0];
  if (found !== undefined) return found;
  throw new UserError(
    2,
    `The end of the name does not tell the format of the report: ${JSON.stringify(file)}.`,
    {
      remedy: `Write --format before --output. Formats: ${formatNames.join(", ")}.`,
    },
  );
}

function unknownFormat(word: string): UserError {
  const near = nearestWord(word, formatNames);
  return new UserError(2, `--format must be a known format (got ${JSON.stringify(word)}).`, {
    remedy:
      near === undefined
        ? `Formats: ${formatNames.join(", ")}.`
        : `Did you mean ${near}? Formats: ${formatNames.join(", ")}.`,
  });
}
