import { afterEach, expect, test } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/call/operation-descriptor.js";
import { VirtualClock } from "../virtual-clock.js";
import { json, type Reply, startTestServer, type TestServer } from "./test-server.js";

/* What is said of an error whose body the contract does not describe, or that has none. */
let server: TestServer | undefined;
afterEach(() => server?.close());

const operation: OperationDescriptor = {
  name: "pets.list",
  method: "GET",
  path: "/pets",
  answers: [{ statuses: ["404"], content: [{ mediaType: "application/json", codec: "json" }] }],
  repeat: "read",
};

const failed = async (reply: Reply, repeat: OperationDescriptor["repeat"] = "read"): Promise<unknown> => {
  server = await startTestServer(reply);
  const core = createCore(
    { contract: { title: "Pets", version: "1" }, serverUrl: server.url, credentials: {} },
    { clock: new VirtualClock({ skip: 20_000 }) },
  );
  return Promise.resolve(call(core, { ...operation, repeat })).catch((error: unknown) => error);
};

const html = { headers: { "content-type": "text/html" }, body: "<html>" };
const look = "Look at `status` and `headers`: a proxy may have answered in the server's place.";
test.each([
  {
    given: "JSON that the contract describes",
    reply: json({ a: 1 }, 404),
    want: "The server answered with an error. Read `body` for what the server said; correct the request. [status 404]",
    body: { a: 1 },
  },
  {
    given: "JSON that it does not",
    reply: json({ a: 1 }, 422),
    want: "The server answered with an error that the contract does not describe. Read `body` in code for what the server said; correct the request. [status 422]",
    body: { a: 1 },
  },
  {
    given: "a page",
    reply: { status: 422, ...html },
    want: `The server answered with an error that the contract does not describe. ${look} [status 422]`,
  },
  {
    given: "broken JSON of a status that it describes",
    reply: { status: 404, headers: { "content-type": "application/json" }, body: '{"a' },
    want: `The server answered with an error that the contract does not describe. ${look} [status 404]`,
  },
  {
    given: "nothing",
    reply: { status: 404 },
    want: "The server answered with an error without a body. Look at `status` and `headers`; correct the request, or look for a proxy that answered in the server's place. [status 404]",
  },
])("an error with $given", async ({ reply, want, body }) => {
  expect(await failed(reply)).toMatchObject({ message: `pets.list (GET /pets): ${want}`, body });
});

test("a change that may have been made says so first", async () => {
  expect(await failed(json({ a: 1 }, 500), "write")).toMatchObject({
    happened: "The server answered with an error that the contract does not describe.",
    remedy:
      "The server did not say whether anything was changed: look at the state before you send it again.",
    body: { a: 1 },
  });
});
