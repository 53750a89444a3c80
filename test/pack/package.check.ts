import { spawn } from "node:child_process";
import { access, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildIfStale } from "../support/build-if-stale.js";
import { compileProgram } from "../support/compile-program.js";
import { repository } from "../support/repository.js";
import { runProgram, type ProgramOutcome } from "../support/run-program.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

let temporary: TemporaryFolder;
/** A project that has nothing but the package. */
let project: string;

beforeAll(async () => {
  temporary = await makeTemporaryFolder("pack");
  project = join(temporary.path, "project");
  await buildIfStale();
  await npm(["pack", "--ignore-scripts", "--silent", "--pack-destination", temporary.path], repository);
  const tarball = (await readdir(temporary.path)).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("`npm pack` left no tarball");
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  // Refuses a dependency that does not run on this Node.
  const flags = ["--engine-strict", "--prefer-offline", "--no-audit", "--no-fund", "--silent"];
  await npm(["install", ...flags, join(temporary.path, tarball)], project);
}, 180_000);
afterAll(() => temporary.remove());

async function npm(words: readonly string[], cwd: string): Promise<void> {
  const { exitCode, stdout, stderr } = await runProgram("npm", words, { cwd, timeout: 170_000 });
  if (exitCode !== 0) throw new Error(`npm ${words.join(" ")} failed:\n${stdout}${stderr}`);
}

function cabinetry(...words: string[]): Promise<ProgramOutcome> {
  return runProgram("npx", ["--no-install", "cabinetry", ...words], { cwd: project });
}

/** Starts `cabinetry sandbox --json` from the package, until the test is over. */
async function startPackedSandbox(): Promise<Readonly<Record<string, unknown>>> {
  const command = join(project, "node_modules/.bin/cabinetry");
  const child = spawn(command, ["sandbox", "--json", "--quiet"], {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return JSON.parse(line) as Readonly<Record<string, unknown>>;
  }
  throw new Error("the sandbox printed nothing");
}

describe("the package, installed into an empty project", () => {
  test("has the documents that its README leads to", async () => {
    const folder = join(project, "node_modules/cabinetry");
    const readme = await readFile(join(folder, "README.md"), "utf8");
    const links = [...readme.matchAll(/\]\((docs[^)#]*)/g)].map(([, link = ""]) => link);
    expect(links).toContain("docs/recovery.md");
    await Promise.all(links.map((link) => access(join(folder, link))));
  });

  test("brings what generating needs, and no web server, no library of tokens and nothing that only tests need", async () => {
    const lock = await readFile(join(project, "node_modules/.package-lock.json"), "utf8");
    const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, object>> };
    const installed = Object.keys(packages).map((path) => path.split("node_modules/").at(-1) ?? "");
    const { dependencies } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(installed).toEqual(expect.arrayContaining(["cabinetry", ...Object.keys(dependencies)]));
    expect(installed.filter((name) => /fastify|pino|^jose$|^cookie$|^vitest$/u.test(name))).toEqual([]);
    // Each one is somebody to trust: more need a reason.
    expect(installed.length).toBeLessThan(70);
  });

  test("starts the sandbox, inspects what it publishes, and generates a client from it", async () => {
    const { apiUrl, vendor, accessKey } = await startPackedSandbox();
    expect([apiUrl, vendor, accessKey]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/external$/),
      "sandbox",
      expect.stringMatching(/^cabkey_/),
    ]);
    const inspected = await cabinetry("inspect", String(apiUrl), "--json");
    expect(JSON.parse(inspected.stdout)).toMatchObject({ client: "ExternalApi" });
    const words = ["-o", "external-api", "--vendor", String(vendor), "--json"];
    const { exitCode, stdout } = await cabinetry("generate", String(apiUrl), ...words);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ name: "ExternalApi", operations: 20 });
    const manifest = await readFile(join(project, "external-api/manifest.json"), "utf8");
    expect(manifest).toContain("2026-08-09.5");
    const check = await cabinetry("generate", String(apiUrl), "--check", ...words);
    expect(check.exitCode).toBe(0);
  });

  test("is a library whose types compile and whose exports run", async () => {
    const program = join(project, "program.ts");
    await writeFile(
      program,
      `import { diff, type DiffReport, generate, inspect, type Inspection, reportDiagnostic } from "cabinetry";
import { startSandbox } from "cabinetry/sandbox";

const sandbox = await startSandbox();
const { apiUrl: contract, vendor } = sandbox;
const { operations, diagnostics }: Inspection = await inspect({ contract });
const isWorded = diagnostics.map(reportDiagnostic).every(({ message, remedy }) => message !== "" && remedy !== "");
const { created } = await generate({ contract, out: "by-library", vendor });
const { report }: { report: DiffReport } = await diff({ old: "by-library", new: contract });
await sandbox.close();
console.log(JSON.stringify([operations.length, created.includes("client.ts"), report.verdict.wire, isWorded]));
`,
    );
    expect(
      compileProgram({
        roots: [program],
        rootDir: project,
        outDir: join(project, "built"),
        platform: "node",
      }),
    ).toEqual([]);
    const { exitCode, stdout, stderr } = await runProgram(process.execPath, ["built/program.js"], {
      cwd: project,
    });
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual([20, true, "none", true]);
  });

  test("exports nothing else, and carries no tests", async () => {
    const folder = join(project, "node_modules/cabinetry");
    const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
      exports: object;
    };
    expect(Object.keys(exports)).toEqual([".", "./sandbox", "./package.json"]);
    const files = await readdir(folder, { recursive: true });
    expect(files.filter((path) => /(^|\/)(test|generated|\.config|\.tmp)(\/|$)/.test(path))).toEqual([]);
  });
});
