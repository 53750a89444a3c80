/*
 * Generates a client of every variant of the documents that its arguments name, and prints a line of JSON for each:
 * what its manifest says. A program of its own, so that it can have another locale and time zone.
 */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "../../../src/generate.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { corpusPath } from "../corpus.js";
import { vendor } from "../vendor.js";
import { type Variant, variants, writeVariant } from "./write-variant.js";

for (const document of process.argv.slice(2)) {
  for (const variant of variants) {
    const manifest = await manifestOf(document, variant);
    if (manifest !== undefined) console.log(JSON.stringify({ document, variant, manifest }));
  }
}

/** Undefined where the document has no such variant; what was said where it was refused. */
async function manifestOf(document: string, variant: Variant): Promise<unknown> {
  const temporary = await makeTemporaryFolder("variant");
  try {
    const [folder, out] = [join(temporary.path, "andere Stelle"), join(temporary.path, "out")];
    await mkdir(folder);
    const root = await writeVariant(corpusPath(document), variant, folder);
    if (root === undefined) return undefined;
    await generate({ contract: root, out, vendor });
    return JSON.parse(await readFile(join(out, "manifest.json"), "utf8")) as unknown;
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  } finally {
    await temporary.remove();
  }
}
