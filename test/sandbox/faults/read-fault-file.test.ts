import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { FaultFileError, readFaultFile } from "../../../src/sandbox/index.js";

/** A file with a text, removed after the test. */
function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "cabinetry-faults-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, "faults.yaml");
  writeFileSync(path, text);
  return path;
}

/** What is wrong in a file: its lines, without the folder. */
async function linesOf(text: string): Promise<readonly string[]> {
  const path = fileOf(text);
  const error = await readFaultFile(path).catch((reason: unknown) => reason);
  if (!(error instanceof FaultFileError)) throw new Error("it was expected to be refused");
  return [error.message, ...error.lines.map((line) => line.replace(path, "faults.yaml"))];
}

describe("a faults file", () => {
  const plan = {
    seed: 7,
    faults: [{ on: "importDeals", nth: 1, fault: { kind: "disconnect", when: "after" } }],
  };

  test.each([
    [
      "YAML",
      "seed: 7\nfaults:\n  - on: importDeals\n    nth: 1\n    fault: { kind: disconnect, when: after }\n",
    ],
    ["JSON", JSON.stringify(plan)],
    [
      "YAML with an anchor",
      "seed: 7\nfaults:\n  - { on: importDeals, nth: 1, fault: &lost { kind: disconnect, when: after } }\n",
    ],
  ])("is %s", async (_form, text) => {
    expect(await readFaultFile(fileOf(text))).toEqual(plan);
  });

  test("has everything that is wrong named with its place", async () => {
    const text = [
      "faults:",
      "  - on: importDeal",
      "    fault: { kind: slowBody, ms: 5 }",
      "  - &second",
      "    on: [listCabinets, getCabinet]",
      "    probability: 7",
      "    fault: html",
      "",
    ];
    expect(await linesOf(text.join("\n"))).toEqual([
      "The faults file is invalid",
      expect.stringMatching(
        /^faults\.yaml:3:30 faults\[0\]\.fault\.ms: the fault slowBody has no member ms\./,
      ),
      "faults.yaml:3:5 faults[0].fault: the fault slowBody needs the member milliseconds.",
      "faults.yaml:2:5 faults[0].on: importDeal is not an operation of the contract. Did you mean importDeals?",
      expect.stringMatching(
        /^faults\.yaml:5:24 faults\[1\]\.on\[1\]: getCabinet is not an operation of the contract\./,
      ),
      "faults.yaml:6:5 faults[1].probability: expected a number from 0 to 1, not 7.",
    ]);
  });

  test("that is no YAML is refused with the place", async () => {
    expect(await linesOf("faults: [\n")).toEqual([
      "The faults file is neither YAML nor JSON",
      expect.stringMatching(/^faults\.yaml:2:1 .*flow/i),
    ]);
    expect(await linesOf("")).toEqual([
      "The faults file is invalid",
      "faults.yaml:1:1 the plan: the plan is an object, not null.",
    ]);
  });

  test("cannot exhaust the memory with aliases", async () => {
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
    for (const [last, next] of ["ab", "bc", "cd", "de", "ef"])
      bomb.push(
        `${String(next)}: &${String(next)} [${Array(9)
          .fill(`*${String(last)}`)
          .join(", ")}]`,
      );
    expect((await linesOf(bomb.join("\n")))[0]).toBe("The faults file cannot be read");
  });
});
