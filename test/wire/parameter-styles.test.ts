import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import type { Received } from "../runtime/call/test-server.js";
import { wireClient, type WireClient } from "./wire-client.js";

/*
 * What a server sees of every style, explode, place and kind of value. The texts are those of the OpenAPI
 * specification: the table of 3.1.1, section 4.8.12.4 "Style Examples", with the parameter `color`, and RFC 6570 for what
 * it leaves to it. Space, bar and brackets cannot stand in a query and are percent-encoded (same table); the table of
 * 3.2 for `style: cookie`.
 */
const empty = "";
const primitive = "blue";
const list = ["blue", "black", "brown"];
const members = { R: 100, G: 200, B: 150 };

/** A value with what the wire shows of the parameter; undefined: nothing is sent. */
type Sample = readonly [value: unknown, want: string | undefined];

interface Row {
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  /** Undefined: the default of the place. */
  readonly style?: string;
  /** Undefined: the default of the style. */
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Media type: the parameter is described by `content`. */
  readonly content?: string;
  readonly samples: readonly Sample[];
}

const path: readonly Row[] = [
  {
    in: "path",
    samples: [
      [primitive, "blue"],
      [list, "blue,black,brown"],
      [members, "R,100,G,200,B,150"],
      [5, "5"],
      [true, "true"],
      ["a/b?c#d", "a%2Fb%3Fc%23d"],
      ["ü 日本", "%C3%BC%20%E6%97%A5%E6%9C%AC"],
      ["!'()*", "%21%27%28%29%2A"],
      [["a,b", "c"], "a%2Cb,c"],
      [{ "k=": "v,w" }, "k%3D,v%2Cw"],
      [[["a"]], "%5B%5B%22a%22%5D%5D"],
    ],
  },
  {
    in: "path",
    allowReserved: true,
    samples: [
      ["a:b@c,d;e=f", "a:b@c,d;e=f"],
      ["a/b?c#d[e]", "a%2Fb%3Fc%23d%5Be%5D"],
      ["a%2Fb%zz", "a%2Fb%25zz"],
      [["x:y", "z"], "x:y,z"],
    ],
  },
  {
    in: "path",
    style: "simple",
    explode: true,
    samples: [
      [list, "blue,black,brown"],
      [members, "R=100,G=200,B=150"],
    ],
  },
  {
    in: "path",
    style: "label",
    samples: [
      [primitive, ".blue"],
      [list, ".blue,black,brown"],
      [members, ".R,100,G,200,B,150"],
    ],
  },
  {
    in: "path",
    style: "label",
    explode: true,
    samples: [
      [primitive, ".blue"],
      [list, ".blue.black.brown"],
      [members, ".R=100.G=200.B=150"],
    ],
  },
  {
    in: "path",
    style: "matrix",
    samples: [
      [empty, ";color"],
      [primitive, ";color=blue"],
      [list, ";color=blue,black,brown"],
      [members, ";color=R,100,G,200,B,150"],
      ["a;b=c", ";color=a%3Bb%3Dc"],
    ],
  },
  {
    in: "path",
    style: "matrix",
    explode: true,
    samples: [
      [primitive, ";color=blue"],
      [list, ";color=blue;color=black;color=brown"],
      [members, ";R=100;G=200;B=150"],
    ],
  },
  {
    in: "path",
    content: "application/json",
    samples: [[members, "%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D"]],
  },
];

