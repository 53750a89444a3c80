import { describe, expect, test } from "vitest";
import { constantOf, planOf, traitsOf } from "../../plan-of.js";
import {
  backgroundContract as contract,
  type BackgroundContract as Given,
  JOB,
} from "../background-contract.js";

const RESULT = `
  /jobs/{jobId}/result:
    get:
      operationId: readResult
      tags: [jobs]
      parameters:
        - { in: path, name: jobId, required: true, schema: { type: string } }
        - { in: query, name: pageSize, schema: { type: integer } }`;

/** What makes the result a paged one, and the create one that is emitted as background. */
const PAGE = `
        - { in: query, name: cursor, schema: { type: string } }
      responses:
        '200':
          description: Rows
          content: { application/json: { schema: { type: object, required: [items, nextCursor], properties: {
            items: { type: array, items: { type: object } }, nextCursor: { type: [string, 'null'] } } } } }`;
const KEY =
  "      parameters: [{ in: header, name: Idempotency-Key, required: true, schema: { type: string } }]";

const SECOND_STATUS = `
  /other/{id}:
    get:
      operationId: getOther
      tags: [others]
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      responses:
        '200': { description: Other, content: { application/json: { schema: { type: object, ${JOB} } } } }`;

/** What a reason says of states that no schema lists. */
const SAID = ", whose values only its description or its examples name";

const background = (given: Given) => traitsOf(contract(given), "exports.start").background;

