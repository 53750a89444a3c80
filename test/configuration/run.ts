import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "prettier";
import { repository } from "../support/repository.js";
import { printConfiguration, type Schema } from "./print-configuration.js";

/* Writes docs/configuration.md from docs/cabinetry.schema.json. */

const schema = JSON.parse(await readFile(join(repository, "docs/cabinetry.schema.json"), "utf8")) as Schema;
const text = await format(printConfiguration(schema), { parser: "markdown", printWidth: 110 });
await writeFile(join(repository, "docs/configuration.md"), text);
