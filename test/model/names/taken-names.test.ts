import { expect, test } from "vitest";
import { operationKey } from "../../../src/plan/service/responses.js";
import { modelOf } from "../model-of.js";

/** What an operation has beside its method, path and operationId. */
interface Beside {
  readonly isList?: boolean;
  readonly isDeprecated?: boolean;
  readonly tag?: string;
}

type Given = readonly [route: string, id: string, beside?: Beside];

/** The names of the operations of a contract, without their resource. */
function namesOf(given: readonly Given[], ownTag = "Orders"): string[] {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, id, { isList = false, isDeprecated = false, tag = ownTag } = {}] of given) {
    const [method = "", path = ""] = route.split(" ");
    const schema = isList ? { type: "array", items: { type: "string" } } : { type: "object" };
    const responses = { "200": { description: "", content: { "application/json": { schema } } } };
    const named = id === "" ? {} : { operationId: id };
    const operation = { ...named, deprecated: isDeprecated, tags: [tag], responses };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const names = modelOf(JSON.stringify({ paths })).operations.map(
    (one) => [operationKey(one), one.name.method] as const,
  );
  const found = new Map<string, string>(names);
  return given.map(([route]) => found.get(route) ?? "");
}

const LIST = { isList: true };
const OLD = { isDeprecated: true };

// The operation on the path of the resource has the standard name; what only omits words never takes a name.
test.each<[string, readonly Given[], readonly string[]]>([
  [
    "fetch of something else, beside get",
    [
      ["GET /orders/{id}/refresh", "fetchOrder"],
      ["GET /orders/{id}", "getOrder"],
    ],
    ["fetch", "get"],
  ],
  [
    "get of one, whose response is a list, beside get of all",
    [
      ["GET /orders/{id}", "getOrder", LIST],
      ["GET /orders", "getOrders", LIST],
    ],
    ["get", "list"],
  ],
  [
    "retrieve of something else, beside show",
    [
      ["GET /orders/lookup/{email}", "retrieveOrder"],
      ["GET /orders/{id}", "showOrder"],
    ],
    ["retrieve", "get"],
  ],
  [
    "get of something else, beside show",
    [
      ["GET /lookup/{email}", "getOrder"],
      ["GET /orders/{id}", "showOrder"],
    ],
    ["getOrder", "get"],
  ],
  [
    "fetch of another list",
    [
      ["GET /remote/orders", "fetchOrders", LIST],
      ["GET /orders", "getOrders", LIST],
    ],
    ["fetch", "list"],
  ],
  [
    "fetch of a noun, beside get of it",
    [
      ["GET /orders/{id}/draft/pin", "fetchPin"],
      ["GET /orders/{id}/pin", "getPin"],
    ],
    ["fetchPin", "getPin"],
  ],
  [
    "many, beside a list of another shop",
    [
      ["GET /orders/recent", "retrieveMany", LIST],
      ["GET /orders", "getOrders", LIST],
      ["POST /v1/shops/{shop}/orders", "getOrders", LIST],
    ],
    ["retrieveMany", "list", "getOrders"],
  ],
  [
    "all, beside some",
    [
      ["GET /admin/orders/count", "countAllOrders"],
      ["GET /me/orders/count", "countOrders"],
    ],
    ["countAllOrders", "count"],
  ],
  [
    "every, beside some",
    [
      ["GET /admin/orders/count", "countEveryOrder"],
      ["GET /me/orders/count", "countOrders"],
    ],
    ["countEveryOrder", "count"],
  ],
  [
    "new elsewhere, beside create",
    [
      ["POST /drafts/orders", "createNewOrder"],
      ["POST /orders", "createOrder"],
    ],
    ["createNewOrder", "create"],
  ],
  [
    "new on the path of the resource",
    [
      ["POST /orders", "createNewOrder"],
      ["POST /shops/{id}/orders", "createOrder"],
    ],
    ["create", "createForShop"],
  ],
  [
    "an action of an action, beside the same of the order",
    [
      ["POST /orders/{id}/actions/pause", ""],
      ["POST /orders/{id}/pause", ""],
    ],
    ["pauseAction", "pause"],
  ],
  [
    "actions that are read",
    [
      ["POST /orders/{id}/actions/enable", ""],
      ["GET /orders/{id}/actions", "", LIST],
    ],
    ["enableAction", "listActions"],
  ],
  [
    "actions of which one is read",
    [
      ["POST /orders/{id}/actions/enable", ""],
      ["GET /orders/{order}/actions/{id}", ""],
    ],
    ["enableAction", "getAction"],
  ],
  [
    "actions that are read with a slash behind them",
    [
      ["POST /orders/{id}/actions/enable", ""],
      ["GET /orders/{id}/actions/", "", LIST],
    ],
    ["enableAction", "listActions"],
  ],
  ["a search of actions", [["GET /orders/{id}/actions/search", ""]], ["searchActions"]],
  ["an action of one", [["POST /orders/{id}/actions/{action}/enable", ""]], ["enableAction"]],
])("%s", (_name, given, want) => {
  expect(namesOf(given)).toEqual(want);
});

