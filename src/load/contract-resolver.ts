import { lstat } from "node:fs/promises";
import { basename, dirname, posix, resolve } from "node:path";
import { BaseResolver, ResolveError, Source, type Document } from "@redocly/openapi-core";
import { FetchFailure, fetchDocument, type FetchSettings } from "./fetch-document.js";
import {
  listGitFolder,
  ReadFailure,
  readGitFile,
  readTextFile,
  requireContractPart,
  requireInProject,
} from "./read-local.js";
import { LimitFailure, type LoadBudget } from "./load-budget.js";
import type { Origin, Origins } from "./origins.js";
import { parseDocument } from "./parse-document.js";
import { displayName } from "./problems/problem-frames.js";
import { missingFile } from "../text/user-error.js";

/**
 * Resolves the `$ref`s of a contract for the bundler, under the policy for untrusted contracts: a contract from the
 * network refers to the network alone and never to a file here; one from a git revision stays in that revision, and
 * one from a file in its project.
 * Every refusal becomes a problem at the `$ref` that asked for it.
 */
export class ContractResolver extends BaseResolver {
  readonly #fetching: FetchSettings;
  readonly #budget: LoadBudget;
  readonly #origins: Origins;
  readonly #documents = new Map<string, Document>();
  /** References to files that do not exist. */
  readonly #missing = new Set<string>();
  /** Folder of a git revision → the names in it. */
  readonly #listed = new Map<string, Promise<ReadonlySet<string>>>();
  #root = "";

  constructor(fetching: FetchSettings, origins: Origins) {
    super();
    this.#fetching = fetching;
    this.#budget = fetching.budget;
    this.#origins = origins;
  }

  /** Makes the root known, so that a file that refers back to it meets the very same document. */
  adopt(document: Document): void {
    this.#root = document.source.absoluteRef;
    this.#documents.set(document.source.absoluteRef, document);
    this.cache.set(document.source.absoluteRef, Promise.resolve(document));
  }

  /** The parsed document that a problem was found in. */
  documentOf(source: Source): Document | undefined {
    return this.#documents.get(source.absoluteRef);
  }

  /** Where an object of a parsed document stood before bundling. */
  originOf(node: object): Origin | undefined {
    return this.#origins.of(node);
  }

  override resolveExternalRef(base: string | null, ref: string): string {
    if (isUrl(ref)) return ref;
    if (base !== null && isUrl(base)) return resolveUrl(ref, base);
    // A reference is a URI reference (RFC 3986): a blank in a file name may be written %20.
    const path = decodePath(ref);
    const git = base === null ? undefined : gitParts(base);
    if (git !== undefined) return gitName(git.revision, posix.join(posix.dirname(git.path), path));
    return base === null ? resolve(path) : resolve(base, "..", path);
  }

  override async loadExternalRef(absoluteRef: string): Promise<Source> {
    try {
      return await this.#budget.inTurn(() => this.#readSource(absoluteRef));
    } catch (error) {
      if (error instanceof ReadFailure && error.isMissing) this.#missing.add(absoluteRef);
      throw unresolved(error);
    }
  }

  /** Whether a reference was followed to a file that does not exist. */
  missesFile(base: string, ref: string): boolean {
    return this.#missing.has(this.resolveExternalRef(base, ref));
  }

