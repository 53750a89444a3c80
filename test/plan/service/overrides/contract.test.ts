import { describe, expect, test } from "vitest";
import { buildPlan } from "../../../../src/build-plan.js";
import { contractOf } from "../../../model/model-of.js";
import { misfitsUnder, overridesOf, planUnder } from "./configured.js";

/** Limits, codes and personal data that nothing but a configuration can know. */
const contract = `
paths:
  /about:
    get:
      operationId: getAbout
      tags: [about]
      responses:
        '200':
          description: ''
          content:
            application/json:
              schema:
                type: object
                properties:
                  speed: { type: object, properties: { in: { type: integer }, out: { type: string } } }
                  rules: { type: array, items: { type: object, properties: { name: { type: string }, value: { type: integer } } } }
                  switches: { type: object, additionalProperties: { type: boolean } }
                  release: { type: string }
        '400': { description: '', content: { application/problem+json: { schema: { type: object, properties: { title: {}, status: {}, error: { type: string } } } } } }
  /people/{id}:
    get:
      operationId: getPerson
      tags: [people]
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }, { in: query, name: tax, schema: { type: string } }]
      responses: { '200': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } } }
components:
  schemas:
    Person: { type: object, properties: { phone: { type: string, default: none }, pin: { type: string, x-sensitive: true }, state: { enum: [new, old] } } }
`;

