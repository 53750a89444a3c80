import { planUnder } from "../../service/overrides/configured.js";
import { describe, expect, test } from "vitest";
import { ConstantReference } from "../../../../src/text/constant-reference.js";
import { complaints, emitContract, expectCompiles, expectFormatted } from "../../../emit/emit-contract.js";
import { argumentsOf, constantOf, methodOf, planOf, resourceOf } from "../../plan-of.js";

const header = (name: string) => `{ in: header, name: ${name}, required: true, schema: { type: string } }`;
const body = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const TAKEN = "'202': { description: Taken, headers: { Location: {} } }";
const STATES = body("{ type: object, properties: { status: { enum: [done, failed] } } }");

const start = (path: string, id: string, status: string, rest = "", parameters = "") => `
  ${path}:
    post:
      operationId: ${id}
      tags: [jobs]
      parameters: [${parameters}]
      responses: { '202': { description: Taken, headers: { Location: {} }, links: { s: { operationId: ${status} } }${rest} } }`;

const status = (path: string, id: string, tag = "jobs") => `
  ${path}/{jobId}:
    get:
      operationId: ${id}
      tags: [${tag}]
      parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }]
      responses: { '200': { description: Job, ${STATES} } }`;

const contract = (...paths: readonly string[]) =>
  `servers: [{ url: https://jobs.example }]\npaths:${paths.join("")}`;

const methodsOf = (yaml: string) => resourceOf(planOf(yaml), "jobs").methods.map(({ name }) => name);

describe("[OPS-1] a start", () => {
  test.each([
    ["without a key or a validator", "", { name: "CallOptions" }, true],
    ["with a key", header("Idempotency-Key"), { name: "KeyedOptions" }, true],
    ["under a validator", header("If-Match"), { name: "ConditionalOptions", arguments: [] }, false],
    [
      "with both",
      `${header("If-Match")}, ${header("Idempotency-Key")}`,
      { kind: "intersection", members: [{ name: "ConditionalOptions" }, { name: "KeyedOptions" }] },
      false,
    ],
  ])("%s gives a handle and takes the options for it", (_, parameters, type, optional) => {
    const plan = planOf(contract(start("/a", "startA", "getJob", "", parameters), status("/a", "getJob")));
    const method = methodOf(plan, "jobs.startA");
    expect(method.call.callee).toBe("startOperation");
    expect(method.returns).toMatchObject({
      name: "DescribedCall",
      arguments: [{ name: "OperationHandle" }, {}],
    });
    expect(method.parameters[1]).toMatchObject({ optional, type });
  });

  test("[ETG-2] says which read hands the validator out", () => {
    const yaml = `${contract(status("/jobs", "getJob"))}
  /pets:
    get: { operationId: getPets, tags: [pets], responses: { '200': { description: Pets, headers: { ETag: {} }, ${STATES} } } }
    put: { operationId: updatePets, tags: [pets], parameters: [${header("If-Match")}], responses: { ${TAKEN} } }`;
    expect(methodOf(planOf(yaml), "pets.update").parameters[1]?.type).toMatchObject({
      name: "ConditionalOptions",
      arguments: [{ value: "pets.get" }],
    });
    expect(methodOf(planOf(yaml), "pets.update").doc.text).toContain(
      "Needs the strong ETag that `pets.get` gives.",
    );
  });
});

describe("[OPS-5] a state below something else", () => {
  const shop = "{ in: path, name: shopId, required: true, schema: { type: integer } }";
  const nested = contract(
    start("/shops/{shopId}/a", "startA", "getJob", "", shop),
    status("/shops/{shopId}/a", "getJob").replace("parameters: [", `parameters: [${shop}, `),
  );

  test("is followed by an id that has what the start was given", async () => {
    const plan = planOf(nested);
    expect(constantOf(plan, "jobs.jobsBackground").value).toMatchObject({
      idParameter: "jobId",
      fromStart: {
        members: { shopId: { in: "path", name: "shopId" } },
        ids: new ConstantReference("compoundIds"),
      },
    });
    expect(methodOf(plan, "jobs.resume").doc.tags[0]).toEqual({
      tag: "param",
      text: "id - of the operation, as its handle has it: `shopId=…&jobId=…`",
    });
    expectCompiles(await emitContract(nested));
  });
});

