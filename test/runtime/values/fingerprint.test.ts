import { describe, expect, it } from "vitest";
import { canonicalText, hashOf } from "../../../src/runtime/values/fingerprint.js";
import { memberAt } from "../../../src/runtime/values/member-at.js";

describe("canonicalText", () => {
  it.each<[string, unknown, string]>([
    ["members in any order", { b: 1, a: { d: [2, "x"], c: null } }, '{"a":{"c":null,"d":[2,"x"]},"b":1}'],
    ["undefined members left out", { a: undefined, b: [undefined] }, '{"b":[null]}'],
    ["whole 64-bit integers", { id: 9007199254740993n }, '{"id":9007199254740993}'],
    ["dates by toJSON", { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ["no difference between 0 and -0", -0, "0"],
  ])("%s", async (_, given, want) => {
    expect(await canonicalText(given)).toBe(want);
  });

  it.each<[string, () => unknown, string]>([
    ["a function", () => ({ a: [() => 1] }), '"a/0" is a function, which cannot be sent'],
    ["NaN", () => ({ a: Number.NaN }), '"a" is not a finite number'],
    [
      "a stream",
      () => ({ body: new ReadableStream() }),
      '"body" is neither plain data nor a Blob or bytes, so it cannot be told from others',
    ],
    [
      "a cycle",
      () => {
        const inner: Record<string, unknown> = {};
        inner["self"] = inner;
        return { inner };
      },
      'self" contains itself',
    ],
  ])("refuses %s and names the place", async (_, given, want) => {
    await expect(canonicalText(given())).rejects.toThrow(want);
    await expect(hashOf(given())).rejects.toThrow(want);
  });
});

describe("fingerprint", () => {
  it("is SHA-256 of the canonical text", async () => {
    expect(await hashOf({ a: 1 })).toBe("015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862");
  });

  it("does not depend on the order of members", async () => {
    expect(await hashOf({ a: 1, b: 2 })).toBe(await hashOf({ b: 2, a: 1 }));
  });

  it("keeps the hash of a Blob, of bytes, and of what they are members of, between versions", async () => {
    const given = {
      file: new Blob(["a"], { type: "text/plain" }),
      list: [new Uint8Array([1, 2])],
      at: new Date(0),
    };
    expect(await hashOf(given)).toBe("08378ca151c425deaefcb6af80ed95c70644dd4803adec4603a0d724ca7aff66");
  });

  it("counts Blobs and bytes by their content", async () => {
    const one = await hashOf({ file: new Blob(["a"]), bytes: new Uint8Array([1, 2]).subarray(1) });
    const same = await hashOf({ file: new Blob(["a"]), bytes: new Uint8Array([2]) });
    const other = await hashOf({ file: new Blob(["b"]), bytes: new Uint8Array([2]) });
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});

describe("memberAt", () => {
  it.each<[string, unknown]>([
    ["", { "a/b": { "~": [7] }, c: null }],
    ["a~1b/~0/0", 7],
    ["c", null],
    ["c/d", undefined],
    ["constructor", undefined],
  ])("%s", (path, want) => {
    expect(memberAt({ "a/b": { "~": [7] }, c: null }, path)).toEqual(want);
  });
});
