import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { prefixOf } from "../../../src/model/names/read/path-prefix.js";
import type { RawOperation } from "../../../src/model/operations/list-raw-operations.js";
import { modelOf } from "../model-of.js";

function sharedBy(paths: readonly string[]): readonly string[] {
  const operations = paths.map((path): RawOperation => ({
    method: "GET",
    path,
    json: {},
    pathItem: {},
    pointer: "#/paths",
    pathPointer: "#/paths",
  }));
  return prefixOf(operations, {}).shared;
}

describe("what the paths of a contract begin with", () => {
  const TEN = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((noun) => `/v1/partner/${noun}x/{id}`);

  test.each<[string, readonly string[], readonly string[]]>([
    ["is a prefix, behind a version", TEN, ["partner"]],
    ["is one where a tenth of the paths has another", [...TEN, "/login"], ["partner"]],
    ["is one where one of a few paths has another", [...TEN.slice(0, 3), "/login"], ["partner"]],
    ["is none where one of three has another", [...TEN.slice(0, 2), "/login"], []],
    ["is none where more have another", [...TEN, "/login", "/logout"], []],
    ["is none of two paths", TEN.slice(0, 2), []],
    ["may be several segments", ["/web/shop/x", "/web/shop/y", "/web/v2/shop/z"], ["web", "shop"]],
    ["is no resource that is listed", ["/stock/x", "/stock/y", "/stock/z", "/stock"], []],
    ["is no resource with items", ["/stock/x", "/stock/y", "/stock/z", "/stock/{id}"], []],
    ["is no resource in the plural", ["/orders/x", "/orders/y", "/orders/z"], []],
    ["is no resource of actions", ["/auth/login", "/auth/logout", "/auth/refresh-token"], []],
    ["is nothing to do", ["/search/x", "/search/y", "/search/z"], []],
  ])("%s", (_, paths, want) => {
    expect(sharedBy(paths)).toEqual(want);
  });
});

/** Method, path and tag → name, of operations whose ids are method and path, as huma writes them. */
const SHOP: readonly (readonly [string, string, string])[] = [
  ["GET /shops", "Shops", "shops.list"],
  ["POST /shops/search", "Shops", "shops.search"],
  ["GET /shops/{shopId}/context", "Shops", "shops.getContext"],
  ["GET /shops/{shopId}/tax-config", "Settings", "settings.getShopTaxConfig"],
  ["POST /settings/updates", "Settings", "settings.update"],
  ["POST /shops/{shopId}/orders/export-jobs", "Orders", "orders.export"],
  ["POST /eu/shops/{shopId}/orders/import-jobs", "Orders", "orders.import"],
  ["GET /shops/{shopId}/orders/{orderId}/parts", "Orders", "orders.listParts"],
  ["POST /orders/state-updates", "Orders", "orders.updateState"],
  ["POST /order-creation/phone-orders", "Orders", "orders.createPhoneOrder"],
  ["POST /order-creation/web-orders", "Orders", "orders.createWebOrder"],
  ["GET /runs/{runId}/result", "Runs", "runs.getResult"],
  ["POST /reports/orders/query", "Reports", "reports.queryOrders"],
];

function automaticId(method: string, path: string): string {
  const named = path.replace(/\{(\w+)\}/gu, (_, name: string) => `by-${name.replace(/I/u, "-i")}`);
  return `${method.toLowerCase()}${named.replaceAll("/", "-")}`;
}

/** @param prefix - before every path; @param below - before every path in ids; @param server - the path of the server */
function shopNames(prefix: string, below: string, server: string): readonly string[] {
  const paths: Record<string, JsonObject> = {};
  for (const [key, tag] of SHOP) {
    const [method = "", path = ""] = key.split(" ");
    const operationId = automaticId(method, `${below}${path}`);
    const operation = { operationId, tags: [tag], responses: { "200": { description: "" } } };
    paths[`${prefix}${path}`] = { [method.toLowerCase()]: operation };
  }
  const servers = [{ url: `https://shop.example${server}` }];
  const { operations } = modelOf(JSON.stringify({ servers, paths }));
  return operations.map(({ name }) => `${name.resource}.${name.method}`).toSorted();
}

test.each([
  ["the prefix in path and id", "/v1/partner", "/v1/partner", ""],
  ["the prefix in the path, as for a group of huma", "/v1/partner", "", ""],
  ["the prefix in the URL of the server, and in ids", "", "/v1/partner", "/v1/partner"],
  ["no prefix", "", "", "/v1/partner"],
])("ids that are method and path name nothing, with %s", (_, prefix, below, server) => {
  expect(shopNames(prefix, below, server)).toEqual(SHOP.map(([, , name]) => name).toSorted());
});

test("without a tag the resource is the first noun behind the prefix", () => {
  const paths = Object.fromEntries(
    ["pets", "shops", "orders"].map((noun) => [`/v1/partner/${noun}`, { get: { responses: {} } }]),
  );
  const { operations } = modelOf(JSON.stringify({ paths }));
  expect(operations.map(({ name }) => `${name.resource}.${name.method}`).toSorted()).toEqual([
    "orders.list",
    "pets.list",
    "shops.list",
  ]);
});
