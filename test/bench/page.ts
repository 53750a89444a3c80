import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { absenceNotice, hasCorpus } from "../corpus/corpus.js";
import { repository } from "../support/repository.js";
import { runProgram } from "../support/run-program.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { buildIfStale } from "../support/build-if-stale.js";
import { generateAll, installOthers } from "./contestants.js";
import { startServer } from "./measure-calls.js";
import { otherGenerators } from "./others.js";
import { generatedDocuments, renderPage } from "./page-text.js";
import { generationTable, sizeTable, throughputTable } from "./tables.js";

/*
 * `npm run bench`: measures this generator beside others and writes docs/benchmarks.md. It installs the others into a
 * temporary folder, so it needs the network; and the published contracts that docs/corpus.md names. `-- --once` measures each
 * generation once: on a busy machine three times take half an hour.
 */

process.exitCode = await main();

async function main(): Promise<number> {
  const generationRuns = process.argv.includes("--once") ? 1 : 3;
  if (!hasCorpus()) {
    console.error(absenceNotice);
    return 1;
  }
  const [load = 0] = loadavg();
  const folder = await makeTemporaryFolder("others");
  const server = await startServer();
  try {
    await buildIfStale();
    const museum = "https://redocly.com/_mock/docs/openapi/museum-api";
    const others = otherGenerators({ pets: server.url, museum });
    const commit = await revision();
    say("Installing the other generators");
    await installOthers(folder.path, others);
    say("Generating the clients that are compared");
    const contestants = await generateAll(others, folder.path, server.url);
    const sizes = await sizeTable(contestants);
    say("Measuring calls");
    const throughput = await throughputTable(contestants, folder.path);
    say("Measuring generation");
    const generation = await generationTable(generatedDocuments, others, {
      folder: folder.path,
      runs: generationRuns,
    });
    const machine = { node: process.versions.node, cores: availableParallelism(), load };
    const page = await renderPage({
      machine,
      revision: commit,
      others,
      sizes,
      throughput,
      generation,
      generationRuns,
    });
    await writeFile(join(repository, "docs/benchmarks.md"), page);
    say("Wrote docs/benchmarks.md");
    return 0;
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : String(error)}\ndocs/benchmarks.md is as it was.`,
    );
    return 1;
  } finally {
    server.stop();
    await folder.remove();
  }
}

/** The commit that was measured. */
async function revision(): Promise<string> {
  const { stdout } = await runProgram("git", ["rev-parse", "--short=10", "HEAD"], { cwd: repository });
  return stdout.trim();
}

function say(text: string): void {
  console.log(text);
}
