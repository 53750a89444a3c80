import { Ajv } from "ajv";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildPlan } from "../../src/build-plan.js";
import { readConfiguration } from "../../src/config/read-config.js";
import { printConfiguration, type Schema } from "../configuration/print-configuration.js";
import { inspect } from "../../src/inspect.js";
import { corpusPath, hasCorpus } from "../corpus/corpus.js";
import { contractOf } from "../model/model-of.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const schema = JSON.parse(readFileSync(join(repository, "docs/cabinetry.schema.json"), "utf8")) as Schema;
const page = readFileSync(join(repository, "docs/configuration.md"), "utf8");

test("docs/configuration.md is what `npm run configuration` writes", async () => {
  expect(page).toBe(await format(printConfiguration(schema), { parser: "markdown", printWidth: 110 }));
});

test("the page has every limit that `capabilities` takes", () => {
  const limits = Object.keys(schema.definitions?.["limits"]?.properties ?? {});
  expect(limits).toContain("writesPerMinute");
  for (const limit of limits) expect(page).toContain(`| \`limits.${limit}\` `);
});

test("the schema says nothing that a validator warns of, which users would read", () => {
  expect(() => new Ajv({ strict: true, strictRequired: false }).compile(schema)).not.toThrow();
});

test("every override has an example", () => {
  const { client, operation } = schema.definitions ?? {};
  const described = { ...client?.properties, ...operation?.properties };
  const overrides =
    "pagination idempotency conditional background safe features capabilities problems sensitive enums envelope intentRetention retry tokenExchange";
  const sections = overrides.split(" ").map((key) => {
    const [, ...texts] = page.split(`### \`${key}\`\n`);
    return [key, texts.length > 0 && texts.every((text) => text.split("\n### ")[0]?.includes("```yaml"))];
  });
  expect(sections.filter(([, hasExample]) => hasExample !== true)).toEqual([]);
  expect(overrides.split(" ").filter((key) => !Object.hasOwn(described, key))).toEqual([]);
});

/** A contract that every example of an override is right for. */
const text = "{ type: string }";
const number = "{ type: integer }";
const json = (body: string) =>
  `{ '200': { description: '', content: { application/json: { schema: ${body} } } } }`;
const object = (members: string) => `{ type: object, properties: { ${members} } }`;
const id = `{ in: path, name: id, required: true, schema: ${text} }`;
const query = (name: string, type: string) => `{ in: query, name: ${name}, schema: ${type} }`;
const rows = `{ type: array, items: ${object(`id: ${text}, phone: ${text}, taxNumber: ${text}, pin: ${text}`)} }`;
const contract = `
info: { title: Pets, version: "1", description: The header X-Tenant-Id must be sent. }
paths:
  /invoices:
    get:
      operationId: listInvoices
      parameters: [${["page_token", "starting_after"].map((name) => query(name, text)).join(", ")}, ${["limit", "page", "per_page", "skip"].map((name) => query(name, number)).join(", ")}]
      responses: ${json(object(`data: ${rows}, rows: ${rows}, meta: ${object(`next: ${text}, pages: ${number}`)}, has_more: { type: boolean }, count: ${number}`))}
    post: { operationId: createInvoice, responses: { '201': { description: '' }, '400': { description: '', content: { application/json: { schema: ${object(`errorCode: ${text}`)} } } } } }
  /lists: { get: { operationId: listAll, parameters: [${query("page", number)}], responses: ${json(rows)} } }
  /invoices/{id}:
    get: { operationId: getInvoice, security: [{ bearerAuth: [] }], parameters: [${id}], responses: ${json(object(`total: ${text}`))} }
    put: { operationId: updateInvoice, parameters: [${id}], responses: { '204': { description: '' } } }
  /payments: { post: { operationId: pay, parameters: [{ in: header, name: Idempotency-Key, schema: ${text} }], responses: { '204': { description: '' } } } }
  /search: { post: { operationId: searchInvoices, responses: { '204': { description: '' } } } }
  /exports: { post: { operationId: exportInvoices, responses: ${json(object(`job: ${object(`id: ${text}`)}`)).replace("200", "202")} } }
  /jobs/{id}: { get: { operationId: getJob, parameters: [${id}], responses: ${json(object(`state: ${text}, problem: ${object(`code: ${text}, text: ${text}`)}`))} } }
  /jobs/{id}/rows: { get: { operationId: getJobResult, parameters: [${id}, ${query("cursor", text)}], responses: ${json(object(`items: ${rows}, nextCursor: ${text}`))} } }
  /secured: { get: { operationId: getSecured, security: [{ bearerAuth: [] }], responses: { '204': { description: '' } } } }
  /limits: { get: { operationId: getLimits, responses: ${json(object(`quotas: ${object(`read: ${object(`rpm: ${number}`)}`)}, rules: { type: array, items: ${object(`name: ${text}, value: ${number}`)} }, flags: {}`))} } }
  /features: { get: { operationId: getFeatures, responses: ${json("{ type: object, additionalProperties: { type: boolean } }")} } }
components: { securitySchemes: { bearerAuth: { type: http, scheme: bearer } } }
`;

const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
  .map(({ 1: block = "" }) => block)
  .filter((block) => !block.includes("overlay: 1."));

