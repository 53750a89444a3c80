import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { modelOf } from "../model-of.js";

/** `GET /pets getPets` → `pets.list`, for each operation of a contract; every operation has the tag. */
function namesOf(
  given: readonly string[],
  tag: string,
  schemas: Readonly<Record<string, JsonObject>> = {},
): readonly string[] {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const line of given) {
    const [method = "", path = "", operationId = ""] = line.split(" ");
    const schema = schemas[line];
    const content = schema === undefined ? {} : { content: { "application/json": { schema } } };
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId,
        tags: [tag],
        responses: { "200": { description: "", ...content } },
      },
    };
  }
  const names = new Map(
    modelOf(JSON.stringify({ paths })).operations.map(({ method, path, name }) => [
      `${method} ${path}`,
      `${name.resource}.${name.method}`,
    ]),
  );
  return given.map((line) => names.get(line.split(" ").slice(0, 2).join(" ")) ?? "");
}

test.each([
  [
    "the service",
    "GET /v1/{parent}/plans",
    "shopbackup.projects.sites.plans.list",
    "projects.listSitesPlans",
  ],
  ["a service alone", "GET /v1/{name}", "shopbackup.projects.get", "projects.get"],
  [
    "nothing that is part of a longer level",
    "GET /v1/{name}",
    "shop.userProjects.plans.get",
    "projects.getShopUserProjectsPlan",
  ],
])("an id with levels loses what is before its resource: %s", (_, route, id, want) => {
  expect(namesOf([`${route} ${id}`], "projects")).toEqual([want]);
});

test.each([
  ["POST /v1/{name}:watch", "shop.projects.plans.watch", "projects.watchPlans"],
  ["GET /v1/plans:aggregated", "shop.projects.plans.aggregated", "projects.plansAggregated"],
  ["POST /v1/{name}/watch", "shop.projects.plans.watch", "projects.plansWatch"],
])("what a colon marks as done is the verb: %s", (route, id, want) => {
  expect(namesOf([`${route} ${id}`], "projects")).toEqual([want]);
});

test.each([
  ["POST /v2/shops/{shop}/delete-images", "postShopsDeleteImages", "pages.deleteShopImages"],
  ["GET /shops/{shop}/pages/{page}/tags", "getShopsPagesTags", "pages.listTags"],
  // What a person writes: the singular, or one noun.
  ["GET /shop/{shop}/tag/names", "getShopTagNames", "pages.getShopTagNames"],
  ["GET /shops/{shop}/tags", "getShopTags", "pages.getShopTags"],
])("method and nouns of a path, also the plural of one item, are no name: %s", (route, id, want) => {
  expect(namesOf([`${route} ${id}`], "Pages")).toEqual([want]);
});

test.each([
  ["POST /backups/{id}/restore", "postFilePlanRestore", "files.restorePlan"],
  ["POST /uploads/validate_document", "postFileUploadValidateDocument", "files.validateDocument"],
  ["PUT /licences/{id}/confirm", "Files_PutConfirm", "files.confirm"],
  // A noun that neither the path nor the resource says tells it from others.
  ["POST /plans/{id}/undelete-files", "postUsersUndeleteFiles", "files.undeleteUserFiles"],
  ["POST /plans/{id}/undelete-files", "postPlanUndeleteFiles", "files.undeleteFiles"],
  // Only what the path ends in, and only what is done.
  ["POST /backups/{id}", "postPlanRestore", "files.postPlanRestore"],
  ["POST /backups/{id}/price", "postPlanPrice", "files.postPlanPrice"],
  ["GET /backups/search", "getPlanSearch", "files.getPlanSearch"],
])("an HTTP method before what a path does says nothing: %s", (route, id, want) => {
  expect(namesOf([`${route} ${id}`], "Files")).toEqual([want]);
});

describe("a singular that one thing is read below", () => {
  const CHART: JsonObject = { type: "object", properties: { key: {}, size: {} } };
  const PAGE: JsonObject = { type: "object", properties: { result: { type: "array", items: CHART } } };

  test("is a collection where its response lists such things", () => {
    const page = "GET /chart Chart_Get";
    const given = [page, "POST /chart Chart_Post", "GET /chart/{key} Chart_GetOne"];
    const schemas = { [page]: PAGE, "GET /chart/{key} Chart_GetOne": CHART };
    expect(namesOf(given, "Chart", schemas)).toEqual(["chart.list", "chart.create", "chart.get"]);
  });

  test("and that nothing is read at is created, too", () => {
    const given = ["POST /chart ", "GET /chart/{key} "];
    expect(namesOf(given, "Chart", { "GET /chart/{key} ": CHART })).toEqual(["chart.create", "chart.get"]);
    expect(namesOf(["POST /chart Chart_Post", "PUT /chart/{key} Chart_Put"], "Chart")).toEqual([
      "chart.post",
      "chart.update",
    ]);
  });

  test("is one thing where they are read elsewhere", () => {
    const given = ["GET /chart Chart_Get", "GET /chart/parts/{key} Chart_GetPart"];
    const schemas = { "GET /chart Chart_Get": PAGE, "GET /chart/parts/{key} Chart_GetPart": CHART };
    expect(namesOf(given, "Chart", schemas)).toEqual(["chart.get", "chart.getPart"]);
  });
});

