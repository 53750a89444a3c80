import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
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

  test("a reader that stops early is no failure", async () => {
    const { contract } = shop();
    const command = ["--import", "tsx", "src/cli/main.ts", "inspect", contract, "--verbose"];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.stdout.destroy();
    const exitCode = await new Promise((resolve) => child.on("close", resolve));
    expect([exitCode, err]).toEqual([0, ""]);
  });

  test("what bin runs is the built main", () => {
    expect(readFileSync("bin/cabinetry.js", "utf8")).toMatch(
      /^#!\/usr\/bin\/env node\nimport "\.\.\/dist\/cli\/main\.js";\n$/,
    );
  });
});
