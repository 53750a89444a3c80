import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { problem } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* What a client does after a 401 (TOK-6), with each kind of credential, and what it then says. */
const key = (place: string) => ({ type: "apiKey", in: place, name: "key" });
const operations: Readonly<Record<string, JsonObject[] | undefined>> = {
  header: [{ header: [] }],
  query: [{ query: [] }],
  cookie: [{ cookie: [] }],
  bearer: [{ bearer: [] }],
  digest: [{ digest: [] }],
  oauth: [{ oauth: [] }],
  both: [{ header: [], query: [] }],
  optional: [{ header: [] }, {}],
  open: undefined,
};
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/v1" }],
  paths: Object.fromEntries(
    Object.entries(operations).map(([operationId, security]) => [
      `/${operationId}`,
      {
        get: {
          operationId,
          tags: ["calls"],
          ...(security !== undefined && { security }),
          responses: { 204: { description: "" } },
        },
      },
    ]),
  ),
  components: {
    securitySchemes: {
      header: key("header"),
      query: key("query"),
      cookie: key("cookie"),
      bearer: { type: "http", scheme: "bearer" },
      digest: { type: "http", scheme: "digest" },
      oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } },
    },
  },
};

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, problem(401));
});
afterAll(() => wire.close());

/** How many requests a call makes, which retries are told, and how it ends. */
async function refused(operation: string, credentials: object, options: object = {}) {
  const before = wire.received.length;
  const retries: number[] = [];
  const hooks = { retry: ({ attempt }: { readonly attempt: number }) => retries.push(attempt) };
  const client = wire.create({ credentials, hooks });
  const error: unknown = await (
    wire.call(client, `calls.${operation}`, {}, options) as Promise<unknown>
  ).then(
    () => undefined,
    (raised: unknown) => raised,
  );
  const { name, message, attempts } = error as Error & { readonly attempts: number };
  expect(name).toBe("AuthenticationError");
  return {
    sent: wire.received.length - before,
    attempts,
    retries,
    says: message.replace(/^.*?\): /, "").replace(/ \[status 401.*$/, ""),
  };
}

const remedy = "Obtain a new credential and check what it grants.";
const same = () => "the-same";
const next = () => {
  let given = 0;
  return () => `key-${String((given += 1))}`;
};

describe("a credential that is refused", () => {
  test.each(["header", "query", "cookie", "bearer", "digest", "oauth"])(
    "[TOK-6] is not sent again where the function gives the same: %s",
    async (scheme) => {
      expect(await refused(scheme, { [scheme]: same })).toEqual({
        sent: 1,
        attempts: 1,
        retries: [],
        says: `The server refused the credential, and what supplies it gave the same one again. ${remedy}`,
      });
    },
  );

  test.each(["header", "query", "cookie", "bearer", "digest", "oauth"])(
    "[TOK-6] is followed by another, once: %s",
    async (scheme) => {
      expect(await refused(scheme, { [scheme]: next() })).toEqual({
        sent: 2,
        attempts: 2,
        retries: [1],
        says: `The server refused the credential, and a new one as well. ${remedy}`,
      });
    },
  );

  test("[TOK-6] is followed by another where one of two is another", async () => {
    expect(await refused("both", { header: same, query: next() })).toMatchObject({ sent: 2, retries: [1] });
    expect(await refused("both", { header: same, query: same })).toMatchObject({ sent: 1, retries: [] });
  });

  test.each<[operation: string, credentials: object, options: object]>([
    ["header", { header: "fixed" }, {}],
    ["open", {}, { headers: { authorization: "Bearer of-the-caller" } }],
  ])("that is a text is refused once: %s", async (operation, credentials, options) => {
    expect(await refused(operation, credentials, options)).toEqual({
      sent: 1,
      attempts: 1,
      retries: [],
      says: `The server refused the credential. ${remedy}`,
    });
  });

  test.each([
    ["optional", "The server requires a credential, and the request had none. Give the client one."],
    [
      "open",
      "The server refused the call, for which the contract names no credential. Check what the call gives itself, such as a password or a token among its inputs, or add what the service takes by the option `headers`.",
    ],
  ])("may be one that nobody sent: %s", async (operation, says) => {
    expect(await refused(operation, {})).toEqual({ sent: 1, attempts: 1, retries: [], says });
  });
});
