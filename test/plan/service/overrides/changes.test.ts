import { describe, expect, test } from "vitest";
import { acceptedBy } from "../../../../src/plan/service/signs/sign.js";
import { misfitsUnder, planUnder, traitsUnder } from "./configured.js";

/** Creates and changes whose headers only a configuration can know. */
const contract = `
paths:
  /invoices/{id}:
    parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
    get: { operationId: getInvoice, tags: [invoices], responses: { '200': { description: '', content: { application/json: { schema: { type: object } } } } } }
    put:
      operationId: updateInvoice
      tags: [invoices]
      parameters: [{ in: header, name: If-Match, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { a: {} } } } } }
      responses: { '204': { description: '' } }
  /flags: { get: { operationId: getFlags, tags: [flags], responses: { '200': { description: '', content: { application/json: { schema: { type: object, properties: { on: {} } } } } } } } }
  /invoices:
    get:
      operationId: listInvoices
      tags: [invoices]
      parameters: [{ in: query, name: cursor, schema: { type: string } }]
      responses: { '200': { description: '', content: { application/json: { schema: { type: object, properties: { items: { type: array, items: {} }, nextCursor: { type: string } } } } } } }
    post:
      operationId: createInvoice
      tags: [invoices]
      parameters: [{ in: header, name: X-Request-Id, schema: { type: string } }, { in: header, name: X-Short, schema: { type: string, maxLength: 40 } }, { in: header, name: X-Count, schema: { type: integer } }]
      responses: { '201': { description: '' } }
  /invoices/find:
    post:
      operationId: findInvoices
      tags: [invoices]
      security: [{ oauth: [invoices:read] }]
      responses: { '200': { description: '' } }
components:
  securitySchemes: { oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: { "invoices:read": "" } } } } }
`;
const misfits = (operation: string, claim: string) =>
  misfitsUnder(contract, `operations:\n  ${operation}: { ${claim} }`);

describe("idempotency", () => {
  const under = async (claim: string) =>
    (
      await traitsUnder(
        contract,
        `operations:\n  createInvoice: { idempotency: ${claim} }`,
        "invoices.create",
      )
    ).idempotentCreate;

  test.each<readonly [string, string, string]>([
    ["{ header: x-request-id }", "X-Request-Id", "cabinetry.yaml:4 says so."],
    [
      "{}",
      "Idempotency-Key",
      'cabinetry.yaml:4 says so. The contract does not declare the header "Idempotency-Key".',
    ],
    [
      "{ header: X-Request-Ids, undeclared: true }",
      "X-Request-Ids",
      'cabinetry.yaml:4 says so. The contract does not declare the header "X-Request-Ids".',
    ],
  ])("%s", async (claim, header, reason) => {
    expect(await under(claim)).toMatchObject({ facts: { header }, reason, decidedBy: "configuration" });
  });

  test("what the client cannot make or check is accepted, and all else left to the contract", async () => {
    const keyed = contract.replace(
      "name: X-Request-Id, schema: { type: string }",
      "name: Idempotency-Key, schema: { type: string, maxLength: 8 }",
    );
    const keys = (claim: string) => `operations:\n  createInvoice: { idempotency: ${claim} }`;
    const accepted = await planUnder(keyed, keys("{ rules: false }"));
    const create = accepted.traits.operations.find(({ name }) => name === "invoices.create");
    expect(create?.traits.idempotentCreate).toEqual({
      facts: { header: "Idempotency-Key" },
      reason: 'It has the header parameter "Idempotency-Key".',
      given: { rules: false },
    });
    expect(accepted.diagnostics.map(({ id }) => id)).not.toContain("trait/no-key");
    const [sign] = (await planUnder(keyed, keys("{ header: Idempotency-Key }"))).traits.lost.flatMap((one) =>
      one.trait === "idempotency" ? [one] : [],
    );
    expect([sign?.shown, sign?.missing, sign?.lines, sign?.meant]).toEqual([
      'its header "Idempotency-Key" has rules for keys (maxLength: 8)',
      "the client can make no key that fits: every call needs one from the caller",
      [],
      [
        "operations:",
        '  "POST /invoices":',
        "    idempotency:",
        "      header: Idempotency-Key",
        "      rules: false",
      ],
    ]);
  });

  test("comes before the guess that a POST only reads", async () => {
    const keys = (claim: string) => `operations:\n  findInvoices: { ${claim} }`;
    expect(await traitsUnder(contract, keys("pagination: false"), "invoices.find")).toHaveProperty("safe");
    expect(await traitsUnder(contract, keys("idempotency: {}"), "invoices.find")).not.toHaveProperty("safe");
  });

  test.each<readonly [string, string, string]>([
    [
      "createInvoice",
      "idempotency: { header: X-Reqest-Id }",
      '4:39 The operation has no header "X-Reqest-Id". Did you mean "X-Request-Id"? To send it nevertheless, add `undeclared: true`.',
    ],
    [
      "createInvoice",
      "idempotency: { rules: false }",
      "4:24 The contract does not show that POST /invoices takes an idempotency key: nothing is left to accept.",
    ],
    ["createInvoice", "idempotency: { header: X-Count }", '4:39 The header "X-Count" is not a text.'],
    [
      "createInvoice",
      "idempotency: { header: Authorization }",
      '4:39 The client fills the header "Authorization" by itself.',
    ],
    [
      "getInvoice",
      "idempotency: {}",
      "4:21 GET /invoices/{id} changes nothing: it needs no idempotency key.",
    ],
    [
      "createInvoice",
      "idempotency: { header: X-Short, rules: { minLength: 50 } }",
      "4:56 Keys of POST /invoices must then have at least 50 and at most 40 characters: no key has both.",
    ],
    [
      "createInvoice",
      "idempotency: { rules: { minLength: 9, maxLength: 8 }, header: X-Request-Id }",
      "4:39 Keys of POST /invoices must then have at least 9 and at most 8 characters: no key has both.",
    ],
  ])("%s: { %s } does not fit", async (operation, claim, want) => {
    expect(await misfits(operation, claim)).toEqual([`cabinetry.yaml:${want}`]);
  });
});

