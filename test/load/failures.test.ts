import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadContract } from "../../src/load/load-contract.js";
import { fileWith, folderWith, smallContract } from "./contract-files.js";
import { serve } from "./contract-server.js";
import { failureOf } from "./failure-of.js";
import { hasOpenssl, selfSigned } from "./self-signed.js";

describe("a contract that cannot be reached", () => {
  test("a host that does not exist", async () => {
    // RFC 6761: `.invalid` never resolves.
    const failure = await failureOf("https://api.invalid/v1");
    expect(failure.message).toBe("The host api.invalid was not found.");
    expect(failure.exitCode).toBe(3);
  });

  test("nothing listens", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const failure = await failureOf(`http://127.0.0.1:${port}/v1`);
    expect(failure.message).toBe(`No server responds at 127.0.0.1:${port}: the connection was refused.`);
  });

  test("the connection is reset", async () => {
    const server = await serve({ "/openapi.yaml": (request) => request.socket.destroy() });
    expect((await failureOf(server.url)).message).toMatch(
      /could not be fetched: other side closed|could not be fetched/,
    );
  });

  test.skipIf(!hasOpenssl)("a certificate that nobody signed", async () => {
    const server = createTlsServer(selfSigned(), (_, response) => response.end(smallContract));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const failure = await failureOf(`https://127.0.0.1:${port}`);
    expect(failure.message).toMatch(/^The TLS certificate of 127.0.0.1:\d+ was not accepted: /);
    expect(failure.remedy).toMatch(/NODE_EXTRA_CA_CERTS/);
  });

  test("https where only http is spoken", async () => {
    const server = await serve({ "/openapi.yaml": smallContract });
    const failure = await failureOf(server.url.replace("http:", "https:"));
    expect(failure.message).toMatch(/does not speak TLS/);
  });

  test.each<[status: number, want: RegExp, remedy: RegExp]>([
    [401, /returned 401 Unauthorized\.$/, /protected/],
    [403, /returned 403 Forbidden\.$/, /protected/],
    [500, /returned 500 Internal Server Error\.$/, /try again later/],
    [503, /returned 503 Service Unavailable\.$/, /try again later/],
    [410, /returned 410 Gone\.$/, /browser/],
  ])("status %i", async (status, want, remedy) => {
    const server = await serve({ "/openapi.yaml": (_, response) => response.writeHead(status).end() });
    const failure = await failureOf(server.url);
    expect(failure.message).toMatch(want);
    expect(failure.remedy).toMatch(remedy);
  });

  test("headers that are refused are named, and not their values", async () => {
    const server = await serve({ "/openapi.yaml": (_, response) => response.writeHead(401).end() });
    const headers = [{ name: "X-Key", value: "secret" }];
    await expect(loadContract(`${server.url}/openapi.yaml`, { headers })).rejects.toMatchObject({
      remedy:
        "The server got `X-Key` of `headers` in cabinetry.yaml and refused it: check the value, and what it gives access to.",
    });
  });

  test("404 at both places names both", async () => {
    const server = await serve({});
    const failure = await failureOf(`${server.url}/v1`);
    expect(failure.message).toBe(
      `No contract was found: ${server.url}/v1/openapi.yaml returned 404, and ${server.url}/v1 returned 404 Not Found.`,
    );
  });

  test.each<[given: string, type: string, body: string]>([
    ["a page", "text/html", "<html></html>"],
    ["a page that claims to be YAML", "application/yaml", "\n<!DOCTYPE html><html></html>"],
  ])("%s instead of a contract", async (_, type, body) => {
    const server = await serve({
      "/openapi.yaml": (_, response) => response.writeHead(200, { "content-type": type }).end(body),
    });
    expect((await failureOf(server.url)).message).toMatch(/returned a web page instead of a contract/);
  });

  test("an answer that never ends", async () => {
    const server = await serve({
      "/openapi.yaml": (_, response) => void response.writeHead(200).write("openapi:"),
    });
    const failure = await failureOf(server.url, { limits: { fetchMilliseconds: 150 } });
    expect(failure.message).toMatch(/did not send a complete response within 0.15 s/);
  });

  test("an answer that never ends and goes on all the time, whatever Node collects as garbage", async () => {
    setFlagsFromString("--expose_gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const server = await serve({
      "/openapi.yaml": (_, response) => {
        response.writeHead(200);
        const drip = setInterval(() => {
          response.write(" ");
          collectGarbage();
        }, 20);
        response.on("close", () => {
          clearInterval(drip);
        });
      },
    });
    const failure = await failureOf(server.url, { limits: { fetchMilliseconds: 400 } });
    expect(failure.message).toMatch(/did not send a complete response within 0.4 s/);
  });

  test("a redirect to nowhere, and one that never ends", async () => {
    const server = await serve({
      "/a/openapi.yaml": (_, response) => response.writeHead(302).end(),
      "/b/openapi.yaml": (_, response) => response.writeHead(302, { location: "/b/openapi.yaml" }).end(),
    });
    expect((await failureOf(`${server.url}/a`)).message).toMatch(/returned 302 without a usable Location/);
    expect((await failureOf(`${server.url}/b`)).message).toMatch(/was redirected more than 5 times/);
  });
});

