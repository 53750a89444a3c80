import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { contract, run, shop } from "./run.js";

describe("help and version", () => {
  test("--help on standard output: commands and exit codes", async () => {
    const { exitCode, out, err } = await run(["--help"]);
    expect([exitCode, err]).toEqual([0, ""]);
    for (const command of ["generate", "inspect", "sandbox"])
      expect(out).toMatch(new RegExp(`^ {2}${command} `, "m"));
    expect(out).toMatch(/Exit codes:\n {2}0 {2}done/);
  });

  test.each(["generate", "inspect"])("%s --help has examples", async (command) => {
    expect((await run([command, "--help"])).out).toMatch(/Examples:\n {2}\$ cabinetry /);
  });

  test("--version is that of the package", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(await run(["--version"])).toEqual({ exitCode: 0, out: `${version}\n`, err: "" });
  });

  test("no command at all is wrong usage, and shows the help on standard error", async () => {
    const { exitCode, out, err } = await run([]);
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toMatch(/^Usage: cabinetry/);
  });
});

describe("wrong usage", () => {
  test.each<[words: string[], want: RegExp]>([
    [["genrate"], /unknown command 'genrate'\n\(Did you mean generate\?\)/],
    [["help", "genrate"], /unknown command 'genrate'\n\(Did you mean generate\?\)/],
    [["generate", "a.yaml", "-o", "a", "--chek"], /unknown option '--chek'\n\(Did you mean --check\?\)/],
    [["inspect", "a.yaml", "--strickt"], /unknown option '--strickt'\n\(Did you mean --strict\?\)/],
    [["generate"], /generate needs to know the contract/],
    [["inspect"], /inspect needs to know the contract/],
    [["generate", "a.yaml"], /generate needs to know the folder of the client/],
    [
      ["generate", "a.yaml", "-o"],
      /option '-o, --out <dir>' argument missing\n\(Write the value after the option: --out <dir>\)\n/,
    ],
    [["generate", "a.yaml", "-o", "a", "--check", "--force"], /cannot be used with option/],
    [["generate", "a.yaml", "-o", "a", "-q", "-v"], /cannot be used with option/],
    [["generate", "a.yaml", "-o", "a", "--import-extension", "mjs"], /Allowed choices are js, ts, none/],
    [["generate", "a.yaml", "b.yaml", "-o", "a"], /too many arguments/],
    [["generate", "git:x", "-o", "a"], /does not name a file of a git revision/],
  ])("%j exits 2", async (words, want) => {
    const { exitCode, out, err } = await run(words);
    expect(err).toMatch(want);
    expect([exitCode, out]).toEqual([2, ""]);
  });
});

test("under --json wrong usage is the documented failure on standard output, too", async () => {
  const { exitCode, out, err } = await run(["generate", "a.yaml", "-o", "a", "--chek", "--json"]);
  const want = {
    schemaVersion: 1,
    error: {
      exitCode: 2,
      message: "unknown option '--chek'",
      remedy: "(Did you mean --check?) See --help for what there is.",
    },
  };
  expect([exitCode, JSON.parse(out)]).toEqual([2, want]);
  expect(err).toMatch(/^error unknown option '--chek'/);
});

