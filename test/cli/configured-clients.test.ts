import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { run, shop } from "./run.js";

/** Two clients of one contract in a configuration file; `more` stands beside the settings of the first. */
function configured(more = "") {
  const { contract } = shop();
  const folder = dirname(contract);
  const config = join(folder, "cabinetry.yaml");
  const text = (settings: string, second = contract) =>
    `clients:\n  one: { contract: ${contract}, out: one, name: One${settings} }\n  two: { contract: ${second}, out: two }\n`;
  writeFileSync(config, text(more));
  const write = (settings: string, second?: string) => {
    writeFileSync(config, text(settings, second));
  };
  return { config, contract, write, one: join(folder, "one"), two: join(folder, "two") };
}

describe("generate without a contract", () => {
  test("generates every client of the configuration file, in its order", async () => {
    const { config, one, two } = configured();
    const { exitCode, out, err } = await run(["generate", "--config", config]);
    expect([exitCode, out]).toEqual([
      0,
      expect.stringMatching(/^One in .*one, from .*\nCornerShop in .*two, from .*\n$/u),
    ]);
    expect(err).toMatch(/^one\nload [^]*\ntwo\nload /u);
    expect([one, two].map((folder) => existsSync(join(folder, "client.ts")))).toEqual([true, true]);
    expect((await run(["generate", "--config", config, "--check"])).exitCode).toBe(0);
  });

  test("generates those that are named, and takes options for one alone", async () => {
    const { config, one, two } = configured();
    await run(["generate", "--config", config, "--client", "two", "--name", "Second"]);
    expect([existsSync(one), readFileSync(join(two, "client.ts"), "utf8")]).toEqual([
      false,
      expect.stringContaining("class Second"),
    ]);
    const both = await run(["generate", "--config", config, "--name", "Both"]);
    expect([both.exitCode, both.err]).toEqual([
      2,
      expect.stringMatching(/--name is for one client; .* has 2\.[^]*--client one/u),
    ]);
    const unknown = await run(["generate", "--config", config, "--client", "too"]);
    expect([unknown.exitCode, unknown.err]).toEqual([
      2,
      expect.stringMatching(/has no client "too"[^]*"two"\?/u),
    ]);
  });

  test("goes on after a client that fails, and exits with the worst code", async () => {
    const { config, one, write } = configured();
    write("", "absent.yaml");
    const { exitCode, out, err } = await run(["generate", "--config", config, "--json"]);
    expect([exitCode, err]).toEqual([3, expect.stringContaining("absent.yaml")]);
    expect(JSON.parse(out)).toMatchObject({
      schemaVersion: 3,
      command: "generate",
      clients: [
        { client: "one", name: "One", out: expect.stringMatching(/one$/u) as string },
        { client: "two", error: { exitCode: 3 } },
      ],
    });
    writeFileSync(join(one, "client.ts"), "// by hand\n");
    expect((await run(["generate", "--config", config, "--check", "--client", "one"])).exitCode).toBe(1);
    expect((await run(["generate", "--config", config, "--check"])).exitCode).toBe(3);
  });

  test("needs a configuration file that is there", async () => {
    const { exitCode, err } = await run(["generate", "--config", "absent.yaml"]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining("The file absent.yaml does not exist.")]);
  });
});

describe("settings of the configuration file", () => {
  const optionsOf = (folder: string) =>
    (JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as { options: object }).options;

  test("serve a run with -o, and options win over them", async () => {
    const { config, contract, one } = configured(", importExtension: ts");
    await run(["generate", contract, "-o", one, "--config", config]);
    expect(readFileSync(join(one, "client.ts"), "utf8")).toMatch(/class One\b[^]*/u);
    expect(readFileSync(join(one, "index.ts"), "utf8")).toContain('from "./client.ts"');
    await run(["generate", "-o", one, "--config", config, "--import-extension", "js"]);
    expect(readFileSync(join(one, "index.ts"), "utf8")).toContain('from "./client.js"');
    const other = await run(["generate", "-o", "elsewhere", "--config", config]);
    expect([other.exitCode, other.err]).toEqual([
      2,
      expect.stringMatching(/No client of .* has the folder elsewhere\.[^]*one: /u),
    ]);
  });

  test("are not in the manifest, and one that the file has no more is gone", async () => {
    const { config, one, write } = configured(", importExtension: ts, openapiTypes: true");
    await run(["generate", "--config", config]);
    expect([optionsOf(one), existsSync(join(one, "openapi-types.ts"))]).toEqual([{}, true]);
    write("");
    await run(["generate", "--config", config]);
    expect([optionsOf(one), existsSync(join(one, "openapi-types.ts"))]).toEqual([
      { importExtension: "js" },
      false,
    ]);
  });

  test("of the manifest stay in force until the file has them", async () => {
    const { config, contract, one, write } = configured();
    await run(["generate", contract, "-o", one, "--import-extension", "ts"]);
    expect(optionsOf(one)).toEqual({ importExtension: "ts" });
    await run(["generate", "--config", config, "-q"]);
    expect(optionsOf(one)).toEqual({ importExtension: "ts" });
    write(", importExtension: none");
    await run(["generate", "--config", config, "-q"]);
    expect([optionsOf(one), readFileSync(join(one, "index.ts"), "utf8")]).toEqual([
      {},
      expect.stringContaining('from "./client"'),
    ]);
  });

  test("of a client of 0.1.0 are printed to be saved, and in force without it", async () => {
    const { contract, one } = configured();
    await run(["generate", contract, "-o", one]);
    const place = join(one, "manifest.json");
    const { files } = JSON.parse(readFileSync(place, "utf8")) as { files: object };
    const names = { operations: { "GET /orders": "orders.all" }, models: {} };
    const options = { importExtension: "ts", name: "Old" };
    const old = { schemaVersion: 1, generator: { name: "cabinetry", version: "0.1.0" }, name: "Old" };
    writeFileSync(place, JSON.stringify({ ...old, contract: {}, options, names, files }));
    const lock = join(one, "names.lock.json");
    rmSync(lock);
    const { err } = await run(["generate", contract, "-o", one]);
    expect(err).toContain(`Save them as cabinetry.yaml:

# yaml-language-server: $schema=./node_modules/cabinetry/docs/cabinetry.schema.json
clients:
  one:
    contract: ${JSON.stringify(contract)}
    out: ${JSON.stringify(one)}
    name: "Old"
    importExtension: "ts"
`);
    expect(readFileSync(lock, "utf8")).toContain('"client": "Old"');
    expect((await run(["generate", contract, "-o", one])).err).not.toContain("cabinetry.yaml");
    expect(optionsOf(one)).toEqual(options);
  });
});