describe("capabilities", () => {
  test("say where limits, flags and the version are", async () => {
    const keys = `capabilities:
  operation: getAbout
  limits: { readsPerMinute: speed.in, maxBodyBytes: rules.name=bytes.value }
  features: switches
  contractVersion: release`;
    const { traits, connection } = await planUnder(contract, keys);
    expect(traits.operations.find(({ path }) => path === "/about")?.traits.capabilities).toEqual({
      facts: {
        limits: { readsPerMinute: "speed/in", maxBodyBytes: "rules/name=bytes/value" },
        features: "switches",
        contractVersion: "release",
      },
      reason: "cabinetry.yaml:3 says so.",
      decidedBy: "configuration",
    });
    expect(connection.limits).toBeDefined();
  });

  test("that leave out a limit of the response are named, unless there is said to be none", async () => {
    const limits = `{ properties: { limits: { properties: { a: { type: integer }, b: { type: integer } } } } }`;
    const given = `paths: { /about: { get: { operationId: about, responses: { '200': { description: A, content: { application/json: { schema: ${limits} } } } } } } }`;
    const lostUnder = async (more: string) => {
      const { traits } = await planUnder(
        given,
        `capabilities: { operation: about, limits: { readsPerMinute: limits.a${more} } }`,
      );
      return traits.lost.map(({ shown, lines }) => [shown, ...lines]);
    };
    expect(await lostUnder("")).toEqual([
      [
        'its response has "limits.b"',
        "capabilities:",
        '  operation: "GET /about"',
        '  limits: { readsPerMinute: limits.a, writesPerMinute: "?", concurrentOperations: "?", retentionDays: "?", maxBodyBytes: "?" }',
      ],
    ]);
    const none = "writesPerMinute, concurrentOperations, retentionDays, maxBodyBytes".replaceAll(
      /\w+/g,
      "$&: false",
    );
    expect(await lostUnder(`, ${none}`)).toEqual([]);
  });

  describe("with a version", () => {
    const about = (info: string, release: string) =>
      `info: { title: T, ${info} }
paths: { /about: { get: { operationId: about, responses: { '200': { description: A, content: { application/json: { schema: { properties: { release: { type: string${release} } } } } } } } } } }`;
    const key = "capabilities: { operation: about, contractVersion: release }";

    test.each([
      ["version: 1.0.0", "", undefined],
      ["version: v1", ", example: '1'", undefined],
      ["version: 1.4.0", ", example: 1.0.0", undefined],
      ["version: v1", ", enum: ['2026-08']", "2026-08"],
      ["version: v1, x-api-version: '2026-08'", ", example: '2026-08'", "2026-08"],
      ["version: v1, description: 'Contract version: 2026-08'", "", "2026-08"],
    ])("compare that of %s%s with it", async (info, release, want) => {
      const { traits } = await planUnder(about(info, release), key);
      expect(traits.operations[0]?.traits.capabilities?.facts).toEqual({
        limits: {},
        contractVersion: "release",
        ...(want !== undefined && { statedVersion: want }),
      });
    });

    test("do not compare it where a text has one of another form", async () => {
      const info = "version: 1.0.0, description: 'Contract version: 2026-08'";
      expect(await misfitsUnder(about(info, ""), key)).toEqual([
        expect.stringContaining('"release" has "2026-08" by the contract, and `info.version` is "1.0.0"'),
      ]);
    });

    test("do not compare it with one of another form", async () => {
      expect(await misfitsUnder(about("version: v1", ", example: '2026-08'"), key)).toEqual([
        'cabinetry.yaml:3:39 "release" has "2026-08" by the contract, and `info.version` is "v1": the client cannot compare them. ' +
          "State the version in `info`, as `x-contract-version`, with an overlay, or write `contractVersion: false`.",
      ]);
    });
  });

  describe("in another unit than the client reads", () => {
    const about = (limits: string) =>
      `paths: { /about: { get: { operationId: about, responses: { '200': { description: A, content: { application/json: { schema: { properties: { limits: ${limits} } } } } } } } } }`;
    const members = (name: string, description = "A limit.") =>
      about(`{ properties: { ${name}: { type: integer, description: '${description}' } } }`);
    const unfit = async (given: string, limit: string, path: string) =>
      (await misfitsUnder(given, `capabilities: { operation: about, limits: { ${limit}: ${path} } }`)).map(
        (line) => line.replace(/^\S+ /, ""),
      );

    test.each([
      ["retentionDays", "key_ttl_hours", "hours"],
      ["retentionDays", "retentionS", "seconds"],
      ["readsPerMinute", "reads_per_second", "seconds"],
      ["readsPerMinute", "reads_per_5_minutes", "5 minutes"],
      ["readsPerMinute", "readsPer15Min", "15 min"],
      ["writesPerMinute", "writes_per_5_min", "5 min"],
      ["writesPerMinute", "writes_per_10s", "10 s"],
      ["writesPerMinute", "writesPer2Hour", "2 hour"],
      ["writesPerMinute", "writesDaily", "days"],
      ["writesPerMinute", "write_rps", "seconds"],
      ["maxBodyBytes", "max_body_kib", "kilobytes"],
      ["maxBodyBytes", "maxBodyKiB", "kilobytes"],
      ["maxBodyBytes", "bodyMegaBytes", "megabytes"],
      ["maxBodyBytes", "maxBodyMBytes", "megabytes"],
      ["maxBodyBytes", "maxBodyKBytes", "kilobytes"],
    ])("is refused by the name: %s of %s", async (limit, name, unit) => {
      const [message, ...others] = await unfit(members(name), limit, `limits.${name}`);
      expect(others).toEqual([]);
      expect(message).toContain(`"limits.${name}" is in ${unit}, and \`${limit}\` in `);
      expect(message).toContain(`Write \`${limit}: false\``);
    });

    test.each([
      ["retentionDays", "retention_days", "Checked every hour, in hours of the night."],
      ["retentionDays", "kept", "Days (24 hours each) that a key is kept"],
      ["retentionDays", "retention", "Old keys are removed once an hour."],
      ["readsPerMinute", "reads_per_60_seconds", "Reads"],
      ["readsPerMinute", "reads", "Reads that are allowed. A second limit is for writes."],
      ["writesPerMinute", "writes", "Writes per 60 s; tokens come back each second."],
      ["readsPerMinute", "min_reads_allowed", "Reads"],
      ["maxBodyBytes", "kb_limit", "Bytes of a body of the knowledge base"],
      ["concurrentOperations", "jobs_per_day", "Jobs"],
    ])("is not: %s of %s, %s", async (limit, name, description) => {
      expect(await unfit(members(name, description), limit, `limits.${name}`)).toEqual([]);
    });
  });

  describe("leave what they do not decide as the contract shows it", () => {
    const shown = `{ required: [contract_version], properties: { contract_version: { type: string }, on: { type: object, additionalProperties: { type: boolean } }, features: { type: object, additionalProperties: { type: boolean } }, limits: { type: object, patternProperties: { '^[a-z_]+$': { type: integer } }, additionalProperties: false, example: { reads_per_minute: 1, max_body_bytes: 2 } } } }`;
    const given = `paths: { /about: { get: { operationId: about, tags: [about], responses: { '200': { description: A, content: { application/json: { schema: ${shown} } } } } } } }`;
    const RECOGNISED = {
      limits: { readsPerMinute: "limits/reads_per_minute", maxBodyBytes: "limits/max_body_bytes" },
      features: "features",
      contractVersion: "contract_version",
    };

    test.each([
      ["", RECOGNISED],
      [", features: on", { ...RECOGNISED, features: "on" }],
      [
        ", limits: { readsPerMinute: limits.max_body_bytes }",
        { ...RECOGNISED, limits: { readsPerMinute: "limits/max_body_bytes" } },
      ],
      [
        ", limits: { readsPerMinute: false }, contractVersion: false",
        { limits: { maxBodyBytes: "limits/max_body_bytes" }, features: "features" },
      ],
      [", limits: false, features: false, contractVersion: false, also: false", { limits: {} }],
    ])("%j", async (more, want) => {
      const { traits } = await planUnder(given, `capabilities: { operation: about${more} }`);
      expect(traits.operations[0]?.traits.capabilities?.facts).toEqual(want);
    });

    test("also the version under another name, whose description says what it is", async () => {
      const named = given.replaceAll("contract_version", "api_revision");
      const version = async (text: string) => {
        const { traits } = await planUnder(text, "capabilities: { operation: about }");
        return traits.operations[0]?.traits.capabilities?.facts.contractVersion;
      };
      const of = (text: string) => named.replace("api_revision: {", `api_revision: { description: ${text},`);
      expect(await version(of("Version of the contract that it has."))).toBe("api_revision");
      expect(await version(of("Version of the build."))).toBeUndefined();
    });

    test("and say so", async () => {
      const { traits } = await planUnder(given, "capabilities: { operation: about, limits: false }");
      expect(traits.operations[0]?.traits.capabilities?.reason).toBe(
        'cabinetry.yaml:3 says so. The contract shows "features", "contract_version".',
      );
      expect(traits.lost).toEqual([]);
    });

    test("a name that no pattern of a map allows does not fit", async () => {
      const keys = 'capabilities: { operation: about, limits: { readsPerMinute: "limits.A" } }';
      expect(await misfitsUnder(given, keys)).toEqual([
        'cabinetry.yaml:3:49 "limits" of the response has no member "A". It has no members.',
      ]);
    });
  });

  test("of two operations: the contract shows what the other adds", async () => {
    const members = (text: string) =>
      `responses: { '200': { description: A, content: { application/json: { schema: { properties: { ${text} } } } } } }`;
    const given = `paths:
  /limits: { get: { operationId: limits, tags: [a], ${members("limits: { properties: { reads_per_minute: { type: integer } } }")} } }
  /features: { get: { operationId: features, tags: [b], ${members("features: { properties: { a.b: { type: boolean } } }")} } }
  /pets: { get: { operationId: pets, tags: [c], x-features: [a.b], responses: {} } }`;
    const alsoUnder = async (more: string) =>
      (
        await planUnder(given, `capabilities: { operation: limits, limits: { maxBodyBytes: false }${more} }`)
      ).traits.operations.flatMap(({ traits }) => traits.capabilities?.facts.also?.features ?? []);
    expect(await alsoUnder("")).toEqual(["features"]);
    expect(await alsoUnder(", features: false")).toEqual([]);
    expect(await alsoUnder(", also: false")).toEqual([]);
  });

  test("without limits leave the sign of these where none is found", async () => {
    const given = `paths: { /capabilities: { get: { operationId: about, tags: [a], responses: { '200': { description: A, content: { application/json: { schema: { properties: { quotas: { type: object }, flags: { type: object } } } } } } } } } }`;
    const lostUnder = async (more: string) =>
      (await planUnder(given, `capabilities: { operation: about, features: flags${more} }`)).traits.lost.map(
        ({ missing, lines }) => [missing, ...lines.slice(1, 3)],
      );
    expect(await lostUnder("")).toEqual([
      [
        "no limit that the client can obey was found in its response",
        '  operation: "GET /capabilities"',
        "  features: flags",
      ],
    ]);
    expect(await lostUnder(", limits: false")).toEqual([]);
  });

  test("do not take a list of objects as flags that the client cannot read", async () => {
    expect(await misfitsUnder(contract, "capabilities: { operation: getAbout, features: rules }")).toEqual([
      'cabinetry.yaml:3:42 "rules" is a list in which the client cannot read flags: its entries need "key", "code", "name" or "id", and a boolean "enabled", "active" or "on".',
    ]);
  });

  test("take an object that is one of several as flags", async () => {
    const flags =
      "oneOf: [{ properties: { a: { type: boolean } } }, { properties: { b: { type: boolean } } }]";
    const given = `paths: { /about: { get: { operationId: about, responses: { '200': { description: A, content: { application/json: { schema: { properties: { switches: { ${flags} } } } } } } } } } }`;
    expect(await misfitsUnder(given, "capabilities: { operation: about, features: switches }")).toEqual([]);
  });

  test("of one operation name what another tells beside it, unless a file takes that too, or switches it off", async () => {
    const members = (text: string) =>
      `responses: { '200': { description: A, content: { application/json: { schema: { properties: { ${text} } } } } } }`;
    const given = `paths:
  /limits: { get: { operationId: limits, tags: [a], ${members("limits: { properties: { reads_per_minute: { type: integer } } }")} } }
  /flags: { get: { operationId: flags, tags: [b], ${members("switches: { properties: { a: { type: boolean } } }")} } }`;
    const under = async (more: string) => {
      const { traits } = await planUnder(
        given,
        `capabilities: { operation: flags, features: switches${more} }`,
      );
      const off = traits.operations.flatMap(({ path, switchedOff }) =>
        switchedOff.length > 0 ? [path] : [],
      );
      return [off, traits.lost.flatMap(({ trait, shown }) => (trait === "capabilities" ? [shown] : []))];
    };
    expect(await under("")).toEqual([["/limits"], ['its response has "limits.reads_per_minute"']]);
    expect(await under(", also: { operation: limits }")).toEqual([[], []]);
    expect(await under(", also: false")).toEqual([["/limits"], []]);
  });

  test("of two operations; a limit that is false is none", async () => {
    const keys = `capabilities:
  operation: getAbout
  limits: { readsPerMinute: speed.in, retentionDays: false }
  also: { operation: getSwitches, features: "", limits: { maxBodyBytes: bytes } }`;
    const more = `/switches: { get: { operationId: getSwitches, responses: { '200': { description: '', content: { application/json: { schema: { type: object, additionalProperties: {} } } } } } } }`;
    const given = contract.replace("paths:", `paths:\n  ${more}`);
    const { traits } = await planUnder(given, keys);
    expect(traits.operations.find(({ path }) => path === "/about")?.traits.capabilities?.facts).toEqual({
      limits: { readsPerMinute: "speed/in" },
      also: {
        operation: { resource: "switches", method: "get", type: "SwitchesGet" },
        features: "",
        limits: { maxBodyBytes: "bytes" },
      },
    });
    expect(await misfitsUnder(given, keys.replace("getSwitches", "getSwitch"))).toEqual([
      'cabinetry.yaml:6:15 The contract has no operation "getSwitch". Did you mean "getSwitches"?',
    ]);
  });

  test("that do not fit are errors with their positions", async () => {
    const keys = (value: string) => `capabilities: ${value}`;
    expect(
      await misfitsUnder(contract, keys("{ operation: getAbout, limits: { readsPerMinute: speed.out } }")),
    ).toEqual(['cabinetry.yaml:3:52 "speed.out" of the response is a text; it must be a number.']);
    expect(await misfitsUnder(contract, keys("{ operation: getPerson }"))).toEqual([
      'cabinetry.yaml:3:21 GET /people/{id} requires "id": a client has no value for it.',
    ]);
    expect(await misfitsUnder(contract, keys("{ operation: getAbuot }"))).toEqual([
      'cabinetry.yaml:3:21 The contract has no operation "getAbuot". Did you mean "getAbout"?',
    ]);
  });
});

