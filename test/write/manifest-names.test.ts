import { expect, test } from "vitest";
import { manifestText, readManifest } from "../../src/write/manifest.js";

test("a manifest brings the names that it was written with", () => {
  const names = {
    operations: { "GET /ways": "ways.list" },
    models: { "#/components/schemas/Way/oneOf/{id}": "WayOption1" },
  };
  const contract = { title: "Ways", version: "1", server: "/", digest: "" };
  const facts = { name: "Ways", contract, options: {}, names };
  expect(readManifest(manifestText({ facts, files: [] }))?.names).toEqual(names);
});
