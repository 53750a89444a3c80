import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { emitContract } from "./emit-contract.js";
import { checkTemplate } from "./template-paths.js";

const { rendered } = vi.hoisted(() => ({ rendered: new Map<string, object[]>() }));

vi.mock(import("../../src/emit/render-template.js"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    renderTemplate: (name: string, view: object): string => {
      rendered.set(name, [...(rendered.get(name) ?? []), { header: actual.header, ...view }]);
      return actual.renderTemplate(name, view);
    },
  };
});

const ROOT = new URL("../../templates/client/", import.meta.url);
const PARTS = new Map(
  readdirSync(new URL("parts/", ROOT)).map((file) => [
    file.replace(/\.hbs$/, ""),
    readFileSync(new URL(`parts/${file}`, ROOT), "utf8"),
  ]),
);
const TEMPLATES = readdirSync(ROOT)
  .filter((file) => file.endsWith(".hbs"))
  .map((file) => file.replace(/\.hbs$/, ""));

/** Everything that a template may print: scopes, codes, inputs, models, enums, webhooks, limits. */
const CONTRACT = `
security: [{ o: ['a:read'] }]
webhooks:
  lost: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } }
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      summary: List pets
      parameters:
        - { in: query, name: limit, schema: { type: integer } }
        - { in: query, name: kind, schema: { type: string } }
      responses:
        '200': { description: P, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '400': { description: N, content: { application/problem+json: { schema: { properties: { code: { const: no } } } } } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string }, size: { $ref: '#/components/schemas/Size' } } }
    Size: { type: string, enum: [s, m] }
  securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: /t, scopes: { 'a:read': Reads } } } } }`;

beforeAll(async () => {
  await emitContract(CONTRACT);
  await emitContract(
    "webhooks: { lost: { post: { requestBody: { content: { text/plain: { schema: { type: string } } } } } } }",
  );
});

afterAll(() => {
  rendered.clear();
});

describe("the templates", () => {
  test("are all rendered", () => {
    expect([...rendered.keys()].sort()).toEqual([...TEMPLATES].sort());
  });

  test.each(TEMPLATES)("%s asks for nothing that its view does not have, and for all that it has", (name) => {
    const source = readFileSync(new URL(`${name}.hbs`, ROOT), "utf8");
    const views = (rendered.get(name) ?? []).map((view) =>
      source.includes("{{{header}}}") ? view : withoutHeader(view),
    );
    expect(views.length).toBeGreaterThan(0);
    expect(checkTemplate(source, views, PARTS)).toEqual({ unknown: [], unused: [] });
  });

  /** Documents carry no header of source. */
  function withoutHeader(view: object): object {
    return Object.fromEntries(Object.entries(view).filter(([name]) => name !== "header"));
  }
});

describe("the check of templates", () => {
  const view = { title: "T", list: [{ name: "a", text: "x" }], flag: true };

  test.each([
    ["{{{title}}}{{#if flag}}{{#each list}}{{{name}}}{{{text}}}{{/each}}{{/if}}", [], []],
    ["{{{title}}}{{#if flog}}{{/if}}{{#each list}}{{{name}}}{{{text}}}{{/each}}", ["flog"], ["flag"]],
    [
      "{{{title}}}{{{flag}}}{{#each lists}}{{{name}}}{{/each}}",
      ["lists", "lists[].name"],
      ["list", "list[].name", "list[].text"],
    ],
    [
      "{{{title}}}{{{flag}}}{{#each list}}{{{title}}}{{/each}}",
      ["list[].title"],
      ["list[].name", "list[].text"],
    ],
  ])("%s", (source, unknown, unused) => {
    expect(checkTemplate(source, [view])).toEqual({ unknown, unused });
  });
});
