import { afterEach, expect, it } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { bearer } from "../../../src/runtime/credentials/bearer.js";
import { tokenExchange } from "../../../src/runtime/token/token-exchange.js";
import { maySendCredentials } from "../../../src/runtime/call/apply-credentials.js";
import { json, startTestServer, type TestServer } from "./test-server.js";

/* Plain http to a host that is not this machine, as in a container network. */
let server: TestServer | undefined;
afterEach(() => server?.close());

const read: OperationDescriptor = {
  name: "items.get",
  method: "GET",
  path: "/item",
  security: [{ token: [] }],
  responses: [{ statuses: [200], content: [{ mediaType: "application/json", codec: "json" }] }],
  retryClass: "read",
};

/** Calls `http://api.internal:8080`, which leads to the test server, and gives what came of it. */
async function called(options: object): Promise<unknown> {
  server = await startTestServer(json({ ok: true }));
  const { url } = server;
  const core = createCore(
    {
      contract: { title: "t", version: "1" },
      serverUrl: "http://api.internal:8080",
      credentials: { token: bearer("the-token") },
    },
    {
      fetch: (request) => fetch(`${url}${new URL(request.url).pathname}`, { headers: request.headers }),
      ...options,
    },
  );
  return call(core, read).catch((error: unknown) => error);
}

it("[TOK-4] sends no credential to an unnamed host, and names the remedy", async () => {
  expect(await called({})).toMatchObject({
    kind: "authentication",
    remedy: expect.stringContaining("name the host in `allowInsecureHosts`") as string,
  });
  expect(server?.received).toEqual([]);
});

it("carries it to a host that the client names", async () => {
  expect(await called({ allowInsecureHosts: ["api.internal:8080"] })).toEqual({ ok: true });
  expect(server?.received[0]?.headers.authorization).toBe("Bearer the-token");
});

it.each([
  ["http://api.internal", "api.internal:80", true],
  ["http://api.internal:8080", "api.internal:80", false],
  ["http://API.internal:8080", "Api.Internal", true],
  ["http://b\u00fccher.internal", "B\u00dccher.internal", true],
  ["http://[fd00::1]:8080", "[fd00:0::1]", true],
  ["http://api.internal.example", "api.internal", false],
])("[TOK-4] %s is at %s: %o", (address, host, is) => {
  expect(maySendCredentials(new URL(address), [host])).toBe(is);
});

it.each(["http://api.internal", "*.internal", "a/b", "", 7])("refuses %o for a host", async (host) => {
  await expect(called({ allowInsecureHosts: [host] })).rejects.toThrow(
    "`allowInsecureHosts` must be a list of hosts. Give hosts like",
  );
});

it("[TOK-4] never covers the access key of a token exchange", () => {
  const options = { accessKey: "key", scopes: ["a"], allowInsecureHosts: ["api.internal:8080"] };
  const config = {
    tokenUrl: "http://api.internal:8080/oauth/token",
    grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
    subjectTokenType: "urn:a:b",
    responseFields: [],
  };
  expect(() => tokenExchange(config, options)).toThrow("The access key would travel unprotected");
});