test.each([
  ["PUT /orders/{id}/given-name", "updateGivenName", "updateGivenName"],
  ["PUT /orders/{id}/name", "updateGivenName", "updateGivenName"],
  ["POST /orders/x", "addNewYearOrder", "addNewYearOrder"],
  ["POST /orders", "createNewYorkOrder", "createNewYorkOrder"],
  ["POST /orders/many", "addNewOrders", "addNewOrders"],
  ["GET /orders/specific", "getSpecificOrder", "getSpecificOrder"],
  ["POST /lines", "createNewLine", "createLine"],
  ["GET /orders/{id}", "getSpecificOrderById", "get"],
])("an adjective: %s, %s", (route, id, want) => {
  expect(namesOf([[route, id]])).toEqual([want]);
});

test.each([
  ["GET /orders/recent", "retrieveMany", "list"],
  ["GET /orders/recent", "retrieveAllRecent", "retrieveAllRecent"],
  ["GET /orders/{id}/old", "fetchAllArchived", "fetchAllArchived"],
  ["GET /orders/{id}/lines", "fetchAllLines", "listLines"],
  ["GET /lines", "getOrder", "list"],
])("a list is never get: %s, %s", (route, id, want) => {
  expect(namesOf([[route, id, LIST]])).toEqual([want]);
});

test.each([
  ["Points", "POST /x/points", "checkpoint", "checkpoint"],
  ["Points", "POST /x/points", "savepoint", "save"],
  ["Lists", "POST /lists", "blocklist", "blocklist"],
  ["Pages", "GET /pages/{line}/x", "getByline", "getByline"],
  ["Pages", "GET /pages/{id}/x", "getPinByid", "getPinById"],
])("a word with a verb or by: %s, %s, %s", (tag, route, id, want) => {
  expect(namesOf([[route, id]], tag)).toEqual([want]);
});