describe("[OPS-5] two starts whose operations end in other states of one thing", () => {
  const id = "{ in: path, name: id, required: true, schema: { type: string } }";
  const act = (name: string) =>
    `\n  /jobs/{id}/${name}: { post: { operationId: ${name}Job, tags: [jobs], parameters: [${id}], responses: { '202': { description: A } } } }`;
  const yaml = contract(status("/jobs", "getJob").replaceAll("jobId", "id"), act("start"), act("stop"));
  const claim = (name: string, ...[up, down]: [string, string]) =>
    `\n  ${name}Job: { background: { status: getJob, id: { parameter: id }, state: { member: status, succeeded: [${up}], failed: [${down}] } } }`;

  test("have a `resume` each, which says of which it is", async () => {
    const keys = `operations:${claim("start", "done", "failed")}${claim("stop", "failed", "done")}`;
    const plan = await planUnder(yaml, keys);
    expect(argumentsOf(plan, "jobs.resume")).toContain("operations.jobsBackground");
    expect(methodOf(plan, "jobs.resumeStop").doc.text).toContain(
      "For what `POST /jobs/{id}/stop` started; what others start ends otherwise.",
    );
    expect(constantOf(plan, "jobs.jobsForJobsStopBackground").value["states"]).toEqual({
      succeeded: ["failed"],
      failed: ["done"],
    });
  });

  test("give the shortest name to what makes something, and not to its cancel", async () => {
    const both = contract(status("/jobs", "getJob").replaceAll("jobId", "id"), act("cancel"), act("start"));
    const keys = `operations:${claim("cancel", "failed", "done")}${claim("start", "done", "failed")}`;
    const plan = await planUnder(both, keys);
    expect(methodOf(plan, "jobs.resume").doc.text).toContain(
      "For what `POST /jobs/{id}/start` started; what others start ends otherwise.",
    );
    expect(methodOf(plan, "jobs.resumeCancel").doc.text).toContain(
      "For what `POST /jobs/{id}/cancel` started; what others start ends otherwise.",
    );
  });

  test("name all that share one, in the order of their names", async () => {
    const all = contract(
      ...[status("/jobs", "getJob").replaceAll("jobId", "id"), ...["archive", "copy", "zip"].map(act)],
    );
    const [kept, other] = [["done", "failed"] as const, ["failed", "done"] as const];
    const keys = `operations:${claim("archive", ...kept)}${claim("copy", ...other)}${claim("zip", ...kept)}`;
    const plan = await planUnder(all, keys);
    expect(methodOf(plan, "jobs.resume").doc.text).toContain(
      "For what `POST /jobs/{id}/archive` or `POST /jobs/{id}/zip` started; what others start ends otherwise.",
    );
    expect(methodOf(plan, "jobs.resumeCopy").doc.text).toContain(
      "For what `POST /jobs/{id}/copy` started; what others start ends otherwise.",
    );
  });

  test("have a `resume` each where one of them has a result", async () => {
    const rows = `
  /jobs/{id}/rows: { get: { operationId: getRows, tags: [jobs], parameters: [${id}, { in: query, name: page, schema: { type: integer } }], responses: { '200': { description: R, ${body("{ type: array, items: { type: string } }")} } } } }`;
    const ends = claim("stop", "done", "failed");
    const keys = `operations:${claim("start", "done", "failed").replace("background: {", "background: { result: getRows,")}${ends}
  getRows: { pagination: { style: number, number: page } }`;
    const plan = await planUnder(`${yaml}${rows}`, keys);
    expect(resourceOf(plan, "jobs").methods.map(({ name }) => name)).toContain("resumeStop");
  });

  test("share it where they end alike", async () => {
    const same = ["done", "failed"] as const;
    const plan = await planUnder(yaml, `operations:${claim("start", ...same)}${claim("stop", ...same)}`);
    expect(resourceOf(plan, "jobs").methods.map(({ name }) => name)).toEqual([
      "get",
      "resume",
      "start",
      "stop",
    ]);
  });
});

