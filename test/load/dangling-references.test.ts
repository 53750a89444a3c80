import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { buildPlan } from "../../src/build-plan.js";
import { ContractError } from "../../src/diagnostics/contract-error.js";
import { messageOf } from "../../src/diagnostics/diagnostic.js";
import { loadContract } from "../../src/load/load-contract.js";
import type { LoadedContract } from "../../src/load/loaded-contract.js";
import { selectOperations } from "../../src/select-operations.js";
import { fileWith, folderWith } from "./contract-files.js";
import { serve } from "./contract-server.js";
import { failureOf } from "./failure-of.js";

const contract = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - { $ref: "#/components/parameters/Page" }
        - { $ref: "#/components/parameters/Size" }
      responses:
        "200":
          description: Orders
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
        "400": { $ref: "#/components/responses/Bad" }
        "404": { $ref: "#/definitions/Gone" }
components:
  schemas:
    Order: { $ref: "#/components/schemas/Base" }
    Line: { type: object, properties: { price: { $ref: "#/definitions/Money's" } } }
`;

const body = { "application/json": { schema: {} } };
const response = { description: "The contract does not describe this response.", content: body };

async function overlayOf(reference: string): Promise<string | undefined> {
  const failure = await failureOf(reference);
  return failure instanceof ContractError ? failure.overlay : undefined;
}

describe("references without a target", () => {
  test("are refused with the overlay that repairs all of them", async () => {
    const file = fileWith(contract);
    const { exitCode, remedy } = await failureOf(file);
    expect([exitCode, remedy]).toEqual([
      3,
      "Fix the contract, or save the overlay below as openapi.overlay.yaml and name it in `overlays` of cabinetry.yaml. With --lenient, such a value has the type `unknown`, or the client omits it.",
    ]);
    const overlay: unknown = parse((await overlayOf(file)) ?? "");
    expect(overlay).toEqual({
      overlay: "1.0.0",
      info: { title: "Targets for references of openapi.yaml", version: "1.0.0" },
      actions: [
        {
          target: "$",
          description: "Describe each of them: an empty object allows any value.",
          update: { components: { schemas: { Base: {} }, responses: { Bad: response } } },
        },
        {
          target: "$.paths['/orders'].get.parameters[?@['$ref'] == '#/components/parameters/Page']",
          remove: true,
        },
        {
          target: "$.paths['/orders'].get.parameters[?@['$ref'] == '#/components/parameters/Size']",
          remove: true,
        },
        { target: "$.paths['/orders'].get.responses['404']['$ref']", remove: true },
        { target: "$.paths['/orders'].get.responses['404']", update: response },
        { target: "$.components.schemas.Line.properties.price['$ref']", remove: true },
      ],
    });
  });

  test("to one target are one error, with the first location and the lines of the others", async () => {
    const gone = (count: number) =>
      Array.from({ length: count }, (_, at) => `    A${String(at)}: { $ref: "#/definitions/Gone" }\n`).join(
        "",
      );
    const head = `openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n`;
    const missed = "Can't resolve $ref: `#/definitions/Gone` does not exist.";
    const linesOf = async (schemas: string) => {
      const { where = "" } = await failureOf(fileWith(`${head}${schemas}`));
      return where
        .replaceAll(/\S*openapi\.yaml/gu, "a")
        .match(/^(?:a:| {2}\S).*$/gmu)
        ?.filter((line) => !line.includes("|"));
    };
    const other = `    B: { $ref: "#/definitions/Other" }\n`;
    expect(await linesOf(`${gone(3)}${other}`)).toEqual([
      "a:6:9 #/components/schemas/A0",
      `  ${missed}`,
      "  2 other references have this target: a:7:9, a:8:9.",
      "a:9:8 #/components/schemas/B",
      "  Can't resolve $ref: `#/definitions/Other` does not exist.",
    ]);
    expect((await linesOf(gone(2)))?.at(-1)).toBe("  1 other reference has this target: a:7:9.");
    expect((await linesOf(gone(120)))?.at(-1)).toMatch(/^ {2}119 other .* a:26:10, and 99 more\.$/u);
  });

  test.each(["none.yaml", "Pet"])("to one file that does not exist are one error: %s", async (reference) => {
    const text = `openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n    A: { $ref: ${reference} }\n    B: { $ref: ${reference} }\n`;
    const { where = "" } = await failureOf(fileWith(text));
    expect(where.match(/Can't resolve|1 other reference has this target/gu)).toEqual([
      "Can't resolve",
      "1 other reference has this target",
    ]);
  });

  test("in two documents are two errors, though they are written alike", async () => {
    const folder = folderWith({
      "openapi.yaml":
        'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { $ref: "#/X" }, B: { $ref: "./b.yaml#/B" } } }\n',
      "b.yaml": "B: { properties: { c: { $ref: '#/X' } } }\n",
    });
    const { where = "" } = await failureOf(join(folder, "openapi.yaml"));
    expect(where.match(/`#\/X` does not exist/gu)).toHaveLength(2);
  });

  test("have no overlay where it cannot reach them", async () => {
    const folder = folderWith({
      "openapi.yaml": 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /a: { $ref: ./a.yaml } }\n',
      "a.yaml": "get: { responses: { 200: { $ref: '#/nowhere' } } }\n",
    });
    const file = join(folder, "openapi.yaml");
    expect(await overlayOf(file)).toBeUndefined();
    const lenient = "With --lenient, such a value has the type `unknown`, or the client omits it.";
    expect((await failureOf(file)).remedy).toMatch(
      new RegExp(`^Fix the contract\\. .* it changes \\S*openapi\\.yaml alone\\. ${lenient}$`, "u"),
    );
    expect((await loadContract(file, { lenient: true })).diagnostics.map(({ id }) => id)).toEqual([
      "reference/lenient",
    ]);
  });

  test.each(["sub/Pet", "/etc/passwd"])(
    "beside one that may not be followed have an overlay that does not reach all: %s",
    async (reference) => {
      const text = contract.replace("#/definitions/Gone", reference);
      expect((await failureOf(fileWith(text))).remedy).toMatch(
        / of cabinetry\.yaml\. It does not reach all references\. /u,
      );
    },
  );

  describe("by a name without a path", () => {
    const named = (reference: string) =>
      `openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { properties: { b: { $ref: ${reference} } } } } }\n`;
    const lenient = { lenient: true };

    test("are of any type where they are lenient, and no file has that name", async () => {
      const file = fileWith(named("Pet"));
      expect((await failureOf(file)).remedy).toContain("--lenient");
      const { document, diagnostics } = await loadContract(file, lenient);
      expect(document).toHaveProperty("components.schemas.A.properties.b", {});
      expect(diagnostics.map((one) => [one.id, one.location?.line])).toEqual([["reference/lenient", 4]]);
    });

    test("are so on a server too", async () => {
      const server = await serve({ "/v1/openapi.yaml": named("Pet") });
      const { diagnostics } = await loadContract(`${server.url}/v1/openapi.yaml`, lenient);
      expect(diagnostics.map(({ id }) => id)).toEqual(["reference/lenient"]);
    });

    test.each(["Pet", "../Pet", "none/Pet", "Pet.txt"])(
      "are refused where a file may have it: %s",
      async (reference) => {
        const folder = folderWith({ "openapi.yaml": named(reference), Pet: "type: string" });
        const { where } = await failureOf(join(folder, "openapi.yaml"), lenient);
        expect(where).toContain("A contract may refer only to .yaml");
      },
    );
  });

  test("are of any type where they are lenient, with a warning at each", async () => {
    const { document, diagnostics } = await loadContract(fileWith(contract), { lenient: true });
    expect(document["components"]).toEqual({
      schemas: { Order: {}, Line: { type: "object", properties: { price: {} } } },
    });
    expect(document).toHaveProperty("paths./orders.get.parameters", []);
    expect(document).toHaveProperty("paths./orders.get.responses.400", response);
    expect(document).toHaveProperty("paths./orders.get.responses.404", response);
    expect(diagnostics.map((one) => [one.id, one.location?.line, messageOf(one)])).toEqual([
      [
        "reference/lenient-omitted",
        8,
        "Can't resolve $ref: `#/components/parameters/Page` does not exist. The client omits the value.",
      ],
      [
        "reference/lenient-omitted",
        9,
        "Can't resolve $ref: `#/components/parameters/Size` does not exist. The client omits the value.",
      ],
      [
        "reference/lenient",
        18,
        "Can't resolve $ref: `#/components/schemas/Base` does not exist. The client types the value `unknown`.",
      ],
      [
        "reference/lenient",
        14,
        "Can't resolve $ref: `#/components/responses/Bad` does not exist. The client types the value `unknown`.",
      ],
      [
        "reference/lenient",
        15,
        "Can't resolve $ref: `#/definitions/Gone` does not exist. The client types the value `unknown`.",
      ],
      [
        "reference/lenient",
        19,
        "Can't resolve $ref: `#/definitions/Money's` does not exist. The client types the value `unknown`.",
      ],
    ]);
  });

  describe.each([
    ["3.0.3", [{ target: "$.paths['/items']['$ref']", remove: true }]],
    [
      "3.1.0",
      [
        {
          target: "$",
          description: "Describe each of them: an empty path item or callback has no operations.",
          update: { components: { pathItems: { Items: {} } } },
        },
      ],
    ],
  ])("of a path item, in OpenAPI %s,", (version, actions) => {
    const text = contract
      .replace("3.1.0", version)
      .replace(
        / {6}parameters:[^]*/u,
        `      responses: {}\n  /items: { $ref: "#/components/pathItems/Items" }\n`,
      );

    test("are repaired by an overlay that gives no warning", async () => {
      const file = fileWith(text);
      const overlay = (await overlayOf(file)) ?? "";
      expect(parse(overlay)).toMatchObject({ actions });
      const overlays = [{ path: "a.overlay.yaml", text: overlay }];
      const repaired = await loadContract(file, { overlays });
      expect(repaired.diagnostics).toEqual([]);
    });

    test("are empty where they are lenient", async () => {
      const { diagnostics } = await loadContract(fileWith(text), { lenient: true });
      expect(diagnostics.map(messageOf)).toEqual([
        "Can't resolve $ref: `#/components/pathItems/Items` does not exist. The client has no operation, webhook or callback of this target.",
      ]);
    });
  });

  test("have a client whose type says so", async () => {
    const { plan } = buildPlan(await loadContract(fileWith(contract), { lenient: true }), {});
    expect(JSON.stringify(plan.models)).toContain("unknown");
  });

  test("to a credential are refused, lenient or not", async () => {
    const text = contract.replace(
      /components:[^]*/u,
      "components: { securitySchemes: { key: { $ref: '#/components/securitySchemes/none' } } }\n",
    );
    for (const lenient of [true, false]) {
      const { where = "", remedy } = await failureOf(fileWith(text), { lenient });
      expect(where).toContain("Can't resolve $ref: `#/components/securitySchemes/none` does not exist.");
      if (lenient) expect(where.match(/Can't resolve/gu)).toHaveLength(1);
      expect(remedy).toContain("--lenient replaces no security scheme");
    }
  });

  test("that may not be followed are refused, lenient or not", async () => {
    const text =
      'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /a: { $ref: "https://other.example/a" } }\n';
    const { where = "" } = await failureOf(fileWith(text), { lenient: true });
    expect(where).toContain("The host other.example was not named.");
  });
});