describe("every example of the page is a configuration", () => {
  test.each(blocks.map((block, index) => [index + 1, block] as const))(
    "example %i:\n%s",
    async (_, block) => {
      const isWhole = block.includes("clients:");
      const wrapped = `clients:\n  shop:\n    contract: a\n    out: b\n${block.replaceAll(/^(?=.)/gm, "    ")}`;
      // Flags need to be told from somewhere.
      const flags = block.includes("features:\n")
        ? "    capabilities: { operation: getLimits, features: flags }\n"
        : "";
      const folder = await makeTemporaryFolder("configuration");
      onTestFinished(() => folder.remove());
      const path = join(folder.path, "cabinetry.yaml");
      writeFileSync(path, isWhole ? block : `${wrapped}${flags}`);
      const overrides = (await readConfiguration(path))?.clients[0]?.overrides;
      if (!isWhole) expect(buildPlan(contractOf(contract), { overrides }).plan.name).toBe("Pets");
    },
  );
});

/** A contract that the whole configurations of the page are right for. */
const orders = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      operationId: orders
      parameters: [${query("page_token", text)}]
      responses: ${json(object(`data: ${rows}, meta: ${object(`next: ${text}`)}`))}
    post:
      operationId: createOrder
      parameters: [${query("debug", text)}]
      responses: { '201': { description: '' } }
  /returns: { get: { operationId: listReturns, responses: { '204': { description: '' } } } }
`;

/** The blocks of the page, as files of one folder. */
async function pasted(marks: Readonly<Record<string, string>>, contractText: string) {
  const folder = await makeTemporaryFolder("configuration");
  onTestFinished(() => folder.remove());
  const all = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(({ 1: block = "" }) => block);
  const contractPath = join(folder.path, "contract.yaml");
  writeFileSync(contractPath, contractText);
  for (const [name, mark] of Object.entries(marks)) {
    const block = all.find((one) => one.includes(mark)) ?? "";
    expect(block).not.toBe("");
    writeFileSync(join(folder.path, name), block);
  }
  return { contract: contractPath, config: join(folder.path, "cabinetry.yaml") };
}

describe("a whole configuration of the page fits a contract", () => {
  test("with claims of operations", async () => {
    const given = orders.replace("operationId: orders", "operationId: listOrders");
    const { contract: path, config } = await pasted({ "cabinetry.yaml": "name: ShopApi" }, given);
    const found = await inspect({ contract: path, config, client: "shop" });
    expect(found.client).toBe("ShopApi");
    expect(
      found.operations.flatMap(({ traits }) =>
        traits.filter(({ decidedBy }) => decidedBy === "configuration").map(({ trait }) => trait),
      ),
    ).toEqual(["idempotentCreate", "pagination"]);
  });

  test("with an overlay, each of whose actions selects something", async () => {
    const files = { "cabinetry.yaml": "overlays: [", "shop.overlay.yaml": "overlay: 1.1.0" };
    const { contract: path, config } = await pasted(files, orders);
    const { diagnostics, operations } = await inspect({ contract: path, config, client: "shop" });
    expect(diagnostics.filter(({ id }) => id.startsWith("overlay/"))).toEqual([]);
    expect(operations.map(({ name }) => name)).toContain("orders.list");
  });

  test("with a scheme or an overlay for operations that are alike", async () => {
    const list = `get: { parameters: [${query("offset", text)}], responses: ${json(object(`data: ${rows}`))} }`;
    const given = `openapi: 3.1.0
info: { title: Tasks, version: "1" }
paths:
  /tasks: { ${list} }
  /projects: { ${list} }
  /tasks/{id}: { get: { parameters: [${id}], responses: ${json(object(`data: ${object(`id: ${text}`)}`))} } }
`;
    const files = { "cabinetry.yaml": "pages.overlay.yaml]", "pages.overlay.yaml": "# pages.overlay.yaml" };
    const { contract: path, config } = await pasted(files, given);
    const paged = async () => {
      const { operations, diagnostics } = await inspect({ contract: path, config, client: "tasks" });
      expect(diagnostics.filter(({ id: rule }) => rule.startsWith("overlay/"))).toEqual([]);
      return operations.filter(({ traits }) => traits.some(({ trait }) => trait === "pagination"));
    };
    expect((await paged()).map((operation) => operation.path)).toEqual(["/projects", "/tasks"]);
    const { contract: other, config: schemes } = await pasted(
      { "cabinetry.yaml": "next_page.offset" },
      given,
    );
    const found = await inspect({ contract: other, config: schemes, client: "tasks" });
    const facts = found.operations.flatMap(({ path: at, traits }) =>
      traits.flatMap((one) => (one.trait === "pagination" ? [[at, one.decidedBy]] : [])),
    );
    expect(facts).toEqual([
      ["/projects", "configuration"],
      ["/tasks", "configuration"],
    ]);
    writeFileSync(config, `clients: { tasks: { contract: contract.yaml, out: tasks } }`);
    expect(await paged()).toEqual([]);
  });

  test.runIf(hasCorpus())(
    "with a part of a large API",
    async () => {
      const { config } = await pasted({ "cabinetry.yaml": "contracts/github.json" }, orders);
      const found = await inspect({ contract: corpusPath("github.json"), config, client: "github" });
      const resources = new Set(found.operations.map(({ name }) => name.split(".")[0]));
      expect([...resources]).toEqual(["gists", "rateLimit", "repos", "users"]);
      // All of a contract of 13 MB is read: on a busy machine that takes more than half a minute.
    },
    120_000,
  );
});
