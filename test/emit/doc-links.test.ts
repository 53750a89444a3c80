import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { emitContract } from "./emit-contract.js";

/** The links in doc comments that lead to nothing that an editor could open: `resources/deals.ts: {@link Deal}`. */
function deadLinks(files: ReadonlyMap<string, string>): readonly string[] {
  const sources = new Map([...files].filter(([path]) => path.endsWith(".ts")));
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      types: [],
    }),
    getScriptFileNames: () => [...sources.keys()].map((path) => `/given/${path}`),
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = sources.get(path.replace("/given/", "")) ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => "/given",
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (path) => sources.has(path.replace("/given/", "")) || ts.sys.fileExists(path),
    readFile: (path) => sources.get(path.replace("/given/", "")) ?? ts.sys.readFile(path),
  });
  const found = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/\{@link\b(?: ([\w$.]+)\})?/g)].flatMap((link) => {
      if (link[1] === undefined) return [`${path}: ${text.slice(link.index).split("\n", 1).join("")}`];
      const target = service.getDefinitionAtPosition(`/given/${path}`, link.index + link[0].length - 2);
      return target === undefined || target.length === 0 ? [`${path}: ${link[0]}`] : [];
    }),
  );
  service.dispose();
  return found;
}

test.each([
  ["external-api/openapi.yaml", 50],
  ["media/openapi.yaml", 50],
])("every link in a doc comment of the client of %s leads somewhere", async (fixture, least) => {
  const contract = readFileSync(join(repository, "fixtures", fixture), "utf8");
  const files = await emitContract(contract, { vendor: "acme" });
  expect([...files.values()].join("\n").match(/\{@link /g)?.length).toBeGreaterThan(least);
  expect(deadLinks(files)).toEqual([]);
});

test("a link to what a file does not know, or that goes on in another line, is found", () => {
  const comment = "/**\n * See {@link known}, {@link lost} and {@link\n * known}.\n */";
  const files = new Map([["a.ts", `${comment}\nexport const known = 1;\n`]]);
  expect(deadLinks(files)).toEqual(["a.ts: {@link lost}", "a.ts: {@link"]);
});
