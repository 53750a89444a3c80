import type { EmittedFacts } from "../emit/emitted-client.js";
import { product } from "../text/product.js";
import { UserError } from "../text/user-error.js";
import { HASH_LENGTH, manifestVersion, pathProblem } from "./manifest.js";

/** Path → what is known of the file as the last generation left it. */
export type ListedFiles = ReadonlyMap<string, ListedFile>;

/** A file of the last generation. */
interface ListedFile {
  /** `contentHash`; of both sides of a merge conflict where they differ. */
  readonly hashes: ReadonlySet<string>;
  /** Two branches changed it: what git made of both has neither hash. */
  readonly isMerged: boolean;
}

/** What a manifest says of the last generation. */
export interface ReadManifest {
  readonly files: ListedFiles;
  /** Title of the contract. */
  readonly title: string | undefined;
  /** Version of Cabinetry. */
  readonly generatorVersion: string | undefined;
  /** Settings by name. */
  readonly options: Readonly<Record<string, unknown>>;
  /** See `EmittedFacts.configuration`; undefined: the manifest has none, or is in a merge conflict. */
  readonly configuration: Readonly<Record<string, unknown>> | undefined;
  /** Names of a client of 0.1.0, whose manifest had them; later ones have a lock. */
  readonly names: EmittedFacts["names"] | undefined;
}

/** The manifest of 0.1.0, with the names of the client. */
const WITH_NAMES = 1;

/**
 * Reads a manifest, also one with the markers of a merge conflict: files of both sides count, with the hashes of both.
 * Undefined when the text is not a manifest of Cabinetry: damaged, of another program (web apps have a `manifest.json` too),
 * of a newer Cabinetry, or naming a path outside its folder.
 *
 * @throws UserError (2) when the sides of a conflict have different settings.
 */
export function readManifest(text: string): ReadManifest | undefined {
  const leaves = readWhole(text) ?? readConflict(text);
  if (leaves === undefined) return undefined;
  const first = (...path: readonly string[]) => leaves.find((leaf) => isAt(leaf.path, path))?.value;
  const versions = leaves.filter(({ path }) => isAt(path, ["schemaVersion"])).map(({ value }) => value);
  if (versions.length === 0 || versions.some((one) => one !== WITH_NAMES && one !== manifestVersion))
    return undefined;
  if (first("generator", "name") !== product().name) return undefined;
  const files = listFiles(leaves);
  if (files === undefined) return undefined;
  const client = textOf(first("name"));
  const below = (...path: readonly string[]) => textsBelow(leaves, path);
  return {
    files,
    title: textOf(first("contract", "title")),
    generatorVersion: textOf(first("generator", "version")),
    options: readOptions(leaves),
    configuration: readConfiguration(text),
    names: versions.includes(WITH_NAMES)
      ? {
          ...(client !== undefined && { client }),
          operations: below("names", "operations"),
          models: below("names", "models"),
        }
      : undefined,
  };
}

function readConfiguration(text: string): ReadManifest["configuration"] {
  const manifest = parsed(text);
  const found = isRecord(manifest) ? manifest["configuration"] : undefined;
  return isRecord(found) ? found : undefined;
}

/** A value of a manifest that is neither an object nor a list, and the keys that lead to it. */
interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
  /** It is within the markers of a conflict. */
  readonly isMerged: boolean;
}

function isAt(path: readonly string[], want: readonly string[]): boolean {
  return path.length === want.length && path.every((key, index) => key === want[index]);
}

function readWhole(text: string): readonly Leaf[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? leavesOf(parsed, []) : undefined;
  } catch {
    return undefined;
  }
}

function leavesOf(value: unknown, path: readonly string[]): readonly Leaf[] {
  if (!isRecord(value)) return [{ path, value, isMerged: false }];
  return Object.entries(value).flatMap(([key, below]) => leavesOf(below, [...path, key]));
}

const START = /^<{7}(?: |$)/u;
const BASE = /^\|{7}(?: |$)/u;
const MIDDLE = /^={7}$/u;
const END = /^>{7}(?: |$)/u;

/**
 * The leaves of both sides of a conflicted manifest, in the order of its lines. Cabinetry writes one key a line, so that
 * the depth of a key is its indentation, whatever commas the merge has left. What `diff3` shows of the common ancestor is
 * no side.
 */
function readConflict(text: string): readonly Leaf[] | undefined {
  const lines = text.split(/\r?\n/u);
  if (!lines.some((line) => START.test(line))) return undefined;
  const leaves: Leaf[] = [];
  const path: string[] = [];
  let side: "both" | "one" | "ancestor" = "both";
  for (const line of lines) {
    if (START.test(line) || MIDDLE.test(line)) side = "one";
    else if (BASE.test(line)) side = "ancestor";
    else if (END.test(line)) side = "both";
    else if (side !== "ancestor") {
      const [, indent = "", key = "", rest = ""] = /^((?: {2})+)("(?:[^"\\]|\\.)*"): (.*)$/u.exec(line) ?? [];
      if (key === "") continue;
      path.splice(indent.length / 2 - 1, path.length, String(parsed(key)));
      if (rest === "{" || rest === "{},") continue;
      leaves.push({ path: [...path], value: parsed(rest.replace(/,$/u, "")), isMerged: side === "one" });
    }
  }
  return leaves;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined when a path leads out of the folder, or has no hash. */
function listFiles(leaves: readonly Leaf[]): ListedFiles | undefined {
  const files = new Map<string, { readonly hashes: Set<string>; isMerged: boolean }>();
  for (const { path, value, isMerged } of leaves) {
    const [kind, file] = path;
    if (kind !== "files" || file === undefined) continue;
    if (path.length > 2 || typeof value !== "string" || pathProblem(file) !== undefined) return undefined;
    const listed = files.get(file) ?? { hashes: new Set(), isMerged: false };
    // Those of 0.1.0 are whole.
    listed.hashes.add(value.slice(0, HASH_LENGTH));
    listed.isMerged ||= isMerged;
    files.set(file, listed);
  }
  return files;
}

function readOptions(leaves: readonly Leaf[]): Readonly<Record<string, unknown>> {
  const options = new Map<string, unknown>();
  for (const { path, value } of leaves) {
    const [kind, name] = path;
    if (kind !== "options" || name === undefined) continue;
    if (options.has(name) && options.get(name) !== value) {
      throw new UserError(2, `The branches that were merged have different values of the setting ${name}.`, {
        where: `manifest.json: ${JSON.stringify(options.get(name))} and ${JSON.stringify(value)}`,
        remedy: "Nothing was written. Keep one of the two lines in manifest.json, then generate again.",
      });
    }
    options.set(name, value);
  }
  return Object.fromEntries(options);
}

/** Key → text, of those right below a path; of two sides that differ, the first counts. */
function textsBelow(leaves: readonly Leaf[], above: readonly string[]): Readonly<Record<string, string>> {
  const texts = new Map<string, string>();
  for (const { path, value } of leaves) {
    const key = path.at(-1) ?? "";
    if (typeof value !== "string" || texts.has(key) || !isAt(path.slice(0, -1), above)) continue;
    texts.set(key, value);
  }
  return Object.fromEntries(texts);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
