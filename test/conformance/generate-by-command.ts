import { readFileSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { onTestFinished, vi } from "vitest";
import { runProcess, type Ran } from "../cli/run.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

// Whoever imports this starts processes, which take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** The contract of the external API, as text. */
export const contractText = readFileSync(join(repository, "fixtures/external-api/openapi.yaml"), "utf8");

/** What `cabinetry generate` left behind. */
export interface Generated {
  readonly ran: Ran;
  /** Absolute path of the client's folder; empty when nothing was written. */
  readonly folder: string;
  /** Text of one file of the client. */
  read(path: string): Promise<string>;
  /** Path and text of every source file, sorted by path. */
  sources(): Promise<readonly (readonly [path: string, text: string])[]>;
}

/** Runs the command on a contract that is given as text; the client goes away with the test. */
export async function generateByCommand(
  contract: string,
  words: readonly string[] = ["--vendor", "sandbox"],
): Promise<Generated> {
  const temporary = await makeTemporaryFolder("command");
  onTestFinished(() => temporary.remove());
  const document = join(temporary.path, "openapi.yaml");
  const folder = join(temporary.path, "client");
  writeFileSync(document, contract);
  const ran = await runProcess(["generate", document, "-o", folder, ...words]);
  const read = (path: string): Promise<string> => readFile(join(folder, path), "utf8");
  return {
    ran,
    folder,
    read,
    sources: () => readSources(folder),
  };
}

/** Path and text of every source file of a client, sorted by path. @param folder absolute */
export async function readSources(
  folder: string,
): Promise<readonly (readonly [path: string, text: string])[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(".ts")).sort();
  return Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const));
}

/** The contract with texts replaced everywhere. @throws Error for a text that it does not have */
export function reworded(changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the contract has no ${from}`);
    return text.replaceAll(from, to);
  }, contractText);
}

/** The declarations and statements of each file, without its comments. */
export function codeOf(sources: readonly (readonly [string, string])[]): Record<string, string> {
  const printer = ts.createPrinter({ removeComments: true });
  const print = (path: string, text: string): string =>
    printer.printFile(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022));
  return Object.fromEntries(sources.map(([path, text]) => [path, print(path, text)]));
}
