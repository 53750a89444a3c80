import { describe, expect, test } from "vitest";
import { backgroundContract, type BackgroundContract } from "../background-contract.js";
import { misfitsUnder, traitsUnder } from "./configured.js";

const MORE = `
  /jobs/{job}/rows:
    get:
      operationId: getJobRows
      tags: [jobs]
      parameters: [{ in: path, name: job, required: true, schema: { type: string } }, { in: query, name: at, schema: { type: string } }]
      responses: { '200': { description: '', content: { application/json: { schema: { type: object, properties: { rows: { type: array, items: {} }, then: { type: string } } } } } } }
  /jobs/{job}/parts/{part}:
    get:
      operationId: getPart
      tags: [jobs]
      parameters: [{ in: path, name: job, required: true, schema: { type: string } }, { in: path, name: part, required: true, schema: { type: string } }]
      responses: { '200': { description: '', content: { application/json: { schema: { type: object, properties: { status: { enum: [done, failed, open] } } } } } } }
`;

const NUMBERED = "{ type: object, properties: { no: { type: string }, n: { type: integer } } }";

/** A start and a status that share no word with what Cabinetry recognises. */
const contractWith = (given: BackgroundContract) =>
  backgroundContract({
    headers: "",
    accepted: `job: ${NUMBERED}`,
    parameter: "job",
    status:
      "properties: { how: { type: object, properties: { phase: { enum: [waiting, ready, broken] }, why: { type: string } } } }",
    more: MORE,
    ...given,
  });
const contract = contractWith({});
/** The response of the start has a header and no body. */
const bare = contractWith({ headers: "Operation-Location: { schema: { type: string } }", content: "" });
const STATE = "state: { member: how.phase, succeeded: [ready], failed: [broken] }";
const PAGED = "\n  getJobRows: { pagination: { style: cursor, items: rows, next: then, cursor: at } }";
const keys = (claim: string) => `operations:\n  startExport: { background: { ${claim} } }${PAGED}`;
const under = async (claim: string) => (await traitsUnder(contract, keys(claim), "exports.start")).background;

const status = { resource: "jobs", method: "get", type: "JobsGet" };
const facts = {
  status,
  statusParameter: "job",
  state: { member: "how/phase", succeeded: ["ready"], failed: ["broken"] },
};

