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
    [...text.matchAll(/\{@link ([\w.]+)/g)].flatMap((link) => {
      const target = service.getDefinitionAtPosition(`/given/${path}`, link.index + link[0].length - 1);
      return target === undefined || target.length === 0 ? [`${path}: ${link[0]}}`] : [];
    }),
  );
  service.dispose();
  return found;
}

test("every link in a doc comment of a client leads somewhere", async () => {
  const contract = readFileSync(join(repository, "fixtures/external-api/openapi.yaml"), "utf8");
  const files = await emitContract(contract, { vendor: "acme" });
  expect([...files.values()].join("\n").match(/\{@link /g)?.length).toBeGreaterThan(50);
  expect(deadLinks(files)).toEqual([]);
});

test("a link to what a file does not know is found", () => {
  const files = new Map([["a.ts", "/** See {@link known} and {@link lost}. */\nexport const known = 1;\n"]]);
  expect(deadLinks(files)).toEqual(["a.ts: {@link lost}"]);
});
