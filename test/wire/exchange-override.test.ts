import { expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { json } from "../runtime/call/test-server.js";
import { wireClient } from "./wire-client.js";

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

test("a contract that declares only a bearer token gets one for an access key, at the configured address", async () => {
  const tokenExchange = { url: "/token", subjectTokenType: "urn:acme:params:oauth:token-type:key" };
  const overrides = {
    values: { tokenExchange },
    file: "cabinetry.yaml",
    locate: () => ({ line: 1, column: 1 }),
  };
  const wire = await wireClient(
    contract,
    ({ target }, response) => {
      const reply =
        target === "/api/token"
          ? json({
              access_token: "t-1",
              issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
              token_type: "Bearer",
              expires_in: 60,
            })
          : { status: 204 };
      if (typeof reply === "function") return;
      response.writeHead(reply.status ?? 200, reply.headers as Record<string, string>);
      response.end(reply.body);
    },
    undefined,
    { overrides },
  );
  try {
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
  } finally {
    await wire.close();
  }
});
