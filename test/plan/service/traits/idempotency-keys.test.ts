import { describe, expect, test } from "vitest";
import type {
  KeyRules,
  OperationDescriptor,
} from "../../../../src/runtime/descriptors/operation-descriptor.js";
import { checkKey, makeKey } from "../../../../src/runtime/request/key-rules.js";
import { constantOf, methodOf, planOf } from "../../plan-of.js";
import { planUnder } from "../overrides/configured.js";

/** A create whose header has this schema. */
function contract(schema: string, components = "{}", version = "3.1.0"): string {
  return `
openapi: ${version}
paths:
  /pets:
    post:
      operationId: createPet
      tags: [pets]
      parameters: [{ name: Idempotency-Key, in: header, required: true, schema: ${schema} }]
      responses: { "201": { description: Created } }
components: { schemas: ${components} }`;
}

/** The rules that the descriptor has, functions of the runtime by their names. */
function keysOf(yaml: string): unknown {
  const { keys } = constantOf(planOf(yaml), "pets.create").value;
  return keys === undefined ? undefined : JSON.parse(JSON.stringify(keys, codeOf));
}

function codeOf(_: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && "code" in value ? value.code : value;
}

const check = "checkKey";

const lengths = (counts: string, must: string) => [`^.{${counts}}$`, `have ${must} characters`];
const pattern = (text: string) => [text, `match ${text}`];
const uuid = [String.raw`^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$`, "be a UUID"];

describe("what a key must fit", () => {
  test.each<readonly [string, string, readonly unknown[] | undefined]>([
    ["nothing is said", "{ type: string }", undefined],
    ["no more than a header can carry", "{ type: string, minLength: 1, maxLength: 255 }", undefined],
    ["every visible character", "{ type: string, pattern: '^[\\x21-\\x7E]+$' }", undefined],
    ["no space", "{ type: string, pattern: '^\\S+$' }", undefined],
    [
      "a pattern that counts",
      "{ type: string, pattern: '^[!-~]{8,64}$' }",
      [lengths("8,64", "at least 8 and at most 64")],
    ],
    ["at least", "{ type: string, minLength: 8 }", [lengths("8,", "at least 8")]],
    ["at most", "{ type: string, maxLength: 64 }", [lengths("0,64", "at most 64")]],
    ["a UUID", "{ type: string, format: uuid }", [uuid]],
    ["another format", "{ type: string, format: hostname }", undefined],
    ["a pattern of UUIDs", "{ type: string, pattern: '^[0-9a-f-]{36}$' }", [pattern("^[0-9a-f-]{36}$")]],
    ["nullable, 3.1", "{ type: [string, 'null'], maxLength: 40 }", [lengths("0,40", "at most 40")]],
    ["values", "{ type: string, enum: [a.b, c] }", [["^(?:a\\.b|c)$", 'be one of ["a.b","c"]']]],
  ])("%s", (_, schema, want) => {
    const keys = keysOf(contract(schema));
    expect(keys).toEqual(want === undefined ? { check } : expect.objectContaining({ check, rules: want }));
  });

  test("comes from references and `allOf`, the stricter of two", () => {
    const components = "{ Key: { type: string, maxLength: 64, pattern: '^[a-z0-9-]+$' } }";
    const schema =
      "{ allOf: [{ $ref: '#/components/schemas/Key' }, { type: string, maxLength: 50, minLength: 36, pattern: '-' }] }";
    expect(keysOf(contract(schema, components))).toEqual({
      check,
      rules: [lengths("36,50", "at least 36 and at most 50"), pattern("-"), pattern("^[a-z0-9-]+$")],
    });
  });

  test("comes from 3.0 with `nullable`", () => {
    const components = "{ Key: { type: string, nullable: true, maxLength: 48 } }";
    const yaml = contract("{ $ref: '#/components/schemas/Key' }", components, "3.0.3");
    expect(keysOf(yaml)).toEqual({ check, rules: [lengths("0,48", "at most 48")] });
  });

  test("is read of the header that the configuration names, whatever its case", async () => {
    const yaml = contract("{ type: string, maxLength: 48 }").replace("Idempotency-Key", "X-Once");
    const plan = await planUnder(yaml, "operations:\n  createPet: { idempotency: { header: x-once } }");
    expect(constantOf(plan, "pets.create").value["keys"]).toMatchObject({
      rules: [lengths("0,48", "at most 48")],
    });
  });
});

