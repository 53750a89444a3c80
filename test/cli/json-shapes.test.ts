import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run, shop } from "./run.js";

/** A contract that fills every list of the shapes. */
const contract = `openapi: 3.1.0
info: { title: Corner shop, version: "1.2" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /orders:
    get:
      operationId: listOrders
      security: [{ signIn: ["orders:read"] }]
      responses:
        "200":
          description: Orders
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
components:
  securitySchemes:
    signIn:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://shop.example/token
          scopes: { "orders:read": Read orders }
  schemas:
    Order: { type: object, properties: { phone: { type: string, x-sensitive: true, nope: 1 } } }
`;

/** The example of a shape in docs/json.md. */
function documented(shape: string): unknown {
  const [, example] =
    new RegExp(`\`\`\`json ${shape}\\n(.*?)\`\`\``, "su").exec(readFileSync("docs/json.md", "utf8")) ?? [];
  return JSON.parse(example ?? "null");
}

/** Every path of members in a value: of a list, those of its first item; facts and arguments differ from one to the other. */
function memberPaths(value: unknown, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null || /\.(?:facts|arguments)$/u.test(at)) return [at];
  if (Array.isArray(value)) return value.length === 0 ? [] : memberPaths(value[0], `${at}[]`);
  return [...new Set(Object.entries(value).flatMap(([name, member]) => memberPaths(member, `${at}.${name}`)))]
    .concat(at)
    .sort();
}

test.each([
  ["generate", (given: ReturnType<typeof shop>) => ["generate", given.contract, "-o", given.out, "--json"]],
  ["inspect", (given: ReturnType<typeof shop>) => ["inspect", given.contract, "--json"]],
])("docs/json.md shows the shape of %s", async (shape, words) => {
  const { out } = await run(words(shop(contract)));
  expect(memberPaths(JSON.parse(out))).toEqual(memberPaths(documented(shape)));
});

test("docs/json.md shows the shape of a failure", async () => {
  const broken = contract.replace('schemas/Order"', 'schemas/Odrer"');
  const { out } = await run(["inspect", shop(broken).contract, "--json"]);
  expect(memberPaths(JSON.parse(out))).toEqual(memberPaths(documented("failure")));
});