describe("generate", () => {
  test("prints one line of result on standard output, the steps on standard error", async () => {
    const { contract, out } = shop();
    const ran = await run(["generate", contract, "-o", out]);
    expect(ran.exitCode).toBe(0);
    expect(ran.out).toMatch(
      /^\S+ in .*client, from Corner shop 1\.2: 1 operation, \d+ models?; files: \d+ created\.\n$/,
    );
    expect(ran.err.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "load",
      "model",
      "plan",
      "emit",
      "write",
      "",
    ]);
    expect(ran.err).toMatch(/ \d\.\d\d s$/m);
    // The numbers of both steps agree.
    const emitted = /^emit +(\d+) files, names\.lock\.json and manifest\.json /mu.exec(ran.err)?.[1];
    expect(ran.err).toMatch(new RegExp(`^write +${String(Number(emitted) + 2)} created `, "mu"));
    expect(existsSync(join(out, "manifest.json"))).toBe(true);
  });

  test("--quiet prints the result alone", async () => {
    const { contract, out } = shop();
    expect((await run(["generate", contract, "-o", out, "--quiet"])).err).toBe("");
  });

  test("--json prints the documented shape and nothing else", async () => {
    const { contract, out } = shop();
    const ran = await run(["generate", contract, "-o", out, "--json"]);
    const report = JSON.parse(ran.out) as Record<string, unknown>;
    expect(report).toMatchObject({
      schemaVersion: 3,
      command: "generate",
      check: false,
      upToDate: false,
      out,
      contract: {
        title: "Corner shop",
        version: "1.2",
        digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      },
      operations: 1,
      files: { changed: [], stale: [], edited: [], unchanged: [] },
      diagnostics: [],
    });
    expect((report["files"] as { created: string[] }).created).toContain("manifest.json");
  });

  test("a second run changes nothing", async () => {
    const { contract, out } = shop();
    await run(["generate", contract, "-o", out]);
    expect((await run(["generate", contract, "-o", out])).out).toMatch(/files: \d+ unchanged\.\n$/);
  });

  test("refuses a hand-edited file with exit 2 and names it; --force overwrites it", async () => {
    const { contract, out } = shop();
    await run(["generate", contract, "-o", out]);
    appendFileSync(join(out, "README.md"), "by hand\n");
    const refused = await run(["generate", contract, "-o", out]);
    expect([refused.exitCode, refused.out]).toEqual([2, ""]);
    expect(refused.err).toContain(join(out, "README.md"));
    const forced = await run(["generate", contract, "-o", out, "--force"]);
    expect([forced.exitCode, forced.out]).toEqual([
      0,
      expect.stringContaining("1 not as left, and overwritten"),
    ]);
  });

  /** A contract with an unknown keyword in each of these properties, and an enum without values. */
  const flawed = (count: number) => {
    const unknown = Array.from({ length: count }, (_, index) => `a${index}: { nope: 1 }`).join(", ");
    return contract.replace(
      "{ type: string }",
      `{ type: object, properties: { ${unknown}, b: { enum: [] } } }`,
    );
  };
  const empty =
    /^warning schema\/empty-enum\n {2}`enum` is empty; no value is valid\.\n {4}at \S+:\d+:\d+\n {2}Remedy: /mu;

  test("warnings go to standard error by rule, with the first three places unless --verbose", async () => {
    const { contract: path, out } = shop(flawed(5));
    const few = await run(["generate", path, "-o", out]);
    expect([few.exitCode, few.err]).toEqual([0, expect.stringMatching(empty)]);
    expect(few.err).toMatch(
      /^warning openapi\/struct\n.*\n {4}at (?:\S+, ){2}\S+\n {4}and 2 more\n {2}Remedy: /mu,
    );
    const all = await run(["generate", path, "-o", out, "--verbose"]);
    expect(all.err).toMatch(/^ {4}at (?:\S+, ){4}\S+\n {2}Remedy: /mu);
    expect(all.err).not.toContain(" more");
    const check = await run(["generate", path, "-o", out, "--check"]);
    const inspected = await run(["inspect", path]);
    const printed = (err: string) => err.slice(err.indexOf("warning ")).replaceAll(/^write .*\n/gmu, "");
    expect([printed(check.err), printed(inspected.err)]).toEqual([printed(few.err), printed(few.err)]);
  });

  test("--quiet prints the warnings that change the client, and no others", async () => {
    const { contract: path, out } = shop(flawed(1));
    const quiet = await run(["generate", path, "-o", out, "--quiet"]);
    expect(quiet.err).toMatch(empty);
    expect(quiet.err).not.toContain("openapi/struct");
  });

  test("--json has diagnostics as data", async () => {
    const { contract: path, out } = shop(flawed(1));
    const { diagnostics } = JSON.parse((await run(["generate", path, "-o", out, "--json"])).out) as {
      readonly diagnostics: readonly { readonly id: string; readonly file: string }[];
    };
    expect(diagnostics.map(({ id }) => id)).toEqual(["schema/empty-enum", "openapi/struct"]);
    expect(diagnostics[1]).toMatchObject({
      level: "warning",
      message: "Property `nope` is not expected here.",
      line: expect.any(Number) as unknown,
    });
    // A path near the current folder is relative to it.
    expect(resolve(diagnostics[1]?.file ?? "")).toBe(path);
  });

  test("--strict writes nothing and exits with 1 when there is a warning, also under --quiet", async () => {
    const { contract: path, out } = shop(flawed(1));
    const ran = await run(["generate", path, "-o", out, "--strict", "--quiet"]);
    expect([ran.exitCode, ran.out, existsSync(out)]).toEqual([
      1,
      `Nothing was written to ${out}: --strict fails on warnings.\n`,
      false,
    ]);
    expect(ran.err).toMatch(/^warning openapi\/struct$/mu);
    await run(["generate", path, "-o", out]);
    expect((await run(["generate", path, "-o", out, "--check"])).exitCode).toBe(0);
    expect((await run(["generate", path, "-o", out, "--check", "--strict"])).exitCode).toBe(1);
    expect(JSON.parse((await run(["generate", path, "-o", out, "--strict", "--json"])).out)).toMatchObject({
      stopped: true,
    });
    const fine = shop();
    expect((await run(["generate", fine.contract, "-o", fine.out, "--strict"])).exitCode).toBe(0);
    expect(existsSync(fine.out)).toBe(true);
  });
});

