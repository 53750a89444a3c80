import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UserError } from "../../src/text/user-error.js";
import { readPrevious } from "../../src/write/previous-client.js";
import { writeClient } from "../../src/write/write-client.js";
import { run, shop } from "../cli/run.js";
import { clientOf, contentsOf, emptyFolder, put } from "./client-folder.js";
import { disturbFiles } from "./disturbed-files.js";
import type { KilledWrite } from "./killed-writer.js";

const before = clientOf({
  "index.ts": "one\n",
  "kept.ts": "kept\n",
  models: "a file where a folder comes\n",
  "old/deep/x.ts": "x\n",
});
const after = clientOf({
  "index.ts": "two\n",
  "kept.ts": "kept\n",
  "models/a.ts": "a\n",
  "new/deep/b.ts": "b\n",
});

/** Compiled once: a process that starts quickly can be killed at every step. */
let program: string;
beforeAll(() => {
  program = mkdtempSync(join(tmpdir(), "cabinetry-killed-"));
  cpSync("package.json", join(program, "package.json"));
  for (const folder of ["src/write", "src/text", "src/diagnostics", "src/diagnostics/rules", "test/write"]) {
    mkdirSync(join(program, folder), { recursive: true });
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".ts"))) {
      const { outputText } = ts.transpileModule(readFileSync(join(folder, name), "utf8"), {
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      });
      writeFileSync(join(program, folder, name.replace(/\.ts$/, ".js")), outputText);
    }
  }
});
afterAll(() => {
  rmSync(program, { recursive: true, force: true });
});

/** Writes `after` in a process of its own, which is dead when this returns. */
function writeApart(folder: string, how: Pick<KilledWrite, "copies" | "step">) {
  const module = pathToFileURL(join(program, "src/write/write-client.js")).href;
  const told: KilledWrite = { module, folder, client: after, ...how };
  const child = spawnSync(process.execPath, [
    join(program, "test/write/killed-writer.js"),
    JSON.stringify(told),
  ]);
  return { isKilled: child.signal === "SIGKILL", status: child.status, errors: child.stderr.toString() };
}

/** Writes `after`, and gives the folder as it was before each step of that. */
function copiesAtEachStep(folder: string) {
  // They outlive the test that asked first.
  const copies = mkdtempSync(join(program, "died-"));
  const { status, errors } = writeApart(folder, { copies });
  const died = readdirSync(copies).map((_, index) => join(copies, String(index + 1)));
  return { died, status, errors };
}

async function clientFolder(): Promise<string> {
  const folder = emptyFolder();
  await writeClient(folder, before);
  put(folder, "mine.md", "mine");
  return folder;
}

