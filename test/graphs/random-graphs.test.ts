import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";
import { compileBatch } from "./compile-batch.js";
import { generateInMemory } from "./generate-in-memory.js";
import { randomContracts } from "./random-contract.js";

/** Contracts to try; the nightly run sets more, and perhaps another seed. */
const runs = Number(process.env["FUZZ_RUNS"] ?? 80);
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_122);

/** Milliseconds of processor time that a contract of some kilobytes may take. */
const MOST_MILLISECONDS = 5_000;

/** Clients that are compiled: their runtime is shared, so that each takes a fraction of a second. */
const MOST_COMPILED = Math.max(20, runs / 20);

let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await makeTemporaryFolder("graphs");
});

afterAll(() => folder.remove());

describe("schemas that refer to each other at random", () => {
  const clients: ReadonlyMap<string, string>[] = [];

  test(
    "become a client, or are refused with a reason",
    async () => {
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(randomContracts(), async (contract) => {
          const before = process.cpuUsage();
          const outcome = await generateInMemory(contract, folder.path);
          const { user, system } = process.cpuUsage(before);
          expect((user + system) / 1_000).toBeLessThan(MOST_MILLISECONDS);
          if ("refused" in outcome) refused += 1;
          else if (clients.length < MOST_COMPILED) clients.push(outcome.files);
        }),
        { seed, numRuns: runs },
      );
      // Most of them mean something.
      expect(refused).toBeLessThan(runs / 2);
    },
    runs * 1_000 + 30_000,
  );

  test(
    "become clients that compile",
    () => {
      expect(clients.length).toBeGreaterThan(0);
      expect(compileBatch(clients)).toEqual([]);
    },
    MOST_COMPILED * 5_000 + 30_000,
  );
});
