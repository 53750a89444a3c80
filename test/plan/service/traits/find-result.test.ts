import { describe, expect, test } from "vitest";
import { planOf } from "../../plan-of.js";
import { planUnder } from "../overrides/configured.js";

const TEXT = "{ type: string }";
const ID = `{ in: path, name: jobId, required: true, schema: ${TEXT} }`;

interface Given {
  readonly readId?: string;
  readonly startIds?: readonly [string, string];
  readonly summary?: string;
  readonly rows?: string;
  /** Description of the start at `/exports`. */
  readonly start?: string;
  readonly status?: string;
  readonly links?: string;
}

const start = (path: string, id: string, status: string, description = "") => `
  /${path}:
    post:
      operationId: ${id}
      tags: [work]
      description: ${JSON.stringify(description)}
      responses: { '${status}': { description: '', content: { application/json: { schema: { properties: { jobId: ${TEXT} } } } } } }`;

/** Two operations that start something, what gives their state, and what reads a result. */
const contract = ({
  readId = "readResult",
  startIds = ["createExport", "createImport"],
  summary = "Page through it",
  rows = "Row",
  start: text,
  status = "202",
  links = "",
}: Given) => `
paths:${start("shop/exports", startIds[0], status, text)}${start("shop/imports", startIds[1], "202")}
  /jobs/{jobId}:
    get:
      operationId: getJob
      tags: [jobs]
      parameters: [${ID}]
      responses: { '200': { description: '', links: { ${links} }, content: { application/json: { schema: {
        properties: { state: { enum: [running, done, failed] } } } } } } }
  /jobs/{jobId}/result:
    get:
      operationId: ${readId}
      tags: [jobs]
      summary: ${JSON.stringify(summary)}
      parameters: [${ID}, { in: query, name: cursor, schema: ${TEXT} }]
      responses: { '200': { description: '', content: { application/json: { schema: {
        required: [items, nextCursor], properties: { items: { type: array, items: { $ref: '#/components/schemas/${rows}' } }, nextCursor: { type: [string, 'null'] } } } } } } }
components: { schemas: { ${rows}: { type: object, properties: { a: ${TEXT} } } } }
`;

const read = (plan: ReturnType<typeof planOf>) =>
  plan.traits.operations.flatMap(({ path, traits }) =>
    traits.background?.facts.result === undefined ? [] : [path],
  );
const lostIn = (plan: ReturnType<typeof planOf>) =>
  plan.traits.lost.filter(({ trait }) => trait === "results" || trait === "background");

describe("[RES-4] the result belongs to", () => {
  test.each<readonly [string, Given, readonly string[]]>([
    ["the start that its summary is about", { summary: "Result of an export" }, ["/shop/exports"]],
    ["the start that its rows are named after", { rows: "ImportedRow" }, []],
    ["the start that its rows are named for", { rows: "ImportRow" }, ["/shop/imports"]],
    [
      "no start of the opposite that its rows are named for",
      { summary: "Rows of an export", rows: "ImportRow" },
      ["/shop/exports"],
    ],
    ["both starts that it is about", { summary: "Exports and imports" }, ["/shop/exports", "/shop/imports"]],
    ["the start whose description names it", { start: "See GET /jobs/{jobId}/result." }, ["/shop/exports"]],
    [
      "the start whose description names it without its service",
      { readId: "Jobs_ReadResult", start: "See ReadResult." },
      ["/shop/exports"],
    ],
    [
      "no start whose description names a method of two services",
      { readId: "Jobs_ReadResult", startIds: ["createExport", "Shop_ReadResult"], start: "See ReadResult." },
      [],
    ],
    [
      "no start whose description has a word of one method",
      { readId: "Jobs_Results", start: "Results are kept." },
      [],
    ],
    [
      "the start that its own text names without its service",
      { startIds: ["Shop_ExportAll", "Shop_ImportAll"], summary: "Rows of ImportAll" },
      ["/shop/imports"],
    ],
    ["the start that its own text names", { summary: "Rows of `createImport`" }, ["/shop/imports"]],
    ["the only start", { status: "204" }, ["/shop/imports"]],
    ["no start that does the opposite", { status: "204", summary: "Rows of an export" }, []],
    [
      "all starts, where the state links to it",
      { links: "r: { operationId: readResult, parameters: { jobId: $response.body#/id } }" },
      ["/shop/exports", "/shop/imports"],
    ],
    ["no start of several that nothing names", { summary: "Read the result of a job" }, []],
  ])("%s", (_, given, want) => {
    const plan = planOf(contract(given));
    expect(read(plan)).toEqual(want);
    expect(lostIn(plan).map(({ trait }) => trait)).toEqual(want.length === 0 ? ["results"] : []);
  });

  const LINK = "links: { r: { operationId: readResult, parameters: { jobId: $response.body#/id } } }";
  test.each<readonly [string, readonly string[], readonly string[], readonly string[]]>([
    ["the start whose scope it needs, of those that the state names", ["w", "x"], ["x"], ["/exports"]],
    ["all starts, where the state names the scope of one", ["x"], ["x"], ["/exports", "/imports"]],
    ["all starts, where it needs a scope of none", ["w", "x", "r"], ["r"], ["/exports", "/imports"]],
    ["all starts, where it needs no scope", ["w", "x"], [], ["/exports", "/imports"]],
  ])("%s, where the state links to it", (_, state, result, want) => {
    const needs = (scopes: readonly string[]) =>
      `security: [${scopes.map((scope) => `{ o: [${scope}] }`).join(", ")}]`;
    const begin = (path: string, scope: string) =>
      `${path}: { post: { ${needs([scope])}, responses: { '202': { description: '', content: { application/json: { schema: { properties: { jobId: ${TEXT} } } } } } } } }`;
    const plan = planOf(`paths:
  ${begin("/exports", "x")}
  ${begin("/imports", "w")}
  /jobs/{jobId}: { get: { ${needs(state)}, parameters: [${ID}], responses: { '200': { description: '', ${LINK}, content: { application/json: { schema: { properties: { state: { enum: [running, done, failed] } } } } } } } } }
  /jobs/{jobId}/result: { get: { operationId: readResult, ${needs(result)}, parameters: [${ID}, { in: query, name: cursor, schema: ${TEXT} }], responses: { '200': { description: '', content: { application/json: { schema: { properties: { items: { type: array, items: ${TEXT} }, nextCursor: ${TEXT} } } } } } } } }
components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example', scopes: { r: R, w: W, x: X } } } } } }`);
    expect(read(plan)).toEqual(want);
  });

  test("those of which the printed lines say so", async () => {
    const [lost] = lostIn(planOf(contract({})));
    const plan = await planUnder(contract({}), lost?.lines.join("\n") ?? "");
    expect(read(plan)).toEqual(["/shop/exports", "/shop/imports"]);
    expect(lostIn(plan)).toEqual([]);
  });

  test("none of which the configuration says `false`", async () => {
    const given = contract({ summary: "Result of an export" });
    const lines = (key: string) =>
      `operations:\n  ${key}:\n    background: { status: getJob, result: false }`;
    expect(read(await planUnder(given, lines("createExport")))).toEqual([]);
    expect(read(await planUnder(given, lines("createImport")))).toEqual(["/shop/exports"]);
  });
});

