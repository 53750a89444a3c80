import { describe, expect, test } from "vitest";
import { importViews, modulePath } from "../../src/emit/print-declarations.js";
import { header, renderTemplate } from "../../src/emit/render-template.js";
import { backgroundContract } from "../plan/service/background-contract.js";
import { emitContract, expectCompiles } from "./emit-contract.js";

/** A file that has nothing but imports. */
function print(...given: Parameters<typeof importViews>): string {
  return renderTemplate("runtime.ts", { imports: importViews(...given), modules: [] });
}

function lines(imports: readonly string[]): string {
  return `${header}\n\n${imports.join("\n")}\n`;
}

describe("imports", () => {
  test.each([
    ["client", "connect", "./connect.js"],
    ["resources/pets", "runtime/call/call", "../runtime/call/call.js"],
    ["models/pet", "models/owner", "./owner.js"],
    ["a/b/c", "a/d", "../d.js"],
  ])("%s sees %s as %s", (from, to, want) => {
    expect(modulePath(from, to, "js")).toBe(want);
  });

  const names = (...list: readonly (readonly [string, boolean])[]) =>
    list.map(([name, type]) => ({ name, type }));

  test("are of types, of values, of both, of a whole module, sorted", () => {
    const imports = [
      { from: "x", names: names(["A", true], ["B", true]) },
      { from: "y", names: names(["A", true], ["b", false]) },
      { from: "z", namespace: "operations", names: [] },
      { from: "long", names: names(["A".repeat(30), true], ["B".repeat(30), true]) },
    ];
    expect(print(imports, "client", "none")).toEqual(
      lines([
        `import type {\n  ${"A".repeat(30)},\n  ${"B".repeat(30)},\n} from "./long";`,
        'import type { A, B } from "./x";',
        'import { type A, b } from "./y";',
        'import * as operations from "./z";',
      ]),
    );
  });

  test("of modules of one folder of the runtime are one, of its file; a value somewhere is a value", () => {
    const imports = [
      { from: "runtime/call/core", names: names(["Core", true], ["coreOf", true]) },
      { from: "runtime/call/call", names: names(["call", false], ["coreOf", false]) },
    ];
    expect(print(imports, "resources/pets", "js")).toEqual(
      lines(['import { type Core, call, coreOf } from "../runtime/call.js";']),
    );
  });
});

test("a resource that no constant names is not imported: a link may lead to a read without pages", async () => {
  const more = `
  /logs/{jobId}:
    get:
      tags: [logs]
      parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }]
      responses: { '200': { description: L, content: { application/json: { schema: { type: string } } } } }`;
  const statusLinks =
    "log: { operationRef: '#/paths/~1logs~1{jobId}/get', parameters: { jobId: $response.body#/jobId } }";
  const files = await emitContract(backgroundContract({ more, statusLinks }));
  expect(files.get("operations/jobs.ts")).not.toContain("logsOperations");
  expectCompiles(files);
});
