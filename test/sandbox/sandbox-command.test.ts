import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { sandboxCommand } from "../../src/cli/sandbox-command.js";
import { startSandbox } from "../../src/sandbox/index.js";

const script = fileURLToPath(new URL("run-sandbox-command.ts", import.meta.url));
const children: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** The command with everything that it printed so far. */
function run(...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", script, ...args]);
  children.push(child);
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed.stderr += chunk.toString()));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, printed, ended };
}

async function untilPrinted({ child, printed }: ReturnType<typeof run>, text: string): Promise<void> {
  while (!printed.stdout.includes(text)) await once(child.stdout, "data");
}

/** The command within this process, for what ends before anything is started. */
async function runHere(...args: string[]): Promise<void> {
  const silent = { writeErr: () => undefined };
  await sandboxCommand().exitOverride().configureOutput(silent).parseAsync(args, { from: "user" });
}

/** A file with a text, removed after the test. */
function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "cabinetry-sandbox-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, "faults.yaml");
  writeFileSync(path, text);
  return path;
}

describe("cabinetry sandbox", () => {
  test("prints addresses and a key, and ends with 0 on SIGINT", async () => {
    const command = run("--vendor", "acme", "--quiet");
    await untilPrinted(command, "access key");
    const { stdout } = command.printed;
    expect(stdout).toMatch(/base URL +http:\/\/127\.0\.0\.1:\d+\n/);
    expect(stdout).toMatch(/vendor word +acme\n/);
    expect(stdout).toMatch(/access key +cabkey_[\w-]{43}\n/);
    const apiUrl = /API +(\S+)/.exec(stdout)?.[1] ?? "";
    expect((await fetch(`${apiUrl}/cabinets`)).status).toBe(401);
    command.child.kill("SIGINT");
    expect(await command.ended).toBe(0);
    expect(command.printed.stderr).toBe("");
  });

  test("[SEC-1] prints JSON, reports requests on the other stream without the key, and ends with 0 on SIGTERM", async () => {
    const command = run("--json");
    await untilPrinted(command, "}\n");
    const result = JSON.parse(command.printed.stdout) as Record<string, string>;
    expect(Object.keys(result)).toEqual([
      "schemaVersion",
      "baseUrl",
      "apiUrl",
      "tokenUrl",
      "contractUrl",
      "vendor",
      "accessKey",
      "faults",
    ]);
    const headers = { authorization: `Bearer ${result["accessKey"] ?? ""}` };
    expect((await fetch(`${result["apiUrl"] ?? ""}/cabinets`, { headers })).status).toBe(401);
    command.child.kill("SIGTERM");
    expect(await command.ended).toBe(0);
    expect(command.printed.stderr).toMatch(
      /^GET \/v1\/external\/cabinets 401 token_invalid \(trace [0-9a-f]{32}\)\n$/,
    );
  });

  test("ends with 2 and says what to do when it cannot start", async () => {
    const command = run("--vendor", "Two Words");
    expect(await command.ended).toBe(2);
    expect(command.printed.stdout).toBe("");
    expect(command.printed.stderr).toMatch(
      /^The vendor word must match .+\nPass another word with --vendor\.\n$/,
    );
  });

  test("injects the faults of a file, and says so", async () => {
    const file = fileOf(
      "faults: [{ name: busy, on: listCabinets, count: 1, fault: { kind: html, status: 503 } }]",
    );
    const command = run("--faults", file);
    await untilPrinted(command, "faults");
    expect(command.printed.stdout).toMatch(/faults +1 rule\n$/);
    const apiUrl = /API +(\S+)/.exec(command.printed.stdout)?.[1] ?? "";
    expect((await fetch(`${apiUrl}/cabinets`)).status).toBe(503);
    command.child.kill("SIGTERM");
    expect(await command.ended).toBe(0);
    expect(command.printed.stderr).toMatch(
      /^GET \/v1\/external\/cabinets 503 injected: busy \(trace [0-9a-f]{32}\)\n$/,
    );
  });

  test("says what is wrong in a faults file, and where", async () => {
    const file = fileOf("faults:\n  - on: listCabinet\n    fault: html\n");
    await expect(runHere("--faults", file)).rejects.toMatchObject({
      exitCode: 2,
      message: "The faults file is invalid",
      where: `${file}:2:5 faults[0].on: listCabinet is not an operation of the contract. Did you mean listCabinets?`,
      remedy: "Fix the file. docs/sandbox.md lists all faults and their members.",
    });
    await expect(runHere("--faults", `${file}.missing`)).rejects.toMatchObject({
      exitCode: 2,
      message: "The faults file cannot be read (ENOENT)",
      where: `${file}.missing`,
    });
  });

  test("says what to do about a port that is in use", async () => {
    const other = await startSandbox();
    const { port } = new URL(other.baseUrl);
    const attempt = runHere("--port", port);
    await expect(attempt).rejects.toMatchObject({
      exitCode: 2,
      message: `Port ${port} on 127.0.0.1 is in use`,
      remedy: "Stop what listens there, choose another --port, or take a free one with --port 0.",
    });
    await other.close();
  });

  test("says what to do about an address that is not this machine's", async () => {
    // 192.0.2.0/24 is reserved for documentation (RFC 5737).
    await expect(runHere("--host", "192.0.2.1")).rejects.toMatchObject({
      exitCode: 2,
      message: "This machine has no address 192.0.2.1",
    });
  });

  test.each(["70000", "-1", "80a", ""])("refuses the port %j", async (port) => {
    await expect(runHere(`--port=${port}`)).rejects.toThrow("A port is a number from 0 to 65535.");
  });
});
