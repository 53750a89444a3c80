import { readFile } from "node:fs/promises";
import type { ImportPlan } from "../plan/typescript/client-plan.js";
import { byText } from "../text/by-text.js";
import type { EmittedFile } from "./emitted-client.js";
import { type ImportExtension, importViews, runtimeFile } from "./print-declarations.js";
import { renderTemplate } from "./render-template.js";

/** Where the runtime's source is: beside `src` in a checkout, in the package when installed. */
const ROOT = new URL("../../src/runtime/", import.meta.url);

/**
 * An import declaration of the runtime, as prettier leaves it. The runtime imports names alone, under their own name, and
 * nothing from outside itself.
 */
const IMPORT = /^import (type )?\{([^}]*)\} from "(\.{1,2}\/[^"]+)\.js";\n/gmu;

/** One source file of the runtime. */
interface RuntimeModule {
  /** Relative to the runtime, without extension: `call/core`. */
  readonly path: string;
  readonly imports: readonly ImportPlan[];
  /** All that follows the imports. */
  readonly body: string;
}

/**
 * The runtime of a client as files: the modules that are asked for, and all that they import in turn. The modules of one folder
 * of the source become one file, named after the folder or one beside it; beside imports, nothing of them changes.
 *
 * @param modules - without extension, relative to the runtime: `call/call`.
 */
export async function readRuntime(
  modules: readonly string[],
  extension: ImportExtension,
): Promise<readonly EmittedFile[]> {
  const read = new Map<string, RuntimeModule>();
  const waiting = [...modules];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (read.has(path)) continue;
    const module = parseModule(path, await readFile(new URL(`${path}.ts`, ROOT), "utf8"));
    read.set(path, module);
    waiting.push(...module.imports.map(({ from }) => from));
  }
  const rooms = new Map<string, RuntimeModule[]>();
  for (const module of [...read.values()].sort((left, right) => byText(left.path, right.path)))
    rooms.set(runtimeFile(module.path), [...(rooms.get(runtimeFile(module.path)) ?? []), module]);
  return [...rooms]
    .sort(([left], [right]) => byText(left, right))
    .map(([room, members]) => ({
      path: `runtime/${room}.ts`,
      text: joinModules(room, inOrder(members), extension),
    }));
}

function parseModule(path: string, text: string): RuntimeModule {
  const base = new URL(path, "file:///");
  const imports = [...text.matchAll(IMPORT)].map(([, allTypes, names = "", specifier = ""]) => ({
    from: new URL(specifier, base).pathname.slice(1),
    names: names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => ({
        name: name.replace(/^type /u, ""),
        type: allTypes !== undefined || name.startsWith("type "),
      })),
  }));
  return { path, imports, body: text.replace(IMPORT, "").trim() };
}

/** Modules after those whose values they import: a class comes after the one that it extends. */
function inOrder(modules: readonly RuntimeModule[]): readonly RuntimeModule[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const placed = new Set<RuntimeModule>();
  const visit = (module: RuntimeModule | undefined, above: readonly RuntimeModule[]): void => {
    if (module === undefined || placed.has(module) || above.includes(module)) return;
    for (const { from, names } of module.imports)
      if (names.some(({ type }) => !type)) visit(byPath.get(from), [...above, module]);
    placed.add(module);
  };
  for (const module of modules) visit(module, []);
  return [...placed];
}

function joinModules(room: string, modules: readonly RuntimeModule[], extension: ImportExtension): string {
  const outside = modules
    .flatMap(({ imports }) => imports)
    .filter(({ from }) => runtimeFile(from) !== room)
    .map((plan) => ({ ...plan, from: `runtime/${plan.from}` }));
  return renderTemplate("runtime.ts", {
    imports: importViews(outside, `runtime/${room}`, extension),
    modules: modules.map(({ body }) => body),
  });
}
