import { afterEach, describe, expect, it } from "vitest";
import { call } from "../../../src/runtime/call/call.js";
import type { Core } from "../../../src/runtime/call/core.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { ApiError } from "../../../src/runtime/errors/api-error.js";
import { keyed } from "../../../src/runtime/idempotency/keyed.js";
import { startOperation } from "../../../src/runtime/operations/start-operation.js";
import { VirtualClock } from "../virtual-clock.js";
import { json, problem, type Reply, startTestServer, type TestServer } from "./test-server.js";

const body = { from: "members", content: [{ mediaType: "application/json", codec: "json" }] } as const;
const write: OperationDescriptor = {
  name: "notes.add",
  method: "POST",
  path: "/notes",
  body,
  responses: [{ statuses: [202], content: [{ mediaType: "application/json", codec: "json" }] }],
  retryClass: "write",
};
const create: OperationDescriptor = {
  ...write,
  name: "deals.import",
  path: "/imports",
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
};

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(reply: Reply): Promise<{ core: Core; keys: () => readonly unknown[] }> {
  const server = await startTestServer(reply);
  servers.push(server);
  const core = createCore(
    {
      contract: { title: "Deals", version: "1", problem: { retryable: true, codes: {} } },
      serverUrl: server.url,
      credentials: {},
    },
    { clock: new VirtualClock({ skip: 20_000 }) },
  );
  return { core, keys: () => server.received.map(({ headers }) => headers["idempotency-key"]) };
}

async function caught(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error("it was expected to end in an error of the client");
  return error;
}

const html = (status: number): Reply => ({
  status,
  headers: { "content-type": "text/html" },
  body: "<html>login</html>",
});
const broken = (status: number, contentType?: string): Reply => ({
  status,
  headers: contentType === undefined ? {} : { "content-type": contentType },
  body: '{"operationId":"op',
});
const nobodyKnows = "It is unknown whether the change was made";
const proxy = `${nobodyKnows}: a proxy may have responded in place of the server.`;
const lookFirst = "Read the resource to see whether the change was made before repeating it.";
const sameKey =
  "Make the same call again with the same `idempotencyKey` (or intent): it cannot happen twice.";
const contracts = "Its status and content type are the contract's, so the change was made:";

describe("a change whose answer cannot be read", () => {
  it.each<{ given: string; reply: Reply; want: string }>([
    { given: "a page of HTML with another status", reply: html(200), want: proxy },
    { given: "a page of HTML with the contract's status", reply: html(202), want: proxy },
    { given: "no content where some was promised", reply: { status: 204 }, want: proxy },
    { given: "broken JSON with another status", reply: broken(200, "application/json"), want: proxy },
    { given: "broken JSON of another name", reply: broken(202, "application/foreign+json"), want: proxy },
    { given: "broken JSON of no name", reply: broken(202), want: proxy },
    {
      given: "a redirect",
      reply: { status: 302, headers: { location: "/login" } },
      want: `Correct the base URL of the client. ${nobodyKnows}.`,
    },
    {
      given: "an unasked 304",
      reply: { status: 304 },
      want: `Leave an added \`If-None-Match\` or \`If-Modified-Since\` out. Without one, the server may mean that there was nothing to do. ${nobodyKnows}.`,
    },
  ])("[ERR-7] [IDM-3] says that nobody knows for $given", async ({ reply, want }) => {
    const { core, keys } = await serve(reply);
    const unsafe = await caught(call(core, write, { a: 1 }));
    expect(unsafe).toMatchObject({ kind: "unexpected-response", remedy: `${want} ${lookFirst}` });
    expect("idempotencyKey" in unsafe).toBe(false);
    const safe = await caught(keyed(core, create, { a: 1 }));
    expect(safe).toMatchObject({ kind: "unexpected-response", remedy: `${want} ${sameKey}` });
    expect(keys()).toEqual([undefined, safe.idempotencyKey]);
  });

  it("[ERR-7] says that it was made where status and content type are the contract's", async () => {
    const { core } = await serve(broken(202, "application/json; charset=utf-8"));
    const unsafe = await caught(call(core, write, { a: 1 }));
    expect(unsafe.message).toBe(
      `notes.add (POST /notes): The server responded with success, but its body is not JSON. ${contracts} ` +
        "do not make it again; read the resource to see its state. [status 202]",
    );
    const safe = await caught(keyed(core, create, { a: 1 }));
    expect(safe.remedy).toBe(
      `${contracts} the same call with the same \`idempotencyKey\` (or intent) returns its response again, and cannot happen twice.`,
    );
  });

  it("[ERR-7] takes no page of HTML for another success without content", async () => {
    const { core } = await serve(html(200));
    const put = (status: number): OperationDescriptor => ({
      ...write,
      responses: [{ statuses: [status], content: [] }],
    });
    expect((await caught(call(core, put(204), { a: 1 }))).message).toBe(
      "notes.add (POST /notes): The server responded with success, but it is a page of HTML with a status that the contract " +
        `does not describe. ${proxy} ${lookFirst} [status 200]`,
    );
    expect((await caught(call(core, put(200), { a: 1 }))).message).toBe(
      "notes.add (POST /notes): The server responded with success, but it is a page of HTML where the contract describes no " +
        `content. ${proxy} ${lookFirst} [status 200]`,
    );
  });

  it.each<{ given: string; body: string | Uint8Array; type?: string; page?: true }>([
    { given: "a page after blanks", body: "\r\n\t  <!DOCTYPE html>", page: true },
    { given: "a page after a byte order mark", body: "\uFEFF<html>", page: true },
    { given: "a page in UTF-16", body: new Uint8Array([0xfe, 0xff, 0, 0x3c]), page: true },
    { given: "what is labelled as something else", body: "<note/>", type: "application/xml" },
    { given: "an empty body with a framework's label", body: "" },
    { given: "a word with a framework's label", body: "OK" },
    { given: "blanks alone", body: "  " },
  ])("[ERR-7] tells a page of HTML from what a framework says: $given", async (row) => {
    const { core } = await serve({ headers: { "content-type": row.type ?? "text/html" }, body: row.body });
    const put: OperationDescriptor = { ...write, responses: [{ statuses: [200], content: [] }] };
    const answer = call(core, put, { a: 1 });
    if (row.page === true) expect((await caught(answer)).kind).toBe("unexpected-response");
    else expect(await answer).toBeUndefined();
  });

  it("[ERR-7] takes the status for the answer where a labelled body breaks off before it says more", async () => {
    const { core } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-length": "900" });
      response.write(" ");
      setTimeout(() => response.destroy(), 20);
    });
    const put: OperationDescriptor = { ...write, responses: [{ statuses: [200], content: [] }] };
    expect(await call(core, put, { a: 1 })).toBeUndefined();
  });
});

