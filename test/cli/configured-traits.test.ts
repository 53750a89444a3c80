import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run, shop } from "./run.js";

const contract = (members = "rows, then") => `openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      parameters: [{ in: query, name: at, schema: { type: string } }]
      responses:
        "200":
          description: Orders
          content: { application/json: { schema: { type: object, properties: { ${members
            .split(", ")
            .map((name) => `${name}: { type: ${name === "rows" ? "array, items: {}" : "string"} }`)
            .join(", ")} } } } }
`;
const PAGED = "operations: { listOrders: { pagination: { style: cursor, next: then, cursor: at } } }";

/** A contract and a configuration file beside it whose only client has these keys. */
function configured(keys: string, more = "") {
  const given = shop(contract());
  const config = join(given.folder, "cabinetry.yaml");
  const write = (own: string) => {
    writeFileSync(
      config,
      `clients:\n  one:\n    contract: openapi.yaml\n    out: client\n    ${own}\n${more}`,
    );
  };
  write(keys);
  return {
    ...given,
    config,
    write,
    words: (command: string, ...rest: string[]) => [command, ...rest, "--config", config],
  };
}

interface Inspected {
  readonly operations: readonly {
    readonly traits: readonly { readonly trait: string; readonly decidedBy: string }[];
    readonly switchedOff: readonly { readonly trait: string }[];
  }[];
}

describe("generate", () => {
  test("follows the file, and not what the manifest records of it", async () => {
    const { out, words, write } = configured(PAGED);
    const textOf = () => readFileSync(join(out, "resources/orders.ts"), "utf8");
    await run(words("generate"));
    expect(textOf()).toContain("PageSequence");
    expect(JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"))).toMatchObject({
      options: {},
      configuration: { operations: { listOrders: { pagination: { cursor: "at" } } } },
    });
    expect((await run(words("generate", "--check"))).exitCode).toBe(0);
    write("enums: open");
    expect((await run(words("generate", "--check"))).exitCode).toBe(1);
    await run(words("generate"));
    expect(textOf()).not.toContain("PageSequence");
  });

  test("stops where the file does not fit, with the position", async () => {
    const { config, words } = configured(PAGED.replace("then", "than"));
    const { exitCode, err } = await run(words("generate"));
    expect([exitCode, err]).toEqual([
      2,
      expect.stringContaining(
        `${config}:5:62 The response has no member "than". Did you mean "then"?`,
      ) as string,
    ]);
  });
});

