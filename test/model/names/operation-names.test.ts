import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OperationName } from "../../../src/model/api-model.js";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import { operationIdentity, operationName } from "../../../src/model/names/member-names.js";
import { prefixOf } from "../../../src/model/names/read/path-prefix.js";
import { nameOperations } from "../../../src/model/names/operation-names.js";
import type { RawOperation } from "../../../src/model/operations/list-raw-operations.js";
import { words } from "../../../src/text/words.js";

interface Given {
  readonly id?: string;
  readonly tag?: string;
  readonly method?: string;
  readonly path?: string;
}

function raw({ id, tag, method = "GET", path = "/x" }: Given): RawOperation {
  const json: JsonObject = {
    ...(id === undefined ? {} : { operationId: id }),
    ...(tag === undefined ? {} : { tags: [tag] }),
  };
  return { method, path, json, pathItem: {}, pointer: `#/${path}/${method}`, pathPointer: `#/${path}` };
}

/** Operation identity → emitted name. */
function namesOf(
  given: readonly Given[],
  locked = new Map<string, string>(),
): Readonly<Record<string, string>> {
  const before = new Map(
    [...locked].map(([identity, name]) => {
      const [resource = "", method = ""] = name.split(".");
      return [identity, operationName(resource, method)];
    }),
  );
  const names = nameOperations(given.map(raw), { locked: before });
  return Object.fromEntries(
    [...names].map(([operation, { resource, method }]) => [
      operationIdentity(operation),
      `${resource}.${method}`,
    ]),
  );
}

test("functions of one name, numbered by a framework, are told apart by their paths, or their methods", () => {
  const tag = "pet-job-controller";
  const post = (id: string, path: string) => ({ id, tag, method: "POST", path });
  const names = [
    post("start", "/pets/import-jobs"),
    post("start_1", "/pets/export-jobs"),
    post("start_2", "/pets/jobs"),
    post("stop_1", "/pets/halts"),
    post("find", "/pets/{id}/finds"),
    post("find_1", "/shops/{id}/finds"),
    { ...post("DuplicateName", "/pets/names"), method: "GET" },
    { ...post("DuplicateName2", "/pets/names"), method: "PUT" },
    post("add_2", "/pets/sums"),
  ];
  expect(namesOf(names)).toEqual({
    "POST /pets/import-jobs": "petJobs.startImport",
    "POST /pets/export-jobs": "petJobs.startExport",
    "POST /pets/jobs": "petJobs.start",
    "POST /pets/halts": "petJobs.stop",
    "POST /pets/{id}/finds": "petJobs.find",
    "POST /shops/{id}/finds": "petJobs.findForShop",
    "GET /pets/names": "petJobs.getDuplicateName",
    "PUT /pets/names": "petJobs.putDuplicateName",
    "POST /pets/sums": "petJobs.create",
  });
});

