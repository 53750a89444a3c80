import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ContractChanges } from "../src/compare-contracts.js";
import { generate } from "../src/generate.js";
import { run, shop } from "./cli/run.js";

const contract = (paths: string, schemas: string) => `openapi: 3.1.0
info: { title: Corner shop, version: "1" }
servers: [{ url: https://shop.example/v1 }]
paths:
${paths}
components:
  schemas:
${schemas}
`;
const operation = (method: string, id: string, schema: string, more = "") =>
  `{ ${method}: { operationId: ${id}, tags: [orders], ${more} responses: { "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } } } } }`;
const BEFORE = contract(
  `  /orders: ${operation("get", "listOrders", "Order")}
  /old: ${operation("get", "oldOrders", "Gone")}
  /same: ${operation("get", "sameOrders", "Order")}`,
  `    Order: { type: object, properties: { id: { type: string } } }
    Gone: { type: object, properties: { id: { type: string } } }`,
);
const AFTER = contract(
  `  /orders: ${operation("get", "listOrders", "Order", "parameters: [{ in: query, name: q, required: true, schema: { type: string } }],")}
  /new: ${operation("get", "newOrders", "Added")}
  /same: ${operation("get", "sameOrders", "Order")}`,
  `    Order: { type: object, description: Other words., properties: { id: { type: integer } } }
    Added: { type: object, properties: { name: { type: string } } }`,
);

const linesOf = (changes: ContractChanges | undefined) =>
  changes?.findings.map(({ rule, wire, sdk, element }) => `${wire} ${sdk} ${rule} ${element}`);

test("generate and --check report the changes of the contract as diff does", async () => {
  const { contract: path } = shop(BEFORE);
  const out = join(dirname(path), "client");
  expect((await generate({ contract: path, out })).contractChanges).toBeUndefined();
  expect((await generate({ contract: path, out })).contractChanges?.findings).toEqual([]);
  writeFileSync(path, AFTER);
  const diff = await run(["diff", out, path, "--json"]);
  const { findings, counts, verdict } = JSON.parse(diff.out) as ContractChanges;
  const checked = await generate({ contract: path, out, check: true });
  const want = [
    "breaking breaking request.parameter.required-added query parameter `q` of `GET /orders`",
    "breaking breaking operation.removed `GET /old`",
    "breaking breaking response.type.changed property `id` of `Order`",
    "compatible compatible operation.added `GET /new`",
    "docs none docs.changed `Order`",
  ];
  expect(linesOf(checked.contractChanges)?.toSorted()).toEqual(want.toSorted());
  // The gate of `diff` marks findings that fail; `generate` has none.
  const withoutGate = findings.map((finding) => ({ ...finding, fails: undefined }));
  expect(JSON.parse(JSON.stringify(checked.contractChanges))).toEqual({
    verdict,
    counts,
    findings: withoutGate,
  });
  const text = `Changes of the contract since the last generation:
Wire  breaking    Released clients can fail against the new API.
SDK   breaking    Code that is compiled against the generated client needs changes.
Next version: major for the API, major for a package with the client
  breaking    The type of property \`id\` of \`Order\` changed from string to integer.
  breaking    \`GET /old\` was removed.
  breaking    Query parameter \`q\` of \`GET /orders\` was added, and it is required.
  compatible  \`GET /new\` was added.
  1 change not listed; --json lists all
`;
  const check = await run(["generate", path, "-o", out, "--check"]);
  expect([check.exitCode, check.out]).toEqual([1, expect.stringContaining(text)]);
  expect((await run(["generate", path, "-o", out])).out).toContain(text);
});

test("a method of another name is a change for callers alone", async () => {
  const { contract: path } = shop(BEFORE);
  const out = join(dirname(path), "client");
  await generate({ contract: path, out });
  const lock = join(out, "names.lock.json");
  writeFileSync(lock, readFileSync(lock, "utf8").replace("orders.same", "orders.equal"));
  await generate({ contract: path, out });
  const renamed = await generate({ contract: path, out, rename: true, check: true });
  expect(linesOf(renamed.contractChanges)).toEqual([
    "none breaking sdk.method-renamed method `orders.equal`",
  ]);
});

