import { expect, test } from "vitest";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { readCapabilities } from "../../../src/runtime/limits/capabilities.js";

const operation: OperationDescriptor = {
  name: "limits.get",
  method: "GET",
  path: "/limits",
  retryClass: "read",
  responses: [],
};

test.each<readonly [string, unknown, Readonly<Record<string, boolean>>]>([
  [
    "an object of booleans",
    { exports: true, imports: false, text: "yes" },
    { exports: true, imports: false },
  ],
  [
    "an object of objects with a boolean",
    { exports: { enabled: true, since: 3 }, imports: { on: false }, other: { text: "yes" } },
    { exports: true, imports: false },
  ],
  ["a list of the names that are on", ["exports", "news"], { exports: true, imports: false, news: true }],
  ["a list without anything: all are off", [], { exports: false, imports: false }],
  ["a list of names beside anything else: those alone", ["exports", 7], { exports: true }],
  [
    "a list of objects with a name and a boolean",
    [
      { name: "Exports (beta)", code: "exports", active: true },
      { name: "imports", enabled: false },
      { name: "x" },
      null,
    ],
    { exports: true, imports: false },
  ],
  ["nothing", undefined, {}],
  ["a text", "exports", {}],
])("[CAP-3] features are read from %s", (_, given, want) => {
  const descriptor = {
    operation,
    features: "features",
    gates: { "deals.export": ["exports"], "deals.import": ["imports"] },
  };
  expect(readCapabilities(descriptor, { features: given }).features).toEqual(want);
});
