import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** A file of a client on the disk. */
export interface ClientFile {
  /** Relative to the client, with `/` between folders. */
  readonly path: string;
  readonly text: string;
}

/** Every file of a client, sorted by path. */
export async function readClientFiles(folder: string): Promise<readonly ClientFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return {
        path: relative(folder, path).replaceAll("\\", "/"),
        text: await readFile(path, "utf8"),
      };
    });
  return (await Promise.all(files)).sort((left, right) => (left.path < right.path ? -1 : 1));
}