describe("problems and retry", () => {
  test("add codes and meanings, and decide what is retried", async () => {
    const keys = `problems:
  codes: [QUOTA]
  meanings: { SAME_KEY: idempotency-conflict }
  retryable: true
  members: { code: error }
retry: { policy: method }`;
    const { contract: planned, traits } = await planUnder(contract, keys);
    expect(planned.codes).toEqual(["QUOTA", "SAME_KEY"]);
    expect(planned.facts["problem"]).toEqual({
      members: { code: "error" },
      retryable: true,
      policy: "method",
      codes: { SAME_KEY: "idempotency-conflict" },
    });
    expect(traits.contract.problem?.decidedBy).toBe("configuration");
  });

  test("take members from objects that hold them", async () => {
    const keys = "problems: { members: { code: properties.code, retryable: /properties/may.retry } }";
    const { contract: planned } = await planUnder(contract.replace("error: {", "properties: {"), keys);
    expect(planned.facts["problem"]).toMatchObject({
      members: { code: "code", retryable: "may.retry" },
      holders: ["properties"],
      lift: { constant: "liftMembers" },
    });
  });

  test.each([
    ["properties.code", 'No error response has the member "properties.code". Did you mean "codes"?'],
    [
      "propertys.codes",
      'No error response has the member "propertys.codes". There are: "properties", "status", "title".',
    ],
  ])("with %s that no problem has do not fit", async (path, want) => {
    const nested = contract.replace(
      "error: { type: string }",
      "properties: { type: object, properties: { codes: { type: string } } }",
    );
    expect(await misfitsUnder(nested, `problems: { members: { code: ${path} } }`)).toEqual([
      `cabinetry.yaml:3:28 ${want}`,
    ]);
  });

  test.each([
    ["errors.0.reason", []],
    ["errors.type=a.reason", []],
    [
      "errors.0.reson",
      ['cabinetry.yaml:3:28 No error response has the member "errors.0.reson". Did you mean "reason"?'],
    ],
    [
      "errors.reason",
      ['cabinetry.yaml:3:28 No error response has the member "errors.reason". There are: "0".'],
    ],
  ])("take %s of a list by its entry", async (path, want) => {
    const nested = contract.replace(
      "error: { type: string }",
      "errors: { type: array, items: { type: object, properties: { reason: { type: string } } } }",
    );
    expect(await misfitsUnder(nested, `problems: { members: { code: ${path} } }`)).toEqual(want);
  });

  test.each([
    ["additionalProperties: true", "{ code: errer }", []],
    ["additionalProperties: { properties: { is: {} } }", "{ code: more.is }", []],
    [
      "additionalProperties: { properties: { is: {} } }",
      "{ code: more.was }",
      ['cabinetry.yaml:3:28 No error response has the member "more.was". There are: "is".'],
    ],
    [
      "additionalProperties: false",
      "{ code: errer }",
      ['cabinetry.yaml:3:28 No error response has the member "errer". Did you mean "error"?'],
    ],
  ])("of problems with %s: %s", async (additional, members, want) => {
    const given = contract.replace("properties: { title:", `${additional}, properties: { title:`);
    expect(given).not.toBe(contract);
    expect(await misfitsUnder(given, `problems: { members: ${members} }`)).toEqual(want);
  });

  const refused = "properties: { code: { enum: [taken, full] }, message: { type: string } }";
  const invalid =
    "properties: { detail: { type: array, items: { properties: { type: { enum: [missing, too_short] } } } } }";
  const mixed = `paths: { /pets: { post: { operationId: add, responses: {
    '409': { description: C, content: { application/json: { schema: { ${refused} } } } },
    '422': { description: V, content: { application/json: { schema: { ${invalid} } } } } } } } }`;
  const unread = 'the response 409 of `POST /pets` has "code"';

  test.each<readonly [string, readonly string[], readonly (readonly string[])[]]>([
    [
      "detail.0.type",
      ["missing", "too_short"],
      [[unread, 'the configuration says that codes are in "type" or "detail.0.type"']],
    ],
    ["code", ["full", "taken"], []],
  ])("with the code in %s have no codes of other members", async (code, codes, signs) => {
    const { contract: planned, traits } = await planUnder(mixed, `problems: { members: { code: ${code} } }`);
    expect(planned.codes).toEqual(codes);
    expect(traits.lost.map(({ shown, missing }) => [shown, missing])).toEqual(signs);
  });

  test("with the code in a member have no codes of another that the contract shows", async () => {
    const shared =
      "properties: { code: { enum: [a_b, c_d] }, kind: { enum: [e_f, g_h] }, message: { type: string } }";
    const failed = `description: E, content: { application/json: { schema: { ${shared} } } }`;
    const given = `paths: { /pets: { post: { operationId: add, responses: { '400': { ${failed} }, '409': { ${failed} }, '422': { ${failed} } } } } }`;
    expect((await planUnder(given, "retry: { policy: method }")).contract.codes).toEqual(["a_b", "c_d"]);
    const { contract: planned, traits } = await planUnder(given, "problems: { members: { code: kind } }");
    expect(planned.codes).toEqual(["e_f", "g_h"]);
    expect(traits.lost).toEqual([]);
  });

  test("with the code in a member count the other responses that have one elsewhere", async () => {
    const more = mixed.replace(
      ", responses: {",
      `, responses: { '400': { description: B, content: { application/json: { schema: { ${refused} } } } },`,
    );
    const { traits } = await planUnder(more, "problems: { members: { code: detail.0.type } }");
    expect(traits.lost.map(({ shown }) => shown)).toEqual([
      'the response 400 of `POST /pets` has "code", and 1 more response has one',
    ]);
  });

  test("that there are none do not decide what is retried", async () => {
    const keys = "problems: false\nretry: { policy: problem }";
    expect(await misfitsUnder(contract, keys)).toEqual([
      "cabinetry.yaml:4:14 `problem` needs problems that say what may be sent again, and `problems` is false.",
    ]);
  });

  test("with a member that no problem has do not fit", async () => {
    expect(await misfitsUnder(contract, "problems: { members: { code: errer } }")).toEqual([
      'cabinetry.yaml:3:28 No error response has the member "errer". Did you mean "error"?',
    ]);
  });
});

