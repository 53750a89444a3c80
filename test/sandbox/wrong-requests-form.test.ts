import { describe, expect, test } from "vitest";
import {
  expectProblem,
  importBody,
  jsonBody,
  mebibyte,
  useWrongWorld,
  type Sent,
  type WrongRow,
  type WrongWorld,
} from "./wrong-requests.js";
import { receive, type Received } from "./connect.js";

const world = useWrongWorld("file");

const search = (sent: Sent) => (w: WrongWorld) => w.send("/cabinets/search", { method: "POST", ...sent });
const importing = (sent: Sent) => (w: WrongWorld) =>
  w.send(`/gck/cabinets/${w.cabinetId}/deals/import-jobs`, {
    method: "POST",
    headers: { "idempotency-key": "form" },
    ...sent,
  });
const get = (path: string) => (w: WrongWorld) => w.send(path);
const unread = [400, "malformed_request", false] as const;
const invalid = [400, "validation_failed", false] as const;
const unsupported = [415, "unsupported_media_type", false] as const;
const tooLarge = [413, "request_too_large", false] as const;

/** Sends bytes of which nobody knows the number beforehand, so that they go in chunks. */
async function sendChunked(w: WrongWorld, bytes: number): Promise<Received> {
  const chunk = new Uint8Array(65_536).fill(0x20);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let sent = 0; sent < bytes; sent += chunk.length) controller.enqueue(chunk);
      controller.close();
    },
  });
  const headers = { authorization: `Bearer ${await w.issueToken({})}`, ...jsonBody };
  const init = { method: "POST", headers, body, duplex: "half" } as const;
  return receive(await fetch(`${w.sandbox.apiUrl}/cabinets/search`, init));
}

describe("a body", () => {
  test.each<WrongRow>([
    ["that is no JSON", search({ headers: jsonBody, body: '{"query": ' }), unread],
    ["with a comma too many", search({ headers: jsonBody, body: '{"query": "a",}' }), unread],
    ["that is not there", search({ headers: jsonBody }), unread],
    ["that is no UTF-8", search({ headers: jsonBody, body: new Uint8Array([0x22, 0xff, 0x22]) }), unread],
    ["nested without end", search({ headers: jsonBody, body: "[".repeat(100_000) }), unread],
    ["that is an array", search({ headers: jsonBody, body: "[]" }), invalid],
    ["that is null", search({ headers: jsonBody, body: "null" }), invalid],
    ["that is text", search({ headers: jsonBody, body: '"a"' }), invalid],
    ["without a required member", search({ body: {} }), invalid],
    ["with an unknown member", search({ body: { query: "a", limitt: 1 } }), invalid],
    [
      "with a member named __proto__",
      search({ headers: jsonBody, body: '{"query":"a","__proto__":{}}' }),
      invalid,
    ],
    ["with text for a number", search({ body: { query: "a", limit: "10" } }), invalid],
    ["with a fraction for an integer", search({ body: { query: "a", limit: 1.5 } }), invalid],
    ["with a number beyond its bound", search({ body: { query: "a", limit: 501 } }), invalid],
    [
      "as a form",
      search({ headers: { "content-type": "application/x-www-form-urlencoded" }, body: "query=a" }),
      unsupported,
    ],
    [
      "as problem+json",
      search({ headers: { "content-type": "application/problem+json" }, body: "{}" }),
      unsupported,
    ],
    ["without a media type", search({ body: new Uint8Array([0x7b, 0x7d]) }), unsupported],
    [
      "that is compressed",
      search({ headers: { ...jsonBody, "content-encoding": "gzip" }, body: "{}" }),
      unsupported,
    ],
    [
      "of one byte too many, announced",
      search({ headers: jsonBody, body: `{"query":"${"a".repeat(mebibyte - 11)}"}` }),
      tooLarge,
    ],
    ["that is much too large, in chunks", (w) => sendChunked(w, 2 * mebibyte), tooLarge],
    [
      "[GEN-1] with a number for an identifier",
      (w) =>
        w.send("/analytics/projects/query", {
          headers: jsonBody,
          body: `{"cabinetId":${w.cabinetId},"from":"2026-01-01","to":"2026-01-02"}`,
        }),
      invalid,
    ],
    [
      "with days in the wrong order",
      (w) =>
        w.send("/analytics/projects/query", {
          body: { cabinetId: w.cabinetId, from: "2026-01-02", to: "2026-01-01" },
        }),
      invalid,
    ],
    [
      "with a day that does not exist",
      (w) =>
        w.send("/analytics/projects/query", {
          body: { cabinetId: w.cabinetId, from: "2026-02-30", to: "2026-03-01" },
        }),
      invalid,
    ],
    [
      "with an identifier beyond 64 bits",
      (w) =>
        w.send("/analytics/projects/query", {
          body: { cabinetId: "9".repeat(25), from: "2026-01-01", to: "2026-01-02" },
        }),
      invalid,
    ],
    ["[OPS-1] without a reason", importing({ body: { contacts: importBody.contacts } }), invalid],
    ["[OPS-1] with an empty reason", importing({ body: { ...importBody, reason: "" } }), invalid],
    ["[OPS-1] without contacts", importing({ body: { reason: "fair", contacts: [] } }), invalid],
    [
      "[SEC-1] with what is no phone number",
      importing({ body: { reason: "fair", contacts: [{ phone: "0442079460958" }] } }),
      invalid,
    ],
    [
      "of an unknown time zone",
      (w) =>
        w.send("/settings/updates", {
          headers: { "if-match": '"a"' },
          body: { cabinetId: w.cabinetId, reason: "a", patch: { timeZone: "Mars/Base" } },
        }),
      invalid,
    ],
    [
      "that changes nothing",
      (w) =>
        w.send("/settings/updates", {
          headers: { "if-match": '"a"' },
          body: { cabinetId: w.cabinetId, reason: "a", patch: {} },
        }),
      invalid,
    ],
  ])("[ERR-3] %s", async (_name, request, want) => {
    await expectProblem(world(), await request(world()), want);
  });
});