describe("generate --check", () => {
  test("exit 0 when the folder is up to date", async () => {
    const { contract, out } = shop();
    await run(["generate", contract, "-o", out]);
    const ran = await run(["generate", contract, "-o", out, "--check"]);
    expect([ran.exitCode, ran.out]).toEqual([0, `${out} is up to date with Corner shop 1.2.\n`]);
  });

  test("exit 1 and every file named when it is not", async () => {
    const { contract, out } = shop();
    await run(["generate", contract, "-o", out]);
    rmSync(join(out, "api.md"));
    appendFileSync(join(out, "README.md"), "by hand\n");
    const ran = await run(["generate", contract, "-o", out, "--check"]);
    expect(ran.exitCode).toBe(1);
    expect(ran.out).toMatch(
      /^new: .*\n {2}api\.md\n\nnot as Cabinetry left them: .*\n {2}README\.md\n\nMove .* --force/m,
    );
    expect(existsSync(join(out, "api.md"))).toBe(false);
  });

  test("names files that a formatter changed, and the lines that would have kept it out", async () => {
    const { contract, out } = shop();
    await run(["generate", contract, "-o", out]);
    const path = join(out, "client.ts");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll('"', "'").replaceAll("  ", "    "));
    const ran = await run(["generate", contract, "-o", out, "--check"]);
    const folder = relative("", out).replaceAll("\\", "/");
    expect([ran.exitCode, ran.out]).toEqual([
      1,
      expect.stringContaining(
        [
          "reformatted: same contents, other formatting; overwritten only with --force",
          "  client.ts",
          "",
          "A formatter changed files of the client. Exclude its folder, in the file of your tool:",
          `  .prettierignore    ${folder}/`,
          `  eslint.config.js   { ignores: ["${folder}/"] }`,
          `  biome.json         "files": { "includes": ["**", "!${folder}"] }`,
          "",
          "Then run cabinetry generate with --force, and commit the result.\n",
        ].join("\n"),
      ) as unknown,
    ]);
    writeFileSync(path, readFileSync(path, "utf8").replace("Client of", "Client for"));
    const edited = await run(["generate", contract, "-o", out, "--check"]);
    expect(edited.out).toMatch(/\nnot as Cabinetry left them: .*\n {2}client\.ts\n\nMove changes/m);
    expect(edited.out).not.toContain("prettierignore");
    const { files } = JSON.parse((await run(["generate", contract, "-o", out, "--check", "--json"])).out) as {
      readonly files: object;
    };
    expect(files).toMatchObject({ edited: ["client.ts"], reformatted: [] });
  });

  test("exit 1 in one line when there is no client yet", async () => {
    const { contract, out } = shop();
    const ran = await run(["generate", contract, "-o", out, "--check"]);
    expect([ran.exitCode, ran.out.split("\n")[0]]).toEqual([
      1,
      `${out} holds no client generated from Corner shop 1.2.`,
    ]);
    expect(existsSync(out)).toBe(false);
  });

  test("--json tells it to programs", async () => {
    const { contract, out } = shop();
    await run(["generate", contract, "-o", out]);
    rmSync(join(out, "api.md"));
    const ran = await run(["generate", contract, "-o", out, "--check", "--json"]);
    expect(ran.exitCode).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({
      check: true,
      upToDate: false,
      files: { created: ["api.md"] },
    });
  });
});

