import { symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/load/load-contract.js";
import { fileWith, folderWith, smallContract } from "./contract-files.js";
import { redirectTo, serve } from "./contract-server.js";
import { failureOf } from "./failure-of.js";

const referringTo = (reference: string) => smallContract.replace("#/components/schemas/Order", reference);
const secret = "type: string\ndescription: do not read\n";

describe("a contract from the network never reads a file of this machine", () => {
  const file = fileWith.bind(undefined, secret);

  test.each<[name: string, reference: (path: string) => string]>([
    ["an absolute path", (path) => path],
    ["a file URL", (path) => `file://${path}`],
    ["a file URL with one slash", (path) => `file:${path}`],
    ["many steps up", (path) => `../../../../../../../../../..${path}`],
    ["a git revision", () => "git:HEAD:package.json"],
    ["a drive letter", (path) => `c:${path}`],
    ["a data URL", () => "data:application/yaml,type:%20string"],
  ])("by %s", async (_, reference) => {
    const path = file();
    const server = await serve({ "/openapi.yaml": referringTo(reference(path)) });
    const failure = await failureOf(server.url);
    expect(failure.exitCode).toBe(3);
    expect(failure.where).toMatch(/Can't resolve \$ref: /);
    expect(failure.where).not.toContain("do not read");
  });

  test("through a redirect", async () => {
    const server = await serve({
      "/openapi.yaml": referringTo("./a.yaml"),
      "/a.yaml": redirectTo(`file://${file()}`),
    });
    expect((await failureOf(server.url)).where).toMatch(/may not refer to "file:" addresses/);
  });

  test("through a document of an allowed host, named by a file", async () => {
    const server = await serve({ "/a.yaml": `$ref: file://${file()}` });
    const root = fileWith(referringTo(`${server.url}/a.yaml`));
    const failure = await failureOf(root, { allowHosts: [server.host] });
    expect(failure.where).toMatch(/may not refer to "file:" addresses/);
  });
});

describe("a contract from a file reads nothing of this machine but its project", () => {
  const outside = /may refer only to files of its project/;
  const kind = /may refer only to \.yaml, \.yml, \.json and \.md files/;

  test.each<[name: string, reference: (path: string) => string, file: string, want: RegExp]>([
    ["another kind of file", () => "./.env", "x.yaml", kind],
    ["an absolute path", (path) => path, "x.yaml", outside],
    ["steps up", (path) => `../../../../../../../../../..${path}`, "x.json", outside],
    ["steps up to a file of another kind", () => "../../../../../../../../../../etc/passwd", "x.json", kind],
    ["a link", () => "./link.yaml", "x.yaml", outside],
    ["a hidden folder", () => "./.aws/key.yaml", "x.yaml", outside],
  ])("by %s", async (_, reference, file, want) => {
    const path = fileWith(secret, file);
    const folder = folderWith({
      "openapi.yaml": referringTo(reference(path)),
      ".env": secret,
      ".aws/key.yaml": secret,
    });
    symlinkSync(path, `${folder}/link.yaml`);
    const failure = await failureOf(`${folder}/openapi.yaml`);
    expect(failure.exitCode).toBe(3);
    expect(failure.where).toMatch(want);
    expect(failure.where).not.toContain("do not read");
  });

  test("a part above its own folder belongs to it in a repository", async () => {
    const folder = folderWith({
      ".git/HEAD": "",
      "api/openapi.yaml": referringTo("../shared/order.yaml"),
      "shared/order.yaml": "type: integer",
    });
    const { document } = await loadContract(`${folder}/api/openapi.yaml`);
    expect(document["components"]).toHaveProperty("schemas.order", { type: "integer" });
  });
});

describe("a contract reaches no host that was not named", () => {
  test("by a reference", async () => {
    const other = await serve({ "/a.yaml": secret });
    const server = await serve({ "/openapi.yaml": referringTo(`${other.url}/a.yaml`) });
    const failure = await failureOf(server.url);
    expect(failure.where).toContain(`The host ${other.host} was not named.`);
    expect(failure.where).toContain(`--allow-host ${other.host}`);
    expect(failure.remedy).toBe("Fix the contract, or allow the host by name: --allow-host HOST.");
    expect(other.asked).toEqual([]);
  });

  test.each(["http://169.254.169.254/latest/meta-data", "http://[::1]:1/a.yaml", "http://10.0.0.1/a.yaml"])(
    "by a reference to %s",
    async (url) => {
      const server = await serve({ "/openapi.yaml": referringTo(url) });
      expect((await failureOf(server.url)).where).toMatch(/was not named/);
    },
  );

  test("from a file, either", async () => {
    const other = await serve({ "/a.yaml": secret });
    expect((await failureOf(fileWith(referringTo(`${other.url}/a.yaml`)))).where).toMatch(/was not named/);
    expect(other.asked).toEqual([]);
  });

  test("by a redirect of the contract itself", async () => {
    const other = await serve({ "/openapi.yaml": smallContract });
    const server = await serve({ "/openapi.yaml": redirectTo(`${other.url}/openapi.yaml`) });
    const failure = await failureOf(server.url);
    expect(failure.message).toContain(
      `redirects to ${other.url}/openapi.yaml. The host ${other.host} was not named.`,
    );
    expect(other.asked).toEqual([]);
  });

  test("by a redirect of a part", async () => {
    const other = await serve({ "/a.yaml": secret });
    const server = await serve({
      "/openapi.yaml": referringTo("./a.yaml"),
      "/a.yaml": redirectTo(`${other.url}/a.yaml`),
    });
    expect((await failureOf(server.url)).where).toMatch(/was not named/);
    expect(other.asked).toEqual([]);
  });

  test("unless it is allowed, by name or by name and port; headers stay at the named origin", async () => {
    const other = await serve({ "/a.yaml": "type: integer" });
    const server = await serve({ "/openapi.yaml": referringTo(`${other.url}/a.yaml`) });
    const headers = [{ name: "authorization", value: "Bearer t" }];
    for (const allowed of [other.host, "127.0.0.1"]) {
      const { document } = await loadContract(server.url, { allowHosts: [allowed], headers });
      expect(document["components"]).toHaveProperty("schemas.a", { type: "integer" });
    }
    expect(server.headers.map(({ authorization }) => authorization)).toEqual(["Bearer t", "Bearer t"]);
    expect(other.headers.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });
});

describe("a contract cannot exhaust the machine", () => {
  const refusal = /^YAML aliases stand for more than \d+ values\.$/;
  const bomb = [
    "a: &a [x, x, x, x, x, x, x, x, x]",
    ..."bcdefghi".split("").map((name, index) => {
      const before = "abcdefgh"[index] ?? "";
      return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(", ")}]`;
    }),
  ].join("\n");

  test("by YAML aliases", async () => {
    expect(
      (await failureOf(fileWith(`${smallContract}x-bomb:\n${bomb.replaceAll(/^/gm, "  ")}`))).message,
    ).toMatch(refusal);
  });

  test("by YAML aliases in a part", async () => {
    const folder = folderWith({ "openapi.yaml": referringTo("./bomb.yaml"), "bomb.yaml": bomb });
    const { message, where } = await failureOf(`${folder}/openapi.yaml`);
    expect([message, where]).toEqual([expect.stringMatching(refusal), expect.stringMatching(/bomb\.yaml$/)]);
  });

  test("by an alias that contains itself", async () => {
    expect((await failureOf(fileWith("openapi: 3.1.0\ninfo: &a { b: *a }"))).message).toBe(
      "A YAML alias contains itself.",
    );
  });

  test.each([
    ["maximum: .nan", "The number at #/x-a/maximum must be finite (got NaN)."],
    ["const: -.inf", "The number at #/x-a/const must be finite (got -Infinity)."],
    ["enum: [1, .INF]", "The number at #/x-a/enum/1 must be finite (got Infinity)."],
  ])("by a number that is not finite: %s", async (keyword, want) => {
    const text = `${smallContract}x-a: { ${keyword} }\n`;
    expect((await failureOf(fileWith(text))).message).toBe(want);
  });

  test.each<[name: string, text: string]>([
    ["JSON", `{"openapi":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["YAML", `openapi: ${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["YAML maps", Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ])("by deep nesting in %s", async (_, text) => {
    expect((await failureOf(fileWith(text))).message).toMatch(
      /nested deeper than 200 levels|nesting exceeded maxDepth \(200\)/,
    );
  });

  test("by a large file", async () => {
    const failure = await failureOf(fileWith(smallContract), { limits: { bytes: 100 } });
    expect(failure.message).toMatch(/is larger than 100 bytes, all documents together\.$/);
  });

  test("by an answer without end: what is over the limit is not read", async () => {
    let sent = 0;
    const server = await serve({
      "/openapi.yaml": (_, response) => {
        response.writeHead(200, { "content-type": "application/yaml" });
        const timer = setInterval(() => {
          sent += 1000;
          response.write("#".repeat(1000));
        }, 1);
        response.on("close", () => {
          clearInterval(timer);
        });
      },
    });
    const failure = await failureOf(server.url, { limits: { bytes: 5000 } });
    expect(failure.message).toMatch(/is larger than 5000 bytes/);
    expect(sent).toBeLessThan(1_000_000);
  });

  test("by many parts", async () => {
    const parts = Array.from(
      { length: 5 },
      (_, index) => [`p${index}.yaml`, `$ref: ./p${index + 1}.yaml`] as const,
    );
    const folder = folderWith({
      "openapi.yaml": referringTo("./p0.yaml"),
      ...Object.fromEntries(parts),
      "p5.yaml": "type: string",
    });
    const failure = await failureOf(`${folder}/openapi.yaml`, { limits: { documents: 3 } });
    expect(failure.message).toBe("The contract is split into more than 3 documents.");
    expect(failure.where).toMatch(/p3\.yaml$/);
  });
});

test("`__proto__` is a name like any other", async () => {
  const text = smallContract.replace(
    "{ id: { type: string } }",
    '{ "__proto__": { type: string }, constructor: { type: string } }',
  );
  const { document } = await loadContract(fileWith(text));
  const { schemas } = document["components"] as { schemas: { Order: { properties: object } } };
  expect(Object.keys(schemas.Order.properties).sort()).toEqual(["__proto__", "constructor"]);
  expect(Object.prototype).not.toHaveProperty("type");
});