function copyOf(folder: string): string {
  const copy = emptyFolder();
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** What is in a folder beside what a write in progress needs. */
function visible(folder: string): Record<string, string> {
  const entries = Object.entries(contentsOf(folder));
  return Object.fromEntries(entries.filter(([path]) => !path.startsWith(".cabinetry-")));
}

/** The files of a folder, without what differs from process to process. */
function comparable(folder: string): Record<string, string> {
  const random = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;
  const alike = Object.entries(contentsOf(folder)).filter(([path]) => !path.endsWith("owner.json"));
  const plain = (text: string) => text.replaceAll(random, "random");
  return Object.fromEntries(alike.map(([path, text]) => [plain(path), plain(text)]));
}

interface Died {
  readonly died: readonly string[];
  readonly finished: string;
}

let walked: Promise<Died> | undefined;

/** The same for the folder of `before`: written once, and copied for each test. */
async function diedOverClient(): Promise<Died> {
  walked ??= clientFolder().then(diedAtEachStep);
  const { died, finished } = await walked;
  return { died: died.map(copyOf), finished };
}

/** Every folder that a write leaves behind which died at one of its steps, and the one that it leaves when it lives. */
function diedAtEachStep(start: string): Died {
  const finished = mkdtempSync(join(program, "finished-"));
  cpSync(start, finished, { recursive: true });
  const { died, status, errors } = copiesAtEachStep(finished);
  if (status !== 0) throw new Error(errors);
  return { died, finished };
}

async function refusalOf(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (error instanceof UserError) return error;
  throw new Error(`expected a UserError, got ${String(error)}`);
}

describe("a write whose process is killed", { timeout: 240_000 }, () => {
  test("at any step is seen by --check, and the next run leaves what an undisturbed one does", async () => {
    const start = await clientFolder();
    const { died, finished } = await diedOverClient();
    expect(died.length).toBeGreaterThan(25);
    expect(Object.keys(contentsOf(finished))).toEqual([
      "index.ts",
      "kept.ts",
      "manifest.json",
      "mine.md",
      "models/a.ts",
      "names.lock.json",
      "new/deep/b.ts",
    ]);
    const whole = [contentsOf(start), contentsOf(finished)];
    let halves = 0;
    for (const folder of died) {
      const found = contentsOf(folder);
      const isHalf = !whole.some((one) => JSON.stringify(one) === JSON.stringify(visible(folder)));
      if (isHalf) halves += 1;
      const check = await writeClient(folder, after, { check: true });
      expect(contentsOf(folder)).toEqual(found);
      if (isHalf) expect(check.interrupted).toBe(true);
      if (check.interrupted) expect(check.upToDate).toBe(false);
      await writeClient(folder, after);
      expect(contentsOf(folder)).toEqual(contentsOf(finished));
      expect(existsSync(join(folder, "old"))).toBe(false);
    }
    expect(halves).toBeGreaterThan(5);
  });

  test("leaves what was copied before the same step", async () => {
    const start = await clientFolder();
    const { died } = await diedOverClient();
    // All of them take long, and differ in the moment alone.
    for (let step = 1; step <= died.length; step += 6) {
      const folder = copyOf(start);
      expect(writeApart(folder, { copies: "", step }).isKilled).toBe(true);
      expect(comparable(folder)).toEqual(comparable(died[step - 1] ?? ""));
    }
  });

  test("keeps a file that somebody edits before the next run, which names it", async () => {
    const { died, finished } = await diedOverClient();
    for (const folder of died) {
      put(folder, "index.ts", "by hand\n");
      const refusal = await refusalOf(writeClient(folder, after));
      expect(refusal.where).toBe(join(folder, "index.ts"));
      expect(contentsOf(folder)).toMatchObject({ "index.ts": "by hand\n", "mine.md": "mine" });
      await writeClient(folder, after, { force: true });
      expect(contentsOf(folder)).toEqual(contentsOf(finished));
    }
  });

  test("in a new folder is finished, although there is no manifest yet", async () => {
    const { died, finished } = diedAtEachStep(emptyFolder());
    for (const folder of died) {
      const { names } = await readPrevious(folder);
      const { interrupted, created } = await writeClient(folder, after, { check: true });
      if (interrupted && created.length < 6) expect(names?.client).toBe("Shop");
      await writeClient(folder, after);
      expect(contentsOf(folder)).toEqual(contentsOf(finished));
    }
  });

  test.each([
    ["finishes it", "two\n"],
    ["undoes it, since a file was edited", "by hand\n"],
  ])("and killed again at any step of the run that %s", async (_, text) => {
    const { died, finished } = await diedOverClient();
    // The one that had moved most.
    const half = died.findLast((folder) => existsSync(join(folder, ".cabinetry-write/journal.json")));
    if (half === undefined) throw new Error("no write was killed between its moves");
    put(half, "index.ts", text);
    const { died: killed, errors } = copiesAtEachStep(half);
    expect(errors).toMatch(text === "by hand\n" ? /index\.ts/ : /^$/);
    expect(killed.length).toBeGreaterThan(8);
    for (const folder of killed) {
      if (text === "by hand\n") {
        expect((await refusalOf(writeClient(folder, after))).where).toBe(join(folder, "index.ts"));
        expect(contentsOf(folder)["index.ts"]).toBe(text);
      }
      await writeClient(folder, after, { force: true });
      expect(contentsOf(folder)).toEqual(contentsOf(finished));
    }
  });
});

test("--check says that a write was interrupted, in words and in JSON, with exit 1", async () => {
  const { contract, out } = shop();
  await run(["generate", contract, "-o", out, "-q"]);
  expect((await run(["generate", contract, "-o", out, "--check"])).exitCode).toBe(0);
  mkdirSync(join(out, ".cabinetry-write"));
  const said = await run(["generate", contract, "-o", out, "--check", "-q"]);
  expect([said.exitCode, said.out]).toEqual([
    1,
    `A write to ${out} was interrupted. It may hold half a client.\n\nRun cabinetry generate without --check: it finishes or undoes that write first.\n`,
  ]);
  const json = await run(["generate", contract, "-o", out, "--check", "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ interrupted: true, upToDate: false });
  expect((await run(["generate", contract, "-o", out, "-q"])).exitCode).toBe(0);
  expect(readdirSync(out).filter((name) => name.startsWith(".cabinetry-"))).toEqual([]);
});

test("a call that fails at any step leaves all or nothing, and no folder of its own", async () => {
  const start = await clientFolder();
  const done = copyOf(start);
  await writeClient(done, after);
  const wanted = contentsOf(done);
  for (let failing = 1; ; failing += 1) {
    const folder = copyOf(start);
    let last = 0;
    const restore = disturbFiles((step, name, [path]) => {
      last = step;
      if (step !== failing) return;
      throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: "ENOSPC", path });
    });
    const failure = await writeClient(folder, after).then(
      () => undefined,
      (error: unknown) => error,
    );
    restore();
    if (last < failing) {
      expect(failing).toBeGreaterThan(25);
      return;
    }
    if (failure !== undefined) {
      expect(failure).toMatchObject({
        exitCode: 2,
        message: expect.stringContaining("the disk is full") as string,
      });
      expect(contentsOf(folder)).toEqual(contentsOf(start));
    } else {
      expect(visible(folder)).toEqual(wanted);
    }
    await writeClient(folder, after);
    expect(contentsOf(folder)).toEqual(wanted);
  }
});

test("when undoing fails too, the next run of the same process completes the write", async () => {
  const folder = await clientFolder();
  const wanted = copyOf(folder);
  await writeClient(wanted, after);
  let moves = 0;
  const restore = disturbFiles((_, name, [from]) => {
    if (name === "rename" && String(from).includes("stage-") && (moves += 1) > 1)
      throw new Error("EIO: broken disk");
  });
  const refusal = await refusalOf(writeClient(folder, after));
  restore();
  expect(refusal.message).toMatch(
    /^Writing failed \(broken disk\), and the old files could not be put back \(broken disk/,
  );
  expect(refusal.where).toBe(join(folder, ".cabinetry-write"));
  expect((await writeClient(folder, after, { check: true })).interrupted).toBe(true);
  await writeClient(folder, after);
  expect(contentsOf(folder)).toEqual(contentsOf(wanted));
});

describe("a folder that another process writes to", () => {
  const lock = (folder: string, owner: object) => {
    put(folder, ".cabinetry-write/owner.json", JSON.stringify({ token: "t", ...owner }));
  };

  test("is refused, with the process; nothing changes", async () => {
    const folder = await clientFolder();
    lock(folder, { pid: 1, host: "elsewhere" });
    const found = contentsOf(folder);
    for (const check of [false, true]) {
      const refusal = await refusalOf(writeClient(folder, after, { check }));
      expect([refusal.exitCode, refusal.message]).toEqual([
        2,
        `Another process is writing to the output folder ${folder} (process 1 on elsewhere).`,
      ]);
    }
    expect(contentsOf(folder)).toEqual(found);
  });

  test("is taken when the process is dead, is this one under its old number, cannot be read, or its lock is old", async () => {
    for (const owner of [{ pid: 999_999_999 }, { pid: process.pid }]) {
      const folder = await clientFolder();
      lock(folder, { ...owner, host: hostOfThisProcess() });
      await writeClient(folder, after);
      expect(Object.keys(contentsOf(folder)).filter((path) => path.startsWith(".cabinetry-"))).toEqual([]);
    }
    const damaged = await clientFolder();
    put(damaged, ".cabinetry-write/owner.json", "");
    await writeClient(damaged, after);
    expect(contentsOf(damaged)["index.ts"]).toBe("two\n");
    const folder = await clientFolder();
    lock(folder, { pid: 1, host: "elsewhere" });
    const long = new Date(Date.now() - 300_000);
    utimesSync(join(folder, ".cabinetry-write/owner.json"), long, long);
    await writeClient(folder, after);
    expect(contentsOf(folder)["index.ts"]).toBe("two\n");
  });

  test("many writers at once: each writes everything or is refused, and one client is left", async () => {
    const folder = await clientFolder();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => writeClient(folder, after)));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.length).toBeLessThan(8);
    for (const { reason } of refused) expect(String(reason)).toMatch(/nother process|ther processes/);
    expect(Object.keys(contentsOf(folder))).toEqual([
      "index.ts",
      "kept.ts",
      "manifest.json",
      "mine.md",
      "models/a.ts",
      "names.lock.json",
      "new/deep/b.ts",
    ]);
    expect((await writeClient(folder, after, { check: true })).upToDate).toBe(true);
  });

  test("a claim that the owner of the lock removes as something left behind is made again", async () => {
    const removed: string[] = [];
    const removeClaims = async (folder: string) => {
      for (let turn = 0; turn < 200 && removed.length === 0; turn += 1) {
        for (const name of readdirSync(folder).filter((one) => one.startsWith(".cabinetry-claim-"))) {
          rmSync(join(folder, name), { recursive: true, force: true });
          removed.push(name);
        }
        await new Promise(setImmediate);
      }
    };
    // A claim is there for less than a millisecond: it is not met each time.
    for (let round = 0; round < 50 && removed.length === 0; round += 1) {
      const folder = await clientFolder();
      await Promise.all([writeClient(folder, after), removeClaims(folder)]);
      expect(contentsOf(folder)["index.ts"]).toBe("two\n");
    }
    expect(removed.length).toBeGreaterThan(0);
  });
});

function hostOfThisProcess(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