  async #readSource(absoluteRef: string): Promise<Source> {
    const where = displayName({ absoluteRef });
    this.#budget.requireTime(where);
    this.#budget.spendDocument(where);
    if (isUrl(absoluteRef)) return await this.#fetchSource(absoluteRef);
    if (this.#isBareName(absoluteRef) && !(await this.#exists(absoluteRef)))
      throw new ReadFailure(missingFile(absoluteRef), "", true);
    requireContractPart(absoluteRef);
    const git = gitParts(absoluteRef);
    if (git !== undefined) {
      return new Source(absoluteRef, await readGitFile(git.revision, git.path, this.#budget));
    }
    await requireInProject(this.#root, absoluteRef);
    return new Source(absoluteRef, await readTextFile(absoluteRef, this.#budget));
  }

  async #fetchSource(absoluteRef: string): Promise<Source> {
    if (!URL.canParse(absoluteRef)) throw new FetchFailure("This is not a URL.", "");
    try {
      const { url, text, mimeType } = await fetchDocument(new URL(absoluteRef), this.#fetching);
      // Relative references count from where the document was found, not from where it was asked for (RFC 3986, 5.1.3).
      return new Source(url.href, text, mimeType);
    } catch (error) {
      const isMissing = error instanceof FetchFailure && error.status === 404;
      if (!isMissing || !this.#isBareName(absoluteRef)) throw error;
      throw new ReadFailure(missingFile(displayName({ absoluteRef })), "", true);
    }
  }

  /** `$ref: Pet` beside a document of the contract: more likely the name of a schema, as Swagger 1.2 wrote it, than a file. */
  #isBareName(absoluteRef: string): boolean {
    const folder = folderOf(absoluteRef);
    const isBeside = [...this.#documents.keys()].some((one) => folderOf(one) === folder);
    return isBeside && /^[A-Za-z_][\w-]*$/u.test(basename(gitParts(absoluteRef)?.path ?? absoluteRef));
  }

  async #exists(absoluteRef: string): Promise<boolean> {
    const git = gitParts(absoluteRef);
    if (git !== undefined) return (await this.#listFolder(git)).has(posix.basename(git.path));
    return await lstat(absoluteRef).then(
      () => true,
      () => false,
    );
  }

  /** A contract may have hundreds of such names: git is asked once a folder. */
  #listFolder({ revision, path }: GitParts): Promise<ReadonlySet<string>> {
    const folder = posix.dirname(path);
    const name = gitName(revision, folder);
    const known = this.#listed.get(name) ?? listGitFolder(revision, folder, this.#budget);
    this.#listed.set(name, known);
    return known;
  }

  override parseDocument(source: Source): Document {
    const document = { source, parsed: this.#isStructured(source) ? this.#parse(source) : source.body };
    this.#documents.set(source.absoluteRef, document);
    return document;
  }

  #parse(source: Source): unknown {
    try {
      return parseDocument(source, this.#budget, this.#origins);
    } catch (error) {
      throw unresolved(error);
    }
  }

  /** An `externalValue` may be any text; only what says that it is YAML or JSON is parsed. */
  #isStructured(source: Source): boolean {
    const path = isUrl(source.absoluteRef) ? new URL(source.absoluteRef).pathname : source.absoluteRef;
    return /\.(?:ya?ml|json)$/iu.test(path) || /json|yaml|openapi/iu.test(source.mimeType ?? "");
  }
}

/** A limit ends the run; everything else is a problem of the `$ref`. */
function unresolved(error: unknown): Error {
  if (error instanceof LimitFailure) return error;
  return new ResolveError(error instanceof Error ? error : new Error(String(error)));
}

/** The name of a file of a git revision among the documents of a contract. */
export function gitName(revision: string, path: string): string {
  return `git:${revision}:${path}`;
}

/** The folder of a document, on this machine, on a server or in a git revision. */
function folderOf(absoluteRef: string): string {
  const git = gitParts(absoluteRef);
  return git === undefined ? dirname(absoluteRef) : gitName(git.revision, posix.dirname(git.path));
}

/** What the name of a file of a git revision consists of. */
interface GitParts {
  readonly revision: string;
  readonly path: string;
}

function gitParts(absoluteRef: string): GitParts | undefined {
  const [, revision, path] = /^git:([^:]+):(.+)$/u.exec(absoluteRef) ?? [];
  return revision === undefined || path === undefined ? undefined : { revision, path };
}

function isUrl(ref: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]+:\/\/|data:|file:)/iu.test(ref);
}

/**
 * What a document from the network refers to is a URL, whatever it looks like: `git:…` or `c:/…` must not be taken for
 * a file afterwards, so every other scheme keeps the form of a URL and is refused as one.
 */
function resolveUrl(ref: string, base: string): string {
  if (!URL.canParse(ref, base)) return "invalid://";
  const url = new URL(ref, base);
  return isUrl(url.href) ? url.href : `${url.protocol}//`;
}

function decodePath(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