describe("conditional", () => {
  const read = { resource: "invoices", method: "get", type: "InvoicesGet" };

  test("pairs a change with a read, which gives its ETag", async () => {
    const keys = "operations:\n  updateInvoice: { conditional: { read: getInvoice } }";
    const { traits } = await planUnder(contract, keys);
    const of = (name: string) => traits.operations.find((one) => one.name === name)?.traits;
    expect(of("invoices.update")?.conditionalChange).toMatchObject({
      facts: { header: "If-Match", read },
      reason: "cabinetry.yaml:4 says so. The contract does not declare the `ETag` of GET /invoices/{id}.",
      decidedBy: "configuration",
    });
    expect(of("invoices.get")?.versionedRead).toMatchObject({ facts: {}, decidedBy: "configuration" });
  });

  test.each([
    "{ type: array, items: { type: string } }",
    "{ type: [array, 'null'], items: { type: string } }",
  ])("takes a header that is a list of texts: %s", async (schema) => {
    const listed = contract.replace(
      "name: If-Match, schema: { type: string }",
      `name: If-Match, schema: ${schema}`,
    );
    const keys = "operations:\n  updateInvoice: { conditional: { read: getInvoice } }";
    const { conditionalChange } = await traitsUnder(listed, keys, "invoices.update");
    expect(conditionalChange?.facts).toEqual({ header: "If-Match", read });
  });

  test("takes no header that is a list of numbers", async () => {
    const listed = contract.replace(
      "name: If-Match, schema: { type: string }",
      "name: If-Match, schema: { type: array, items: { type: integer } }",
    );
    expect(
      await misfitsUnder(listed, "operations:\n  updateInvoice: { conditional: { read: getInvoice } }"),
    ).toEqual(['cabinetry.yaml:4:24 The header "If-Match" is not a text.']);
  });

  test("keeps its header where no read gives the ETag, and says so no more", async () => {
    const unread = contract.replace("name: If-Match,", "name: If-Match, required: true,");
    const of = async (claim: string) => {
      const { traits } = await planUnder(unread, `operations:\n  updateInvoice: { conditional: ${claim} }`);
      const change = traits.operations.find(({ name }) => name === "invoices.update")?.traits;
      const signs = traits.lost.filter(({ trait }) => trait === "conditional");
      return {
        facts: change?.conditionalChange?.facts,
        meant: signs.map((sign) => acceptedBy(sign)?.at(-1)),
      };
    };
    const facts = { header: "If-Match" };
    expect(await of("{}")).toEqual({ facts, meant: ["    conditional: { read: false }"] });
    expect(await of("{ read: false }")).toEqual({ facts, meant: [] });
    const lines = "header: X-Version, undeclared: true";
    expect(await of(`{ ${lines} }`)).toEqual({
      facts: { header: "X-Version" },
      meant: [`    conditional: { read: false, ${lines} }`],
    });
    expect(await of(`{ read: false, ${lines} }`)).toEqual({ facts: { header: "X-Version" }, meant: [] });
  });

  const array = "type: array, items: { type: object }";
  const invoices = "properties: { invoices: { type: array, items: {} } }";
  const list = (body: string, path = "/invoices", headers = "") => `
  ${path}/all:
    put: { operationId: putAll, tags: [invoices], responses: { '204': { description: '' } } }
  ${path}:
    put: { operationId: putList, tags: [invoices], responses: { '204': { description: '' } } }
    get: { operationId: getList, tags: [invoices], responses: { '200': { description: '', ${headers} content: { application/json: { schema: { ${body} } } } } } }`;
  const pairs = (operation: string, listed: string) =>
    misfitsUnder(
      contract.replace("\n  /invoices:\n    get:", `${listed}\n  /other:\n    get:`),
      `operations:\n  ${operation}: { conditional: { read: getList } }`,
    );

  test.each([array, invoices])(
    "of an item refuses the read of a list without a declared ETag: %s",
    async (body) => {
      expect(await pairs("updateInvoice", list(body))).toEqual([
        `cabinetry.yaml:4:39 GET /invoices responds with a list and declares no ETag: the ETag of a list is not that of one item. Name the read of the item. If the service sends an ETag for the whole list, declare it with an overlay.`,
      ]);
    },
  );

  test.each<readonly [string, string, string]>([
    ["the list as a whole", "putList", list(array)],
    ["what is below the list as a whole", "putAll", list(array)],
    ["a list that declares its ETag", "updateInvoice", list(array, "/invoices", "headers: { ETag: {} },")],
    ["an object with a list of parts", "createInvoice", list(invoices, "/list")],
    ["a list at another path", "updateInvoice", list(array, "/list")],
  ])("accepts %s", async (_, operation, listed) => {
    expect(await pairs(operation, listed)).toEqual([]);
  });

  test("switched off leaves no read with an ETag", async () => {
    const declared = contract
      .replace("name: If-Match,", "name: If-Match, required: true,")
      .replace("'200': { description: '',", "'200': { description: '', headers: { ETag: {} },");
    const of = async (claim: string) => {
      const { traits } = await planUnder(declared, `operations:\n  updateInvoice: { ${claim} }`);
      return traits.operations.flatMap(({ name, traits: { conditionalChange, versionedRead } }) =>
        conditionalChange || versionedRead ? [name] : [],
      );
    };
    expect(await of("pagination: false")).toEqual(["invoices.get", "invoices.update"]);
    expect(await of("conditional: false")).toEqual([]);
  });

  test.each<readonly [string, string, string]>([
    [
      "updateInvoice",
      "conditional: { read: getInvoices }",
      '4:39 The contract has no operation "getInvoices". Did you mean "getInvoice"?',
    ],
    [
      "updateInvoice",
      "conditional: { read: createInvoice }",
      "4:39 POST /invoices is not a GET with a JSON response.",
    ],
    [
      "updateInvoice",
      "conditional: { read: listInvoices }",
      "4:39 The read is paged: several pages have no single ETag.",
    ],
    [
      "updateInvoice",
      "conditional: { context: false }",
      "4:24 The contract does not show that PUT /invoices/{id} takes a condition: nothing is left to accept.",
    ],
    ["getInvoice", "conditional: {}", "4:21 GET /invoices/{id} changes nothing: it needs no ETag."],
  ])("%s: { %s } does not fit", async (operation, claim, want) => {
    expect(await misfits(operation, claim)).toEqual([`cabinetry.yaml:${want}`]);
  });
});

describe("safe and features", () => {
  test("are decided by the configuration", async () => {
    const keys =
      "operations:\n  createInvoice: { safe: true, features: [b, a, b] }\n  getInvoice: { safe: false }\ncapabilities: { operation: getFlags, features: on }";
    const { safe, features } = await traitsUnder(contract, keys, "invoices.create");
    expect([safe?.decidedBy, features?.facts]).toEqual(["configuration", ["a", "b"]]);
    expect(await traitsUnder(contract, keys, "invoices.get")).not.toHaveProperty("safe");
  });

  test.each<readonly [string, string, string]>([
    [
      "updateInvoice",
      "safe: true",
      "4:24 PUT /invoices/{id} is not safe: only a POST can be said to read and no more.",
    ],
    [
      "createInvoice",
      "features: [a]",
      "4:24 The contract does not say where flags are: say it with `capabilities.features`.",
    ],
    [
      "createInvoice",
      "safe: true, idempotency: {}",
      "4:24 `safe` and `idempotency` exclude each other: switch one off with `idempotency: false` or `safe: false`.",
    ],
  ])("%s: { %s } does not fit", async (operation, claim, want) => {
    expect(await misfits(operation, claim)).toEqual([`cabinetry.yaml:${want}`]);
  });
});
