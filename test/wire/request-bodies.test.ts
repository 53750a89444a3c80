import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { wireClient, type WireClient } from "./wire-client.js";

/* What a server sees of a body whose media type is a range (OpenAPI, Request Body Object; RFC 9110 section 12.5.1), and of
 * one whose parts have no names (OpenAPI 3.2, "Encoding by position"; RFC 2046 section 5.1). */
const path = (operationId: string, content: JsonObject) => ({
  post: {
    operationId,
    tags: ["bodies"],
    requestBody: { required: true, content },
    responses: { 204: { description: "" } },
  },
});
const contract: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  components: {
    schemas: {
      Photo: { type: ["string", "null"], contentMediaType: "image/png" },
      Upload: { type: "object", properties: { cover: { type: "string", contentMediaType: "image/png" } } },
    },
  },
  paths: {
    "/image": path("image", { "image/*": {} }),
    "/any": path("any", { "*/*": {} }),
    "/star": path("star", { "*": {} }),
    "/text": path("text", { "text/*": { schema: { type: "string" } } }),
    "/object": path("object", { "*/*": { schema: { type: "object" } } }),
    "/markup": path("markup", { "text/*": { schema: { type: "object" } } }),
    "/suffix": path("suffix", { "application/*+json": { schema: { type: "object" } } }),
    "/events": path("events", { "text/event-stream": { schema: { type: "object" } } }),
    "/xml": path("xml", {
      "multipart/form-data": {
        schema: { type: "object", properties: { meta: { type: "object", properties: { a: {} } } } },
        encoding: { meta: { contentType: "application/xml" } },
      },
    }),
    "/typed": path("typed", {
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: {
            cover: { type: "string", contentMediaType: "image/png" },
            pages: { type: "array", items: { type: "string", contentMediaType: "image/webp" } },
            sheet: { type: "string", contentMediaType: "image/png" },
          },
        },
        encoding: { sheet: { contentType: "application/pdf" } },
      },
    }),
    "/chosen": path("chosen", {
      "multipart/form-data": {
        schema: {
          oneOf: [
            {
              type: "object",
              properties: {
                cover: { type: ["string", "null"], contentMediaType: "image/png" },
                sheet: { type: "string", contentMediaType: "image/png" },
                note: { type: "string", contentMediaType: "image/png" },
                raw: { contentMediaType: "image/webp" },
                photo: { $ref: "#/components/schemas/Photo" },
              },
            },
            {
              type: "object",
              properties: {
                sheet: { type: "string", contentMediaType: "application/pdf" },
                note: { type: "string" },
                url: { type: "string" },
              },
            },
          ],
        },
      },
    }),
    "/required": path("required", {
      "multipart/form-data": {
        schema: { allOf: [{ $ref: "#/components/schemas/Upload" }, { required: ["cover"] }] },
      },
    }),
    "/positions": path("positions", {
      "multipart/mixed": {
        schema: {
          type: "array",
          prefixItems: [{ type: "object" }, { type: "string", contentMediaType: "image/png" }],
          items: { type: "string", contentMediaType: "image/webp" },
        },
      },
    }),
    "/batch": path("batch", { "multipart/mixed;boundary=Parts": { schema: { type: "string" } } }),
    "/unbound": path("unbound", { "multipart/mixed": { schema: { type: "string" } } }),
    "/whole": path("whole", { "multipart/form-data": { schema: { type: "string", format: "binary" } } }),
    "/pets": Object.fromEntries(
      ["delete", "get", "options"].map((method) => [
        method,
        path(`${method}Pets`, { "text/plain": { schema: { type: "string" } } }).post,
      ]),
    ),
    "/table": path("table", { "text/csv": { schema: { type: "string", format: "binary" } } }),
    "/lines": path("lines", { "application/x-ndjson": { schema: { type: "string" } } }),
    "/kinds": path("kinds", { "image/jpeg": {}, "application/msword": {} }),
    "/several": path("several", {
      "application/json": { schema: { type: "object", properties: { title: { type: "string" } } } },
      "image/*": {},
      "*/*": {},
    }),
  },
};