const SPELLINGS: readonly (readonly [string, Given, string])[] = [
  ["camel case, the tag's noun left out", { id: "listPets", tag: "Pets" }, "pets.list"],
  ["camel case, the noun in the singular", { id: "getPet", tag: "Pets" }, "pets.get"],
  ["the tag of a class", { id: "listPets", tag: "pet-controller" }, "pet.list"],
  ["the tag of a class in one word", { id: "getPet", tag: "PetResource" }, "pet.get"],
  ["a tag that is the word for a class", { id: "startIt", tag: "service" }, "service.startIt"],
  [
    "a tag that is the method",
    { id: "Pets_Delete", tag: "Delete", method: "DELETE", path: "/pets/{id}" },
    "pets.delete",
  ],
  [
    "a version behind the first noun",
    { tag: "scim", method: "POST", path: "/scim/2.0/Users" },
    "scim.createUser",
  ],
  ["the noun first", { id: "petsList", tag: "pets" }, "pets.list"],
  ["the noun inside", { id: "getPetPhotos", tag: "pets" }, "pets.getPhotos"],
  ["a noun that only starts alike", { id: "listPetstores", tag: "pets" }, "pets.listPetstores"],
  ["a noun that is all there is", { id: "pets", tag: "pets" }, "pets.pets"],
  ["snake case", { id: "list_pets", tag: "pets" }, "pets.list"],
  ["kebab case and capitals", { id: "LIST-PETS", tag: "PETS" }, "pets.list"],
  ["spaces", { id: "list all pets", tag: "Pet Shop" }, "petShop.listPets"],
  ["a dot, no tag", { id: "pets.list" }, "pets.list"],
  ["dots, no tag", { id: "admin.pets.list" }, "adminPets.list"],
  ["the service before the tag", { id: "storage.petShops.list", tag: "petShops" }, "petShops.list"],
  ["a slash, no tag", { id: "pets/list" }, "pets.list"],
  [
    "method and path that FastAPI writes after it",
    { id: "read_items_v1_items__item_id__get", tag: "items", path: "/v1/items/{item_id}" },
    "items.get",
  ],
  ["the same without tag", { id: "read_items_items__get", path: "/items/" }, "items.list"],
  [
    "the path of another method stays",
    { id: "read_items_items__post", tag: "items", path: "/items/" },
    "items.readItemsPost",
  ],
  ["nothing but method and path", { id: "_items_get", tag: "pets", path: "/items" }, "pets.listItems"],
  [
    "nothing but method and path with the version, as grape-swagger",
    { id: "getApiV4GroupsIdBadges", tag: "badges", path: "/v4/groups/{id}/badges" },
    "badges.list",
  ],
  [
    "nothing but method and path without the version",
    { id: "getGroupsIdBadges", tag: "badges", path: "/v4/groups/{id}/badges" },
    "badges.list",
  ],
  ["nothing but method and path", { id: "get-cards-cardId", path: "/cards/{cardId}" }, "cards.get"],
  ["nothing but path and method", { id: "cards_id_get", path: "/cards/{id}" }, "cards.get"],
  [
    "nothing but method and path, as huma",
    { id: "list-cards-by-id-owners", path: "/cards/{id}/owners" },
    "cards.listOwners",
  ],
  [
    "nothing but method and path from a later noun on, as a group of huma",
    { id: "get-photos-by-photo-id-tags", tag: "pets", path: "/shops/{shopId}/photos/{photoId}/tags" },
    "pets.listShopPhotoTags",
  ],
  [
    "what a person calls one of many",
    { id: "getPhotoByCode", tag: "pets", path: "/shops/{shopId}/photo/{code}" },
    "pets.getPhotoByCode",
  ],
  [
    "fewer words than the path has",
    { id: "getPriceListsPricelistid", tag: "prices", path: "/price-lists/{priceListId}" },
    "prices.getPriceList",
  ],
  [
    "more words than the path has",
    { id: "getMyPrices", tag: "prices", path: "/myprices" },
    "prices.getMyPrices",
  ],
  [
    "two parameters in one segment",
    { id: "PlacesByLatAndLngGet", tag: "places", path: "/places/{lat},{lng}" },
    "places.get",
  ],
  ["an article", { id: "cancel-a-ride", tag: "rides", method: "POST", path: "/halts" }, "rides.cancel"],
  [
    "articles behind the verb and behind prepositions",
    { id: "Send the tags of a ride for the driver", tag: "x", method: "POST", path: "/x" },
    "x.sendTagsOfRideForDriver",
  ],
  ["a letter that is no article", { id: "listVitaminALevels", tag: "x", path: "/x" }, "x.listVitaminALevels"],
  [
    "the HTTP method before a noun",
    { id: "patchOwner", tag: "pets", method: "PATCH", path: "/pets/{id}/owner" },
    "pets.updateOwner",
  ],
  [
    "the HTTP method before one of those that the path ends in",
    { id: "postPhoto", tag: "pets", method: "POST", path: "/pets/{id}/photos" },
    "pets.createPhoto",
  ],
  [
    "the HTTP method before what is no collection",
    { id: "postQuestion", tag: "pets", method: "POST", path: "/pets/{id}/ask" },
    "pets.postQuestion",
  ],
  [
    "the HTTP method before a verb that says the same",
    { id: "PUT_UpdateOwner", tag: "pets", method: "PUT", path: "/pets/{id}/owner" },
    "pets.updateOwner",
  ],
  [
    "the noun of an area behind what it is about",
    { id: "countOrderStatistics", tag: "Statistics", path: "/statistics/orders/count" },
    "statistics.countOrders",
  ],
  [
    "the noun of many behind their kind",
    { id: "getUserSegments", tag: "Segments", path: "/segments/users" },
    "segments.getUserSegments",
  ],
  ["nothing but path and method, dotted", { id: "cards.id.get", path: "/cards/{id}" }, "cards.get"],
  ["a number for a parameter", { id: "zones-0-get", tag: "Zones", path: "/zones/{zone_id}" }, "zones.get"],
  [
    "nothing but method and path, as Stripe",
    { id: "GetAccountsAccount", path: "/v1/accounts/{account}" },
    "accounts.get",
  ],
  ["a path of which an id says a part", { id: "getCardsId", path: "/cards/{id}/owner" }, "cards.getId"],
  ["the noun and a number, as springdoc", { id: "search_1", tag: "search" }, "search.search"],
  [
    "path and method with the prefix, as API Platform",
    { id: "api_books_post", tag: "Books", method: "POST", path: "/books" },
    "books.create",
  ],
  [
    "the prefix of a path before what a person named",
    { id: "api_books_get_collection", tag: "Books", path: "/books" },
    "books.list",
  ],
  [
    "method and path as the contract writes them before it, as HubSpot",
    { id: "patch-/v3/events/{id}_update", tag: "Basic", method: "PATCH", path: "/v3/events/{id}" },
    "basic.update",
  ],
  ["the same without tag", { id: "get-/v3/events/_getPage", path: "/v3/events/" }, "events.getPage"],
  [
    "method and path before what is no name",
    { id: "get-/pets-old", tag: "Pets", path: "/pets" },
    "pets.getOld",
  ],
  [
    "whose the resource is, before it",
    { id: "admin.users.roles.list", tag: "users", path: "/admin/users" },
    "users.listRoles",
  ],
  ["the resource first", { id: "users.roles.list", tag: "users", path: "/users" }, "users.listRoles"],
  [
    "the same below the server's path, and with a class",
    { id: "GET /shop/v1/cats/{id}_CatsController_findOne", path: "/cats/{id}" },
    "cats.get",
  ],
  [
    "nothing but method and path as the contract writes them",
    { id: "delete-/shop/cards/{appId}/{cardId}", tag: "Cards", method: "DELETE", path: "/{appId}/{cardId}" },
    "cards.delete",
  ],
  ["nothing but method and path without a divider", { id: "get/v1/cards", path: "/v1/cards" }, "cards.list"],
  [
    "method and path with a separator and nothing behind it",
    { id: "get-/cards_", tag: "Cards", path: "/cards" },
    "cards.list",
  ],
  [
    "the path of another method as the contract writes it",
    { id: "get-/cards_list", tag: "Pets", method: "POST", path: "/cards" },
    "pets.getCardsList",
  ],
  [
    "a longer path than the operation's",
    { id: "get-/cardsets_list", tag: "Cards", path: "/cards" },
    "cards.getCardsetsList",
  ],
  ["a verb that says nothing alone", { id: "doSearch", tag: "Search" }, "search.doSearch"],
  ["the same verb before more", { id: "doPetUpsert", tag: "Pets" }, "pets.doUpsert"],
  ["a noun that is spelt like a prefix", { id: "getApiKeys", tag: "keys", path: "/api-keys" }, "keys.list"],
  ["the controller's class", { id: "CatsController_findAll", tag: "cats" }, "cats.list"],
  ["the controller's class, no tag", { id: "CatsController_findAll" }, "cats.list"],
  ["the class of another controller", { id: "CatsController_findAll", tag: "animals" }, "animals.listCats"],
  ["the service's class, as gRPC", { id: "CatService_FindCats", tag: "CatService" }, "cat.list"],
  ["the service's class, no tag", { id: "CatService_FeedCat" }, "cat.feed"],
  [
    "the controller's class without a divider",
    { id: "catControllerFindAll_1", tag: "cat-controller" },
    "cat.list",
  ],
  [
    "a last word that is part of the noun",
    { id: "getTerms", tag: "Terms of service" },
    "termsOfService.getTerms",
  ],
  ["a namespace in the plural", { id: "pets.listAll", tag: "pet" }, "pet.list"],
  [
    "a namespace that starts the tag",
    { id: "users.ListMessages", tag: "users.message" },
    "usersMessage.list",
  ],
  ["a namespace that the tag does not say", { id: "pets.photos.list", tag: "pets" }, "pets.listPhotos"],
  ["a tag with a namespace: its last noun", { id: "createVoice", tag: "audio.voices" }, "audioVoices.create"],
  [
    "a verb like the last noun of a tag",
    { id: "schedule_workflow", tag: "beta.schedules" },
    "betaSchedules.scheduleWorkflow",
  ],
  ["the noun divided otherwise", { id: "addons_list", tag: "Add-Ons" }, "addOns.list"],
  [
    "the noun after the verb divided otherwise",
    { id: "listVpcNatGateways", tag: "VPCNAT Gateways" },
    "vpcnatGateways.list",
  ],
  ["a word that only starts as the noun ends", { id: "add_onset", tag: "Add-Ons" }, "addOns.addOnset"],
  ["a tag of nouns without namespace", { id: "createVoice", tag: "Audio voices" }, "audioVoices.createVoice"],
  ["a tag that ends in a separator", { id: "createVoice", tag: "Voices:" }, "voices.create"],
  ["abbreviations", { id: "getHTTPStatusByID2", tag: "meta" }, "meta.getHttpStatusById2"],
  ["letters of other scripts", { id: "списокПитомцев", tag: "Питомцы" }, "питомцы.списокПитомцев"],
  ["a tag of several words", { id: "run", tag: "Deal exports (v2)" }, "dealExportsV2.run"],
  ["a digit first", { id: "2faEnable", tag: "3d models" }, "_3DModels._2FaEnable"],
  ["neither letter nor digit in the id", { id: "---", tag: "pets", path: "/pets" }, "pets.list"],
  ["neither letter nor digit in the tag", { id: "list", tag: "!!!", path: "/pets" }, "pets.list"],
  [
    "a reserved word of the language is a method all the same",
    { id: "deletePet", tag: "pets" },
    "pets.delete",
  ],
  ["import", { id: "import", tag: "deals" }, "deals.import"],
  ["what would make a resource a promise", { id: "then", tag: "then" }, "then_.then_"],
  ["what every class has", { id: "constructor", tag: "constructor" }, "constructor_.constructor_"],
  ["what would set a prototype", { id: "__proto__", tag: "__proto__" }, "proto.proto"],
  ["what a resource adds itself", { id: "modify", tag: "resume" }, "resume.modify_"],
  ["what a client adds itself", { id: "connect", tag: "connect" }, "connect_.connect"],
];

