import { createHash } from "node:crypto";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { type RuleId, ruleOf, ruleTable } from "../diagnostics/rule-table.js";
import type { EmittedClient, EmittedFacts, EmittedFile } from "../emit/emitted-client.js";
import { byText } from "../text/by-text.js";
import { isDeviceName } from "../text/client-files.js";
import { product } from "../text/product.js";
import { namesLockText } from "./names-lock.js";

/** Grows when a reader of older manifests would misread a newer one. */
export const manifestVersion = 2;

/**
 * `manifest.json`: what made the client, from what, and every file with its hash. No times, no machine. The lock of names
 * is not listed: it is a file that people merge.
 */
export interface Manifest {
  readonly schemaVersion: typeof manifestVersion;
  readonly generator: { readonly name: string; readonly version: string };
  readonly contract: EmittedFacts["contract"];
  readonly options: EmittedFacts["options"];
  readonly configuration?: EmittedFacts["configuration"];
  /** Path → `contentHash`. */
  readonly files: Readonly<Record<string, string>>;
  /** What a run reports that finds nothing changed. */
  readonly run?: {
    readonly operations: number;
    readonly models: number;
    readonly diagnostics: RecordedDiagnostics;
  };
  /** {@link sealOf} the rest. */
  readonly seal?: string;
}

/** Client → its manifest: a run compares a client twice, before and after it has the lock of the folder. */
const texts = new WeakMap<EmittedClient, string>();

/** The manifest of a client as text: sorted, and formatted as prettier would leave it. */
export function manifestText(client: EmittedClient): string {
  const known = texts.get(client);
  if (known !== undefined) return known;
  const text = printManifest(client);
  texts.set(client, text);
  return text;
}

function printManifest({ facts, files }: EmittedClient): string {
  const { run } = facts;
  const manifest: Manifest = {
    schemaVersion: manifestVersion,
    generator: product(),
    contract: facts.contract,
    options: sorted(facts.options),
    ...(facts.configuration !== undefined && { configuration: facts.configuration }),
    files: sorted(Object.fromEntries(files.map((file) => [file.path, hashOf(file)]))),
    ...(run !== undefined && {
      run: {
        operations: run.operations,
        models: run.models,
        diagnostics: recordDiagnostics(run.diagnostics),
      },
    }),
  };
  const seal = run === undefined ? undefined : sealOf(manifest, namesLockText(facts.names), run.inputs);
  return `${JSON.stringify({ ...manifest, seal }, null, 2)}\n`;
}

/**
 * Hash of all that decides whether a client is as a run would write it: the manifest, with the hash of every file; the lock
 * of names; and the inputs of the run ({@link EmittedFacts.run}).
 */
export function sealOf(manifest: Omit<Manifest, "seal">, lock: string, inputs: string): string {
  return contentHash(JSON.stringify([manifest, lock, inputs]));
}

function sorted<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).sort(([left], [right]) => byText(left, right)));
}

/** Digits of a hash: 128 bits tell whether a file was edited, and a manifest has thousands of them. */
export const HASH_LENGTH = 32;

/**
 * SHA-256 (hex, its first 32 digits) of a file's text with its line endings as LF: a checkout that turns LF into CRLF
 * (git's autocrlf) does not make every file look edited. For a file as Cabinetry writes it, `sha256sum` prints the same.
 */
export function contentHash(text: string): string {
  return createHash("sha256").update(normaliseLineEndings(text)).digest("hex").slice(0, HASH_LENGTH);
}

/** File of a client → the `contentHash` of its text. */
const hashes = new WeakMap<EmittedFile, string>();

/** The `contentHash` of a file of a client, worked out once. */
export function hashOf(file: EmittedFile): string {
  const known = hashes.get(file) ?? contentHash(file.text);
  hashes.set(file, known);
  return known;
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
export function pathProblem(path: string): string | undefined {
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

/** Rule → pointer → the arguments of its diagnostics there, as JSON: one line of the manifest for each pointer. */
type RecordedDiagnostics = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Diagnostics of a change: the next run, from the same contract, finds none of them. */
const OF_ONE_RUN: ReadonlySet<string> = new Set<RuleId>(["names/renamed"]);

/** Diagnostics for the manifest, independent of their order. */
function recordDiagnostics(diagnostics: readonly Diagnostic[]): RecordedDiagnostics {
  const rules = new Map<string, Map<string, Set<string>>>();
  for (const { id, pointer, arguments: values } of diagnostics) {
    if (OF_ONE_RUN.has(id)) continue;
    const pointers = rules.get(id) ?? new Map<string, Set<string>>();
    const found = pointers.get(pointer) ?? new Set();
    rules.set(id, pointers.set(pointer, found.add(JSON.stringify(values))));
  }
  return Object.fromEntries(
    sortedByKey(rules).map(([id, pointers]) => [
      id,
      Object.fromEntries(
        sortedByKey(pointers).map(([at, found]) => [at, `[${[...found].sort().join(",")}]`]),
      ),
    ]),
  );
}

function sortedByKey<Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([left], [right]) => byText(left, right));
}

/** The diagnostics that a manifest has; undefined where this version does not know a rule. */
export function readDiagnostics(recorded: RecordedDiagnostics): readonly Diagnostic[] | undefined {
  const rules = Object.entries(recorded);
  if (!rules.every(([id]) => isRule(id))) return undefined;
  return rules.flatMap(([id, pointers]) =>
    Object.entries(pointers).flatMap(([pointer, text]) =>
      (JSON.parse(text) as Diagnostic["arguments"][]).map((values) => {
        const rule = id as RuleId;
        return { id: rule, level: ruleOf(rule).level, pointer, arguments: values };
      }),
    ),
  );
}

function isRule(id: string): id is RuleId {
  return Object.hasOwn(ruleTable, id);
}
