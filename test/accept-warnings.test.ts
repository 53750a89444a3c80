import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { acceptWarnings } from "../src/accept-warnings.js";
import type { AcceptedWarnings } from "../src/config/client-reading.js";
import { type Diagnostic, diagnostic } from "../src/diagnostics/diagnostic.js";
import { failsStrict } from "../src/diagnostics/group-diagnostics.js";
import { renderDiagnostics } from "../src/diagnostics/render-diagnostics.js";
import { run } from "./cli/run.js";
import { fileWith } from "./load/contract-files.js";

const empty = diagnostic("response/no-content", "#/paths/~1a/get/responses/200", { operation: "GET /a" });
const listed = diagnostic("schema/empty-enum", "#/components/schemas/A/properties/b");

describe("accepted warnings are infos:", () => {
  test.each<[accept: AcceptedWarnings, one: Diagnostic, isAccepted: boolean]>([
    [{ "response/no-content": true }, empty, true],
    [{ "response/no-content": ["get /a"] }, empty, true],
    [{ "response/no-content": ["GET /b", "#/paths/~1a"] }, empty, true],
    [{ "response/no-content": ["GET /b", "POST /a", "#/paths/~1"] }, empty, false],
    [{ "schema/empty-enum": ["GET /a"], "response/default-for-errors": true }, empty, false],
    [{ "schema/empty-enum": ["#/components/schemas/A"] }, listed, true],
    [{ "schema/empty-enum": ["#/components/schemas/AB", "GET /a"] }, listed, false],
  ])("%j", (accept, one, isAccepted) => {
    const [got] = acceptWarnings([one], { accept });
    expect(got).toEqual(isAccepted ? { ...one, level: "info" } : one);
    expect(failsStrict(got ? [got] : [])).toBe(!isAccepted);
  });

  test("an error is never accepted", () => {
    const error = diagnostic("reference/to-itself", "#/paths");
    expect(acceptWarnings([error], { accept: { "reference/to-itself": true } })).toEqual([error]);
  });

  test("what is accepted is one line beside others of its rule, and not printed under --quiet", () => {
    const other = diagnostic("response/no-content", "#/paths/~1b/get", { operation: "GET /b" });
    const found = acceptWarnings([other, empty], { accept: { "response/no-content": ["GET /a"] } });
    expect(renderDiagnostics(found).join("\n")).toMatch(
      /^warning response\/no-content\n[^]*info response\/no-content \(1\)/u,
    );
    expect(renderDiagnostics(found, { quiet: true }).join("\n")).not.toContain("GET /a");
  });
});

const contract = `openapi: 3.1.0
info: { version: "1" }
paths:
  /a: { get: { operationId: getA, responses: { 200: { description: a } } } }
`;

test("generate and inspect with --strict count what is not accepted, and an unknown id is an error", async () => {
  const file = fileWith(contract);
  const config = join(dirname(file), "cabinetry.yaml");
  const strict = async (accept: string) => {
    writeFileSync(config, `clients: { shop: { contract: ${file}, out: shop${accept} } }\n`);
    const inspected = await run(["inspect", "--config", config, "--strict"]);
    const generated = await run(["generate", "--config", config, "--strict"]);
    return { codes: [inspected.exitCode, generated.exitCode], text: inspected.err };
  };
  expect(await strict("")).toMatchObject({ codes: [1, 1] });
  expect(await strict(", accept: { document/info: true }")).toMatchObject({ codes: [1, 1] });
  const both = "accept: { document/info: true, response/no-content: [GET /a] }";
  expect(await strict(`, ${both}`)).toMatchObject({ codes: [0, 0] });
  // Nothing changes: the client is not built again.
  expect(await strict(`, ${both}`)).toMatchObject({ codes: [0, 0] });
  const { codes, text } = await strict(", accept: { document/inf: true }");
  expect(codes).toEqual([2, 2]);
  expect(text).toMatch(
    /cabinetry\.yaml:1:\d+ "document\/inf" is not a rule\. Did you mean "document\/info"\?/u,
  );
});
