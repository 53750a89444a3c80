import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Generated from "../../generated/external-api/index.js";
import { generate } from "../../src/generate.js";
import type { Sandbox } from "../../src/sandbox/index.js";
import { makeTemporaryFolder } from "./temporary-folder.js";

/** What a client of the external API exports; the committed one has the types of each that is generated. */
export type GeneratedModule = typeof Generated;

/** A client that was generated a moment ago. */
export interface GeneratedClient {
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly module: GeneratedModule;
  remove(): Promise<void>;
}

/** Generates a client from the contract that a sandbox publishes, over HTTP, and imports it. */
export async function generateClient({ apiUrl, vendor }: Sandbox): Promise<GeneratedClient> {
  const temporary = await makeTemporaryFolder("client");
  const folder = join(temporary.path, "external-api");
  await generate({ contract: apiUrl, out: folder, vendor });
  const module = await importModule(folder);
  return { folder, module, remove: () => temporary.remove() };
}

async function importModule(folder: string): Promise<GeneratedModule> {
  // A path that is known at run time only: nothing but the committed client's types can be said of it.
  return (await import(pathToFileURL(join(folder, "index.ts")).href)) as GeneratedModule;
}