const meta = { type: "object", properties: { title: { type: "string" } } };
const fixed = (text: string) => ({ schema: { const: text } });
const parts: JsonObject = {
  openapi: "3.2.0",
  info: { title: "Wire", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/mixed": path("mixed", {
      "multipart/mixed": {
        schema: { type: "array", prefixItems: [meta, {}], items: { type: "string" } },
        prefixEncoding: [
          { contentType: "application/vnd.meta+json", headers: { "Content-ID": fixed("<meta>") } },
          { contentType: "image/png, image/jpeg" },
        ],
        itemEncoding: { contentType: "text/markdown" },
      },
    }),
    "/items": path("items", { "multipart/related; type=x": { itemSchema: {} } }),
    "/placed": path("placed", {
      "multipart/form-data": {
        schema: { type: "array", prefixItems: [{ type: "string" }] },
        prefixEncoding: [{ headers: { "Content-Disposition": fixed('form-data; name="first"') } }],
      },
    }),
    "/nested": path("nested", {
      "multipart/mixed": {
        schema: { type: "array", items: {} },
        prefixEncoding: [
          { contentType: "multipart/alternative", itemEncoding: { contentType: "text/html" } },
          {
            contentType: "multipart/form-data",
            encoding: { meta: { contentType: "application/vnd.meta+json" } },
          },
        ],
      },
    }),
  },
};

const bytes = new Uint8Array([65, 66]);
const png = new Blob([bytes], { type: "image/png" });

let wire: WireClient;
beforeAll(async () => {
  wire = await wireClient(contract);
});
afterAll(() => wire.close());

describe("a body within a range of media types", () => {
  test.each<[method: string, input: object, type: string, body: string]>([
    ["image", { body: bytes, contentType: "image/webp" }, "image/webp", "AB"],
    ["image", { body: png.stream(), contentType: "image/webp" }, "image/webp", "AB"],
    ["image", { body: png, contentType: "image/*" }, "image/png", "AB"],
    ["image", { body: png }, "image/png", "AB"],
    ["any", { body: bytes, contentType: "video/mp4; codecs=avc1" }, "video/mp4; codecs=avc1", "AB"],
    ["any", { body: bytes, contentType: "*/*" }, "application/octet-stream", "AB"],
    ["star", { body: bytes, contentType: "video/mp4" }, "video/mp4", "AB"],
    ["text", { body: "# A", contentType: "text/markdown" }, "text/markdown", "# A"],
    ["object", { body: { a: 1 } }, "application/json", '{"a":1}'],
    [
      "object",
      { body: { a: 1 }, contentType: "application/vnd.a+json" },
      "application/vnd.a+json",
      '{"a":1}',
    ],
    ["markup", { body: { a: 1 }, contentType: "text/json" }, "text/json", '{"a":1}'],
    ["suffix", { body: { a: 1 }, contentType: "application/a+json" }, "application/a+json", '{"a":1}'],
    ["table", { body: "a;ä" }, "text/csv", "a;ä"],
    ["table", { body: png.stream() }, "text/csv", "AB"],
    ["table", { body: png }, "text/csv", "AB"],
    ["kinds", { body: bytes, contentType: "image/jpeg" }, "image/jpeg", "AB"],
    ["kinds", { body: new Blob(["a"], { type: "image/jpeg;q=1" }) }, "image/jpeg", "a"],
    ["lines", { body: '{"a":1}\n{"a":2}\n' }, "application/x-ndjson", '{"a":1}\n{"a":2}\n'],
    ["events", { body: "data: 1\n\n" }, "text/event-stream", "data: 1\n\n"],
    ["batch", { body: "--Parts--\r\n" }, "multipart/mixed;boundary=Parts", "--Parts--\r\n"],
    [
      "unbound",
      { body: "preamble\r\n--a:b c\r\n\r\nA\r\n--a:b c--" },
      'multipart/mixed; boundary="a:b c"',
      "preamble\r\n--a:b c\r\n\r\nA\r\n--a:b c--",
    ],
    [
      "whole",
      { body: new Blob(["--x--"], { type: "multipart/form-data; boundary=x" }) },
      "multipart/form-data; boundary=x",
      "--x--",
    ],
    ["several", { title: "A" }, "application/json", '{"title":"A"}'],
    ["several", { body: bytes, contentType: "image/webp" }, "image/webp", "AB"],
    ["several", { body: bytes, contentType: "video/mp4" }, "video/mp4", "AB"],
  ])("%s takes %j as %s", async (method, input, type, body) => {
    const received = await wire.send(wire.create(), `bodies.${method}`, input);
    expect([received.headers["content-type"], String(received.body)]).toEqual([type, body]);
  });

  test("a part in XML is the text that the caller gives", async () => {
    const { body } = await wire.send(wire.create(), "bodies.xml", { meta: "<a/>" });
    expect(String(body)).toMatch(
      /^--part-[^\r]+\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application\/xml\r\n\r\n<a\/>\r\n--/,
    );
  });

  test.each<[method: string, input: object, why: string]>([
    ["image", { body: bytes, contentType: "video/mp4" }, '"contentType" must be one of the media types'],
    ["image", { body: bytes, contentType: "image/*" }, "it has no type within that"],
    ["image", { body: bytes }, "it has no type within that"],
    ["kinds", { body: bytes }, 'Nothing says which media type the body is of: "contentType" was not given.'],
    ["kinds", { body: png }, "Nothing says which media type the body is of"],
    ["markup", { body: { a: 1 } }, "it has no type within that; name the content type"],
    ["suffix", { body: { a: 1 } }, "it has no type within that; name the content type"],
    ["unbound", { body: "no parts" }, "no line of it delimits parts"],
    ["whole", { body: png }, "nothing says its boundary; give a Blob whose type does"],
    [
      "suffix",
      { body: { a: 1 }, contentType: "application/json" },
      '"contentType" must be one of the media types',
    ],
    [
      "several",
      { body: png, contentType: "application/json" },
      '"body" holds bytes, which JSON does not have',
    ],
  ])("%s refuses %j before anything is sent", async (method, input, why) => {
    await expect(wire.send(wire.create(), `bodies.${method}`, input)).rejects.toMatchObject({
      name: "ArgumentError",
      happened: expect.stringContaining(why) as string,
    });
  });
});

