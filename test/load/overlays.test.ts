import { describe, expect, test } from "vitest";
import { ContractError } from "../../src/diagnostics/contract-error.js";
import { messageOf } from "../../src/diagnostics/diagnostic.js";
import { loadContract } from "../../src/load/load-contract.js";
import type { OverlayFile } from "../../src/load/overlay/apply-overlays.js";
import type { UserError } from "../../src/text/user-error.js";
import { fileWith, smallContract } from "./contract-files.js";
import { failureOf } from "./failure-of.js";

/** An overlay with actions in YAML, one a line. */
function overlayWith(...actions: readonly string[]): OverlayFile {
  const lines = actions.map((action) => `  - ${action}\n`).join("");
  return {
    path: "repair.overlay.yaml",
    text: `overlay: 1.1.0\ninfo: { title: a, version: "1" }\nactions:\n${lines}`,
  };
}

async function load(...actions: readonly string[]) {
  return await loadContract(fileWith(smallContract), { overlays: [overlayWith(...actions)] });
}

async function refusalOf(...actions: readonly string[]): Promise<UserError> {
  return await failureOf(fileWith(smallContract), { overlays: [overlayWith(...actions)] });
}

const get = "$.paths['/orders'].get";

describe("an overlay", () => {
  test("gives what a contract gives that has its values in place: the same document and digest", async () => {
    const want = await loadContract(
      fileWith(
        smallContract
          .replace("operationId: listOrders", "operationId: findOrders\n      tags: [a, b]")
          .replace("{ id: { type: string } }", "{ a: {}, id: { type: string, format: uuid } }"),
      ),
    );
    const have = await load(
      `{ target: "${get}.operationId", update: findOrders }`,
      `{ target: "${get}", update: { tags: [a] } }`,
      `{ target: "${get}.tags", update: [b] }`,
      `{ target: $.components.schemas.Order.properties, update: { id: { format: uuid }, a: {} } }`,
    );
    expect(have.document).toEqual(want.document);
    expect(JSON.stringify(have.document)).toBe(JSON.stringify(want.document));
    expect(have.digest).toBe(want.digest);
    expect(have.diagnostics).toEqual([]);
  });

  test.each<[name: string, actions: readonly string[], at: string, want: unknown]>([
    [
      "appends an object to a list",
      [`{ target: "${get}", update: { tags: [] } }`, `{ target: "${get}.tags", update: c }`],
      "paths./orders.get.tags",
      ["c"],
    ],
    [
      "removes a member",
      ["{ target: $.components.schemas.Order.properties, remove: true }"],
      "components.schemas.Order",
      { type: "object" },
    ],
    [
      "removes elements by a filter, in any order",
      [
        `{ target: "${get}", update: { tags: [a, b, a, c] } }`,
        `{ target: "${get}.tags[?@ == 'a']", remove: true }`,
        `{ target: "${get}.tags[1,0]", remove: true }`,
      ],
      "paths./orders.get.tags",
      [],
    ],
    [
      "copies a value",
      [
        "{ target: $.components.schemas, update: { Copy: { title: b } } }",
        "{ target: $.components.schemas.Copy, copy: $.components.schemas.Order }",
      ],
      "components.schemas.Copy",
      { title: "b", type: "object", properties: { id: { type: "string" } } },
    ],
    [
      "copies a value into a part of itself",
      ["{ target: $.components.schemas.Order.properties.id, copy: $.components.schemas.Order }"],
      "components.schemas.Order.properties.id",
      { type: "object", properties: { id: { type: "string" } } },
    ],
    [
      "removes what other keywords of the action would change",
      ["{ target: $.components.schemas.Order.type, update: a, remove: true }"],
      "components.schemas.Order",
      { properties: { id: { type: "string" } } },
    ],
    [
      "changes several places, and none that it selects twice",
      ["{ target: \"$..['properties','properties'].id\", update: { enum: [a] } }"],
      "components.schemas.Order.properties.id.enum",
      ["a"],
    ],
    [
      "leaves members of the prototype alone",
      ["{ target: $.components.schemas.Order, update: { __proto__: { a: 1 } } }"],
      "components.schemas.Order.type",
      "object",
    ],
  ])("%s", async (_, actions, at, want) => {
    expect((await load(...actions)).document).toHaveProperty(at, want);
  });

  test("is applied before references are read: it can add their targets", async () => {
    const { document } = await load(
      `{ target: "${get}.responses['200'].content['application/json'].schema['$ref']", update: "#/components/schemas/New" }`,
      "{ target: $.components.schemas, update: { New: { type: integer } } }",
    );
    expect(document).toHaveProperty("components.schemas.New", { type: "integer" });
  });

  test("repairs a contract that was refused with it", async () => {
    const file = fileWith(
      smallContract
        .replace(
          "operationId: listOrders",
          "operationId: listOrders\n      parameters: [{ $ref: '#/components/parameters/Page' }, { $ref: '#/components/parameters/Size' }]",
        )
        .replace("type: string", "$ref: '#/definitions/Id'"),
    );
    const failure = await failureOf(file);
    const text = failure instanceof ContractError ? (failure.overlay ?? "") : "";
    const { document, diagnostics } = await loadContract(file, { overlays: [{ path: "a.yaml", text }] });
    expect(diagnostics).toEqual([]);
    expect(document).toHaveProperty("paths./orders.get.parameters", []);
    expect(document).toHaveProperty("components.schemas.Order.properties.id", {});
  });

  test("with a reusable action of Overlay 1.2", async () => {
    const text = `overlay: 1.2.0
info: { title: a, version: "1" }
components: { actions: { gone: { fields: { remove: true } } } }
actions:
  - { $ref: "#/components/actions/gone", target: $.components.schemas.Order.properties }
`;
    const overlays = [{ path: "a.yaml", text }];
    const { document } = await loadContract(fileWith(smallContract), { overlays });
    expect(document).toHaveProperty("components.schemas.Order", { type: "object" });
  });

  test("that selects nothing is a warning at the action", async () => {
    const { diagnostics } = await load(
      "{ target: $.info, update: {} }",
      `{ target: "$.paths['/gone']", remove: true }`,
    );
    expect(diagnostics.map((one) => [one.id, messageOf(one), one.location])).toEqual([
      [
        "overlay/nothing-selected",
        "`$.paths['/gone']` selects nothing in the contract; the action of the overlay has no effect.",
        { file: "repair.overlay.yaml", pointer: "#/actions/1/target", line: 5, column: 15 },
      ],
    ]);
  });

  test("has its own places: what it wrote is there, and the rest in the contract", async () => {
    const { diagnostics, locate } = await load(
      "{ target: $.components.schemas, update: { New: { nope: 1 } } }",
      `{ target: "${get}", update: { parameters: [{ name: a, in: query, schema: {} }, { name: b, in: query, schema: { nope: 1 } }] } }`,
      `{ target: "${get}.parameters[0]", remove: true }`,
    );
    expect(diagnostics.map(({ location }) => [location?.file, location?.line, location?.pointer])).toEqual([
      ["repair.overlay.yaml", 5, "#/actions/1/update/parameters/1/schema/nope"],
      ["repair.overlay.yaml", 4, "#/actions/0/update/New/nope"],
    ]);
    expect(locate("#/components/schemas/New")).toMatchObject({ file: "repair.overlay.yaml", line: 4 });
    expect(locate("#/components/schemas/Order")).toMatchObject({ line: 15 });
  });
});

