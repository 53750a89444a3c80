import { expect, test } from "vitest";
import { planOf } from "../../plan-of.js";

const STATES = "enum: [queued, running, succeeded, failed]";
const members = (states = STATES) =>
  `{ type: object, properties: { id: { type: string }, status: { ${states} } } }`;
const JOB = "{ $ref: '#/components/schemas/Job' }";
const in_ = (holder: string, schema = JOB) => `{ type: object, properties: { ${holder}: ${schema} } }`;

const read = (path: string, schema: string) => {
  const names = [...path.matchAll(/\{(\w+)\}/gu)].map(
    ([, name = ""]) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`,
  );
  return `
  ${path}:
    get: { operationId: "get ${path}", parameters: [${names.join(", ")}], responses: { '200': { description: R, content: { application/json: { schema: ${schema} } } } } }`;
};

interface Start {
  readonly path?: string;
  readonly accepted?: string;
  readonly reads?: string;
  readonly job?: string;
  readonly method?: string;
  readonly name?: string;
  /** Names of members that are sent. */
  readonly sent?: string;
}

/** A start, the read of what its response shows, and another read with states. */
const contract = ({
  path = "/reports/generate",
  accepted = JOB,
  reads = read("/jobs/{jobId}", JOB),
  job = members(),
  method = "post",
  name = "startReport",
  sent,
}: Start) => `
paths:
  ${path}:
    ${method}:
      operationId: ${name}
      tags: [reports]
      ${sent === undefined ? "" : `requestBody: { content: { application/json: { schema: { properties: { ${sent}: { type: string } } } } } }`}
      parameters: [${[...path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`).join(", ")}]
      responses: { '202': { description: Started, content: { application/json: { schema: ${accepted} } } } }
${reads}${read("/exports/{exportId}", "{ properties: { exportId: {}, state: { enum: [pending, complete, error] } } }")}
components: { schemas: { Job: ${job}, Other: ${members()} } }
`;

const idOf = (start: Start) => {
  const [found] = planOf(contract(start)).traits.operations.filter(
    ({ path, method }) => path === (start.path ?? "/reports/generate") && method !== "GET",
  );
  const { facts } = found?.traits.background ?? {};
  return facts && `${facts.status.resource} ${facts.id ?? ""}`;
};

test.each<readonly [string, Start, string]>([
  ["one schema", {}, "jobs id"],
  ["one schema, in an envelope of the response", { accepted: in_("renderJob") }, "jobs renderJob/id"],
  ["one schema, in an envelope of the read", { reads: read("/jobs/{jobId}", in_("job")) }, "jobs id"],
  ["the same members and states", { accepted: in_("job", members()) }, "jobs job/id"],
  [
    "one schema, and not by another id",
    { reads: read("/jobs/{jobId}", JOB) + read("/reports/{reportId}/job", JOB) },
    "jobs id",
  ],
  [
    "one schema, whatever else takes an id of it",
    {
      job: members().replace("properties: {", "properties: { exportId: { type: string },"),
      reads: read("/jobs/{jobId}", JOB),
    },
    "jobs id",
  ],
])("[OPS-1] what a response shows is read by the GET that gives the same: %s", (_, start, want) => {
  expect(idOf(start)).toBe(want);
});

test.each<readonly [string, Start]>([
  ["schemas of two names", { accepted: "{ $ref: '#/components/schemas/Other' }" }],
  ["other states", { accepted: members("enum: [queued, running, finished, failed]") }],
  ["two reads of one schema", { reads: read("/jobs/{jobId}", JOB) + read("/runs/{runId}", JOB) }],
  ["what has a thing beside its own id", { accepted: "{ properties: { id: {}, job: " + JOB + " } }" }],
  [
    "what people wait for",
    { job: members("enum: [pending, completed, cancelled]"), reads: read("/orders/{orderId}", JOB) },
  ],
  [
    "the thing that the path names, below another version",
    { path: "/v1/servers/{name}/restart", reads: read("/v2/servers/{id}", JOB) },
  ],
  [
    "the state of a part",
    {
      job: `{ properties: { id: {}, status: { type: string }, part: { properties: { state: { ${STATES} } } } } }`,
    },
  ],
  [
    "a read where another of the schema takes more than the id",
    { reads: read("/jobs/{jobId}", JOB) + read("/boxes/{box}/jobs/{job}/state", JOB) },
  ],
  ["a change of a thing that its path names", { path: "/jobs/by-name/{name}", method: "put" }],
  ["a deed to a thing that its path names", { path: "/jobs/cancel" }],
  ["a deed to many of them", { path: "/jobs/bulk-delete" }],
  ["a deed that its name has", { path: "/approvals", name: "approveJob" }],
  ["a thing whose id is sent", { sent: "jobId" }],
  ["a name", { reads: read("/jobs/{jobName}", JOB) }],
])("[OPS-1] not by %s", (_, start) => {
  expect(idOf(start)).toBeUndefined();
});

test("[OPS-1] the id of a run that takes a read of its own wins over a thing whose states end nothing", () => {
  const start = {
    job: `{ properties: { id: { type: string }, exportId: { type: string }, status: { enum: [enabled, disabled] } } }`,
    reads: read("/apps/{appId}", JOB),
  };
  expect(idOf(start)).toBe("exports exportId");
});

test("[OPS-1] the only read with known states does not give what another read gives", () => {
  const start = {
    job: members("enum: [waiting, rendering, rendered, broken]"),
    accepted: in_("renderJob"),
    path: "/exports/render",
    reads: read("/render-jobs/{jobId}", JOB),
  };
  expect(idOf(start)).toBeUndefined();
  expect(planOf(contract(start)).traits.lost.flatMap(({ lines }) => lines.slice(3))).toEqual([
    '      status: "GET /render-jobs/{jobId}"',
    "      id: renderJob.id",
    '      state: { member: status, succeeded: ["?"], failed: ["?"] }',
  ]);
});