test.each([
  ["price lists", "GET /lists", "ListPriceList", "priceLists.list"],
  ["sync lists", "GET /shops/{shop}/lists", "ListSyncList", "syncLists.list"],
  ["app keys", "PUT /appkeys/{id}", "Updateappkey", "appKeys.update"],
  ["app keys", "GET /appkeys", "Listappkeys", "appKeys.list"],
  ["app keys", "GET /appkeys/{id}/rights", "getappkeyRights", "appKeys.getRights"],
  ["points", "PUT /points/{id}", "setpoint", "points.update"],
  ["points", "POST /points/{id}/check", "checkpoint", "points.check"],
  // The path has the word, or the method does not mean the verb.
  ["points", "GET /setpoints", "setpoints", "points.listSetpoints"],
  ["points", "GET /lines/{id}/marks", "setpoints", "points.setpoints"],
  ["points", "POST /runs/{id}/snapshots", "checkpoint", "points.checkpoint"],
  ["cards", "POST /postcards", "postcards", "cards.postcards"],
  ["cards", "POST /old-postcards", "postcard", "cards.postcard"],
  ["cards", "POST /cards/{id}/reportcards", "reportcards", "cards.reportcards"],
  ["cards", "GET /postcards", "postcardsList", "cards.listPostcards"],
  // The rest is another noun, or what is before it is no verb.
  ["app keys", "GET /appkeys/{id}/lock", "unlockkey", "appKeys.unlockkey"],
  ["keys", "GET /keys/primary", "monkey", "keys.monkey"],
])("a verb and the noun of %s: %s, %s", (tag, route, id, want) => {
  expect(namesOf([`${route} ${id}`], tag)).toEqual([want]);
});

test.each([
  ["GET /v2.0/orders", "getAllOrders2", "orders.list"],
  ["GET /v2.0/orders/{id}", "getOrder20", "orders.get"],
  ["GET /v2/orders/{id}/lines", "getLines2", "orders.getLines"],
  // Another number, a noun that has one, another noun.
  ["GET /v1/orders/{id}", "getOrder2", "orders.getOrder2"],
  ["GET /v2/orders/{id}/oauth2", "getOauth2", "orders.getOauth2"],
  ["GET /v2/orders/{id}/price", "getTier2", "orders.getTier2"],
])("the version of a path behind its noun says nothing: %s, %s", (route, id, want) => {
  expect(namesOf([`${route} ${id}`], "Orders")).toEqual([want]);
});

test.each([
  ["GET /orders/all", "fetchOrders", "orders.list"],
  ["GET /order/all", "fetchOrder", "orders.get"],
])("`all` behind a plural is all of it: %s", (route, id, want) => {
  const page: JsonObject = { type: "object", properties: { results: { type: "array", items: {} } } };
  expect(namesOf([`${route} ${id}`], "Orders", { [`${route} ${id}`]: page })).toEqual([want]);
});

test.each([
  ["query", "{shop}", "getOrders", "list"],
  // One order, the key of an order, no pages to ask for, a page in the path.
  ["query", "{shop}", "getOrder", "get"],
  ["query", "{orderId}", "getOrders", "get"],
  ["header", "{shop}", "getOrders", "get"],
  ["query", "{page}", "getOrders", "get"],
])("a page behind a key: with a limit in the %s, %s, %s", (location, key, operationId, want) => {
  const schema: JsonObject = { type: "object", properties: { orders: { type: "array", items: {} } } };
  const responses = { "200": { description: "", content: { "application/json": { schema } } } };
  const get = {
    operationId,
    tags: ["Orders"],
    responses,
    parameters: [{ name: "limit", in: location, schema: {} }],
  };
  const { operations } = modelOf(JSON.stringify({ paths: { [`/orders/${key}`]: { get } } }));
  expect(operations.map(({ name }) => name.method)).toEqual([want]);
});

test.each([
  [
    ["GET /v1/services ListService", "GET /v1/services/{id} FetchService"],
    ["chatServices.list", "chatServices.get"],
  ],
  // The path of one operation ends in something else: the class has a role.
  [
    ["GET /v1/services ListService", "GET /v1/chats ListChat"],
    ["chats.listService", "chats.list"],
  ],
  [["GET /v1/service/chats ListChat"], ["chats.list"]],
])("the last word of a class is its noun where all its paths end in that: %j", (given, want) => {
  expect(namesOf(given, "ChatService")).toEqual(want);
});

test.each([
  ["User API: Orders", "/orders", "userOrders.list"],
  ["User API: Order Service", "/services", "userOrderServices.list"],
  ["User API: Order Service", "/orders", "userOrders.list"],
])("of a tag with parts only the last can be a noun of the path: %s of %s", (tag, path, want) => {
  expect(namesOf([`GET ${path} list`], tag)).toEqual([want]);
});