describe("an overlay that cannot be applied", () => {
  test.each<[name: string, action: string, says: string]>([
    [
      "is no JSONPath",
      "{ target: $.paths.x-y, remove: true }",
      'repair.overlay.yaml:4:15 $.paths.x-y is not a JSONPath (RFC 9535): at character 10, "-" is unexpected.',
    ],
    [
      "has code in a filter",
      "{ target: '$..[?(@.length-1)]', remove: true }",
      "is not a JSONPath (RFC 9535)",
    ],
    [
      "removes everything",
      "{ target: $, remove: true }",
      "repair.overlay.yaml:4:5 The whole contract cannot be removed.",
    ],
    [
      "gives a list to an object",
      "{ target: $.info, update: [1] }",
      "The value does not fit its target: the contract has an object, the overlay a list.",
    ],
    [
      "gives an object to a text",
      "{ target: $, update: { info: { title: {} } } }",
      'the contract has a value, the overlay an object, at "title", at "info".',
    ],
    [
      "selects lists and objects",
      "{ target: '$.*', update: {} }",
      "The target must select values of one kind",
    ],
    ["copies several values", "{ target: $.info, copy: $.paths..* }", "`copy` must select one value"],
    [
      "lacks the action it names",
      "{ $ref: '#/components/actions/none', target: $.info }",
      "The action #/components/actions/none was not found.",
    ],
  ])("%s: exit 2 and its place", async (_, action, says) => {
    const { exitCode, where } = await refusalOf(action);
    expect([exitCode, where]).toEqual([2, expect.stringContaining(says)]);
  });

  test("is refused with all its problems at once", async () => {
    const { where } = await refusalOf("{ target: $.a b, remove: true }", "{ target: '', copy: $. }");
    expect(where?.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "repair.overlay.yaml:4:15",
      "repair.overlay.yaml:5:15",
      "repair.overlay.yaml:5:25",
    ]);
  });

  test("ends at the limits of a contract", async () => {
    const doubled = Array.from({ length: 30 }, () => "{ target: $.tags, copy: $.tags }");
    const overlays = [overlayWith("{ target: $, update: { tags: [{ name: a }] } }", ...doubled)];
    const failure = await failureOf(fileWith(smallContract), { overlays, limits: { values: 10_000 } });
    expect([failure.exitCode, failure.where]).toEqual([3, "repair.overlay.yaml"]);
  });
});
