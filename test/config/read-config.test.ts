import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { configText, readConfiguration } from "../../src/config/read-config.js";

const folder = mkdtempSync(join(tmpdir(), "cabinetry-config-"));
const path = join(folder, "cabinetry.yaml");
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const read = async (text: string) => {
  writeFileSync(path, text);
  return (await readConfiguration(path))?.clients;
};

test("a configuration lists clients in its order; paths are relative to the file", async () => {
  const text = `clients:
  b: { contract: api/b.yaml, out: src/b, vendor: acme, importExtension: ts, openapiTypes: false }
  a: { contract: https://a.example/v1, out: /clients/a, name: Alpha }
  c: { contract: "git:HEAD:c.yaml", out: . }`;
  const position = expect.any(Function) as unknown;
  const below = (name: string) => relative(process.cwd(), join(folder, name));
  expect(await read(text)).toEqual([
    {
      id: "b",
      contract: below("api/b.yaml"),
      out: below("src/b"),
      settings: { vendor: "acme", importExtension: "ts", openapiTypes: false },
      position,
    },
    { id: "a", contract: "https://a.example/v1", out: "/clients/a", settings: { name: "Alpha" }, position },
    { id: "c", contract: "git:HEAD:c.yaml", out: below("."), settings: {}, position },
  ]);
  expect(await readConfiguration(join(folder, "absent.yaml"))).toBeUndefined();
});

