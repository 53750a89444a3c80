import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import type { Received } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/*
 * Positions that are declared otherwise than they are used: numbers as texts, a page in the path, pages that are skipped, an object
 * beside a number, and identifiers inside of wrapped items. Each list has five items on pages of two.
 */
const text = { type: "string" };
const parameter = (name: string, schema: JsonObject, description = "", place = "query"): JsonObject => ({
  in: place,
  name,
  description,
  schema,
  ...(place === "path" && { required: true }),
});
const list = (id: string, parameters: readonly JsonObject[], schema: JsonObject): JsonObject => ({
  get: {
    operationId: id,
    tags: ["lists"],
    parameters: [...parameters],
    responses: { 200: { description: "", content: { "application/json": { schema } } } },
  },
});
const rows = { type: "array", items: text };
const wrapped = { type: "object", properties: { data: { type: "object", properties: { id: text } } } };
const contract: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/texts": list(
      "texts",
      [parameter("page", text, "Page number, a positive integer"), parameter("display_size", text)],
      rows,
    ),
    "/offsets": list("offsets", [parameter("offset", text), parameter("limit", text)], rows),
    "/skipped": list(
      "skipped",
      [parameter("skipPages", { type: "integer" }), parameter("limit", { type: "integer" })],
      rows,
    ),
    "/either": list(
      "either",
      [
        parameter("page", {
          oneOf: [{ type: "integer" }, { type: "object", properties: { number: { type: "integer" } } }],
        }),
        parameter("limit", { type: "integer" }),
      ],
      rows,
    ),
    "/paths/{page}": list(
      "paths",
      [parameter("page", { type: "integer" }, "Zero-based page number", "path")],
      rows,
    ),
    "/headers": list(
      "headers",
      [
        parameter("cursor", text, "The value of the response header `X-Next-Cursor`"),
        parameter("limit", { type: "integer" }),
      ],
      rows,
    ),
    "/wrapped": list(
      "wrapped",
      [
        parameter("limit", { type: "integer" }),
        parameter("starting_after", text),
        parameter("ending_before", text),
      ],
      { type: "object", properties: { data: { type: "array", items: wrapped } } },
    ),
  },
};

interface Wrapped {
  readonly data: { readonly id: string };
}

const all = ["a", "b", "c", "d", "e"];
/** The start of the page that a request asks for. */
const STARTS: Readonly<Record<string, (url: URL) => number>> = {
  texts: ({ searchParams }) => (Number(searchParams.get("page") ?? 1) - 1) * 2,
  offsets: ({ searchParams }) => Number(searchParams.get("offset") ?? 0),
  skipped: ({ searchParams }) => Number(searchParams.get("skipPages") ?? 0) * 2,
  either: ({ searchParams }) => (Number(searchParams.get("page") ?? 1) - 1) * 2,
  paths: ({ pathname }) => Number(pathname.split("/").at(-1)) * 2,
  headers: ({ searchParams }) => all.indexOf(searchParams.get("cursor") ?? "") + 1,
  wrapped: ({ searchParams }) => all.indexOf(searchParams.get("starting_after") ?? "") + 1,
};

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract, ({ target }: Received, response) => {
    const address = new URL(target, "http://localhost");
    const name = address.pathname.split("/")[1] ?? "";
    const start = STARTS[name]?.(address) ?? 0;
    const found = all.slice(start, start + 2);
    const body = name === "wrapped" ? { data: found.map((id) => ({ data: { id } })) } : found;
    response.setHeader("content-type", "application/json");
    const last = found.at(-1) ?? "";
    if (name === "headers" && last !== all.at(-1)) response.setHeader("x-next-cursor", last);
    response.end(JSON.stringify(body));
  });
});
afterAll(() => wire.close());

test.each<readonly [string, object, readonly string[]]>([
  ["listTexts", {}, ["/texts", "/texts?page=2", "/texts?page=3", "/texts?page=4"]],
  ["listOffsets", {}, ["/offsets", "/offsets?offset=2", "/offsets?offset=4", "/offsets?offset=5"]],
  ["skipped", {}, ["/skipped", "/skipped?skipPages=1", "/skipped?skipPages=2", "/skipped?skipPages=3"]],
  ["either", {}, ["/either", "/either?page=2", "/either?page=3", "/either?page=4"]],
  ["paths", { page: 0 }, ["/paths/0", "/paths/1", "/paths/2", "/paths/3"]],
  ["listHeaders", {}, ["/headers", "/headers?cursor=b", "/headers?cursor=d"]],
  [
    "wrapped",
    {},
    ["/wrapped", "/wrapped?starting_after=b", "/wrapped?starting_after=d", "/wrapped?starting_after=e"],
  ],
])("[RES-3] lists.%s reads every page", async (method, input, want) => {
  const before = wire.received.length;
  const seen: unknown[] = [];
  const sequence = wire.call(wire.create(), `lists.${method}`, input) as AsyncIterable<unknown>;
  for await (const item of sequence) seen.push(item);
  const ids = seen.map((item) => (typeof item === "string" ? item : (item as Wrapped).data.id));
  expect(ids).toEqual(all);
  expect(wire.received.slice(before).map(({ target }) => target)).toEqual(want);
});
