import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import { compareTypes } from "../types/oracle.js";
import { compileClient } from "./compile-client.js";

/** How the types of a document's components compare with openapi-typescript's. */
export interface TypeComparison {
  /** One line a component that differs and should not: `Order: error TS2322 …`. */
  readonly differences: readonly string[];
  /** Documented difference (docs/reference/types.md) → how often it was met. */
  readonly documented: ReadonlyMap<string, number>;
}

/** What is said where openapi-typescript derives a type that does not compile; its users are not compared then. */
const NOT_COMPILING = "openapi-typescript's own text does not compile";

/**
 * Compares the contract that a client keeps a copy of, by compiling both kinds of types side by side.
 *
 * @param client - folder of the client.
 * @param folder - gets the sources that are compiled.
 */
export async function compareDocument(client: string, folder: string): Promise<TypeComparison> {
  const document = JSON.parse(await readFile(join(client, "openapi.json"), "utf8")) as JsonObject;
  const comparison = await compareTypes(document);
  if (comparison === undefined) return { differences: [], documented: new Map() };
  for (const [path, text] of comparison.files) {
    const file = join(folder, "types", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const complaints = await compileClient(join(folder, "types"));
  const theirs = complaints.filter((line) => line.includes("oracle.ts("));
  const found = comparison.differences(complaints.filter((line) => !theirs.includes(line)));
  const bySchema = new Map(found.map(({ schema, reason }) => [schema, `${schema}: ${reason}`]));
  const own = theirs.length === 0 ? [] : [[NOT_COMPILING, theirs.length] as const];
  return { differences: [...bySchema.values()], documented: new Map([...comparison.documented, ...own]) };
}
