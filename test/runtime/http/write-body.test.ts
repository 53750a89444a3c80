import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { MediaDescriptor, PreparedBody } from "../../../src/runtime/descriptors/media-descriptor.js";
import { writeBody as write } from "../../../src/runtime/request/write-body.js";
import { isArgumentError } from "../../../src/runtime/errors/argument-error.js";
import { inputMembers } from "../../../src/runtime/values/input-members.js";
import { completeBody } from "../complete-descriptor.js";

/** Writes a value by all that a descriptor of its media type can name. */
function writeBody(media: MediaDescriptor, value: unknown, isKeyed = false): PreparedBody {
  return write(completeBody(media, isKeyed), value, isKeyed);
}

async function text(body: PreparedBody): Promise<string> {
  return new Response(body.content).text();
}

/** Reads a form as a client of the platform would; deprecated for servers only. */
async function readForm(body: PreparedBody): Promise<FormData> {
  const response: { formData(): Promise<FormData> } = new Response(body.content, {
    headers: { "content-type": body.contentType! },
  });
  return response.formData();
}

const jsonMedia: MediaDescriptor = {
  mediaType: "application/json",
  codec: "json",
};
const formMedia: MediaDescriptor = {
  mediaType: "application/x-www-form-urlencoded",
  codec: "form",
};

describe("JSON bodies", () => {
  it.each([
    { given: { a: [1, null, "é"] }, want: '{"a":[1,null,"é"]}' },
    {
      given: { n: 9007199254740993n, s: "9007199254740993" },
      want: '{"n":9007199254740993,"s":"9007199254740993"}',
    },
    { given: null, want: "null" },
    { given: "text", want: '"text"' },
    { given: { a: 1, b: undefined, c: Object.create(null) as object }, want: '{"a":1,"c":{}}' },
    { given: { at: new Date(0) }, want: '{"at":"1970-01-01T00:00:00.000Z"}' },
  ])("writes $want", async ({ given, want }) => {
    const body = writeBody(jsonMedia, given);
    expect(await text(body)).toBe(want);
    expect(body).toMatchObject({
      contentType: "application/json",
      bytes: Buffer.byteLength(want),
      resendable: true,
    });
  });
  it.each([
    [undefined],
    [() => 1],
    [{ a: Infinity }],
    [
      {
        toJSON: () => {
          throw new Error("secret");
        },
      },
    ],
    [{ a: new Map([["k", 1]]) }],
    [{ a: new Set([1]) }],
    [{ a: [/x/] }],
    [{ a: () => 1 }],
    [{ a: [Symbol("s")] }],

    [{ a: [, "1"] }],
    [[undefined, "1"]],
  ])("refuses %o without showing more", (value) => {
    expect(() => writeBody(jsonMedia, value, true)).toThrow(/Give plain data/);
    expect(() => writeBody(jsonMedia, value)).toThrow(/"body"/);
    expect(() => writeBody(jsonMedia, value)).not.toThrow(/secret/);
  });
});

