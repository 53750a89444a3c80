import { execFile } from "node:child_process";
import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, posix, relative, sep } from "node:path";
import { promisify } from "node:util";
import { missingFile } from "../text/user-error.js";
import { LimitFailure, type LoadBudget } from "./load-budget.js";

/** Why something on this machine could not be read: one sentence and what to do about it. */
export class ReadFailure extends Error {
  override readonly name = "ReadFailure";
  readonly remedy: string;
  /** Whether the file does not exist. Another file exists and cannot be read, or must not be. */
  readonly isMissing: boolean;

  constructor(message: string, remedy: string, isMissing = false) {
    super(message);
    this.remedy = remedy;
    this.isMissing = isMissing;
  }
}

/**
 * Reads one file as text.
 *
 * @throws ReadFailure when it is missing, a folder, not a regular file (a device would never end), not readable, too
 *   large, or not UTF-8.
 */
export async function readTextFile(path: string, budget: LoadBudget): Promise<string> {
  const bytes = await readBytes(path, budget);
  return requireUtf8(bytes, basename(path));
}

async function readBytes(path: string, budget: LoadBudget): Promise<Uint8Array> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw new ReadFailure(`${path} is a folder.`, "Name a file in it.");
    if (!facts.isFile())
      throw new ReadFailure(`${path} is not a regular file.`, "Name a file, or - for stdin.");
    budget.spendBytes(facts.size, path);
    return await readFile(path);
  } catch (error) {
    if (error instanceof ReadFailure || error instanceof LimitFailure) throw error;
    throw await explainReadError(path, error);
  }
}

async function explainReadError(path: string, error: unknown): Promise<ReadFailure> {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") {
    const dangling = await lstat(path).then(
      () => true,
      () => false,
    );
    if (dangling)
      return new ReadFailure(`${path} is a link to something that does not exist.`, "Fix the link.");
    return new ReadFailure(
      missingFile(path),
      "Check the path. `contract` of cabinetry.yaml counts from that file, CONTRACT from the current folder.",
      true,
    );
  }
  if (code === "EACCES" || code === "EPERM") {
    return new ReadFailure(`${path} may not be read by this user.`, "Change its permissions.");
  }
  const reason = error instanceof Error ? error.message : "unknown failure";
  return new ReadFailure(`${path} could not be read: ${reason}.`, "Check the file.");
}

/**
 * Reads a stream to its end, for a contract on standard input.
 *
 * @throws ReadFailure when it is not UTF-8.
 */
export async function readStream(input: AsyncIterable<unknown>, budget: LoadBudget): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) {
    const buffer = typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk as Uint8Array);
    budget.spendBytes(buffer.byteLength, "standard input");
    chunks.push(buffer);
  }
  return requireUtf8(Buffer.concat(chunks), "Standard input");
}

/**
 * Reads a file of a git revision, without a checkout. `path` counts from the current folder.
 *
 * @throws ReadFailure when git is missing, the folder is outside a repository, or the revision lacks the file.
 */
export async function readGitFile(revision: string, path: string, budget: LoadBudget): Promise<string> {
  const object = `${revision}:${posix.isAbsolute(path) ? path.slice(1) : `./${path}`}`;
  try {
    const run = promisify(execFile);
    const { stdout } = await run("git", ["show", "--end-of-options", object], {
      encoding: "buffer",
      maxBuffer: budget.bytesLeft,
    });
    budget.spendBytes(stdout.byteLength, `${revision}:${path}`);
    return requireUtf8(stdout, `${revision}:${path}`);
  } catch (error) {
    if (error instanceof ReadFailure) throw error;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT")
      throw new ReadFailure("git is not installed here.", "Install git, or name a file.");
    if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") budget.spendBytes(Infinity, `${revision}:${path}`);
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    throw new ReadFailure(
      `git could not show ${revision}:${path}${stderr === "" ? "" : ` (${stderr.replace(/^fatal: /u, "")})`}.`,
      "Check the revision and the path, which counts from this folder; a shallow clone may lack the revision.",
    );
  }
}

