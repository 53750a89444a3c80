import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder outside of the repository, and how to be rid of it. */
export interface TemporaryFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  remove(): Promise<void>;
}

/** Makes an empty folder outside of the repository. @param name what it is for, as part of its name */
export async function makeTemporaryFolder(name: string): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), `cabinetry-${name}-`)));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
