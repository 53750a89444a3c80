import { dirname, join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { OperationSelection } from "../src/config/client-reading.js";
import { messageOf } from "../src/diagnostics/diagnostic.js";
import { loadContract } from "../src/load/load-contract.js";
import { matchesPath, selectOperations } from "../src/select-operations.js";
import { UserError } from "../src/text/user-error.js";
import { run, shop } from "./cli/run.js";
import { fileWith } from "./load/contract-files.js";

const json = (schema: string) => `{ application/json: { schema: ${schema} } }`;
const ref = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;

/** Orders with an export in the background and a conditional change; users; a base with subtypes. */
const contract = `openapi: 3.1.0
info: { title: Shop, version: "1" }
security: [{ key: [] }]
tags: [{ name: orders }, { name: users }]
x-notes: { $ref: "#/components/schemas/Unused" }
paths:
  /orders:
    get: { operationId: listOrders, tags: [orders], responses: { 200: { description: a, content: ${json(`{ type: array, items: ${ref("Order")} }`)}, links: { user: { operationId: listUsers } } } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getOrder, tags: [orders], responses: { 200: { description: a, headers: { ETag: { schema: { type: string } } }, content: ${json(ref("Order"))} } } }
    put:
      operationId: putOrder
      tags: [orders, changes]
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
      requestBody: { content: ${json(ref("Order"))} }
      responses: { 200: { description: a, content: ${json(ref("Order"))} }, 412: { description: b } }
  /users:
    get: { operationId: listUsers, tags: [users], security: [{ other: [] }], responses: { 200: { description: a, content: ${json(ref("User"))} } } }
  /users/copy:
    get: { operationId: copyUser, tags: [copies], responses: { 200: { $ref: "#/paths/~1users/get/responses/200" } } }
components:
  schemas:
    Order: { type: object, properties: { id: { type: string }, line: ${ref("Line")} } }
    Line: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Item: { allOf: [${ref("Line")}, { properties: { price: { type: number } } }] }
    User: { type: object, properties: { x-id: ${ref("Id")} } }
    Id: { type: string }
    Unused: { type: string }
  securitySchemes:
    key: { type: http, scheme: bearer }
    other: { type: apiKey, in: header, name: X-Key }
`;

async function select(selection: OperationSelection, text = contract) {
  const loaded = await loadContract(fileWith(text));
  const position = (path: readonly string[]) => `cabinetry.yaml:${String(path.length)}:1`;
  return selectOperations(loaded, { ...selection, position }, {});
}

const keysAt = (document: object, ...path: readonly string[]): string[] =>
  Object.keys(path.reduce<object>((node, key) => (Reflect.get(node, key) ?? {}) as object, document));

describe("a selection", () => {
  test("names an operation without the slash at the end of its path", async () => {
    const slashed = contract.replace("/users:", "/users/:").replace("~1users/", "~1users~1/");
    const { document } = await select({ include: { operations: ["get /users"] } }, slashed);
    expect(keysAt(document, "paths")).toEqual(["/users/"]);
    const rest = await select({ exclude: { operations: ["GET /users"], tags: ["copies"] } }, slashed);
    expect(keysAt(rest.document, "paths")).toEqual(["/orders", "/orders/{id}"]);
    // Two paths are two operations; a slash that the contract does not have is not added.
    const both = slashed.replace(
      "  /users/copy:",
      "  /users: { get: { responses: { 200: { description: a } } } }\n  /users/copy:",
    );
    const exact = await select({ include: { operations: ["GET /users"] } }, both);
    expect(keysAt(exact.document, "paths")).toEqual(["/users"]);
    await expect(select({ include: { operations: ["GET /orders/"] } }, slashed)).rejects.toThrow(UserError);
  });

  test("keeps operations with what they need, and nothing else", async () => {
    const { document, digest, diagnostics } = await select({ include: { operations: ["listOrders"] } });
    expect(keysAt(document, "paths")).toEqual(["/orders"]);
    expect(keysAt(document, "components", "schemas")).toEqual(["Item", "Line", "Order"]);
    expect(keysAt(document, "components", "securitySchemes")).toEqual(["key"]);
    expect(document["tags"]).toEqual([{ name: "orders" }]);
    expect(document).toHaveProperty("paths./orders.get.responses.200.links", {});
    expect(diagnostics).toEqual([]);
    expect(digest).not.toBe((await loadContract(fileWith(contract))).digest);
  });

  test.each<[name: string, selection: OperationSelection, want: readonly string[]]>([
    ["by tag", { include: { tags: ["users"] } }, ["/users"]],
    ["by method and path", { include: { operations: ["get /users"] } }, ["/users"]],
    ["by path", { include: { paths: ["/orders/*"] } }, ["/orders/{id}"]],
    ["by any of them", { include: { paths: ["/orders"], tags: ["users"] } }, ["/orders", "/users"]],
    ["all but some", { exclude: { tags: ["copies"], paths: ["/orders/**"] } }, ["/users"]],
    [
      "of some but others",
      { include: { paths: ["/orders/**"] }, exclude: { operations: ["listOrders"] } },
      ["/orders/{id}"],
    ],
  ])("%s", async (_, selection, want) => {
    expect(keysAt((await select(selection)).document, "paths")).toEqual(want);
  });

  test("adds what a selected operation needs for a trait, and says so", async () => {
    const { document, diagnostics } = await select({ include: { tags: ["changes"] } });
    expect(keysAt(document, "paths", "/orders/{id}")).toEqual(["get", "parameters", "put"]);
    expect(diagnostics.map((one) => [one.id, one.level, messageOf(one)])).toEqual([
      [
        "selection/added",
        "info",
        "The client has `GET /orders/{id}` too, which is not selected: PUT /orders/{id} needs it to read the validator of a change.",
      ],
    ]);
  });

  test("adds what an entry names for a selected operation, though the entry does not fit", async () => {
    const values = {
      operations: {
        putOrder: { background: { status: "listUsers" } },
        copyUser: { background: { status: "listOrders" } },
      },
    };
    const overrides = { values, file: "cabinetry.yaml", locate: () => ({ line: 1, column: 1 }) };
    const loaded = await loadContract(fileWith(contract));
    const selection = { include: { tags: ["changes"] }, position: () => "cabinetry.yaml:1:1" };
    const { document } = selectOperations(loaded, selection, { overrides });
    expect(keysAt(document, "paths")).toEqual(["/orders/{id}", "/users"]);
  });

  test("adds an operation that a reference of a selected one leads into", async () => {
    const { document } = await select({ include: { operations: ["copyUser"] } });
    expect(keysAt(document, "paths")).toEqual(["/users", "/users/copy"]);
    expect(keysAt(document, "components", "schemas")).toEqual(["Id", "User"]);
  });

  test("has what a reference of a selected operation leads to beside the operations of another path", async () => {
    const copy = `  /orders/{id}/copy:
    parameters: [{ $ref: "#/paths/~1orders~1{id}/parameters/0" }]
    get: { operationId: copyOrder, responses: { 204: { description: a } } }
components:`;
    const text = contract
      .replace("components:", copy)
      .replace("required: true, schema: { type: string }", `required: true, schema: ${ref("Id")}`);
    const { document, diagnostics, digest } = await select({ include: { operations: ["copyOrder"] } }, text);
    expect(keysAt(document, "paths")).toEqual(["/orders/{id}", "/orders/{id}/copy"]);
    expect(keysAt(document, "paths", "/orders/{id}")).toEqual(["parameters"]);
    expect(keysAt(document, "components", "schemas")).toEqual(["Id"]);
    expect(diagnostics.map(({ id }) => id)).toEqual([]);
    expect((await loadContract(fileWith(JSON.stringify(document), "openapi.json"))).digest).toBe(digest);
  });

  test("loses the diagnostics of what it leaves out", async () => {
    const text = contract.replace("Id: { type: string }", "Id: { type: string, nope: 1 }");
    expect((await select({ include: { tags: ["orders"] } }, text)).diagnostics).toEqual([]);
    expect((await select({ include: { tags: ["users"] } }, text)).diagnostics).toHaveLength(1);
  });

  test("is the same contract when it is read again", async () => {
    const { document, digest } = await select({ include: { tags: ["orders"] } });
    expect((await loadContract(fileWith(JSON.stringify(document), "openapi.json"))).digest).toBe(digest);
  });

  test("with an entry that matches nothing is refused, with its place and the nearest name", async () => {
    const wrong = select({
      include: { tags: ["order"], paths: ["/user"] },
      exclude: { operations: ["getOrdr", "x"] },
    });
    const error: unknown = await wrong.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({
      exitCode: 2,
      where: [
        'cabinetry.yaml:3:1 "order" matches no operation. Did you mean "orders"?',
        'cabinetry.yaml:3:1 "/user" matches no operation. Did you mean "/users"?',
        'cabinetry.yaml:3:1 "getOrdr" matches no operation. Did you mean "getOrder"?',
        'cabinetry.yaml:3:1 "x" matches no operation.',
      ].join("\n"),
    });
  });

  test.each<[selection: OperationSelection, where: string]>([
    [{ exclude: { paths: ["/**"] } }, "cabinetry.yaml:1:1 `exclude` matches every operation."],
    [
      { include: { paths: ["/users"] }, exclude: { paths: ["/**"] } },
      "cabinetry.yaml:1:1 `exclude` matches every operation that is included.",
    ],
    [{ include: { tags: [] } }, "cabinetry.yaml:1:1 `include` has no entry."],
  ])("that leaves nothing is refused with the reason: %j", async (selection, where) => {
    await expect(select(selection)).rejects.toMatchObject({
      message: "The selection leaves no operation.",
      where,
    });
  });
});

test.each<[pattern: string, path: string, want: boolean]>([
  ["/a", "/a", true],
  ["/a", "/a/b", false],
  ["/a/*", "/a/{id}", true],
  ["/a/*", "/a/b/c", false],
  ["/a/*", "/a/", false],
  ["/a/**", "/a/b/c", true],
  ["/a/**", "/a", true],
  ["/**/c", "/a/b/c", true],
  ["/**/c/**/e", "/c/e", true],
  ["/**/c", "/a/b", false],
])("the pattern %s matches %s: %s", (pattern, path, want) => {
  expect(matchesPath(pattern, path)).toBe(want);
});

test("include and exclude of a client decide what generate, --check, inspect and diff see", async () => {
  const { contract: file } = shop(contract);
  const config = join(dirname(file), "cabinetry.yaml");
  const write = (tag: string) => {
    writeFileSync(
      config,
      `clients:\n  shop:\n    contract: ${file}\n    out: shop\n    include: { tags: [${tag}] }\n`,
    );
  };
  write("users");
  const out = join(dirname(file), "shop");
  await run(["generate", "--config", config]);
  expect(readFileSync(join(out, "api.md"), "utf8")).not.toContain("/orders");
  expect((await run(["generate", "--config", config, "--check"])).exitCode).toBe(0);
  expect(JSON.parse((await run(["inspect", "--config", config, "--json"])).out)).toMatchObject({
    operations: [{ path: "/users" }],
  });
  const same = await run(["diff", out, file, "--config", config, "--json"]);
  expect(JSON.parse(same.out)).toMatchObject({ verdict: { wire: "none", sdk: "none" } });
  writeFileSync(
    config,
    `clients:
  shop:
    contract: ${file}
    out: shop
    include: { tags: [orders, users] }
    exclude: { paths: [/orders] }
    operations: { listOrders: { pagination: false }, get /users/copy: { name: copy } }
`,
  );
  const left = await run(["generate", "--config", config]);
  for (const text of [
    '7:19 The client has no operation "listOrders": "/orders" of `exclude` (',
    "cabinetry.yaml:6:24) leaves it out. Select it, or remove this entry.",
    '7:54 The client has no operation "get /users/copy": `include` (',
    "cabinetry.yaml:5:5) leaves it out.",
  ])
    expect(left.err).toContain(text);
  const tag = await run(["inspect", file, "--include", "tag:user"]);
  expect(tag.err).toContain('--include "tag:user" matches no operation. Did you mean "tag:users"?');
  write("orders");
  expect((await run(["generate", "--config", config, "--check"])).exitCode).toBe(1);
  write("user");
  const wrong = await run(["generate", "--config", config]);
  expect([wrong.exitCode, wrong.err]).toEqual([
    2,
    expect.stringMatching(/cabinetry\.yaml:5:23 "user" matches no operation\. Did you mean "users"\?/u),
  ]);
});

test("under a selection of the command line, entries for other operations have no effect, and `--verbose` says so", async () => {
  const file = fileWith(contract);
  const config = join(dirname(file), "cabinetry.yaml");
  writeFileSync(
    config,
    `clients:
  shop:
    contract: ${file}
    out: shop
    include: { tags: [orders, users] }
    operations: { listOrders: { pagination: false }, copyUser: { name: copy } }
    pagination: [{ style: number, number: page }]
`,
  );
  const given = ["inspect", "--config", config, "--verbose"];
  const skipped = await run([...given, "--include", "tag:users"]);
  expect(skipped.exitCode).toBe(0);
  for (const text of [
    'The client has no operation "listOrders": `include` (--include) leaves it out.\n    at ',
    'The client has no operation "copyUser": `include` (--include) leaves it out.\n    at ',
    "or `--exclude`: No operation has all parts of this scheme.",
    "cabinetry.yaml:6:19\n",
  ])
    expect(skipped.err).toContain(text);
  // The file leaves this one out by itself.
  const excluded = await run([...given, "--exclude", "listOrders"]);
  expect(excluded.err).toContain('6:54 The client has no operation "copyUser": `include`');
  expect(excluded.err).not.toContain('"listOrders"');
});

test.each([
  // No operation names it: what the description lists is lost.
  ["", ['scopes "orders:read", "users:read"']],
  ['summary: "Needs users:read.",', ['scope "orders:read"']],
  ['security: [{ key: ["users:read"] }],', ['scope "orders:read"']],
  ['x-scopes: ["users:read", "orders:read"],', []],
  ['description: "Nothing of users:reader.",', ['scopes "orders:read", "users:read"']],
])("a scope that an operation beside the selection names is used: %s", async (more, want) => {
  const text = contract
    .replace('version: "1" }', 'version: "1", description: "Scopes are `orders:read` and `users:read`." }')
    .replace("tags: [users], security: [{ other: [] }],", `tags: [users], ${more}`);
  const file = fileWith(text);
  const { out } = await run(["inspect", file, "--include", "tag:orders", "--json"]);
  const { diagnostics } = JSON.parse(out) as { diagnostics: { id: string; message: string }[] };
  const found = diagnostics.filter(
    ({ id }) => id === "trait/described-scopes" || id === "trait/unused-scopes",
  );
  expect(found).toHaveLength(want.length);
  found.forEach(({ message }, index) => {
    expect(message).toContain(`the ${want[index] ?? ""}`);
  });
});
