import { join } from "node:path";
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fetchDocument, HttpGetter } from "../../src/load/fetch-document.js";
import { defaultLimits, LoadBudget } from "../../src/load/load-budget.js";
import { HostAddresses } from "../../src/load/network-policy.js";
import { locateSource } from "../../src/load/problems/problem-frames.js";
import { loadContract } from "../../src/load/load-contract.js";
import { Source } from "@redocly/openapi-core";
import { run } from "../cli/run.js";
import { folderWith, smallContract } from "./contract-files.js";
import { serve } from "./contract-server.js";
import { failureOf } from "./failure-of.js";

/** The failure that the command line prints for a contract in some files: exit code, first line, and seconds. */
async function inspected(files: Readonly<Record<string, string>>, root = "openapi.json") {
  const start = performance.now();
  const { exitCode, err } = await run(["inspect", `${folderWith(files)}/${root}`]);
  return { exitCode, first: err.split("\n")[0], err, seconds: (performance.now() - start) / 1000 };
}

const operation = { responses: { 200: { description: "x" } } };
const contractOf = (paths: unknown, more: object = {}) =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...more });
const partsOf = (count: number, bytes: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `p${index}.json`,
      JSON.stringify({ type: "string", description: "d".repeat(bytes) }),
    ]),
  );
const referringToAll = (parts: object) =>
  contractOf(
    { "/a": { get: operation } },
    {
      components: {
        schemas: Object.fromEntries(
          Object.keys(parts).map((path, index) => [`S${index}`, { $ref: `./${path}` }]),
        ),
      },
    },
  );

