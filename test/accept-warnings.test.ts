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

const operation = (operationId: string) => ({ operationId, responses: {} });
const document = {
  paths: {
    "/a": { get: operation("getA"), post: operation("twice") },
    "/b": { get: operation("getB"), post: operation("twice") },
    "/c/": { get: operation("getC") },
  },
};
const isOther = ({ id }: Diagnostic) => id !== "config/unused-acceptance";

describe("accepted warnings are infos:", () => {
  test.each<[accept: AcceptedWarnings, one: Diagnostic, isAccepted: boolean]>([
    [{ "response/no-content": true }, empty, true],
    [{ "response/no-content": ["get /a"] }, empty, true],
    [{ "response/no-content": ["getA"] }, empty, true],
    [{ "response/no-content": ["getB", "twice", "geta"] }, empty, false],
    [{ "response/no-content": ["GET /b", "#/paths/~1a"] }, empty, true],
    [{ "response/no-content": ["GET /b", "POST /a", "#/paths/~1"] }, empty, false],
    [{ "schema/empty-enum": ["GET /a"], "response/default-for-errors": true }, empty, false],
    [{ "schema/empty-enum": ["#/components/schemas/A"] }, listed, true],
    [{ "schema/empty-enum": ["#/components/schemas/AB", "GET /a"] }, listed, false],
  ])("%j", (accept, one, isAccepted) => {
    const got = acceptWarnings([one], { accept }, { document }).filter(isOther);
    expect(got).toEqual([isAccepted ? { ...one, level: "info" } : one]);
    expect(failsStrict(got)).toBe(!isAccepted);
  });

  test("an error is never accepted", () => {
    const error = diagnostic("reference/to-itself", "#/paths");
    const got = acceptWarnings([error], { accept: { "reference/to-itself": true } }, { document });
    expect(got.filter(isOther)).toEqual([error]);
  });

  test("what is accepted is one line beside others of its rule, and not printed under --quiet", () => {
    const other = diagnostic("response/no-content", "#/paths/~1b/get", { operation: "GET /b" });
    const found = acceptWarnings(
      [other, empty],
      { accept: { "response/no-content": ["GET /a"] } },
      { document },
    );
    expect(renderDiagnostics(found).join("\n")).toMatch(
      /^warning response\/no-content\n[^]*info response\/no-content \(1\)/u,
    );
    expect(renderDiagnostics(found, { quiet: true }).join("\n")).not.toContain("GET /a");
  });
});

