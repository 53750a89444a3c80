import { describe, expect, test } from "vitest";
import { compare, documentOf, findingsOf, verdictsOf } from "./compare.js";

const get = (responses: string) => `paths: { /pets: { get: { responses: {${responses}} } } }`;
const ok = (members: string) => get(`'200': {${members}}`);
const header = (members: string) => ok(`headers: { ETag: {${members}} }`);

describe("responses", () => {
  test.each<[row: string, old: string, now: string, want: readonly string[], back: readonly string[]]>([
    [
      "F1 F2",
      get("'200': {}"),
      get("'200': {}, '202': {}"),
      ["response.status.success-added risky"],
      ["response.status.success-alternative-removed compatible"],
    ],
    [
      "F1 F2 one of two is another status",
      get("'200': {}, '202': {}"),
      get("'200': {}, '204': {}"),
      ["response.status.success-added risky", "response.status.success-alternative-removed compatible"],
      ["response.status.success-added risky", "response.status.success-alternative-removed compatible"],
    ],
    [
      "F1 the only success",
      get("'200': {}, '404': {}"),
      get("'404': {}"),
      ["response.status.success-removed breaking"],
      ["response.status.success-added risky"],
    ],
    [
      "F1 F2 another status",
      get("'200': {}"),
      get("'201': {}"),
      ["response.status.success-added risky", "response.status.success-removed breaking"],
      ["response.status.success-added risky", "response.status.success-removed breaking"],
    ],
    [
      "F3",
      get("'200': {}"),
      get("'200': {}, '404': {}"),
      ["response.status.error-added compatible"],
      ["response.status.error-removed compatible"],
    ],
    [
      "F3 default",
      get("'200': {}"),
      get("'200': {}, default: {}"),
      ["response.status.error-added compatible"],
      ["response.status.error-removed compatible"],
    ],
    [
      "F3 a redirect with content, and a 304",
      get("'200': {}"),
      get("'200': {}, '301': { content: { a/b: {} } }, '304': {}"),
      ["response.status.error-added compatible", "response.status.error-added compatible"],
      ["response.status.error-removed compatible", "response.status.error-removed compatible"],
    ],
    [
      "F1 F2 range",
      get("'200': {}"),
      get("2XX: {}"),
      ["response.status.success-added risky"],
      ["response.status.success-alternative-removed compatible"],
    ],
    [
      "F1 F2 range, without content before",
      get("'204': {}"),
      get("2XX: { content: { a/b: {} } }"),
      ["response.status.success-added risky"],
      ["response.status.success-removed breaking"],
    ],
    ["F1 F2 range beside a status", get("2XX: {}"), get("'200': {}, 2xx: {}"), [], []],
    [
      "F1 F2 default of all",
      get("'200': {}"),
      get("default: {}"),
      ["response.status.success-added risky"],
      ["response.status.success-alternative-removed compatible"],
    ],
    ["F4 range of redirects", get("'200': {}, 3XX: {}"), get("'200': {}, '302': {}, '303': {}"), [], []],
    ["F4 range", get("'200': {}, 4XX: {}"), get("'200': {}, '400': {}, '404': {}"), [], []],
    ["F4 range beside a status", get("'200': {}, 4XX: {}"), get("'200': {}, '404': {}, 4xx: {}"), [], []],
    ["F4 default", get("'200': {}, default: {}"), get("'200': {}, '400': {}, 5XX: {}"), [], []],
    [
      "F4 default, without a class of errors",
      get("'200': {}, default: {}"),
      get("'200': {}, 4XX: {}"),
      ["response.status.error-removed compatible"],
      ["response.status.error-added compatible"],
    ],
    [
      "F4 default beside a status",
      get("'200': {}, default: {}"),
      get("'200': {}, '404': {}, default: {}"),
      [],
      [],
    ],
    [
      "F4 default in other words",
      get("'200': {}, default: { description: Errors. }"),
      get("'200': {}, '404': { description: None. }, default: { description: Errors. }"),
      [],
      [],
    ],
    ["F4 default of all", get("default: {}"), get("'200': {}, default: {}"), [], []],
    [
      "F4 with other content",
      get("4XX: { content: { a/b: {} } }"),
      get("'404': {}"),
      ["response.media-type.removed breaking"],
      ["response.media-type.added compatible"],
    ],
    [
      "E6",
      ok("content: { a/b: {} }"),
      ok("content: { a/b: {}, a/c: {} }"),
      ["response.media-type.added compatible"],
      ["response.media-type.removed breaking"],
    ],
    [
      "E7",
      ok("content: { image/png: {} }"),
      ok("content: { image/*: {} }"),
      ["response.media-type.generalised breaking"],
      ["response.media-type.specialised compatible"],
    ],
    [
      "E7 parameters",
      ok("content: { a/b: {} }"),
      ok("content: { a/b;v=2: {} }"),
      ["response.media-type.parameters-changed compatible"],
      ["response.media-type.parameters-changed compatible"],
    ],
    [
      "E8",
      ok("content: { a/b: {} }"),
      ok("content: { a/b: { schema: { type: object } } }"),
      ["response.media-type.schema-added compatible"],
      ["response.media-type.schema-removed breaking"],
    ],
    ["E8 a schema of anything", ok("content: { a/b: {} }"), ok("content: { a/b: { schema: {} } }"), [], []],
    [
      "E6 another type with the same suffix",
      ok("content: { application/json: {} }"),
      ok("content: { application/vnd.pets+json: {} }"),
      ["response.media-type.added compatible", "response.media-type.removed breaking"],
      ["response.media-type.added compatible", "response.media-type.removed breaking"],
    ],
    [
      "E6 a range that stays",
      ok("content: { image/png: {}, image/*: {} }"),
      ok("content: { image/*: {} }"),
      [],
      [],
    ],
    [
      "E7 several types for a range",
      ok("content: { image/png: {}, image/gif: {} }"),
      ok("content: { image/*: {} }"),
      ["response.media-type.generalised breaking"],
      ["response.media-type.specialised compatible"],
    ],
    [
      "E9 more types of a part",
      ok("content: { multipart/form-data: { encoding: { a: { contentType: a/b } } } }"),
      ok("content: { multipart/form-data: { encoding: { a: { contentType: 'a/c, a/b' } } } }"),
      ["response.encoding.types-widened risky"],
      ["response.encoding.types-narrowed compatible"],
    ],
    ["F9 a schema of anything", header(""), header("schema: { description: A tag. }"), [], []],
    [
      "E9",
      ok("content: { multipart/form-data: { encoding: { a: { contentType: a/b } } } }"),
      ok("content: { multipart/form-data: { encoding: { a: { contentType: a/c } } } }"),
      ["response.encoding.changed risky"],
      ["response.encoding.changed risky"],
    ],
    [
      "F5 F7 required",
      ok(""),
      header("required: true"),
      ["response.header.required-added compatible"],
      ["response.header.required-removed breaking"],
    ],
    [
      "F5",
      header(""),
      header("required: true"),
      ["response.header.became-required compatible"],
      ["response.header.became-optional breaking"],
    ],
    [
      "F6 F7",
      ok(""),
      header(""),
      ["response.header.optional-added compatible"],
      ["response.header.optional-removed risky"],
    ],
    ["F7 in another case", header(""), header("").replace("ETag", "etag"), [], []],
    ["F7 Content-Type", ok(""), header("required: true").replace("ETag", "content-type"), [], []],
    [
      "F8 format",
      header("schema: {}"),
      header("content: { a/b: {} }"),
      ["response.header.format-changed breaking"],
      ["response.header.format-changed breaking"],
    ],
    [
      "F8 explode",
      header("schema: { type: object }"),
      header("schema: { type: object }, explode: true"),
      ["response.header.serialisation-changed breaking"],
      ["response.header.serialisation-changed breaking"],
    ],
    [
      "F9 schema given",
      header(""),
      header("schema: { type: string }"),
      ["response.header.schema-added compatible"],
      ["response.header.schema-removed breaking"],
    ],
    [
      "B7 of a header",
      header(""),
      header("deprecated: true, x-sunset: '2030-01-01'"),
      ["header.deprecated compatible", "header.sunset-added docs"],
      ["header.deprecation-withdrawn compatible"],
    ],
    [
      "B20 added, removed",
      ok(""),
      ok("links: { next: { operationId: list } }"),
      ["link.added docs"],
      ["link.removed docs"],
    ],
    [
      "B20 changed",
      ok("links: { next: { operationId: a } }"),
      ok("links: { next: { operationId: b } }"),
      ["link.changed docs"],
      ["link.changed docs"],
    ],
    ["content that a 204 cannot have", get("'204': {}"), get("'204': { content: { a/b: {} } }"), [], []],
    ["A2", ok(""), ok("description: Pets."), ["docs.changed docs"], ["docs.changed docs"]],
  ])("%s", (_, old, now, want, back) => {
    expect(verdictsOf(old, now)).toEqual(want);
    expect(verdictsOf(now, old)).toEqual(back);
  });

  /** A response, and those of its redirects whose address calls give. */
  type Redirecting = readonly [responses: string, addresses: readonly string[]];
  test.each<
    [row: string, old: Redirecting, now: Redirecting, want: readonly string[], back: readonly string[]]
  >([
    [
      "F1 F2 a redirect that is a success",
      ["'200': {}, default: { content: { a/b: {} } }", []],
      ["'200': {}, '302': {}, default: { content: { a/b: {} } }", ["302"]],
      ["response.status.success-added risky"],
      ["response.status.success-alternative-removed compatible"],
    ],
    [
      "F1 F2 a redirect that is the only success",
      ["'302': { content: { a/b: {} } }", ["302"]],
      ["'200': {}", []],
      ["response.status.success-added risky", "response.status.success-removed breaking"],
      ["response.status.success-added risky", "response.status.success-removed breaking"],
    ],
    [
      "F1 F2 one of two redirects",
      ["'302': {}", ["302"]],
      ["'302': {}, '303': {}", ["302", "303"]],
      ["response.status.success-added risky"],
      ["response.status.success-alternative-removed compatible"],
    ],
    [
      "F1 the 2xx beside a redirect",
      ["'200': {}, '302': {}", ["302"]],
      ["'302': {}", ["302"]],
      ["response.status.success-removed breaking"],
      ["response.status.success-added risky"],
    ],
    [
      "F1 F2 a range of redirects",
      ["'200': {}, 3xx: {}", ["3xx"]],
      ["'200': {}, '302': {}", ["302"]],
      ["response.status.success-alternative-removed compatible"],
      ["response.status.success-added risky"],
    ],
    [
      "F1 F2 the content of an error, and none",
      ["'200': {}, '302': { content: { a/b: {} } }", []],
      ["'200': {}, '302': {}", ["302"]],
      ["response.status.became-address risky"],
      ["response.status.became-error risky"],
    ],
    [
      "F1 F2 a range with the content of errors, and a status without",
      ["'200': {}, 3XX: { content: { a/b: {} } }", []],
      ["'200': {}, '302': {}", ["302"]],
      ["response.status.became-address risky"],
      ["response.status.became-error risky"],
    ],
    [
      "F3 a redirect without content that is no success",
      ["'200': {}", []],
      ["'200': {}, '302': {}", []],
      ["response.status.error-added compatible"],
      ["response.status.error-removed compatible"],
    ],
  ])("%s", (_, [old, oldAddresses], [now, nowAddresses], want, back) => {
    const [before, after] = [new Map([["GET /pets", oldAddresses]]), new Map([["GET /pets", nowAddresses]])];
    expect(verdictsOf(get(old), get(now), { old: before, new: after })).toEqual(want);
    expect(verdictsOf(get(now), get(old), { old: after, new: before })).toEqual(back);
  });

  test("to a webhook may have fewer statuses from now on", () => {
    const of = (status: string) => `webhooks: { lost: { post: { responses: { ${status}: {} } } } }`;
    expect(verdictsOf(of("2XX"), of("'200'"))).toEqual(["request.status.success-removed breaking"]);
    expect(verdictsOf(of("'200'"), of("2XX"))).toEqual(["request.status.success-added compatible"]);
  });

  test("of a component are one change, named by it", () => {
    const of = (members: string) => `
paths:
  /pets: { get: { responses: { '404': { $ref: '#/components/responses/NotFound' } } } }
  /cats: { get: { responses: { '404': { $ref: '#/components/responses/NotFound' } } } }
components: { responses: { NotFound: { headers: {${members}} } } }`;
    expect(findingsOf(of(""), of("ETag: {}"))).toMatchObject([
      {
        element: "header `ETag` of response `NotFound`",
        new: { pointer: "#/components/responses/NotFound/headers/ETag" },
        reach: [
          { operation: "GET /cats", part: "response 404 header ETag" },
          { operation: "GET /pets", part: "response 404 header ETag" },
        ],
      },
    ]);
  });

  test("hand on the schemas of a type and of the range that has it from now on", () => {
    const of = (types: string) => ok(`content: {${types}}`);
    const given = [of("a/*: { schema: { type: object } }, a/b: { schema: { type: array } }"), of("a/*: {}")];
    const [old = "", now = ""] = given;
    expect(findingsOf(old, now)).toMatchObject([
      { title: "Media type `a/*` of response `200` of `GET /pets` lost its schema." },
      { title: "Media type `a/b` of response `200` of `GET /pets` lost its schema." },
    ]);
    expect(compare(documentOf(now), documentOf(now.replace("{}", "{ schema: {} }"))).schemas).toEqual([]);
  });

  test("hand on the schemas of content and headers, also of a range and one of its statuses", () => {
    const of = (status: string) =>
      get(`${status}: { headers: { a: { schema: {} } }, content: { a/b: { schema: {} } } }`);
    expect(compare(documentOf(of("4XX")), documentOf(of("'404'"))).schemas).toEqual([
      "#/paths/~1pets/get/responses/4XX/headers/a/schema #/paths/~1pets/get/responses/404/headers/a/schema response GET /pets response 404 header a",
      "#/paths/~1pets/get/responses/4XX/content/a~1b/schema #/paths/~1pets/get/responses/404/content/a~1b/schema response GET /pets response 404",
    ]);
  });
});