test("another class of the client is a change for callers alone", async () => {
  const { contract: path } = shop(BEFORE);
  const out = join(dirname(path), "client");
  await generate({ contract: path, out, name: "Shop" });
  const same = await generate({ contract: path, out, name: "Shop", check: true });
  expect(linesOf(same.contractChanges)).toEqual([]);
  const renamed = await generate({ contract: path, out, name: "Zed", check: true });
  expect(linesOf(renamed.contractChanges)).toEqual([
    "none breaking sdk.client-renamed the class of the client",
  ]);
  expect(renamed.contractChanges?.ofSettings).toBe(true);
});

test("levels of cabinetry.yaml hold for generate too", async () => {
  const { contract: path } = shop(BEFORE);
  const folder = dirname(path);
  const config = join(folder, "cabinetry.yaml");
  writeFileSync(
    config,
    `clients: { shop: { contract: ${JSON.stringify(path)}, out: client } }\ndiff: { levels: { operation.removed: compatible } }\n`,
  );
  expect((await run(["generate", "--config", config])).exitCode).toBe(0);
  writeFileSync(path, BEFORE.replace(/^ {2}\/old: .*\n/mu, ""));
  const { out } = await run(["generate", "--config", config, "--json"]);
  const [client] = (JSON.parse(out) as { clients: { contractChanges: ContractChanges }[] }).clients;
  expect(linesOf(client?.contractChanges)).toContain("compatible breaking operation.removed `GET /old`");
});

test("settings change nothing in the contract; what cannot be read is not known", async () => {
  const { contract: path } = shop(BEFORE);
  const out = join(dirname(path), "client");
  await generate({ contract: path, out });
  const other = await generate({ contract: path, out, importExtension: "ts" });
  expect(other.contractChanges?.findings).toEqual([]);
  writeFileSync(path, BEFORE.replace("type: object,", "type: object, description: Words.,"));
  writeFileSync(join(out, "openapi.json"), "<<<<<<< ours\n");
  expect((await generate({ contract: path, out, check: true })).contractChanges).toBeUndefined();
});

test("what a selection takes out is gone for callers, and not on the wire", async () => {
  const { contract: path } = shop(BEFORE);
  const out = join(dirname(path), "client");
  const generating = ["generate", path, "-o", out];
  await run(generating);
  const excluding = [...generating, "--exclude", "GET /old", "--check"];
  const { out: text } = await run(excluding);
  expect(text).toContain(
    'The client no longer has `GET /old`: "GET /old" of `exclude` (--exclude) decides that.',
  );
  const { out: json } = await run([...excluding, "--json"]);
  const { contractChanges } = JSON.parse(json) as { contractChanges: ContractChanges };
  expect(contractChanges.verdict).toMatchObject({ wire: "none", sdk: "breaking", semver: "none" });
  const config = join(dirname(path), "cabinetry.yaml");
  writeFileSync(
    config,
    "clients: { shop: { contract: openapi.yaml, out: client, exclude: { operations: [oldOrders] } } }\n",
  );
  const diff = JSON.parse(
    (await run(["diff", out, path, "--config", config, "--json"])).out,
  ) as ContractChanges;
  expect(diff.verdict).toMatchObject({ wire: "none", sdk: "breaking" });
  writeFileSync(path, BEFORE.replace(/^.*\/old.*\n/mu, ""));
  const gone = await generate({ contract: path, out, check: true });
  expect(gone.contractChanges?.verdict).toMatchObject({ wire: "breaking", sdk: "breaking" });
});

