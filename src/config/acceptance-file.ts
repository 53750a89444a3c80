import { readFile } from "node:fs/promises";
import { Document } from "yaml";
import { UserError } from "../text/user-error.js";
import { parseChecked } from "./parse-checked.js";

/** A change that was reviewed and accepted. */
export interface AcceptanceEntry {
  /** Id of the rule. */
  readonly rule: string;
  /** JSON pointer into the contract, for readers. */
  readonly pointer: string;
  /** See `Finding.fingerprint` of the report. */
  readonly fingerprint: string;
  readonly reason: string;
  readonly by?: string;
  /** ISO 8601 date: the last day on which it holds. */
  readonly until?: string;
}

/**
 * Reads an acceptance file.
 *
 * @param options - `drafts`: entries without a reason are allowed, and a file that does not exist has no entries.
 * @throws UserError (2) with file, line and column of every problem; also where an entry has no reason.
 */
export async function readAcceptance(
  path: string,
  { drafts = false }: { readonly drafts?: boolean } = {},
): Promise<readonly AcceptanceEntry[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing && drafts) return [];
    throw new UserError(2, isMissing ? `There is no file ${path}.` : `${path} cannot be read.`, {
      ...(!isMissing && { where: error instanceof Error ? error.message : String(error) }),
      remedy: "Name the acceptance file with --accept, or write one with --write-accept FILE.",
    });
  }
  const { accepted } = parseChecked(text, path, {
    schema: "diff-accept.schema.json",
    what: "an acceptance file",
    remedy: "Correct the file. Write into each entry why the change is accepted.",
    ...(drafts && { mayBeEmpty: "reason" }),
  }) as { readonly accepted: readonly AcceptanceEntry[] };
  return accepted;
}

/** An acceptance file as text. */
export function acceptanceText(entries: readonly AcceptanceEntry[]): string {
  const document = new Document({
    accepted: entries.map(({ rule, pointer, fingerprint, reason, by, until }) => ({
      rule,
      pointer,
      fingerprint,
      reason,
      ...(by !== undefined && { by }),
      ...(until !== undefined && { until }),
    })),
  });
  document.commentBefore = HEAD;
  return document.toString({ lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" });
}

const HEAD = ` yaml-language-server: $schema=./node_modules/cabinetry/docs/diff-accept.schema.json
 Changes that were reviewed. Fill in why each is accepted (reason), and if you like who accepted it (by) and the last
 day on which it holds (until: "YYYY-MM-DD").`;
