import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { ExternalApi } from "../../generated/external-api/index.js";
import { errorOf, startWorld, useGeneratedClient } from "./world.js";

/* A client that is handed on with fewer scopes. What does not compile is in test/conformance/types.test.ts. */
const client = useGeneratedClient();

const narrow = (api: ExternalApi, ...scopes: Parameters<ExternalApi["withScopes"]>[0]) =>
  api.withScopes(scopes);

test("exchanges a token for its own scopes, and never sends that of the first", async () => {
  const asked: (string | null)[] = [];
  const sent: (string | null)[] = [];
  const watched = async (request: Request): Promise<Response> => {
    const isExchange = request.url.endsWith("/oauth/token");
    if (isExchange) asked.push(new URLSearchParams(await request.clone().text()).get("scope"));
    else if (request.url.endsWith("/context")) sent.push(request.headers.get("authorization"));
    return fetch(request);
  };
  const { connect, cabinetId } = await startWorld(client());
  const api = connect({ fetch: watched, scopes: ["cabinet:read", "cabinet:deals:read"] });
  await api.cabinets.getContext(cabinetId);
  await narrow(api, "cabinet:read").cabinets.getContext(cabinetId);
  await api.cabinets.getContext(cabinetId);
  expect(asked).toEqual(["cabinet:read cabinet:deals:read", "cabinet:read"]);
  expect(sent[1]).not.toBe(sent[0]);
  expect(sent[2]).toBe(sent[0]);
});

test("refuses calls beyond its scopes before anything is sent, and narrows further", async () => {
  const { connect, cabinetId, sandbox } = await startWorld(client());
  const both = narrow(connect(), "cabinet:read", "cabinet:deals:read");
  const reader = narrow(both, "cabinet:read");
  const { isScopeError, isArgumentError } = client();
  const raised = await errorOf(reader.deals.search(cabinetId).first());
  expect(isScopeError(raised)).toBe(true);
  expect(sandbox.requests).toEqual([]);
  for (const wrong of [["cabinet:deals:read"], ["cabinet:raed"], [], "cabinet:read", [7]]) {
    const error = await errorOf(
      Promise.resolve().then(() => {
        Reflect.apply(reader.withScopes, reader, [wrong]);
      }),
    );
    expect(isArgumentError(error)).toBe(true);
  }
});

test("does not follow a list of scopes that changes later", async () => {
  const { connect } = await startWorld(client());
  const scopes: ("cabinet:read" | "cabinet:deals:read")[] = ["cabinet:read"];
  const api = connect({ scopes });
  scopes.push("cabinet:deals:read");
  const raised = await errorOf(Promise.resolve().then(() => narrow(api, "cabinet:deals:read")));
  expect(client().isArgumentError(raised)).toBe(true);
});

test("shares the intents of the first, also those in memory", async () => {
  const { connect, cabinetId, received } = await startWorld(client());
  const api = connect();
  const input = { cabinetId, reason: "Handed on" };
  const own = await api.deals.export(input, { intent: "nightly" });
  const exporter = narrow(api, "cabinet:exports:run");
  expect((await exporter.deals.export(input, { intent: "nightly" })).id).toBe(own.id);
  const keys = received("exportDeals").map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(1);
});

test("shows nothing of the credentials that it has", async () => {
  const { connect, cabinetId, sandbox } = await startWorld(client());
  const reader = narrow(connect(), "cabinet:read");
  await reader.cabinets.getContext(cabinetId);
  const shown = `${inspect(reader, { depth: null, showHidden: true, getters: true })}${JSON.stringify(reader)}`;
  expect(shown).not.toContain(sandbox.accessKey);
  expect(shown).not.toContain("baseUrl");
});
