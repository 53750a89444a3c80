import { describe, expect, test } from "vitest";
import { traitsOf } from "../plan-of.js";

interface Given {
  readonly headers?: string;
  readonly links?: string;
  readonly accepted?: string;
  readonly method?: string;
  readonly statusLinks?: string;
  readonly status?: string;
  readonly more?: string;
}

const JOB =
  "properties: { jobId: { type: string }, status: { enum: [queued, running, succeeded, failed] }, " +
  "error: { type: object, properties: { code: { type: string }, retryable: { type: boolean }, hint: {} } } }";

/** A create that answers 202, and what tells its state. */
function contract(given: Given): string {
  const {
    headers = "Location: {}",
    links = "",
    accepted = "jobId: { type: string }",
    method = "post",
  } = given;
  return `
paths:
  /exports:
    ${method}:
      operationId: startExport
      tags: [exports]
      responses:
        '202':
          description: Started
          headers: { ${headers} }
          links: { ${links} }
          content: { application/json: { schema: { type: object, properties: { ${accepted} } } } }
  /jobs/{jobId}:
    get:
      operationId: getJob
      tags: [jobs]
      parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }]
      responses:
        '200':
          description: Job
          links: { ${given.statusLinks ?? ""} }
          content: { application/json: { schema: { type: object, ${given.status ?? JOB} } } }
${given.more ?? ""}`;
}

const RESULT = `
  /jobs/{jobId}/result:
    get:
      operationId: readResult
      tags: [jobs]
      parameters:
        - { in: path, name: jobId, required: true, schema: { type: string } }
        - { in: query, name: pageSize, schema: { type: integer } }`;

const SECOND_STATUS = `
  /other/{id}:
    get:
      operationId: getOther
      tags: [others]
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      responses:
        '200': { description: Other, content: { application/json: { schema: { type: object, ${JOB} } } } }`;

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
        'It answers 202 with "Location"; jobs.get tells its state ("status"), the only operation that does.',
    });
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
    expect(found?.reason).toContain('others.get tells its state ("status"), a link of the answer says so.');
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
});

describe("[OPS-1] a background operation is not guessed", () => {
  const NOT: readonly (readonly [string, Given])[] = [
    ["without Location", { headers: "Retry-After: {}" }],
    ["from a GET", { method: "get" }],
    ["without a state of failure", { status: "properties: { status: { enum: [queued, succeeded] } }" }],
    ["without states at all", { status: "properties: { status: { type: string } }" }],
    ["from two operations that tell a state, neither linked", { more: SECOND_STATUS }],
  ];
  test.each(NOT)("%s", (_, given) => {
    expect(background(given)).toBeUndefined();
  });

  test("from another answer than 202", () => {
    const given = contract({}).replace("'202'", "'201'");
    expect(traitsOf(given, "exports.start").background).toBeUndefined();
  });
});
