import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Source } from "@redocly/openapi-core";
import { journalName, manifestName, snapshotName, workFolderName } from "../text/client-files.js";
import { UserError } from "../text/user-error.js";
import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.js";
import { type ContractReference, displayUrl } from "./contract-reference.js";
import { gitName } from "./contract-resolver.js";
import { fetchDocument, type FetchedDocument, FetchFailure, type FetchSettings } from "./fetch-document.js";
import type { LoadBudget } from "./load-budget.js";
import type { Json } from "./loaded-contract.js";
import type { Origins } from "./origins.js";
import { parseDocument, SyntaxFailure, TreeFailure } from "./parse-document.js";
import { displayName, frameAtLine } from "./problems/problem-frames.js";
import { isRevision, ReadFailure, readGitFile, readStream, readTextFile } from "./read-local.js";

/** The text that the user named, and where it was found. */
interface RootDocument {
  readonly source: Source;
  /** Set when it came over HTTP: its final URL. */
  readonly retrievedFrom?: URL;
  /** Diagnostics for where it was found. */
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * Reads the document that the user named.
 *
 * @throws UserError (3) when it cannot be read: says why, where, and what to do.
 */
export async function readRoot(
  reference: ContractReference,
  fetching: FetchSettings,
  input: AsyncIterable<unknown>,
): Promise<RootDocument> {
  try {
    switch (reference.kind) {
      case "api":
        return found(await fetchBelow(reference.url, fetching));
      case "document":
        return found(await fetchDocument(reference.url, fetching));
      case "stdin":
        return {
          source: new Source(resolve("standard input"), await readStream(input, fetching.budget)),
        };
      case "git":
        return await readRevision(reference.revision, reference.path, fetching.budget);
      case "path":
        return await readPath(reference.path, fetching.budget);
    }
  } catch (error) {
    if (error instanceof FetchFailure || error instanceof ReadFailure) {
      throw new UserError(3, error.message, { setting: "contract", remedy: error.remedy, cause: error });
    }
    throw error;
  }
}

/** An API publishes its contract at `<api_url>/openapi.yaml`; where it does not, the URL itself may be the document. */
async function fetchBelow(api: URL, fetching: FetchSettings): Promise<FetchedDocument> {
  const below = new URL(`${api.href.replace(/\/$/u, "")}/openapi.yaml`);
  try {
    return await fetchDocument(below, fetching);
  } catch (error) {
    if (!(error instanceof FetchFailure) || error.status !== 404) throw error;
  }
  try {
    return await fetchDocument(api, fetching);
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    throw new FetchFailure(
      `No contract was found: ${displayUrl(below)} returned 404, and ${lowerFirst(error.message)}`,
      "Name the URL of the API (openapi.yaml is appended) or that of the document itself.",
      error.status,
    );
  }
}

function lowerFirst(sentence: string): string {
  return /^[A-Z][a-z]/u.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

function found({ url, text, mimeType }: FetchedDocument): RootDocument {
  if (/html/iu.test(mimeType ?? "") || isWebPage(text)) {
    throw new FetchFailure(
      `${displayUrl(url)} returned a web page instead of a contract.`,
      "Name the URL of the YAML or JSON document; pages that show a contract usually link to it. A login page also looks like this.",
    );
  }
  return { source: new Source(url.href, text, mimeType), retrievedFrom: url };
}

/** Whether a text is HTML: a contract never begins so. */
function isWebPage(text: string): boolean {
  return /^\s*<(?:!doctype|html)/iu.test(text);
}

async function readRevision(revision: string, path: string, budget: LoadBudget): Promise<RootDocument> {
  const text = await readGitFile(revision, path, budget);
  return { source: new Source(gitName(revision, path), text) };
}

/** Where no such file exists, a path may be `REV:PATH`, as git writes it. */
async function readPath(path: string, budget: LoadBudget): Promise<RootDocument> {
  const facts = await stat(path).catch(() => undefined);
  const [, revision, within] = /^([^:]+):(.+)$/u.exec(path) ?? [];
  if (facts === undefined && revision !== undefined && within !== undefined && (await isRevision(revision)))
    return await readRevision(revision, within, budget);
  const isFolder = facts?.isDirectory() === true;
  const snapshot = isFolder ? await findSnapshot(path, budget) : undefined;
  const file = snapshot === undefined ? path : join(path, snapshot.path);
  const source = new Source(resolve(file), await readTextFile(file, budget));
  return { source, ...(snapshot !== undefined && { diagnostics: snapshot.diagnostics }) };
}

/**
 * Parses the document that the user named; `null` when it is empty.
 *
 * @param options - `edit` changes the tree before references are read.
 * @throws UserError (3) when it is HTML, with a code frame when it is neither YAML nor JSON, or costs more than the limits allow.
 */
export function parseRoot(
  source: Source,
  budget: LoadBudget,
  origins: Origins,
  { color, edit }: { readonly color: boolean; readonly edit?: ((tree: Json) => void) | undefined },
): Json {
  if (isWebPage(source.body))
    throw new UserError(3, "The contract is HTML, not an OpenAPI document.", {
      where: displayName(source),
      remedy:
        "It is probably a documentation page, or a login page that was saved. Name the YAML or JSON document; such pages usually link to it.",
    });
  try {
    return parseDocument(source, budget, origins, edit);
  } catch (error) {
    if (error instanceof TreeFailure) {
      throw new UserError(3, error.message, {
        where: displayName(source),
        remedy: "No published contract needs this; check where the document comes from.",
        cause: error,
      });
    }
    if (error instanceof SyntaxFailure) throw notYaml(error, source, color);
    throw error;
  }
}

function notYaml(error: SyntaxFailure, source: Source, color: boolean): UserError {
  const { line, column } = error;
  const file = displayName(source);
  const location =
    line === undefined || column === undefined
      ? file
      : `${file}:${line}:${column}\n\n${frameAtLine(source, line, column, color).frame ?? ""}`;
  return new UserError(3, `The contract is neither YAML nor JSON: ${error.message}.`, {
    where: location,
    remedy: "Fix the document at this position; an editor with a YAML mode shows the same error.",
    cause: error,
  });
}

/** The contract in the folder of a generated client. */
interface ClientSnapshot {
  /** Path below the folder. */
  readonly path: string;
  /** Diagnostics for it. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the contract snapshot inside the folder of a generated client. A write that was interrupted is told of: the snapshot may
 * be of the contract before it or after it.
 *
 * @throws ReadFailure when the folder has no manifest, its manifest lists no snapshot, or an interrupted write took it away.
 */
async function findSnapshot(folder: string, budget: LoadBudget): Promise<ClientSnapshot> {
  const isInterrupted = await isThere(join(folder, workFolderName, journalName));
  const isListed = await listsSnapshot(folder, budget);
  if (isInterrupted && !(isListed && (await isThere(join(folder, snapshotName))))) {
    throw new ReadFailure(
      `The last write to the client folder ${folder} has not finished, and its contract is not in place.`,
      `Run cabinetry generate CONTRACT -o ${folder} with the contract itself: it finishes the write.`,
    );
  }
  if (!isListed) {
    throw new ReadFailure(
      `${folder} is a folder, and not that of a generated client.`,
      "Name the contract's file in it; the folder of a client that Cabinetry generated serves too.",
    );
  }
  const unfinished = diagnostic("document/unfinished-write", "", { folder });
  return { path: snapshotName, diagnostics: isInterrupted ? [unfinished] : [] };
}

/** Only what the manifest lists counts: an `openapi.json` beside another program's manifest is a file to be named. */
async function listsSnapshot(folder: string, budget: LoadBudget): Promise<boolean> {
  try {
    const manifest: unknown = JSON.parse(await readTextFile(join(folder, manifestName), budget));
    return member(member(manifest, "files"), snapshotName) !== undefined;
  } catch {
    return false;
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
