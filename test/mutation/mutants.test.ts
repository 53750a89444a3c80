import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { applyMutant } from "./apply-mutant.js";
import { mutants } from "./mutants/index.js";

/** The run that tries them all takes half an hour; that a patch no longer fits is told by the change that moved the code. */
test.each(mutants.map((mutant) => [`${mutant.rule} ${mutant.breaks}`, mutant] as const))(
  "the patch fits and its tests are there: %s",
  (_, mutant) => {
    const text = readFileSync(join(repository, mutant.file), "utf8");
    expect(applyMutant(text, mutant)).not.toBe(text);
    expect(mutant.tests.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  },
);
