import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readRuntime } from "../../src/emit/read-runtime.js";
import { repository } from "../support/repository.js";

/** Relative specifiers of imports and exports. */
function specifiers(text: string): readonly string[] {
  return [...text.matchAll(/\bfrom "(\.[^"]+)"/g)].map(([, specifier = ""]) => specifier);
}

const source = join(repository, "src/runtime");
const rooms = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Names that a module declares at its top, exported or not; the forms of an overloaded function are one. */
function declared(text: string): readonly string[] {
  const declarations = text.matchAll(
    /^(?:export )?(?:abstract |async |declare )*(?:class|const|function\*?|interface|let|type) ([\w$]+)/gmu,
  );
  return [...new Set([...declarations].map(([, name = ""]) => name))];
}

describe("the runtime of a client", () => {
  test("has the modules that are asked for, and all that they import, a file for each folder", async () => {
    const files = await readRuntime(["pages/pages"], "js");
    const paths = new Set(files.map(({ path }) => path));
    expect(paths).toContain("runtime/pages.ts");
    expect([...paths]).toEqual([...paths].sort());
    const missing = files.flatMap(({ path, text }) =>
      specifiers(text)
        .map((specifier) => new URL(specifier.replace(/\.js$/, ".ts"), `file:///${path}`).pathname.slice(1))
        .filter((wanted) => !paths.has(wanted)),
    );
    expect(missing).toEqual([]);
  });

  test("names RFCs in its comments, and no rule of ours", () => {
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const found = files.flatMap((file) => {
      const text = readFileSync(join(source, file), "utf8");
      const ids = text.matchAll(/\b(?:ACC|CAP|ERR|ETG|GEN|IDM|OPS|RES|SEC|TOK|VER)-\d+/gu);
      return [...ids].map(([id]) => `${file}: ${id}`);
    });
    expect(files).not.toEqual([]);
    expect(found).toEqual([]);
  });

  test("leaves out what a client does not need of a folder", async () => {
    const textOf = async (modules: readonly string[]) =>
      (await readRuntime(modules, "js")).find(({ path }) => path === "runtime/credentials.ts")?.text;
    expect(await textOf(["credentials/basic"])).not.toContain("function apiKey(");
    expect(await textOf(["credentials/basic", "credentials/api-key"])).toContain("function apiKey(");
  });

  test("has a class after the one that it extends, whatever the order of the modules", async () => {
    const files = await readRuntime(["operations/start-operation"], "js");
    const errors = files.find(({ path }) => path === "runtime/errors.ts")?.text ?? "";
    const at = (name: string) => errors.indexOf(`class ${name} `);
    for (const [, name = "", base = ""] of errors.matchAll(/class (\w+) extends (\w+)/gu))
      if (at(base) !== -1) expect(at(base)).toBeLessThan(at(name));
    expect(at("ApiError")).not.toBe(-1);
  });

  test.each(rooms)("declares no name twice in one folder: %s", (room) => {
    const names = readdirSync(join(source, room)).flatMap((file) =>
      declared(readFileSync(join(source, room, file), "utf8")),
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
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
