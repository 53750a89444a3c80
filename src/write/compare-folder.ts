import type { CommentRange, Node, SourceFile } from "typescript";
import type { EmittedClient, EmittedFile } from "../emit/emitted-client.js";
import { byText } from "../text/by-text.js";
import { manifestName, namesLockName } from "../text/client-files.js";
import {
  contentHash,
  foldPath,
  hashOf,
  manifestText,
  normaliseLineEndings,
  pathProblem,
} from "./manifest.js";
import { namesLockText } from "./names-lock.js";
import { readBelow } from "./read-folder.js";
import { type ListedFiles, readManifest } from "./read-manifest.js";

/** How one path of the folder compares to the client. The names are those of `WriteOutcome`. */
export type Standing = "created" | "changed" | "unchanged" | "stale" | "edited";

/** One path, and the result of its comparison. */
export interface ComparedFile {
  readonly path: string;
  readonly standing: Standing;
  /** The text that it is to have; undefined for what is to be deleted. */
  readonly text: string | undefined;
  /** `contentHash` of the text that it has; undefined when the file does not exist. */
  readonly before: string | undefined;
  /** `contentHash` of the text that it is to have; undefined for what is to be deleted. */
  readonly after: string | undefined;
}

/**
 * Compares a client with the folder that it is to be written to. Only paths of the client and of the last manifest are
 * looked at; every other file in the folder is ignored.
 *
 * @param folder undefined when the folder does not exist yet
 * @throws Error when the client holds a path that must never be written (a bug in the plan).
 * @throws UserError (2) when a folder, link or device is in the way.
 */
export function compareFolder(folder: string | undefined, client: EmittedClient): ComparedFile[] {
  const wanted = new Map(client.files.map((file) => [file.path, file]));
  if (!valid.has(client)) refuseInvalidPaths([...wanted.keys()]);
  valid.add(client);
  const read = (path: string) => (folder === undefined ? undefined : readBelow(folder, path));

  const oldManifest = read(manifestName);
  const listed = oldManifest === undefined ? undefined : readManifest(oldManifest)?.files;
  const known = foldedFiles(listed);
  const compared: ComparedFile[] = [];
  for (const [path, file] of wanted) {
    const last = known.get(foldPath(path));
    const isLeft = (hash: string) => last?.isMerged === true || last?.hashes.has(hash) === true;
    compared.push(compareWanted(file, read(path), isLeft));
  }
  for (const [path, { hashes }] of listed ?? []) {
    if (wanted.has(path)) continue;
    const current = read(path);
    if (current === undefined) continue;
    const before = contentHash(current);
    const standing = hashes.has(before) ? "stale" : "edited";
    compared.push({ path, standing, text: undefined, before, after: undefined });
  }
  // People do not edit a manifest by hand: an unknown one belongs to another program, or is damaged.
  const manifest = { path: manifestName, text: manifestText(client) };
  compared.push(compareWanted(manifest, oldManifest, () => listed !== undefined));
  // A lock is read, and what is read from it is written again: nothing of it is lost.
  const lock = { path: namesLockName, text: namesLockText(client.facts.names) };
  compared.push(compareWanted(lock, read(namesLockName), () => true));
  return compared.sort((left, right) => byText(left.path, right.path));
}

/** Clients whose paths were looked at: a run compares each twice. */
const valid = new WeakSet<EmittedClient>();

function compareWanted(
  file: EmittedFile,
  current: string | undefined,
  isLeft: (hash: string) => boolean,
): ComparedFile {
  const wanted = { path: file.path, text: file.text, after: hashOf(file) };
  if (current === undefined) return { ...wanted, standing: "created", before: undefined };
  const before = contentHash(current);
  if (normaliseLineEndings(current) === file.text) return { ...wanted, standing: "unchanged", before };
  return { ...wanted, standing: isLeft(before) ? "changed" : "edited", before };
}

