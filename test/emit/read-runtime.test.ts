import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readRuntime } from "../../src/emit/read-runtime.js";
import { runtimeFile } from "../../src/emit/print-declarations.js";
import { repository } from "../support/repository.js";

/** Relative specifiers of imports and exports. */
function specifiers(text: string): readonly string[] {
  return [...text.matchAll(/\bfrom "(\.[^"]+)"/g)].map(([, specifier = ""]) => specifier);
}

const source = join(repository, "src/runtime");
const rooms = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The emitted files of the runtime. */
const files = [...new Set(rooms.map((room) => runtimeFile(room)))];

/** Paths of the files that a file imports values of. */
function valueImports(text: string): readonly string[] {
  return [...text.matchAll(/^import \{([^}]*)\} from "\.\/([\w-]+)\.js";/gmu)].flatMap(
    ([, names = "", file = ""]) =>
      names.split(",").every((name) => /^\s*(?:type .*)?$/.test(name)) ? [] : [`runtime/${file}.ts`],
  );
}

/** Names that a module declares at its top, exported or not; the forms of an overloaded function are one. */
function declared(text: string): readonly string[] {
  const declarations = text.matchAll(
    /^(?:export )?(?:abstract |async |declare )*(?:class|const|function\*?|interface|let|type) ([\w$]+)/gmu,
  );
  return [...new Set([...declarations].map(([, name = ""]) => name))];
}

describe("the runtime of a client", () => {
  test("has the modules that are asked for, and all that they import, a file for each folder or several", async () => {
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

  test.each(files)("declares no name twice in one file: %s", (file) => {
    const names = rooms
      .filter((room) => runtimeFile(room) === file)
      .flatMap((room) =>
        readdirSync(join(source, room)).flatMap((module) =>
          declared(readFileSync(join(source, room, module), "utf8")),
        ),
      );
    expect(names).not.toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("imports values in one direction: no file needs itself by way of another", async () => {
    const modules = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => file.slice(0, -3).replaceAll("\\", "/"));
    const emitted = await readRuntime(modules, "js");
    const needs = new Map(emitted.map(({ path, text }) => [path, valueImports(text)] as const));
    const placed = new Set<string>();
    const isFree = (path: string) => (needs.get(path) ?? []).every((one) => placed.has(one));
    for (let free = [...needs.keys()].filter(isFree); free.length > 0;) {
      for (const path of free) placed.add(path);
      free = [...needs.keys()].filter((path) => !placed.has(path) && isFree(path));
    }
    expect([...needs.keys()].filter((path) => !placed.has(path))).toEqual([]);
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