describe("a configuration says how what was started is followed", () => {
  test.each<readonly [string, object]>([
    [`status: getJob, id: job.no, ${STATE}`, { ...facts, id: "job/no" }],
    [`status: getJob, id: job.n, ${STATE}`, { ...facts, id: "job/n" }],
    [
      `status: "GET /jobs/{job}", id: job.no, parameter: job, ${STATE}, error: { message: how.why }, result: getJobRows`,
      {
        ...facts,
        id: "job/no",
        error: { message: "how/why" },
        result: {
          operation: { resource: "jobs", method: "listRows", type: "JobsListRows" },
          parameter: "job",
        },
      },
    ],
  ])("%s", async (claim, want) => {
    const found = await under(claim);
    expect([found?.decidedBy, found?.facts]).toMatchObject(["configuration", want]);
  });

  test("by an id in Location, which the contract need not declare", async () => {
    const other = contractWith({ accepted: `task: ${NUMBERED}` });
    const { background } = await traitsUnder(other, keys(`status: getJob, ${STATE}`), "exports.start");
    expect(background?.facts).toEqual(facts);
    expect(background?.reason).toBe(
      "cabinetry.yaml:4 says so. The contract does not declare the `Location` header, which must have the id.",
    );
  });

  test.each<readonly [string, string, string, object]>([
    ["which is declared", "{ header: operation-location }", "", { header: "Operation-Location" }],
    ["without a claim", "", "", { header: "Operation-Location" }],
    [
      "which is not declared",
      "{ header: X-Job-Id }",
      " The contract does not declare the `X-Job-Id` header, which must have the id.",
      { header: "X-Job-Id" },
    ],
  ])("by an id in a header %s", async (_, id, caveat, want) => {
    const claim = `status: getJob, ${id && `id: ${id}, `}${STATE}`;
    const { background } = await traitsUnder(bare, keys(claim), "exports.start");
    expect(background?.facts).toEqual({ ...facts, ...want });
    expect(background?.reason).toBe(`cabinetry.yaml:4 says so.${caveat}`);
  });

  test.each([
    ["id: job.no", "4:52 The response of the start has no JSON body."],
    [
      "id: Operation-Location",
      "4:52 The response of the start has no JSON body. For the header, write `id: { header: Operation-Location }`.",
    ],
    [
      "id: { header: Operation-Locatoin }",
      '4:58 The response of the start has no header "Operation-Locatoin". Did you mean "Operation-Location"? To read it nevertheless, add `undeclared: true`.',
    ],
  ])("but not by %s, which the response has not", async (id, want) => {
    expect(await misfitsUnder(bare, keys(`status: getJob, ${id}, ${STATE}`))).toEqual([
      `cabinetry.yaml:${want}`,
    ]);
  });

  test("which may be done at once where another success has no id", async () => {
    const other = contractWith({
      others: "'200': { description: '', content: { application/json: { schema: { type: string } } } }",
    });
    const { background } = await traitsUnder(
      other,
      keys(`status: getJob, id: job.no, ${STATE}`),
      "exports.start",
    );
    expect(background?.facts.mayBeDone).toBe(true);
  });

  test.each<readonly [name: string, text: string, id: string, want: true | undefined]>([
    ["may lack its id in the body", contractWith({ started: "2XX" }), "job.no", true],
    [
      "requires its id",
      contractWith({
        started: "2XX",
        content:
          "application/json: { schema: { type: object, required: [no], properties: { no: { type: string } } } }",
      }),
      "no",
      undefined,
    ],
    [
      "requires the header",
      bare.replace("'202':", "'2XX':").replace(/(Operation-Location: \{)/iu, "$1 required: true, "),
      "{ header: Operation-Location }",
      undefined,
    ],
    [
      "requires its id, beside a success that has none",
      contractWith({
        started: "2XX",
        others: "'204': { description: Nothing to do }",
        content:
          "application/json: { schema: { type: object, required: [no], properties: { no: { type: string } } } }",
      }),
      "no",
      true,
    ],
    [
      "requires its id, as every other success does",
      contractWith({
        started: "2XX",
        others:
          "'200': { description: '', content: { application/json: { schema: { type: object, required: [no], properties: { no: { type: string } } } } } }",
        content:
          "application/json: { schema: { type: object, required: [no], properties: { no: { type: string } } } }",
      }),
      "no",
      undefined,
    ],
    ["may lack the header", bare.replace("'202':", "'2XX':"), "{ header: Operation-Location }", true],
    ["is of one status", contractWith({ started: "201" }), "job.no", undefined],
  ])("which may be done at once where the response of the start %s", async (_, text, id, want) => {
    const { background } = await traitsUnder(
      text,
      keys(`status: getJob, id: ${id}, ${STATE}`),
      "exports.start",
    );
    expect(background?.facts.mayBeDone).toBe(want);
  });
});

describe("[OPS-1] the state of what was there before", () => {
  const given = (parameters: string) =>
    bare.replace("  /exports:", `  /exports/{no}/restart:\n    parameters: [${parameters}]`);
  const no = "{ in: path, name: no, required: true, schema: { type: string } }";
  const id = (parameter: string) => keys(`status: getJob, id: { parameter: ${parameter} }, ${STATE}`);

  test("is found with the id that the start was given", async () => {
    const { background } = await traitsUnder(given(no), id("no"), "exports.start");
    expect(background?.facts).toEqual({
      ...facts,
      fromStart: [{ in: "path", parameter: "job", from: "no" }],
    });
    expect(background?.reason).toBe(
      "cabinetry.yaml:4 says so. It shows what POST /exports/{no}/restart was given: a final state from before, which the service still shows, ends the wait.",
    );
  });

  test("is below something that the start was given, too", async () => {
    const yaml = given(`${no}, { in: path, name: own, required: true, schema: { type: integer } }`)
      .replace("/exports/{no}/restart:", "/shops/{own}/exports/{no}/restart:")
      .replace(
        "  /jobs/{job}:",
        "  /shops/{shop}/jobs/{job}:\n    parameters: [{ in: path, name: shop, required: true, schema: { type: string } }]",
      );
    const claim = id("no").replace("getJob,", '"GET /shops/{shop}/jobs/{job}",');
    const { background } = await traitsUnder(yaml, claim, "exports.start");
    expect(background?.facts.fromStart).toEqual([
      { in: "path", parameter: "shop", from: "own" },
      { in: "path", parameter: "job", from: "no" },
    ]);
  });

  const unfit =
    '"no" of POST /exports/{no}/restart has to be required, in the path as "job" of the status operation is, and a text or a number that is not sensitive.';
  test.each([
    ["nr", no, 'POST /exports/{no}/restart has no parameter "nr". Did you mean "no"?'],
    ["no", no.replace("type: string", "type: boolean"), unfit],
    ["at", `${no}, ${no.replace("in: path, name: no", "in: query, name: at")}`, unfit.replace("no", "at")],
    ["no", no.replace("type: string", "type: string, format: password"), unfit],
  ])("but not with %s of %s", async (name, parameters, want) => {
    expect(await misfitsUnder(given(parameters), id(name))).toEqual([`cabinetry.yaml:4:58 ${want}`]);
  });
});

test("[OPS-1] a state is read with the id in its query", async () => {
  const yaml = contract
    .replace("  /jobs/{job}:", "  /job:")
    .replace("in: path, name: job,", "in: query, name: job,");
  const { background } = await traitsUnder(
    yaml,
    keys(`status: getJob, parameter: job, id: job.no, ${STATE}`),
    "exports.start",
  );
  expect(background?.facts).toMatchObject({ statusParameter: "job", id: "job/no" });
  expect(background?.facts).not.toHaveProperty("fromStart");
});

test("[OPS-1] one parameter of a start is not two of its state", async () => {
  const yaml = bare
    .replace(
      "  /exports:",
      `  /shops/{shop}/exports:\n    parameters: [{ in: path, name: shop, required: true, schema: { type: string } }]`,
    )
    .replace(
      "  /jobs/{job}:",
      "  /shops/{shop}/jobs/{job}:\n    parameters: [{ in: path, name: shop, required: true, schema: { type: string } }]",
    );
  const claim = `status: "GET /shops/{shop}/jobs/{job}", id: { parameter: shop }, ${STATE}`;
  expect(await misfitsUnder(yaml, keys(claim))).toEqual([
    'cabinetry.yaml:4:82 "shop" of POST /shops/{shop}/exports is what "shop" of the status operation takes, too: name the parameter that has the id.',
  ]);
});

describe("[OPS-1] a state below what the start was given", () => {
  const SHOP = "{ in: path, name: NAME, required: true, schema: { type: integer } }";
  const at = (path: string, name: string) => (yaml: string) =>
    yaml.replace(`  ${path}:`, `  /shops/{${name}}${path}:\n    parameters: [${SHOP.replace("NAME", name)}]`);
  const below = at(
    "/exports",
    "shop",
  )(at("/jobs/{job}/rows", "shopId")(at("/jobs/{job}", "shopId")(contract)));
  const got = "GET /shops/{shopId}/jobs/{job}";

  test("is found with that", async () => {
    const claim = `status: "${got}", id: job.no, ${STATE}, result: getJobRows`;
    const { background } = await traitsUnder(below, keys(claim), "exports.start");
    expect(background?.facts).toMatchObject({
      statusParameter: "job",
      fromStart: [{ in: "path", parameter: "shopId", from: "shop" }],
      result: { parameter: "job" },
    });
  });

  test("has a result that takes the same", async () => {
    const other = at("/exports", "shop")(at("/jobs/{job}", "shopId")(contract));
    const claim = `status: "${got}", id: job.no, ${STATE}, result: getJobRows`;
    expect(await misfitsUnder(other, keys(claim))).toEqual([
      "cabinetry.yaml:4:158 GET /jobs/{job}/rows is not a GET that an id leads to, with what the start was given.",
    ]);
  });

  test("is not found by a start that was given something else", async () => {
    const other = at(
      "/exports",
      "shop",
    )(at("/jobs/{job}", "shopId")(contract)).replace("/shops/{shop}/", "/malls/{shop}/");
    expect(await misfitsUnder(other, keys(`status: "${got}", parameter: job, id: job.no, ${STATE}`))).toEqual(
      [
        `cabinetry.yaml:4:36 ${got} also requires "shopId", which the client cannot take from POST /malls/{shop}/exports.`,
      ],
    );
  });
});

test.each([
  ["a map", "status: { type: object, additionalProperties: { type: string } }", "status.main"],
  [
    "an entry of a list",
    "steps: { type: array, items: { type: object, required: [state], properties: { name: { type: string }, state: { type: string } } } }",
    "steps.name=main.state",
  ],
])("a state in %s may come later", async (_, member, path) => {
  const [name = ""] = member.split(":");
  const other = contractWith({ status: `required: [${name}], properties: { ${member} }` });
  const claim = keys(
    `status: getJob, id: job.no, state: { member: ${path}, succeeded: [ok], failed: [bad] }`,
  );
  const { background } = await traitsUnder(other, claim, "exports.start");
  expect(background?.facts.state).toMatchObject({ isOptional: true });
});

test.each([
  ["uri-reference", "string", false],
  ["uri", "string", true],
  ["url", "string", true],
  ["uri-reference", "string, format: uri", true],
  ["uuid", "string", true],
])("a member in the format %s leads to the id of a %s: %s", async (format, taken, fits) => {
  const other = contractWith({ accepted: `self: { type: string, format: ${format} }` }).replace(
    "name: job, required: true, schema: { type: string }",
    `name: job, required: true, schema: { type: ${taken} }`,
  );
  expect(await misfitsUnder(other, keys(`status: getJob, id: self, ${STATE}`))).toEqual(
    fits
      ? []
      : [
          'cabinetry.yaml:4:52 "self" of the response of the start is an address. Name a member that has the id alone: the client reads the id out of an absolute address (`format: uri`), or out of a header, and only for a path parameter.',
        ],
  );
});

test("a QUERY is a read, and starts nothing", async () => {
  const yaml = `openapi: 3.2.0\n${contract.replace("    post:", "    query:")}`;
  expect(
    await misfitsUnder(
      yaml,
      `operations: { "QUERY /exports": { background: { status: getJob, id: job.no, ${STATE} } } }`,
    ),
  ).toEqual([expect.stringContaining("QUERY /exports is a read: it starts nothing.")]);
});

describe("a state is what JSON has", () => {
  const other = contractWith({
    status:
      "required: [part], properties: { part: { type: integer }, over: { type: boolean }, word: { type: string }, " +
      "step: { type: integer, enum: [1, 2, 3] }, problem: { type: object, properties: { message: { type: string } } } }",
  });
  const claim = (state: string) => keys(`status: getJob, id: job.no, state: { ${state} }`);
  const isOptional = true;
  test.each<readonly [string, object]>([
    [
      "member: over, succeeded: [true], failed: []",
      { member: "over", succeeded: ["true"], failed: [], isScalar: true, isOptional },
    ],
    [
      "member: over, succeeded: [true], failed: { member: problem }",
      { member: "over", succeeded: ["true"], failed: [], failure: "problem", isScalar: true, isOptional },
    ],
    [
      "member: step, succeeded: [2], failed: [3]",
      { member: "step", succeeded: ["2"], failed: ["3"], isScalar: true, isOptional },
    ],
    [
      "member: word, succeeded: [end], failed: []",
      { member: "word", succeeded: ["end"], failed: [], isOptional },
    ],
  ])("%s", async (state, want) => {
    const { background } = await traitsUnder(other, claim(state), "exports.start");
    expect(background?.facts.state).toEqual(want);
  });

  test.each([
    [
      "member: word, failed: [end]",
      "4:64 The contract does not say which states are final: list them with `succeeded` and `failed`.",
    ],
    ["member: over, succeeded: ['true'], failed: []", '4:99 "over" is never "true". Write true.'],
    ["member: word, succeeded: [true], failed: []", '4:99 "word" is never true. Write "true".'],
    ["member: step, succeeded: [4], failed: []", '4:99 "step" is never 4. There are: 1, 2, 3.'],
    [
      "member: word, succeeded: [end]",
      "4:64 The contract does not say which states are failures: list them with `failed`, or write `failed: []` where the service reports none.",
    ],
    [
      "member: word, succeeded: [end], failed: { member: problm }",
      '4:115 The response of GET /jobs/{job} has no member "problm". Did you mean "problem"?',
    ],
  ])("and not %s", async (state, want) => {
    expect(await misfitsUnder(other, claim(state))).toEqual([`cabinetry.yaml:${want}`]);
  });

  test.each([
    ["over: { type: boolean }", undefined],
    ["over: { type: [boolean, 'null'] }", true],
  ])("a schema that requires nothing does not say that it may be absent: %s", async (member, want) => {
    const plain = contractWith({ status: `properties: { ${member} }` });
    const given = claim("member: over, succeeded: [true], failed: []");
    const { background } = await traitsUnder(plain, given, "exports.start");
    expect(background?.facts.state.isOptional).toBe(want);
  });
});

test("a result and a status may require what the contract has a default for", async () => {
  const version = "{ in: query, name: v, required: true, schema: { type: integer, default: 2 } }, ";
  const other = contract.replaceAll("parameters: [{ in: path", `parameters: [${version}{ in: path`);
  const claim = keys(`status: getJob, id: job.no, ${STATE}, result: getJobRows`);
  const found = await traitsUnder(other, claim, "exports.start");
  expect(found.background?.facts).toMatchObject({ ...facts, result: { parameter: "job" } });
});

test("a result that the contract shows may be unpaged where the configuration does not name it", async () => {
  const shown = backgroundContract({
    more: `
  /jobs/{jobId}/result:
    get:
      operationId: getResult
      parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }]
      responses: { '200': { description: R, content: { application/json: { schema: { type: object } } } } }`,
  });
  const claim = (more: string) =>
    `operations: { startExport: { background: { status: getJob, id: jobId${more} } } }`;
  expect(await misfitsUnder(shown, claim(""))).toEqual([]);
  expect(await misfitsUnder(shown, claim(", result: getResult"))).toEqual([
    expect.stringContaining("The result is not paged"),
  ]);
});

describe("a claim that does not fit is an error with its position", () => {
  test.each<readonly [string, string]>([
    ["status: getJbo", '4:36 The contract has no operation "getJbo". Did you mean "getJob"?'],
    ["status: startExport", "4:36 POST /exports is not a GET with a JSON response."],
    [
      "status: getJob",
      "4:22 No member of the response of GET /jobs/{job} lists states of success and failure: add `state`.",
    ],
    [
      `status: getJob, id: job.num, ${STATE}`,
      '4:52 "job" of the response of the start has no member "num". There are: "n", "no".',
    ],
    [
      "status: getJob, id: job.no, state: { member: how.phase, succeeded: [redy], failed: [broken] }",
      '4:104 "how.phase" is never "redy". Did you mean "ready"?',
    ],
    [
      "status: getJob, id: job.no, state: { member: how.phase }",
      "4:64 The contract does not say which states are failures: list them with `failed`, or write `failed: []` where the service reports none.",
    ],
    [
      `status: getJob, id: job.no, parameter: jobs, ${STATE}`,
      '4:64 GET /jobs/{job} has no parameter "jobs". Did you mean "job"?',
    ],
    [
      `status: getPart, parameter: job, id: job.no`,
      '4:36 GET /jobs/{job}/parts/{part} also requires "part", which the client cannot take from POST /exports.',
    ],
    [
      `status: getJob, id: job.no, ${STATE}, result: getJob`,
      "4:132 The result is not paged: say how with `pagination` of that operation. Leave `result` out where it has one page: callers read that by themselves.",
    ],
  ])("%s", async (claim, want) => {
    expect(await misfitsUnder(contract, keys(claim))).toEqual([`cabinetry.yaml:${want}`]);
  });
});
