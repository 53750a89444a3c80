import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { modelOf } from "../model-of.js";

type Given = readonly [route: string, id: string, schema?: JsonObject];

/** The names of the operations of a contract, without their resource. */
function namesOf(given: readonly Given[], tag: string): string[] {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, id, schema] of given) {
    const [method = "", path = ""] = route.split(" ");
    const content = schema === undefined ? {} : { content: { "application/json": { schema } } };
    const named = id === "" ? {} : { operationId: id };
    const query = schema === PAGE ? { parameters: [{ name: "limit", in: "query", schema: {} }] } : {};
    const operation = {
      ...named,
      ...query,
      tags: [tag],
      responses: {
        "200": { description: "", ...content, ...(schema === WITH_VERSION && { headers: { ETag: {} } }) },
      },
    };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const names = modelOf(JSON.stringify({ paths })).operations.map(
    (one) => [`${one.method} ${one.path}`, one.name.method] as const,
  );
  const found = new Map<string, string>(names);
  return given.map(([route]) => found.get(route) ?? "");
}

const THING: JsonObject = {
  type: "object",
  properties: { id: { type: "string" }, note: { type: "string" } },
};
const LIST: JsonObject = { type: "array", items: THING };
const PAGE: JsonObject = { type: "object", properties: { items: LIST, total: { type: "integer" } } };
const WITH_VERSION: JsonObject = { type: "object", properties: { id: {}, sources: LIST } };
const OTHER: JsonObject = { type: "object", properties: { age: { type: "integer" } } };

