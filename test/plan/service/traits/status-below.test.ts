import { describe, expect, test } from "vitest";
import { planOf, traitsOf } from "../../plan-of.js";

const STATES = "enum: [queued, running, succeeded, failed]";
const THING = `{ type: object, properties: { id: { type: string }, status: { ${STATES} } } }`;
const LOCATION = "headers: { Location: { schema: { type: string } } }, ";
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const id = (name: string) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`;

/** A GET with a state, by its path. */
const read = (path: string, schema: string | undefined = THING) => {
  const names = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => id(name));
  return `
  ${path}:
    get: { operationId: "get ${path}", parameters: [${names.join(", ")}], responses: { '200': { description: State, ${json(schema)} } } }`;
};

/** A start of exports beside a second kind of work, so that no read is the only one that has states. */
const contract = (response: string, more: string | undefined = read("/exports/{id}"), method = "post") => `
paths:
  /exports:
    ${method}: { operationId: startExport, tags: [exports], responses: { '202': { description: Started, ${response} } } }
${read("/imports/{id}")}
${more}`;

const found = (yaml: string) => traitsOf(yaml, "exports.start").background;

const shownOf = (yaml: string) =>
  planOf(yaml).traits.lost.flatMap(({ trait, missing, lines }) =>
    trait === "background" ? [[missing, ...lines.slice(3, 5).map((line) => line.trim())]] : [],
  );

const CERTAIN = "nothing says for certain that `GET /exports/{id}` gives the state of what it starts";

describe("[OPS-1] the read right below the path of a start gives the state of what it starts", () => {
  test.each<readonly [string, string, string | undefined, (string | undefined)?]>([
    ["Location", `${LOCATION}${json("{ type: object }")}`, undefined],
    ["what it shows", json(THING), "id"],
    [
      "the `id` beside its state",
      json(`{ properties: { data: ${THING}, user: ${THING} } }`),
      "data/id",
      `{ properties: { data: ${THING} } }`,
    ],
    [
      "Location, beside an `id` of something else",
      `${LOCATION}${json("{ properties: { user: { properties: { id: {} } } } }")}`,
      undefined,
    ],
  ])("by %s", (_, response = "", want, schema) => {
    const background = found(contract(response, read("/exports/{id}", schema)));
    expect(background?.facts).toMatchObject({ status: { resource: "exports" }, statusParameter: "id" });
    expect(background?.facts.id).toBe(want);
    expect(background?.reason).toContain(", the only GET right below its path.");
  });

  test.each([
    [
      "an `id` without the state beside it",
      json("{ properties: { id: { type: string } } }"),
      read("/exports/{id}"),
    ],
    [
      "a thing whose end nobody waits for",
      json("{ properties: { id: {}, status: { enum: [pending, completed, cancelled] } } }"),
      read("/exports/{id}", "{ properties: { id: {}, status: { enum: [pending, completed, cancelled] } } }"),
    ],
    [
      "a member that is not called a state",
      json("{ properties: { id: {}, on: { enum: [running, success, failure] } } }"),
      read("/exports/{id}", "{ properties: { id: {}, on: { enum: [running, success, failure] } } }"),
    ],
    [
      "an address that is of another path",
      `headers: { Location: { description: "Address of GET /queue/{queueId}", schema: { type: string } } }, ${json(THING)}`,
      read("/exports/{id}"),
    ],
  ])("not by %s", (_, response, more) => {
    expect(found(contract(response, more))).toBeUndefined();
  });

  test("the only one that takes an id of the response gives the state, whatever it is called", () => {
    const yaml = `
paths:
  /exports:
    post: { operationId: startExport, tags: [exports], responses: { '202': { description: Started, ${json("{ properties: { runId: { type: string } } }")} } } }
