import { describe, expect, test } from "vitest";
import { BundlingNeed } from "../../src/load/bundling-need.js";

const root = {
  components: { schemas: { Dog: {}, "b.c-d": {}, Alias: { $ref: "#/components/schemas/Dog" } } },
};

describe("bundling is needed for an object", () => {
  test.each([
    ["Schema", { externalValue: "x" }, false],
    ["Example", { value: 1 }, false],
    ["Example", { externalValue: "x.json" }, true],
    ["Discriminator", { propertyName: "kind" }, false],
    ["Discriminator", { defaultMapping: "Dog" }, false],
    ["Discriminator", { defaultMapping: "#/components/schemas/Dog" }, false],
    ["Discriminator", { defaultMapping: "#/components/schemas/Cat" }, true],
    ["Discriminator", { defaultMapping: "dog.yaml" }, true],
    ["DiscriminatorMapping", { dog: "#/components/schemas/Dog", other: "#/components/schemas/b.c-d" }, false],
    ["DiscriminatorMapping", { dog: "#/components/schemas/Dog", alias: "#/components/schemas/Alias" }, true],
    ["DiscriminatorMapping", { dog: "#/paths/~1pets/get/x" }, true],
    ["DiscriminatorMapping", { dog: "#/components/schemas/D%6Fg" }, true],
    ["DiscriminatorMapping", { dog: 1 }, true],
  ])("%s %j: %j", (kind, given, want) => {
    const need = new BundlingNeed(root);
    need.enter(given, kind);
    expect(need.isNeeded).toBe(want);
  });
});

describe("bundling is needed for a reference", () => {
  test.each([
    ["#/components/schemas/Dog", "Schema", {}, false],
    ["openapi.yaml#/components/schemas/Dog", "Schema", {}, true],
    ["#/components/schemas/Dog", "Schema", undefined, true],
    ["#/info/title", "scalar", "Pets", true],
  ])("%s as %s to %j: %j", ($ref, kind, target, want) => {
    const need = new BundlingNeed(root);
    need.leave({ $ref }, kind, target);
    expect(need.isNeeded).toBe(want);
  });
});