test.each([
  ["deletePets", "DELETE", "gone"],
  ["optionsPets", "OPTIONS", "gone"],
  ["listPets", "GET", ""],
])("the body of %s arrives where fetch sends one with %s", async (operation, method, want) => {
  const input = want === "" ? {} : { body: want };
  const arrived = await wire.send(wire.create(), `bodies.${operation}`, input);
  expect([arrived.method, arrived.body.toString()]).toEqual([method, want]);
});

describe("a body whose parts have no names", () => {
  let other: WireClient;
  beforeAll(async () => {
    other = await wireClient(parts);
  });
  afterAll(() => other.close());

  /** The body with readable boundaries: `A` for the first that is named, `B` for the next. */
  async function sent(method: string, body: unknown): Promise<readonly [type: string, text: string]> {
    const { headers, body: received } = await other.send(other.create(), `bodies.${method}`, { body });
    const whole = `${String(headers["content-type"])}\n${String(received)}`;
    const boundaries = [
      ...new Set([...whole.matchAll(/boundary=(part-[\da-f-]+)/g)].map(([, name]) => name!)),
    ];
    const readable = boundaries.reduce(
      (text, boundary, index) => text.replaceAll(boundary, "ABC".charAt(index)),
      whole,
    );
    const [type = "", ...lines] = readable.split("\n");
    return [type, lines.join("\n").replaceAll("\r\n", "\n")];
  }

  test("has them in their order, each with its own content type and headers", async () => {
    expect(await sent("mixed", [{ title: "A" }, bytes, "# A", "# B"])).toEqual([
      "multipart/mixed; boundary=A",
      "--A\nContent-Type: application/vnd.meta+json\nContent-ID: <meta>\n\n" +
        '{"title":"A"}\n--A\nContent-Type: image/png\n\nAB\n' +
        "--A\nContent-Type: text/markdown\n\n# A\n--A\nContent-Type: text/markdown\n\n# B\n--A--\n",
    ]);
  });

  test("says of each what it is where the contract does not", async () => {
    expect(await sent("items", [png, "ä", { a: 1 }, [1], null, bytes])).toEqual([
      "multipart/related; boundary=A",
      "--A\nContent-Type: image/png\n\nAB\n--A\nContent-Type: text/plain;charset=UTF-8\n\nä\n" +
        '--A\nContent-Type: application/json\n\n{"a":1}\n--A\nContent-Type: application/json\n\n[1]\n' +
        "--A\nContent-Type: application/json\n\nnull\n--A\nContent-Type: application/octet-stream\n\nAB\n--A--\n",
    ]);
  });

  test("has the name that the contract fixes for a position", async () => {
    expect(await sent("placed", ["a"])).toEqual([
      "multipart/form-data; boundary=A",
      "--A\nContent-Type: text/plain;charset=UTF-8\n" +
        'Content-Disposition: form-data; name="first"\n\na\n--A--\n',
    ]);
  });

  test("has parts with parts of their own, by position or by name", async () => {
    expect(await sent("nested", [["<p>a", "<p>b"], { meta: { title: "A" } }])).toEqual([
      "multipart/mixed; boundary=A",
      "--A\nContent-Type: multipart/alternative; boundary=B\n\n" +
        "--B\nContent-Type: text/html\n\n<p>a\n--B\nContent-Type: text/html\n\n<p>b\n--B--\n\n" +
        "--A\nContent-Type: multipart/form-data; boundary=C\n\n" +
        '--C\nContent-Disposition: form-data; name="meta"\nContent-Type: application/vnd.meta+json\n\n{"title":"A"}\n--C--\n\n' +
        "--A--\n",
    ]);
  });

  test("is sent as it comes where a part is a stream", async () => {
    const [type, text] = await sent("items", ["a", png.stream()]);
    expect([type, text.includes("Content-Type: application/octet-stream\n\nAB\n--A--\n")]).toEqual([
      "multipart/related; boundary=A",
      true,
    ]);
  });

  test.each<[what: string, body: unknown, why: string]>([
    ["what is no list", { 0: "a" }, "it must be a list"],
    ["a hole in the list", ["a", undefined], '"body[1]" is of type undefined'],
  ])("refuses %s before anything is sent", async (_, body, why) => {
    await expect(other.send(other.create(), "bodies.items", { body })).rejects.toMatchObject({
      name: "ArgumentError",
      happened: expect.stringContaining(why) as string,
    });
  });
});