test.each([
  // Tags and words of the operation itself are of no request, and links neither.
  ["none", "oldOrders, tags: [orders],", "outdated, tags: [internal], x-internal: true, summary: Old.,"],
  ["none", 'description: "",', 'description: "", links: { same: { operationId: sameOrders } },'],
  ["none", "info: {", "x-note: { $ref: '#/components/schemas/Order' }\ninfo: {"],
  [
    "risky",
    "oldOrders,",
    "oldOrders, parameters: [{ in: query, name: q, required: true, schema: { type: string } }],",
  ],
  [
    "risky",
    "  /old: {",
    "  /old: { parameters: [{ in: query, name: q, required: true, schema: { type: string } }],",
  ],
  ["risky", "Gone: { type: object,", "Gone: { type: object, required: [id],"],
])("what a selection takes out is compared before it is as before: %s, %s", async (wire, from, to) => {
  const { contract: path } = shop(BEFORE);
  const next = join(dirname(path), "next.yaml");
  const at = Math.max(BEFORE.indexOf(from, BEFORE.indexOf("  /old")), BEFORE.indexOf(`\n${from}`));
  writeFileSync(next, BEFORE.slice(0, at) + BEFORE.slice(at).replace(from, to));
  const compare = async (old: string) => {
    const { out } = await run(["diff", old, next, "--exclude", "/old", "--json"]);
    const { findings } = JSON.parse(out) as ContractChanges;
    return findings.filter(({ rule }) => rule === "operation.removed");
  };
  const changed = expect.stringContaining("compare the contracts without the selection") as unknown;
  const want = [{ wire, sdk: "breaking", why: wire === "none" ? "The contract has it as before." : changed }];
  // The folder of a client whose selection has taken out others.
  const out = join(dirname(path), "client");
  await run(["generate", path, "-o", out, "--exclude", "/same"]);
  expect(await compare(out)).toMatchObject(want);
});

test("a change that a selection may make is not said to be of the contract", async () => {
  const { contract: path } = shop(BEFORE.replace("    Gone:", "    Unused: { type: string }\n    Gone:"));
  const out = join(dirname(path), "client");
  const check = async (...more: readonly string[]) =>
    (await run(["generate", path, "-o", out, "--check", ...more])).out;
  const either = "Changes of the contract, or of what is selected of it, since the last generation:\n";
  await run(["generate", path, "-o", out, "--exclude", "/old"]);
  // Selected again, by another selection or by none.
  expect(await check()).toContain(either);
  expect(await check("--exclude", "/same")).toContain(either);
  expect(await check("--exclude", "/old")).not.toContain("Changes of the");
  // Nothing of what a whole client had is selected now and was not before.
  await run(["generate", path, "-o", out]);
  writeFileSync(path, readFileSync(path, "utf8").replace("  /old:", "  /older:"));
  expect(await check()).toContain("Changes of the contract since the last generation:\n");
});

test("generate and --check report what a change of the configuration alone changes for callers", async () => {
  const list = `{ '200': { description: '', content: { application/json: { schema: { type: object, required: [items], properties: { items: { type: array, items: { type: string } }, more: { type: string } } } } } } }`;
  const { contract: path } = shop(
    `openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: { /orders: { get: { operationId: listOrders, tags: [orders], parameters: [{ in: query, name: at, schema: { type: string } }], responses: ${list} } } }\n`,
  );
  const config = join(dirname(path), "cabinetry.yaml");
  const configure = (keys: string) => {
    writeFileSync(config, `clients: { shop: { contract: openapi.yaml, out: client${keys} } }\n`);
  };
  const changes = async (...flags: readonly string[]) => {
    const { out } = await run(["generate", "--config", config, "--json", ...flags]);
    const [client] = (JSON.parse(out) as { clients: { contractChanges: ContractChanges | null }[] }).clients;
    return client?.contractChanges ?? undefined;
  };
  configure("");
  expect(await changes()).toBeUndefined();
  configure(
    ", operations: { listOrders: { pagination: { style: cursor, items: items, next: more, cursor: at } } }",
  );
  const paged = await changes("--check");
  expect(linesOf(paged)).toEqual(["none compatible sdk.method-result-extended method `orders.list`"]);
  expect(paged).toMatchObject({ verdict: { wire: "none" }, ofSettings: true });
  expect((await run(["generate", "--config", config, "--check"])).out).toContain(
    "Changes of the client by its settings, since the last generation (the contract is unchanged):\n",
  );
  expect(linesOf(await changes())).toEqual(linesOf(paged));
  expect(linesOf(await changes())).toEqual([]);
  configure("");
  expect(linesOf(await changes("--check"))).toEqual([
    "none breaking sdk.method-result-changed method `orders.list`",
  ]);
  const manifest = join(dirname(path), "client", "manifest.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"cursor": "at"', '"cursor": 7'));
  expect(await changes("--check")).toBeUndefined();
});