describe("inspect", () => {
  test("prints the lines for what was not recognised as one block, which can be pasted", async () => {
    const operation = (text: string) =>
      `{ description: "${text}", security: [{ o: [] }], responses: { "204": { description: P } } }`;
    const given = shop(`openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /orders: { post: ${operation("Needs the scope orders:write. Send Idempotency-Key.")} }
  /items: { get: ${operation("Needs the scope items:read.")} }
  /token:
    post:
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { properties: { grant_type: { type: string } } } } } }
      responses: { "200": { description: T, content: { application/json: { schema: { properties: { access_token: {}, token_type: {} } } } } } }
  /login:
    post:
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { properties: { grant_type: { type: string } } } } } }
      responses: { "200": { description: T, content: { application/json: { schema: { properties: { access_token: {}, token_type: {} } } } } } }
components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { "orders:write": W, "items:read": R } } } } } }
`);
    const { out } = await run(["inspect", given.contract]);
    const [, after = ""] = out.split("below the client (fill in each ?):\n");
    const [both = "", ...accepting] = after.split("  To accept it as it is, instead of those lines, below ");
    const [block = "", open] = both.split("  In place of each ?:\n");
    expect(open).toBe("    subjectTokenType  the type of the access key, as a URN\n");
    expect(accepting.map((line) => line.trimEnd())).toEqual([
      "the same operation: `scopes: false` or `idempotency: false`.",
      "the client: `tokenExchange: false`.",
    ]);
    expect(block.split("\n").map((line) => line.slice(4))).toEqual([
      "operations:",
      '  "GET /items":',
      '    scopes: ["items:read"]',
      '  "POST /orders":',
      '    scopes: ["orders:write"]',
      "    idempotency: { header: Idempotency-Key, undeclared: true }",
      "tokenExchange:",
      '  operation: "POST /login"',
      '  subjectTokenType: "?"',
      "",
    ]);
    const config = join(given.folder, "cabinetry.yaml");
    writeFileSync(
      config,
      `clients:\n  one:\n    contract: openapi.yaml\n    out: client\n${block.replace("?", "urn:acme:key")}`,
    );
    const pasted = await run(["inspect", "--config", config]);
    expect([pasted.exitCode, pasted.out]).toEqual([0, expect.not.stringContaining("Not recognised")]);

    const accepted = block
      .replaceAll(/^( *)(scopes|idempotency): .*$/gmu, "$1$2: false")
      .replace(/^( *)tokenExchange:(?:\n\1 .*)*$/mu, "$1tokenExchange: false");
    writeFileSync(config, `clients:\n  one:\n    contract: openapi.yaml\n    out: client\n${accepted}`);
    const asIs = await run(["inspect", "--config", config]);
    expect([asIs.exitCode, asIs.out]).toEqual([0, expect.not.stringContaining("Not recognised")]);
  });

  test("prints a reason once with its operations, and the same lines once", async () => {
    const list = (name = "offset", more = "") =>
      `{ get: { parameters: [{ in: query, name: ${name}, schema: { type: string } }], responses: { "200": { description: P, content: { application/json: { schema: { type: object, properties: { rows: { type: array, items: {} }${more} } } } } } } } }`;
    const given = shop(`openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /a: ${list()}
  /b: ${list()}
  /c: ${list("starting", ", has_more: { type: boolean }")}
  /d: ${list()}
`);
    const printed = async (...words: string[]) => {
      const { out } = await run(["inspect", given.contract, ...words]);
      return out.slice(out.indexOf("Not recognised\n")).split("\n").slice(1, -1);
    };
    expect(await printed()).toEqual([
      '  pagination  each of 3 operations: it takes "offset" and returns a list, but nothing says how the next position is found.',
      "      GET /a, GET /b, GET /d",
      '  pagination  GET /c: its response has "has_more", but nothing of the request clearly takes a position.',
      "  In cabinetry.yaml, below the client (fill in each ?):",
      "    operations:",
      '      "GET /a":',
      '        pagination: { style: cursor, items: rows, next: { member: "?", undeclared: true }, cursor: offset }',
      "        # 2 more operations need the same; --verbose prints all lines.",
      "        # Once for all: the same map as an entry of `pagination:`, a list below the client.",
      '      "GET /c":',
      '        pagination: { style: cursor, items: rows, next: { member: "?", undeclared: true }, cursor: "?", more: has_more }',
      "  In place of each ?:",
      "    next.member        the member of the response with what leads to the next page",
      "    pagination.cursor  the parameter of the request that takes what leads to the next page",
      "  To accept it as it is, instead of those lines, below the same operation: `pagination: false`.",
    ]);
    expect((await printed("--verbose")).filter((line) => line.includes('"GET'))).toEqual(
      ["a", "b", "d", "c"].map((name) => `      "GET /${name}":`),
    );
    const { out } = await run(["inspect", given.contract, "--json"]);
    expect((JSON.parse(out) as { readonly unrecognised: readonly unknown[] }).unrecognised).toHaveLength(4);
    expect((await run(["inspect", given.contract, "--strict"])).exitCode).toBe(1);
  });

  test("prints the lines that accept operations as they are, where none can say what is missing", async () => {
    const given = shop(`openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /a: { get: { responses: &page { "200": { description: P, content: { application/json: { schema: { properties: { items: { type: array, items: {} }, page: { type: integer }, total_pages: { type: integer } } } } } } } } }
  /b: { get: { responses: *page } }
`);
    const { out } = await run(["inspect", given.contract]);
    const printed = out.slice(out.indexOf("  To accept it")).split("\n").slice(0, -1);
    expect(printed).toEqual([
      "  To accept it as it is, in cabinetry.yaml, below the client:",
      "    operations:",
      '      "GET /a":',
      "        pagination: false",
      "        # 1 more operation can have the same; --verbose prints all lines.",
    ]);
    const { out: all } = await run(["inspect", given.contract, "--verbose"]);
    expect(all.slice(all.indexOf("  To accept it"))).toContain('"GET /b":\n        pagination: false\n');
    const { out: json } = await run(["inspect", given.contract, "--json"]);
    expect(JSON.parse(json)).toMatchObject({
      unrecognised: [{ configuration: "", meant: 'operations:\n  "GET /a":\n    pagination: false' }, {}],
    });
  });

  test("prints them too where the server may ignore the header that lines add", async () => {
    const given = shop(`openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /a:
    get: { responses: { "200": { description: A, headers: { ETag: {} }, content: { application/json: { schema: { type: object } } } } } }
    put: { requestBody: { content: { application/json: { schema: {} } } }, responses: { "204": { description: A } } }
`);
    const { out } = await run(["inspect", given.contract]);
    expect(out.slice(out.indexOf("  In cabinetry.yaml")).split("\n").slice(1, -1)).toEqual([
      "    operations:",
      '      "PUT /a":',
      '        conditional: { read: "GET /a", header: If-Match, undeclared: true }',
      "        # conditional: false",
      "  To accept one as it is: remove `# ` before its lines, and delete its own lines above them, if it has some.",
    ]);
  });

  test("prints them too where lines ask for an operation that may not exist", async () => {
    const given = shop(`openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /a: { post: { responses: { "202": { description: Taken, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } } }
`);
    const { out } = await run(["inspect", given.contract]);
    expect(out).toContain(
      '          state: { member: "?", succeeded: ["?"], failed: ["?"] }\n        # background: false\n  In place of each ?:\n    background.id ',
    );
    expect(out).toContain(
      "  state.succeeded    the values of the state with which it succeeds; delete the ? if the list is complete\n  To accept one as it is: remove `# ` before its lines, and delete its own lines above them, if it has some.",
    );
  });

  test("prints the description of a scope on one line", async () => {
    const given = shop(`openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths: { /items: { get: { security: [{ o: ["items:read"] }], responses: { "204": { description: P } } } } }
components: { securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { "items:read": "Read\\n  items.\\n" } } } } } }
`);
    const { out } = await run(["inspect", given.contract]);
    expect(out).toMatch(/^Scopes\n {2}items:read {2}1 operation {2}Read items\.$/mu);
  });

  test("prints the overlay that declares a scheme, which can be saved", async () => {
    const given = shop(`openapi: 3.1.0
info: { title: Corner shop, version: "1.2", description: "Send Authorization: Bearer TOKEN." }
servers: [{ url: https://shop.example/v1 }]
paths: { /items: { get: { responses: { "204": { description: P } } } } }
`);
    const { out } = await run(["inspect", given.contract]);
    const unindented = (text = "") => text.replaceAll(/^ {4}/gmu, "");
    const [, lines = "", overlay] = out.split(/^ {2}In .*:\n/mu);
    const [declared = "", accepted] = lines.split("\n");
    expect([declared, accepted]).toEqual([
      '    overlays: ["security.overlay.yaml"]',
      "  To accept it as it is, instead of those lines, below the client: `security: false`.",
    ]);
    writeFileSync(join(given.folder, "security.overlay.yaml"), unindented(overlay));
    const config = join(given.folder, "cabinetry.yaml");
    writeFileSync(config, `clients:\n  one:\n    contract: openapi.yaml\n    out: client\n${declared}\n`);
    const pasted = await run(["inspect", "--config", config]);
    expect([pasted.exitCode, pasted.err]).toEqual([0, ""]);
    expect(pasted.out).toMatch(/^Credentials\n {2}accessToken {2}bearer$/mu);
    expect(pasted.out).not.toContain("Not recognised");
  });

  test("shows what the file decides, of the only client without CONTRACT", async () => {
    const { contract: path, config, words } = configured(PAGED);
    for (const given of [
      words("inspect"),
      words("inspect", path),
      words("inspect", path, "--client", "one"),
    ]) {
      const { out } = await run([...given, "--json"]);
      const [operation] = (JSON.parse(out) as Inspected).operations;
      expect(operation?.traits.map(({ trait, decidedBy }) => [trait, decidedBy])).toEqual([
        ["safe", "contract"],
        ["pagination", "configuration"],
      ]);
    }
    const { out } = await run(words("inspect"));
    expect(out).toContain(`pagination  ${config}:5 says so.`);
  });

  test("shows what the file switches off", async () => {
    const { config, words, contract: path } = configured("operations: { listOrders: { pagination: false } }");
    writeFileSync(path, contract("rows, nextCursor").replace("name: at", "name: cursor"));
    const { out } = await run(words("inspect"));
    expect(out).toContain(`no pagination  ${config}:5 says so.`);
  });

  test("needs to know which client", async () => {
    const { words } = configured(PAGED, "  two: { contract: openapi.yaml, out: other }\n");
    const { exitCode, err } = await run(words("inspect"));
    expect([exitCode, err]).toEqual([2, expect.stringContaining("Name the client: --client one.")]);
  });
});

test("diff reads both contracts with the file, and reports what does not fit NEW", async () => {
  const { contract: path, config, folder, words } = configured(PAGED);
  const next = join(folder, "next.yaml");
  writeFileSync(next, contract("rows, after"));
  const { err, exitCode } = await run(words("diff", path, next));
  expect([exitCode, err]).toEqual([
    1,
    expect.stringMatching(
      /config\/unfit-override[^]*The response has no member "then"[^]*cabinetry\.yaml:5:62/u,
    ),
  ]);
  expect(err).toContain(config);
  expect((await run(words("diff", path, path))).exitCode).toBe(0);
});