describe("a resource is in the plural", () => {
  const names = (given: readonly Given[], locked?: Map<string, string>) =>
    Object.values(namesOf(given, locked));
  const list = { id: "list", tag: "pet-controller", path: "/pets" };
  const stop = { id: "stop", tag: "pet-controller", method: "POST", path: "/pets/halt" };

  test.each<[string, readonly Given[], readonly string[]]>([
    ["where its paths are", [list, stop], ["pets.list", "pets.stop"]],
    ["not where one is in the singular", [list, { ...stop, path: "/pet/stop" }], ["pet.list", "pet.stop"]],
    ["by the last noun of several", [{ ...list, tag: "house pet", path: "/pets" }], ["housePets.list"]],
    [
      "not where another resource is called so",
      [list, { id: "feed", tag: "pets", path: "/feed" }],
      ["pet.list", "pets.feed"],
    ],
    ["not where nothing says it", [{ ...list, path: "/animals" }], ["pet.list"]],
  ])("%s", (_, given, want) => {
    expect(names(given)).toEqual(want);
  });

  test("not where a client has it in the singular", () => {
    const locked = new Map([["GET /pets", "pet.list"]]);
    expect(names([list, stop], locked)).toEqual(["pet.list", "pet.stop"]);
  });
});

describe("the name of an operation", () => {
  test.each(SPELLINGS)("%s", (_, given, want) => {
    expect(Object.values(namesOf([given]))).toEqual([want]);
  });

  const WITHOUT_ID: readonly (readonly [string, Given, string])[] = [
    ["path and verb", { path: "/pets" }, "pets.list"],
    ["a version is no resource", { path: "/v1/pets" }, "pets.list"],
    ["nor are other prefixes", { path: "/rest/api/2010-04-01/v1.1beta2/pets/{id}" }, "pets.get"],
    ["a prefix alone", { path: "/api/v1" }, "api.getV1"],
    ["a version alone", { path: "/v1/{id}" }, "root.getV1"],
    ["a prefix before another noun than the tag's", { path: "/api/pets", tag: "shop" }, "shop.listPets"],
    ["parameters", { path: "/pets/{petId}" }, "pets.get"],
    ["what stands below", { method: "POST", path: "/pets/{petId}/photos" }, "pets.createPhoto"],
    ["two parameters", { path: "/a/{b}/c/{d}" }, "a.getC"],
    ["the root", { path: "/" }, "root.get"],
    ["parameters alone", { path: "/{a}" }, "root.get"],
    [
      "what stands before the resource",
      { path: "/shops/{id}/pets/{id}/photos", tag: "pets" },
      "pets.listPhotos",
    ],
    ["a noun that begins with the resource", { path: "/pet-photos", tag: "pets" }, "pets.listPhotos"],
    [
      "what is done to the resource",
      { method: "POST", path: "/translate-file", tag: "translate" },
      "translate.translateFile",
    ],
    ["what runs in the background", { method: "POST", path: "/pets/export-jobs" }, "pets.export"],
    ["a version behind the noun", { path: "/pets/v2/{id}" }, "pets.get"],
    ["a format", { path: "/pets.json" }, "pets.list"],
    ["a format behind a noun", { path: "/pets/{id}/photo.{extension}" }, "pets.getPhoto"],
    [
      "a format without a dot",
      { method: "POST", path: "/updates/{id}/destroy{ext}", tag: "updates" },
      "updates.destroy",
    ],
    ["a format behind a parameter", { path: "/pets/{id}{ext}" }, "pets.get"],
    ["a verb", { method: "POST", path: "/pets/{id}/settle" }, "pets.settle"],
    ["a verb done again", { method: "POST", path: "/pets/{id}/recalculate" }, "pets.recalculate"],
    ["a verb undone", { method: "POST", path: "/pets/{id}/unregister" }, "pets.unregister"],
    ["a noun like a verb done again", { method: "POST", path: "/pets/{id}/remark" }, "pets.createRemark"],
    ["a noun that begins with `re`", { method: "POST", path: "/pets/{id}/reward" }, "pets.createReward"],
    ["a query of many", { method: "POST", path: "/shop/pets/query" }, "shop.queryPets"],
    ["what is never sent behind a path", { path: "/tags#arn" }, "tags.listArn"],
    ["a root with what is never sent", { path: "/#Action=AddTag" }, "root.getActionAddTag"],
    ["slashes and parameters in what is never sent", { path: "/a/{b}#c/{d}/e" }, "a.getCDE"],
    ["a verb for reading in the path, as .NET", { path: "/pets/GetByTag/{tag}" }, "pets.getByTag"],
    ["a list that the path ends in", { path: "/pets/list", tag: "pets" }, "pets.list"],
    ["a noun that begins like a verb", { path: "/load-balancers", tag: "net" }, "net.listLoadBalancers"],
    ["a method beyond the fixed ones", { method: "PURGE", path: "/cache" }, "cache.purge"],
  ];
  test.each(WITHOUT_ID)("without an operationId: %s", (_, given, want) => {
    expect(Object.values(namesOf([given]))).toEqual([want]);
  });

  test("is of what its path ends with, where the tag says a part of it", () => {
    const of = (method: string, path: string) => ({ tag: "Issue tracker", method, path });
    const path = "/hosts/{host}/issues";
    const given = [of("GET", path), of("DELETE", `${path}/{issue}`), of("GET", "/hosts/{host}/boards")];
    expect(Object.values(namesOf(given)).toSorted()).toEqual([
      "issueTracker.deleteIssue",
      "issueTracker.listHostBoards",
      "issueTracker.listIssues",
    ]);
  });

  test("what its types start with", () => {
    expect(operationName("dealExports", "runAll")).toEqual({
      resource: "dealExports",
      method: "runAll",
      type: "DealExportsRunAll",
    });
  });
});