test("a code that every client knows keeps its meaning", async () => {
  const keys = "problems: { meanings: { feature_disabled: operation-expired } }";
  expect(await misfitsUnder(contract, keys)).toEqual([
    'cabinetry.yaml:3:29 "feature_disabled" means feature-disabled to every client: that cannot be changed.',
  ]);
});

describe("a meaning of a code that the contract does not have", () => {
  const errorsWith = (code: string, text = "E") =>
    `paths: { /pets: { post: { operationId: add, responses: { '409': { description: ${text}, content: { application/problem+json: { schema: { properties: { title: {}, status: {}, ${code} } } } } } } } } }`;
  const listed = errorsWith("code: { enum: [insufficient_scope, key_reused] }");
  const meaning = (code: string) => `meanings: { ${code}: operation-expired }`;
  const typo = meaning("insufficent_scope");
  const nearCodes = async (given: string, keys: string) => {
    const { diagnostics } = await planUnder(given, keys);
    return diagnostics.flatMap((one) => (one.id === "config/near-code" ? [one] : []));
  };

  test.each<readonly [string, string, string]>([
    ["the list has", listed, "meanings: { key_reused: idempotency-conflict }"],
    ["every client knows", listed, "meanings: { feature_disabled: feature-disabled }"],
    ["`codes` has", listed, `codes: [insufficent_scope], ${typo}`],
    [
      "a description names",
      errorsWith("code: { enum: [insufficient_scope, a_b] }", "Or `insufficent_scope`"),
      typo,
    ],
    ["is unlike any", errorsWith("code: { type: string, example: a_b }"), typo],
    ["differs in a number", errorsWith("code: { enum: [E1042, ERR-101] }"), meaning("E1043")],
    ["differs in a whole word", errorsWith("code: { enum: [user_not_found] }"), meaning("order_not_found")],
    ["has another word more", errorsWith("code: { enum: [key_reused] }"), meaning("key_in_use")],
  ])("accepts a code that %s", async (_, given, meanings) => {
    expect(await misfitsUnder(given, `problems: { ${meanings} }`)).toEqual([]);
    expect(await nearCodes(given, `problems: { ${meanings} }`)).toEqual([]);
  });

  test.each<readonly [string, string, string]>([
    ["texts", errorsWith("code: { type: string, example: insufficient_scope }"), ""],
    ["a closed list", listed, ""],
    [
      "in an object that holds it",
      errorsWith("error: { properties: { code: { enum: [insufficient_scope, key_reused] } } }"),
      "",
    ],
    [
      "one response lists, and another does not",
      errorsWith("code: { anyOf: [{ enum: [insufficient_scope, a_b] }, { type: string }] }"),
      "",
    ],
    ["declared open", listed, "\nenums: open"],
  ])("is a warning where it is similar and codes are %s", async (_, given, more) => {
    expect(await nearCodes(given, `problems: { ${typo} }${more}`)).toEqual([
      {
        id: "config/near-code",
        level: "warning",
        pointer: "",
        arguments: { code: "insufficent_scope", near: "insufficient_scope" },
        location: { file: "cabinetry.yaml", pointer: "", line: 3, column: 29 },
      },
    ]);
  });

  test.each([
    ["OrderGone", "order_gone"],
    ["order-gone", "OrderGone"],
    ["ORDER_GONE", "orderGone"],
    ["ordergone", "order_gone"],
  ])("is a warning where %s has the letters of %s in another spelling", async (code, near) => {
    const given = errorsWith(`code: { enum: [${near}, key_reused] }`);
    expect(await nearCodes(given, `problems: { ${meaning(code)} }`)).toMatchObject([
      { level: "warning", arguments: { code, near } },
    ]);
  });

  test("is meant where the similar code has one too", async () => {
    const both = "meanings: { insufficent_scope: operation-expired, insufficient_scope: operation-expired }";
    const given = errorsWith("code: { type: string, example: insufficient_scope }");
    expect(await nearCodes(given, `problems: { ${both} }`)).toEqual([]);
  });
});

