import { describe, expect, test } from "vitest";
import { readRuntime } from "../../src/emit/read-runtime.js";

/** Relative specifiers of imports and exports. */
function specifiers(text: string): readonly string[] {
  return [...text.matchAll(/\bfrom "(\.[^"]+)"/g)].map(([, specifier = ""]) => specifier);
}

describe("the runtime of a client", () => {
  test("has the modules that are asked for, and all that they import, sorted", async () => {
    const files = await readRuntime(["pages/pages"], "js");
    const paths = new Set(files.map(({ path }) => path));
    expect(paths).toContain("runtime/pages/pages.ts");
    expect([...paths]).toEqual([...paths].sort());
    const missing = files.flatMap(({ path, text }) =>
      specifiers(text)
        .map((specifier) => new URL(specifier.replace(/\.js$/, ".ts"), `file:///${path}`).pathname.slice(1))
        .filter((wanted) => !paths.has(wanted)),
    );
    expect(missing).toEqual([]);
  });

  test.each(["js", "ts", "none"] as const)("ends its imports like the client: %s", async (extension) => {
    const files = await readRuntime(["call/call"], extension);
    const endings = new Set(
      files.flatMap(({ text }) => specifiers(text)).map((specifier) => /\.\w+$/.exec(specifier)?.[0]),
    );
    expect([...endings]).toEqual([extension === "none" ? undefined : `.${extension}`]);
  });

  test("cannot have a module that is not there", async () => {
    await expect(readRuntime(["call/nothing"], "js")).rejects.toThrow(/ENOENT/);
  });
});