describe("what is no configuration is an error with every position:", () => {
  test.each<readonly [string, string, readonly string[]]>([
    ["an empty file", "", ["1:1 The file must be a map."]],
    ["a list", "[]", ["1:1 The file must be a map."]],
    ["clients: null", "clients: null", ["1:1 clients must be a map."]],
    ["no clients", "clients: {}", ["1:1 clients must not be empty."]],
    [
      "a key twice",
      "clients:\n  a: { contract: x, out: y }\n  a: { contract: x, out: z }",
      ['3:3 The key "a" is on line 2 already.'],
    ],
    [
      "a key three times, in an inner map",
      'clients:\n  a:\n    contract: x\n    out: y\n    "contract": z\n    contract: w',
      ['5:5 The key "contract" is on line 3 already.', '6:5 The key "contract" is on line 3 already.'],
    ],
    [
      "an alias",
      "clients:\n  a: &x { contract: x, out: y }\n  b: *x",
      ["3:6 Aliases (*name) are not supported: write the value."],
    ],
    [
      "a merge key",
      "clients:\n  a: &x { contract: x, out: y }\n  b: { <<: *x, out: z }",
      ["3:12 Aliases (*name) are not supported: write the value."],
    ],
    [
      "an alias to itself",
      "clients: &a\n  x: *a",
      ["2:6 Aliases (*name) are not supported: write the value."],
    ],
    [
      "unknown keys",
      "clients:\n  a: { contract: x, outt: y }\nother: 3",
      [
        '2:3 clients.a must have the key "out".',
        '2:21 Unknown key "outt". Did you mean "out"?',
        '3:1 Unknown key "other". Known keys: clients, diff.',
      ],
    ],
    [
      "keys of another map",
      "clients: { a: { contract: x, out: y } }\ndiff: { enums: open }\noperations: {}\noperationId: x",
      [
        '2:9 Unknown key "enums". It belongs to clients.NAME. Known keys: failOn, accept, levels, policies.',
        '3:1 Unknown key "operations". It belongs to clients.NAME. Known keys: clients, diff.',
        '4:1 Unknown key "operationId". Known keys: clients, diff.',
      ],
    ],
    [
      "values of another type",
      "clients:\n  a: { contract: '-', out: '', importExtension: mjs, openapiTypes: 1, vendor: }",
      [
        "2:8 clients.a.contract must be a URL or a path: standard input serves one run only.",
        "2:23 clients.a.out must not be empty.",
        '2:32 clients.a.importExtension must be "js", "ts" or "none" (got "mjs"). Did you mean "js"?',
        "2:54 clients.a.openapiTypes must be true or false (got 1).",
        "2:71 clients.a.vendor must be a URN namespace identifier: 2 to 32 letters, digits and inner hyphens.",
      ],
    ],
    [
      "a name that is no name",
      "clients:\n  __proto__: { contract: x, out: y }",
      ['2:3 "__proto__" must start with a letter and have letters, digits, ".", "_" and "-" only.'],
    ],
    [
      "names that no header has, and values of switches",
      "clients:\n  a: { contract: x, out: y, requestId: ['my id'], security: none, tokenExchange: { audience: true } }",
      [
        "2:41 clients.a.requestId.0 must be the name of a header, without spaces.",
        "2:51 clients.a.security must be false.",
        "2:84 clients.a.tokenExchange.audience must be a text, or false (got true).",
      ],
    ],
    [
      "placeholders",
      "clients:\n  a:\n    contract: x\n    out: y\n    tokenExchange: { url: /t, resource: '?' }\n    operations: { list: { features: ['?'], name: 'a?' } }",
      [
        '5:41 resource has the placeholder "?". Replace it with the value, or remove the key.',
        '6:38 features has the placeholder "?". Replace it with the value, or remove the key.',
      ],
    ],
    [
      "placeholders of operations",
      "clients:\n  a:\n    contract: x\n    out: y\n    capabilities: { operation: GET ? }\n    operations: { set: { conditional: { read: 'GET ?', header: GET? }, background: { status: 'GET  ?', interval: '?' } } }",
      [
        '5:32 operation has the placeholder "GET ?". Replace it with the operation, or remove the key.',
        '6:47 read has the placeholder "GET ?". Replace it with the operation, or remove the key.',
        '6:94 status has the placeholder "GET  ?". Replace it with the operation, or remove the key.',
        '6:114 interval has the placeholder "?". Replace it with the value, or remove the key.',
      ],
    ],
    [
      "lengths of time",
      `clients:\n  a: { contract: x, out: y, intentRetention: 24 hours, operations: { b: { background: { interval: ${"5".repeat(21)} s } }, c: { background: { interval: 5 } } } }`,
      [
        '2:29 clients.a.intentRetention must be a length of time such as `30s` (a whole number and `ms`, `s`, `m`, `h` or `d`) (got "24 hours").',
        "2:89 clients.a.operations.b.background.interval must be a length of time such as `30s` (a whole number and `ms`, `s`, `m`, `h` or `d`).",
        "2:147 clients.a.operations.c.background.interval must be a length of time such as `30s` (a whole number and `ms`, `s`, `m`, `h` or `d`), or false (got 5).",
      ],
    ],
    [
      "misspelt values",
      "clients: { a: { contract: x, out: y, enums: opne, operations: { list: { pagination: { style: cusor }, idempotency: true } } } }",
      [
        '1:38 clients.a.enums must be "open" or "closed" (got "opne"). Did you mean "open"?',
        '1:87 clients.a.operations.list.pagination.style must be "cursor", "link", "number", "offset" or "last-item" (got "cusor"). Did you mean "cursor"?',
        "1:103 clients.a.operations.list.idempotency must be a map, or false (got true).",
      ],
    ],
    [
      "values of two kinds, of neither",
      "clients:\n  a:\n    contract: x\n    out: y\n    requestId: X-Id\n    sensitive: true\n    capabilities: GET /limits\n    operations: { list: { pagination: [], scopes: true, background: { status: GET /a, result: true } } }",
      [
        "5:5 clients.a.requestId must be a list, or false.",
        "6:5 clients.a.sensitive must be a list, or a map (got true).",
        "7:5 clients.a.capabilities must be a map, or false.",
        "8:27 clients.a.operations.list.pagination must be a map, or false.",
        "8:43 clients.a.operations.list.scopes must be a list, or false (got true).",
        "8:87 clients.a.operations.list.background.result must be a text, or false (got true).",
      ],
    ],
    [
      "texts that may be secrets",
      "clients:\n  a:\n    contract: x\n    out: y\n    tokenExchange: sk_live\n    sensitive: sk_live\n    capabilities: no\n    headers: sk_live\n    operations: sk_live",
      [
        "5:5 clients.a.tokenExchange must be a map, or false.",
        "6:5 clients.a.sensitive must be a list, or a map.",
        '7:5 clients.a.capabilities must be a map, or false (got "no").',
        "8:5 clients.a.headers must be a map.",
        "9:5 clients.a.operations must be a map.",
      ],
    ],
    [
      "texts that YAML 1.1 reads as true or false",
      "clients:\n  a: { contract: x, out: y, lenient: Yes, headers: Bearer s, operations: { list: { safe: off } } }",
      [
        '2:29 clients.a.lenient must be true or false (got "Yes"). YAML 1.2 reads Yes as a text: write true.',
        "2:43 clients.a.headers must be a map.",
        '2:84 clients.a.operations.list.safe must be true or false (got "off"). YAML 1.2 reads off as a text: write false.',
      ],
    ],
    [
      "scopes that no token has",
      "clients:\n  a: { contract: x, out: y, operations: { list: { scopes: [a b, 'pets:read', ['\\', 'a'], é] } } }",
      [
        "2:60 clients.a.operations.list.scopes.0",
        "2:79 clients.a.operations.list.scopes.2.0",
        "2:90 clients.a.operations.list.scopes.3",
      ].map(
        (at) =>
          `${at} must be a scope: visible ASCII characters except \`"\` and \`\\\`, and no space (RFC 6749 section 3.3).`,
      ),
    ],
    ["an unknown tag", "clients: !x { a: { contract: x, out: y } }", ["1:10 Unresolved tag: !x"]],
    ["two documents", "---\nclients: {}\n---\nclients: {}", ["3:1 The file must have one YAML document."]],
  ])("%s", async (_, text, want) => {
    await expect(read(text)).rejects.toMatchObject({
      exitCode: 2,
      message: `${path} is not a configuration of Cabinetry.`,
      where: want.map((line) => `${path}:${line}`).join("\n"),
    });
  });
});

test("two clients must have two folders", async () => {
  const text = "clients:\n  a: { contract: x, out: y }\n  b: { contract: z, out: ./y/ }";
  await expect(read(text)).rejects.toMatchObject({
    message: expect.stringContaining("The clients a and b of") as string,
  });
});

test("what is suggested is a configuration", async () => {
  const settings = { name: "Shop", vendor: "acme", importExtension: "ts" } as const;
  const client = { id: "shop", contract: "https://h.example/a?b=c#d", out: "/src/shop", settings };
  expect(await read(configText(client))).toEqual([{ ...client, position: expect.any(Function) as unknown }]);
});