describe("sensitive", () => {
  const maskedUnder = async (value: string) => {
    const { traits, resources } = await planUnder(contract, `sensitive: ${value}`);
    const [descriptor] = resources
      .flatMap(({ descriptors }) => descriptors)
      .flatMap((one) => (one.kind === "operation" && one.value.path === "/people/{id}" ? [one] : []));
    const flagged = descriptor?.value.parameters.filter((one) => one["sensitive"] === true);
    return [traits.contract.sensitive?.facts ?? [], flagged?.map(({ name }) => name)];
  };

  test.each<readonly [string, readonly string[], readonly string[]]>([
    ["[phone, tax]", ["phone", "pin", "tax"], ["tax"]],
    ["{ add: [phone], remove: [pin] }", ["phone"], []],
    ["{ remove: [pin] }", [], []],
  ])("%s", async (value, names, parameters) => {
    expect(await maskedUnder(value)).toEqual([names, parameters]);
  });

  test("with a name that the contract does not have does not fit", async () => {
    expect(await misfitsUnder(contract, "sensitive: [phone, phne]")).toEqual([
      'cabinetry.yaml:3:24 The contract has no member or parameter "phne". Did you mean "phone"?',
    ]);
    expect(await misfitsUnder(contract, "sensitive: { remove: [pine] }")).toEqual([
      'cabinetry.yaml:3:27 The contract has no member or parameter "pine". Did you mean "pin"?',
    ]);
  });
});

