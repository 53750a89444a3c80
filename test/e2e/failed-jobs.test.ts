import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const text = { type: "string" };
const json = (properties: object) => ({
  content: { "application/json": { schema: { type: "object", properties } } },
});

/** A contract whose jobs say why they failed in these members. */
const contractOf = (members: object) => ({
  openapi: "3.1.0",
  info: { title: "Jobs", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/jobs": {
      post: {
        operationId: "startJob",
        tags: ["jobs"],
        responses: { "202": { description: "Started.", ...json({ jobId: text }) } },
      },
    },
    "/jobs/{jobId}": {
      get: {
        operationId: "getJob",
        tags: ["jobs"],
        parameters: [{ name: "jobId", in: "path", required: true, schema: text }],
        responses: {
          "200": {
            description: "Its state.",
            ...json({ status: { enum: ["running", "done", "failed"] }, ...members }),
          },
        },
      },
    },
  },
});

/** What is used of the generated client. */
interface Jobs {
  readonly jobs: { start(): Promise<{ wait(): Promise<unknown> }> };
}

let state: object = {};
const server = createServer((request, response) => {
  response.writeHead(request.method === "POST" ? 202 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(request.method === "POST" ? { jobId: "7" } : state));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
const temporary = await makeTemporaryFolder("failed-jobs");
await writeFile(join(temporary.path, "package.json"), '{ "type": "module" }');
afterAll(async () => {
  server.close();
  await temporary.remove();
});

/** The error of a wait for a job that has failed, as a client of a contract with these members raises it. */
async function failureOf(members: object, sent: object): Promise<unknown> {
  const folder = join(temporary.path, Object.keys(members)[0] ?? "none");
  await writeFile(`${folder}.json`, JSON.stringify(contractOf(members)));
  await generate({ contract: `${folder}.json`, out: folder });
  const module = (await import(pathToFileURL(join(folder, "index.ts")).href)) as {
    readonly Jobs: new (options: { readonly baseUrl: string }) => Jobs;
  };
  const job = await new module.Jobs({ baseUrl }).jobs.start();
  state = { status: "failed", ...sent };
  return job.wait().catch((error: unknown) => error);
}

const call = "jobs.get (GET /jobs/{jobId}): The background operation failed";

test.each([
  [
    "Problem Details without a code",
    { error: { type: "object", properties: { title: text, status: { type: "integer" }, detail: text } } },
    { error: { title: "Import failed", status: 422, detail: "Row 3 has no name, ask a.b@example.com" } },
    {
      message: `${call}. The server said: "Row 3 has no name, ask [hidden]". Correct what is in \`failure.operation\` first.`,
      serverMessage: "Row 3 has no name, ask [hidden]",
      failure: { message: "Row 3 has no name, ask a.b@example.com" },
    },
  ],
  [
    "Problem Details of which the server sends the title alone",
    { problem: { type: "object", properties: { title: text, detail: text } } },
    { problem: { title: "Import failed" } },
    { message: `${call}. The server said: "Import failed". Correct what is in \`failure.operation\` first.` },
  ],
  [
    "a reason with a number and a text",
    { reason: { type: "object", properties: { errorCode: { type: "integer" }, text } } },
    { reason: { errorCode: 1042, text: "Out of disk space" } },
    {
      code: "1042",
      message: `${call} (1042). The server said: "Out of disk space". Correct what is in \`failure.operation\` first.`,
      failure: { code: "1042", message: "Out of disk space" },
    },
  ],
  [
    "nothing",
    {},
    { error: { title: "Import failed" } },
    {
      message: `${call}. Correct what is in \`failure.operation\` first.`,
      serverMessage: undefined,
      failure: { operation: { status: "failed", error: { title: "Import failed" } } },
    },
  ],
  [
    "a message, where the contract marks a field as sensitive",
    { failure: { properties: { message: text } }, phone: { ...text, "x-sensitive": true } },
    { failure: { message: "Wanda is unknown" } },
    {
      message: `${call}. Correct what is in \`failure.operation\` first.`,
      serverMessage: undefined,
      failure: { message: "Wanda is unknown" },
    },
  ],
])(
  "[OPS-3] the error of a failed job shows what the contract describes: %s",
  async (_, members, sent, want) => {
    expect(await failureOf(members, sent)).toMatchObject({ kind: "operation-failed", ...want });
  },
);