describe("form bodies (OpenAPI, Encoding Object)", () => {
  const cases: readonly {
    given: string;
    encoding?: MediaDescriptor["encoding"];
    value: object;
    want: string;
  }[] = [
    {
      given: "text",
      value: { a: "x y&z", b: true, c: null, d: undefined },
      want: "a=x%20y%26z&b=true",
    },
    { given: "a list", value: { a: ["x", "y"] }, want: "a=x&a=y" },
    {
      given: "lists in a list, as JSON",
      value: { a: [["x", "y"], ["z"]] },
      want: "a=%5B%22x%22%2C%22y%22%5D&a=%5B%22z%22%5D",
    },
    {
      given: "an object, as JSON",
      value: { a: { b: 1 } },
      want: "a=%7B%22b%22%3A1%7D",
    },
    {
      given: "deepObject",
      encoding: { a: { style: "deepObject", explode: true } },
      value: { a: { b: 1, c: [2] } },
      want: "a%5Bb%5D=1&a%5Bc%5D%5B0%5D=2",
    },
    {
      given: "a list that is not exploded",
      encoding: { a: { explode: false } },
      value: { a: ["x", "y"] },
      want: "a=x,y",
    },
    {
      given: "a list as JSON",
      encoding: { a: { contentType: "application/json" } },
      value: { a: ["x"] },
      want: "a=%5B%22x%22%5D",
    },
    {
      given: "reserved characters",
      encoding: { a: { allowReserved: true } },
      value: { a: "x/y" },
      want: "a=x/y",
    },
  ];
  it.each(cases)("$given: $want", async ({ encoding, value, want }) => {
    expect(await text(writeBody({ ...formMedia, ...(encoding && { encoding }) }, value))).toBe(want);
  });
  it("refuses a body that is no object", () => {
    expect(() => writeBody(formMedia, "a=1")).toThrow("it must be an object");
  });
});

describe("multipart bodies (RFC 7578)", () => {
  const media: MediaDescriptor = {
    mediaType: "multipart/form-data",
    codec: "multipart",
    encoding: {
      meta: { contentType: "application/vnd.meta+json" },
      photo: { contentType: "image/png, image/jpeg" },
    },
  };

  it("is read back by the platform as it was written", async () => {
    const body = writeBody(media, {
      name: 'quo"te\n',
      tags: ["a", "b"],
      meta: { x: 1 },
      photo: new Uint8Array([1, 2, 3]),
      file: new File(["hello"], "ü.txt", { type: "text/plain" }),
    });
    expect(body).toMatchObject({ resendable: true });
    const form = await readForm(body);
    expect(form.getAll("tags")).toEqual(["a", "b"]);
    expect([...form.keys()]).toHaveLength(6);
    const photo = form.get("photo");
    expect(photo instanceof File && [photo.type, photo.size, photo.name]).toEqual(["image/png", 3, "photo"]);
    const file = form.get("file");
    expect(file instanceof File && [file.type, await file.text(), file.name]).toEqual([
      "text/plain",
      "hello",
      "ü.txt",
    ]);
  });

  it("writes these very bytes", async () => {
    const body = writeBody(media, { meta: { x: 1 }, n: 5 });
    const boundary = /boundary=(.+)$/.exec(body.contentType!)![1]!;
    const want =
      `--${boundary}\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/vnd.meta+json\r\n\r\n{"x":1}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="n"\r\n\r\n5\r\n--${boundary}--\r\n`;
    expect(await text(body)).toBe(want);
    expect(await text(body)).toBe(want);
    expect(body.bytes).toBe(want.length);
  });

  it("takes bytes for files where the contract has a style, which none can be written in", async () => {
    const styled: MediaDescriptor = {
      ...media,
      encoding: {
        files: { style: "form" },
        tags: { style: "form", explode: false },
      },
    };
    const form = await readForm(
      writeBody(styled, {
        files: [new File(["a"], "a.txt"), new Uint8Array([66])],
        tags: ["x", "y"],
      }),
    );
    const read = [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]);
    expect(read).toEqual([
      ["files", "a.txt"],
      ["files", "files"],
      ["tags", "x,y"],
    ]);
    expect(() => writeBody(styled, { tags: ["x,y"] })).toThrow(
      'A value in "tags" has a comma, which would make two values of it.',
    );
  });

  it("streams when a part is a stream, and cannot be repeated then", async () => {
    const body = writeBody(media, {
      a: 1,
      file: new Blob(["streamed"]).stream(),
    });
    expect([body.resendable, body.bytes]).toEqual([false, undefined]);
    expect(await text(body)).toContain(
      'name="file"; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\nstreamed\r\n',
    );
  });
});

