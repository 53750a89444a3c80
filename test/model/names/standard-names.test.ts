import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { modelOf } from "../model-of.js";

/** What a path item has for each method: an operationId, or an operationId and the schema of its response. */
type Given = Readonly<Record<string, Readonly<Record<string, string | readonly [string, JsonObject]>>>>;

const LIST: JsonObject = { type: "array", items: {} };

/** Operation identity → name; every operation has the tag, where there is one. */
function namesOf(given: Given, tag?: string, locked: Readonly<Record<string, string>> = {}) {
  const paths = Object.fromEntries(
    Object.entries(given).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, one]) => {
          const [id, schema] = typeof one === "string" ? [one] : one;
          return [method, operation(tag, id, schema)];
        }),
      ),
    ]),
  );
  const { operations } = modelOf(JSON.stringify({ paths }), { locked: { operations: locked, models: {} } });
  return Object.fromEntries(
    operations.map(({ method, path, name }) => [`${method} ${path}`, `${name.resource}.${name.method}`]),
  );
}

function operation(tag: string | undefined, operationId: string, schema?: JsonObject): JsonObject {
  const content = schema === undefined ? {} : { content: { "application/json": { schema } } };
  return {
    ...(operationId === "" ? {} : { operationId }),
    ...(tag === undefined ? {} : { tags: [tag] }),
    responses: { "200": { description: "", ...content } },
  };
}

const collection = "/v1/orders";
const item = "/v1/orders/{order_id}";

describe("frameworks name one resource alike", () => {
  const STANDARD = ["orders.list", "orders.create", "orders.get", "orders.update", "orders.delete"];
  test.each([
    ["by hand", "listOrders createOrder getOrder updateOrder deleteOrder"],
    ["by hand, otherwise", "getOrders addOrder getOrderById editOrder removeOrder"],
    ["Spring", "listUsingGET_1 createUsingPOST getUsingGET updateUsingPATCH deleteUsingDELETE"],
    ["springdoc", "getAllOrders_1 create_1 findById_2 update_3 delete_1"],
    [".NET", "Orders_GetAll Orders_CreateAsync OrdersController_GetById Orders_Update Orders_Delete"],
    [
      "NestJS",
      "OrdersController_findAll OrdersController_create OrdersController_findOne OrdersController_update OrdersController_remove",
    ],
    [
      "FastAPI",
      "read_orders_v1_orders_get create_order_v1_orders_post read_order_v1_orders__order_id__get update_order_v1_orders__order_id__patch delete_order_v1_orders__order_id__delete",
    ],
    ["Django", "orders_list orders_create orders_retrieve orders_partial_update orders_destroy"],
    ["Laravel", "orders.index orders.store orders.show orders.update orders.destroy"],
    ["LoopBack", "find create findById updateById deleteById"],
    ["Stripe", "GetOrders PostOrders GetOrdersOrderId PatchOrdersOrderId DeleteOrdersOrderId"],
    ["Box", "get_orders post_orders get_orders_id patch_orders_id delete_orders_id"],
    [
      "API Platform",
      "api_orders_get_collection api_orders_post api_orders_id_get api_orders_id_patch api_orders_id_delete",
    ],
  ])("%s", (_, ids) => {
    const [list = "", create = "", get = "", update = "", remove = ""] = ids.split(" ");
    const given = {
      [collection]: { get: list, post: create },
      [item]: { get, patch: update, delete: remove },
    };
    expect(Object.values(namesOf(given, "Orders")).toSorted()).toEqual(STANDARD.toSorted());
  });

  test.each([
    ["order-rest-controller"],
    ["order-api-controller"],
    ["OrderControllerImpl"],
    ["OrderApiControllerImpl"],
    ["OrderServiceImpl"],
    ["order-api"],
  ])("%s is the class of orders", (tag) => {
    const given = {
      [collection]: { get: "getAllOrders", post: "createOrder" },
      [item]: { get: "getOrderById", patch: "updateOrder", delete: "deleteOrder" },
    };
    expect(Object.values(namesOf(given, tag)).toSorted()).toEqual(STANDARD.toSorted());
  });

  test("a class in an operationId loses the same words", () => {
    const ids = { get: "OrderRestControllerImpl_list", post: "OrderRestController_create" };
    expect(Object.values(namesOf({ [collection]: ids }))).toEqual(["orders.list", "orders.create"]);
  });

  test.each([
    ["the resource", "Resource", ""],
    ["the resource, with a number", "Resource", "_2"],
    ["what the class is of", "Order", ""],
  ])("Scribe, from comments of Laravel that call it %s", (_, noun, suffix) => {
    const plural = noun === "Order" ? "Orders" : noun;
    const given = {
      [collection]: {
        get: `displayAListingOfThe${plural}${suffix}`,
        post: `storeANewlyCreated${noun}InStorage${suffix}`,
      },
      [item]: {
        get: `displayTheSpecified${noun}${suffix}`,
        patch: `updateTheSpecified${noun}InStorage${suffix}`,
        delete: `removeTheSpecified${noun}FromStorage${suffix}`,
      },
    };
    expect(Object.values(namesOf(given, "Orders")).toSorted()).toEqual(STANDARD.toSorted());
  });

  test("without operationIds and tags", () => {
    const given = { [collection]: { get: "", post: "" }, [item]: { get: "", patch: "", delete: "" } };
    expect(Object.values(namesOf(given)).toSorted()).toEqual(STANDARD.toSorted());
  });
});

