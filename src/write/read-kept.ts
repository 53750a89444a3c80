import { manifestName } from "../text/client-folder.js";
import { findFolder } from "./output-folder.js";
import { readBelow } from "./read-folder.js";
import { readStagedManifest } from "./write-journal.js";
import { type Manifest, readManifest } from "./manifest.js";

/** Options and names of an earlier generation, as its manifest has them. */
export interface Kept {
  /** The client's class, and whether that name was asked for. */
  readonly keptClass?: { readonly name: string; readonly given: boolean };
  /** Title of the contract that it was generated from. */
  readonly title?: string;
  readonly vendor?: string;
  readonly importExtension?: "js" | "ts" | "none";
  readonly openapiTypes?: boolean;
  /** Absent: there is no client of ours. */
  readonly names?: Manifest["names"];
}

/**
 * What the client in a folder was generated with, so that generating it again, and checking it, needs no option twice,
 * and what its methods and models are called. Nothing when there is no client of ours.
 *
 * @throws UserError (2) when the folder cannot be looked at.
 */
export async function readKept(directory: string): Promise<Kept> {
  const folder = await findFolder(directory);
  const text = folder === undefined ? undefined : await readLastManifest(folder);
  const manifest = text === undefined ? undefined : readManifest(text);
  if (manifest === undefined) return {};
  const { names, options, name, title } = manifest;
  const { vendor, importExtension, openapiTypes } = options;
  return {
    ...(name !== undefined && { keptClass: { name, given: options["name"] === name } }),
    ...(title !== undefined && { title }),
    ...(typeof vendor === "string" && { vendor }),
    ...(isExtension(importExtension) && { importExtension }),
    ...(openapiTypes === true && { openapiTypes }),
    names,
  };
}

/** The manifest, or where a write was interrupted before it was in place, the one that was to be. */
async function readLastManifest(folder: string): Promise<string | undefined> {
  const text = await readBelow(folder, manifestName);
  return text ?? (await readStagedManifest(folder));
}

function isExtension(value: unknown): value is "js" | "ts" | "none" {
  return value === "js" || value === "ts" || value === "none";
}