describe("two operations with one name", () => {
  test("the operationId that sorts first keeps it, the other takes its whole operationId", () => {
    const given = [
      { id: "listPets", tag: "pets", path: "/pets" },
      { id: "list_pet", tag: "pets", path: "/pet" },
    ];
    expect(namesOf(given)).toEqual({ "GET /pets": "pets.list", "GET /pet": "pets.listPet" });
  });

  test("names that differ by case alone are one name, as they would be one file on many disks", () => {
    const given = [
      { id: "runall", tag: "pets", path: "/a" },
      { id: "runAll", tag: "PETS", path: "/b" },
    ];
    expect(namesOf(given)).toEqual({ "GET /b": "pets.runAll", "GET /a": "pets.getA" });
  });

  test("the other takes it without what a framework adds", () => {
    const given = [
      { id: "get_pet_pets_one_get", tag: "pets", path: "/pets/one" },
      { id: "get_pets_pets_get", tag: "pets", path: "/pets" },
    ];
    expect(namesOf(given)).toEqual({ "GET /pets/one": "pets.get", "GET /pets": "pets.list" });
  });

  test("the other takes its path where what stands behind method and path is alike", () => {
    const given = [
      { id: "get-/a/{id}_getById", tag: "pets", path: "/a/{id}" },
      { id: "get-/b/{id}_getById", tag: "pets", path: "/b/{id}" },
    ];
    expect(namesOf(given)).toEqual({ "GET /a/{id}": "pets.get", "GET /b/{id}": "pets.getByIdForB" });
  });

  test("paths that differ in what is never sent share a resource, and their methods say it where no id does", () => {
    const given = [
      { id: "AnalyzeImage", method: "POST", path: "/analyze" },
      { id: "AnalyzeImageInStream", method: "POST", path: "/analyze#overload=stream" },
      { method: "GET", path: "/analyze" },
      { method: "GET", path: "/analyze#overload=stream" },
      { method: "GET", path: "/analyze#overload=url" },
    ];
    expect(namesOf(given)).toEqual({
      "POST /analyze": "analyze.image",
      "POST /analyze#overload=stream": "analyze.imageInStream",
      "GET /analyze": "analyze.get",
      "GET /analyze#overload=stream": "analyze.getOverloadStream",
      "GET /analyze#overload=url": "analyze.getOverloadUrl",
    });
  });

  test("the same operationId twice: the path tells them apart", () => {
    const given = [
      { id: "list", tag: "pets", path: "/a" },
      { id: "list", tag: "pets", path: "/b" },
    ];
    expect(namesOf(given)).toEqual({ "GET /a": "pets.list", "GET /b": "pets.listB" });
  });

  test("the same operationId twice at one path: a verb gets no other before it", () => {
    const given = [
      { id: "create_1", tag: "foos", path: "/foo" },
      { id: "create_2", tag: "foos", path: "/foo", method: "PATCH" },
    ];
    expect(namesOf(given)).toEqual({ "GET /foo": "foos.create", "PATCH /foo": "foos.create2" });
  });

  test("the later takes its whole operationId where only the types would be one", () => {
    const given = [
      { id: "run", tag: "deal exports", path: "/a" },
      { id: "exportsRun", tag: "deal", path: "/b" },
    ];
    expect(namesOf(given)).toEqual({ "GET /b": "deal.exportsRun", "GET /a": "dealExports.getA" });
  });

  test("names from paths that are alike below the resource say the whole path", () => {
    const given = [
      { tag: "pets", path: "/shops/{id}/pets/{pet}/photos" },
      { tag: "pets", path: "/pets/{id}/photos" },
    ];
    expect(namesOf(given)).toEqual({
      "GET /shops/{id}/pets/{pet}/photos": "pets.listShopPhotos",
      "GET /pets/{id}/photos": "pets.listPhotos",
    });
  });

  test("a number is the last resort", () => {
    const given = ["/a", "/-a", "/a-"].map((path) => ({ path, tag: "pets" }));
    expect(namesOf(given)).toEqual({
      "GET /-a": "pets.getA",
      "GET /a": "pets.getA2",
      "GET /a-": "pets.getA3",
    });
  });

  test("a name of an earlier generation wins over one that sorts first", () => {
    const given = [
      { id: "aList", tag: "a", path: "/new" },
      { id: "list", tag: "a", path: "/old" },
    ];
    expect(namesOf(given)).toEqual({ "GET /new": "a.list", "GET /old": "a.getOld" });
    expect(namesOf(given, new Map([["GET /old", "a.list"]]))).toEqual({
      "GET /new": "a.aList",
      "GET /old": "a.list",
    });
  });
});

