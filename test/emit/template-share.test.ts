import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { LaidOut } from "../../src/emit/statement-parts.js";
import { layout } from "../../src/emit/layout.js";
import { emitContract } from "./emit-contract.js";
import { richContract } from "./rich-contract.js";

const { rendered } = vi.hoisted(() => ({ rendered: [] as { name: string; view: object }[] }));

vi.mock(import("../../src/emit/render-template.js"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    renderTemplate: (name: string, view: object): string => {
      rendered.push({ name, view });
      return actual.renderTemplate(name, view);
    },
  };
});

const ROOT = new URL("../../templates/client/", import.meta.url);
const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Clients by name: path → text, without the runtime, and what their templates printed. */
const clients = new Map<
  string,
  { readonly files: ReadonlyMap<string, string>; readonly views: readonly { name: string; view: object }[] }
>();

async function emit(name: string, contract: string): Promise<void> {
  rendered.length = 0;
  const files = await emitContract(contract, { vendor: "acme" });
  const sources = [...files].filter(([path]) => path.endsWith(".ts") && !path.startsWith("runtime/"));
  const views = rendered.filter((one) => one.name.endsWith(".ts") && one.name !== "runtime.ts");
  clients.set(name, { files: new Map(sources), views });
}

function client(name: string): NonNullable<ReturnType<(typeof clients)["get"]>> {
  const found = clients.get(name);
  if (found === undefined) throw new Error(`No client ${name}.`);
  return found;
}

beforeAll(async () => {
  await emit("external-api", readText("fixtures/external-api/openapi.yaml"));
  await emit("media", readText("fixtures/media/openapi.yaml"));
  await emit("rich", JSON.stringify(richContract));
});

/** Characters that are neither blank nor part of a comment or an import. */
function size(text: string): number {
  const code = text.replace(/\/\*\*[^]*?\*\/|^\/\/.*$/gm, "").replace(/^import [^;]*;$/gm, "");
  return code.replace(/\s/g, "").length;
}

/** What templates print by themselves: the same rendering with every value left empty. */
function staticText(views: readonly { name: string; view: object }[]): string {
  const bare = Handlebars.create();
  const source = (file: string) =>
    readFileSync(new URL(file, ROOT), "utf8").replace(/\{\{\{[^}]*\}\}\}/g, "");
  bare.registerHelper("layout", function (this: unknown, _: number, { fn }: Handlebars.HelperOptions) {
    return fn(this);
  });
  for (const file of readdirSync(new URL("parts/", ROOT)))
    bare.registerPartial(file.replace(/\.hbs$/, ""), source(`parts/${file}`));
  return views
    .map(({ name, view }) => bare.compile(source(`${name}.hbs`), { noEscape: true })(view))
    .join("\n");
}

/** Texts of views but for comments, which are the contract's words. */
function textsOf(value: unknown, name = ""): readonly string[] {
  if (name === "comment") return [];
  if (typeof value === "string") return [value];
  if (value instanceof LaidOut) return [layout(value.doc)];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: readonly [string, unknown]) => textsOf(inner, key));
}

test("templates print their share of a client", () => {
  const { files, views } = client("external-api");
  expect(size(staticText(views)) / size([...files.values()].join("\n"))).toBeGreaterThan(SHARE);
});

/** Measured; a statement that moves back into TypeScript lowers it. The goal of the design is a quarter. */
const SHARE = 0.3;

describe.each(["external-api", "media", "rich"])("the views of %s", (name) => {
  test("hold names, types and flags, and no statement", () => {
    const statement = /\bexport\s|\bthis\.|=>|\bconst\s|\breturn\s|;\s*$/;
    const texts = textsOf(client(name).views.map(({ view }) => view));
    expect(texts.filter((text) => statement.test(text))).toEqual([]);
  });

  test("are printed by a template for every kind of declaration", () => {
    const kinds = new Set<string>();
    for (const text of client(name).files.values()) {
      const code = text.replace(/\/\*\*[^]*?\*\//g, "");
      for (const [, kind = ""] of code.matchAll(/^(export (?:type \{|type \*|\w+|\{)|\w+)/gm))
        kinds.add(kind);
      for (const [, kind = ""] of code.matchAll(/^ {2}(readonly|constructor)\b/gm)) kinds.add(kind);
    }
    expect([...kinds].filter((kind) => !TEMPLATES.has(kind))).toEqual([]);
    for (const kind of kinds)
      for (const file of TEMPLATES.get(kind) ?? []) expect(templateWords(file), file).toContain(kind);
  });
});

/** A template without its choices and lists, blanks as one; the word `type` that it may print is left out. */
function templateWords(file: string): string {
  const text = readFileSync(new URL(`${file}.hbs`, ROOT), "utf8");
  return text
    .replace("{{#if type}}type {{/if}}", "")
    .replace(/\{\{[#/>][^}]*\}\}|\{\{else[^}]*\}\}/g, "")
    .replace(/\s+/g, " ");
}

/** How a declaration begins → the template that prints its kind. */
const TEMPLATES: ReadonlyMap<string, readonly string[]> = new Map([
  ["import", ["parts/imports"]],
  ["export {", ["parts/exports"]],
  ["export type {", []],
  ["export type *", ["parts/exports"]],
  ["export class", ["parts/class"]],
  ["export interface", ["parts/interface", "errors.ts", "scopes.ts"]],
  ["export type", ["parts/alias", "parts/enum", "parts/union", "scopes.ts"]],
  ["export const", ["parts/descriptor", "parts/constant", "contract.ts"]],
  ["export function", ["connect.ts", "errors.ts"]],
  ["readonly", ["parts/method", "client.ts"]],
  ["constructor", ["client.ts", "resource.ts"]],
]);