describe("an entry without effect is a warning:", () => {
  test.each<[accept: AcceptedWarnings, problem: string | undefined]>([
    [{ "schema/empty-enum": true }, 'nothing has the warning "schema/empty-enum".'],
    [{ "response/no-content": true }, undefined],
    [{ "response/no-content": ["getA"] }, undefined],
    [
      { "response/no-content": ["getA", "GET /c"] },
      'GET /c does not have the warning "response/no-content".',
    ],
    [{ "response/no-content": ["getAA"] }, 'the contract has no operation "getAA". Did you mean "getA"?'],
    [
      { "response/no-content": ["twice"] },
      '2 operations have the operationId "twice": write method and path.',
    ],
    [{ "response/no-content": ["#/x"] }, '#/x does not have the warning "response/no-content".'],
    [{ "names/renamed": true }, undefined],
  ])("%j", (accept, problem) => {
    const position = (path: readonly string[]) => `c.yaml:${String(path.length)}:7`;
    const got = acceptWarnings([empty], { accept, position }, { document });
    expect(got.filter((one) => !isOther(one))).toEqual(
      problem === undefined
        ? []
        : [
            {
              ...diagnostic("config/unused-acceptance", "", { problem }),
              location: {
                file: "c.yaml",
                pointer: "",
                line: problem.startsWith("nothing") ? 2 : 3,
                column: 7,
              },
            },
          ],
    );
    expect(acceptWarnings([empty], { accept }, { document, isWhole: false }).every(isOther)).toBe(true);
    const selection = { position: () => "--include", given: ["include"] as const };
    expect(acceptWarnings([empty], { accept, selection }, { document }).every(isOther)).toBe(true);
  });

  test("which a person can accept", () => {
    const accept = { "schema/empty-enum": true, "config/unused-acceptance": true } as const;
    expect(failsStrict(acceptWarnings([], { accept }, { document }))).toBe(false);
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
  const unused = `, ${both.replace("[GET /a]", "[getA, getB]")}`;
  const reported = await strict(unused);
  expect(reported.codes).toEqual([1, 1]);
  expect(reported.text).toMatch(
    /the contract has no operation "getB"\. Did you mean "getA"\?\n {4}at \S+cabinetry\.yaml:1:\d+/u,
  );
  const { codes, text } = await strict(", accept: { document/inf: true }");
  expect(codes).toEqual([2, 2]);
  expect(await run(["diff", file, file, "--config", config])).toMatchObject({ exitCode: 2 });
  expect(text).toMatch(
    /cabinetry\.yaml:1:\d+ "document\/inf" is not a rule\. Did you mean "document\/info"\?/u,
  );
});

describe("under a selection of the file, `inspect` and `generate`", () => {
  const twoPaths = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /items: { get: { operationId: listItems, tags: [i], responses: { 200: { description: a } } } }
  /items/: { get: { operationId: listSlash, responses: { 200: { description: a } } } }
`;
  const strict = async (accept: string) => {
    const file = fileWith(twoPaths);
    const config = join(dirname(file), "cabinetry.yaml");
    writeFileSync(
      config,
      `clients:
  shop:
    contract: ${file}
    out: shop
    exclude: { tags: [i] }
    accept: { response/no-content: [${accept}] }
`,
    );
    const runs = [
      await run(["inspect", "--config", config, "--strict"]),
      await run(["generate", "--config", config, "--strict"]),
    ];
    return { codes: runs.map(({ exitCode }) => exitCode), texts: runs.map(({ err }) => err) };
  };

  test("take a path without a slash for the excluded one, where the contract has both", async () => {
    expect((await strict("GET /items/")).codes).toEqual([0, 0]);
    expect((await strict("GET /items")).codes).toEqual([1, 1]);
  });

  test("name the selection in the warning of an entry for an excluded operation", async () => {
    for (const entry of ["listItems", "get /items"]) {
      const { codes, texts } = await strict(`GET /items/, ${entry}`);
      expect(codes).toEqual([1, 1]);
      for (const text of texts) {
        expect(text).toContain(`the client has no operation "${entry}": "i" of \`exclude\` (`);
        expect(text).toContain("cabinetry.yaml:5:23) leaves it out. Select it, or remove this entry.");
        expect(text).not.toContain("Did you mean");
      }
    }
    const { texts } = await strict("GET /items/, listItem");
    expect(texts[0]).toContain('the contract has no operation "listItem".');
  });

  test("do not count entries that overlays of the command line leave without a warning", async () => {
    const file = fileWith(twoPaths);
    const [config, overlay] = ["cabinetry.yaml", "o.yaml"].map((name) => join(dirname(file), name));
    writeFileSync(
      config ?? "",
      `clients: { shop: { contract: ${file}, out: shop, accept: { response/no-content: [listItems, listSlash] } } }\n`,
    );
    writeFileSync(
      overlay ?? "",
      `overlay: 1.0.0
info: { title: O, version: "1" }
actions: [{ target: "$.paths['/items'].get.responses['200']", update: { content: { text/plain: { schema: { type: string } } } } }]
`,
    );
    const given = ["--config", config ?? "", "--strict", "--overlay", overlay ?? ""];
    for (const command of ["inspect", "generate"])
      expect(await run([command, ...given])).toMatchObject({ exitCode: 0 });
  });
});
