import { findFolder, readBelow } from "./read-folder.js";
import { manifestName, readManifest } from "./manifest.js";

/** Options of an earlier generation, as its manifest has them. */
export interface KeptOptions {
  readonly name?: string;
  readonly vendor?: string;
  readonly importExtension?: "js" | "ts" | "none";
  readonly openapiTypes?: boolean;
}

/**
 * What the client in a folder was generated with, so that generating it again, and checking it, needs no option twice.
 * Nothing when there is no client of ours.
 *
 * @throws UserError (2) when the folder cannot be looked at.
 */
export async function readKeptOptions(directory: string): Promise<KeptOptions> {
  const folder = await findFolder(directory);
  const text = folder === undefined ? undefined : await readBelow(folder, manifestName);
  const options = text === undefined ? undefined : readManifest(text)?.options;
  if (options === undefined) return {};
  const { name, vendor, importExtension, openapiTypes } = options;
  return {
    ...(typeof name === "string" && { name }),
    ...(typeof vendor === "string" && { vendor }),
    ...(isExtension(importExtension) && { importExtension }),
    ...(openapiTypes === true && { openapiTypes }),
  };
}

function isExtension(value: unknown): value is "js" | "ts" | "none" {
  return value === "js" || value === "ts" || value === "none";
}