describe("a contract on this machine that cannot be read", () => {
  test("missing", async () => {
    expect((await failureOf("/no/such/openapi.yaml")).message).toBe(
      "The file /no/such/openapi.yaml does not exist.",
    );
  });

  test("a folder", async () => {
    expect((await failureOf(folderWith({}))).message).toMatch(/is a folder/);
  });

  test("a link to nothing", async () => {
    const link = join(folderWith({}), "openapi.yaml");
    symlinkSync("gone.yaml", link);
    expect((await failureOf(link)).message).toMatch(/is a link to something that does not exist/);
  });

  test.skipIf(process.getuid?.() === 0)("without permission", async () => {
    const file = fileWith(smallContract);
    chmodSync(file, 0);
    expect((await failureOf(file)).message).toMatch(/may not be read by this user/);
  });

  test.skipIf(process.platform === "win32")("a device, which would never end", async () => {
    expect((await failureOf("/dev/zero")).message).toBe("/dev/zero is not a regular file.");
  });

  test("not UTF-8", async () => {
    expect((await failureOf(fileWith(Buffer.from("openapi: \xe9", "latin1")))).message).toMatch(
      /is not UTF-8 text/,
    );
  });

  test("a part of it is a folder", async () => {
    const folder = folderWith({
      "openapi.yaml": smallContract.replace("#/components/schemas/Order", "./parts.yaml"),
    });
    mkdirSync(join(folder, "parts.yaml"));
    expect((await failureOf(join(folder, "openapi.yaml"))).where).toMatch(/parts.yaml is a folder/);
  });
});

