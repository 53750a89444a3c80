import { readFile } from "node:fs/promises";
import { byText } from "../text/by-text.js";
import type { EmittedFile } from "./emitted-client.js";
import type { ImportExtension } from "./print-declarations.js";

/** Where the runtime's source is: beside `src` in a checkout, in the package when installed. */
const ROOT = new URL("../runtime/", import.meta.url);

/** Relative module specifiers of import and export declarations; the runtime imports nothing else. */
const SPECIFIER = /(?<=\bfrom ")(\.{1,2}\/[^"]+)\.js(?=")/g;

/**
 * The runtime modules of a client as files, with everything that they import in turn. The source goes in as it is; only
 * the ending of its imports follows the client's.
 *
 * @param modules - without extension, relative to the runtime: `call/call`.
 */
export async function readRuntime(
  modules: readonly string[],
  extension: ImportExtension,
): Promise<readonly EmittedFile[]> {
  const texts = new Map<string, string>();
  const waiting = [...modules];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (texts.has(module)) continue;
    const text = await readFile(new URL(`${module}.ts`, ROOT), "utf8");
    texts.set(module, text);
    const base = new URL(module, "file:///");
    for (const [, specifier] of text.matchAll(SPECIFIER)) {
      if (specifier !== undefined) waiting.push(new URL(specifier, base).pathname.slice(1));
    }
  }
  return [...texts]
    .map(([module, text]) => ({ path: `runtime/${module}.ts`, text: withExtension(text, extension) }))
    .sort((left, right) => byText(left.path, right.path));
}

function withExtension(text: string, extension: ImportExtension): string {
  if (extension === "js") return text;
  return text.replaceAll(SPECIFIER, (_, path: string) =>
    extension === "none" ? path : `${path}.${extension}`,
  );
}
