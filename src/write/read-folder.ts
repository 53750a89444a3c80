import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../text/user-error.js";

/**
 * The text of a file below the folder; undefined when there is none.
 *
 * @throws UserError (2) when a link lies on the way (it could lead out of the folder), or something is there that is
 *   no file, or it cannot be read.
 */
export async function readBelow(folder: string, path: string): Promise<string | undefined> {
  let place = folder;
  try {
    for (const segment of path.split("/")) {
      place = join(place, segment);
      const facts = await lstat(place);
      if (facts.isSymbolicLink())
        throw inTheWay(place, "is a link, which could lead out of the output folder");
      if (place === join(folder, path) && !facts.isFile())
        throw inTheWay(place, "is a folder where a file belongs");
    }
    return await readFile(place, "utf8");
  } catch (error) {
    // ENOTDIR: a file stands where a folder belongs. If it is an old one it goes away first; if not, writing says so.
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    if (error instanceof UserError) throw error;
    throw inTheWay(place, `cannot be read (${reasonOf(error)})`);
  }
}

function inTheWay(place: string, why: string): UserError {
  return new UserError(2, `${place} ${why}.`, {
    remedy: "Nothing was written. Move it away, or choose another folder with -o.",
  });
}

/** The code of a system error (`ENOENT`), if it is one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A system error in words, without the system call and the path that the sentence around it already names. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z]+: /u, "").replace(/, \w+(?: '.*')?$/u, "");
}
