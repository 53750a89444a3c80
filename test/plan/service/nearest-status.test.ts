import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";

const STATES = "{ properties: { status: { enum: [queued, processing, finished, failed] } } }";
const OPEN = "{ properties: { status: { type: string } } }";

const read = (path: string, operationId: string, schema: string) => `
  "${path}":
    get: { operationId: ${operationId}, parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }], responses: { "200": { description: S, content: { application/json: { schema: ${schema} } } } } }`;

interface Start {
  readonly path?: string;
  readonly text?: string;
  readonly link?: string;
  readonly maps?: string;
  readonly routes?: string;
  readonly more?: string;
}

/** A start, and two families of jobs whose reads take the same id. */
const statusOf = ({
  path = "/maps/calculate",
  text = "The work flow is asynchronous.",
  link,
  maps = STATES,
  routes = STATES,
  more = read("/things/{thingId}", "getThing", OPEN).replaceAll("jobId", "thingId"),
}: Start) => {
  const { lost, operations } = planOf(`
paths:
  ${path}:
    post:
      operationId: start
      description: ${JSON.stringify(text)}
      responses:
        "202":
          description: R
          content: { application/json: { schema: { properties: { job_id: { type: string } } } } }
          links: { ${link === undefined ? "" : `state: { operationId: ${link}, parameters: { jobId: "$response.body#/job_id" } }`} }${read("/maps/solution/{jobId}", "mapState", maps)}${read("/routes/solution/{jobId}", "routeState", routes)}${more}`).traits;
  const [found] = operations.flatMap(({ traits }) => traits.background?.facts.status ?? []);
  const line = lost.flatMap(({ lines }) => lines).find((one) => one.includes("status:"));
  return line?.trim() ?? found?.resource;
};

const NAMED = "Poll https://a.example/api/1/maps/solution/<job_id> until it is finished.";

test.each<readonly [string, Start, unknown]>([
  ["what a link leads to, where no text names another", { link: "routeState" }, "routes"],
  ["the same, where a text names that", { link: "mapState", text: NAMED }, "maps"],
  [
    "what a text names, where links that others share lead elsewhere",
    { link: "routeState", text: NAMED },
    'status: "GET /maps/solution/{jobId}"',
  ],
  ["the nearest", {}, 'status: "GET /maps/solution/{jobId}"'],
  ["the nearest, whose states are not known", { maps: OPEN }, 'status: "GET /maps/solution/{jobId}"'],
  ["none of those that are as near", { path: "/other/calculate" }, 'status: "GET ?"'],
  [
    "what a link leads to, where a text names what the job made",
    { link: "routeState", text: "When it is done, fetch it with `GET /things/{thingId}`." },
    "routes",
  ],
])("the state of a start is at %s", (_, start, want) => {
  expect(statusOf(start)).toEqual(want);
});

test.each<readonly [string, string]>([
  ["The same id that was sent in the 202 acceptance response.", "GET /retrieve/{requestId}"],
  ["The id of the request.", "GET ?"],
])("the text of a parameter says where its value was sent before: %s", (text, want) => {
  const json = "content: { application/json: { schema: { properties: { requestId: { type: string } } } } }";
  const { lost } = planOf(`
paths:
  /checks:
    post: { operationId: check, responses: { "202": { description: R, ${json} } } }
  "/retrieve/{requestId}":
    get: { operationId: result, parameters: [{ in: path, name: requestId, required: true, description: ${JSON.stringify(text)}, schema: { type: string } }], responses: { "200": { description: S, ${json.replace("requestId", "score")} } } }`).traits;
  expect(
    lost
      .flatMap(({ lines }) => lines)
      .find((one) => one.includes("status:"))
      ?.trim(),
  ).toBe(`status: "${want}"`);
});

test.each([
  ["a read without content", "/maps/thumbnails/{jobId}", "{}"],
  ["a read of another state", "/maps/logs/{jobId}", OPEN],
])("%s is not nearer than that of all jobs", (_, path, schema) => {
  const jobs = read("/jobs/{jobId}", "jobState", STATES);
  const given = `
paths:
  /maps/render:
    post: { operationId: start, responses: { "202": { description: R, content: { application/json: { schema: { properties: { jobId: { type: string } } } } } } } }${jobs}${read(path, "other", schema)}`;
  const [found] = planOf(given).traits.operations.flatMap(
    ({ traits }) => traits.background?.facts.status ?? [],
  );
  expect(found?.resource).toBe("jobs");
});

/** A thing that a change with 202 is made to, and one read more. */
const changeOf = (method: string, path: string, readPath: string) => {
  const given = (of: string) =>
    [...of.matchAll(/\{(\w+)\}/gu)]
      .map(([, name = ""]) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`)
      .join(", ");
  return planOf(`
paths:
  "${path}":
    ${method}: { operationId: change, parameters: [${given(path)}], responses: { "202": { description: R } } }
  "${readPath}":
    get: { operationId: look, parameters: [${given(readPath)}], responses: { "200": { description: S, content: { application/json: { schema: ${STATES} } } } } }`)
    .traits.lost.flatMap(({ lines }) => lines)
    .find((one) => one.includes("status:"))
    ?.trim();
};

test.each([
  // A part of the thing has states of its own.
  ["delete", "/ports/{portName}", "/ports/{portName}/links/{linkName}", 'status: "GET ?"'],
  ["patch", "/ports/{portName}", "/ports/{portName}/links/{linkName}", 'status: "GET ?"'],
  [
    "patch",
    "/ports/{portName}",
    "/ports/{portName}/jobs/{jobId}",
    'status: "GET /ports/{portName}/jobs/{jobId}"',
  ],
  [
    "post",
    "/ports/{portName}/reset",
    "/ports/{portName}/resets/{id}",
    'status: "GET /ports/{portName}/resets/{id}"',
  ],
])("the lines of %s %s name %s only where that may be of what it starts", (method, path, readPath, want) => {
  expect(changeOf(method, path, readPath)).toBe(want);
});