describe("text, bytes and lines", () => {
  const binary: MediaDescriptor = { mediaType: "image/*", codec: "binary" };
  it("copies bytes, so that later changes do not reach a repeat", async () => {
    const bytes = new Uint8Array([65, 66, 67]).subarray(1);
    const body = writeBody({ mediaType: "application/octet-stream", codec: "binary" }, bytes);
    bytes[0] = 90;
    expect(await text(body)).toBe("BC");
  });
  it.each([
    {
      range: "image/*",
      given: new Blob(["x"], { type: "image/webp" }),
      want: "image/webp",
    },
    { range: "*/*", given: new Blob(["x"]), want: "application/octet-stream" },
    {
      range: "application/*",
      given: new ArrayBuffer(1),
      want: "application/octet-stream",
    },
    {
      range: "*",
      given: new Blob(["x"]).stream(),
      want: "application/octet-stream",
    },
    { range: "text/*", given: "x", want: "text/plain;charset=UTF-8" },
  ])("names $want where the contract has $range", ({ range, given, want }) => {
    expect(writeBody({ mediaType: range, codec: "binary" }, given).contentType).toBe(want);
  });
  it.each([
    { given: new Blob(["x"], { type: "text/html" }) },
    { given: new Blob(["x"]) },
    { given: new ArrayBuffer(1) },
    { given: "x" },
  ])("refuses a body without a type within the range", ({ given }) => {
    expect(() => writeBody(binary, given)).toThrow("no type within that");
  });
  it("refuses what has no bytes", () => {
    expect(() => writeBody(binary, { a: 1 })).toThrow("no bytes");
  });
  it("writes one line a value", async () => {
    expect(await text(writeBody({ mediaType: "application/x-ndjson", codec: "lines" }, [{ a: 1 }, 2]))).toBe(
      '{"a":1}\n2\n',
    );
  });
  it("writes text as it is", async () => {
    expect(await text(writeBody({ mediaType: "text/csv", codec: "text" }, "a,b"))).toBe("a,b");
  });
});

class Hidden {
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }
  get name(): string {
    return this.#name;
  }
}

class Written extends Hidden {
  toJSON(): object {
    return { name: this.name };
  }
}

describe("an instance whose members nobody can list", () => {
  it.each<[string, unknown]>([
    ["itself", new Hidden("Ada")],
    ["as a member", { owner: new Hidden("Ada") }],
    ["in a list", [new Hidden("Ada")]],
    ["whose data is in a prototype", Object.create({ name: "Ada" }) as unknown],
  ])("is refused and never sent as {}: %s", (_, value) => {
    for (const media of [jsonMedia, formMedia])
      expect(() => writeBody(media, value, true)).toThrow(expect.toSatisfy(isArgumentError));
    expect(() => writeBody(jsonMedia, value, false)).toThrow("whose data would be lost");
  });

  it("is sent when it says what it is as JSON, and so are empty literals and instances with members", async () => {
    class Open {
      readonly name = "Ada";
    }
    class Unset {
      declare readonly name?: string;
    }
    const value = {
      ada: new Written("Ada"),
      date: new Date(0),
      open: new Open(),
      unset: new Unset(),
      empty: {},
      none: Object.create(null) as unknown,
      other: runInNewContext("({})") as unknown,
    };
    const { content } = writeBody(jsonMedia, value, false);
    expect(JSON.parse(await new Response(content as Blob).text())).toEqual({
      ada: { name: "Ada" },
      date: "1970-01-01T00:00:00.000Z",
      open: { name: "Ada" },
      unset: {},
      empty: {},
      none: {},
      other: {},
    });
  });

  it("is no input of a call", () => {
    const descriptor = {
      name: "a.add",
      method: "POST",
      path: "/a",
      responses: [],
      retryClass: "write",
    } as const;
    for (const input of [new Hidden("Ada"), new Date(0), new Map([["a", 1]]), new Blob(["a"])])
      expect(() => inputMembers(descriptor, input)).toThrow("The input is an instance of a class");
    expect(inputMembers(descriptor, {})).toEqual({});
  });
});