describe("one budget for all documents of a contract", () => {
  test("25 small files whose callbacks refer to the next twice would be millions of operations", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => {
        const next = { "{$request.body#/u}": { $ref: `./f${index + 1}.json` } };
        const item = { post: { ...operation, ...(index < 24 && { callbacks: { a: next, b: next } }) } };
        return [`f${index}.json`, JSON.stringify(item)];
      }),
    );
    const ran = await inspected({ ...files, "openapi.json": contractOf({ "/a": { $ref: "./f0.json" } }) });
    expect(ran).toMatchObject({
      exitCode: 3,
      first: expect.stringMatching(
        /^error References repeat more than \d+ values once the contract is one document\.$/,
      ) as string,
    });
    expect(ran.seconds).toBeLessThan(10);
  });

  test("a path item that two paths share is no explosion", async () => {
    const folder = folderWith({
      "openapi.json": contractOf({ "/a": { $ref: "./item.json" }, "/b": { $ref: "./item.json" } }),
      "item.json": JSON.stringify({ get: operation }),
    });
    expect(Object.keys((await loadContract(`${folder}/openapi.json`)).document["paths"] as object)).toEqual([
      "/a",
      "/b",
    ]);
  });

  test("a long name that contains many values is refused before the bundler compares their pointers", async () => {
    const parameters = Array.from({ length: 4000 }, (_, index) => ({
      name: `p${index}`,
      in: "query",
      schema: { type: "string" },
    }));
    const contract = (length: number) =>
      contractOf({ [`/${"k".repeat(length)}`]: { get: { ...operation, parameters } } });
    const long = await inspected({ "openapi.json": contract(20_000) });
    expect(long.exitCode).toBe(3);
    expect(long.first).toMatch(/the JSON pointers of the contract have more than 100000000 characters/);
    expect(long.seconds).toBeLessThan(5);
    expect((await inspected({ "openapi.json": contract(200) })).exitCode).toBe(0);
  });

  test("a kilobyte of YAML aliases never becomes a hundred thousand models", async () => {
    const level = (index: number) =>
      `    a${index}: &a${index} {properties: {${Array.from({ length: 10 }, (_, name) => `p${name}: *a${index - 1}`).join(", ")}}}`;
    const aliases = ["    a0: &a0 {type: string}", ...[1, 2, 3, 4, 5].map(level)].join("\n");
    const ran = await inspected({ "o.yaml": `${smallContract}${aliases}\n` }, "o.yaml");
    expect(ran).toMatchObject({
      exitCode: 3,
      first: expect.stringMatching(/^error YAML aliases stand for more than 1\d{4} values\.$/) as string,
    });
    expect(ran.err).toMatch(/o\.yaml\n/);
    expect(ran.seconds).toBeLessThan(5);
  });

  test("an alias that is used a thousand times is no explosion", async () => {
    const uses = Array.from({ length: 1000 }, (_, index) => `    S${index}: *s`).join("\n");
    const folder = folderWith({
      "o.yaml": `${smallContract}    S: &s {type: object, properties: {a: {type: string}}}\n${uses}\n`,
    });
    const { document } = await loadContract(`${folder}/o.yaml`);
    expect(Object.keys((document["components"] as { schemas: object }).schemas)).toHaveLength(1002);
  });

  const parts = partsOf(6, 1000);
  const split = { ...parts, "openapi.json": referringToAll(parts) };

  test.each([
    [{ bytes: 5000 }, /^The contract is larger than 5000 bytes, all documents together\.$/],
    [{ values: 40 }, /^The contract has more than 40 values, all documents together\.$/],
    [{ documents: 4 }, /^The contract is split into more than 4 documents\.$/],
    [{ milliseconds: 0 }, /^Reading the contract takes longer than 0 s\.$/],
  ])("%j", async (limits, want) => {
    const path = `${folderWith(split)}/openapi.json`;
    const failure = await failureOf(path, { limits });
    expect([failure.exitCode, failure.message]).toEqual([3, expect.stringMatching(want)]);
    expect(failure.where).toMatch(/\.json$/);
    expect((await loadContract(path)).document).toHaveProperty("components.schemas.S5");
  });

  test("over HTTP, where a packed document counts as it unpacks", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, " "));
    const server = await serve({
      "/openapi.yaml": (_, response) =>
        response.writeHead(200, { "content-type": "application/yaml", "content-encoding": "gzip" }).end(bomb),
    });
    const failure = await failureOf(server.url, { limits: { bytes: 1_000_000 } });
    expect(failure.message).toBe("The contract is larger than 1000000 bytes, all documents together.");
    expect(failure.where).toBe(`${server.url}/openapi.yaml`);
  });

  test("over HTTP, where nothing is requested once the time is over", async () => {
    const budget = new LoadBudget({ ...defaultLimits, milliseconds: 0 });
    await expect.poll(() => budget.signal.aborted).toBe(true);
    let requests = 0;
    const http = Object.assign(new HttpGetter(new HostAddresses()), {
      get: () => Promise.reject(new Error(`request ${(requests += 1)}`)),
    });
    const url = new URL("https://h.example/openapi.yaml");
    const fetched = fetchDocument(url, {
      policy: { named: url, allowHosts: [] },
      budget,
      http,
      headers: [],
    });
    await expect(fetched).rejects.toMatchObject({
      message: "Reading the contract takes longer than 0 s.",
      where: "https://h.example/openapi.yaml",
    });
    expect(requests).toBe(0);
  });

  test("sixteen documents at a time, and all of them", async () => {
    let most = 0;
    const waiting: (() => void)[] = [];
    const many = Object.keys(partsOf(96, 1));
    const answers = many.map((path) => [
      `/${path}`,
      (_: unknown, response: { end: (text: string) => void }) => {
        waiting.push(() => {
          response.end("{}");
        });
        most = Math.max(most, waiting.length);
        // A seventeenth would come meanwhile.
        if (waiting.length === 16)
          setTimeout(() => {
            for (const finish of waiting.splice(0)) finish();
          }, 20);
      },
    ]);
    const server = await serve({
      ...(Object.fromEntries(answers) as Readonly<Record<string, RequestListener>>),
      "/openapi.yaml": referringToAll(Object.fromEntries(many.map((path) => [path, ""]))),
    });
    await loadContract(server.url);
    expect([server.asked.length, most]).toEqual([97, 16]);
  });
});

describe("the addresses of a named host", () => {
  const named = (url: string) => url.replace("127.0.0.1", "contract.example");

  test("are looked up once: what its name leads to later is never connected to", async () => {
    const parts = partsOf(3, 1);
    const server = await serve({
      ...Object.fromEntries(Object.entries(parts).map(([path, text]) => [`/${path}`, text])),
      "/openapi.yaml": referringToAll(parts),
    });
    const asked: string[] = [];
    const { document } = await loadContract(named(server.url), {
      lookUp: (hostname) => {
        asked.push(hostname);
        return Promise.resolve([{ address: asked.length === 1 ? "127.0.0.1" : "192.0.2.1", family: 4 }]);
      },
    });
    expect(document).toHaveProperty("components.schemas.S2");
    expect([asked, server.asked.length]).toEqual([["contract.example"], 4]);
    expect(server.headers[3]?.host).toBe(named(server.host));
  });

  test.each(["169.254.169.254", "0.0.0.0", "fe80::1", "::ffff:169.254.169.254", "224.0.0.1"])(
    "are refused where a name leads to %s, whatever else it leads to",
    async (address) => {
      const failure = await failureOf("http://contract.example", {
        lookUp: () =>
          Promise.resolve([
            { address: "192.0.2.1", family: 4 },
            { address, family: address.includes(":") ? 6 : 4 },
          ]),
      });
      expect([failure.exitCode, failure.message]).toEqual([
        3,
        `The host contract.example has the address ${address}, which is reserved for the local network.`,
      ]);
    },
  );
});

