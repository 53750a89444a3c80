import { describe, expect, test } from "vitest";
import { parseChecked } from "../../src/config/parse-checked.js";
import { nameClass } from "../../src/plan/client-class.js";
import { checkVendor } from "../../src/plan/typescript/connection/plan-connection.js";
import { UserError } from "../../src/text/user-error.js";

/** The lines of the error for a file, each from its position on. */
function problemsOf(text: string): readonly string[] {
  try {
    parseChecked(text, "f", { schema: "cabinetry.schema.json", what: "a configuration", remedy: "" });
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return (error.where ?? "").split("\n").map((line) => line.replace("f:", ""));
  }
}

const client = (keys: string) => problemsOf(`clients:\n  a:\n    contract: x\n    out: y\n    ${keys}`);
const operation = (keys: string) => client(`operations:\n      x:\n        ${keys}`);

describe("a misspelt key is named where a schema has alternatives:", () => {
  test.each<readonly [string, readonly string[]]>([
    [
      "background: { id: { parametr: a } }",
      [
        '7:23 clients.a.operations.x.background.id must have the key "parameter" or "header".',
        '7:29 Unknown key "parametr". Did you mean "parameter"?',
      ],
    ],
    [
      "background: { id: { name: a } }",
      [
        '7:23 clients.a.operations.x.background.id must have the key "parameter" or "header".',
        '7:29 Unknown key "name". It belongs to clients.NAME. Known keys: parameter, header, undeclared.',
      ],
    ],
    [
      "background: { id: { header: a, parametr: b } }",
      ['7:40 Unknown key "parametr". Did you mean "parameter"?'],
    ],
    [
      "background: { state: { member: a, failed: { membr: b } } }",
      [
        '7:43 clients.a.operations.x.background.state.failed must have the key "member".',
        '7:53 Unknown key "membr". Did you mean "member"?',
      ],
    ],
    [
      "pagination: { style: cursor, cursor: a, next: { membr: b } }",
      [
        '7:49 clients.a.operations.x.pagination.next must have the key "member" or "header".',
        '7:57 Unknown key "membr". Did you mean "member"?',
      ],
    ],
    [
      "pagination: { style: link, next: { heder: a } }",
      [
        '7:36 clients.a.operations.x.pagination.next must have the key "member".',
        '7:44 Unknown key "heder". Known keys: member, undeclared.',
      ],
    ],
    [
      "pagination: { styl: cursor, cursor: a, nxt: b, other: c }",
      [
        '7:9 clients.a.operations.x.pagination must have the key "style".',
        '7:23 Unknown key "styl". Did you mean "style"?',
        '7:48 Unknown key "nxt". Did you mean "next"?',
        '7:56 Unknown key "other". Known keys: style, next, cursor, items, size, more, last, number, first, total, offset, after, id.',
      ],
    ],
    ["pagination: { style: number, number: a, totl: b }", ['7:49 Unknown key "totl". Did you mean "total"?']],
    [
      "pagination: { style: link, first: 0 }",
      [
        '7:36 The key "first" belongs to `style: number` and `style: offset`, not to `style: link`. Known keys: style, next, items, size, more, last.',
      ],
    ],
    [
      "pagination: { style: number, number: { in: query, nam: a } }",
      [
        '7:38 clients.a.operations.x.pagination.number must have the key "name".',
        '7:59 Unknown key "nam". Did you mean "name"?',
      ],
    ],
    ["idempotency: { heder: a }", ['7:24 Unknown key "heder". Did you mean "header"?']],
    ["idempotency: { rules: { minLengt: 1 } }", ['7:33 Unknown key "minLengt". Did you mean "minLength"?']],
    ["conditional: { rad: a }", ['7:24 Unknown key "rad". Did you mean "read"?']],
  ])("%s", (keys, want) => {
    expect(operation(keys)).toEqual(want);
  });

  test.each<readonly [string, readonly string[]]>([
    [
      "headers: { X: { enw: A } }",
      ['5:16 clients.a.headers.X must have the key "env".', '5:21 Unknown key "enw". Did you mean "env"?'],
    ],
    [
      "capabilities: { operation: a, limits: { readsPerMin: b } }",
      ['5:45 Unknown key "readsPerMin". Did you mean "readsPerMinute"?'],
    ],
    [
      "capabilities: { operation: a, also: { operation: b, limts: c } }",
      ['5:57 Unknown key "limts". Did you mean "limits"?'],
    ],
    ["problems: { code: [a] }", ['5:17 Unknown key "code". Did you mean "codes"?']],
    ["sensitive: { ad: [a] }", ['5:18 Unknown key "ad". Did you mean "add"?']],
    ["tokenExchange: { urll: a }", ['5:22 Unknown key "urll". Did you mean "url"?']],
    [
      "pagination: [{ styl: link }]",
      [
        '5:18 clients.a.pagination.0 must have the key "style".',
        '5:20 Unknown key "styl". Did you mean "style"?',
      ],
    ],
  ])("%s", (keys, want) => {
    expect(client(keys)).toEqual(want);
  });
});

