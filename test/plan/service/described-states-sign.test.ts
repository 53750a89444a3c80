import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";

/** A start and a read of one schema. */
const contract = (start: string, read: string, status: string, sent = "") => `
openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
components: { schemas: { Run: { type: object, properties: { id: { type: integer }, status: ${status} } } } }
paths:
  ${start}:
    post: { ${sent}responses: { "201": { description: Made, content: { application/json: { schema: { $ref: "#/components/schemas/Run" } } } } } }
  ${read}:
    get: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { "200": { description: Run, content: { application/json: { schema: { $ref: "#/components/schemas/Run" } } } } } }`;

const signs = (text: string) =>
  planOf(text).traits.lost.map(({ trait, operation }) => `${trait} ${operation?.path ?? ""}`);

const TEXT = (text: string) => `{ type: string, description: "${text}" }`;

test.each([
  ["Status of export.  Will be: `building`, `ready`, or `failed`", "/history_exports", true],
  ["Status of export", "/history_exports", false],
  ["Will be: `pending`, `paid`, or `failed`", "/orders", false],
])("a start whose state has the text %s at %s is named: %s", (text, path, isNamed) => {
  expect(signs(contract(path, `${path}/{id}`, TEXT(text)))).toEqual(isNamed ? [`background ${path}`] : []);
});

test.each([
  ["/import/v2", "IMPORTING, FINISHED_SUCCESS, FINISHED_FAILED", true],
  ["/export/v2", "PENDING, DONE, ERROR", true],
  ["/orders/v2", "PENDING, DONE, ERROR", false],
])("a start at %s with the states %s is named: %s", (path, states, isNamed) => {
  const status = `{ type: string, enum: [${states}] }`;
  expect(signs(contract(path, "/states/{id}", status))).toEqual(isNamed ? [`background ${path}`] : []);
});

const sent = (required: string, more = "") =>
  `requestBody: { content: { application/json: { schema: { type: object, required: [${required}], properties: { text: { type: string }, status: { type: string${more} } } } } } }, `;

test.each([
  ["has to have", sent("status"), false],
  ["may have", sent("text"), true],
  ["never has", sent("status", ", readOnly: true"), true],
])("a start whose request %s the state is named where that is not its caller's", (_, body, isNamed) => {
  const text = contract(
    "/events",
    "/events/{id}",
    "{ type: string, enum: [in_progress, success, failure] }",
    body,
  );
  expect(signs(text)).toEqual(isNamed ? ["background /events"] : []);
});

test("of two reads with one state, the one with the longest common beginning of its path is taken", () => {
  const text = contract(
    "/text/deletes",
    "/text/deletion/{id}",
    "{ type: string, enum: [running, success, failure] }",
  );
  const other = text.slice(text.indexOf("  /text/deletion")).replace("/text/", "/image/");
  expect(planOf(`${text}\n${other}`).traits.lost[0]?.lines[3]).toContain("GET /text/deletion/{id}");
});

test.each<readonly [string, string, string, string | undefined, boolean]>([
  ["is of what another start makes", "/media/thumbnails/{id}", "/progress/{id}", "/media/thumbnails", false],
  ["may be one of all jobs", "/media/thumbnails/{id}", "/jobs/{id}", undefined, false],
  ["may be one of all jobs in a folder", "/media/thumbnails/{id}", "/async/jobs/{id}", undefined, false],
  ["is one of the jobs of a part", "/media/jobs/{id}", "/image/jobs/{id}", "/image/resize", true],
  ["is of nothing else", "/media/thumbnails/{id}", "/progress/{id}", undefined, true],
])("a common beginning decides where a read %s", (_, near, far, start, isNamed) => {
  const text = contract("/media/transcode", near, "{ type: string, enum: [running, success, failure] }");
  const read = text.slice(text.indexOf(`  ${near}`));
  const other =
    start === undefined ? "" : `\n  ${start}: { post: { responses: { '204': { description: D } } } }`;
  expect(signs(`${text}\n${read.replace(near, far)}${other}`)).toEqual(
    isNamed ? ["background /media/transcode"] : [],
  );
});

test("a read of the last one, that takes no id of the start, is no rival of one that does", () => {
  const at = (path: string) => path.replaceAll("/of/", "/of/{of}/");
  const text = contract(
    at("/of/imports"),
    at("/of/imports/state/{id}"),
    "{ type: string, enum: [importing, success, failure] }",
  )
    .replace(
      "post: { ",
      "post: { parameters: [{ name: of, in: path, required: true, schema: { type: string } }], ",
    )
    .replace(
      "parameters: [{ name: id",
      "parameters: [{ name: of, in: path, required: true, schema: { type: string } }, { name: id",
    );
  const last = text
    .slice(text.indexOf("  /of/{of}/imports/state"))
    .replace("/state/{id}", "/state")
    .replace(/, \{ name: id.*?\} \}\]/u, "]");
  expect(planOf(`${text}\n${last}`).traits.lost[0]?.lines[3]).toContain("GET /of/{of}/imports/state/{id}");
});
