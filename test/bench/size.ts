import { hasCorpus } from "../corpus/corpus.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { measureProgram, sizedPrograms } from "./programs.js";

/*
 * What a bundle with a generated client weighs, and which files of the runtime: `npm run bench:size`. A word behind `--`
 * chooses programs ("GET").
 */

const [only = ""] = process.argv.slice(2);
const folder = await makeTemporaryFolder("size");
try {
  for (const program of sizedPrograms) {
    if (!program.name.includes(only) || (program.client === "museum" && !hasCorpus())) continue;
    const { minified, gzip, parts } = await measureProgram(program, folder.path);
    console.log(`${program.name}: ${kilo(gzip)} gzip, ${kilo(minified)} minified`);
    for (const [part, bytes] of parts) console.log(`  ${kilo(bytes).padStart(9)}  ${part}`);
  }
} finally {
  await folder.remove();
}

function kilo(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