describe("problems of a contract", () => {
  test("are listed up to a hundred, then counted", async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [
        `/p${index}`,
        { get: { ...operation, parameters: [{ schema: {} }] } },
      ]),
    );
    const { exitCode, err } = await inspected({ "openapi.json": contractOf(paths) });
    expect(exitCode).toBe(3);
    expect(err.match(/must be present on this level/g)).toHaveLength(100);
    expect(err).toMatch(/and 400 more problems\.\n/);
  });

  test("have positions in a time that grows with the text, and not with its square", () => {
    const time = (count: number) => {
      const paths = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`/p${index}`, { get: 1 }]),
      );
      const source = new Source("/x.json", JSON.stringify({ paths }));
      const start = process.cpuUsage();
      for (let index = 0; index < 100; index += 1)
        locateSource({ source, pointer: `#/paths/~1p${count - 1 - index}/get` });
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    time(1000);
    const [small, large] = [time(4000), time(16_000)];
    // A square would be 16.
    expect(large / small).toBeLessThan(10);
  });

  test.each([
    ["a:\n  - 1\n  - b: 2\n    'c ''d': |\n      text\n", "#/a/1/c 'd", false, [4, 14]],
    ["a:\n  - 1\n  - b: 2\n    'c ''d': |\n      text\n", "#/a/1/c 'd", true, [4, 5]],
    ["a:\n  - 1\n  # between\n  - [x, { y: z }]\n", "#/a/1/1/y", false, [4, 14]],
    ['{"a": [1, {"b\\u0063": 2},\n  3,]}', "#/a/1/bc", false, [1, 23]],
    ['{"a": [1, {"b": 2},\n  3]}', "#/a/2", false, [2, 3]],
    ["a: { b: }\n", "#/a/b/c", false, [1, 6]],
    ["- 1\n- 2\n", "#/1", false, [2, 3]],
  ])("%j has %s (name: %j) at %j", (text, pointer, onKey, [line, column]) => {
    expect(locateSource({ source: new Source("/x.yaml", text), pointer, onKey })).toMatchObject({
      line,
      column,
    });
  });
});

describe("maps that are inlined, each with two more in it", () => {
  /** A schema in two folders, whose `properties` lead through this many files. */
  function chain(length: number, folders: readonly string[] = ["a", "b"]): string {
    const files: Record<string, string> = {};
    for (const folder of folders) {
      const next = (index: number) => ({ properties: { $ref: `./p${String(index)}.json` } });
      files[`${folder}/s.json`] = JSON.stringify(next(0));
      for (let index = 0; index <= length; index += 1) {
        const members =
          index === length ? { z: { type: "string" } } : { l: next(index + 1), r: next(index + 1) };
        files[`${folder}/p${String(index)}.json`] = JSON.stringify(members);
      }
    }
    const schemas = Object.fromEntries(
      folders.map((folder) => [`In-${folder}`, { items: { $ref: `./${folder}/s.json` } }]),
    );
    const info = { title: "Chain", version: "1" };
    files["openapi.json"] = JSON.stringify({ openapi: "3.1.0", info, paths: {}, components: { schemas } });
    return join(folderWith(files), "openapi.json");
  }

  // Two equal ones are compared value by value: the work doubles with each file, and 60 of them would never end.
  test.each([14, 60])("are refused before they are compared: %i files", async (length) => {
    const start = performance.now();
    const failure = await failureOf(chain(length));
    expect(failure.exitCode).toBe(3);
    expect(failure.message).toMatch(
      /^References repeat more than \d+ values once the contract is one document\.$/u,
    );
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test("are read as long as they are small", async () => {
    const { document } = await loadContract(chain(6));
    expect(document["components"]).toHaveProperty("schemas.In-b");
  });
});
