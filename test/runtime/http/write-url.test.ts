import { describe, expect, it } from "vitest";
import type {
  GivenParameter,
  OperationDescriptor,
} from "../../../src/runtime/descriptors/operation-descriptor.js";
import type { ParameterDescriptor } from "../../../src/runtime/descriptors/parameter-descriptor.js";
import { parameterText } from "../../../src/runtime/parameters/parameter-text.js";
import { writeUrl } from "../../../src/runtime/request/write-url.js";
import { completeParameter } from "../complete-descriptor.js";

const id: ParameterDescriptor = { name: "id", in: "path" };

function url(path: string, given: readonly GivenParameter[], server = "https://h/v1/external"): string {
  const descriptor: OperationDescriptor = {
    name: "x",
    method: "GET",
    path,
    responses: [],
    retryClass: "read",
  };
  const completed = given.map(([one, value]): GivenParameter => [completeParameter(one), value]);
  return new URL(writeUrl(server, descriptor, completed)).href;
}

describe("writeUrl", () => {
  const cases: readonly { given: string; want: string; got: () => string }[] = [
    {
      given: "a path below the server's",
      want: "https://h/v1/external/cabinets",
      got: () => url("/cabinets", []),
    },
    {
      given: "a server with a slash at its end",
      want: "https://h/v1/cabinets",
      got: () => url("/cabinets", [], "https://h/v1/"),
    },
    {
      given: "a path parameter inside of a segment",
      want: "https://h/v1/external/a%3Ab:verb",
      got: () => url("/{id}:verb", [[id, "a:b"]]),
    },
    {
      given: "a value with slashes",
      want: "https://h/v1/external/x/..%2F..%2Fadmin",
      got: () => url("/x/{id}", [[id, "../../admin"]]),
    },
    {
      given: "three dots, which are a name",
      want: "https://h/v1/external/x/...",
      got: () => url("/x/{id}", [[id, "..."]]),
    },
    {
      given: "a query in the template and in the server",
      want: "https://h/v1?a=1&b=2&limit=3",
      got: () => url("?b=2", [[{ name: "limit", in: "query" }, 3]], "https://h/v1?a=1"),
    },
    {
      given: "a parameter described by content",
      want: "https://h/v1/external/c?filter=%7B%22a%22%3A%5B1%5D%7D",
      got: () => url("/c", [[{ name: "filter", in: "query", content: "application/json" }, { a: [1] }]]),
    },
    {
      given: "an exploded matrix",
      want: "https://h/v1/external/m;id=1;id=2",
      got: () => url("/m{id}", [[{ ...id, style: "matrix", explode: true }, [1, 2]]]),
    },
  ];
  it.each([
    { path: "@evil.example/x", want: "https://h/@evil.example/x" },
    { path: ".evil.example", want: "https://h/.evil.example" },
    { path: "//evil.example/x", want: "https://h//evil.example/x" },
    { path: "/a#b", want: "https://h/a" },
  ])("stays on the server's host with the path $path", ({ path, want }) => {
    expect(url(path, [], "https://h")).toBe(want);
  });

  it.each(cases)("$given: $want", ({ want, got }) => {
    expect(got()).toBe(want);
  });

  it.each([".", "..", "%2e", ".%2E"])("refuses the path value %s, alone in its segment", (value) => {
    const path = value.includes("%") ? `/x/${value}/{id}` : "/x/{id}";
    expect(() => url(path, [[id, value.includes("%") ? "1" : value]])).toThrow("another path");
  });
  it("refuses a number in a path that may have been rounded", () => {
    expect(() => parameterText(id, 2 ** 53)).toThrow('"id" is not an exact number.');
    expect(parameterText(id, 2 ** 53 - 1)).toBe("9007199254740991");
    expect(parameterText({ ...id, in: "query" }, 2 ** 53)).toBe("id=9007199254740992");
  });
  it.each([undefined, "label", "matrix"] as const)("refuses an empty list in a path, style %s", (style) => {
    const parameter = { ...id, ...(style !== undefined && { style }) };
    expect(() => url("/x{id}", [[parameter, []]])).toThrow(
      'The path parameter "id" is missing or empty. Give it.',
    );
  });
});
