import { expect, test } from "vitest";
import { followRenamedPaths } from "../../../src/model/names/follow-renamed-paths.js";
import { findRenamedPaths } from "../../../src/model/names/renamed-paths.js";

const found = (before: readonly string[], now: readonly string[]) =>
  findRenamedPaths(before, now).map(({ before: old, now: path, parameters }) => [
    `${old} is ${path}`,
    Object.fromEntries(parameters),
  ]);

test("a path is found again where the names of its parameters alone are others", () => {
  const before = ["GET /a/{x}", "PUT /a/{x}", "GET /a/{x}/b/{y}.{z}", "GET /a"];
  expect(found(before, ["/a", "/a", "/a/{u}", "/a/{v}/b/{y}.{w}", "/c/{x}"])).toEqual([
    ["/a/{x} is /a/{u}", { x: "u" }],
    ["/a/{x}/b/{y}.{z} is /a/{v}/b/{y}.{w}", { x: "v", z: "w" }],
  ]);
});

test("no path is found where the one before is there still, or several could be meant", () => {
  expect(found(["GET /a/{x}"], ["/a/{x}", "/a/{y}"])).toEqual([]);
  expect(found(["GET /a/{x}"], ["/a/{y}", "/a/{z}"])).toEqual([]);
  expect(found(["GET /a/{x}", "GET /a/{y}"], ["/a/{z}"])).toEqual([]);
  expect(found(["GET /a/{x}", "PUT /a/{y}"], ["/a/{y}", "/a/{z}"])).toEqual([]);
  expect(found(["GET /a/{x}"], ["/b/{x}", "/a/{x}/b", "/a/x"])).toEqual([]);
});

test("a plain member of the query stays where the path is called by its name now, and none is made up", () => {
  const lines = (calls: string, now: string) =>
    followRenamedPaths(
      { operations: { "GET /a/{x}": "a.get" }, models: {}, calls: { "GET /a/{x}": calls } },
      findRenamedPaths(["GET /a/{x}"], [`/a/{${now}}`]),
    ).calls;
  expect(lines("", "id")).toEqual({ "GET /a/{id}": "path.id=x query.id=id" });
  expect(lines("query.id=key", "id")).toEqual({ "GET /a/{id}": "path.id=x query.id=key" });
  expect(lines("path.x=id query.id=idInQuery", "id")).toEqual({
    "GET /a/{id}": "path.id=id query.id=idInQuery",
  });
  expect(lines("path.x=id", "id")).toEqual({ "GET /a/{id}": "path.id=id" });
});

test("all that is known of a path is known of what it is called now, with the members of callers", () => {
  const kept = {
    operations: { "GET /a/{x}": "a.get", "PUT /a/{x}": "a.put", "GET /b": "b.get" },
    models: {
      "#/paths/~1a~1{x}/get/responses/200/schema": "A",
      "object:#/paths/~1a~1{x}/get/parameters/path x/schema": "X",
      "#/components/schemas/x": "Y",
    },
    shapes: { "#/paths/~1a~1{x}/put/requestBody": "request" },
    alternatives: { "#/paths/~1a~1{x}/put/oneOf/{id}": "id=string" },
    enums: { '"a" "b"': "kept" },
    methods: { "modify of PUT /a/{x}": "modify" },
    calls: { "PUT /a/{x}": "path.x=key body.application/json=members", "GET /b": "200=text/csv" },
    forms: { "GET /a/{x}": "versioned", "PUT /a/{x}": "versioned read=GET%20/a/{x}" },
    headers: { "GET /a/{x} 200": "RateHeaders" },
    webhooks: { "onPaid #/paths/~1a~1{x}/put/callbacks/onPaid/{$url}/post": "onPaid" },
  };
  expect(
    followRenamedPaths(kept, findRenamedPaths(Object.keys(kept.operations), ["/a/{a b}", "/b"])),
  ).toEqual({
    operations: { "GET /a/{a b}": "a.get", "PUT /a/{a b}": "a.put", "GET /b": "b.get" },
    models: {
      "#/paths/~1a~1{a b}/get/responses/200/schema": "A",
      "object:#/paths/~1a~1{a b}/get/parameters/path a b/schema": "X",
      "#/components/schemas/x": "Y",
    },
    shapes: { "#/paths/~1a~1{a b}/put/requestBody": "request" },
    alternatives: { "#/paths/~1a~1{a b}/put/oneOf/{id}": "id=string" },
    enums: { '"a" "b"': "kept" },
    methods: { "modify of PUT /a/{a b}": "modify" },
    calls: {
      "PUT /a/{a b}": "path.a%20b=key query.a%20b=a%20b body.application/json=members",
      "GET /a/{a b}": "path.a%20b=x query.a%20b=a%20b",
      "GET /b": "200=text/csv",
    },
    forms: { "GET /a/{a b}": "versioned", "PUT /a/{a b}": "versioned read=GET%20/a/{a%20b}" },
    headers: { "GET /a/{a b} 200": "RateHeaders" },
    webhooks: { "onPaid #/paths/~1a~1{a b}/put/callbacks/onPaid/{$url}/post": "onPaid" },
  });
});
