import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contract, runProcess, shop } from "./run.js";

describe("the command as a process", () => {
  test("exit codes and streams are those of the shell", async () => {
    const { contract, out } = shop();
    const done = await runProcess(["generate", contract, "-o", out]);
    expect([done.exitCode, done.out.split("\n")]).toEqual([
      0,
      [expect.stringMatching(/from Corner shop 1\.2/), ""],
    ]);
    expect(done.err).toMatch(/^load +/);
    expect((await runProcess(["generate", "/no/such.yaml", "-o", out])).exitCode).toBe(3);
    expect((await runProcess(["generate", "--nonsense"])).exitCode).toBe(2);
    expect((await runProcess(["generate", contract, "-o", join(out, "other"), "--check"])).exitCode).toBe(1);
  });

  test("reads a contract from standard input", async () => {
    const ran = await runProcess(["inspect", "-", "--json"], contract);
    expect(JSON.parse(ran.out)).toMatchObject({ contract: { title: "Corner shop" } });
  });

  test("a reader that stops early does not stop the work", async () => {
    const { contract, out } = shop();
    const child = start(["generate", contract, "-o", out]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    expect(existsSync(join(out, "manifest.json"))).toBe(true);
  });

  test.skipIf(!existsSync("/dev/full"))("a result that cannot be written is a failure", async () => {
    const full = openSync("/dev/full", "w");
    const child = start(["--version"], ["ignore", full, "pipe"]);
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(2);
    closeSync(full);
  });

  test.each([
    ["rejection", "Promise.reject(new Error('lost'))"],
    ["error", "(() => { throw new Error('lost'); })()"],
  ])("a %s that nobody handles is an internal error, and no finding", async (_, statement) => {
    // It comes as soon as the command listens, which then waits for its standard input.
    const hook = `process.on("newListener", (event) => { if (event === "unhandledRejection") setTimeout(() => ${statement}); })`;
    const child = start(
      ["inspect", "-"],
      ["pipe", "pipe", "pipe"],
      `data:text/javascript,${encodeURIComponent(hook)}`,
    );
    let err = "";
    child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(4);
    expect(err).toMatch(/^error Internal error: this is a bug in Cabinetry\.\n[^]*Error: lost\n/);
  });

  test("what bin runs is the joined main", () => {
    expect(readFileSync("bin/cabinetry.js", "utf8")).toMatch(
      /^#!\/usr\/bin\/env node\nimport "\.\.\/dist\/command\/main\.js";\n$/,
    );
  });
});

/** Starts the command as a process, after a module of the test's own if there is one. */
function start(words: readonly string[], stdio: StdioOptions = "pipe", before?: string): ChildProcess {
  const imports = ["tsx", ...(before === undefined ? [] : [before])].flatMap((name) => ["--import", name]);
  return spawn(process.execPath, [...imports, "src/cli/main.ts", ...words], { stdio });
}
