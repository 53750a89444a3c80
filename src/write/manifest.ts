import { createHash } from "node:crypto";
import type { EmittedClient, EmittedFacts } from "../emit/emitted-client.js";
import { byText } from "../text/by-text.js";
import { isDeviceName } from "../text/file-name.js";
import { product } from "../text/product.js";

/** Grows when a reader of older manifests would misread a newer one. */
const schemaVersion = 1;

/** `manifest.json`: what made the client, from what, and every file with its hash. No times, no machine. */
export interface Manifest {
  readonly schemaVersion: number;
  readonly generator: { readonly name: string; readonly version: string };
  readonly name: EmittedFacts["name"];
  readonly contract: EmittedFacts["contract"];
  readonly options: EmittedFacts["options"];
  readonly names: EmittedFacts["names"];
  /** Path → `contentHash`. */
  readonly files: Readonly<Record<string, string>>;
}

/** The manifest of a client as text: sorted, and formatted as prettier would leave it. */
export function manifestText({ facts, files }: EmittedClient): string {
  const manifest: Manifest = {
    schemaVersion,
    generator: product(),
    name: facts.name,
    contract: facts.contract,
    options: sorted(facts.options),
    names: sortedNames(facts.names),
    files: sorted(Object.fromEntries(files.map(({ path, text }) => [path, contentHash(text)]))),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** What is known of the last generation: path → hash. */
export type ListedFiles = ReadonlyMap<string, string>;

/** The files that a manifest lists; undefined as in {@link readManifest}. */
export function readListedFiles(text: string): ListedFiles | undefined {
  return readManifest(text)?.files;
}

/**
 * What a manifest says of the last generation. Undefined when the text is no manifest of Cabinetry: damaged, of another
 * program (web apps have a `manifest.json` too), of a newer Cabinetry, or naming a path outside its folder.
 */
export function readManifest(text: string):
  | {
      readonly files: ListedFiles;
      /** Class of the client. */
      readonly name: string | undefined;
      /** Title of the contract. */
      readonly title: string | undefined;
      readonly options: Readonly<Record<string, unknown>>;
      readonly names: Manifest["names"];
    }
  | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(parsed) || parsed["schemaVersion"] !== schemaVersion) return undefined;
  if (!isRecord(parsed["generator"]) || parsed["generator"]["name"] !== product().name) return undefined;
  if (!isRecord(parsed["files"])) return undefined;
  const listed = new Map<string, string>();
  for (const [path, hash] of Object.entries(parsed["files"])) {
    if (typeof hash !== "string" || pathFault(path) !== undefined) return undefined;
    listed.set(path, hash);
  }
  const names = isRecord(parsed["names"]) ? parsed["names"] : {};
  return {
    files: listed,
    name: textOf(parsed["name"]),
    title: isRecord(parsed["contract"]) ? textOf(parsed["contract"]["title"]) : undefined,
    options: isRecord(parsed["options"]) ? parsed["options"] : {},
    names: { operations: texts(names["operations"]), models: texts(names["models"]) },
  };
}

function sortedNames({ operations, models }: Manifest["names"]): Manifest["names"] {
  return { operations: sorted(operations), models: sorted(models) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function texts(value: unknown): Readonly<Record<string, string>> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function sorted<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).sort(([left], [right]) => byText(left, right)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * SHA-256 (hex) of a file's text with its line endings as LF: a checkout that turns LF into CRLF (git's autocrlf) does
 * not make every file look edited. For a file as Cabinetry writes it, this is what `sha256sum` prints.
 */
export function contentHash(text: string): string {
  return createHash("sha256").update(normaliseLineEndings(text)).digest("hex");
}

/** CRLF as LF. A lone CR is content. */
export function normaliseLineEndings(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

const forbiddenCharacter = /[\u0000-\u001f\u007f\\:*?"<>|]/u;

/**
 * Why a relative path may not be written, or undefined when it may. The plan never makes such a path; it is checked
 * again at the last moment before the disk, because names in it come from a contract.
 * A path that only some systems can hold is refused too: a client must be usable from every checkout.
 */
export function pathFault(path: string): string | undefined {
  if (path.startsWith("/")) return "is absolute";
  for (const segment of path.split("/")) {
    if (segment === "") return "has an empty segment";
    if (segment === "." || segment === "..") return "leads out of its folder";
    if (forbiddenCharacter.test(segment)) return "has a character that not every file system takes";
    if (/[. ]$/u.test(segment) || isDeviceName(segment)) return "has a name that Windows reserves";
  }
  return undefined;
}

/** Paths with equal keys are one file on a file system that ignores case or normalises Unicode (macOS, Windows). */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
