import { expect, test } from "vitest";
import { modelOf } from "../model-of.js";

/** The names of the operations of a contract, each given as method, path, tag and operationId. */
function namesOf(...given: readonly (readonly [route: string, tag: string, id: string])[]): string[] {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, tag, operationId] of given) {
    const [method = "", path = ""] = route.split(" ");
    const operation = { operationId, tags: [tag], responses: { "200": { description: "" } } };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const { operations } = modelOf(JSON.stringify({ paths }));
  const names = new Map(operations.map((one) => [`${one.method} ${one.path}`, one.name]));
  return given.map(([route]) => {
    const { resource, method } = names.get(route) ?? { resource: "", method: "" };
    return `${resource}.${method}`;
  });
}

// What an operation is about is said once.
test.each([
  ["new", "POST /cards", "Cards", "createNewCard", "cards.create"],
  ["new, of something else", "POST /runs/nightly", "Jobs", "postNewNightlyJob", "jobs.postNightlyJob"],
  ["new, of a GET", "GET /cards/fresh", "Cards", "listNewCards", "cards.listNewCards"],
  ["specific", "GET /cards/{id}", "Cards", "getSpecificCard", "cards.get"],
  ["specific, of many", "GET /cards/{id}/full", "Cards", "getSpecificCards", "cards.getSpecificCards"],
  ["what is above, in another number", "GET /orgs/{org}/maps", "Orgs Maps", "listOrgMaps", "orgsMaps.list"],
  ["the same, and more", "GET /orgs/{org}/maps/size", "Orgs Maps", "getOrgMapSize", "orgsMaps.getSize"],
  ["the end of the resource", "GET /loanTypes/{id}", "Loan Types", "getType", "loanTypes.get"],
  ["words that a path does not divide", "GET /loantypes/{id}", "Loan Types", "getLoanType", "loanTypes.get"],
  [
    "a resource that is a call",
    "POST /createAlert",
    "Create Alert",
    "createAlert",
    "createAlert.createAlert",
  ],
  ["a class", "GET /fees/{id}", "Reading", "LoanFees_GetLoanFee", "reading.getLoanFee"],
  ["a class that says more", "GET /fees/{id}", "Reading", "Loans_GetFee", "reading.getLoanFee"],
  ["a plural of a singular path", "GET /loantype", "loantype", "getLoanTypes", "loantype.list"],
  [
    "a noun that means many elsewhere",
    "GET /db/collections/{id}",
    "Db",
    "dbGetCollection",
    "db.getCollection",
  ],
  ["all of a list", "POST /shops/{id}/cards", "Cards", "List all cards", "cards.list"],
  ["all of another list", "GET /shops/{id}/tags", "Shops", "listAllTagsInShop", "shops.listTagsInShop"],
  ["all, as the path has it", "GET /cards/all-day", "Cards", "listAllDayCards", "cards.listAllDayCards"],
  ["all, before a preposition", "GET /shops/{id}/x", "Cards", "listAllForShop", "cards.listAllForShop"],
  ["all of them", "GET /cards/count", "Cards", "countAllCards", "cards.count"],
  ["all of them, done", "POST /cards/x", "Cards", "resetAllCards", "cards.resetAll"],
  ["all, and more", "POST /cards/x", "Cards", "reloadAllCardsOneShop", "cards.reloadAllCardsOneShop"],
  ["small letters", "POST /shops/{id}/cards", "Cards", "savecard", "cards.save"],
  ["a key in small letters", "GET /card/{cardNumber}", "Card", "getBycardNumber", "card.get"],
  [
    "the same behind more",
    "GET /cards/{cardNumber}/pin",
    "Cards",
    "getPinBycardNumber",
    "cards.getPinByCardNumber",
  ],
  ["another word with by", "GET /cards/{id}/pin", "Cards", "getPinBystander", "cards.getPinBystander"],
  ["retrieve", "GET /cards/{id}/pin", "Cards", "retrieveCardPin", "cards.getPin"],
  ["fetch", "GET /shop/names", "Shop", "fetchNames", "shop.listNames"],
  ["what a path says", "POST /cards/fetch", "Cards", "fetchCards", "cards.fetch"],
  ["an actions folder", "POST /cards/{id}/actions/pause", "Cards", "", "cards.pause"],
  ["actions themselves", "GET /cards/{id}/actions", "Cards", "", "cards.listActions"],
])("%s: %s of %s, %s", (_name, route, tag, id, want) => {
  expect(namesOf([route, tag, id])).toEqual([want]);
});

// Functions of a JSON:API.
test.each([
  ["GET /v1/apps/{id}", "apps-get_instance", "apps.get"],
  ["POST /v1/apps", "apps-create_instance", "apps.create"],
  ["GET /v1/apps/{id}/builds", "apps-builds-get_to_many_related", "apps.listBuilds"],
  ["GET /v1/apps/{id}/owner", "apps-owner-get_to_one_related", "apps.getOwner"],
  [
    "GET /v1/apps/{id}/relationships/builds",
    "apps-builds-get_to_many_relationship",
    "apps.listBuildRelationships",
  ],
  [
    "PATCH /v1/apps/{id}/relationships/owner",
    "apps-owner-update_to_one_relationship",
    "apps.updateOwnerRelationship",
  ],
  ["GET /v1/apps/{id}/icon", "get_icon_instance", "apps.getIconInstance"],
])("a relation: %s, %s", (route, id, want) => {
  expect(namesOf([route, "apps", id])).toEqual([want]);
});

test.each([
  ["addTag", "addTags", "tags.addTags"],
  ["addTag", "addTagsInBulk", "tags.addInBulk"],
])("a plural stays beside a name that is equal without it: %s, %s", (one, many, want) => {
  const [, name] = namesOf(["PUT /tags/{id}", "Tags", one], ["PUT /tags", "Tags", many]);
  expect(name).toBe(want);
});

test("all of a list, beside one of some", () => {
  expect(
    namesOf(
      ["POST /cards/list_all", "Cards", "listAllCardsForShop"],
      ["POST /cards/list", "Cards", "listCardsForShop"],
    ),
  ).toEqual(["cards.listAllCardsForShop", "cards.listForShop"]);
});

test("all of a list, beside what gets some of it", () => {
  const names = namesOf(
    ["GET /cards/lines", "Cards", "listAllLines"],
    ["GET /cards/{id}/lines", "Cards", "getLines"],
  );
  expect(names[0]).toBe("cards.listAllLines");
});
