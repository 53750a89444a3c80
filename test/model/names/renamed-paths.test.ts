import { expect, test } from "vitest";
import {
  findRenamedPaths,
  followRenamedPaths,
  noteRenamedPaths,
} from "../../../src/model/names/renamed-paths.js";

const found = (before: readonly string[], now: readonly string[]) =>
  findRenamedPaths(before, now).map(({ before: old, now: path, parameters }) => [
    `${old} is ${path}`,
    parameters && Object.fromEntries(parameters),
  ]);

test("a path is found again where the names of its parameters alone are others", () => {
  const before = ["GET /a/{x}", "PUT /a/{x}", "GET /a/{x}/b/{y}.{z}", "GET /a"];
  const now = ["GET /a", "PUT /a", "PUT /a/{u}", "GET /a/{v}/b/{y}.{w}", "GET /c/{x}"];
  expect(found(before, now)).toEqual([
    ["/a/{x} is /a/{u}", { x: "u" }],
    ["/a/{x}/b/{y}.{z} is /a/{v}/b/{y}.{w}", { x: "v", z: "w" }],
  ]);
});

test.each([
  { given: "the one before is there still", before: ["GET /a/{x}"], now: ["GET /a/{x}", "GET /a/{y}"] },
  { given: "several could be it", before: ["GET /a/{x}"], now: ["GET /a/{y}", "PUT /a/{z}"] },
  { given: "it could be several", before: ["GET /a/{x}", "GET /a/{y}"], now: ["GET /a/{z}"] },
  {
    given: "one of several is there still",
    before: ["GET /a/{x}", "PUT /a/{y}"],
    now: ["GET /a/{y}", "PUT /a/{z}"],
  },
  { given: "the route is another", before: ["GET /a/{x}"], now: ["GET /b/{x}", "GET /a/{x}/b", "GET /a/x"] },
  { given: "no method is there still", before: ["GET /a/{x}"], now: ["PUT /a/{y}"] },
])("no path is found where $given", ({ before, now }) => {
  expect(found(before, now)).toEqual([]);
});

test.each([["/{b}/{a}"], ["/{b}/{c}"], ["/{c}/{a}"]])(
  "which parameter was renamed is not known where one stands elsewhere: /{a}/{b} is %s",
  (now) => {
    expect(found(["GET /{a}/{b}"], [`GET ${now}`])).toEqual([[`/{a}/{b} is ${now}`, undefined]]);
    expect(callsOf("/{a}/{b}", "path.a=x query.q=k body.text/plain=body", now)).toBe(
      "query.q=k body.text/plain=body",
    );
  },
);

test.each([
  { line: "", now: "id", want: "path.id=x query.id=id" },
  { line: "query.id=key", now: "id", want: "path.id=x query.id=key" },
  { line: "path.x=id query.id=idInQuery", now: "id", want: "path.id=id query.id=idInQuery" },
  { line: "path.x=id", now: "id", want: "path.id=id" },
  {
    line: "body.application/json=members.Json",
    now: "id",
    want: "path.id=x body.application/json=members.Json",
  },
  { line: "body.text/plain=body", now: "id", want: "path.id=x query.id=id body.text/plain=body" },
])(
  "a plain member of the query stays where the path is called by its name, and none of a body is taken: $line",
  ({ line, now, want }) => {
    expect(callsOf("/a/{x}", line, `/a/{${now}}`)).toBe(want);
  },
);

/** What is kept of a call of a path that was renamed. */
function callsOf(before: string, line: string, now: string): string | undefined {
  const [was, is] = [`GET ${before}`, `GET ${now}`];
  const kept = { operations: { [was]: "a.get" }, models: {}, calls: { [was]: line } };
  return followRenamedPaths(kept, findRenamedPaths([was], [is])).calls?.[is];
}

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
    followRenamedPaths(kept, findRenamedPaths(Object.keys(kept.operations), ["GET /a/{a b}", "GET /b"])),
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
      "PUT /a/{a b}": "path.a%20b=key body.application/json=members",
      "GET /a/{a b}": "path.a%20b=x query.a%20b=a%20b",
      "GET /b": "200=text/csv",
    },
    forms: { "GET /a/{a b}": "versioned", "PUT /a/{a b}": "versioned read=GET%20/a/{a%20b}" },
    headers: { "GET /a/{a b} 200": "RateHeaders" },
    webhooks: { "onPaid #/paths/~1a~1{a b}/put/callbacks/onPaid/{$url}/post": "onPaid" },
  });
});

test("paths whose members stay are counted, and those whose members cannot are all named", () => {
  const before = ["GET /a/{x}", "GET /b/{x}", "GET /c/{x}/{y}", "GET /d/{x}/{y}"];
  const now = ["GET /a/{y}", "GET /b/{y}", "GET /c/{y}/{x}", "GET /d/{y}/{x}"];
  expect(noteRenamedPaths(findRenamedPaths(before, now))).toEqual([
    "Parameters of paths have other names: `/a/{x}` is `/a/{y}` now, and 1 more. Methods, models and members of inputs keep theirs; --rename takes the new ones.",
    "Parameters of paths have other places: `/c/{x}/{y}` is `/c/{y}/{x}` now, `/d/{x}/{y}` is `/d/{y}/{x}` now. Methods and models keep their names; members of inputs are called as the contract has them now, so look at the calls.",
  ]);
  expect(noteRenamedPaths([])).toEqual([]);
});
