import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { repository } from "../support/repository.js";

/** What a command left behind. */
export interface Ran {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** Settings of a run; `environment` replaces the test's own. */
export interface RunSettings {
  readonly isTTY?: boolean;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Runs a command line in this process, against streams that only collect. */
export async function run(words: readonly string[], settings: RunSettings = {}): Promise<Ran> {
  const written = { out: "", err: "" };
  const target = (name: "out" | "err") => ({
    isTTY: settings.isTTY === true,
    write: (text: string) => {
      written[name] += text;
    },
  });
  const environment = settings.environment ?? {};
  const exitCode = await runCommandLine(words, { out: target("out"), err: target("err"), environment });
  return { exitCode, ...written };
}

let program: string | undefined;

/**
 * The command as it is published, joined from its source once for all tests of this process: loading the source takes longer
 * than what most tests do. `sandbox` does not run there, whose files are not joined.
 */
function joinedCommand(): string {
  if (program !== undefined) return program;
  const folders = join(repository, ".tmp");
  mkdirSync(folders, { recursive: true });
  // Processes of tests are ended without a chance to remove theirs.
  for (const name of readdirSync(folders)) {
    const [, owner] = /^command-(\d+)$/u.exec(name) ?? [];
    if (owner !== undefined && !isRunning(Number(owner)))
      rmSync(join(folders, name), { recursive: true, force: true });
  }
  // As deep below the repository as `dist/command`.
  const folder = join(folders, `command-${String(process.pid)}`);
  execFileSync(process.execPath, [join(repository, ".config/bundle.js"), folder]);
  program = join(folder, "main.js");
  return program;
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Runs the command as a process of its own, from its source, with real streams. */
export async function runProcess(words: readonly string[], input?: string): Promise<Ran> {
  const child = spawn(process.execPath, [joinedCommand(), ...words], { stdio: "pipe" });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input);
  const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { exitCode, out, err };
}

/** A small contract that generates quickly. */
export const contract = `openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200": { description: Orders, content: { application/json: { schema: { type: string } } } }
`;

/** A folder for one test with a contract in it, removed after the test. */
export function shop(text = contract): {
  readonly folder: string;
  readonly contract: string;
  readonly out: string;
} {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cabinetry-cli-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, "openapi.yaml"), text);
  return { folder, contract: join(folder, "openapi.yaml"), out: join(folder, "client") };
}