test.each<[name: string, tag: string, given: readonly Given[], want: readonly string[]]>([
  [
    "another way to call an operation has its name from the path, and not the plain one",
    "Photos",
    [
      ["GET /users/{id}/photos", "get_photos", LIST],
      ["GET /me/photos", "get_photos_alt1", LIST],
      ["POST /users/{id}/photos/sort", "sort_photos"],
      ["POST /me/photos/sort", "sort_photos_alt1"],
    ],
    ["list", "listForMe", "sort", "sortForMe"],
  ],
  ["alt alone is a word", "Photos", [["POST /photos/alt", "sort_photos_alt1"]], ["sortAlt1"]],
  ["the index of oneself", "Me", [["GET /me", "Me_Index", OTHER]], ["get"]],
  [
    "all that are deleted, also where no other is",
    "Orders",
    [["DELETE /orders", "deleteAllOrders"]],
    ["deleteAll"],
  ],
  ["every one that is deleted", "Orders", [["DELETE /orders", "deleteEveryOrder"]], ["deleteAll"]],
  [
    "another way to call an operation, below another thing",
    "Photos",
    [
      ["GET /users/{id}/photos", "get_photos", LIST],
      ["GET /teams/{id}/photos", "get_photos_alt1", LIST],
    ],
    ["list", "listByTeam"],
  ],
  [
    "delete of one, written as an example, beside a POST that deletes many",
    "Orders",
    [
      ["DELETE /shops/1/orders", "deleteAllOrders"],
      ["DELETE /shops/1/orders/7", "deleteOneOrder"],
      ["POST /shops/1/orders/delete-batch", "deleteOrders"],
    ],
    ["deleteAll", "delete", "deleteOrders"],
  ],
  [
    "the current one",
    "Users",
    [
      ["GET /users/me", "getCurrentUser", OTHER],
      ["GET /users/me/shops", "getCurrentUserShops", LIST],
      ["GET /users/now", "getCurrentUsers", LIST],
    ],
    ["getCurrent", "listCurrentUserShops", "listCurrentUsers"],
  ],
  [
    "the current one, where current users have the name",
    "Users",
    [
      ["GET /users/me", "getCurrentUser", OTHER],
      ["GET /users/current", "users.getCurrent", OTHER],
    ],
    ["getCurrentUser", "getCurrent"],
  ],
  [
    "nouns of the path with their verb",
    "Articles",
    [
      ["GET /articles/{id}/files", "article_files", LIST],
      ["GET /articles/{id}/files/{file}", "article_file", THING],
      ["GET /articles/{id}/describe_files", "describe_tags", LIST],
    ],
    ["listFiles", "getFile", "describeTags"],
  ],
  [
    "no verb beside one that the resource is",
    "Search",
    [["GET /search/users", "search/users", LIST]],
    ["users"],
  ],
  ["a word that may be a verb", "Articles", [["GET /articles/{id}/zap", "zapArticle", OTHER]], ["zap"]],
  [
    "a POST of what nothing reads asks for many",
    "Users",
    [
      ["POST /users/searches", "", LIST],
      ["POST /users/{id}/queries", "", LIST],
    ],
    ["search", "query"],
  ],
  [
    "searches that are read",
    "Users",
    [
      ["POST /users/searches", "", OTHER],
      ["GET /users/searches/{id}", "", OTHER],
    ],
    ["createSearch", "getSearch"],
  ],
  ["create before what asks", "Engines", [["POST /engines/{id}/search", "createSearch"]], ["search"]],
  [
    "create before another action",
    "Engines",
    [["POST /engines/{id}/review", "createReview"]],
    ["createReview"],
  ],
  [
    "the HTTP method before what the path does",
    "Flags",
    [
      ["POST /flags/{id}/requests/{request}/apply", "postApplyRequest"],
      ["GET /user-search/{id}", "getSearchFlags", LIST],
      ["GET /flags/{id}/download", "getDownloadUrl", OTHER],
      ["GET /flags/export", "getExportFlags", OTHER],
    ],
    ["applyRequest", "search", "getDownloadUrl", "getExportFlags"],
  ],
  [
    "a noun that is spelt like a verb",
    "Features",
    [["POST /flags/{key}/changes", "postFlagConfigChanges", THING]],
    ["createFlagConfigChange"],
  ],
  [
    "what is created behind the key of something else",
    "Integrations",
    [
      ["GET /integrations/{integrationKey}", "getIntegrationSubscriptions", PAGE],
      ["POST /integrations/{integrationKey}", "postIntegrationSubscription", THING],
      ["GET /integrations/{integrationKey}/{id}", "getIntegrationSubscriptionById", THING],
    ],
    ["listSubscriptions", "createSubscription", "getSubscriptionById"],
  ],
  ["a page behind a key", "Forms", [["GET /forms/entries/{id}", "getFormEntries", PAGE]], ["listEntries"]],
  ["a page of one thing", "Forms", [["GET /forms/entries/{id}", "getFormEntry", PAGE]], ["getEntry"]],
  [
    "two lists of one noun",
    "Activities",
    [
      ["GET /activities/{id}/comments", "getActivityComments", LIST],
      ["GET /projects/{id}/comments", "getComments", LIST],
    ],
    ["listComments", "listCommentsByProject"],
  ],
  [
    "nouns, and then keys",
    "Boards",
    [
      ["GET /boards/{idBoard}/cards", "getBoardsCardsByIdBoard"],
      ["DELETE /boards/{idBoard}/cards/{idCard}", "deleteBoardsCardsByIdBoardByIdCard"],
      ["GET /boards/{idBoard}/owner/{field}", "getBoardsOwnerByIdBoardByField"],
      ["GET /boards/{idBoard}/list", "getBoardsListByIdBoard"],
      ["GET /boards/{idBoard}/lists/{filter}", "getBoardsListsByIdBoardByFilter", LIST],
      ["POST /boards/{idBoard}/checkItems", "addBoardsCheckItemsByIdBoard"],
      ["GET /boards/{idBoard}/checkItems", "getBoardsCheckItemsByIdBoard"],
    ],
    [
      "listCards",
      "deleteCard",
      "getOwnerByIdBoardByField",
      "getList",
      "listLists",
      "createCheckItem",
      "listCheckItems",
    ],
  ],
  [
    "a query that another path reads, and one that only another thing has",
    "Claims",
    [
      ["POST /claims/{id}/queries", ""],
      ["POST /claims/{id}/searches", ""],
      ["GET /queries/{id}", "", THING],
      ["GET /tickets/{id}/searches/{search}", "", THING],
    ],
    ["createQuery", "search", "getQuery", "getTicketSearch"],
  ],
  [
    "a search beside another that a GET does",
    "Claims",
    [
      ["POST /search", "createSearch"],
      ["GET /claims/search", "findClaims", LIST],
    ],
    ["search", "list"],
  ],
  ["what counts things is one of many", "Stock", [["POST /stock/counts", ""]], ["createCount"]],
  [
    "lists of all and of one",
    "Filters",
    [
      ["GET /types", "", LIST],
      ["GET /types/{type}", "", LIST],
    ],
    ["listTypes", "listType"],
  ],
  [
    "what a request changes, which the resource says as a noun",
    "Changes",
    [
      ["POST /settings/updates", "change-settings"],
      ["PUT /changes/sources", "change-sources"],
      ["GET /state", "change-state", OTHER],
      ["POST /users/list", "changesList"],
    ],
    ["changeSettings", "changeSources", "state", "list"],
  ],
  [
    "what the path has as a thing",
    "Books",
    [
      ["POST /books/{id}/chapters", "bookChapters"],
      ["POST /books/{id}/seats", "bookCancelSeat"],
    ],
    ["chapters", "cancelSeat"],
  ],
  [
    "what is done, which the resource and another verb say",
    "Claims",
    [["POST /lines", "claimLinesAdd"]],
    ["createLine"],
  ],
  ["what is done, which the resource says", "Search", [["POST /users/search", "searchUsers"]], ["users"]],
  [
    "an object with a version and a list, below another thing and on its own path",
    "Sources",
    [
      ["GET /shops/{id}/parts", "read-parts", WITH_VERSION],
      ["GET /shops/{id}/seats", "fetch-seats", WITH_VERSION],
      ["GET /sources", "read-sources", WITH_VERSION],
    ],
    ["getParts", "getSeats", "list"],
  ],
  [
    "a path with and without a version, of which each is called so",
    "Orders",
    [
      ["GET /api/orders", "getOrders", LIST],
      ["GET /api/v1/orders", "getOrdersV1", LIST],
      ["GET /api/v2/orders", "getOrdersV2", LIST],
    ],
    ["getOrders", "listV1", "list"],
  ],
  [
    "a path with and without a version behind api",
    "Orders",
    [
      ["GET /api/orders", "fetchOrders", LIST],
      ["GET /api/v2/orders", "ordersGet", LIST],
    ],
    ["fetch", "list"],
  ],
])("%s", (_name, tag, given, want) => {
  expect(namesOf(given, tag)).toEqual(want);
});
