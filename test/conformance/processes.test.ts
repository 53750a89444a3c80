import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { contextOf } from "../e2e/world.js";
import { generateClient, type GeneratedClient } from "../support/generated-client.js";
import { runProgram } from "../support/run-program.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";
import type { ClientReport, ClientTask } from "./client-process.js";

// Each process compiles itself first, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const program = fileURLToPath(new URL("client-process.ts", import.meta.url));

let sandbox: Sandbox;
let client: GeneratedClient;
let intents: TemporaryFolder;
beforeAll(async () => {
  sandbox = await startSandbox({ timing: { queuedMs: 200, runningMs: 200 } });
  client = await generateClient(sandbox);
  intents = await makeTemporaryFolder("intents");
});
afterAll(async () => {
  await sandbox.close();
  await client.remove();
  await intents.remove();
});

/** Runs a client in a process of its own; gives its exit code, and what it reported. */
async function inProcess(
  task: Pick<ClientTask, "act" | "intent" | "operationId">,
): Promise<readonly [number | undefined, ClientReport]> {
  const { cabinetId } = contextOf(sandbox, "Northwind").cabinet;
  const { baseUrl, accessKey } = sandbox;
  const whole: ClientTask = {
    client: client.folder,
    baseUrl,
    accessKey,
    cabinetId,
    intents: intents.path,
    ...task,
  };
  const words = ["--import", "tsx", program, JSON.stringify(whole)];
  const { exitCode, stdout, stderr } = await runProgram(process.execPath, words);
  if (exitCode === 1) throw new Error(stderr);
  return [exitCode, stdout === "" ? {} : (JSON.parse(stdout) as ClientReport)];
}

/** Keys of the imports that came in while something happened. */
async function importsDuring<Result>(happening: () => Promise<Result>) {
  const before = sandbox.requests.length;
  const deals = contextOf(sandbox, "Northwind").deals.length;
  const result = await happening();
  const imports = sandbox.requests.slice(before).filter(({ operationId }) => operationId === "importDeals");
  const keys = imports.map(({ headers }) => headers["idempotency-key"]);
  const digests = imports.map(({ bodyDigest }) => bodyDigest);
  return { result, keys, digests, deals };
}

describe("clients in processes of their own, over a store of files", () => {
  test("[IDM-4] one that was killed before it knew is repeated by the next, with the same key and bytes", async () => {
    const { result, keys, digests } = await importsDuring(async () => {
      const crashed = await inProcess({ act: "crash", intent: "fair" });
      const [, { id = "" }] = await inProcess({ act: "import", intent: "fair" });
      const [, again] = await inProcess({ act: "import", intent: "fair" });
      return { crashed, id, again };
    });
    expect(result.crashed).toEqual([undefined, {}]);
    expect(result.id).not.toBe("");
    expect(result.again.id).toBe(result.id);
    expect([keys.length, new Set(keys).size, new Set(digests).size]).toEqual([3, 1, 1]);
  });

  test("[IDM-4] two at the same time start one operation", async () => {
    const { result, keys } = await importsDuring(() =>
      Promise.all([1, 2].map(() => inProcess({ act: "import", intent: "both" }))),
    );
    const [[, one], [, other]] = [result[0]!, result[1]!];
    expect(one.id).toBeDefined();
    expect(other.id).toBe(one.id);
    expect(new Set(keys).size).toBe(1);
  });

  test("[IDM-5] an outcome that was ambiguous in one is locked in the next, until somebody has looked", async () => {
    sandbox.makeNextWriteAmbiguous({ operationId: "importDeals", applied: false });
    const { result, keys } = await importsDuring(async () => [
      await inProcess({ act: "import", intent: "unclear" }),
      await inProcess({ act: "import", intent: "unclear" }),
    ]);
    expect(result.map(([, report]) => report)).toEqual([
      { error: "ambiguous-outcome" },
      { error: "ambiguous-outcome" },
    ]);
    expect(keys).toHaveLength(1);
    const freed = await importsDuring(async () => {
      await inProcess({ act: "resolve", intent: "unclear" });
      return inProcess({ act: "import", intent: "unclear" });
    });
    expect(freed.result[1].id).toBeDefined();
    expect(freed.keys).toHaveLength(1);
    expect(freed.keys[0]).not.toBe(keys[0]);
  });

  test("[OPS-5] an operation that one has started is waited for by another, from its id", async () => {
    const [, { id = "" }] = await inProcess({ act: "import", intent: "handed over" });
    expect(await inProcess({ act: "wait", operationId: id })).toEqual([0, { id, status: "succeeded" }]);
  });

  test("[TOK-7] [SEC-1] nothing of key, token, payload or intent is in the files", async () => {
    await inProcess({ act: "import", intent: "spring-fair-of-ada" });
    const entries = await readdir(intents.path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = await Promise.all(
      files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")),
    );
    const everything = [...entries.map(({ name }) => name), ...texts].join("\n");
    expect(files.length).toBeGreaterThan(0);
    for (const secret of [
      sandbox.accessKey,
      "eyJ",
      "Bearer",
      "442079460123",
      "Conformance",
      "spring-fair-of-ada",
    ]) {
      expect(everything).not.toContain(secret);
    }
  });
});
