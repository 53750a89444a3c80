import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contract, run, shop } from "./run.js";

/** A contract, and a configuration file with these clients of it. */
function configured(...clients: readonly string[]) {
  const given = shop();
  const config = join(given.folder, "cabinetry.yaml");
  const lines = clients.map(
    (id) => `  ${id}: { contract: openapi.yaml, out: ${id}, name: ${id.toUpperCase()} }\n`,
  );
  writeFileSync(config, `clients:\n${lines.join("")}`);
  const next = join(given.folder, "next.yaml");
  writeFileSync(next, contract.replace('"1.2"', '"1.3"'));
  const words = (command: string, ...rest: string[]) => [command, ...rest, "--config", config];
  return { ...given, config, next, words };
}

describe("a command names the client whose settings it used", () => {
  test("inspect, in its first lines and in --json", async () => {
    const { contract: path, config, words } = configured("one");
    const [text, json] = [await run(words("inspect", path)), await run(words("inspect", path, "--json"))];
    expect(text.out).toContain(`\nSettings    client one of ${config}\n`);
    expect(JSON.parse(json.out)).toMatchObject({ settings: { file: config, client: "one" }, client: "ONE" });
  });

  test("diff, on standard error and in --json", async () => {
    const { contract: path, config, next, words } = configured("one");
    const ran = await run(words("diff", path, next, "--json"));
    expect(ran.err).toMatch(/^config client one of /u);
    expect(JSON.parse(ran.out)).toMatchObject({ settings: { file: config, client: "one" } });
  });

  test("generate CONTRACT, on standard error and in --json", async () => {
    const { config, folder, next, words } = configured("one", "two");
    const ran = await run(words("generate", next, "-o", join(folder, "two"), "--json"));
    expect(ran.err).toMatch(/^config client two of /u);
    expect(JSON.parse(ran.out)).toMatchObject({ settings: { file: config, client: "two" }, name: "TWO" });
  });

  test("nothing is named where no file has settings for the contract", async () => {
    const { next, words } = configured("one");
    const inspected = await run(words("inspect", next));
    expect(inspected.out).not.toContain("Settings");
    expect(JSON.parse((await run(words("inspect", next, "--json"))).out)).not.toHaveProperty("settings");
  });
});

describe("where several clients have the contract", () => {
  test("inspect asks which, and takes the one that is named, or whose folder it reads", async () => {
    const { contract: path, folder, words } = configured("one", "two");
    const { exitCode, err } = await run(words("inspect", path));
    expect([exitCode, err]).toEqual([
      2,
      expect.stringMatching(
        /has 2 clients with this contract\.\n\n {2}one: .*one\n {2}two: .*two\n\n.*--client one\./u,
      ),
    ]);
    expect((await run(words("inspect", path, "--client", "two"))).out).toContain("client two of");
    await run(words("generate", "--client", "two"));
    expect((await run(words("inspect", join(folder, "two")))).out).toContain("client two of");
  });

  test("diff asks which, and takes one by its name or its folder", async () => {
    const { contract: path, folder, next, words } = configured("one", "two");
    const { exitCode, err } = await run(words("diff", path, next));
    expect([exitCode, err]).toEqual([2, expect.stringContaining("Name the client: --client one.")]);
    for (const client of ["two", join(folder, "two")]) {
      const named = await run(words("diff", path, next, "--client", client));
      expect([named.exitCode, named.err]).toEqual([0, expect.stringContaining("client two of")]);
    }
    const unknown = await run(words("diff", path, next, "--client", "three"));
    expect([unknown.exitCode, unknown.err]).toEqual([
      2,
      expect.stringMatching(/must name a client of the configuration file \(got "three"\)\.\n\n {2}one: /u),
    ]);
  });
});