test("a name that only an operation beside those of the command line may have has no effect", async () => {
  const overrides = await overridesOf("identifiers: [dealId]\nsensitive: [dealName]");
  const planOfPart = (byOption: boolean) =>
    buildPlan(
      {
        ...contractOf(contract),
        unselected: [{ method: "GET", path: "/deals", by: "`--exclude`", byOption }],
      },
      { vendor: "acme", ...(overrides && { overrides }) },
    ).plan;
  expect(planOfPart(true).diagnostics.filter(({ id }) => id === "config/skipped-entry")).toHaveLength(2);
  expect(() => planOfPart(false)).toThrow("does not fit the contract");
});

test("enums are open, or closed", async () => {
  const stateUnder = async (keys: string) =>
    JSON.stringify((await planUnder(contract, keys)).models.map(({ declarations }) => declarations)).includes(
      "Unlisted",
    );
  expect([await stateUnder("enums: open"), await stateUnder("enums: closed")]).toEqual([true, false]);
});

describe("who decided a trait of the contract, and why", () => {
  const decidedUnder = async (keys: string) => {
    const { contract: all, switchedOff } = (await planUnder(contract, keys)).traits;
    return Object.fromEntries([
      ...Object.entries(all).map(([trait, { reason, decidedBy = "contract" }]) => [
        trait,
        [decidedBy, reason],
      ]),
      ...switchedOff.map(({ trait, reason }) => [`no ${trait}`, ["configuration", reason]]),
    ]) as Readonly<Record<string, readonly [string, string]>>;
  };
  const problem =
    "Errors are application/problem+json (RFC 9457); no schema or example lists their codes, so a code is any text. Neither their schemas nor their examples say what is retryable";
  const shown = {
    problem: ["contract", `${problem}: retries follow the method (RFC 9110 section 9.2.2).`],
    sensitive: [
      "contract",
      "Marked by `format` (`password`, `phone`), `writeOnly` text or an extension, or named as a secret.",
    ],
  };
  const file = (what = "") => ["configuration", `${what}cabinetry.yaml:3 says so.`];

  test.each<readonly [string, Readonly<Record<string, readonly string[]>>]>([
    [
      "retry: { policy: problem }",
      { problem: ["contract", `${problem}.`], retry: file("Retries follow `retryable` of problems: ") },
    ],
    [
      "retry: { policy: method }",
      { problem: ["contract", `${problem}.`], retry: file("Retries follow the method: ") },
    ],
    [
      "identifiers: [id, tax]",
      { identifiers: file('Identifiers of 64 bits beside those of the contract are "id", "tax": ') },
    ],
    ["enums: closed", { enums: file("Enums are closed: ") }],
    [
      "sensitive: { add: [phone, tax], remove: [id] }",
      {
        sensitive: [
          "configuration",
          `${String(shown.sensitive[1])} cabinetry.yaml:3 adds "phone", "tax" and removes "id".`,
        ],
      },
    ],
    ["sensitive: { add: [phone], remove: [pin] }", { sensitive: file() }],
    ["problems: { codes: [QUOTA] }", { problem: file() }],
    ["security: false", { "no security": file() }],
    [
      "requestId: false\nenvelope: false",
      { "no requestId": file(), "no envelope": ["configuration", "cabinetry.yaml:4 says so."] },
    ],
  ])("under %s", async (keys, want) => {
    expect(await decidedUnder(keys)).toEqual({ ...shown, ...want });
  });

  test("where nothing but `retry` asks for problems", async () => {
    const { traits, contract: planned } = await planUnder("paths: {}", "retry: { policy: problem }");
    expect(traits.contract.problem).toEqual({
      facts: { codes: [], retryable: false, meanings: {} },
      reason: "What looks like a problem is read as one: cabinetry.yaml:3 says what is retried.",
      decidedBy: "configuration",
    });
    expect(planned.facts["problem"]).toMatchObject({ policy: "problem", codes: {} });
  });
});

describe("a name of requestId that is similar to a declared header", () => {
  const headers = contract.replace(
    "'200':\n          description: ''",
    "'200':\n          headers: { X-Corr-Id: {}, Date: {} }\n          description: ''",
  );
  const near = async (names: string) => {
    const { diagnostics } = await planUnder(headers, `requestId: ${names}`);
    return diagnostics.filter(({ id }) => id === "config/near-header");
  };

  test("is a warning, with its position", async () => {
    expect(await near("[X-Other, X-Cor-Id]")).toEqual([
      {
        id: "config/near-header",
        level: "warning",
        pointer: "",
        arguments: { name: "X-Cor-Id", declared: "X-Corr-Id" },
        location: { file: "cabinetry.yaml", pointer: "", line: 3, column: 26 },
      },
    ]);
  });

  test.each(["[x-corr-id]", "[X-Request-Id, traceparent]", "[X-Cor-Id, X-Corr-Id]", "false"])(
    "none of %s is one",
    async (names) => {
      expect(await near(names)).toEqual([]);
    },
  );
});
