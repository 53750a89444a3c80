import { describe, expect, test } from "vitest";
import type { OperationName } from "../../src/model/api-model.js";
import { type ClassPreferences, nameClass } from "../../src/plan/client-class.js";
import { thrownBy } from "../model/model-of.js";

const LIST: OperationName = { resource: "pets", method: "list", type: "PetsList" };

const named = (title: string, wishes: ClassPreferences = {}) =>
  nameClass({ title, operations: [LIST] }, wishes);

describe("the class of a client", () => {
  test.each([
    ["Swagger Petstore - OpenAPI 3.0", "SwaggerPetstore"],
    ["Server-to-Server External API for Cabinet Access", "ExternalApi"],
    ["Transport for London Unified API", "TransportForLondonUnifiedApi"],
    ["Listen API: Podcast Search, Directory, and Insights API", "ListenApiPodcastSearchDirectory"],
    ["The list of everything that is there in the Cabinets", "TheListOfEverythingThatIsThere"],
    ["Schnittstelle der Vermessungsverwaltung für Grundstücke", "SchnittstelleDerVermessungsverwaltung"],
    ["Fish and OpenAPI", "Fish"],
    ["Fish API Specification (https://fish.example/docs)", "FishApi"],
    ["Fish API Reference Documentation", "FishApi"],
    ["Fish API Specification - UK", "FishApiSpecificationUk"],
    ["https://fish.example", "HttpsFishExample"],
    ["GitHub's official OpenAPI spec + Octokit extension", "GitHub"],
    ["GitHub's official REST API", "GitHubApi"],
    ["The Acme Official API", "TheAcmeApi"],
    ["Official Journal API", "OfficialJournalApi"],
    ["OpenAPI 3.0.4 sdk instance example", "SdkInstanceExample"],
    ["Discord HTTP API (Preview)", "DiscordApi"],
    ["OpenAPI definition", "OpenApi"],
    ["Netlify's API documentation", "NetlifyApi"],
    ["Network Insight API Reference", "NetworkInsightApi"],
    ["Women's Reference", "WomensReference"],
    ["The OpenAPI of fish", "TheOpenApiOfFish"],
    ["Single Sign-On", "SingleSignOn"],
    ["Of the", "OfThe"],
    ["Étude de marché", "ÉtudeDeMarché"],
    ["宠物店", "宠物店"],
    ["m² per room", "MPerRoom"],
    ["2 Go", "Api2Go"],
    ["!", "ApiClient"],
    ["OpenAPI", "OpenApi"],
    ["Client", "ClientClient"],
    ["Limits", "LimitsClient"],
    ["calloptions", "CalloptionsClient"],
    ["petslistinput", "PetslistinputClient"],
    ["Intent", "IntentClient"],
    ["Date", "DateClient"],
    ["Pets Resource", "PetsResourceClient"],
    ["Pets List Input", "PetsListInputClient"],
    ["a".repeat(60), `A${"a".repeat(39)}`],
  ])("of %j is %s", (title, name) => {
    expect(named(title)).toEqual({ name });
  });

  test.each(["Étude de marché", "宠物店", "2 Go", "!", "ǆ", "ŉ", "ß", "ĸ", "x\u{1F600}y"])(
    "after %j can be locked: derived, given and locked names have one rule",
    (title) => {
      const { name } = named(title);
      expect(named("Other", { locked: name }).name).toBe(name);
      expect(named("Other", { name })).toEqual({ name });
    },
  );

  test("stays when the contract's title changes", () => {
    expect(named("Zoo", { locked: "Shop" })).toEqual({ name: "Shop" });
    expect(named("Zoo", { locked: "Shop", name: "Park" }).name).toBe("Park");
  });

  test("goes with a warning when generated code has the name now", () => {
    expect(named("Zoo", { locked: "PetsResource" })).toEqual({
      name: "Zoo",
      replaced: "PetsResource",
    });
  });

  test.each(["Client", "Limits", "Modify", "PetsResource", "Error", "PetsListInput"])(
    "is refused when asked to be %s, which generated code has or makes its names of",
    (name) => {
      expect(thrownBy(() => named("Zoo", { name }))).toMatchObject({
        exitCode: 2,
        message: `"${name}" cannot be the client's class: generated code has that name, or one made of it.`,
        remedy: expect.stringContaining(`--name ${name}Client`) as string,
      });
    },
  );

  test.each(["shop", "2Go", "A B", "A;b", "", "A.b"])("cannot be %j, asked for or locked", (name) => {
    expect(thrownBy(() => named("Zoo", { name })).remedy).toContain("--name ExternalApi");
    const locked = thrownBy(() => named("Zoo", { locked: name }));
    expect(locked).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("names.lock.json") as string,
    });
  });
});