describe("a parameter", () => {
  test.each<WrongRow>([
    ["limit=0", get("/cabinets?limit=0"), invalid],
    ["limit=501", get("/cabinets?limit=501"), invalid],
    ["limit=1.5", get("/cabinets?limit=1.5"), invalid],
    ["limit= (empty)", get("/cabinets?limit="), invalid],
    ["limit=1&limit=2 (twice)", get("/cabinets?limit=1&limit=2"), invalid],
    ["page=2 (unknown)", get("/cabinets?page=2"), invalid],
    ["cabinetId=abc", get("/cabinets/abc/context"), invalid],
    ["cabinetId of 20 digits", get("/cabinets/12345678901234567890/context"), invalid],
    ["cabinetId of 3000 digits", get(`/cabinets/${"9".repeat(3000)}/context`), invalid],
    ["pageSize=1001", get("/operations/6f1f6a5e-6f0c-4a63-8f8b-0f3f3a7f8c21/result?pageSize=1001"), invalid],
    ["[OPS-1] Idempotency-Key that is missing", importing({ headers: {}, body: importBody }), invalid],
    [
      "[OPS-1] Idempotency-Key that is empty",
      importing({ headers: { "idempotency-key": "" }, body: importBody }),
      invalid,
    ],
    [
      "[OPS-1] Idempotency-Key of 129 characters",
      importing({ headers: { "idempotency-key": "k".repeat(129) }, body: importBody }),
      invalid,
    ],
    [
      "[OPS-1] Idempotency-Key with a space",
      importing({ headers: { "idempotency-key": "a b" }, body: importBody }),
      invalid,
    ],
    ["address that cannot be decoded", get("/cabinets/%zz/context"), unread],
  ])("[ERR-3] %s", async (_name, request, want) => {
    await expectProblem(world(), await request(world()), want);
  });
});

describe("an address or a method that the contract does not have", () => {
  test.each<WrongRow>([
    ["an unknown address", get("/cabinet"), [404, "not_found", false]],
    ["an address with a slash at its end", get("/cabinets/"), [404, "not_found", false]],
    ["an address below an operation", get("/cabinets/1/context/more"), [404, "not_found", false]],
    ["an upstream session", get("/upstream/session"), [404, "not_found", false]],
    [
      "an unknown address and method",
      (w) => w.send("/nothing", { method: "DELETE" }),
      [404, "not_found", false],
    ],
  ])("[GEN-5] %s", async (_name, request, want) => {
    await expectProblem(world(), await request(world()), want);
  });

  test.each([
    ["POST", "/cabinets", "GET"],
    ["PUT", "/cabinets", "GET"],
    ["PATCH", "/settings/updates", "POST"],
    ["DELETE", "/operations/1", "GET"],
    ["GET", "/cabinets/search", "POST"],
    ["OPTIONS", "/cabinets", "GET"],
    ["POST", "/openapi.yaml", "GET"],
    ["DELETE", "/openapi.json", "GET"],
  ])("[GEN-5] %s %s is 405, and says what is allowed", async (method, path, allow) => {
    const received = await world().send(path, { method });
    await expectProblem(world(), received, [405, "method_not_allowed", false]);
    expect(received.headers.get("allow")).toBe(allow);
  });

  test("[GEN-5] HEAD is 405 too, and has no body", async () => {
    const { status, headers, body } = await world().send("/cabinets", { method: "HEAD" });
    expect([status, headers.get("allow"), body]).toEqual([405, "GET", {}]);
  });
});