${read("/runs/{runId}")}`;
    expect(found(yaml)?.facts).toMatchObject({ id: "runId", statusParameter: "runId" });
  });

  test("an address leads to the read right below, and not to jobs of another kind", () => {
    const beside = (path: string) =>
      found(contract(LOCATION.slice(0, -2), read("/exports/{id}") + read(path)));
    expect(beside("/render-jobs/{jobId}")?.facts.status).toMatchObject({ resource: "exports" });
    expect(beside("/export-jobs/{jobId}")).toBeUndefined();
    expect(beside("/v1/{jobId}")).toBeUndefined();
  });

  test("a link to what has no state does not keep another one from giving it", () => {
    const link =
      "links: { user: { operationId: 'get /users/{id}', parameters: { id: '$response.body#/userId' } } }";
    const response = `${json(THING.replace("properties: {", "properties: { userId: { type: string },"))}, ${link}`;
    const users = read("/users/{id}", "{ properties: { name: { type: string } } }");
    expect(found(contract(response, `${read("/exports/{id}")}${users}`))?.facts.id).toBe("id");
  });

  test.each<readonly [string, string, (string | undefined)?, string?]>([
    ["an id of something else", json("{ properties: { user: { properties: { id: {} } } } }")],
    ["an object as the id", json("{ properties: { id: { type: object, properties: { a: {} } } } }")],
    ["the id of a job", json("{ properties: { id: { type: string }, jobId: { type: string } } }")],
    ["the address of an operation", `headers: { Operation-Location: {} }, ${json(THING)}`],
    [
      "a second read that is called a state",
      json(THING),
      `${read("/exports/{id}")}${read("/exports/{id}/status", "{}")}`,
    ],
    [
      "jobs that the address may lead to",
      LOCATION.slice(0, -2),
      `${read("/exports/{id}")}${read("/jobs/{jobId}")}`,
    ],
    [
      "states that only a text names",
      json(THING),
      read("/exports/{id}", THING.replace(STATES, "type: string, description: '`done` or `failed`'")),
    ],
    ["another method", json(THING), undefined, "patch"],
  ])("not with %s", (_, response = "", more, method) => {
    expect(found(contract(response, more, method))).toBeUndefined();
    expect(shownOf(contract(response, more, method))[0]?.slice(0, 2)).toEqual([
      CERTAIN,
      'status: "GET /exports/{id}"',
    ]);
  });

  test("not with a state that no known word ends", () => {
    const given = contract(json(THING), read("/exports/{id}", THING.replace("failed", "failed, on_fire")));
    expect(found(given)).toBeUndefined();
    const want = `${CERTAIN}, nor whether "on_fire" ends the wait`;
    expect(shownOf(given)[0]?.slice(0, 2)).toEqual([want, 'status: "GET /exports/{id}"']);
  });

  test.each([
    [
      "has a state without words for its end",
      "/exports/{id}",
      "{ properties: { status: { type: string } } }",
      [
        "no member of the response of `GET /exports/{id}`, right below its path, lists states of success and failure",
        'status: "GET /exports/{id}"',
        "id: id",
      ],
    ],
    [
      "has no state",
      "/exports/{id}",
      "{ properties: { name: { type: string } } }",
      [
        "nothing says for certain which operation gives the state of what it starts",
        'status: "GET ?"',
        "id: id",
      ],
    ],
  ])("and is named where it %s", (_, path, schema, want) => {
    const response = json("{ required: [id], properties: { id: { type: string } } }");
    expect(shownOf(contract(response, read(path, schema)))).toEqual([want]);
  });

  test("with what the start was given, where that is above both", () => {
    const below = (name: string) =>
      contract(json(THING), read(`/of/{${name}}/exports/{id}`)).replace(
        "  /exports:",
        `  /of/{owner}/exports:\n    parameters: [${id("owner")}]`,
      );
    const given = (name: string) => ({
      statusParameter: "id",
      fromStart: [{ in: "path", parameter: name, from: "owner" }],
    });
    expect(found(below("owner"))?.facts).toMatchObject(given("owner"));
    expect(found(below("ownerId"))?.facts).toMatchObject(given("ownerId"));
    expect(found(below("owner"))?.reason).toContain('it takes "owner" of the start, too');
  });

  test("whose value a link may say", () => {
    const start = (link: string) =>
      contract(`${link}${json(THING)}`, read("/of/{owner}/exports/{id}")).replace(
        "  /exports:",
        `  /of/{owner}/copies/{target}:\n    parameters: [${id("owner")}, ${id("target")}]`,
      );
    const link =
      'links: { state: { operationId: "get /of/{owner}/exports/{id}", parameters: { owner: $request.path.target, id: $response.body#/id } } }, ';
    expect(found(start(link))?.facts.fromStart).toEqual([{ in: "path", parameter: "owner", from: "target" }]);
  });

  test.each([
    ["path", "/all/{owner}/exports", id("owner")],
    ["query", "/exports", "{ in: query, name: owner, required: true, schema: { type: string } }"],
    ["header", "/exports", "{ in: header, name: owner, required: true, schema: { type: string } }"],
  ])("but not from a parameter of that name elsewhere: %s", (_, path, parameter) => {
    const yaml = contract(json(THING), read("/of/{owner}/exports/{id}")).replace(
      "  /exports:",
      () => `  ${path}:\n    parameters: [${parameter}]`,
    );
    expect(found(yaml)).toBeUndefined();
  });

  test.each([
    ["header", "X-Tenant", "type: string"],
    ["cookie", "session", "type: string"],
    ["query", "api_key", "type: string"],
    ["query", "flag", "type: boolean"],
    ["query", "tags", "type: array, items: { type: string }"],
  ])("nor with what an id cannot have or show: %s %s", (where, name, schema) => {
    const more = `{ in: ${where}, name: ${name}, required: true, schema: { ${schema} } }`;
    const yaml = contract(
      json(THING),
      read("/exports/{id}").replace("parameters: [", `parameters: [${more}, `),
    );
    const both = yaml.replace("  /exports:", `  /exports:\n    parameters: [${more}]`);
    expect(found(both)).toBeUndefined();
    expect(shownOf(both)).toEqual([
      [`\`GET /exports/{id}\` also requires "${name}", which the client cannot take from \`POST /exports\``],
    ]);
  });

  test("but not where the start was given less", () => {
    const yaml = contract(json(THING), read("/of/{owner}/exports/{id}")).replace(
      "  /exports:",
      `  /all/{owner}/exports:\n    parameters: [${id("owner")}]`,
    );
    expect(found(yaml)).toBeUndefined();
  });
});

