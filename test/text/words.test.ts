import { describe, expect, test } from "vitest";
import { camel, pascal, words } from "../../src/text/words.js";

describe("the words of a name", () => {
  test.each([
    { given: "listPetsByID2", want: ["list", "pets", "by", "id2"] },
    { given: "listVPCs", want: ["list", "vpcs"] },
    { given: "IDsOfURLs", want: ["ids", "of", "urls"] },
    { given: "AWSservice", want: ["aw", "sservice"] },
    { given: "HTTPServer", want: ["http", "server"] },
    { given: "list-pets_all.now", want: ["list", "pets", "all", "now"] },
    { given: "pets/{petId}", want: ["pets", "pet", "id"] },
    { given: "Список питомцев", want: ["список", "питомцев"] },
    { given: "GitHub's official API", want: ["git", "hubs", "official", "api"] },
    { given: "the pets’ owner", want: ["the", "pets", "owner"] },
    { given: "m² of 3d", want: ["m", "of", "3", "d"] },
    { given: "'…'", want: [] },
  ])("of $given are $want", ({ given, want }) => {
    expect(words(given)).toEqual(want);
  });
});

test("names of words begin with a capital letter, or with a small one", () => {
  expect([pascal(["list", "pets"]), camel(["list", "pets"])]).toEqual(["ListPets", "listPets"]);
});
