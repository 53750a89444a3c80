import { describe, expect, test } from "vitest";
import type {
  OperationDescriptor,
  ParameterDescriptor,
} from "../../../src/runtime/call/operation-descriptor.js";
import { writeHeaders } from "../../../src/runtime/call/write-headers.js";

const operation: OperationDescriptor = {
  name: "pets.list",
  method: "GET",
  path: "/pets",
  parameters: [{ name: "X-Trace", in: "header" }],
  security: [{ key: [] }],
  answers: [],
  repeat: "read",
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

  test("is sent where nobody else sets it, the later one before the earlier", () => {
    const headers = writeHeaders(operation, [], {}, { "X-A": "1", "X-B": "1" }, { "x-a": "2" });
    expect(Object.fromEntries(headers)).toEqual({ accept: "*/*", "x-a": "2", "x-b": "1" });
  });

  test("may be one of the contract, for all calls whose input has none", () => {
    const trace = (value?: string) =>
      operation.parameters?.flatMap((one) => (value === undefined ? [] : [[one, value] as const])) ?? [];
    expect(writeHeaders(operation, trace(), {}, { "x-trace": "1" }).get("x-trace")).toBe("1");
    expect(writeHeaders(operation, trace("2"), {}, { "x-trace": "1" }, {}).get("x-trace")).toBe("2");
    expect(writeHeaders(operation, trace(), {}, {}, { "x-trace": "1" }).get("x-trace")).toBe("1");
    expect(() => writeHeaders(operation, trace("2"), {}, {}, { "x-trace": "1" })).toThrow(
      'The header "X-Trace" is given twice: by the input and by "headers" of the call. Give it once.',
    );
  });

  test.each<ParameterDescriptor>([
    { name: "X-Version", in: "header", only: "1" },
    { name: "Idempotency-Key", in: "header" },
    { name: "If-None-Match", in: "header" },
    { name: "Range", in: "header" },
  ])("is none that the contract has for one call: %j", (parameter) => {
    const given = { ...operation, parameters: [parameter] };
    const refused = `The header "${parameter.name}" is set by the client and cannot be added.`;
    expect(() => writeHeaders(given, [], {}, { [parameter.name]: "1" })).toThrow(refused);
    expect(() => writeHeaders(given, [], {}, {}, { [parameter.name]: "1" })).toThrow(refused);
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
    expect(writeHeaders(operation, [[parameter, value]], {}).get("x-ids")).toBe(want);
  });
});