describe("a wrong value is told what it must be:", () => {
  test.each<readonly [string, string]>([
    [
      "background: { id: { parameter: a, header: b } }",
      '7:43 The keys "parameter" and "header" exclude each other. Remove one.',
    ],
    [
      "pagination: { style: cursor, cursor: a, next: { member: b, header: c } }",
      '7:68 The keys "member" and "header" exclude each other. Remove one.',
    ],
    ["background: { id: 3 }", "7:23 clients.a.operations.x.background.id must be a map, or a text (got 3)."],
    [
      "background: { state: { member: a, succeeded: [{}] } }",
      "7:55 clients.a.operations.x.background.state.succeeded.0 must be a text, a number, or true or false.",
    ],
    [
      "background: { error: {} }",
      "7:23 clients.a.operations.x.background.error must not be empty. Known keys: code, message, retryable.",
    ],
    [
      "idempotency: { rules: { minLength: 0 } }",
      "7:33 clients.a.operations.x.idempotency.rules.minLength must be at least 1 (got 0).",
    ],
    [
      "idempotency: { rules: { maxLength: 256 } }",
      "7:33 clients.a.operations.x.idempotency.rules.maxLength must be at most 255 (got 256).",
    ],
    ["scopes: []", "7:9 clients.a.operations.x.scopes must not be empty."],
    ["scopes: [a, b, a]", '7:24 clients.a.operations.x.scopes has an item twice: "a".'],
  ])("%s", (keys, want) => {
    expect(operation(keys)).toEqual([want]);
  });

  test.each<readonly [string, string]>([
    ["headers: { X: abc }", "headers.X must be `env:NAME` (the name of an environment variable)."],
    [
      "tokenExchange: { url: 'ftp://a' }",
      "tokenExchange.url must be an address with `https://` (`http://` for localhost alone), or a path that starts with `/`.",
    ],
    [
      "tokenExchange: { resource: a b }",
      "tokenExchange.resource must be an absolute URI without a fragment, or a path that starts with `/`.",
    ],
    ...["9H", "shop", "Sh op", "Shop-Api"].map(
      (name) =>
        [
          `name: ${name}`,
          `name must be the name of a class: letters and digits that start with an upper-case letter (got ${JSON.stringify(name)}).`,
        ] as const,
    ),
    ...["a b", "a", "acme-", "a".repeat(33)].map(
      (vendor) =>
        [
          `vendor: ${vendor}`,
          `vendor must be a URN namespace identifier: 2 to 32 letters, digits and inner hyphens (got ${JSON.stringify(vendor)}).`,
        ] as const,
    ),
    ["requestId: [3]", "requestId.0 must be the name of a header, without spaces (got 3)."],
  ])("%s", (keys, want) => {
    expect(client(keys).map((line) => line.replace(/^5:\d+ clients\.a\./u, ""))).toEqual([want]);
  });
});

describe("a key of another map is named with its map, where there is one:", () => {
  test.each<readonly [string, string]>([
    ["env", " It belongs to clients.NAME.headers.NAME."],
    ["url", " It belongs to clients.NAME.tokenExchange."],
    ["style", " It belongs to clients.NAME.pagination.NUMBER."],
    ["succeeded", " It belongs to clients.NAME.operations.NAME.background.state."],
    ["failOn", " It belongs to diff."],
    // Of include and of exclude; of capabilities and of tokenExchange.
    ["tags", ""],
    ["operation", ""],
    ["toString", ""],
  ])("%s", (key, belongs) => {
    expect(operation(`idempotency: { rules: { ${key}: 1 } }`)).toEqual([
      `7:33 Unknown key "${key}".${belongs} Known keys: minLength, maxLength.`,
    ]);
  });
});