describe("what is below a resource is named by the same rule", () => {
  const photos = "/pets/{id}/photos";
  const photo = "/pets/{id}/photos/{photo_id}";
  const STANDARD = ["listPhotos", "createPhoto", "getPhoto", "replacePhoto", "updatePhoto", "deletePhoto"];
  test.each([
    [
      "NestJS",
      "PhotosController_findAll PhotosController_create PhotosController_findOne PhotosController_put PhotosController_update PhotosController_remove",
    ],
    [
      "Django",
      "pets_photos_list pets_photos_create pets_photos_retrieve pets_photos_update pets_photos_partial_update pets_photos_destroy",
    ],
    [
      ".NET",
      "PetPhotos_GetAll PetPhotos_Post PetPhotos_GetAsync PetPhotos_Put PetPhotos_Patch PetPhotos_Delete",
    ],
  ])("%s", (_, ids) => {
    const [list = "", create = "", get = "", put = "", patch = "", remove = ""] = ids.split(" ");
    const given = { [photos]: { get: list, post: create }, [photo]: { get, put, patch, delete: remove } };
    expect(Object.values(namesOf(given, "pets")).toSorted()).toEqual(
      STANDARD.map((name) => `pets.${name}`).toSorted(),
    );
  });

  test.each([
    ["an action that Django writes as a noun", "post /pets/{id}/publish/", "pets_publish_create", "publish"],
    ["what Django writes of a path", "post /shops/{id}/pets/search/", "shops_pets_search_create", "search"],
    [
      "what Django writes of a job",
      "post /v1/shops/{id}/pets/import-jobs/",
      "shops_pets_import_jobs_create",
      "import",
    ],
    ["updates that a path lists", "post /pets/tag-updates", "pets_tag_updates_create", "updateTag"],
    ["an update of one, which is created", "post /pets/{id}/tag-updates", "", "createTagUpdate"],
    ["updates of the resource", "post /pets/updates", "pets_updates_create", "update"],
    ["a noun that is spelt like a verb", "post /pets/{id}/exports", "pets_exports_create", "createExport"],
    ["a last noun that is spelt like a verb", "get /pets/price-list", "petPriceList", "priceList"],
    ["a verb with a meaning of its own", "post /imports/{id}/undo", "PetImports_Undo", "undoImports"],
    ["a path that says the verb of its method", "patch /pets/update_owner", "", "updateOwner"],
    ["an action that is undone", "post /pets/{id}/unfavourite", "", "unfavourite"],
    ["Spring Data REST", "get /pets", "getCollectionResource-pet-get_1", "list"],
    ["a version that is joined to the verb", "get /v1/pets", "pets_getv1", "list"],
    ["a noun that is joined to a number like a version", "get /v4/pets", "pets_ipv4", "ipv4"],
    ["what the path is, as an action", "post /stacks/{id}/add", "pet-stacks/add", "addStacks"],
    ["what is asked for by something", "get /pets/by-tags", "findPetsByTags", "findByTags"],
    [
      "where the path before says what the class does",
      "post /pet-creation/pets",
      "PetCreationController_create",
      "create",
    ],
  ])("%s", (_, key, id, want) => {
    const [method = "", path = ""] = key.split(" ");
    expect(Object.values(namesOf({ [path]: { [method]: id } }, "pets"))).toEqual([`pets.${want}`]);
  });
});

describe("a POST of a path that ends in the key of something else", () => {
  const flags = "/flags/{project}";
  const flag = "/flags/{project}/{flag}";
  const ONE: JsonObject = { type: "object", properties: { key: {} } };

  test.each([
    ["postFlag", "patchFlag"],
    ["", ""],
  ])("creates where a GET lists what is there: %j", (post, patch) => {
    const given = { [flags]: { get: ["", LIST], post }, [flag]: { get: ["", ONE], patch } } as const;
    expect(namesOf(given, "Flags")).toEqual({
      [`GET ${flags}`]: "flags.list",
      [`POST ${flags}`]: "flags.create",
      [`GET ${flag}`]: "flags.get",
      [`PATCH ${flag}`]: "flags.update",
    });
  });

  test.each<[string, Given, string]>([
    ["items are below", { [flags]: { post: "" }, [flag]: { delete: "" } }, "update"],
    ["it is read as one thing", { [flags]: { get: ["", ONE], post: "" }, [flag]: { delete: "" } }, "update"],
    ["nothing is known of it", { [flags]: { post: "postFlags" } }, "update"],
    ["the operationId says so", { [flags]: { post: "updateFlags" }, [flag]: { delete: "" } }, "update"],
  ])("where %s", (_, given, want) => {
    expect(namesOf(given, "Flags")[`POST ${flags}`]).toBe(`flags.${want}`);
  });

  test.each<[string, JsonObject, JsonObject, string]>([
    ["alone", {}, {}, "create"],
    ["below a POST that creates too", {}, { "/flags": { post: { responses: {} } } }, "createByProject"],
    ["of what a GET reads", { get: { responses: {} } }, {}, "update"],
  ])("where it creates and the answer is 201, %s", (_, beside, above, want) => {
    const post = { summary: "Create a flag", responses: { "201": { description: "" } } };
    const paths = { ...above, [flags]: { ...beside, post } };
    const { operations } = modelOf(JSON.stringify({ paths }));
    expect(operations.find((one) => one.method === "POST" && one.path === flags)?.name.method).toBe(want);
  });
});

const RESPONSES = (statuses: string) =>
  Object.fromEntries(statuses.split(" ").map((status) => [status, { description: "" }]));

