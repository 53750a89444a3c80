import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What a program of a generated client weighs once it is bundled. */
export interface BundleSize {
  /** Bytes, minified. */
  readonly minified: number;
  /** Bytes, minified and compressed (gzip, level 9). */
  readonly gzip: number;
  /** Minified bytes by emitted file of the runtime; the client's own files together are `client`. Largest first. */
  readonly parts: readonly (readonly [part: string, bytes: number])[];
}

/**
 * Bundles a program as the bundler of an application does: ESM, minified, without what the program does not reach.
 *
 * @param folder - of the generated client
 * @param program - what imports from it, by paths relative to the folder
 */
export async function bundleSize(folder: string, program: string): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder, sourcefile: "program.ts", loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    absWorkingDir: folder,
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const [file] = outputFiles;
  const [output] = Object.values(metafile.outputs);
  if (file === undefined || output === undefined) throw new Error("The bundler wrote nothing.");
  const parts = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
    const part = path.startsWith("runtime/") ? join("runtime", basename(path, ".ts")) : "client";
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
  }
  return {
    minified: file.contents.byteLength,
    gzip: gzipSync(file.contents, { level: 9 }).byteLength,
    parts: [...parts].filter(([, bytes]) => bytes > 0).sort(([, one], [, other]) => other - one),
  };
}