test("the lines of a start that responds with 201 name its id as it was found, and its result", async () => {
  const given = contract({ status: "201", summary: "Result of an export", start: "The `Location` header." });
  const [lost, ...others] = lostIn(planOf(given));
  expect(others).toEqual([]);
  expect(lost).toMatchObject({
    shown: 'its response 201 has "jobId"',
    lines: [
      "operations:",
      '  "POST /shop/exports":',
      "    background:",
      '      status: "GET /jobs/{jobId}"',
      "      id: jobId",
      '      result: "GET /jobs/{jobId}/result"',
    ],
  });
  expect(read(await planUnder(given, lost?.lines.join("\n") ?? ""))).toContain("/shop/exports");
});

describe("a link that several starts share leads to the result of", () => {
  const STATE =
    "content: { application/json: { schema: { properties: { state: { enum: [running, done, failed] } } } } }";
  const page = `content: { application/json: { schema: { properties: { items: { type: array, items: ${TEXT} }, nextCursor: ${TEXT} } } } }`;
  const begin = (path: string, status: string, member = "jobId", text = "") =>
    `/${path}: { post: { description: ${JSON.stringify(text)}, responses: { '202': { description: '', content: { application/json: { schema: { properties: { ${member}: ${TEXT} } } } }, links: {
      state: { operationId: ${status}, parameters: { jobId: $response.body#/${member} } }, result: { $ref: '#/components/links/Result' } } } } } }`;
  const get = (path: string, id: string, response: string, text = "") =>
    `${path}: { get: { operationId: ${id}, summary: ${JSON.stringify(text)}, parameters: [${ID}], responses: { '200': { description: '', ${response} } } } }`;
  const shared = (...paths: readonly string[]) => `paths:
  ${paths.join("\n  ")}
components: { links: { Result: { operationId: readResult, parameters: { jobId: $response.body#/jobId } } } }`;
  const ofJobs = (text = "") => [
    get("/jobs/{jobId}", "getJob", STATE),
    get("/jobs/{jobId}/result", "readResult", page, text),
  ];

  test.each<readonly [string, string, string]>([
    ["nothing", "", "Read the result"],
    ["a text of the result", "", "The result of a job, for example of an export"],
    ["the description of a start", "Starts an import. Poll the job, then call readResult.", ""],
    ["a text of the opposite", "", "Rows of an export"],
  ])("all, whatever else names one: %s", (_, description, text) => {
    const starts = [
      begin("exports", "getJob"),
      begin("imports", "getJob", "jobId", description),
      begin("projects", "getJob"),
    ];
    const contract = shared(...starts, ...ofJobs(text));
    expect(read(planOf(contract))).toEqual(["/exports", "/imports", "/projects"]);
  });

  test("no start whose response does not have what it takes", () => {
    const starts = [begin("exports", "getJob"), begin("projects", "getJob", "projectId")];
    expect(read(planOf(shared(...starts, ...ofJobs())))).toEqual(["/exports"]);
  });

  test("the start below whose state it is", () => {
    const contract = shared(
      begin("exports", "getExport"),
      begin("imports", "getImport"),
      get("/exports/{jobId}", "getExport", STATE),
      get("/imports/{jobId}", "getImport", STATE),
      get("/exports/{jobId}/rows", "readResult", page),
    );
    expect(read(planOf(contract))).toEqual(["/exports"]);
  });

  test("all, where it is below no state", () => {
    const contract = shared(
      begin("exports", "getExport"),
      begin("imports", "getImport"),
      get("/exports/{jobId}", "getExport", STATE),
      get("/imports/{jobId}", "getImport", STATE),
      get("/export-rows/{jobId}", "readResult", page, "Rows of an export"),
    );
    expect(read(planOf(contract))).toEqual(["/exports", "/imports"]);
  });

  test("the only start that has it, wherever it is", () => {
    const [first, second] = [begin("exports", "getExport"), get("/exports/{jobId}", "getExport", STATE)];
    const contract = shared(first, second, get("/rows/{jobId}", "readResult", page, "Rows of an import"));
    expect(read(planOf(contract))).toEqual(["/exports"]);
  });
});