const query: readonly Row[] = [
  {
    in: "query",
    samples: [
      [empty, "color="],
      [primitive, "color=blue"],
      [list, "color=blue&color=black&color=brown"],
      [members, "R=100&G=200&B=150"],
      [[], undefined],
      [{}, undefined],
      [null, undefined],
      [undefined, undefined],
      [0, "color=0"],
      [false, "color=false"],
      [["a&b", "c=d", ""], "color=a%26b&color=c%3Dd&color="],
      [{ "a&b": "c" }, "a%26b=c"],
      [{ R: null, G: 1 }, "G=1"],
      ["1+1 = 2 & more", "color=1%2B1%20%3D%202%20%26%20more"],
      ["ü 日本 💡", "color=%C3%BC%20%E6%97%A5%E6%9C%AC%20%F0%9F%92%A1"],
      [":/?#[]@!$&'()*+,;=", "color=%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D"],
      [[{ R: 1 }, "blue"], "color=%5B%7B%22R%22%3A1%7D%2C%22blue%22%5D"],
      [{ R: [1, 2] }, "R=1&R=2"],
      [{ R: { G: 1 }, B: 2 }, "R=%7B%22G%22%3A1%7D&B=2"],
    ],
  },
  {
    in: "query",
    style: "form",
    explode: false,
    samples: [
      [empty, "color="],
      [primitive, "color=blue"],
      [list, "color=blue,black,brown"],
      [members, "color=R,100,G,200,B,150"],
      [[], undefined],
      [["a,b", "c"], "color=a%2Cb,c"],
    ],
  },
  {
    in: "query",
    style: "spaceDelimited",
    explode: false,
    samples: [
      [list, "color=blue%20black%20brown"],
      [members, "color=R%20100%20G%20200%20B%20150"],
    ],
  },
  { in: "query", style: "spaceDelimited", samples: [[list, "color=blue%20black%20brown"]] },
  {
    in: "query",
    style: "spaceDelimited",
    explode: true,
    samples: [[list, "color=blue&color=black&color=brown"]],
  },
  {
    in: "query",
    style: "pipeDelimited",
    explode: false,
    samples: [
      [list, "color=blue%7Cblack%7Cbrown"],
      [members, "color=R%7C100%7CG%7C200%7CB%7C150"],
      [["ü", "a&b"], "color=%C3%BC%7Ca%26b"],
      [[["a"], ["b"]], "color=%5B%5B%22a%22%5D%2C%5B%22b%22%5D%5D"],
    ],
  },
  { in: "query", style: "pipeDelimited", samples: [[list, "color=blue%7Cblack%7Cbrown"]] },
  {
    in: "query",
    style: "pipeDelimited",
    explode: true,
    samples: [[list, "color=blue&color=black&color=brown"]],
  },
  {
    in: "query",
    style: "deepObject",
    explode: true,
    samples: [
      [members, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
      [{}, undefined],
      [{ "a b": "c&d", gone: null }, "color%5Ba%20b%5D=c%26d"],
      [
        { in: { deep: 1 }, ids: ["x", "y"] },
        "color%5Bin%5D%5Bdeep%5D=1&color%5Bids%5D%5B0%5D=x&color%5Bids%5D%5B1%5D=y",
      ],
    ],
  },
  {
    in: "query",
    allowReserved: true,
    samples: [
      ["https://h/a?b", "color=https://h/a?b"],
      ["a&b=c#d+e", "color=a%26b%3Dc%23d%2Be"],
      ["a%20b%zz", "color=a%20b%25zz"],
      [list, "color=blue&color=black&color=brown"],
    ],
  },
  {
    in: "query",
    content: "application/json",
    samples: [
      [members, "color=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D"],
      [[], "color=%5B%5D"],
      ["blue", "color=%22blue%22"],
    ],
  },
  { in: "query", content: "text/plain", samples: [["a b", "color=a%20b"]] },
];

const querystring: readonly Row[] = [
  {
    in: "querystring",
    content: "application/x-www-form-urlencoded",
    samples: [
      [members, "R=100&G=200&B=150"],
      [{ list, gone: null }, "list=blue&list=black&list=brown"],
      [{ "a&b": "c d", in: { deep: 1 } }, "a%26b=c%20d&in=%7B%22deep%22%3A1%7D"],
      [{ piped: list }, "piped=blue%7Cblack%7Cbrown"],
      [{}, undefined],
      [undefined, undefined],
    ],
  },
  {
    in: "querystring",
    content: "application/json",
    samples: [
      [{ numbers: [1, 2] }, "%7B%22numbers%22%3A%5B1%2C2%5D%7D"],
      ["a", "%22a%22"],
    ],
  },
  { in: "querystring", content: "application/jsonpath", samples: [["$.a.b[1:1]", "%24.a.b%5B1%3A1%5D"]] },
];

const header: readonly Row[] = [
  {
    in: "header",
    samples: [
      [primitive, "blue"],
      [list, "blue,black,brown"],
      [members, "R,100,G,200,B,150"],
      ["a b%20/?", "a b%20/?"],
      [[{ R: 1 }], '[{"R":1}]'],
      ["naïve", "naïve"],
      [[{ name: "naïve" }], String.raw`[{"name":"na\u00efve"}]`],
      [null, undefined],
    ],
  },
  {
    in: "header",
    explode: true,
    samples: [
      [list, "blue,black,brown"],
      [members, "R=100,G=200,B=150"],
    ],
  },
  {
    in: "header",
    content: "application/json",
    samples: [
      [members, '{"R":100,"G":200,"B":150}'],
      // RFC 8259 section 7: the same JSON, in ASCII.
      [{ name: "naïve~" }, String.raw`{"name":"na\u00efve~"}`],
      ["日本 𝄞\u007F\n", String.raw`"\u65e5\u672c \ud834\udd1e\u007f\n"`],
    ],
  },
  { in: "header", content: "text/plain", samples: [["naïve", "naïve"]] },
];

const cookie: readonly Row[] = [
  {
    in: "cookie",
    samples: [
      [empty, "color="],
      [primitive, "color=blue"],
      [list, "color=blue; color=black; color=brown"],
      [members, "R=100; G=200; B=150"],
      ["a;b c", "color=a%3Bb%20c"],
      [[{ R: 1 }], "color=%5B%7B%22R%22%3A1%7D%5D"],
      ["ü", "color=%C3%BC"],
      [[], undefined],
    ],
  },
  {
    in: "cookie",
    explode: false,
    samples: [
      [list, "color=blue,black,brown"],
      [members, "color=R,100,G,200,B,150"],
      [["a,b", "c"], "color=a%2Cb,c"],
    ],
  },
  {
    in: "cookie",
    style: "cookie",
    samples: [
      [primitive, "color=blue"],
      [list, "color=blue; color=black; color=brown"],
      [members, "R=100; G=200; B=150"],
      ["a%20b=c", "color=a%20b=c"],
      [[{ name: "日" }], String.raw`color=[{"name":"\u65e5"}]`],
    ],
  },
  {
    in: "cookie",
    style: "cookie",
    explode: false,
    samples: [
      [list, "color=blue,black,brown"],
      [members, "color=R,100,G,200,B,150"],
    ],
  },
  {
    in: "cookie",
    content: "application/json",
    samples: [
      [[1, 2], "color=%5B1%2C2%5D"],
      ["日", "color=%22%5Cu65e5%22"],
    ],
  },
];

const rows = [...path, ...query, ...querystring, ...header, ...cookie];

/** A member `piped` is written with bars where its media type is a form. */
function mediaOf(content: string): JsonObject {
  const encoding = { piped: { style: "pipeDelimited", explode: false } };
  return { schema: {}, ...(content.includes("form") && { encoding }) };
}

/** One operation a row: `GET /rows/3`, with the parameter in the path where it belongs there. */
function contractOf(): JsonObject {
  const paths = rows.map(
    ({ in: place, style, explode, allowReserved, content }, index): [string, JsonObject] => {
      const parameter: JsonObject = {
        name: "color",
        in: place,
        required: place === "path",
        ...(style !== undefined && { style }),
        ...(explode !== undefined && { explode }),
        ...(allowReserved !== undefined && { allowReserved }),
        ...(content === undefined ? { schema: {} } : { content: { [content]: mediaOf(content) } }),
      };
      const operation = {
        operationId: `row${String(index)}`,
        tags: ["rows"],
        responses: { 204: { description: "" } },
      };
      return [
        `/rows/${String(index)}${place === "path" ? "/{color}" : ""}`,
        { get: { ...operation, parameters: [parameter] } },
      ];
    },
  );
  return {
    openapi: "3.2.0",
    info: { title: "Wire", version: "1" },
    servers: [{ url: "/v1" }],
    paths: Object.fromEntries(paths),
  };
}

let wire: WireClient;
let client: object;
beforeAll(async () => {
  wire = await wireClient(contractOf());
  client = wire.create();
});
afterAll(() => wire.close());

/** What the wire shows of the parameter, and nothing else may be there. */
function seen({ in: place }: Row, index: number, { target, headers }: Received): string | undefined {
  const route = `/v1/rows/${String(index)}`;
  const rest = target.slice(route.length);
  expect(target.slice(0, route.length)).toBe(route);
  if (place === "path") return rest.slice(1);
  if (place === "query" || place === "querystring") return rest === "" ? undefined : rest.slice(1);
  expect(rest).toBe("");
  const value = headers[place === "header" ? "color" : "cookie"];
  return Array.isArray(value) ? value.join() : value;
}

const cells = rows.flatMap((row, index) =>
  row.samples.map(([value, want]) => ({
    place: row.in,
    style: row.content ?? row.style ?? "default",
    explode: row.explode ?? "default",
    text: value === undefined ? "undefined" : JSON.stringify(value),
    row,
    index,
    value,
    want,
  })),
);

describe("a parameter on the wire (OpenAPI, Style Values)", () => {
  test.each(cells)(
    "$place, $style, explode $explode: $text is $want",
    async ({ row, index, value, want }) => {
      const request = await wire.send(client, `rows.row${String(index)}`, { color: value });
      expect(seen(row, index, request)).toBe(want);
    },
  );
});

function circle(): unknown[] {
  const list: unknown[] = [];
  list.push(list);
  return list;
}

describe("what has no text is refused before anything is sent", () => {
  const at = (row: (one: Row) => boolean): string => `rows.row${String(rows.findIndex(row))}`;
  test.each([
    { what: "an empty segment", method: at((row) => row.in === "path"), value: "" },
    { what: "an empty list in a path", method: at((row) => row.in === "path"), value: [] },
    { what: "a step up", method: at((row) => row.in === "path"), value: ".." },
    {
      what: "an empty label, a step that leads nowhere",
      method: at((row) => row.style === "label"),
      value: "",
    },
    { what: "no number", method: at((row) => row.in === "query"), value: Number.NaN },
    { what: "a date in a list", method: at((row) => row.in === "query"), value: [new Date(0)] },
    { what: "no form", method: at((row) => row.in === "querystring"), value: "a=b" },
    { what: "a list that holds itself", method: at((row) => row.in === "query"), value: circle() },
    { what: "half of a surrogate pair", method: at((row) => row.in === "query"), value: "\uD83D" },
    { what: "a bar between bars", method: at((row) => row.style === "pipeDelimited"), value: ["x|y"] },
    { what: "a line break in a header", method: at((row) => row.in === "header"), value: "a\nb" },
    { what: "another script in a header", method: at((row) => row.in === "header"), value: "日本" },
    { what: "a semicolon in a raw cookie", method: at((row) => row.style === "cookie"), value: "a;b" },
    { what: "a space in a raw cookie", method: at((row) => row.style === "cookie"), value: "a b" },
  ])("$what", async ({ method, value }) => {
    await expect(wire.send(client, method, { color: value })).rejects.toMatchObject({
      name: "ArgumentError",
    });
  });
});