describe("a text that is no OpenAPI document", () => {
  test.each<[given: string, text: string, want: RegExp]>([
    ["empty", "", /The contract is empty/],
    ["blank", " \n\n", /The contract is empty/],
    ["null", "null", /The contract is empty/],
    ["a comment", "# soon\n", /The contract is empty/],
    ["words", "just words", /is a string, not an OpenAPI document/],
    ["a web page", "\n<!DOCTYPE html>\n<html><body>API</body></html>", /is HTML, not an OpenAPI document/],
    ["a number", "12", /is a number, not an OpenAPI document/],
    ["a list", "[]", /is a list, not an OpenAPI document/],
    ["another object", "kind: Deployment", /it has no "openapi" at its top level/],
    ["Swagger 2.0", 'swagger: "2.0"', /This is Swagger "2.0", the format before OpenAPI 3/],
    ["AsyncAPI", "asyncapi: 3.0.0", /This is AsyncAPI/],
    ["Arazzo", "arazzo: 1.0.1", /This is an Arazzo workflow/],
    ["an overlay", "overlay: 1.0.0", /This is an OpenAPI Overlay/],
    ["OpenAPI 2", "openapi: 2.0.0", /OpenAPI "2.0.0" is not supported/],
    ["OpenAPI 3", "openapi: '3'", /OpenAPI "3" is not supported/],
    ["OpenAPI 3.3", "openapi: 3.3.0", /OpenAPI "3.3.0" is not supported/],
    ["OpenAPI 3.10", "openapi: 3.10.0", /OpenAPI "3.10.0" is not supported/],
    ["OpenAPI 4", "openapi: 4.0.0", /OpenAPI "4.0.0" is not supported/],
    ["a version that is no text", "openapi: [3]", /OpenAPI \[3\] is not supported/],
    ["OpenAPI of too many numbers", "openapi: 3.1.0.0.0", /must have the form 3.1.0 \(got "3.1.0.0.0"\)/],
    ["OpenAPI of half a number", "openapi: '3.1.'", /must have the form 3.1.0 \(got "3.1."\)/],
    ["OpenAPI of a word", "openapi: 3.0.x", /must have the form 3.0.0 \(got "3.0.x"\)/],
    ["OpenAPI of a line more", 'openapi: "3.2.0\\n"', /must have the form 3.2.0 \(got "3.2.0\\n"\)/],
    ["nothing in it", "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}", /nothing to generate/],
  ])("%s", async (_, text, want) => {
    const failure = await failureOf(fileWith(text));
    expect(failure.message).toMatch(want);
    expect(failure.exitCode).toBe(3);
    expect(failure.remedy).not.toBe("");
  });

  test("Swagger 2.0 says how to convert", async () => {
    expect((await failureOf(fileWith('swagger: "2.0"'))).remedy).toMatch(/swagger2openapi/);
  });

  test("YAML that does not parse shows the line", async () => {
    const failure = await failureOf(fileWith("openapi: 3.1.0\ninfo:\n  title: A\n bad: [1\n", "broken.yaml"));
    expect(failure.message).toMatch(/neither YAML nor JSON: /);
    expect(failure.where).toMatch(/broken.yaml:4:\d+\n/);
    expect(failure.where).toMatch(/^4 \| +bad: \[1$/m);
  });

  test("YAML with a tag of tens of thousands of blanks is refused at once, and quoted in part", async () => {
    const start = performance.now();
    const failure = await failureOf(fileWith(`openapi: 3.1.0\ninfo: !<a${"%20".repeat(20_000)}b> x\n`));
    expect(failure.message).toMatch(/^The contract is neither YAML nor JSON: unknown scalar tag !<a +….$/);
    expect(failure.message.length).toBeLessThan(300);
    expect(failure.where).toMatch(/:2:7\n/);
    expect(performance.now() - start).toBeLessThan(5_000);
  }, 60_000);

  test("JSON that does not parse shows the line", async () => {
    const failure = await failureOf(fileWith('{\n  "openapi": "3.1.0",\n  "info" {}\n}\n', "broken.json"));
    expect(failure.where).toMatch(/broken.json:[34]:\d+\n/);
  });
});

describe("references without a target", () => {
  const contract = `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /a: { $ref: "./missing.yaml" }
components:
  schemas:
    A: { $ref: "#/components/schemas/Nobody" }
    B: { $ref: "./part.yaml#/no/such" }
    C: { type: array, items: { $ref: "./broken.yaml" } }
`;

  test("are all reported in one run, each with its place and frame", async () => {
    const folder = folderWith({ "openapi.yaml": contract, "part.yaml": "a: 1", "broken.yaml": "a: [" });
    const { where = "", message, remedy } = await failureOf(join(folder, "openapi.yaml"));
    expect(message).toMatch(/openapi.yaml is not a contract that a client can be generated from/);
    for (const pointer of [
      "paths/~1a",
      "components/schemas/A",
      "components/schemas/B",
      "components/schemas/C/items",
    ]) {
      expect(where).toMatch(new RegExp(`openapi.yaml:\\d+:\\d+ #/${pointer}\n  Can't resolve \\$ref`));
    }
    expect(where).toContain("Can't resolve $ref: `#/components/schemas/Nobody` does not exist.");
    expect(where).toContain("Can't resolve $ref: `./part.yaml` has nothing at `#/no/such`.");
    expect(remedy).toMatch(
      /^Fix the contract, or save the overlay below as openapi\.overlay\.yaml and name it /,
    );
    expect(where).toContain('7 |     A: { $ref: "#/components/schemas/Nobody" }'.slice(4).trim());
  });

  test("are told by their cause alone where references lead to a broken one", async () => {
    const chain = contract
      .replace("./missing.yaml", "#/components/pathItems/X")
      .replace(/ {2}schemas:[^]*$/u, "  pathItems:\n    X: { $ref: '#/components/pathItems/Nope' }\n");
    const { where = "" } = await failureOf(join(folderWith({ "openapi.yaml": chain }), "openapi.yaml"));
    expect(where.match(/Can't resolve.*/gu)).toEqual([
      "Can't resolve $ref: `#/components/pathItems/Nope` does not exist.",
    ]);
  });

  test.each<[how: string, root: string, more: Readonly<Record<string, string>>, want: readonly string[]]>([
    [
      "through a broken one, to a part of it",
      `A: { $ref: "#/components/schemas/Nobody" }
    B: { items: { $ref: "#/components/schemas/A/properties/id" } }
    C: { items: { $ref: "#/components/schemas/B/items/items" } }`,
      {},
      ["`#/components/schemas/Nobody` does not exist."],
    ],
    [
      "through a broken one of another file",
      `A: { $ref: "./part.yaml#/A" }
    B: { items: { $ref: "./part.yaml#/A/properties/id" } }`,
      { "part.yaml": 'A: { $ref: "#/Nobody" }' },
      ["`#/Nobody` does not exist."],
    ],
    [
      "through one that leads to a file that is missing",
      `A: { $ref: "./missing.yaml" }
    B: { items: { $ref: "#/components/schemas/A/properties/id" } }`,
      {},
      ["The file "],
    ],
    [
      "to a broken one, which leads through another",
      `A: { $ref: "#/components/schemas/B" }
    B: { $ref: "#/components/schemas/C/properties/id" }
    C: { $ref: "#/components/schemas/Nobody" }`,
      {},
      ["`#/components/schemas/Nobody` does not exist."],
    ],
    [
      "through a good one to nothing, which is a cause of its own",
      `A: { $ref: "#/components/schemas/Nobody" }
    B: { items: { $ref: "#/components/schemas/C/properties/id" } }
    C: { $ref: "#/components/schemas/D" }
    D: { type: object }`,
      {},
      [
        "`#/components/schemas/Nobody` does not exist.",
        "`#/components/schemas/C/properties/id` does not exist.",
      ],
    ],
    [
      "to a broken one in an extension, which the structural rules do not look at",
      `A: { $ref: "#/x-own" }
    B: { $ref: "#/components/schemas/A" }
x-own: { $ref: "#/nowhere" }`,
      {},
      ["`#/nowhere` does not exist."],
    ],
    [
      "to a broken one of another file, which leads to a host that nobody named",
      `A: { $ref: "./part.yaml#/A" }
    B: { items: { $ref: "./part.yaml#/A/properties/id" } }`,
      { "part.yaml": 'A: { $ref: "https://other.example/a.yaml" }' },
      ["The host other.example was not named."],
    ],
  ])("are told by their cause alone where they lead %s", async (_, schemas, more, want) => {
    const text = `openapi: 3.1.0
info: { title: A, version: "1" }
paths: {}
components:
  schemas:
    ${schemas}
`;
    const folder = folderWith({ "openapi.yaml": text, ...more });
    const { where = "" } = await failureOf(join(folder, "openapi.yaml"));
    const told = where.match(/Can't resolve.*/gu) ?? [];
    if ("part.yaml" in more) expect(where).toMatch(/part\.yaml:1:\d+ #\/A$/mu);
    expect(told).toEqual(want.map((text) => expect.stringContaining(text) as unknown));
  });

  test("and those that lead round in a circle", async () => {
    const loops = contract
      .replace("./missing.yaml", "#/components/pathItems/X")
      .replace(/ {2}schemas:[^]*$/u, "  pathItems:\n    X: { $ref: './x.yaml' }\n");
    const folder = folderWith({
      "openapi.yaml": loops,
      "x.yaml": "$ref: ./y.yaml",
      "y.yaml": "$ref: ./x.yaml",
    });
    const { where = "" } = await failureOf(join(folder, "openapi.yaml"));
    // What leads to the circle is right once it is broken.
    const places = where
      .match(/^\S+ #\S*\n.*round in a circle/gmu)
      ?.map((place) => basename(place.split(":")[0] ?? ""));
    expect(places).toEqual(["x.yaml", "y.yaml"]);
  });

  describe("and those that lead on and on", () => {
    const rowOf = (length: number, schema: (next: unknown) => unknown) => {
      const next = (index: number) => ({ $ref: `#/components/schemas/S${String(index + 1)}` });
      const schemas = Object.fromEntries(
        [...Array(length).keys()].map((index) => [
          `S${String(index)}`,
          index === length - 1 ? { type: "string" } : schema(next(index)),
        ]),
      );
      const info = { title: "Row", version: "1" };
      return fileWith(JSON.stringify({ openapi: "3.1.0", info, paths: {}, components: { schemas } }));
    };

    test("to a value, up to what can be resolved in time", async () => {
      await expect(failureOf(rowOf(201, (next) => next))).rejects.toThrow("was loaded");
      const { where = "" } = await failureOf(rowOf(202, (next) => next));
      expect(where).toContain(
        "#/components/schemas/S0\n  This $ref leads to a value only through more than 200",
      );
    });

    test("from schema to schema, up to what the stack holds", async () => {
      const nested = (next: unknown) => ({ type: "object", properties: { next } });
      await expect(failureOf(rowOf(200, nested))).rejects.toThrow("was loaded");
      const { exitCode, where = "" } = await failureOf(rowOf(4000, nested));
      expect(exitCode).toBe(3);
      expect(where).toContain(
        "#/components/schemas/S3998/properties/next\n  References lead from schema to schema, and to this $ref, deeper",
      );
    });
  });

  test("a schema that contains itself is no circle", async () => {
    const text = smallContract.replace(
      "{ id: { type: string } }",
      '{ next: { $ref: "#/components/schemas/Order" } }',
    );
    await expect(failureOf(fileWith(text))).rejects.toThrow("was loaded");
  });

  test("a path item that contains itself through its callbacks has no end", async () => {
    const item = `get:
  responses: { "200": { description: A } }
  callbacks: { done: { "{$request.body#/url}": { $ref: "./item.yaml" } } }
`;
    const folder = folderWith({
      "openapi.yaml": contract.split("components")[0]!.replace("missing", "item"),
      "item.yaml": item,
    });
    expect((await failureOf(join(folder, "openapi.yaml"))).message).toMatch(/A path item contains itself/);
  });
});