test("bytes are sent as what their schema says, unless they or the encoding say more", async () => {
  const input = { cover: bytes, pages: [bytes, png], sheet: bytes };
  const { body } = await wire.send(wire.create(), "bodies.typed", input);
  expect(typesIn(body)).toEqual([
    ["cover", "image/png"],
    ["pages", "image/webp"],
    ["pages", "image/png"],
    ["sheet", "application/pdf"],
  ]);
});

test("so are those of alternatives, of null, and without a type, where every alternative says the same of them", async () => {
  const bytes = new Blob(["1"]);
  const input = { body: { cover: bytes, sheet: bytes, note: "x", raw: bytes, photo: bytes } };
  const { body } = await wire.send(wire.create(), "bodies.chosen", input);
  expect(typesIn(body)).toEqual([
    ["cover", "image/png"],
    ["sheet", "application/octet-stream"],
    ["note", undefined],
    ["raw", "image/webp"],
    ["photo", "image/png"],
  ]);
});

test("what one part of a body describes and another requires is sent as the first describes it", async () => {
  const input = { cover: new Blob(["1"]) };
  expect(typesIn((await wire.send(wire.create(), "bodies.required", input)).body)).toEqual([
    ["cover", "image/png"],
  ]);
});

test("bytes among parts without names are sent as what their schema says", async () => {
  const body = [{ a: 1 }, new Blob(["1"]), new Blob(["2"]), new Blob(["3"], { type: "image/png" })];
  const sent = await wire.send(wire.create(), "bodies.positions", { body });
  expect([...sent.body.toString().matchAll(/Content-Type: (.*)\r\n/g)].map(([, type]) => type)).toEqual([
    "application/json",
    "image/png",
    "image/webp",
    "image/png",
  ]);
});

/** Names and content types of the parts of a form. */
function typesIn(body: Buffer): readonly (readonly [name: string | undefined, type: string | undefined])[] {
  const parts = body.toString().matchAll(/name="(\w+)".*\r\n(?:Content-Type: (.*)\r\n)?/g);
  return [...parts].map(([, name, type]) => [name, type]);
}
