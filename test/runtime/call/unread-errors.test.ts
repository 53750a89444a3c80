import { afterEach, expect, test, vi } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { VirtualClock } from "../virtual-clock.js";
import { json, problem, type Reply, startTestServer, type TestServer } from "./test-server.js";

/* What is said of an error whose body the contract does not describe, or that has none. */
let server: TestServer | undefined;
afterEach(() => server?.close());

const operation: OperationDescriptor = {
  name: "pets.list",
  method: "GET",
  path: "/pets",
  responses: [
    { statuses: [200], content: [] },
    { statuses: [404], content: [{ mediaType: "application/json", codec: "json" }] },
    { statuses: [409, "5XX"], content: [] },
    { statuses: [410], content: [{ mediaType: "application/octet-stream", codec: "binary" }] },
  ],
  retryClass: "read",
};

const failed = async (
  reply: Reply,
  given: Partial<OperationDescriptor> = {},
  signal?: AbortSignal,
): Promise<unknown> => {
  server = await startTestServer(reply);
  const core = createCore(
    { contract: { title: "Pets", version: "1" }, serverUrl: server.url, credentials: {} },
    { clock: new VirtualClock(), retry: { attempts: 1 } },
  );
  return Promise.resolve(
    call(core, { ...operation, ...given }, undefined, signal === undefined ? {} : { signal }),
  ).catch((error: unknown) => error);
};

const html = { headers: { "content-type": "text/html" }, body: "<html>" };
const described =
  "The server responded with an error. Read `body` for what the server said; correct the request. [status 410]";
const look = "Look at `status` and `headers`: a proxy may have responded in place of the server.";
test.each([
  {
    given: "JSON that the contract describes",
    reply: json({ a: 1 }, 404),
    want: "The server responded with an error. Read `body` for what the server said; correct the request. [status 404]",
    body: { a: 1 },
  },
  {
    given: "JSON that it does not",
    reply: json({ a: 1 }, 422),
    want: "The server responded with an error that the contract does not describe. Read `body` in code for what the server said; correct the request. [status 422]",
    body: { a: 1 },
  },
  {
    given: "a page",
    reply: { status: 422, ...html },
    want: `The server responded with an error that the contract does not describe. ${look} [status 422]`,
  },
  {
    given: "broken JSON of a status that it describes",
    reply: { status: 404, headers: { "content-type": "application/json" }, body: '{"a' },
    want: `The server responded with an error that the contract does not describe. ${look} [status 404]`,
  },
  {
    given: "nothing",
    reply: { status: 404 },
    want: "The server responded with an error without a body. Look at `status` and `headers`: a proxy may have responded in place of the server; otherwise correct the request. [status 404]",
  },
  {
    given: "plain text that it does not describe",
    reply: { status: 422, headers: { "content-type": "text/plain" }, body: "no" },
    want: 'The server responded with an error that the contract does not describe. The server said: "no". Read `body` in code for what the server said; correct the request. [status 422]',
    body: "no",
  },
  {
    given: "JSON where it describes bytes of any kind",
    reply: json({ a: 1 }, 410),
    want: described,
    body: { a: 1 },
  },
  {
    given: "bytes where it describes them",
    reply: { status: 410, headers: { "content-type": "image/png" }, body: "png" },
    want: described,
    body: expect.objectContaining({ size: 3, type: "image/png" }) as Blob,
  },
  {
    given: "no bytes where it describes some",
    reply: { status: 410, headers: { "content-type": "image/png" } },
    want: "The server responded with an error without a body. Look at `status` and `headers`: a proxy may have responded in place of the server; otherwise correct the request. [status 410]",
  },
  {
    given: "a page where it describes bytes",
    reply: { status: 410, ...html },
    want: `The server responded with an error that the contract does not describe. ${look} [status 410]`,
  },
])("an error with $given", async ({ reply, want, body }) => {
  expect(await failed(reply)).toMatchObject({ message: `pets.list (GET /pets): ${want}`, body });
});

test("a change that may have been made says so first", async () => {
  expect(await failed(json({ a: 1 }, 500), { retryClass: "write", responses: [] })).toMatchObject({
    happened: "The server responded with an error that the contract does not describe.",
    remedy:
      "The server did not say whether anything was changed: look at the state before you send it again.",
    body: { a: 1 },
  });
});

