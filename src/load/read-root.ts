import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Source } from "@redocly/openapi-core";
import { UserError } from "../text/user-error.js";
import { displayUrl, type ContractReference } from "./contract-reference.js";
import { gitName } from "./contract-resolver.js";
import { FetchFailure, fetchDocument, type FetchedDocument, type FetchSettings } from "./fetch-document.js";
import type { LoadBudget } from "./load-budget.js";
import { readGitFile, readStream, readTextFile, ReadFailure } from "./read-local.js";
import { findSnapshot } from "./client-snapshot.js";

/** The text that the user named, and where it was found. */
export interface RootDocument {
  readonly source: Source;
  /** Set when it came over HTTP: its final URL. */
  readonly retrievedFrom?: URL;
  /** What is to be told of where it was found. */
  readonly warnings?: readonly string[];
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
      case "git": {
        const text = await readGitFile(reference.revision, reference.path, fetching.budget);
        return { source: new Source(gitName(reference.revision, reference.path), text) };
      }
      case "path":
        return await readPath(reference.path, fetching.budget);
    }
  } catch (error) {
    if (error instanceof FetchFailure || error instanceof ReadFailure) {
      throw new UserError(3, error.message, { remedy: error.remedy, cause: error });
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
      `No contract was found: ${displayUrl(below)} answered 404, and ${lowerFirst(error.message)}`,
      "Name the URL of the API (openapi.yaml is appended) or that of the document itself.",
      error.status,
    );
  }
}

function lowerFirst(sentence: string): string {
  return /^[A-Z][a-z]/u.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

function found({ url, text, mimeType }: FetchedDocument): RootDocument {
  if (/html/iu.test(mimeType ?? "") || /^\s*<(?:!doctype|html)/iu.test(text)) {
    throw new FetchFailure(
      `${displayUrl(url)} answered with a web page, not with a contract.`,
      "Name the URL of the YAML or JSON document; pages that show a contract usually link to it. A login page also looks like this.",
    );
  }
  return { source: new Source(url.href, text, mimeType), retrievedFrom: url };
}

async function readPath(path: string, budget: LoadBudget): Promise<RootDocument> {
  const isFolder = await stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  const snapshot = isFolder ? await findSnapshot(path, budget) : undefined;
  const file = snapshot === undefined ? path : join(path, snapshot.path);
  const source = new Source(resolve(file), await readTextFile(file, budget));
  return { source, ...(snapshot !== undefined && { warnings: snapshot.warnings }) };
}
