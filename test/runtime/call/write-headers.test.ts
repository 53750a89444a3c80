import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import type { ParameterDescriptor } from "../../../src/runtime/descriptors/parameter-descriptor.js";
import { writeHeaders } from "../../../src/runtime/request/write-headers.js";
import { completeParameter } from "../complete-descriptor.js";

const operation: OperationDescriptor = {
  name: "pets.list",
  method: "GET",
  path: "/pets",
  parameters: [{ name: "X-Trace", in: "header" }],
  security: [{ key: [] }],
  responses: [],
  retryClass: "read",
};

describe("a header that a caller adds", () => {
  test.each([
    "Accept",
    "Authorization",
    "Connection",
    "Content-Length",
    "Content-Type",
    "Cookie",
    "Expect",
    "Host",
    "Keep-Alive",
    "Proxy-Authorization",
    "Proxy-Connection",
    "TE",
    "Trailer",
    "Transfer-Encoding",
    "Upgrade",
  ])("is refused where the client or HTTP sets it: %s", (name) => {
    const refused = `The header "${name}" is set by the client and cannot be added. Use the option or the input member that stands for it.`;
    expect(() => writeHeaders(operation, [], {}, { [name]: "1" })).toThrow(refused);
    expect(() => writeHeaders(operation, [], {}, {}, { [name]: "1" })).toThrow(refused);
  });

  test("is refused where the contract has it for an input", () => {
    const refused =
      'The header "x-trace" is a parameter of the operation and cannot be added. Give it as a member of the input.';
    expect(() => writeHeaders(operation, [], {}, { "x-trace": "1" })).toThrow(refused);
    expect(() => writeHeaders(operation, [], {}, {}, { "x-trace": "1" })).toThrow(refused);
  });

  test("is sent where nobody else sets it, the later one before the earlier", () => {
    const headers = writeHeaders(operation, [], {}, { "X-A": "1", "X-B": "1" }, { "x-a": "2" });
    expect(Object.fromEntries(headers)).toEqual({ accept: "*/*", "x-a": "2", "x-b": "1" });
  });

  test("may be a credential where the contract asks for none", () => {
    const { security, ...open } = operation;
    expect(security).toBeDefined();
    expect(writeHeaders(open, [], {}, { Authorization: "Bearer t" }).get("authorization")).toBe("Bearer t");
  });
});

describe("a header parameter", () => {
  const list: ParameterDescriptor = { name: "X-Ids", in: "header" };
  test.each([
    { given: "a list", parameter: list, value: [1, 2], want: "1,2" },
    { given: "a list of nothing", parameter: list, value: [], want: null },
    { given: "a list of null", parameter: list, value: [null], want: null },
    { given: "an object without members", parameter: list, value: {}, want: null },
    { given: "an empty text", parameter: list, value: "", want: "" },
    { given: "a list with an empty text", parameter: list, value: [""], want: "" },
    {
      given: "a list of nothing that is required",
      parameter: { ...list, required: true as const },
      value: [],
      want: "",
    },
  ])("$given", ({ parameter, value, want }) => {
    expect(writeHeaders(operation, [[completeParameter(parameter), value]], {}).get("x-ids")).toBe(want);
  });
});