describe("entries of mappings without a target", () => {
  const withMapping = (target: string) =>
    contract.replace(
      /paths:[^]*/u,
      `paths: {}
components:
  schemas:
    Pet:
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
      discriminator: { propertyName: kind, mapping: { cat: Cat, dog: "${target}" } }
    Cat: { type: object, required: [kind], properties: { kind: { type: string } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string } } }
`,
    );

  test.each([
    "#/components/schemas/None",
    "none.yaml",
    "none.yaml#/Dog",
    "openapi.yaml#/components/schemas/None",
  ])("%s are ignored with a warning", async (target) => {
    const { document, diagnostics } = await loadContract(fileWith(withMapping(target)));
    expect(document).toMatchObject({
      components: { schemas: { Pet: { discriminator: { mapping: { cat: "Cat" } } } } },
    });
    expect(JSON.stringify(document)).not.toContain("None");
    expect(diagnostics.map((found) => [found.id, found.location?.line, messageOf(found)])).toEqual([
      [
        "discriminator/unknown-target",
        8,
        `The mapping \`dog\` leads to \`${target}\`, which is not one of the alternatives; the client ignores it.`,
      ],
    ]);
  });

  test("leave those in other files alone", async () => {
    const other = "Dog: { type: object, required: [kind], properties: { kind: { type: string } } }\n";
    const folder = folderWith({ "openapi.yaml": withMapping("other.yaml#/Dog"), "other.yaml": other });
    const { diagnostics } = await loadContract(join(folder, "openapi.yaml"));
    expect(diagnostics.map(({ id }) => id)).not.toContain("discriminator/unknown-target");
  });

  test("that may not be followed are refused", async () => {
    const { where = "" } = await failureOf(fileWith(withMapping("https://other.example/dog.yaml")));
    expect(where).toContain("The host other.example was not named.");
  });
});

