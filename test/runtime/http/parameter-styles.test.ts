import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  ParameterDescriptor,
  ParameterStyle,
} from "../../../src/runtime/descriptors/parameter-descriptor.js";
import { cookieStyle } from "../../../src/runtime/parameters/cookie-style.js";
import { headerStyle as expandHeader } from "../../../src/runtime/parameters/header-style.js";
import { pathStyle as expandPath } from "../../../src/runtime/parameters/path-style.js";
import { writeHeaders } from "../../../src/runtime/request/write-headers.js";
import { expandQuery } from "../../../src/runtime/parameters/expand-query.js";
import { percentEncode } from "../../../src/runtime/http/percent-encode.js";
import { isArgumentError } from "../../../src/runtime/errors/argument-error.js";

/** The example values of OpenAPI 3.1.1, section 4.8.12.4 "Style Examples". */
const empty = "";
const primitive = "blue";
const list = ["blue", "black", "brown"];
const members = { R: 100, G: 200, B: 150 };

interface Row {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly want: readonly (string | undefined)[];
}

/** `want`: empty, primitive, list, members; undefined where OpenAPI gives no meaning. */
const pathRows: readonly Row[] = [
  {
    style: "matrix",
    explode: false,
    want: [";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
  },
  {
    style: "matrix",
    explode: true,
    want: [";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"],
  },
  { style: "label", explode: false, want: [".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"] },
  { style: "label", explode: true, want: [".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"] },
  { style: "simple", explode: false, want: ["", "blue", "blue,black,brown", "R,100,G,200,B,150"] },
  { style: "simple", explode: true, want: ["", "blue", "blue,black,brown", "R=100,G=200,B=150"] },
];
const queryRows: readonly Row[] = [
  {
    style: "form",
    explode: false,
    want: ["color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  },
  {
    style: "form",
    explode: true,
    want: ["color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  },
  {
    style: "spaceDelimited",
    explode: false,
    want: [undefined, undefined, "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"],
  },
  {
    style: "pipeDelimited",
    explode: false,
    want: [undefined, undefined, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"],
  },
  {
    style: "deepObject",
    explode: true,
    want: [undefined, undefined, undefined, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
  },
];
const values = [empty, primitive, list, members];

function cells(rows: readonly Row[]) {
  return rows.flatMap(({ style, explode, want }) =>
    want.flatMap((text, index) =>
      text === undefined ? [] : [{ style, explode, value: values[index], want: text }],
    ),
  );
}

function query(
  style: ParameterStyle | undefined,
  explode: boolean | undefined,
  value: unknown,
  allowReserved?: true,
): string {
  const given = {
    name: "color",
    ...(style && { style }),
    ...(explode !== undefined && { explode }),
    ...(allowReserved && { allowReserved }),
  };
  return expandQuery(given, value)
    .map((pair) => pair.join("="))
    .join("&");
}

describe("path parameters (OpenAPI 3.1.1, Style Examples)", () => {
  it.each(cells(pathRows))("$style, explode $explode: $value is $want", ({ style, explode, value, want }) => {
    expect(expandPath({ name: "color", in: "path", style, explode }, value)).toBe(want);
  });
  it("has style simple without explode by default", () => {
    expect(expandPath({ name: "color", in: "path" }, members)).toBe("R,100,G,200,B,150");
  });
  it.each([true, false])(
    "writes nothing for a list or an object with nothing in it (RFC 6570 section 2.3): explode %s",
    (explode) => {
      const parameter: ParameterDescriptor = { name: "color", in: "path", style: "matrix", explode };
      expect([[], {}, [null], { a: undefined }].map((value) => expandPath(parameter, value))).toEqual([
        "",
        "",
        "",
        "",
      ]);
    },
  );
  it("percent-encodes names, elements and members, not the separators", () => {
    const parameter: ParameterDescriptor = { name: "a b", in: "path", style: "matrix", explode: false };
    expect(expandPath(parameter, ["x,y", "ü/"])).toBe(";a%20b=x%2Cy,%C3%BC%2F");
  });
});

describe("query parameters (OpenAPI 3.1.1, Style Examples)", () => {
  it.each(cells(queryRows))(
    "$style, explode $explode: $value is $want",
    ({ style, explode, value, want }) => {
      expect(query(style, explode, value)).toBe(want);
    },
  );
  const others: readonly {
    given: string;
    style?: ParameterStyle;
    explode?: boolean;
    value: unknown;
    want: string;
  }[] = [
    { given: "the default", value: list, want: "color=blue&color=black&color=brown" },
    { given: "an empty list", value: [], want: "" },
    { given: "an empty list, not exploded", explode: false, value: [], want: "" },
    { given: "an empty object", style: "deepObject", value: {}, want: "" },
    { given: "members that are null or undefined", value: { R: null, G: undefined, B: 1 }, want: "B=1" },
    { given: "a bigint", value: 9007199254740993n, want: "color=9007199254740993" },
    {
      given: "deeper objects and lists in deepObject",
      style: "deepObject",
      value: { a: { b: 1 }, c: ["x", "y"] },
      want: "color%5Ba%5D%5Bb%5D=1&color%5Bc%5D%5B0%5D=x&color%5Bc%5D%5B1%5D=y",
    },
    {
      given: "spaceDelimited exploded, which is form",
      style: "spaceDelimited",
      explode: true,
      value: ["a", "b"],
      want: "color=a&color=b",
    },
    { given: "separators inside of elements", explode: false, value: ["a,b", "c"], want: "color=a%2Cb,c" },
    { given: "what encodeURIComponent leaves", value: "!'()*", want: "color=%21%27%28%29%2A" },
  ];
  it.each(others)("$given", ({ style, explode, value, want }) => {
    expect(query(style, explode, value)).toBe(want);
  });
  it.each([
    { given: [["a"]], want: "color=%5B%5B%22a%22%5D%5D" },
    { given: [{ a: 1 }, "b"], want: "color=%5B%7B%22a%22%3A1%7D%2C%22b%22%5D" },
  ])("writes a list that holds lists or objects as JSON: $want", ({ given, want }) => {
    expect(query("form", true, given)).toBe(want);
    expect(query("pipeDelimited", false, given)).toBe(want);
  });
  it.each([
    { style: "pipeDelimited", value: ["x|y"], has: "a bar (|)" },
    { style: "pipeDelimited", value: { a: "x|y" }, has: "a bar (|)" },
    { style: "spaceDelimited", value: ["x", "y z"], has: "a space" },
  ] as const)("refuses $value in $style, where $has would make two of one", ({ style, value, has }) => {
    expect(() => query(style, false, value)).toThrow(
      `A value in "color" has ${has}, which would make two values of it.`,
    );
    expect(query(style, true, ["x|y z"])).toBe("color=x%7Cy%20z");
    expect(query(style, false, "x|y z")).toBe("color=x%7Cy%20z");
  });

  it.each(["simple", "label", "matrix"] as const)(
    "refuses what may be rounded in a path, style %s",
    (style) => {
      const write = (value: unknown) => expandPath({ name: "v", in: "path", style }, value);
      for (const value of [2 ** 53, [1, -(2 ** 53)], { a: 2 ** 53 }])
        expect(() => write(value)).toThrow('"v" is not an exact number.');
      for (const value of [2 ** 53 - 1, [1, 1 - 2 ** 53], [2n ** 60n], [undefined, null, 1]])
        expect(write(value)).toContain(String([value].flat(2).at(-1)));
    },
  );

  it("encodes a dot inside of the values that dots stand between", () => {
    const label = { name: "v", in: "path", style: "label", explode: true } as const;
    expect(expandPath(label, ["1.0", "2"])).toBe(".1%2E0.2");
    expect(expandPath(label, { "a.from": "1.0" })).toBe(".a%2Efrom=1%2E0");
    expect(expandPath(label, "1.0")).toBe(".1.0");
    expect(expandPath({ ...label, explode: false }, ["1.0", "2"])).toBe(".1.0,2");
  });

  it("encodes a comma inside of an element, also where reserved characters stay", () => {
    const form = { name: "color", explode: false, allowReserved: true } as const;
    expect(expandQuery(form, ["a,b", "c/d"])).toEqual([["color", "a%2Cb,c/d"]]);
    expect(expandQuery(form, "a,b")).toEqual([["color", "a,b"]]);
    const path = { name: "color", in: "path", allowReserved: true } as const;
    expect(expandPath(path, ["a,b", "c:d"])).toBe("a%2Cb,c:d");
  });
  it("writes an object that holds lists or objects as JSON where it is one value", () => {
    const given = { a: { b: 9007199254740993n }, c: 1 };
    expect(query("form", false, given)).toBe(
      "color=%7B%22a%22%3A%7B%22b%22%3A9007199254740993%7D%2C%22c%22%3A1%7D",
    );
  });
  it.each([
    { given: { page: 0, sort: ["name", "a&b"], none: [] }, want: "page=0&sort=name&sort=a%26b" },
    { given: { page: 0, a: { b: 1 } }, want: "page=0&a=%7B%22b%22%3A1%7D" },
    { given: { a: [{ b: 1 }], empty: {} }, want: "a=%5B%7B%22b%22%3A1%7D%5D&empty=%7B%7D" },
  ])("writes an exploded object member by member, whatever they hold: $want", ({ given, want }) => {
    expect(query("form", true, given)).toBe(want);
  });
  it("keeps reserved characters and triplets with allowReserved, except those that end a value", () => {
    expect(query("form", true, "a/b?c:d%20e&f=g#h+i", true)).toBe("color=a/b?c:d%20e%26f%3Dg%23h%2Bi");
  });
});

describe("values without a text", () => {
  it.each([
    { given: "NaN", value: Number.NaN },
    { given: "a function", value: () => 1 },
    { given: "a date", value: new Date(0) },
    { given: "a map", value: new Map() },
    { given: "a date in a list", value: [new Date(0)] },
    { given: "a file in an object", value: { file: new Blob([]) } },
    { given: "a map in an object in an object", value: { a: { b: new Map([["k", 1]]) } } },
    { given: "a function in a list in an object", value: { a: [() => 1] } },
    { given: "NaN in a list in a list", value: [[Number.NaN]] },
    { given: "half of a surrogate pair", value: "\uD800" },
  ])("refuses $given", ({ value }) => {
    expect(() => query("form", true, value)).toThrow(expect.toSatisfy(isArgumentError));
  });
});

describe("header and cookie parameters", () => {
  it.each([
    { explode: false, value: members, want: "R,100,G,200,B,150" },
    { explode: true, value: members, want: "R=100,G=200,B=150" },
    { explode: false, value: list, want: "blue,black,brown" },
    { explode: false, value: "a b%", want: "a b%" },
  ])("header, explode $explode: $want", ({ explode, value, want }) => {
    expect(expandHeader({ name: "x", in: "header", explode }, value)).toBe(want);
  });
  it.each([
    { explode: false, value: ["a,b", "c"] },
    { explode: false, value: ['"a","b', "c"] },
    { explode: false, value: { a: "x,y" } },
    { explode: true, value: { "a,b": 1 } },
  ])("refuses a comma that would make two values of one in a header: $value", ({ explode, value }) => {
    expect(() => expandHeader({ name: "x", in: "header", explode }, value)).toThrow(
      'A value in the header "x" has a comma, which would make two values of it. ' +
        'Write it in double quotes where the service reads them ("a,b"), or without the comma.',
    );
  });
  it.each([
    { value: ['"a,b"', 'W/"c\\",d"', "e"], want: '"a,b",W/"c\\",d",e' },
    { value: "a,b", want: "a,b" },
    { value: ['5" pipe', "valve"], want: '5" pipe,valve' },
  ])("leaves a comma in a header that makes no two values of one: $want", ({ value, want }) => {
    expect(expandHeader({ name: "x", in: "header" }, value)).toBe(want);
  });
  it("writes cookies into one header", () => {
    const operation = { name: "x", method: "GET", path: "/", responses: [], retryClass: "read" } as const;
    const session: ParameterDescriptor = { name: "session", in: "cookie" };
    const ids: ParameterDescriptor = { name: "ids", in: "cookie", explode: false, write: cookieStyle };
    const given = [
      [session, "a;b"],
      [ids, [1, 2]],
    ] as const;
    expect(writeHeaders(operation, given, {}).get("cookie")).toBe("session=a%3Bb; ids=1,2");
    expect(writeHeaders(operation, [[ids, []]], {}).get("cookie")).toBeNull();
  });
});

describe("percentEncode", () => {
  it("gives back any well-formed text when decoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const encoded = percentEncode(text);
        expect(encoded).toMatch(/^(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})*$/);
        expect(decodeURIComponent(encoded)).toBe(text);
      }),
    );
  });
});