/** Listed files by folded path: where case is ignored, a file that changed only the case of its name is still the listed one. */
function foldedFiles(listed: ListedFiles | undefined): ListedFiles {
  return new Map([...(listed ?? [])].map(([path, file]) => [foldPath(path), file]));
}

function refuseInvalidPaths(paths: readonly string[]): void {
  const taken = new Map([manifestName, namesLockName].map((path) => [foldPath(path), path]));
  for (const path of paths) {
    const problem = pathProblem(path);
    if (problem !== undefined)
      throw new Error(`The client holds the path ${JSON.stringify(path)}, which ${problem}.`);
    const other = taken.get(foldPath(path));
    if (other !== undefined) {
      throw new Error(`The client holds ${path} and ${other}, one file where file names ignore case.`);
    }
    taken.set(foldPath(path), path);
  }
}

/** A file that is not as it was left: what it has, and what it would be given. */
export interface EditedFile {
  readonly path: string;
  readonly current: string;
  readonly wanted: string;
}

/**
 * The files among those given that differ in formatting alone, as a formatter's run over the folder leaves them: white
 * space outside of texts and comments, quotes, semicolons, trailing commas. Their paths, in the order given.
 */
export async function findReformatted(files: readonly EditedFile[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of files) if (await isReformatted(file)) found.push(file.path);
  return found;
}

const PARSERS: Readonly<Record<string, "typescript" | "markdown" | "json">> = {
  ts: "typescript",
  md: "markdown",
  json: "json",
};

async function isReformatted({ path, current, wanted }: EditedFile): Promise<boolean> {
  const parser = PARSERS[/[^.]*$/u.exec(path)?.[0] ?? ""];
  if (parser === undefined) return false;
  const formatted = await tryToFormat(current, parser);
  if (formatted === undefined) return false;
  if (formatted === wanted) return true;
  if (parser !== "typescript") return collapse(formatted) === collapse(wanted);
  // Prettier keeps an object on several lines that another width has put there.
  const [left, right] = await Promise.all([tokensOf(formatted), tokensOf(wanted)]);
  return left.length === right.length && left.every((token, index) => token === right[index]);
}

/** The text as Prettier's defaults, which a client is written in, lay it out; undefined where it cannot be parsed. */
async function tryToFormat(text: string, parser: string): Promise<string | undefined> {
  const { format } = await import("prettier");
  return await format(text, { parser }).catch(() => undefined);
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Tokens and comments, without the commas, semicolons and bars that only a line break brings. */
async function tokensOf(text: string): Promise<readonly string[]> {
  const { default: ts } = await import("typescript");
  const source = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  const tokens: string[] = [];
  const visit = (node: Node): void => {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const children = node.getChildren(source);
    for (const child of children) visit(child);
    if (children.length > 0 || node.kind === ts.SyntaxKind.SyntaxList) return;
    const comments = (ranges: readonly CommentRange[] | undefined): readonly string[] =>
      (ranges ?? []).map(({ pos, end }) => collapse(text.slice(pos, end)));
    tokens.push(...comments(ts.getLeadingCommentRanges(text, node.pos)));
    tokens.push(isName(node) ? nameOf(node, source) : node.getText(source));
    tokens.push(...comments(ts.getTrailingCommentRanges(text, node.end)));
  };
  const isName = (node: Node): boolean =>
    "name" in node.parent && node.parent.name === node && (ts.isIdentifier(node) || ts.isStringLiteral(node));
  visit(source);
  return tokens.filter((token, index) => {
    if (token === ";") return tokens[index + 1] !== "}";
    if (token === ",") return !/^[)\]}>]$/u.test(tokens[index + 1] ?? "");
    return !/^[|&]$/u.test(token) || !/^[=:(<,[]$|^=>$|^extends$/u.test(tokens[index - 1] ?? "");
  });
}

/** A member's name: quotes around it are formatting. */
function nameOf(node: Node, source: SourceFile): string {
  return node.getText(source).replace(/^(["'])([\w$]+)\1$/u, "$2");
}