describe("[OPS-1] a link of the response", () => {
  const linked = (target: string, value: string, log = "text/plain: {}") =>
    contract(
      `links: { next: { operationId: "${target}", parameters: { id: ${value} } } }, ${json(THING)}`,
      read("/exports/{id}") +
        read("/tasks/{id}", "{ properties: { phase: { type: string } } }") +
        read("/exports/{id}/download", "{}") +
        read("/exports/{id}/log").replace(/content: .*/u, `content: { ${log} } } } }`),
    );

  test("decides, whether its states are known or not", () => {
    const yaml = linked("get /tasks/{id}", "$response.body#/id");
    expect(found(yaml)).toBeUndefined();
    expect(shownOf(yaml)).toEqual([
      [
        "no member of the response of `GET /tasks/{id}`, which takes its id, lists states of success and failure",
        'status: "GET /tasks/{id}"',
        "id: id",
      ],
    ]);
  });

  test.each([
    ["what the request was about", "get /tasks/{id}", "$request.path.owner"],
    ["a result", "get /exports/{id}/download", "$response.body#/id"],
    ["a log, whose text has no state,", "get /exports/{id}/log", "$response.body#/id"],
  ])("to %s decides nothing", (_, target, value) => {
    expect(found(linked(target, value))?.facts.status.resource).toBe("exports");
  });

  test.each(["application/xml: {}", "application/vnd.a+xml: {}", ""])(
    "decides where a state may be in what cannot be read: {%s}",
    (content) => {
      const yaml = linked("get /exports/{id}/log", "$response.body#/id", content);
      expect(found(yaml)).toBeUndefined();
      expect(shownOf(yaml)[0]?.[1]).toBe('status: "GET /exports/{id}/log"');
    },
  );
});

