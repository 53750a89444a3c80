import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/*
 * Joins the command and the packages that it loads at each start into a few files, `dist/command`: a run loads several
 * hundred modules otherwise, which takes a third of a second. To run after the compiler. The library is not joined.
 * An argument names another folder: tests run the command from their own, as their source is.
 */

const root = new URL("../", import.meta.url);
const out = process.argv[2] ?? fileURLToPath(new URL("dist/command", root));
/** Loaded on demand, from where they are installed or compiled; the sandbox reads files beside its own. */
const external = ["typescript", "openapi-typescript", "prettier", "ts-morph", "*/sandbox/index.js"];

await rm(out, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: fileURLToPath(root),
  entryPoints: ["src/cli/main.ts"],
  outdir: out,
  // As deep below the package as the compiled rooms: they find package.json and the templates two folders up.
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external,
  // Packages of the older kind require modules of Node.js.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);',
  },
  legalComments: "none",
  metafile: true,
});
await writeFile(`${out}/licenses.txt`, await licenses(Object.keys(metafile.inputs)));

/** The licences of the packages that were joined: they ask to be kept with every copy. */
async function licenses(paths) {
  const folders = new Set(
    paths
      .map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//u.exec(path)?.[0] ?? "")
      .filter((path) => path !== ""),
  );
  const texts = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(
      await readFile(new URL(`${folder}package.json`, root), "utf8"),
    );
    const text = await licenseText(folder);
    texts.push(`${name} ${version} (${license})\n\n${text}`);
  }
  return texts.join(`\n${"-".repeat(80)}\n`);
}

async function licenseText(folder) {
  for (const name of ["LICENSE", "LICENSE.md", "LICENSE.txt", "license", "LICENCE", "README.md"]) {
    const text = await readFile(new URL(folder + name, root), "utf8").catch(() => undefined);
    if (text !== undefined) return text;
  }
  return "";
}