describe("a contract that cannot be used", () => {
  test("exit 3: what, where with a frame, and what to do, without a stack trace", async () => {
    const { contract: path, out } = shop(
      contract.replace("{ type: string }", '{ $ref: "#/components/schemas/Nobody" }'),
    );
    const ran = await run(["generate", path, "-o", out]);
    expect([ran.exitCode, ran.out]).toEqual([3, ""]);
    expect(ran.err).toMatch(/^error .*openapi.yaml is not a contract/);
    expect(ran.err).toMatch(/openapi.yaml:9:\d+ #\/paths\/~1orders\/get/);
    expect(ran.err).toMatch(/Fix the contract/);
    expect(ran.err).not.toMatch(/^\s+at /m);
    expect(existsSync(out)).toBe(false);
  });

  test("--json tells it on standard output too", async () => {
    const ran = await run(["inspect", "/no/such.yaml", "--json"]);
    expect(ran.exitCode).toBe(3);
    expect(JSON.parse(ran.out)).toEqual({
      schemaVersion: 1,
      error: {
        exitCode: 3,
        message: "The file /no/such.yaml does not exist.",
        remedy:
          "Check the path. `contract` of cabinetry.yaml counts from that file, CONTRACT from the current folder.",
      },
    });
  });
});

test("generate keeps the names of the client in the folder, until --rename", async () => {
  const given = shop();
  await run(["generate", given.contract, "-o", given.out]);
  writeFileSync(given.contract, contract.replace("listOrders", "searchOrders"));
  const api = () => readFileSync(join(given.out, "api.md"), "utf8");

  const again = await run(["generate", given.contract, "-o", given.out, "--verbose"]);
  expect(again.err).toMatch(
    /^info names\/operation-kept\n {2}`orders\.list` keeps its previous name; a new client would have `orders\.search`\.$/mu,
  );
  expect(api()).toContain("orders.list");
  expect((await run(["inspect", given.out])).out).toContain("orders.list");

  await run(["generate", given.contract, "-o", given.out, "--rename"]);
  expect(api()).toContain("orders.search");
});

describe("options of the client in the folder", () => {
  test("--openapi-types stays until it is taken back: then its file goes", async () => {
    const { contract, out } = shop();
    const types = join(out, "openapi-types.ts");
    await run(["generate", contract, "-o", out, "--openapi-types"]);
    await run(["generate", contract, "-o", out]);
    expect(existsSync(types)).toBe(true);
    const check = await run(["generate", contract, "-o", out, "--check", "--no-openapi-types"]);
    expect(check.out).toMatch(/^stale: .*\n {2}openapi-types\.ts$/m);
    expect((await run(["generate", contract, "-o", out, "--no-openapi-types"])).exitCode).toBe(0);
    expect(existsSync(types)).toBe(false);
    expect((await run(["generate", contract, "-o", out, "--check"])).exitCode).toBe(0);
  });

  test("a vendor word without a place for it is a warning; a malformed one is refused all the same", async () => {
    const { contract, out } = shop();
    const unused = await run(["generate", contract, "-o", out, "--vendor", "acme"]);
    expect([unused.exitCode, unused.err]).toEqual([
      0,
      expect.stringMatching(
        /^warning client\/unused-vendor\n {2}The vendor word `acme` \(`--vendor`\) has no effect: /mu,
      ),
    ]);
    expect((await run(["inspect", contract, "--vendor", "acme"])).err).toContain("client/unused-vendor");
    const config = join(dirname(contract), "cabinetry.yaml");
    writeFileSync(config, `clients: { shop: { contract: ${contract}, out: ${out}, vendor: acme } }`);
    for (const command of ["inspect", "generate"])
      expect((await run([command, "--config", config])).err).toContain(
        "The vendor word `acme` (`vendor` in cabinetry.yaml) has no effect: ",
      );
    expect((await run(["inspect", contract])).err).toBe("");
    const malformed = await run(["generate", contract, "-o", out, "--vendor", "a b"]);
    expect([malformed.exitCode, malformed.err]).toEqual([
      2,
      expect.stringContaining('"a b" is not a vendor word.'),
    ]);
  });

  test("the client of another contract is not replaced, unless it must be", async () => {
    const { contract: path, folder, out } = shop();
    await run(["generate", path, "-o", out]);
    const other = join(folder, "other.yaml");
    writeFileSync(other, contract.replace("Corner shop", "Zoo").replace("/orders", "/animals"));
    const refused = await run(["generate", other, "-o", out]);
    expect(refused.exitCode).toBe(2);
    expect(refused.err).toContain('The folder has the client of "Corner shop", and the contract is "Zoo".');
    expect(refused.err).toMatch(/another folder with -o, .* --force/);
    expect(readFileSync(join(out, "client.ts"), "utf8")).toContain("class CornerShop");
    const check = await run(["generate", other, "-o", out, "--check"]);
    expect([check.exitCode, check.err]).toEqual([
      1,
      expect.stringContaining(
        "warning client/other-contract\n  The folder holds the client of `Corner shop`",
      ),
    ]);
    await run(["generate", other, "-o", out, "--force"]);
    expect(readFileSync(join(out, "client.ts"), "utf8")).toContain("class Zoo");
  });
});

describe("inspect", () => {
  test("shows operations, and with --json the Inspection", async () => {
    const { contract } = shop();
    const text = await run(["inspect", contract]);
    expect(text.exitCode).toBe(0);
    expect(text.out).toMatch(/^Contract +Corner shop 1\.2$/m);
    expect(text.out).toMatch(/^Operations \(1\)\n {2}\S+ +GET +\/orders +- +safe$/m);
    const json = JSON.parse((await run(["inspect", contract, "--json"])).out) as object;
    expect(json).toMatchObject({ schemaVersion: 3, contract: { title: "Corner shop", openapi: "3.1" } });
  });

  test("--verbose adds reasons and places", async () => {
    const { contract } = shop();
    expect((await run(["inspect", contract, "--verbose"])).out).toMatch(/^ {6}at +#\/paths\/~1orders\/get$/m);
  });

  test("--strict: exit 1 when something is missing, 0 when nothing is", async () => {
    const complete = shop();
    const relative = shop(contract.replace("https://shop.example/v1", "/v1"));
    const open = shop(contract.replace("{ type: string }", "{ type: string, nope: 1 }"));
    expect((await run(["inspect", complete.contract, "--strict"])).exitCode).toBe(0);
    // Where the host is, is said when a client is made: nothing that configuration could say.
    const ran = await run(["inspect", relative.contract, "--strict"]);
    expect([ran.exitCode, ran.out]).toEqual([
      0,
      expect.stringContaining("/v1 (relative: the client takes baseUrl)"),
    ]);
    expect((await run(["inspect", open.contract, "--strict"])).exitCode).toBe(1);
    expect((await run(["inspect", open.contract])).exitCode).toBe(0);
  });
});

describe("colour", () => {
  const colours = async (settings: Parameters<typeof run>[1]) =>
    (await run(["generate"], settings)).err.includes("\u001b[");

  test.each<[isTTY: boolean, environment: NodeJS.ProcessEnv, want: boolean]>([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    [true, { TERM: "dumb" }, false],
  ])("terminal %s, %j: %s", async (isTTY, environment, want) => {
    expect(await colours({ isTTY, environment })).toBe(want);
  });
});

test("nothing in a contract steers the terminal", async () => {
  const hostile = contract.replace("Corner shop", '"Corner\\e[2J\\e]0;owned\\a\\u202e\\x9b shop"');
  for (const isTTY of [true, false]) {
    const { contract: path, out } = shop(hostile);
    const ran = await run(["generate", path, "-o", out], { isTTY });
    expect(ran.exitCode).toBe(0);
    expect(ran.out + ran.err).not.toMatch(/\u001b(?!\[[0-9;]*m)|\u0007|\u009b|\u202e/);
    expect(ran.out).toContain("Corner\\u001b[2J\\u001b]0;owned\\u0007\\u202e\\u009b shop");
  }
});

test("nothing in a contract begins a line", async () => {
  const forged = "Corner\\nerror forged";
  const hostile = contract
    .replace("Corner shop", `"${forged}"`)
    .replace(/\n {2}(\/[^\n]*):/u, `\n  "$1${forged}":`);
  const { contract: path, out } = shop(hostile);
  const ran = await run(["generate", path, "-o", out]);
  const told = await run(["inspect", path, "--verbose"]);
  const checked = await run(["generate", path, "-o", out, "--check"]);
  expect([ran.exitCode, told.exitCode, checked.exitCode]).toEqual([0, 0, 0]);
  for (const text of [ran.out, ran.err, told.out, told.err, checked.out]) expect(text).not.toMatch(/^error/m);
  expect(ran.out).toContain("Corner\\u000aerror forged");
});