describe("overlays of a client", () => {
  const overlay = (name: string) =>
    `overlay: 1.0.0\ninfo: { title: a, version: "1" }\nactions:\n  - target: $.paths['/orders'].get\n    update: { tags: [${name}] }\n`;

  test("change its contract: the client, the comparison with it, and diff", async () => {
    const { config, one, contract } = configured(", overlays: [one.overlay.yaml]");
    const file = join(dirname(config), "one.overlay.yaml");
    writeFileSync(file, overlay("shopping"));
    await run(["generate", "--config", config, "--client", "one"]);
    expect(readFileSync(join(one, "api.md"), "utf8")).toContain("shopping.list");
    expect(readFileSync(join(one, "openapi.json"), "utf8")).toContain('"shopping"');
    const check = ["generate", "--config", config, "--client", "one", "--check"];
    expect((await run(check)).exitCode).toBe(0);
    const same = await run(["diff", one, contract, "--config", config, "--json"]);
    expect(JSON.parse(same.out)).toMatchObject({ verdict: { wire: "none", sdk: "none" } });
    const inspected = await run(["inspect", "--config", config, "--client", "one", "--json"]);
    expect(inspected.out).toContain("shopping.list");
    writeFileSync(file, overlay("buying"));
    expect((await run(check)).exitCode).toBe(1);
  });

  test("are refused with their place", async () => {
    const { config } = configured(", overlays: [one.overlay.yaml]");
    const missing = await run(["generate", "--config", config, "--client", "one"]);
    expect([missing.exitCode, missing.err]).toEqual([
      2,
      expect.stringContaining("one.overlay.yaml does not exist."),
    ]);
    writeFileSync(join(dirname(config), "one.overlay.yaml"), overlay("a").replace("target", "targt"));
    const wrong = await run(["generate", "--config", config, "--client", "one"]);
    expect([wrong.exitCode, wrong.err]).toEqual([
      2,
      expect.stringMatching(/one\.overlay\.yaml:4:5 Unknown key "targt"\. Did you mean "target"\?/u),
    ]);
  });
});

describe("flags that say how a contract is read", () => {
  const overlay = `overlay: 1.0.0\ninfo: { title: a, version: "1" }\nactions:\n  - target: $.paths['/orders'].get\n    update: { tags: [shopping] }\n`;

  test("win over the keys of the file, each over its own", async () => {
    const { config, one, contract } = configured(", overlays: [absent.yaml], include: { tags: [none] }");
    const file = join(dirname(config), "other.yaml");
    writeFileSync(file, overlay);
    const flags = ["--config", config, "--client", "one", "--overlay", file, "--include", "listOrders"];
    const { exitCode, err } = await run(["generate", ...flags]);
    expect([exitCode, err]).toEqual([0, expect.any(String)]);
    const document = JSON.parse(readFileSync(join(one, "openapi.json"), "utf8")) as { paths: object };
    expect(document.paths).toEqual({
      "/orders": { get: expect.objectContaining({ tags: ["shopping"] }) as object },
    });
    expect((await run(["generate", ...flags, "--check"])).exitCode).toBe(0);
    const inspected = await run(["inspect", ...flags.slice(4), contract, "--json"]);
    expect(JSON.parse(inspected.out)).toMatchObject({ operations: [{ path: "/orders", method: "GET" }] });
  });

  test("that fit nothing are named", async () => {
    const { config, contract, one } = configured();
    const wrong = await run([
      "generate",
      contract,
      "-o",
      one,
      "--include",
      "tag:orders",
      "--exclude",
      "/order",
    ]);
    expect([wrong.exitCode, wrong.err]).toEqual([
      2,
      expect.stringMatching(/--exclude "\/order" matches no operation\. Did you mean "\/orders"\?/u),
    ]);
    const absent = await run(["generate", contract, "-o", one, "--overlay", "absent.yaml"]);
    expect([absent.exitCode, absent.err]).toEqual([
      2,
      expect.stringMatching(/The file absent\.yaml does not exist\.[^]*--overlay from the current folder/u),
    ]);
    const both = await run(["generate", "--config", config, "--include", "tag:orders"]);
    expect([both.exitCode, both.err]).toEqual([2, expect.stringContaining("--include is for one client")]);
  });
});
