import { readdirSync, readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { expect, test, vi } from "vitest";
import { LaidOut } from "../../src/emit/statement-layout.js";
import { layout } from "../../src/emit/layout.js";
import { emitContract } from "./emit-contract.js";

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
const CONTRACT = readFileSync(new URL("../../fixtures/external-api/openapi.yaml", import.meta.url), "utf8");

/** Characters that are neither blank nor part of a comment or an import. */
function size(text: string): number {
  const code = text.replace(/\/\*\*[^]*?\*\/|^\/\/.*$/gm, "").replace(/^import [^;]*;$/gm, "");
  return code.replace(/\s/g, "").length;
}

/** What templates print by themselves: the same rendering with every value left empty. */
function staticText(): string {
  const bare = Handlebars.create();
  const source = (file: string) =>
    readFileSync(new URL(file, ROOT), "utf8").replace(/\{\{\{[^}]*\}\}\}/g, "");
  bare.registerHelper("layout", function (this: unknown, _: number, { fn }: Handlebars.HelperOptions) {
    return fn(this);
  });
  for (const file of readdirSync(new URL("parts/", ROOT)))
    bare.registerPartial(file.replace(/\.hbs$/, ""), source(`parts/${file}`));
  return rendered
    .filter(({ name }) => name.endsWith(".ts"))
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

test("views hold names, types and flags, and no statement; templates print the rest", async () => {
  const files = await emitContract(CONTRACT, { vendor: "acme" });
  const emitted = [...files].filter(([path]) => path.endsWith(".ts") && !path.startsWith("runtime/"));
  const share = size(staticText()) / size(emitted.map(([, text]) => text).join("\n"));
  expect(share).toBeGreaterThan(SHARE);
  const views = rendered.filter(({ name }) => name.endsWith(".ts")).map(({ view }) => view);
  expect(textsOf(views).filter((text) => /\bexport\s|\bthis\.|=>/.test(text))).toEqual([]);
});

/** Measured; a statement that moves back into TypeScript lowers it. */
const SHARE = 0.18;
