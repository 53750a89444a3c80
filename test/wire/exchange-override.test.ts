import { expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { json } from "../runtime/call/test-server.js";
import { wireClient } from "./wire-client.js";

const tokenExchange = { url: "/token", subjectTokenType: "urn:acme:params:oauth:token-type:key" };

/** A client whose token endpoint responds with these members, and what it received. */
async function exchanging(
  more: object,
  members: object,
  use: (wire: Awaited<ReturnType<typeof wireClient>>) => Promise<void>,
): Promise<void> {
  const wire = await wireClient(
    contract,
    ({ target }, response) => {
      const reply = target === "/api/token" ? json(members) : { status: 204 };
      if (typeof reply === "function") return;
      response.writeHead(reply.status ?? 200, reply.headers as Record<string, string>);
      response.end(reply.body);
    },
    undefined,
    {
      overrides: {
        values: { tokenExchange: { ...tokenExchange, ...more } },
        file: "cabinetry.yaml",
        locate: () => ({ line: 1, column: 1 }),
      },
    },
  );
  try {
    await use(wire);
  } finally {
    await wire.close();
  }
}

const TOKEN = {
  access_token: "t-1",
  issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
  token_type: "Bearer",
  expires_in: 60,
};

const contract: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/api" }],
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        tags: ["pets"],
        security: [{ token: [] }],
        responses: { "204": { description: "" } },
      },
    },
  },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
};

test("a contract that declares only a bearer token gets one for an access key, at the configured address", () =>
  exchanging({}, TOKEN, async (wire) => {
    await wire.call(wire.create({ accessKey: "k-1", scopes: ["read"] }), "pets.list");
    const [exchange, call] = wire.received;
    expect(new URLSearchParams(exchange?.body.toString()).get("subject_token_type")).toBe(
      tokenExchange.subjectTokenType,
    );
    expect([exchange?.target, call?.target, call?.headers.authorization]).toEqual([
      "/api/token",
      "/api/pets",
      "Bearer t-1",
    ]);
  }));

test.each([
  [["expires_in"], TOKEN, undefined],
  [["expires_in", "scope"], TOKEN, 'The response of the token endpoint has no "scope".'],
  [[], { access_token: "t-1" }, undefined],
])(
  "[TOK-3] a response must have the members %j that the configuration names",
  (responseFields, token, want) =>
    exchanging({ responseFields }, token, async (wire) => {
      const called = wire.call(wire.create({ accessKey: "k-1", scopes: ["read"] }), "pets.list");
      if (want === undefined) await called;
      else await expect(called).rejects.toThrow(want);
      expect(wire.received.map(({ target }) => target)).toEqual(
        want === undefined ? ["/api/token", "/api/pets"] : ["/api/token"],
      );
    }),
);