describe("names stay", () => {
  const word = fc.constantFrom("list", "get", "pet", "pets", "a", "A", "then", "2", "_", ".", "/", " ", "é");
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
  const operation = fc
    .record({
      id: fc.option(text, { nil: undefined }),
      tag: fc.option(text, { nil: undefined }),
      method: fc.constantFrom("GET", "POST"),
      path: fc
        .array(fc.constantFrom("pets", "pet", "{id}", "a", "-a"), { maxLength: 3 })
        .map((parts) => `/${parts.join("/")}`),
    })
    .map(({ id, tag, ...rest }): Given => ({
      ...rest,
      ...(id === undefined ? {} : { id }),
      ...(tag === undefined ? {} : { tag }),
    }));
  const operations = fc.uniqueArray(operation, {
    minLength: 1,
    maxLength: 8,
    selector: ({ method = "", path = "" }) => `${method} ${path}`,
  });
  const wanted = ({ type }: OperationName): string => type.toLowerCase();

  test("every operation has one, and no two share one", () => {
    fc.assert(
      fc.property(operations, (given) => {
        const names = Object.values(namesOf(given)).map((name) => name.toLowerCase());
        expect(new Set(names).size).toBe(given.length);
        for (const name of Object.values(namesOf(given))) {
          expect(name).toMatch(/^[\p{ID_Start}_$][\p{ID_Continue}$]*\.[\p{ID_Start}_$][\p{ID_Continue}$]*$/u);
        }
      }),
    );
  });

  test("whatever order the contract has them in", () => {
    fc.assert(
      fc.property(operations, fc.gen(), (given, gen) => {
        const shuffled = gen(() => fc.shuffledSubarray([...given], { minLength: given.length }));
        expect(namesOf(shuffled)).toEqual(namesOf(given));
      }),
    );
  });

  test("when operations are added that want no name which is taken", () => {
    fc.assert(
      fc.property(operations, (given) => {
        // A number may tell ids apart that are alike otherwise; operations of one id are told apart by their paths.
        const ids = given.flatMap(({ id }) => (id === undefined ? [] : [words(id).join(" ")]));
        fc.pre(!ids.some((id) => /\d/u.test(id)) && new Set(ids).size === ids.length);
        // All paths decide what they begin with.
        fc.pre(prefixOf(given.map(raw), {}).shared.length === 0);
        const alone = given.flatMap((one) => [...nameOperations([raw(one)]).values()].map(wanted));
        fc.pre(new Set(alone).size === alone.length);
        const before = Object.assign({}, ...given.map((one) => namesOf([one]))) as ReturnType<typeof namesOf>;
        const after = namesOf(given);
        // All operations of a resource decide whether it is in the plural.
        const resourceOf = (name = ""): string => name.slice(0, name.indexOf("."));
        const isMoved = ([one, name]: [string, string]): boolean =>
          resourceOf(name) !== resourceOf(after[one]);
        fc.pre(!Object.entries(before).some(isMoved));
        expect(after).toEqual(before);
      }),
    );
  });

  test("when operations are added that do, as long as the earlier names are given", () => {
    fc.assert(
      fc.property(operations, fc.nat(), (given, cut) => {
        const before = namesOf(given.slice(0, cut % given.length));
        const after = namesOf(given, new Map(Object.entries(before)));
        expect(after).toMatchObject(before);
      }),
    );
  });
});