describe("[IDM-3] every error of a keyed create that was sent", () => {
  it.each<{ given: string; reply: Reply; kind: string }>([
    { given: "a truncated answer", reply: broken(202, "application/json"), kind: "unexpected-response" },
    { given: "a page of HTML", reply: html(200), kind: "unexpected-response" },
    { given: "a redirect", reply: { status: 302, headers: { location: "/" } }, kind: "unexpected-response" },
    { given: "a failure", reply: problem(500, { code: "internal_error" }), kind: "problem" },
    { given: "a failure for good", reply: problem(503, { retryable: false }), kind: "problem" },
    { given: "a pause", reply: problem(429, {}, { "retry-after": "3600" }), kind: "rate-limited" },
    { given: "a refusal", reply: problem(422, { code: "bad" }), kind: "problem" },
    { given: "a refused credential", reply: problem(401), kind: "authentication" },
  ])("has its key and intent after $given", async ({ reply, kind }) => {
    const { core, keys } = await serve(reply);
    const fresh = await caught(keyed(core, create, { a: 1 }));
    expect(fresh.toJSON()).toMatchObject({ idempotencyKey: keys()[0] });
    const named = await caught(keyed(core, create, { a: 1 }, { intent: "fair" }));
    expect(named).toMatchObject({ kind, idempotencyKey: keys().at(-1), intent: "fair" });
    const own = await caught(keyed(core, create, { a: 1 }, { idempotencyKey: "mine" }));
    expect(own).toMatchObject({ kind, idempotencyKey: "mine" });
  });

  it("says after a failure that the same key is safe", async () => {
    const { core } = await serve(problem(500, { code: "internal_error" }));
    expect((await caught(keyed(core, create, { a: 1 }))).remedy).toBe(
      "The server did not say whether anything was changed: the same call with the same `idempotencyKey` (or intent) is safe, it cannot happen twice.",
    );
  });

  it("[OPS-1] has its key when the answer names no operation", async () => {
    const { core, keys } = await serve(json({}, 202));
    const status: OperationDescriptor = { ...write, method: "GET", path: "/operations/{id}" };
    const background = {
      status,
      idParameter: "id",
      id: "/operationId",
      state: "/status",
      succeeded: [],
      failed: [],
    };
    const error = await caught(startOperation(core, create, background as never, { a: 1 }));
    expect(error).toMatchObject({
      status: 202,
      attempts: 1,
      idempotencyKey: keys()[0],
      remedy: `The operation may run. ${sameKey}`,
    });
  });

  it("has none before anything was sent", async () => {
    const { core, keys } = await serve(json({}));
    const error = await caught(keyed(core, create, { a: 1 }, { signal: AbortSignal.abort() }));
    expect([error.kind, error.idempotencyKey, keys()]).toEqual(["aborted", undefined, []]);
  });
});