describe("how a key is made that fits", () => {
  test.each<readonly [string, string, unknown]>([
    ["short", "maxLength: 20", { random: { characters: "0123456789abcdef", length: 20 } }],
    [
      "shorter than 64 bits of hexadecimal digits",
      "maxLength: 13",
      { random: { characters: "0123456789abcdefghijklmnopqrstuvwxyz", length: 13 } },
    ],
    ["without hyphens", "pattern: '^[a-z0-9]+$'", { random: { characters: "0123456789abcdef", length: 31 } }],
    ["counted", "pattern: '^[0-9a-f]{24}$'", { random: { characters: "0123456789abcdef", length: 24 } }],
    [
      "a ULID",
      "pattern: '^[0-9A-HJKMNP-TV-Z]{26}$'",
      { random: { characters: "0123456789ABCDEF", length: 26 } },
    ],
    ["digits", "pattern: '^\\d{20,30}$'", { random: { characters: "0123456789", length: 20 } }],
    ["longer than a UUID", "minLength: 40", { random: { characters: "0123456789abcdef", length: 40 } }],
    ["a UUID after a word", "pattern: '^key_[0-9a-f-]{36}$'", { prefix: "key_" }],
    ["quoted", `pattern: '^"[^"]+"$'`, { prefix: '"', suffix: '"' }],
  ])("%s", (_, rules, form) => {
    expect(keysOf(contract(`{ type: string, ${rules} }`))).toMatchObject({ make: "makeKey", form });
  });

  test.each([
    ["too few keys", "type: string, maxLength: 8"],
    ["digits, too few", "type: string, pattern: '^\\d{19}$'"],
    ["values", "type: string, enum: [a, b]"],
    ["one value", "type: string, const: a"],
    ["a number", "type: integer"],
    ["lengths that exclude each other", "type: string, minLength: 50, maxLength: 40"],
    ["a length that no header has", "type: string, minLength: 300"],
    ["no length", "type: string, maxLength: 0"],
    ["a UUID that is too long", "type: string, format: uuid, maxLength: 30"],
    ["a form that is not known", "type: string, pattern: '^[A-Z]{3}-\\d{20}-[a-z]{3}$'"],
  ])("none: %s", (_, schema) => {
    const plan = planOf(contract(`{ ${schema} }`));
    expect(constantOf(plan, "pets.create").value["keys"]).toMatchObject({
      make: { code: "refuseToMakeKey" },
    });
    expect(plan.diagnostics.map(({ id }) => id)).toContain("trait/no-key");
  });
});

test.each([
  "minLength: 50, maxLength: 40",
  "minLength: 300",
  "maxLength: 0",
  "maxLength: -1",
  "minLength: 1.5",
  "maxLength: 1e30",
  "pattern: '^.{9999999999999999999999}$'",
])("no expression is made of lengths that no key has: %s", (rule) => {
  const { rules = [] } = keysOf(contract(`{ type: string, ${rule} }`)) as Partial<KeyRules>;
  expect(rules.filter(([text]) => text !== "^.{9999999999999999999999}$")).toEqual([]);
});

test.each([
  ["maxLength: 8", { type: { kind: "name", name: "OwnKeyOptions" }, optional: false }],
  ["maxLength: 20", { type: { kind: "name", name: "KeyedOptions" }, optional: true }],
])("the options of a call with %s", (rule, want) => {
  const { parameters } = methodOf(planOf(contract(`{ type: string, ${rule} }`)), "pets.create");
  expect(parameters.at(-1)).toEqual({ name: "options", ...want });
});

describe("what is not checked", () => {
  test.each([
    ["exponential time", "pattern: '^(a+)+$'", "pattern: ^(a+)+$"],
    ["looking ahead", "pattern: '^(?!x).+$'", "pattern: ^(?!x).+$"],
    ["not a regular expression", "pattern: '['", "pattern: ["],
    ["a keyword", "not: { const: x }", "not"],
    ["alternatives", "oneOf: [{ maxLength: 3 }, { minLength: 9 }]", "oneOf"],
  ])("%s", (_, rule, shown) => {
    const { diagnostics } = planOf(contract(`{ type: string, ${rule} }`));
    expect(diagnostics.filter(({ id }) => id === "trait/unchecked-key")).toMatchObject([
      { arguments: { operation: "POST /pets", rule: shown } },
    ]);
  });
});

const created: OperationDescriptor = {
  name: "pets.create",
  method: "POST",
  path: "/pets",
  responses: [],
  retryClass: "keyed",
};

test("every key that a client makes fits its rules", () => {
  const counts = [1, 11, 13, 20, 32, 36, 40, 128];
  const patterns = [
    "^[a-z]+$",
    "^[A-Z0-9]+$",
    "^\\w+$",
    "^[^-]+$",
    "^[a-f]",
    "\\d$",
    "^k-",
    "^idem:.+!$",
    "^.{24}$",
  ];
  const schemas = [
    ...counts.flatMap((minLength) => counts.map((maxLength) => ({ minLength, maxLength }))),
    ...patterns.flatMap((pattern) => counts.map((maxLength) => ({ pattern, maxLength }))),
    ...patterns.flatMap((pattern) => counts.map((minLength) => ({ pattern, minLength }))),
  ];
  const made = schemas.flatMap((schema) => {
    const keys = keysOf(contract(JSON.stringify({ type: "string", ...schema })));
    const { make, ...rules } = keys as Omit<KeyRules, "make"> & { readonly make?: unknown };
    if (make === "refuseToMakeKey") return [];
    const given: KeyRules = { ...rules, check: checkKey };
    const all = Array.from({ length: 10 }, () => makeKey({ keys: given }));
    for (const key of all) {
      expect(key).toMatch(/^[\x21-\x7E]{1,255}$/);
      expect(key.length).toBeGreaterThanOrEqual("minLength" in schema ? schema.minLength : 1);
      expect(key.length).toBeLessThanOrEqual("maxLength" in schema ? schema.maxLength : 255);
      if ("pattern" in schema) expect(key).toMatch(new RegExp(schema.pattern, "u"));
      checkKey({ ...created, keys: given }, key);
    }
    expect(new Set(all).size).toBe(10);
    return all;
  });
  expect(made.length).toBeGreaterThan(800);
});