describe("references without a target, where operations are selected", () => {
  const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get: { operationId: orders, responses: { 200: { description: a, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } } }
  /users:
    get: { operationId: users, parameters: [{ $ref: "#/components/parameters/Page" }, { $ref: "#/components/parameters/Gone" }], responses: { 200: { $ref: "#/components/responses/Users" } } }
  /files:
    get: { operationId: files, responses: { 200: { description: a, content: { application/json: { schema: { $ref: "files.yaml#/File" } } } } } }
components:
  parameters:
    Page: { $ref: "#/components/parameters/None" }
  schemas:
    Order: { type: object, properties: { line: { $ref: "#/components/schemas/Line" } } }
    Line: { type: object }
    User: { type: object, properties: { last: { $ref: "#/components/schemas/Order" }, team: { $ref: "#/components/schemas/Team" } } }
  responses:
    Users: { description: a, content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }
`;
  const files = `File: { type: object, properties: { owner: { $ref: "#/Owner" } } }\n`;

  function read(operations: readonly string[], text = shop) {
    const file = join(folderWith({ "openapi.yaml": text, "files.yaml": files }), "openapi.yaml");
    const selection = { include: { operations }, position: () => "cabinetry.yaml:1:1" };
    const select = (contract: LoadedContract) => selectOperations(contract, selection, {});
    return { file, options: { select } };
  }

  test("are said, and not refused, in what is not selected", async () => {
    const { file, options } = read(["orders"]);
    const { document, diagnostics } = await loadContract(file, options);
    expect(Object.keys(document["paths"] ?? {})).toEqual(["/orders"]);
    expect(diagnostics.map(({ id, level }) => [id, level])).toEqual(
      diagnostics.map(() => ["reference/unselected", "info"]),
    );
    expect(diagnostics.map(({ location }) => location?.line).sort()).toEqual([1, 12, 16, 7]);
    expect(diagnostics.map(messageOf)).toContain(
      "Can't resolve $ref: `#/components/parameters/Gone` does not exist. No selected operation needs the value.",
    );
  });

  test.each<[operation: string, missing: readonly string[]]>([
    ["users", ["parameters/Gone", "parameters/None", "schemas/Team"]],
    ["files", ["#/Owner"]],
  ])("are refused in what is selected: %s", async (operation, missing) => {
    const { file, options } = read([operation]);
    const failure = await failureOf(file, options);
    expect(failure).toBeInstanceOf(ContractError);
    expect(failure.exitCode).toBe(3);
    expect(failure.remedy).toContain("--lenient");
    for (const one of missing) expect(failure.where).toContain(one);
    const others = ["Gone", "None", "Team", "Owner"].filter(
      (one) => !missing.some((name) => name.endsWith(one)),
    );
    for (const one of others) expect(failure.where).not.toContain(one);
  });

  test("are refused in a component that selected operations and others lead to, with an overlay for it alone", async () => {
    const text = shop.replace("    Line: { type: object }\n", "");
    const { file, options } = read(["orders"], text);
    const failure = await failureOf(file, options);
    const overlay = failure instanceof ContractError ? (failure.overlay ?? "") : "";
    expect(failure.where).toContain("openapi.yaml:14:48 #/components/schemas/Order/properties/line");
    expect(parse(overlay)).toMatchObject({
      actions: [{ update: { components: { schemas: { Line: {} } } } }],
    });
    expect(overlay).not.toContain("Team");
  });

  test.each(["  /gone: { $ref: gone.yaml }\n", '  /gone: { $ref: "#/components/pathItems/Gone" }\n'])(
    "are refused as a path item, whose operations nothing tells: %j",
    async (item) => {
      const { file, options } = read(["orders"], shop.replace("components:\n", `${item}components:\n`));
      expect((await failureOf(file, options)).exitCode).toBe(3);
    },
  );
});