describe("a value that may be a secret is not shown:", () => {
  test.each<readonly [string, readonly string[]]>([
    [
      "headers: { X-Key: 4929123412341234 }",
      ["5:16 clients.a.headers.X-Key must be `env:NAME` (the name of an environment variable), or a map."],
    ],
    [
      "headers: { X-Key: { env: 4929 } }",
      ["5:25 clients.a.headers.X-Key.env must be the name of an environment variable."],
    ],
    ["headers: 4929", ["5:5 clients.a.headers must be a map."]],
    [
      "headers: { 'Bearer sk/live~42': env:A }",
      [
        '5:16 A key of clients.a.headers must start with a letter and have letters, digits, ".", "_" and "-" only.',
      ],
    ],
    [
      "headers: { 'Bearer sk/live~42': { env: } }",
      [
        '5:16 A key of clients.a.headers must start with a letter and have letters, digits, ".", "_" and "-" only.',
      ],
    ],
    [
      "headers: { X-Key: { sk_live_42: } }",
      [
        '5:16 clients.a.headers.X-Key must have the key "env".',
        "5:25 Unknown key. Known keys: env, prefix, hosts.",
      ],
    ],
    ["retry: 4929123412341234", ["5:5 clients.a.retry must be a map."]],
    [
      "requestId: [4929123412341234]",
      ["5:17 clients.a.requestId.0 must be the name of a header, without spaces."],
    ],
  ])("%s", (keys, want) => {
    expect(client(keys)).toEqual(want);
  });

  test.each<readonly [string, string]>([
    ["sk_live_42", ""],
    ["4f3a2b1c", ""],
    ["'4929123412341234'", ""],
    ["30 s", ' (got "30 s")'],
    ["5sec", ' (got "5sec")'],
    ["2h30m", ' (got "2h30m")'],
    ["'30'", ' (got "30")'],
  ])("intentRetention: %s", (value, got) => {
    expect(client(`intentRetention: ${value}`).map((line) => line.replace(/^.*`d`\)/u, ""))).toEqual([
      `${got}.`,
    ]);
  });
});

describe("a map with a key of every object is no word:", () => {
  test.each<readonly [string, string]>([
    ["enums: { toString: 1 }", '5:5 clients.a.enums must be "open" or "closed".'],
    ["importExtension: { toString: }", '5:5 clients.a.importExtension must be "js", "ts" or "none".'],
    [
      "pagination: [{ style: { toString: 1 } }]",
      '5:20 clients.a.pagination.0.style must be "cursor", "link", "number", "offset" or "last-item".',
    ],
    ["lenient: constructor", '5:5 clients.a.lenient must be true or false (got "constructor").'],
  ])("%s", (keys, want) => {
    expect(client(keys)).toEqual([want]);
  });
});

describe("the command line accepts what a configuration does:", () => {
  const refuses = (work: () => unknown) => {
    try {
      work();
      return false;
    } catch {
      return true;
    }
  };

  // Small letters without a capital, capitals of two letters, numerals with capitals.
  test.each([
    "Shop",
    "shop",
    "Éxo",
    "éxo",
    "店",
    "_a",
    "$a",
    "9a",
    "A b",
    "A-b",
    "ǅa",
    "ĸa",
    "ⅰa",
    "Ⅰa",
    "ªa",
    "ßa",
  ])("name: %s", (name) => {
    const sources = { title: "A", operations: [] };
    expect(refuses(() => nameClass(sources, { name }))).toBe(client(`name: ${name}`).length > 0);
  });

  test.each(["ab", "a", "a-b", "a-", "-a", "a_b", "éa", "4g", "a".repeat(32), "a".repeat(33)])(
    "vendor: %s",
    (vendor) => {
      expect(refuses(() => checkVendor(vendor))).toBe(client(`vendor: ${vendor}`).length > 0);
    },
  );
});

test.each([
  "name: Shop",
  "name: _Shop",
  "name: $Shop2",
  "name: Éxo",
  "name: 店",
  "vendor: a-1",
  "vendor: 4g",
])("%s is right", (keys) => {
  expect(client(keys)).toEqual([]);
});

test.each(["3", "''", "[[]]", "{ zz: {} }"])("no message is that of the validator: %s", (value) => {
  // An error lists twenty problems.
  const keys = Array.from({ length: 3 }, (_, index) => CLIENT.slice(index * 8, index * 8 + 8));
  const messages = [
    ...keys.flatMap((some) => client(some.map((key) => `${key}: ${value}`).join("\n    "))),
    ...operation(OPERATION.map((key) => `${key}: ${value}`).join("\n        ")),
  ];
  expect(messages.length).toBeGreaterThan(20);
  expect(messages.filter((one) => /NOT|pattern|schema|is wrong|[<>]=|and \d+ more/u.test(one))).toEqual([]);
});

const CLIENT =
  "include exclude headers overlays lenient accept name vendor importExtension openapiTypes operations pagination capabilities problems sensitive identifiers requestId enums retry tokenExchange envelope intentRetention security undeclaredHeaders".split(
    " ",
  );
const OPERATION = "name resource pagination idempotency conditional background safe features scopes".split(
  " ",
);
