import { createHash } from "node:crypto";
import { extname } from "node:path";
import { format } from "prettier";
import type { ClientFile } from "./client-files.js";

/** Texts that prettier was seen to leave alone: the runtime, which is part of every client, is laid out only once. */
const stable = new Set<string>();

/** Paths of the files that prettier, with the options that consumers have by default, would change or cannot read. */
export async function findUnformatted(files: readonly ClientFile[]): Promise<readonly string[]> {
  const unformatted: string[] = [];
  for (const file of files) if (!(await isFormatted(file))) unformatted.push(file.path);
  return unformatted;
}

async function isFormatted({ path, text }: ClientFile): Promise<boolean> {
  const key = createHash("sha256")
    .update(`${extname(path)}\n${text}`)
    .digest("base64");
  if (stable.has(key)) return true;
  const same = await format(text, { filepath: path }).then(
    (laidOut) => laidOut === text,
    () => false,
  );
  if (same) stable.add(key);
  return same;
}