describe("[OPS-1] a background operation is recognised", () => {
  test("by 202 with Location and the only operation that tells a state", () => {
    expect(background({})).toEqual({
      facts: {
        status: { resource: "jobs", method: "get", type: "JobsGet" },
        statusParameter: "jobId",
        id: "jobId",
        state: { member: "status", succeeded: ["succeeded"], failed: ["failed"] },
        error: { code: "error/code", retryable: "error/retryable" },
      },
      reason:
        'It responds with 202 and "Location"; jobs.get gives its state ("status"), the only operation that does. Final states: "succeeded" (success), "failed" (failure). Its failure is in "error.code", "error.retryable".',
    });
  });

  test("by its state, and not by the one before that", () => {
    const states = "{ type: string, enum: [queued, succeeded, failed] }";
    const found = background({
      status: `properties: { jobId: { type: string }, previousState: ${states}, state: ${states} }`,
    });
    expect(found?.facts).toMatchObject({ state: { member: "state" } });
  });

  test("by a link of its answer, which also says where the id is", () => {
    const found = background({
      links: "job: { operationId: getOther, parameters: { id: $response.body#/meta/job } }",
      more: SECOND_STATUS,
    });
    expect(found?.facts).toMatchObject({
      status: { resource: "others" },
      statusParameter: "id",
      id: "meta/job",
    });
    expect(found?.reason).toContain('others.get gives its state ("status"), a link of the response says so.');
  });

  test("without an id in the answer: the last segment of Location has it", () => {
    expect(background({ accepted: "message: { type: string }" })?.facts.id).toBeUndefined();
  });

  test("[RES-4] with the result right below the status, and what sizes its pages", () => {
    const found = background({ more: RESULT });
    expect(found?.facts.result).toMatchObject({
      operation: { resource: "jobs", method: "readResult" },
      parameter: "jobId",
      pageSize: "pageSize",
    });
    expect(found?.reason).toContain("; jobs.readResult reads its result.");
  });

  test.each([
    ["{ in: query, name: $top, schema: { type: integer } }", "$top"],
    [
      "{ in: query, name: page, style: deepObject, schema: { type: object, properties: { size: { type: integer } } } }",
      "page/size",
    ],
  ])("[RES-4] with the size of its pages in %s", (parameter, want) => {
    const more = RESULT.replace("{ in: query, name: pageSize, schema: { type: integer } }", () => parameter);
    expect(background({ more })?.facts.result).toMatchObject({ pageSize: want });
  });

  test("[OPS-3] with an error whose members repeat its name", () => {
    const status =
      "properties: { status: { enum: [done, failed] }, failure: { type: object, properties: " +
      "{ failureCode: { type: string }, failureMessage: { type: string }, isRetryable: { type: boolean } } } }";
    expect(background({ status })?.facts.error).toEqual({
      code: "failure/failureCode",
      message: "failure/failureMessage",
      retryable: "failure/isRetryable",
    });
  });

  test.each(["", "/data"])("[OPS-3] with an error beside the object that has the state: %j", (above) => {
    const of = (members: string) =>
      above === "" ? `properties: { ${members} }` : `properties: { data: { properties: { ${members} } } }`;
    const status = of(
      "status: { properties: { phase: { enum: [done, failed] } } }, error: { properties: { code: { type: string } } }",
    );
    expect(background({ status })?.facts.error).toEqual({ code: `${above}/error/code`.slice(1) });
    const inside = status.replace("failed] } }", "failed] }, error: { properties: { code: {} } } }");
    expect(background({ status: inside })?.facts.error).toEqual({
      code: `${above}/status/error/code`.slice(1),
    });
  });

  test.each([
    [
      "members beside the state, and a flag there",
      "error_code: {}, error_message: {}, is_retryable: { type: boolean }",
      { code: "error_code", message: "error_message", retryable: "is_retryable" },
    ],
    [
      "other names",
      "failed_code: {}, failed_message: {}, can_retry: { type: boolean }",
      { code: "failed_code", message: "failed_message", retryable: "can_retry" },
    ],
    [
      "the flag that repeats its name",
      "error_code: {}, error_retryable: {}, retryable: {}",
      { code: "error_code", retryable: "error_retryable" },
    ],
    [
      "an object, and a flag beside it",
      "error: { properties: { code: {} } }, retryable: { type: boolean }",
      { code: "error/code", retryable: "retryable" },
    ],
    [
      "an object whose members a description names",
      "error: { type: [object, 'null'], description: '`code`, `message` and `retryable`.' }",
      { code: "error/code", message: "error/message", retryable: "error/retryable" },
    ],
    [
      "an object whose members an example shows",
      "error: { example: { errorCode: full, hint: none } }",
      { code: "error/errorCode" },
    ],
    ["a text", "error: { type: [string, 'null'] }", { message: "error" }],
    ["a text of listed values", "error: { enum: [full, lost] }", { code: "error" }],
    ["a flag alone", "retryable: { type: boolean }", undefined],
    [
      "a code, and a flag of something else",
      "error_code: {}, retryable: { type: boolean, description: Whether an input line may be sent twice. }",
      { code: "error_code" },
    ],
    [
      "a code, and a flag of the operation",
      "error_code: {}, retryable: { type: boolean, description: Whether the failed operation may be started again. }",
      { code: "error_code", retryable: "retryable" },
    ],
    [
      "Problem Details",
      "error: { properties: { title: {}, status: { type: integer }, detail: {} } }",
      { title: "error/title", message: "error/detail" },
    ],
    ["its title alone", "error: { properties: { title: {}, status: {} } }", { title: "error/title" }],
    [
      "a reason that has the code of an error",
      "reason: { properties: { errorCode: { type: integer }, text: {} } }",
      { code: "reason/errorCode", message: "reason/text" },
    ],
    [
      "a reason of the failure",
      "failureReason: { properties: { code: {}, text: {} } }",
      { code: "failureReason/code", message: "failureReason/text" },
    ],
    [
      "what else it is called, or null",
      "fault: { oneOf: [{ properties: { code: {}, message: {} } }, { type: 'null' }] }",
      { code: "fault/code", message: "fault/message" },
    ],
    [
      "an error beside a reason",
      "reason: { properties: { errorCode: {} } }, error: { properties: { code: {} } }",
      { code: "error/code" },
    ],
    ["why it was started", "reason: { properties: { code: {}, text: {} } }", undefined],
    ["how many failed", "details: { properties: { failureCount: {}, message: {} } }", undefined],
    ["an object that is no text", "errorMessage: { properties: { de: {}, en: {} } }", undefined],
    ["when it failed", "failure: { type: string, format: date-time }", undefined],
    ["whether it failed", "error: { enum: ['yes', 'no'] }", undefined],
    ["what failed", "failed_type: { type: string }", undefined],
  ])("[OPS-3] with an error in %s", (_, members, want) => {
    const status = `properties: { status: { enum: [done, failed] }, ${members} }`;
    expect(background({ status })?.facts.error).toEqual(want);
  });

  test.each([
    ["error: { properties: { code: {} } }", "", { code: "error/code" }],
    ["error: { properties: { code: {} } }", "error_code: {}", { code: "data/error_code" }],
    ["message: {}, code: {}", "", undefined],
    ["reason: { properties: { errorCode: {} } }", "", undefined],
    ["error_code: {}, error_message: {}", "", undefined],
  ])("[OPS-3] with an error beside what has the state, the nearest one: %s %s", (above, beside, want) => {
    const status = `properties: { data: { properties: { status: { enum: [done, failed] }, ${beside} } }, ${above} }`;
    expect(background({ status })?.facts.error).toEqual(want);
  });

  describe("[OPS-2] with a flag that says that it has ended", () => {
    const DONE = "done: { type: boolean }, error: { properties: { code: {}, message: {} } }, response: {}";
    const METADATA = "metadata: { properties: { state: { enum: [RUNNING, SUCCEEDED, FAILED] } } }";
    const FLAG = { member: "done", succeeded: ["true"], failed: [], failure: "error", isScalar: true };

    test("alone", () => {
      const found = background({ status: `required: [done], properties: { ${DONE} }` });
      expect(found?.facts).toMatchObject({
        state: FLAG,
        error: { code: "error/code", message: "error/message" },
      });
      expect(found?.facts.state.isOptional).toBeUndefined();
      expect(found?.reason).toContain(
        'It has ended where "done" is true; it has failed where "error" is there, too. Its failure is in "error.code", "error.message".',
      );
    });

    test.each([
      ["a state may be missing", `required: [done], properties: { ${DONE}, ${METADATA} }`],
      ["nothing is required", `properties: { ${DONE}, ${METADATA} }`],
      [
        "the object of a state may be null",
        `required: [done, metadata], properties: { ${DONE}, metadata: { nullable: true, required: [state], properties: { state: { enum: [SUCCEEDED, FAILED] } } } }`,
      ],
    ])("where %s", (_, status) => {
      expect(background({ status })?.facts.state).toMatchObject(FLAG);
    });

    test("which may be missing while it runs", () => {
      expect(background({ status: `properties: { ${DONE} }` })?.facts.state.isOptional).toBe(true);
    });

    test.each([
      [
        "a state that is always there says more",
        `required: [done, metadata], properties: { ${DONE}, metadata: { required: [state], properties: { state: { enum: [SUCCEEDED, FAILED] } } } }`,
        "metadata/state",
      ],
      [
        "a state beside it is as sure",
        `properties: { ${DONE}, state: { enum: [SUCCEEDED, FAILED] } }`,
        "state",
      ],
      [
        "it is of something inside",
        "properties: { state: { enum: [SUCCEEDED, FAILED] }, step: { required: [done], properties: { done: { type: boolean }, error: {}, response: {} } } }",
        "state",
      ],
    ])("but not where %s", (_, status, member) => {
      expect(background({ status })?.facts.state.member).toBe(member);
    });

    test.each([
      ["nothing says what failed", "done: { type: boolean }, response: {}"],
      ["nothing comes of it", "done: { type: boolean }, error: { type: object }"],
      ["it is a text", "done: { type: string }, error: { type: object }, response: {}"],
    ])("but not alone where %s", (_, members) => {
      expect(background({ status: `properties: { ${members} }` })).toBeUndefined();
    });

    test("but not where every response has the error", () => {
      expect(background({ status: `required: [done, error], properties: { ${DONE} }` })).toBeUndefined();
    });

    test("with the name of the resource for its id", () => {
      const schemas = `
components:
  schemas:
    Operation: { required: [name, done], properties: { name: { type: string }, ${DONE} } }`;
      const content = "application/json: { schema: { $ref: '#/components/schemas/Operation' } }";
      const given = { headers: "", content, state: content, noun: "operation", parameter: "operation" };
      expect(background({ ...given, more: schemas })?.facts).toMatchObject({ id: "name", state: FLAG });
    });
  });

  describe("[OPS-2] with an address in the body", () => {
    test.each([
      ["jobLocation: { type: string, format: url, example: 'https://api.example/v1/jobs/7' }", "jobLocation"],
      [
        "job_url: { type: string, format: uri } }, example: { job_url: 'https://api.example/v1/jobs/7'",
        "job_url",
      ],
      [
        "job_url: { type: string, format: uri } } }, example: { job_url: 'https://api.example/v1/jobs/7', x: { a: 1",
        "job_url",
      ],
      [
        "_links: { properties: { status: { properties: { href: { type: string, format: uri, example: 'https://api.example/v1/jobs/7' } } } } }",
        "_links/status/href",
      ],
      [
        "status_url: { type: string, format: uri, example: 'https://api.example/v1/jobs/7?x=/y' }",
        "status_url",
      ],
    ])("%s", (accepted, want) => {
      const found = background({ headers: "", accepted });
      expect(found?.facts).toMatchObject({ id: want, statusParameter: "jobId" });
      expect(found?.reason).toContain(`It responds with 202 and the address "${want.replaceAll("/", ".")}";`);
    });

    test.each([
      "status_url: { type: string, example: 'https://api.example/v1/jobs/7' }",
      "status_url: { type: string, format: uri }",
      "job_url: { type: string, format: uri, description: The page of the job offer }",
      "progress_url: { type: string, format: uri, example: 'https://api.example/v1/jobs/overview' }",
      "job_url: { type: string, format: uri, examples: ['https://api.example/v1/jobs/7', 'https://www.example/offers/7'] }",
      "status_url: { type: string, format: uri-reference }",
      "result_url: { type: string, format: uri }",
      "status_url: { type: string, format: uri, example: 'https://api.example/v1/runs/7' }",
    ])("not %s", (accepted) => {
      expect(background({ headers: "", accepted })).toBeUndefined();
    });

    test("beside a header, which has it too", () => {
      const accepted = "status_url: { type: string, format: uri, example: 'https://api.example/v1/jobs/7' }";
      expect(background({ accepted })?.facts).not.toHaveProperty("id");
    });
  });

  test("[RES-4] with the result that a link of the status names", () => {
    const rows = RESULT.replace("/jobs/{jobId}/result", "/rows/{jobId}").replace("pageSize", "x");
    expect(
      background({
        more: rows,
        statusLinks: "rows: { operationId: readResult, parameters: { jobId: $response.body#/jobId } }",
      })?.facts.result,
    ).toEqual({
      operation: { resource: "jobs", method: "readResult", type: "JobsReadResult" },
      parameter: "jobId",
    });
  });

  test.each([
    ["takes no id", "/rows", "parameters: { jobId: $response.body#/jobId }", ""],
    ["is given none", "/rows/{jobId}", "parameters: { other: $response.body#/jobId }", "jobId"],
    ["takes two", "/rows/{jobId}/{part}", "parameters: { jobId: $response.body#/jobId }", "jobId part"],
  ])("[RES-4] without a result when the GET that its status links to %s", (_, path, link, names) => {
    const parameters = names
      .split(" ")
      .filter((name) => name !== "")
      .map((name) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`);
    const found = background({
      more: `\n  ${path}: { get: { operationId: listRows, tags: [jobs], parameters: [${parameters.join(", ")}], responses: { '204': { description: R } } } }`,
      statusLinks: `rows: { operationId: listRows, ${link} }`,
    });
    expect(found?.facts.status.resource).toBe("jobs");
    expect(found?.facts.result).toBeUndefined();
  });

  test("[RES-4] without a result where a status links to a GET that does not take its id", () => {
    const rows = RESULT.replace("/jobs/{jobId}/result", "/rows/{rowId}").replace(
      "name: jobId",
      "name: rowId",
    );
    const link = (parameters: string) => `rows: { operationId: readResult, parameters: { ${parameters} } }`;
    for (const parameters of ["", "pageSize: $response.body#/jobId"]) {
      expect(background({ more: rows, statusLinks: link(parameters) })?.facts.result).toBeUndefined();
    }
    expect(
      background({ more: rows, statusLinks: link("rowId: $response.body#/jobId") })?.facts.result?.parameter,
    ).toBe("rowId");
  });

  test("[OPS-1] and told to the runtime: the id from Location where no member has it, another parameter of the result", () => {
    const rows = RESULT.replace("/jobs/{jobId}/result", "/rows/{rowId}")
      .replace("name: jobId", "name: rowId")
      .concat(PAGE);
    const given = contract({
      headers: "Location: {}",
      accepted: "message: { type: string }",
      more: rows,
      statusLinks: "rows: { operationId: readResult, parameters: { rowId: $response.body#/jobId } }",
    }).replace("    post:", `    post:\n${KEY}`);
    const { value } = constantOf(planOf(given), "jobs.jobsBackground");
    expect(value).toMatchObject({ idParameter: "jobId", result: { idParameter: "rowId" } });
    expect(value["id"]).toBeUndefined();
  });

  test("[OPS-2] whatever the states are called", () => {
    const found = background({
      status: "properties: { state: { enum: [OPEN, Completed, done, canceled, ERROR] } }",
    });
    expect(found?.facts.state).toEqual({
      member: "state",
      succeeded: ["Completed", "done"],
      failed: ["canceled", "ERROR"],
    });
    expect(found?.facts.error).toBeUndefined();
  });

  test("[OPS-2] with further words beside those of success and of failure", () => {
    const also =
      "REVOKED, timed_out, TimedOut, TIMEOUT, stopped, terminated, killed, dead, interrupted, skipped";
    const found = background({
      status: `properties: { state: { enum: [done, passed, ended, RanToCompletion, failed, ${also}, queued, in_progress] } }`,
    });
    expect(found?.facts.state).toEqual({
      member: "state",
      succeeded: ["done", "passed", "ended", "RanToCompletion"],
      failed: ["failed", ...also.split(", ")],
    });
    expect(found?.reason).not.toContain("not known");
  });

  test("[OPS-2] but a machine that is ready or stopped is no job", () => {
    expect(background({ status: "properties: { state: { enum: [ready, stopped] } }" })).toBeUndefined();
  });
});

test("[OPS-2] states by which alternatives differ are states", () => {
  const one = (state: string, more = "") =>
    `{ type: object, required: [status], properties: { jobId: { type: string }, status: { const: ${state} }${more} } }`;
  const status = `oneOf: [${one("queued")}, ${one("succeeded")}, ${one("failed", ", error: { type: object, properties: { code: { type: string } } }")}]`;
  const found = background({ status: `${status}, discriminator: { propertyName: status }` });
  expect(found?.facts).toMatchObject({
    state: { member: "status", succeeded: ["succeeded"], failed: ["failed"] },
    error: { code: "error/code" },
  });
});

test("[OPS-2] states that an extension lists are states", () => {
  const state = "state: { type: string, x-extensible-enum: [RUNNING, DONE, FAILED] }";
  expect(background({ status: `properties: { ${state} }` })?.facts.state).toEqual({
    member: "state",
    succeeded: ["DONE"],
    failed: ["FAILED"],
  });
});

/** A create and its status that return the same schema, whose `id` is that of both. */
const SAME_SCHEMA = (header: string) => `
paths:
  /exports:
    post:
      operationId: startExport
      tags: [exports]
      responses:
        '202':
          description: Started
          headers: { ${header}: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Export' } } }
  /exports/{exportId}:
    get:
      operationId: getExport
      tags: [exports]
      parameters: [{ in: path, name: exportId, required: true, schema: { type: string } }]
      responses:
        '200': { description: E, content: { application/json: { schema: { $ref: '#/components/schemas/Export' } } } }
components:
  schemas:
    Export: { type: object, properties: { id: { type: string }, state: { enum: [queued, succeeded, failed] } } }`;

describe("[OPS-1] a background operation is recognised by what it means", () => {
  test("without a declared Location: the response has the id that the status takes", () => {
    const found = background({ headers: "", accepted: "job_id: { type: string }" });
    expect(found?.facts.id).toBe("job_id");
    expect(found?.reason).toBe(
      'It responds with 202 and the id "job_id"; jobs.get gives its state ("status"), the only operation that does. Final states: "succeeded" (success), "failed" (failure). Its failure is in "error.code", "error.retryable".',
    );
  });

  test("with a Location that only the description names", () => {
    const given = contract({ headers: "", accepted: "message: { type: string }" }).replace(
      "description: Started",
      "description: 'Started. The `Location` header has the address of the job.'",
    );
    expect(traitsOf(given, "exports.start").background?.reason).toContain(
      'It responds with 202 and "Location", which only a description names;',
    );
  });

  test.each<readonly [string, string, string | undefined]>([
    ["Operation-Location", "Operation-Location: {}", undefined],
    ["Azure-AsyncOperation", "Azure-AsyncOperation: {}", undefined],
    ["Content-Location", "Content-Location: {}", undefined],
    ["Operation-Location", "Location: {}, Operation-Location: {}", undefined],
    [
      "X-Job",
      "X-Job: { description: Address of the job to poll., schema: { type: string, format: uri } }",
      undefined,
    ],
    ["X-Job-Location", "X-Job-Location: {}", undefined],
    [
      "X-Job-Id",
      "Location: {}, X-Job-Id: {}",
      "job: { operationId: getJob, parameters: { jobId: $response.header.X-Job-Id } }",
    ],
  ])("by an address in %s (%s)", (want, headers, links = "") => {
    const found = background({ headers, links, accepted: "message: { type: string }" });
    expect(found?.facts).toMatchObject({ status: { resource: "jobs" }, header: want });
    expect(found?.facts.id).toBeUndefined();
    expect(found?.reason).toContain(
      `It responds with 202 and "${want}"; jobs.get gives its state ("status"), `,
    );
  });

  test("with a state that others beside it are required without", () => {
    const yaml = contract({ status: `required: [jobId], ${JOB}` });
    expect(traitsOf(yaml, "exports.start").background?.facts.state.isOptional).toBe(true);
    expect(constantOf(planOf(yaml), "jobs.jobsBackground").value["read"]).toMatchObject({
      constant: "laterState",
    });
  });

  test.each<readonly [string, string | undefined]>([
    ["{ type: string, default: '2024-01-01' }", "2024-01-01"],
    ["{ enum: ['2024-02-01'] }", "2024-02-01"],
    ["{ type: string }", undefined],
    ["{ type: array, items: { type: string }, default: [a] }", undefined],
  ])("by a state that also requires a query parameter: %s", (schema, want) => {
    const yaml = contract({}).replace(
      "parameters: [{ in: path, name: jobId",
      `parameters: [{ in: query, name: api-version, required: true, schema: ${schema} }, { in: path, name: jobId`,
    );
    expect(traitsOf(yaml, "exports.start").background?.facts.status.resource).toBe(want && "jobs");
    const { parameters } = constantOf(planOf(yaml), "jobs.get").value;
    expect(parameters).toContainEqual(expect.objectContaining({ name: "api-version", only: want }));
  });

  test.each([
    ["Link", "URL of the status page.", "uri"],
    ["X-Request-Id", "URL of the job.", "uuid"],
    ["X-Region", "Region where the job runs.", ""],
    ["X-Served-By", "Location of the node that accepted the operation.", ""],
    ["X-RateLimit-Scope", "Where the limit on operations applies.", ""],
    ["Deprecation", "URL of the documentation of the deprecated operation.", "uri"],
  ])("not by a header that leads elsewhere: %s", (name, description, format) => {
    const schema = `{ type: string${format === "" ? "" : `, format: ${format}`} }`;
    const headers = `${name}: { description: "${description}", schema: ${schema} }`;
    expect(background({ headers, accepted: "message: { type: string }" })).toBeUndefined();
  });

  test.each(["X-Job-Location", "Location"])("with the id of the body, beside %s", (name) => {
    const { facts } = traitsOf(SAME_SCHEMA(name), "exports.start").background ?? {};
    expect(facts).toMatchObject({ id: "id", statusParameter: "exportId" });
  });

  test("not by an id that is that of anything, of another success than 202", () => {
    const polled = SAME_SCHEMA("Retry-After: {}, Location").replace("'202'", "'200'");
    expect(traitsOf(polled, "exports.start").background).toBeUndefined();
  });

  test("in an envelope: id, state and error", () => {
    const found = background({
      headers: "",
      accepted: "data: { type: object, properties: { jobId: { type: string } } }",
      status: `properties: { data: { type: object, ${JOB} } }`,
    });
    expect(found?.facts).toMatchObject({
      id: "data/jobId",
      state: { member: "data/status", succeeded: ["succeeded"], failed: ["failed"] },
      error: { code: "data/error/code", retryable: "data/error/retryable" },
    });
  });

  test.each([
    ["const", "state: { oneOf: [{ const: JOB_STATE_DONE }, { const: JOB_STATE_FAILED }] }", ""],
    [
      "a description that quotes",
      "state: { type: string, description: 'Ends as `JOB_STATE_DONE` or `JOB_STATE_FAILED`.' }",
      SAID,
    ],
    [
      "a description that lists",
      "state: { type: string, description: 'One of: queued, JOB_STATE_DONE, JOB_STATE_FAILED.' }",
      SAID,
    ],
    [
      "a description that explains each",
      "state: { type: string, description: 'State: QUEUED - waits, JOB_STATE_DONE - it has finished, JOB_STATE_FAILED = ended in error' }",
      SAID,
    ],
    [
      "a description that explains some",
      "state: { type: string, description: 'State: queued, running, JOB_STATE_DONE, JOB_STATE_FAILED - see its error, paused - by a user' }",
      SAID,
    ],
    [
      "a description in HTML that quotes",
      "state: { type: string, description: '<p>Ends as <code>JOB_STATE_DONE</code>, or <code>JOB_STATE_FAILED</code>.</p>' }",
      SAID,
    ],
    [
      "a description in HTML that lists",
      "state: { type: string, description: '<p class=\"a\">queued, <b>JOB_STATE_DONE</b>, <i>JOB_STATE_FAILED</i></p>' }",
      SAID,
    ],
    ["examples", "state: { type: string, examples: [JOB_STATE_DONE, JOB_STATE_FAILED] }", SAID],
  ])("with states named by %s", (_, state, said) => {
    const found = background({ status: `properties: { ${state} }` });
    expect(found?.facts.state).toEqual({
      member: "state",
      succeeded: ["JOB_STATE_DONE"],
      failed: ["JOB_STATE_FAILED"],
    });
    expect(found?.reason).toContain(`jobs.get gives its state ("state"${said}), the only`);
  });

  test.each([
    ["its path", "'Started. Poll GET /jobs/{id} for its state.'"],
    ["an address", "'Started: see /jobs/42.'"],
    ["its operationId", "'Started; call getJob.'"],
  ])("of several that give a state the one that the response names by %s", (_, description) => {
    const given = contract({ accepted: "message: {}", more: SECOND_STATUS }).replace(
      "description: Started",
      `description: ${description}`,
    );
    const found = traitsOf(given, "exports.start").background;
    expect(found?.facts.status.resource).toBe("jobs");
    expect(found?.reason).toContain("a text of it or its response names it.");
  });

  test("of several the one that takes the id of the response", () => {
    expect(background({ more: SECOND_STATUS })?.reason).toContain(
      'the only one that takes "jobId" of the response.',
    );
  });

  test("with an error whose members stand beside the state", () => {
    const status =
      "properties: { status: { enum: [done, failed] }, error_code: { type: string }, error_message: { type: string }, is_retryable: {} }";
    expect(background({ status })?.facts.error).toEqual({
      code: "error_code",
      message: "error_message",
      retryable: "is_retryable",
    });
  });

  test("of a range of statuses whose description says so", () => {
    const given = (description: string) =>
      contract({}).replace("'202':", "2XX:").replace("description: Started", `description: ${description}`);
    expect(traitsOf(given("Accepted"), "exports.start").background?.facts.id).toBe("jobId");
    expect(traitsOf(given("Done"), "exports.start").background).toBeUndefined();
  });

  test.each([
    ["Accepted for processing.", true],
    ["Is queued, and ends later.", true],
    ["202 in most cases.", true],
    ["The request was not accepted.", false],
    ["Done.", false],
  ])("of a range of statuses whose description says: %s", (description, isOne) => {
    const yaml = contract({ started: "2XX", headers: "" }).replace(
      "description: Started",
      `description: "${description}"`,
    );
    const { background: found } = traitsOf(yaml, "exports.start");
    expect(found?.facts.id).toBe(isOne ? "jobId" : undefined);
    expect(found?.reason.startsWith('It responds with 2XX and the id "jobId"')).toBe(isOne || undefined);
  });

  test("a range of statuses is not claimed for words of its operation: they may be of another", () => {
    const yaml = contract({ started: "2XX", headers: "" }).replace(
      "operationId: startExport",
      "operationId: startExport\n      description: Webhooks are delivered asynchronously.",
    );
    expect(traitsOf(yaml, "exports.start").background).toBeUndefined();
  });
});

describe("[OPS-1] beside another success", () => {
  const beside = (status: string, answer: string) =>
    traitsOf(
      contract({}).replace("        '202':", `        '${status}': ${answer}\n        '202':`),
      "exports.start",
    ).background;
  const told = (member: string) =>
    `{ description: Done, content: { application/json: { schema: { type: object, properties: { ${member}: { type: string } } } } } }`;

  test.each([
    ["200", told("jobId")],
    ["201", "{ description: Known, headers: { location: {} } }"],
  ])("a background operation is one when %s tells its id too", (status, answer) => {
    expect(beside(status, answer)?.facts.status.resource).toBe("jobs");
    expect(beside(status, answer)?.facts.mayBeDone).toBeUndefined();
  });

  test.each([
    ["200", told("rows")],
    ["204", "{ description: Done }"],
  ])("an operation may be done at once when %s tells what came of it", (status, answer) => {
    expect(beside(status, answer)?.facts).toMatchObject({ mayBeDone: true, status: { resource: "jobs" } });
  });
});

describe("[OPS-1] a background operation is not guessed", () => {
  const NOT: readonly (readonly [string, Given])[] = [
    ["without Location and id", { headers: "Retry-After: {}", accepted: "message: { type: string }" }],
    ["without Location, from an id that could be that of anything", { headers: "", accepted: "id: {}" }],
    ["from a GET", { method: "get" }],
    ["without a state of failure", { status: "properties: { status: { enum: [queued, succeeded] } }" }],
    ["without states at all", { status: "properties: { status: { type: string } }" }],
    [
      "from two operations that tell a state, neither linked nor named",
      { accepted: "message: { type: string }", more: SECOND_STATUS },
    ],
  ];
  test.each(NOT)("%s", (_, given) => {
    expect(background(given)).toBeUndefined();
  });

  test("from another answer than 202", () => {
    const given = contract({}).replace("'202'", "'201'");
    expect(traitsOf(given, "exports.start").background).toBeUndefined();
  });
});
