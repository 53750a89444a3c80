import { relative } from "node:path";
import { dirname } from "node:path/posix";
import { compile } from "../types/compile.js";

/**
 * Compiles several clients in one go. A runtime file stands for that of a later client which has the same text and imports the
 * same files, so that each is checked once.
 *
 * @returns the compiler's complaints; the folder of a client is its number.
 */
export function compileBatch(clients: readonly ReadonlyMap<string, string>[]): readonly string[] {
  const files = new Map<string, string>();
  const known = new Map<string, string>();
  clients.forEach((client, index) => {
    for (const [path, text] of client) {
      if (!path.endsWith(".ts")) continue;
      const place = `${String(index)}/${path}`;
      const key = path.startsWith("runtime/") ? JSON.stringify([path, ...textsBelow(client, path)]) : place;
      const same = known.get(key);
      if (same === undefined) known.set(key, place);
      const target = same && relative(dirname(place), same).replace(/\.ts$/u, ".js");
      files.set(place, target === undefined ? text : `export * from ${JSON.stringify(target)};\n`);
    }
  });
  return compile(files);
}

/** The texts of a runtime file and of all that it imports, directly or not. */
function textsBelow(client: ReadonlyMap<string, string>, path: string): readonly string[] {
  const found = new Set([path]);
  for (const one of found) {
    for (const [, name] of (client.get(one) ?? "").matchAll(/ from "\.\/(.+)\.js";$/gmu))
      found.add(`runtime/${name ?? ""}`.concat(".ts"));
  }
  return [...found].sort().map((one) => client.get(one) ?? "");
}
