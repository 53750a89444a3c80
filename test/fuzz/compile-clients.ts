import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path/posix";
import ts from "typescript";
import { compileClient } from "../corpus/compile-client.js";

/** What is wrong with the text of a client: one line a complaint. */
export type Complaints = readonly string[];

/** A runtime that clients share: path below `runtime` → text. */
type Runtime = Map<string, string>;

/** Module specifiers that lead into a client's runtime from outside of it. */
const runtimeSpecifier = /(?<=\bfrom ")(?:\.{1,2}\/)+runtime\/(?<module>[^"]+)\.js(?=")/gu;

/**
 * Compiles clients as one program, so that the platform's declarations and the runtime are read and checked once, and
 * looks for text of the contract that has become code.
 *
 * @param batch - absolute path; every client is a folder `<name>/client` in it. What is compiled is written over them.
 * @param names - in any order.
 * @returns name → complaints; names without any are not in it.
 */
export async function compileClients(
  batch: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Complaints>> {
  const found = new Map<string, string[]>();
  const complain = (name: string, complaint: string): void => {
    found.set(name, [...(found.get(name) ?? []), complaint]);
  };
  const runtimes: Runtime[] = [];
  for (const name of names) {
    for (const complaint of await shareRuntime(batch, name, runtimes)) complain(name, complaint);
  }
  for (const [index, runtime] of runtimes.entries()) {
    for (const [path, text] of runtime) await write(join(batch, `runtime-${String(index)}`, path), text);
  }
  for (const line of await compileClient(batch)) {
    const [, name = "(the program)", rest = line] = /^([^/(]+)\/(.*)$/su.exec(line) ?? [];
    complain(name, rest);
  }
  return found;
}

/** Moves a client's runtime to where equal ones are, and its imports after it. Says what is wrong on the way. */
async function shareRuntime(batch: string, name: string, runtimes: Runtime[]): Promise<Complaints> {
  const folder = join(batch, name, "client");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const),
  );
  const own: Runtime = new Map(
    texts.flatMap(([path, text]) =>
      path.startsWith("runtime/") ? [[path.slice("runtime/".length), text]] : [],
    ),
  );
  const shared = runtimeFor(own, runtimes);
  const complaints: string[] = [];
  for (const [path, text] of texts) {
    if (path.startsWith("runtime/")) continue;
    if (hasEscaped(text)) complaints.push(`${path}: text of the contract has become code`);
    const above = relative(dirname(join(folder, path)), join(batch, `runtime-${String(shared)}`));
    const moved = text.replaceAll(runtimeSpecifier, (specifier, module: string) => {
      if (own.has(`${module}.ts`)) return `${above}/${module}.js`;
      complaints.push(`${path}: "${specifier}" is not among the files of the client`);
      return specifier;
    });
    if (moved !== text) await writeFile(join(folder, path), moved);
  }
  await rm(join(folder, "runtime"), { recursive: true, force: true });
  return complaints;
}

/** Index of the first runtime that holds nothing else under the same paths; what is new in this one is added to it. */
function runtimeFor(own: Runtime, runtimes: Runtime[]): number {
  const agrees = (runtime: Runtime): boolean =>
    [...own].every(([path, text]) => (runtime.get(path) ?? text) === text);
  let index = runtimes.findIndex(agrees);
  if (index === -1) index = runtimes.push(new Map()) - 1;
  for (const [path, text] of own) runtimes[index]?.set(path, text);
  return index;
}

/** Whether the canary stands anywhere but in a string or a comment. */
function hasEscaped(text: string): boolean {
  if (!text.includes("globalThis")) return false;
  const file = ts.createSourceFile("client.ts", text, ts.ScriptTarget.ES2023);
  const visit = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node.text === "globalThis") || (ts.forEachChild(node, visit) ?? false);
  return visit(file);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