test.each([
  ["/devices/{id}", "200 201", "Create or replace a device", "", "update"],
  ["/devices/{id}", "201 default", "Creates a device", "", "create"],
  ["/devices/{id}", "201", "", "", "update"],
  ["/files/{id}", "201", "Uploads a new version of the file", "", "update"],
  ["/files/{id}", "201", "Register a file", "", "create"],
  ["/files/{id}", "201", "Upload a part", "/files/{id}/{part}", "update"],
  ["/jobs/{id}", "202", "Create a job", "", "update"],
])("a POST of %s with %s, %j, beside DELETE %j", (path, statuses, summary, below, want) => {
  const post = { summary, responses: RESPONSES(statuses) };
  const paths = { [path]: { post }, ...(below && { [below]: { delete: { responses: {} } } }) };
  const { operations } = modelOf(JSON.stringify({ paths }));
  expect(operations.find(({ method }) => method === "POST")?.name.method).toBe(want);
});

const TEXTS: JsonObject = { type: "array", items: { type: "string" } };
const OF_OBJECTS: JsonObject = { type: "array", items: { type: "object" } };
const NESTED: JsonObject = { type: "array", items: { type: "array", items: { type: "number" } } };

test.each<[string, JsonObject, string]>([
  ["credentials", { token: {}, scopes: TEXTS }, "getCredentials"],
  ["limits", { size: {}, limit: {}, tiers: TEXTS }, "getLimits"],
  ["shapes", { type: {}, coordinates: NESTED }, "getShapes"],
  ["limits", { size: {}, limits: TEXTS }, "listLimits"],
  ["limits", { size: {}, items: TEXTS }, "listLimits"],
  ["limits", { size: {}, tiers: OF_OBJECTS }, "listLimits"],
  ["limits", { next: {}, tiers: TEXTS }, "listLimits"],
])("values beside the facts of a page: GET %s with %j is %s", (noun, properties, want) => {
  const id = `get${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const given = { [`/plan/${noun}`]: { get: [id, { type: "object", properties }] } } as const;
  expect(Object.values(namesOf(given, "plan"))).toEqual([`plan.${want}`]);
});

const THING: JsonObject = { type: "object", properties: { id: {}, notes: {} } };

test.each<[string, string, string | readonly [string, JsonObject], string]>([
  ["the key of one", "/shops/{shop}/pets/{kind}/{index}", "getShopPetByIndex", "pets.get"],
  ["a whole that nothing describes", "/shops/pets/settings", "getAllSettings", "settings.get"],
  ["a list of a whole", "/settings", ["getAllSettings", LIST], "settings.list"],
  ["one thing", "/forms/{id}", ["listForm", THING], "forms.get"],
  ["many that are said to be one", "/pets", ["findAll", THING], "pets.list"],
  ["a noun behind a preposition", "/pets/stats", "statsOfAnIndex", "stats.ofIndex"],
  ["what is done, and a preposition", "/pets/search", "searchInIndex", "search.searchInIndex"],
  ["a preposition that is a noun of the path", "/pets/from/list", "from_list", "pets.listFrom"],
])("a word that speaks of many, and %s", (_, path, one, want) => {
  expect(Object.values(namesOf({ [path]: { get: one } }, want.split(".")[0]))).toEqual([want]);
});

test.each([
  ["image/*", { type: "string", format: "binary" }, "get"],
  ["text/plain", { type: "string" }, "get"],
  ["application/zip", {}, "get"],
  ["text/csv", { type: "string" }, "list"],
  ["application/xml", {}, "list"],
  ["application/x-ndjson", {}, "list"],
])("a file is no list, and a format of many is: %s", (type, schema, want) => {
  const responses = { "200": { description: "", content: { [type]: { schema } } } };
  const get = { operationId: "getLogs", tags: ["logs"], responses };
  expect(modelOf(JSON.stringify({ paths: { "/logs": { get } } })).operations[0]?.name.method).toBe(want);
});

describe("a GET that returns many of what is below a resource is a list", () => {
  const items = "/orders/{id}/items";

  test.each([
    "",
    "getItems",
    "getOrderItems",
    "getAllItems",
    "findItems",
    "findAllItems",
    "fetchItems",
    "retrieveItems",
    "readItems",
    "listItems",
    "GetItemsAsync",
    "getItemsList",
    "getListOfItems",
    "OrdersController_getItems",
  ])("%j", (id) => {
    expect(Object.values(namesOf({ [items]: { get: [id, LIST] } }, "Orders"))).toEqual(["orders.listItems"]);
  });

  test.each<[string, string, string, JsonObject | undefined, string]>([
    ["a page", items, "getItems", { type: "object", properties: { items: LIST, next: {} } }, "listItems"],
    ["what it is about", "/orders/new/items", "getNewItemsByShop", LIST, "listNewItemsByShop"],
    ["a noun that the path says otherwise", "/orders/latest", "getLatestChanges", LIST, "listLatestChanges"],
    ["another verb before such a noun", "/orders/latest", "findLatestChanges", LIST, "findLatestChanges"],
    ["another verb", items, "searchItems", LIST, "searchItems"],
    ["one thing", items, "getItems", THING, "getItems"],
    ["nothing that is described", items, "getItems", undefined, "getItems"],
    ["a noun in the singular", "/orders/{id}/history", "getHistory", LIST, "getHistory"],
    ["no noun", "/orders/by-shop", "getByShop", LIST, "getByShop"],
  ])("of %s", (_, path, id, schema, want) => {
    const get = schema === undefined ? id : ([id, schema] as const);
    expect(Object.values(namesOf({ [path]: { get } }, "Orders"))).toEqual([`orders.${want}`]);
  });

  test("unless it may come as a sequence, too", () => {
    const content = { "application/json": { schema: LIST }, "application/json-seq": { schema: LIST } };
    const get = {
      operationId: "readItems",
      tags: ["Orders"],
      responses: { "200": { description: "", content } },
    };
    const { operations } = modelOf(JSON.stringify({ paths: { [items]: { get } } }));
    expect(operations[0]?.name.method).toBe("readItems");
  });

  test("unless another is called so", () => {
    const given: Given = {
      [items]: { get: ["getItems", LIST] },
      "/orders/{id}/all": { get: ["listItems", LIST] },
    };
    expect(namesOf(given, "Orders")).toEqual({
      [`GET ${items}`]: "orders.getItems",
      "GET /orders/{id}/all": "orders.listItems",
    });
  });
});

describe("a short name of the resource before what most of its operations do", () => {
  const given = {
    "/orgs": { get: ["orgGetAll", LIST], post: "orgCreate" },
    "/orgs/{org}/hooks": { get: ["orgListHooks", LIST] },
    "/orgs/{org}/repos": { get: ["orgGetRepos", LIST], post: "createOrgRepo" },
  } as const;

  test("says no more than its name", () => {
    expect(namesOf(given, "organization")).toEqual({
      "GET /orgs": "organization.list",
      "POST /orgs": "organization.create",
      "GET /orgs/{org}/hooks": "organization.listHooks",
      "GET /orgs/{org}/repos": "organization.listRepos",
      "POST /orgs/{org}/repos": "organization.createOrgRepo",
    });
  });

  test.each<[string, Given, string, string]>([
    ["of two", { "/orgs/{org}": { get: "orgGetIt" }, "/x": { get: "orgGetX" } }, "organization", "orgGetX"],
    [
      "of less than most",
      { "/x": { get: "orgGetX" }, "/y": { get: "orgGetY", put: "putY", post: "makeY", patch: "fixY" } },
      "organization",
      "orgGetX",
    ],
    ["that is a verb", { "/x": { get: "setX", post: "setY", put: "setZ" } }, "settings", "setX"],
  ])("stays where it is that %s", (_, operations, tag, want) => {
    expect(namesOf(operations, tag)["GET /x"]).toBe(`${tag}.${want}`);
  });

  test.each([
    ["devices", "devReset", "devDeploy devApply prodReset", "devReset"],
    ["products", "prodDelete", "prodDeploy prodApply prodRun", "prodDelete"],
    ["organization", "orgFork", "orgApply orgRun stagingFork", "orgFork"],
    ["organization", "orgFork", "orgApply orgRun testHooks", "fork"],
  ])("stays where words distinguish environments: %s with %s and %s", (tag, id, others, want) => {
    const beside = others.split(" ").map((other) => [`/${other}`, { post: other }] as const);
    const given = { "/x": { post: id }, ...Object.fromEntries(beside) };
    expect(namesOf(given, tag)["POST /x"]).toBe(`${tag}.${want}`);
  });

  test("stays where another is called so without it", () => {
    const ids = { get: "org_key_get", put: "org_key_put", post: "org_key_post" };
    const named = namesOf({ "/organization/key": ids, "/key": { get: "key_get" } }, "organization");
    expect(named["GET /organization/key"]).toBe("organization.getOrgKey");
    expect(named["PUT /organization/key"]).toBe("organization.updateKey");
    expect(named["GET /key"]).toBe("organization.getKey");
  });
});

test("a POST of an item that others write does what its summary says", () => {
  const operations = { post: { summary: "Restore file", responses: {} }, put: { responses: {} } };
  const { operations: named } = modelOf(JSON.stringify({ paths: { "/files/{id}": operations } }));
  expect(named.map(({ name }) => name.method).toSorted()).toEqual(["restore", "update"]);
});

test.each([
  [
    "get or list, where it means that of the resource",
    "read_pets",
    ["pets.list", "pets.getOwner", "pets.listPhotos"],
  ],
  ["what it says, where it does not", "list_pets", ["pets.list", "pets.readOwner", "pets.readPhotos"]],
])("a verb of a framework is %s", (_, id, want) => {
  const owner = ["read_owner", { type: "object" }] as const;
  const given = {
    "/pets": { get: id },
    "/pets/{id}/owner": { get: owner },
    "/pets/{id}/photos": { get: "read_photos" },
  };
  expect(Object.values(namesOf(given, "pets")).toSorted()).toEqual(want.toSorted());
});

describe("a standard name", () => {
  test("is `replace` for a PUT beside a PATCH, and `update` for a PUT alone", () => {
    expect(namesOf({ [item]: { put: "orders_update", patch: "orders_partial_update" } }, "orders")).toEqual({
      [`PUT ${item}`]: "orders.replace",
      [`PATCH ${item}`]: "orders.update",
    });
    expect(namesOf({ [item]: { put: "putOrder" } }, "orders")).toEqual({ [`PUT ${item}`]: "orders.update" });
  });

  test("does not take the place of a verb with a meaning of its own", () => {
    const given = {
      [collection]: { get: "searchOrders", post: "placeOrder" },
      [item]: { delete: "cancelOrder", put: "upsertOrder" },
      [`${item}/archive`]: { post: "" },
    };
    expect(namesOf(given, "orders")).toEqual({
      [`GET ${collection}`]: "orders.search",
      [`POST ${collection}`]: "orders.place",
      [`PUT ${item}`]: "orders.upsert",
      [`DELETE ${item}`]: "orders.cancel",
      [`POST ${item}/archive`]: "orders.archive",
    });
  });

  test.each<[string, JsonObject | undefined, string]>([
    ["/orders", undefined, "list"],
    ["/orders", LIST, "list"],
    ["/orders", { type: "object", properties: { data: LIST, has_more: { type: "boolean" } } }, "list"],
    ["/orders", { type: "object", properties: { orders: LIST, shop: { type: "string" } } }, "list"],
    [
      "/orders",
      { type: "object", properties: { open: { type: "integer" }, closed: { type: "integer" } } },
      "get",
    ],
    ["/orders/{id}", LIST, "list"],
    ["/orders/{id}", { type: "object", properties: { id: {}, items: LIST } }, "get"],
    ["/me", { type: "object", properties: { name: {}, roles: LIST } }, "getMe"],
    ["/orders/settings", { type: "object", properties: { channels: LIST } }, "getSettings"],
    ["/orders/settings", undefined, "getSettings"],
  ])("of GET %s with %j is %s", (path, schema, want) => {
    const name = schema === undefined ? "" : ([" ", schema] as const);
    expect(Object.values(namesOf({ [path]: { get: name } }, "orders"))).toEqual([`orders.${want}`]);
  });

  test("of several operations is that on the path of the resource; the others say what they are below", () => {
    const given = {
      "/customers/{id}/orders": { get: "listCustomerOrders", post: "createCustomerOrder" },
      "/orders": { get: "listOrders" },
      "/shops/{id}/orders": { get: "getShopOrders" },
    };
    expect(namesOf(given, "orders")).toEqual({
      "GET /customers/{id}/orders": "orders.listByCustomer",
      "GET /orders": "orders.list",
      "GET /shops/{id}/orders": "orders.listByShop",
      "POST /customers/{id}/orders": "orders.create",
    });
  });

  /** Names of reads that take pages and show an object without a list. */
  const pagedNames = (...paths: readonly string[]) => {
    const schema = { type: "object", properties: { open: { type: "integer" } } };
    const responses = { "200": { description: "", content: { "application/json": { schema } } } };
    const parameters = [{ name: "skip", in: "query", schema: {} }];
    const list = { type: "array", items: {} };
    const array = { "200": { description: "", content: { "application/json": { schema: list } } } };
    const read = (path: string) => ({
      operationId: path.endsWith("/list") ? "getAllOrders" : path.endsWith("}") ? "getOrder" : "getOrders",
      tags: ["orders"],
      parameters,
      responses: path.endsWith("/list") ? array : responses,
    });
    const document = { paths: Object.fromEntries(paths.map((path) => [path, { get: read(path) }])) };
    return modelOf(JSON.stringify(document)).operations.map(({ path, name }) => `${path} ${name.method}`);
  };

  test("is `list` for pages that show no list where one of them is read alone, and nothing else is a list", () => {
    expect(pagedNames("/orders", "/orders/{id}")).toEqual(["/orders list", "/orders/{id} get"]);
    expect(pagedNames("/orders")).toEqual(["/orders get"]);
    expect(pagedNames("/orders", "/orders/{id}", "/orders/list")).toContain("/orders/list list");
  });

  const ORDER: JsonObject = { $ref: "#/components/schemas/Order" };
  const ORDERS: JsonObject = { type: "array", items: ORDER };
  const WEB_ORDERS: JsonObject = { type: "array", items: { $ref: "#/components/schemas/WebOrder" } };
  const THINGS: JsonObject = { type: "array", items: { type: "object", properties: { sku: {}, price: {} } } };
  const LINES: JsonObject = { type: "array", items: { type: "object", properties: { line: {} } } };

  test.each<[string, string, JsonObject, string]>([
    ["a page of Spring", "/orders", { content: LINES, pageable: {}, sort: {}, numberOfElements: {} }, "list"],
    ["a page of OData", "/orders", { value: THINGS, "@odata.context": {}, "@odata.nextLink": {} }, "list"],
    ["a page of .NET", "/orders", { data: THINGS, succeeded: {}, message: {}, totalRecords: {} }, "list"],
    ["things of the resource", "/orders", { rows_found: WEB_ORDERS, region: {}, id: {} }, "list"],
    ["an optional list", "/orders", { found: { anyOf: [ORDERS, { type: "null" }] }, region: {} }, "list"],
    ["things that are read alone", "/orders", { found: THINGS, region: {}, id: {} }, "list"],
    ["a list alone", "/orders", { found: LINES }, "list"],
    ["a list where pages are taken", "/orders?skip", { found: LINES, region: {}, errors: LINES }, "list"],
    ["a thing that has a list", "/orders", { lines: LINES, region: {} }, "get"],
    ["a thing with a name", "/orders", { lines: LINES, name: {} }, "get"],
    ["facts where pages are taken, beside one order", "/orders?skip", { lines: LINES, name: {} }, "list"],
    ["a thing with an identifier and items", "/orders", { items: LINES, id: {}, region: {} }, "get"],
    ["texts", "/orders", { notes: { type: "array", items: { type: "string" } }, region: {} }, "get"],
    ["things of the resource in groups", "/orders", { open: ORDERS, closed: ORDERS }, "get"],
    ["a list that a singular has", "/order?skip", { lines: LINES, region: {} }, "get"],
    [
      "a page below the noun",
      "/orders",
      { orders: { type: "object", properties: { items: LINES } } },
      "list",
    ],
    [
      "things below another noun",
      "/orders",
      { shop: { type: "object", properties: { items: LINES } } },
      "get",
    ],
    ["what is read alone below a singular", "/order", { items: THINGS, total: {} }, "list"],
    ["something else below a singular", "/order", { items: LINES, total: {}, region: {} }, "get"],
  ])("of an object with %s", (_, key, properties, want) => {
    const [path = "", parameter] = key.split("?");
    const response = (schema: JsonObject) => ({
      "200": { description: "", content: { "application/json": { schema } } },
    });
    const parameters = parameter === undefined ? [] : [{ name: parameter, in: "query", schema: {} }];
    const paths = {
      [path]: { get: { parameters, responses: response({ type: "object", properties }) } },
      [`${path}/{id}`]: { get: { responses: response({ type: "object", properties: { order: ORDER } }) } },
    };
    const order = { type: "object", properties: { id: {}, sku: {}, price: {} } };
    const document = { paths, components: { schemas: { Order: order, WebOrder: { type: "object" } } } };
    const { operations } = modelOf(JSON.stringify(document));
    expect(operations.find((one) => one.path === path)?.name.method).toBe(want);
  });

  test.each<[string, JsonObject, JsonObject | undefined, string]>([
    ["a whole with a version", { id: {}, photos: LIST }, { ETag: {} }, "getPhotos"],
    ["a page with a version", { photos: LIST, total: {} }, { ETag: {} }, "listPhotos"],
    ["a whole without one", { id: {}, photos: LIST }, undefined, "listPhotos"],
  ])("of a list in %s", (_, properties, headers, want) => {
    const content = { "application/json": { schema: { type: "object", properties } } };
    const responses = { "200": { description: "", content, ...(headers && { headers }) } };
    const paths = { "/pets/{id}/photos": { get: { responses } } };
    expect(modelOf(JSON.stringify({ paths })).operations.map(({ name }) => name.method)).toEqual([want]);
  });

  test.each([
    ["/runs/{id}/result", "runs.getResult"],
    ["/runs/{id}/src", "runs.listSrc"],
    ["/runs/result", "runs.listResult"],
  ])("of pages of %s is %s", (path, want) => {
    const properties = { items: LIST, nextCursor: { type: "string" } };
    const content = { "application/json": { schema: { type: "object", properties } } };
    const parameters = [{ name: "cursor", in: "query", schema: { type: "string" } }];
    const get = { tags: ["runs"], parameters, responses: { "200": { description: "", content } } };
    const { operations } = modelOf(JSON.stringify({ paths: { [path]: { get } } }));
    expect(operations.map(({ name }) => `${name.resource}.${name.method}`)).toEqual([want]);
  });

  test.each([
    ["putOwner", "patchOwner", "replaceOwner", "updateOwner"],
    ["updateOwner", "patchOwner", "replaceOwner", "updateOwner"],
    ["setOwner", "updateOwner", "setOwner", "updateOwner"],
    ["updateOwner", "patchOwners", "updateOwner", "patchOwners"],
    ["replacePet", "mergePet", "replace", "update"],
    ["replacePet", "renamePet", "replace", "rename"],
    ["updatePet", "mergePet", "update", "merge"],
  ])("is `replace` and `update` for a pair of PUT and PATCH: %s, %s", (put, patch, replaced, updated) => {
    const path = put.endsWith("Pet") ? "/pets/{id}" : "/pets/{id}/owner";
    expect(namesOf({ [path]: { put, patch } }, "pets")).toEqual({
      [`PUT ${path}`]: `pets.${replaced}`,
      [`PATCH ${path}`]: `pets.${updated}`,
    });
  });

  test("of a PUT or PATCH alone needs no pair", () => {
    expect(namesOf({ "/pets/{id}": { put: "replacePet" } }, "pets")).toEqual({
      "PUT /pets/{id}": "pets.update",
    });
    expect(namesOf({ "/pets/{id}": { patch: "mergePet" } }, "pets")).toEqual({
      "PATCH /pets/{id}": "pets.merge",
    });
  });

  test("of several kinds of the resource is none's", () => {
    const given = {
      "/phone-orders": { post: "create-phone-order" },
      "/web-orders": { post: "create-web-order" },
      "/orders/{id}": { get: "get-order" },
    };
    expect(namesOf(given, "orders")).toEqual({
      "POST /phone-orders": "orders.createPhoneOrder",
      "POST /web-orders": "orders.createWebOrder",
      "GET /orders/{id}": "orders.get",
    });
  });

  test("of lists below different things is none's", () => {
    const given = {
      "/customers/{id}/orders": { get: "getCustomerOrders" },
      "/shops/{id}/orders": { get: "getShopOrders" },
    };
    expect(Object.values(namesOf(given, "orders")).toSorted()).toEqual([
      "orders.listByCustomer",
      "orders.listByShop",
    ]);
  });

  test("leaves a resource out of what is below it", () => {
    const given = {
      "/accounts/{id}/bank_accounts": { get: "", post: "" },
      "/accounts/{id}/bank_accounts/{bank}": { get: "", delete: "" },
      "/accounts/{id}/settings": { get: "getAccountSettings" },
    };
    expect(namesOf(given)).toEqual({
      "GET /accounts/{id}/bank_accounts": "accounts.listBankAccounts",
      "POST /accounts/{id}/bank_accounts": "accounts.createBankAccount",
      "GET /accounts/{id}/bank_accounts/{bank}": "accounts.getBankAccount",
      "DELETE /accounts/{id}/bank_accounts/{bank}": "accounts.deleteBankAccount",
      "GET /accounts/{id}/settings": "accounts.getSettings",
    });
  });

  test("does not take the place of a locked one", () => {
    const given = { "/orders": { get: "getOrders" }, "/orders/{id}": { get: "getOrder" } };
    const locked = { "GET /orders": "orders.get", "GET /orders/{id}": "orders.getOrder" };
    expect(namesOf(given, "orders", locked)).toEqual(locked);
    expect(namesOf(given, "orders")).toEqual({
      "GET /orders": "orders.list",
      "GET /orders/{id}": "orders.get",
    });
  });
});

test.each([
  ["54763641281d830c946a3d78", "orders.list"],
  ["{6f1c2b4e-93a1-4c1f-9d53-0a8c6a2f7b10}", "orders.list"],
  ["204", "orders.list"],
  ["deadbeef", "orders.deadbeef"],
])("an operationId that a program made names nothing: %s", (id, name) => {
  expect(Object.values(namesOf({ "/orders": { get: [id, LIST] } }))).toEqual([name]);
});

test.each([
  ["heroes", "Hero"],
  ["analyses", "Analysis"],
  ["quizzes", "Quiz"],
  ["leaves", "Leaf"],
])("%s are in the plural", (noun, one) => {
  const given = {
    [`/${noun}`]: { get: `get${one}List`, post: `create${one}` },
    [`/${noun}/{id}`]: { get: `get${one}` },
  };
  expect(Object.values(namesOf(given, one))).toEqual([`${noun}.list`, `${noun}.create`, `${noun}.get`]);
});

describe("an item is read by its own path", () => {
  test("and not by that of another item", () => {
    const given = {
      "/orders/label/{labelId}": { get: "getOrdersByLabel" },
      "/orders/{orderId}": { get: "getOrderbyId" },
    };
    expect(namesOf(given, "Orders")).toEqual({
      "GET /orders/label/{labelId}": "orders.getByLabel",
      "GET /orders/{orderId}": "orders.get",
    });
  });

  const ORDER: JsonObject = { type: "object", properties: { id: {}, total: {} } };
  const PAGE: JsonObject = {
    type: "object",
    properties: { next: {}, values: { type: "array", items: ORDER } },
  };

  test.each([
    ["{shop}", "orders.list", "orders.get"],
    ["{orderId}", "orders.get", "orders.getByOrderIdAndLine"],
  ])("behind the page of %s", (key, page, one) => {
    const given = {
      [`/orders/${key}`]: { get: ["", PAGE] },
      [`/orders/${key}/{line}`]: { get: ["", ORDER] },
    } as const;
    expect(Object.values(namesOf(given, "Orders"))).toEqual([page, one]);
  });
});

test.each<[string, JsonObject]>([
  [
    "below two holders",
    { embedded: { type: "object", properties: { data: { type: "object", properties: { orders: LIST } } } } },
  ],
  ["that alternatives are", { data: { oneOf: [LIST, { type: "array", items: { type: "object" } }] } }],
])("a list %s is found", (_, properties) => {
  const schema = { type: "object", properties };
  expect(namesOf({ "/orders": { get: ["getOrders", schema] } }, "Orders")).toEqual({
    "GET /orders": "orders.list",
  });
});

test("an object of links with `next` leads to more, on any path", () => {
  const properties = { results: LIST, links: { type: "object", properties: { self: {}, next: {} } } };
  expect(namesOf({ "/feed": { get: ["getFeed", { type: "object", properties }] } }, "Feed")).toEqual({
    "GET /feed": "feed.list",
  });
});

describe("one item has the standard name before the whole collection", () => {
  test.each([
    ["orders/{id} deleteOrder", "orders deleteOrders", "deleteOrders"],
    ["orders/{id} removeOrder", "orders removeAllOrders", "deleteAll"],
    ["orders/{id} ", "orders ", "deleteAll"],
    ["orders/{id} orders_delete", "orders orders_delete_list", "deleteList"],
    ["shops/{shop}/orders/{id} deleteOrder", "shops/{shop}/orders deleteOrders", "deleteOrders"],
    ["shops/{shop}/orders/{id} deleteOrder", "shops/{shop}/orders deleteAllOrders", "deleteAll"],
    ["orders/{id} ", "shops/{shop}/orders ", "deleteAllForShop"],
  ])("DELETE /%s, /%s", (one, many, name) => {
    const [item = "", id = ""] = one.split(" ");
    const [all = "", idOfAll = ""] = many.split(" ");
    const given = { [`/${all}`]: { delete: idOfAll }, [`/${item}`]: { delete: id } };
    expect(namesOf(given, "Orders")).toEqual({
      [`DELETE /${all}`]: `orders.${name}`,
      [`DELETE /${item}`]: "orders.delete",
    });
  });

  test("also where both are updated", () => {
    const given = {
      "/shops/{shop}/orders": { put: "updateOrders" },
      "/shops/{shop}/orders/{id}": { put: "updateOrder" },
    };
    expect(Object.values(namesOf(given, "Orders"))).toEqual(["orders.updateOrders", "orders.update"]);
  });

  test("which has it where it is alone, and where it is one thing", () => {
    expect(namesOf({ "/orders": { delete: "deleteOrders" } }, "Orders")).toEqual({
      "DELETE /orders": "orders.delete",
    });
    const given = { "/cart": { delete: "deleteCart" }, "/cart/{item}": { delete: "deleteCartItem" } };
    expect(Object.values(namesOf(given, "Cart"))).toEqual(["cart.delete", "cart.deleteByItem"]);
  });
});

describe("a verb that says no more than the method does to one item", () => {
  test.each([
    ["put", item, "saveOrder", "update"],
    ["patch", item, "overwriteOrder", "update"],
    ["patch", item, "amendOrder", "update"],
    ["put", item, "amendOrder", "update"],
    ["post", item, "writeOrder", "update"],
    ["delete", item, "eraseOrder", "delete"],
    ["delete", item, "dropOrder", "delete"],
    ["delete", item, "archiveOrder", "archive"],
    ["delete", item, "eraseOrderHistory", "eraseHistory"],
    ["put", "/orders/save/{id}", "saveOrder", "save"],
    ["put", "/orders", "saveOrders", "save"],
    ["post", "/orders", "saveOrder", "save"],
    ["post", "/orders/{id}/erase", "eraseOrder", "erase"],
    ["get", "/saveOrder", "saveOrder", "save"],
    ["get", item, "viewOrder", "get"],
    ["get", "/orders/{id}/view", "viewOrder", "view"],
  ])("%s %s %s is %s", (method, path, id, name) => {
    expect(Object.values(namesOf({ [path]: { [method]: id } }, "Orders"))).toEqual([`orders.${name}`]);
  });

  test("replaces beside a PATCH", () => {
    expect(namesOf({ [item]: { put: "saveOrder", patch: "updateOrder" } }, "Orders")).toEqual({
      [`PUT ${item}`]: "orders.replace",
      [`PATCH ${item}`]: "orders.update",
    });
  });
});

describe("a word that says no more than one behind the resource", () => {
  const ONE: JsonObject = { type: "object", properties: { id: {}, total: {} } };

  test.each<[string, string, string, JsonObject, string]>([
    ["get", item, "order_details", ONE, "get"],
    ["get", item, "getOrderInfo", ONE, "get"],
    ["get", "/order/{id}", "orderDetail", ONE, "get"],
    ["put", item, "changeOrderDetails", ONE, "update"],
    ["delete", item, "deleteOrderItem", ONE, "delete"],
    ["get", item, "orderDetails", LIST, "details"],
    ["get", "/orders/{id}/details", "orderDetails", ONE, "details"],
    ["get", "/items/{id}", "getOrderItem", ONE, "getItem"],
    ["delete", "/order/{id}", "deleteOrderItem", ONE, "deleteItem"],
    ["get", item, "getOrderDetailsOfShop", ONE, "getDetailsOfShop"],
  ])("%s %s %s", (method, path, id, schema, name) => {
    const [found] = Object.values(namesOf({ [path]: { [method]: [id, schema] } }, "Orders"));
    expect(found?.split(".")[1]).toBe(name);
  });
});

describe("a version at the end of an operationId", () => {
  const namedBy = (path: string, ...ids: readonly string[]) => {
    const given = ids.map(
      (id, index) => [index === 0 ? path : `/other/${index}`, { get: [id, LIST] }] as const,
    );
    return Object.values(namesOf(Object.fromEntries(given), "Orders"))[0];
  };

  test("of a framework names nothing", () => {
    const given = {
      "/orders": { get: ["OrdersController_findAll_v1", LIST], post: "OrdersController_create_v1" },
      "/orders/{id}": { get: "OrdersController_findOne_v1", delete: "OrdersController_remove_v1" },
    } as const;
    const names = ["orders.list", "orders.create", "orders.get", "orders.delete"];
    expect(Object.values(namesOf(given, "Orders")).toSorted()).toEqual(names.toSorted());
    expect(namedBy("/orders", "listOrdersV2", "countOrders")).toBe("orders.list");
  });

  test.each([
    ["/orders", ["OrdersController_findAll_v1", "OrdersController_findAll_v2"], "orders.findAllV1"],
    ["/orders", ["listOrdersV2", "listOrders"], "orders.listV2"],
    ["/orders/tokens-v2", ["listTokensV2"], "orders.listTokensV2"],
    ["/orders/random", ["listUuidV4"], "orders.listUuidV4"],
  ])("of %s with %j stays", (path, ids, name) => {
    expect(namedBy(path, ...ids)).toBe(name);
  });
});

describe("a read of one whose operationId ends in a word for many", () => {
  const ONE: JsonObject = { type: "object", properties: { name: {}, status: {} } };
  const readAs = (path: string, id: string, schema: JsonObject) =>
    Object.values(namesOf({ [path]: { get: [id, schema] } }, "Index Operations"));

  test("is never a list", () => {
    expect(readAs("/databases/{name}", "describe_index", ONE)).toEqual(["indexOperations.describeIndex"]);
    expect(readAs("/databases/{name}", "databaseList", ONE)).toEqual(["indexOperations.getDatabase"]);
  });

  test.each<[string, string, JsonObject]>([
    ["of a list", "/databases/{name}", LIST],
    ["of what may be either", "/databases/{name}", { type: "object", additionalProperties: {} }],
    ["of a path without a key", "/databases/{name}/other", ONE],
  ])("%s is verb first", (_, path, schema) => {
    expect(readAs(path, "snapshots_index", schema)).toEqual(["indexOperations.listSnapshots"]);
  });
});

describe("an operationId that is the path, with the noun of its item in the singular", () => {
  test.each([
    ["/landing-pages/{page_id}", "get", "getLandingPageId", "landingPages.get"],
    ["/landing-pages/{page_id}", "delete", "deleteLandingPageId", "landingPages.delete"],
    ["/landing-pages/{page_id}/content", "get", "getLandingPageIdContent", "landingPages.getContent"],
    ["/sessions/{session_id}", "get", "session_id_get", "sessions.get"],
    // A person's.
    ["/users/{user}/name", "get", "getUserName", "users.getName"],
    ["/shops/{id}/audit", "get", "getShopAudit", "shops.getAudit"],
  ])("%s %s %s", (path, method, id, name) => {
    expect(namesOf({ [path]: { [method]: id } })).toEqual({ [`${method.toUpperCase()} ${path}`]: name });
  });
});

describe("a read of the resource for something else", () => {
  test.each<[string, string, JsonObject, string]>([
    ["/shops/{shop}/orders", "getOrdersForShop", LIST, "orders.listForShop"],
    [
      "/shops/{shop}/orders",
      "getOrdersForShop",
      { type: "object", properties: { total: {} } },
      "orders.getForShop",
    ],
    ["/shops/{shop}/order", "getOrderForShop", LIST, "orders.getForShop"],
    ["/shops/{shop}/orders", "findOrdersForShop", LIST, "orders.findForShop"],
  ])("%s, %s", (path, id, schema, name) => {
    expect(namesOf({ [path]: { get: [id, schema] } }, "Orders")).toEqual({ [`GET ${path}`]: name });
  });
});