describe("[OPS-1] what takes an id that the start was given is not about what it starts", () => {
  const given = (path: string, method: string, response: string, status = "202") => `
paths:
  /exports/{exportId}${path}:
    ${method}:
      operationId: startExport
      tags: [exports]
      parameters: [${id("exportId")}]
      responses: { '${status}': { description: Started, ${response} } }
${path === "" ? read("/exports/{exportId}").split("\n").slice(2).join("\n") : read("/exports/{exportId}")}`;
  const BODY = json(`{ properties: { exportId: { type: string }, status: { ${STATES} } } }`);

  test.each([
    [
      "a PUT of it, with the address of an operation",
      "",
      "put",
      "headers: { Azure-AsyncOperation: {} }",
      "200",
    ],
    ["a PUT of it, with an address", "", "put", LOCATION.slice(0, -2), "202"],
    ["a PUT of it", "", "put", BODY, "202"],
    ["a DELETE of it", "", "delete", BODY, "202"],
    ["a cancel", "/cancel", "post", BODY, "202"],
    ["a custom method", ":cancel", "post", BODY, "202"],
  ])("%s", (_, path, method, response, status) => {
    const yaml = given(path, method, response, status);
    expect(planOf(yaml).traits.operations.flatMap(({ traits }) => traits.background ?? [])).toEqual([]);
    expect(shownOf(yaml)).toHaveLength(1);
  });

  test("a change of it that names another id starts nothing", () => {
    const body = json(
      "{ properties: { exportId: { type: string }, batch: { properties: { batchId: { type: string } } } } }",
    );
    expect(found(given("", "put", body) + read("/batches/{batchId}"))).toBeUndefined();
    // What is cancelled names its parts, too.
    expect(found(given("/copies", "post", body) + read("/batches/{batchId}"))).toBeUndefined();
  });

  test("an address leads elsewhere, and what was deleted has no state", () => {
    const open = [
      "nothing says for certain which operation gives the state of what it starts",
      'status: "GET ?"',
    ];
    expect(shownOf(given("", "put", LOCATION.slice(0, -2)))[0]?.slice(0, 2)).toEqual(open);
    expect(shownOf(given("", "delete", BODY))[0]?.slice(0, 2)).toEqual(open);
    const isNamed = given("", "delete", BODY).replace("Started", "GET /exports/42 says it");
    expect(shownOf(isNamed)[0]?.slice(0, 2)).toEqual(open);
    expect(shownOf(given("/cancel", "post", BODY))[0]?.slice(1)).toEqual([
      'status: "GET /exports/{exportId}"',
      "id: exportId",
    ]);
  });
});

test("[OPS-1] the only operation with a state is not about what has another name", () => {
  const yaml = (path: string) => `
paths:
  /sheets: { post: { operationId: startExport, tags: [exports], responses: { '202': { description: '', ${LOCATION} } } } }
${read(path)}`;
  expect(found(yaml("/transfers/{name}"))).toBeUndefined();
  expect(found(yaml("/transfers/{transferId}"))).toBeUndefined();
  expect(found(yaml("/sheets/{name}/status"))?.facts.statusParameter).toBe("name");
  expect(found(yaml("/all/{sheetId}"))?.facts.statusParameter).toBe("sheetId");
  expect(found(yaml("/tasks/{name}"))?.facts.statusParameter).toBe("name");
});

test.each([
  "batches/batchId",
  "companies/companyId",
  "analyses/analysisId",
  "cases/caseId",
  "days/dayId",
  "indices/indexId",
])("[OPS-1] a parameter is about the same, whatever its number: %s", (names) => {
  const [many = "", parameter = ""] = names.split("/");
  const yaml = `
paths:
  /${many}: { post: { responses: { '202': { description: '', ${json(`{ properties: { ${parameter}: { type: string } } }`)} } } } }
${read(`/all/{${parameter}}`, "{ properties: { status: { type: string } } }")}`;
  expect(shownOf(yaml)[0]?.slice(1)).toEqual([`status: "GET /all/{${parameter}}"`, `id: ${parameter}`]);
});