/**
 * The names of what a folder of a git revision has, in one process for all of them; none where git cannot list it.
 *
 * @param folder - counts from the current folder; absolute: from the root of the repository.
 */
export async function listGitFolder(
  revision: string,
  folder: string,
  budget: LoadBudget,
): Promise<ReadonlySet<string>> {
  const path = posix.isAbsolute(folder)
    ? folder.slice(1)
    : posix.join(folder, "/").replace(/^(?:\.\/)?/u, "./");
  const words = ["ls-tree", "--full-tree", "--name-only", "-z", "--end-of-options", `${revision}:${path}`];
  return await promisify(execFile)("git", words, { maxBuffer: budget.bytesLeft }).then(
    ({ stdout }) => new Set(stdout.split("\0")),
    () => new Set(),
  );
}

/** Whether a text names a commit of the repository that the current folder is in. */
export async function isRevision(text: string): Promise<boolean> {
  const name = `${text}^{commit}`;
  const run = promisify(execFile);
  return await run("git", ["rev-parse", "--verify", "--quiet", "--end-of-options", name]).then(
    () => true,
    () => false,
  );
}

function requireUtf8(bytes: Uint8Array, what: string): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  throw new ReadFailure(`${what} is not UTF-8 text.`, "Save it in UTF-8.");
}

/**
 * Refuses what a contract may not read by `$ref`, by its name alone: only documents and texts are parts of a contract.
 * What else lies on this machine would end up in a generated client or an error message.
 *
 * @throws ReadFailure for any other kind of file.
 */
export function requireContractPart(path: string): void {
  if (/\.(?:ya?ml|json|md)$/iu.test(path)) return;
  throw new ReadFailure(
    "A contract may refer only to .yaml, .yml, .json and .md files. Rename the file if it is a part of the contract.",
    "",
  );
}

/**
 * Refuses a local file outside of the project that the contract is in. A contract is input: a copy of another's must
 * not read what else this user keeps. A link is judged by what it leads to.
 *
 * @param root - absolute path of the document that the user named
 * @throws ReadFailure when the file is in none of the folders, or in a hidden one that the contract is not in.
 */
export async function requireInProject(root: string, target: string): Promise<void> {
  const folders = await projectFolders(root);
  const inside = (path: string, from: string) =>
    folders.some((folder) => isPlainlyBelow(folder, path) || isPlainlyBelow(dirname(from), path));
  if (inside(target, root)) {
    const [realRoot, realTarget] = await Promise.all([real(root), real(target)]);
    if (realTarget === target || inside(realTarget, realRoot)) return;
  }
  throw new ReadFailure(
    "A contract may refer only to files of its project: its git repository, the current folder if it is in there, or its own folder, and no hidden ones. If the file belongs to the contract, run the command in a folder that holds both.",
    "",
  );
}

/** The folders whose files belong to the project of a document, as they are named and as they are. */
async function projectFolders(root: string): Promise<readonly string[]> {
  const own = dirname(root);
  const here = process.cwd();
  const repository = await repositoryOf(own);
  const named = [
    own,
    ...(isBelow(here, root) ? [here] : []),
    ...(repository === undefined ? [] : [repository]),
  ];
  return [...new Set([...named, ...(await Promise.all(named.map(real)))])];
}

async function repositoryOf(folder: string): Promise<string | undefined> {
  const marked = await lstat(join(folder, ".git")).then(
    () => true,
    () => false,
  );
  if (marked) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function isPlainlyBelow(folder: string, path: string): boolean {
  return (
    isBelow(folder, path) &&
    !relative(folder, path)
      .split(sep)
      .some((part) => part.startsWith("."))
  );
}

/** Where links lead; what does not exist is its own path. */
async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/**
 * Bytes as text, without a byte order mark. Undefined when they are not UTF-8: a lenient decoder would put
 * replacement characters into names without an error.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
