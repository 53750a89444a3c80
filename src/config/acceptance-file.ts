import { readFile, writeFile } from "node:fs/promises";
import { Document, parseDocument } from "yaml";
import { missingFile, UserError } from "../text/user-error.js";
import { parseChecked } from "./parse-checked.js";

/** A change that was reviewed and accepted. */
export interface AcceptanceEntry {
  /** Id of the rule. */
  readonly rule: string;
  /** JSON pointer to the change, as the report has it. */
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
 * @param options - `drafts`: entries without a reason are allowed, and a file that does not exist has no entries. `position`: where a
 * configuration file names it.
 * @throws UserError (2) with file, line and column of every problem; also where an entry has no reason.
 */
export async function readAcceptance(
  path: string,
  { drafts = false, position }: { readonly drafts?: boolean; readonly position?: string | undefined } = {},
): Promise<readonly AcceptanceEntry[]> {
  const text = await readText(path);
  if (text !== undefined) return parseEntries(text, path, drafts);
  if (drafts) return [];
  throw new UserError(2, missingFile(path), {
    ...(position !== undefined && { where: `${position} accept` }),
    remedy: NAME_FILE,
  });
}

/**
 * Adds entries to an acceptance file, and creates it where it does not exist. Existing entries and comments keep their text.
 *
 * @throws UserError (2) where the file is not an acceptance file, or cannot be written.
 */
export async function addAcceptances(path: string, entries: readonly AcceptanceEntry[]): Promise<void> {
  const text = await readText(path);
  if (text !== undefined) parseEntries(text, path, true);
  if (text !== undefined && entries.length === 0) return;
  const document = text === undefined ? emptyDocument() : parseDocument(text);
  for (const entry of entries) document.addIn(["accepted"], document.createNode(entry));
  const styled = document.toString({
    lineWidth: 0,
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
    flowCollectionPadding: false,
  });
  try {
    await writeFile(path, styled);
  } catch (error) {
    throw new UserError(2, `${path} cannot be written.`, {
      where: error instanceof Error ? error.message : String(error),
      remedy: "Name a file in a folder that exists with --write-accept.",
      cause: error,
    });
  }
}

const NAME_FILE = "Name the acceptance file with --accept, or write one with --write-accept FILE.";

/** Undefined: the file does not exist. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new UserError(2, `${path} cannot be read.`, {
      where: error instanceof Error ? error.message : String(error),
      remedy: NAME_FILE,
      cause: error,
    });
  }
}

function parseEntries(text: string, path: string, drafts: boolean): readonly AcceptanceEntry[] {
  const { value } = parseChecked(text, path, {
    schema: "diff-accept.schema.json",
    what: "an acceptance file",
    remedy: "Correct the file. Write into each entry why the change is accepted.",
    ...(drafts && { mayBeEmpty: "reason" }),
  });
  return (value as { readonly accepted: readonly AcceptanceEntry[] }).accepted;
}

function emptyDocument(): Document {
  const document = new Document({ accepted: [] });
  document.commentBefore = HEAD;
  return document;
}

const HEAD = ` yaml-language-server: $schema=./node_modules/cabinetry/docs/diff-accept.schema.json
 Changes that were reviewed. Fill in why each is accepted (reason), and if you like who accepted it (by) and the last
 day on which it holds (until: "YYYY-MM-DD").`;