describe("[OPS-1] an operation that may be done at once", () => {
  const pet = "{ type: object, required: [name], properties: { name: { type: string } } }";
  const etag = "headers: { ETag: {} }";
  const yaml = `${contract(status("/jobs", "getJob"))}
  /pets:
    get: { operationId: getPets, tags: [pets], responses: { '200': { description: Pets, ${etag}, ${body(pet)} } } }
    put:
      operationId: updatePets
      tags: [pets]
      parameters: [${header("If-Match")}]
      requestBody: { required: true, ${body(pet)} }
      responses: { '200': { description: Pets, ${etag}, ${body(pet)} }, ${TAKEN} }`;

  test("gives its value or a handle, and so does its `modify`", async () => {
    const plan = planOf(yaml);
    expect(methodOf(plan, "pets.update").call.callee).toBe("startOrDone");
    expect(methodOf(plan, "pets.modify").call.callee).toBe("modifyInBackground");
    const files = await emitContract(yaml, { name: "Jobs" });
    const user = `
import { Jobs, type StartedOrDone } from "./index.js";
const api = new Jobs();
const { etag } = await api.pets.get();
const updated = await api.pets.update({ name: "n" }, { ifMatch: etag });
export const name: string = updated.outcome === "done" ? updated.value.name : updated.operation.id;
const modified = await api.pets.modify({}, (now) => ({ name: now.name + "!" }));
if (modified.outcome === "started") await modified.operation.wait();
else void api.pets.update(modified.value.value, { ifMatch: modified.value.etag });
export type Outcome = StartedOrDone<string, number>["outcome"];
// @ts-expect-error only the outcome tells whether there is a value
void updated.value;`;
    expectCompiles(files, user);
    await expectFormatted(files);
  });

  test("has no `modify` where 202 has nothing to follow it by, or is all that it answers", () => {
    const alone = yaml.replace(
      "'202': { description: Taken, headers: { Location: {} } }",
      "'202': { description: Taken }",
    );
    const always = yaml.replace(
      /'200': \{ description: Pets, headers: \{ ETag: \{\} \}, [^\n]*, '202'/,
      "'202'",
    );
    expect(always).not.toBe(yaml);
    for (const one of [alone, always])
      expect(resourceOf(planOf(one), "pets").methods.map((method) => method.name)).not.toContain("modify");
  });
});

describe("[OPS-5] a second status operation of a resource", () => {
  const two = contract(
    start("/imports", "startImport", "getImportJob"),
    status("/imports", "getImportJob"),
    start("/exports", "startExport", "getExportJob"),
    status("/exports", "getExportJob"),
  );

  test("has a constant and a `resume` of its own", () => {
    expect(methodsOf(two)).toEqual([
      "getExportJob",
      "getImportJob",
      "resume",
      "resumeImportJob",
      "startExport",
      "startImport",
    ]);
    expect(argumentsOf(planOf(two), "jobs.resume")).toContain("operations.jobsBackground");
    expect(argumentsOf(planOf(two), "jobs.resumeImportJob")).toContain("operations.jobsImportJobBackground");
    expect(argumentsOf(planOf(two), "jobs.startImport")).toContain("jobsImportJobBackground");
    expect(constantOf(planOf(two), "jobs.jobsImportJobBackground").value["status"]).toEqual(
      new ConstantReference("getImportJob"),
    );
  });

  test("leaves an operation its name", () => {
    const taken =
      "\n  /r: { get: { operationId: resumeImportJob, tags: [jobs], responses: { '204': { description: R } } } }";
    expect(methodsOf(two + taken)).toEqual(
      expect.arrayContaining(["resume", "resumeImportJob", "resumeImportJob2"]),
    );
  });

  test("and no two constants of the client have one name", async () => {
    const yaml =
      two +
      start("/others", "startOther", "getOther").replace("tags: [jobs]", "tags: [jobsImport job]") +
      status("/others", "getOther", "jobsImport job");
    const names = planOf(yaml).resources.flatMap(({ descriptors }) =>
      descriptors.filter(({ type }) => type === "BackgroundDescriptor").map(({ constant }) => constant),
    );
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(3);
    const files = await emitContract(yaml, { name: "Jobs" });
    const user = `
import { Jobs } from "./index.js";
const api = new Jobs();
const job = await api.jobs.startImport();
export const state = (await job.wait()).operation.status;
// @ts-expect-error the contract has no result for it
void api.jobs.resume(job.id).results();`;
    expectCompiles(files, user);
    await expectFormatted(files);
  });
});

describe("a constant", () => {
  test("is shared by starts that are followed alike; another way says where it begins", () => {
    const id = `, ${body("{ type: object, properties: { jobId: { type: string } } }")}`;
    const yaml = contract(
      start("/a", "startA", "getJob"),
      start("/b", "startB", "getJob"),
      start("/c", "startC", "getJob", id),
      status("/a", "getJob"),
    );
    const constants = ["jobs.startA", "jobs.startB", "jobs.startC"].map(
      (name) => argumentsOf(planOf(yaml), name)[2],
    );
    expect(constants).toEqual(["jobsBackground", "jobsBackground", "jobsForJobsStartCBackground"]);
    const plan = planOf(yaml);
    // Without `id` the runtime takes it from `Location`.
    expect(constantOf(plan, "jobs.jobsBackground").value["id"]).toBeUndefined();
    expect(constantOf(plan, "jobs.jobsForJobsStartCBackground").value["id"]).toBe("jobId");
  });

  test("[RES-4] says what the result calls the id, where that is another word", () => {
    const result = (parameter: string) => `
  /a/{${parameter}}/result:
    get:
      operationId: readResult
      tags: [jobs]
      parameters: [{ in: path, name: ${parameter}, required: true, schema: { type: string } }, { in: query, name: cursor, schema: { type: string } }]
      responses: { '200': { description: Rows, ${body("{ type: object, properties: { rows: { type: array, items: { type: string } }, nextCursor: { type: string } } }")} } }`;
    const linked = (parameter: string) =>
      contract(
        start("/a", "startA", "getJob"),
        status("/a", "getJob").replace(
          "description: Job",
          `description: Job, links: { r: { operationId: readResult, parameters: { ${parameter}: $request.path.jobId } } }`,
        ),
        result(parameter),
      );
    const resultOf = (yaml: string) => constantOf(planOf(yaml), "jobs.jobsBackground").value["result"];
    expect(resultOf(linked("exportId"))).toMatchObject({ idParameter: "exportId" });
    expect(resultOf(linked("jobId"))).toMatchObject({ idParameter: undefined });
    expect(methodOf(planOf(linked("jobId")), "jobs.startA").returns).toMatchObject({
      arguments: [
        {
          name: "ResultHandle",
          arguments: [{ kind: "keyword", name: "string" }, {}, { name: "JobsReadResultResponse" }],
        },
        {},
      ],
    });
  });

  test("the pages of a result have their type, and a handle that is named without it fits", async () => {
    const result = `
  /a/{jobId}/result:
    get:
      operationId: readResult
      tags: [jobs]
      parameters: [{ in: path, name: jobId, required: true, schema: { type: string } }, { in: query, name: cursor, schema: { type: string } }]
      responses: { '200': { description: Rows, ${body("{ type: object, required: [total], properties: { total: { type: integer }, rows: { type: array, items: { type: string } }, nextCursor: { type: string } } }")} } }`;
    const linked = status("/a", "getJob").replace(
      "description: Job",
      "description: Job, links: { r: { operationId: readResult, parameters: { jobId: $request.path.jobId } } }",
    );
    const client = await emitContract(contract(start("/a", "startA", "getJob"), linked, result), {
      name: "Api",
    });
    const user = (type: string) => `import type { Api, JobsGetResponse, ResultHandle } from "./index.js";
export async function totals(api: Api): Promise<void> {
  const job: ResultHandle<string, JobsGetResponse> = await api.jobs.startA();
  for (const handle of [await api.jobs.startA(), api.jobs.resume(job.id)])
    for await (const { page } of handle.results().pages()) { const total: ${type} = page.total; void total; }
}`;
    expectCompiles(client, user("number"));
    expect(complaints(client, user("string"))).toHaveLength(1);
  });
});
