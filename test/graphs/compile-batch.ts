import { relative } from "node:path";
import { dirname } from "node:path/posix";
import { compile } from "../types/compile.js";

/**
 * Compiles several clients in one go. A runtime that is the same in an earlier client, file for file, stands for it, so that
 * each is checked once.
 *
 * @returns the compiler's complaints; the folder of a client is its number.
 */
export function compileBatch(clients: readonly ReadonlyMap<string, string>[]): readonly string[] {
  const files = new Map<string, string>();
  const known = new Map<string, string>();
  clients.forEach((client, index) => {
    const runtime = JSON.stringify([...client].filter(([path]) => path.startsWith("runtime/")).sort());
    const first = known.get(runtime) ?? String(index);
    known.set(runtime, first);
    for (const [path, text] of client) {
      if (!path.endsWith(".ts")) continue;
      const place = `${String(index)}/${path}`;
      const same = path.startsWith("runtime/") && first !== String(index) ? `${first}/${path}` : undefined;
      const target = same && relative(dirname(place), same).replace(/\.ts$/u, ".js");
      files.set(place, target === undefined ? text : `export * from ${JSON.stringify(target)};\n`);
    }
  });
  return compile(files);
}