// The ids are such that the order of their texts gives the other result.
test.each<[string, readonly Given[], readonly string[]]>([
  [
    "of the standard name",
    [
      ["GET /v2/orders", "getOrders", LIST],
      ["GET /v10/orders", "listOrders", LIST],
    ],
    ["listV2", "list"],
  ],
  [
    "of another name",
    [
      ["POST /v2/orders/{id}/ship", "shipOrder"],
      ["POST /v10/orders/{order}/ship", "ship_order"],
    ],
    ["shipV2", "ship"],
  ],
  [
    "without ids",
    [
      ["GET /v1/orders/{id}", ""],
      ["GET /v2/orders/{id}", ""],
      ["POST /v1/orders", ""],
      ["POST /v2/orders", ""],
    ],
    ["getV1", "get", "createV1", "create"],
  ],
  [
    "below others",
    [
      ["GET /v1/shops/{shop}/orders", "getOrders", LIST],
      ["GET /v2/shops/{shop}/orders", "getOrdersV2", LIST],
    ],
    ["listV1", "list"],
  ],
  [
    "below two others",
    [
      ["GET /v1/shops/{shop}/orders", "", LIST],
      ["GET /v2/shops/{shop}/orders", "", LIST],
      ["GET /v2/users/{user}/orders", "", LIST],
    ],
    ["listByShopV1", "listByShop", "listByUser"],
  ],
  [
    "of dates",
    [
      ["GET /2023-01-01/orders", "", LIST],
      ["GET /2023-12-01/orders", "", LIST],
    ],
    ["listV2023_1_1", "list"],
  ],
  [
    "of dates in one number",
    [
      ["GET /v20230101/orders", "", LIST],
      ["GET /v20240101/orders", "", LIST],
    ],
    ["listV20230101", "list"],
  ],
  [
    "of three numbers",
    [
      ["GET /1.0.0/orders", "", LIST],
      ["GET /1.0.1/orders", "", LIST],
    ],
    ["listV1_0_0", "list"],
  ],
  [
    "that are not stable",
    [
      ["GET /api/v3beta1/orders", "", LIST],
      ["GET /api/v3beta2/orders", "", LIST],
      ["GET /v2/orders", "", LIST],
    ],
    ["listV3beta1", "listV3beta2", "list"],
  ],
  [
    "of which none is stable",
    [
      ["GET /v1beta2/orders", "", LIST],
      ["GET /v1beta10/orders", "", LIST],
    ],
    ["listV1beta2", "list"],
  ],
  [
    "of which one says new",
    [
      ["POST /v1/orders", "createOrder"],
      ["POST /v2/orders", "createNewOrder"],
    ],
    ["createV1", "create"],
  ],
  [
    "and none",
    [
      ["GET /orders", "", LIST],
      ["GET /v2/orders", "", LIST],
    ],
    ["getOrders", "list"],
  ],
])("versions: %s", (_name, given, want) => {
  expect(namesOf(given)).toEqual(want);
});

test("what is deprecated leaves the name to the same in another version", () => {
  expect(
    namesOf([
      ["POST /v2/orders/{id}/ship", "shipOrder", OLD],
      ["POST /v1/orders/{id}/ship", "ship_order"],
    ]),
  ).toEqual(["shipV2", "ship"]);
});

test.each([{}, OLD])("%j changes nothing between others", (beside) => {
  expect(
    namesOf([
      ["POST /orders/{id}/archive", "archiveOrder", beside],
      ["POST /orders/archive", "archiveOrders"],
    ]),
  ).toEqual(["archive", "archiveOrders"]);
  expect(
    namesOf([
      ["POST /big/ship", "orders.ship", beside],
      ["POST /small/ship", "shipOrder"],
    ]),
  ).toEqual(["ship", "shipOrder"]);
});

// What is no version of the API, or of another operation, decides nothing.
test.each<[string, readonly Given[], readonly string[]]>([
  [
    "a protocol",
    [
      ["GET /ip/v4/orders", "", LIST],
      ["GET /ip/v6/orders", "", LIST],
    ],
    ["list", "listIp"],
  ],
  [
    "a standard",
    [
      ["GET /saml/1.1/orders", "", LIST],
      ["GET /saml/2.0/orders", "", LIST],
    ],
    ["list", "listSaml"],
  ],
  [
    "another operation of an older version",
    [
      ["POST /v1/orders/{id}/ship", "orders.ship"],
      ["POST /v2/parcels/ship", "shipOrder"],
    ],
    ["ship", "shipOrder"],
  ],
])("no versions: %s", (_name, given, want) => {
  expect(namesOf(given)).toEqual(want);
});

test("the path in short is that of the resource, too", () => {
  const given: readonly Given[] = [
    ["GET /repos/{owner}/{repo}", "repoGet"],
    ["POST /repos/{owner}/{repo}/archive", "repoArchive"],
    ["POST /repos/{owner}/{repo}/star", "repoStar"],
    ["GET /repositories/{id}", "repoGetByID"],
  ];
  expect(namesOf(given, "repository")).toEqual(["get", "archive", "star", "getById"]);
});