const status = "Its `status` is all that it says; correct the request.";
const read = "Read `body` in code for what the server said; correct the request.";
test.each([
  {
    given: "nothing",
    reply: { status: 409 },
    want: `The server responded with an error. ${status} [status 409]`,
  },
  {
    given: "JSON",
    reply: json({ a: 1 }, 409),
    want: `The server responded with an error. ${read} [status 409]`,
    body: { a: 1 },
  },
  {
    given: "plain text",
    reply: { status: 500, headers: { "content-type": "text/plain; charset=utf-8" }, body: "no" },
    want: `The server responded with an error. The server said: "no". ${read.replace("correct the request", "try again later")} [status 500]`,
    body: "no",
  },
  {
    given: "a page",
    reply: { status: 409, ...html },
    want: `The server responded with an error that the contract does not describe. ${look} [status 409]`,
    name: "UnexpectedResponseError",
  },
])("an error that is described without content, with $given", async ({ reply, want, body, name }) => {
  expect(await failed(reply)).toMatchObject({
    name: name ?? "ResponseError",
    message: `pets.list (GET /pets): ${want}`,
    body,
  });
});

test.each([408, 425, 500, 503])("advises to try again after a %d, whatever its body", async (status) => {
  const text = { status, headers: { "content-type": "text/plain" }, body: "no" };
  for (const reply of [{ status }, text, problem(status, { code: "slow" })]) {
    const want = { status, remedy: expect.stringMatching(/try again later/i) as string };
    expect(await failed(reply)).toMatchObject(want);
  }
});

test.each<[string, Record<string, string>, boolean]>([
  ["to another origin", { location: "https://other.example/" }, true],
  ["without an address", {}, false],
  ["to a script", { location: "javascript:alert(1)" }, false],
])("names the option that follows redirects where it helps: %s", async (_, headers, helps) => {
  const { remedy } = (await failed({ status: 302, headers })) as { readonly remedy: string };
  expect(remedy.includes("`crossOriginRedirects`")).toBe(helps);
});

test("an error of HEAD has no body, whatever is described", async () => {
  expect(await failed({ status: 404 }, { method: "HEAD" })).toMatchObject({
    name: "ResponseError",
    message: `pets.list (HEAD /pets): The server responded with an error. ${status} [status 404]`,
  });
});

test("what describes a success describes no error", async () => {
  const answers = [{ statuses: ["default"], content: [] }] as const;
  expect(await failed({ status: 404 }, { responses: answers })).toMatchObject({
    name: "UnexpectedResponseError",
  });
});

test("a page that the contract describes as bytes is given as such", async () => {
  const content = [{ mediaType: "text/html", codec: "binary" }] as const;
  const error = await failed({ status: 410, ...html }, { responses: [{ statuses: [410], content }] });
  expect(error).toMatchObject({ message: expect.stringContaining(described) as string });
  expect(await (error as { body: Blob }).body.text()).toBe("<html>");
});

test("an abort is recognised by the name of the platform's own", async () => {
  const error = await failed(() => undefined, {}, AbortSignal.abort());
  expect(error).toMatchObject({ name: "AbortError", kind: "aborted" });
});

test("a lost response may be one that a browser did not let the program read", async () => {
  const lost = (): Promise<unknown> => failed((_, response) => void response.destroy());
  expect(await lost()).toMatchObject({ happened: "No response came from the server." });
  vi.stubGlobal("document", {});
  try {
    expect(await lost()).toMatchObject({ remedy: expect.stringContaining("(CORS)") as string });
  } finally {
    vi.unstubAllGlobals();
  }
});

const halved: Reply = (_, response) => {
  response.writeHead(201, {
    "content-type": "application/json",
    "content-length": "90",
    "x-request-id": "r-7",
    "x-phone": "+49 301 2345678",
  });
  response.write('{"a":', () => setTimeout(() => response.destroy(), 20));
};
const content = [{ mediaType: "application/json", codec: "json" }] as const;

test("a response whose body breaks off is told by its status, to a read and to a change", async () => {
  const responses = [{ statuses: [201], content }] as const;
  const read = await failed(halved, { responses });
  expect(read).toMatchObject({
    name: "TransportError",
    status: 201,
    message:
      "pets.list (GET /pets): The server responded, and the body of its response broke off. Check the address and the network, then try again. [status 201, trace r-7]",
  });
  const change = await failed(halved, { responses, method: "POST", retryClass: "write" });
  expect(change).toMatchObject({
    name: "OutcomeUnknownError",
    status: 201,
    happened:
      "The server responded, and the body of its response broke off: the change may have been made or not.",
    cause: { name: "TransportError", status: 201 },
  });
  expect(JSON.stringify([read, change])).not.toContain("2345678");
});

test("a hook is told of the status of a response whose body breaks off, and the read is repeated", async () => {
  server = await startTestServer(halved, json({ a: 1 }, 201));
  const told: object[] = [];
  const core = createCore(
    { contract: { title: "Pets", version: "1" }, serverUrl: server.url, credentials: {} },
    {
      clock: new VirtualClock({ skip: 60_000 }),
      deadline: "1h",
      hooks: { retry: (event) => told.push(event) },
    },
  );
  expect(await call(core, { ...operation, responses: [{ statuses: [201], content }] })).toEqual({ a: 1 });
  expect(told).toMatchObject([{ reason: "lost", status: 201 }]);
});
