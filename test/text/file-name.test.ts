import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileName } from "../../src/text/client-files.js";
import { run, shop } from "../cli/run.js";

test("a name stays as long as any file system takes it with the folders above", () => {
  expect(fileName("pets")).toBe("pets");
  expect(fileName("x".repeat(100))).toBe("x".repeat(100));
});

test("a longer one is cut, is never cut inside of a character, and differs where the whole differs", () => {
  const [first, second] = [fileName(`${"x".repeat(260)}a`), fileName(`${"x".repeat(260)}b`)];
  expect(first).toMatch(/^x{87}-[0-9a-f]{12}$/);
  expect(second).not.toBe(first);
  expect(fileName(`${"x".repeat(260)}a`)).toBe(first);
  expect(fileName("語".repeat(200))).toMatch(/^語{29}-[0-9a-f]{12}$/);
  expect(fileName("🦊".repeat(200))).toMatch(/^(?:🦊){21}-[0-9a-f]{12}$/u);
});

test("a tag and schemas of 300 characters become files, by the command", async () => {
  const long = "x".repeat(300);
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const names = [`${long}A`, `${long}B`, "語".repeat(120)];
  const { contract, out } = shop(
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      servers: [{ url: "https://a.example" }],
      paths: {
        "/a": {
          get: {
            tags: [long],
            responses: {
              200: {
                description: "x",
                content: {
                  "application/json": {
                    schema: {
                      type: "array",
                      prefixItems: names
                        .slice(0, 2)
                        .map((name) => ({ $ref: `#/components/schemas/${name}` })),
                    },
                  },
                },
              },
            },
          },
        },
      },
      components: { schemas: Object.fromEntries(names.map((name) => [name, schema])) },
    }),
  );
  expect(await run(["generate", contract, "-o", out, "-q"])).toMatchObject({ exitCode: 0 });
  const paths = readdirSync(out, { recursive: true }).map(String);
  expect(Math.max(...paths.map((path) => Buffer.byteLength(path)))).toBeLessThan(120);
  expect(readdirSync(join(out, "resources"))).toEqual([expect.stringMatching(/^x{87}-[0-9a-f]{12}\.ts$/)]);
  expect(await run(["generate", contract, "-o", out, "-q", "--check"])).toMatchObject({ exitCode: 0 });
});
