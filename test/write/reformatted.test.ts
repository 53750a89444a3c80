import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, type Options } from "prettier";
import { describe, expect, test } from "vitest";
import { findReformatted } from "../../src/write/compare-folder.js";
import { repository } from "../support/repository.js";

const committed = (path: string) => readFileSync(join(repository, "generated/external-api", path), "utf8");
const PARSERS = { ts: "typescript", md: "markdown", json: "json" } as const;

describe("a file that a formatter changed is reformatted", () => {
  const styles: Readonly<Record<string, Options>> = {
    "in wide lines": { printWidth: 140, singleQuote: true, semi: false, trailingComma: "none" },
    "in narrow lines": { printWidth: 50, tabWidth: 4, quoteProps: "consistent", arrowParens: "avoid" },
    "with tabs": { useTabs: true, bracketSpacing: false, experimentalTernaries: true },
  };
  test.each(Object.keys(styles))("%s", async (style) => {
    const paths = ["README.md", "errors.ts", "operations/deals.ts", "resources/deals.ts", "runtime/redis.ts"];
    paths.push("models/deal.ts", "scopes.ts", "connect.ts", "runtime/etag.ts");
    const files = await Promise.all(
      paths.map(async (path) => {
        const wanted = committed(path);
        const parser = PARSERS[path.split(".").at(-1) as keyof typeof PARSERS];
        return { path, wanted, current: await format(wanted, { parser, ...styles[style] }) };
      }),
    );
    expect(await findReformatted(files)).toEqual(paths);
  });
});

test.each([
  ["another value", 'export const a = "b";\n', 'export const a = "c";\n'],
  ["white space in a text", 'export const a = "b c";\n', 'export const a = "b  c";\n'],
  ["another comment", "// One.\nexport const a = 1;\n", "// Two.\nexport const a = 1;\n"],
  ["a comment that is gone", "export const a = 1; // One.\n", "export const a = 1;\n"],
  ["a line more", "export const a = 1;\n", "export const a = 1;\nexport const b = 1;\n"],
  ["parentheses that count", "export const a = 1 + 2 * 3;\n", "export const a = (1 + 2) * 3;\n"],
  ["a text that is no program", "export const a = 1;\n", "export const a = ;\n"],
  ["a merge in progress", "export const a = 1;\n", "<<<<<<< ours\nexport const a = 1;\n=======\n"],
])("%s is an edit", async (_, wanted, current) => {
  expect(await findReformatted([{ path: "a.ts", wanted, current }])).toEqual([]);
});
