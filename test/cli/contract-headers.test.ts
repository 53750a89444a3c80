import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { redirectTo, serve } from "../load/contract-server.js";
import { contract, type Ran, run, shop } from "./run.js";

const SECRET = "s3cr3t-of-the-contract";

beforeEach(() => {
  vi.stubEnv("SHOP_TOKEN", SECRET);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A configuration with one client, whose contract needs a header. */
function configured(url: string, headers = '{ Authorization: { env: SHOP_TOKEN, prefix: "Bearer " } }') {
  const folder = dirname(shop().contract);
  const config = join(folder, "cabinetry.yaml");
  writeFileSync(
    config,
    `clients:\n  shop:\n    contract: ${url}\n    out: client\n    headers: ${headers}\n`,
  );
  return { config, out: join(folder, "client") };
}

async function generate(config: string, ...more: readonly string[]): Promise<Ran> {
  return await run(["generate", "--config", config, "--verbose", ...more]);
}

function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

describe("headers of a contract", () => {
  test("are sent, and are in no output and no file", async () => {
    const server = await serve({ "/openapi.yaml": contract });
    const { config, out } = configured(`${server.url}/openapi.yaml`);
    const ran = await generate(config);
    expect([ran.exitCode, server.headers[0]?.authorization]).toEqual([0, `Bearer ${SECRET}`]);
    const inspected = await run(["inspect", "--config", config, "--json"]);
    const compared = await run(["diff", out, `${server.url}/openapi.yaml`, "--config", config]);
    expect(server.headers.map(({ authorization }) => authorization)).toEqual(
      Array(3).fill(`Bearer ${SECRET}`),
    );
    const printed = [ran, inspected, compared].flatMap((one) => [one.out, one.err]).join("\n");
    expect(`${printed}\n${textsBelow(out)}`).not.toContain(SECRET);
  });

  test("go to the server of the contract, and not to where it redirects", async () => {
    const other = await serve({ "/moved.yaml": contract });
    const server = await serve({
      "/openapi.yaml": redirectTo("/here.yaml"),
      "/here.yaml": redirectTo(`${other.url}/moved.yaml`),
    });
    const { config } = configured(`${server.url}/openapi.yaml`);
    expect((await generate(config)).err).toContain(`The host ${other.host} was not named.`);
    expect(other.asked).toEqual([]);
    expect((await generate(config, "--allow-host", other.host)).exitCode).toBe(0);
    expect(other.headers.map(({ authorization }) => authorization)).toEqual([undefined]);
    expect(new Set(server.headers.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${SECRET}`]),
    );
  });

  test("go to another host of a reference only where that is named", async () => {
    const other = await serve({ "/order.yaml": "type: string" });
    const text = contract.replace("schema: { type: string }", `schema: { $ref: "${other.url}/order.yaml" }`);
    const server = await serve({ "/openapi.yaml": text });
    const url = `${server.url}/openapi.yaml`;
    await generate(configured(url).config, "--allow-host", other.host);
    const named = configured(url, `{ X-Key: { env: SHOP_TOKEN, hosts: ["${other.host}"] } }`);
    expect((await generate(named.config)).exitCode).toBe(0);
    expect(other.headers.map((one) => [one.authorization, one["x-key"]])).toEqual([
      [undefined, undefined],
      [undefined, SECRET],
    ]);
  });

  test("go to no other contract that is named on the command line", async () => {
    const other = await serve({ "/openapi.yaml": contract });
    const { config, out } = configured("http://127.0.0.1:9/openapi.yaml", "{ X-Key: env:SHOP_TOKEN }");
    const ran = await run(["generate", `${other.url}/openapi.yaml`, "-o", out, "--config", config]);
    expect([ran.exitCode, other.headers[0]?.["x-key"]]).toEqual([0, undefined]);
  });

  test("are masked in an error that a server repeats them in", async () => {
    const server = await serve({
      "/openapi.yaml": (request, response) =>
        response.writeHead(403, `no ${request.headers.authorization ?? ""}`).end(),
      "/wrong.yaml": (request, response) =>
        response
          .writeHead(200, { "content-type": "application/yaml" })
          .end(`openapi: 3.1.0\npaths: { /a: "${request.headers.authorization ?? ""}" }\n`),
    });
    for (const path of ["openapi.yaml", "wrong.yaml"]) {
      const { exitCode, out, err } = await generate(configured(`${server.url}/${path}`).config, "--json");
      expect([exitCode, err]).toEqual([3, expect.stringContaining("***")]);
      expect(out + err).not.toContain(SECRET);
    }
  });

  test.each<[name: string, value: string, headers: string, says: string]>([
    ["is missing", "", "{ X-Key: env:SHOP_TOKEN }", "X-Key: the environment variable SHOP_TOKEN is not set."],
    [
      "has two lines",
      `${SECRET}\nX-Evil: 1`,
      "{ X-Key: env:SHOP_TOKEN }",
      "must have printable ASCII on one line.",
    ],
    [
      "is written out",
      SECRET,
      `{ X-Key: ${SECRET} }`,
      "cabinetry.yaml:5:16 clients.shop.headers.X-Key must be `env:NAME` (the name of an environment variable).",
    ],
  ])("end with exit 2 where the value %s", async (_, value, headers, says) => {
    vi.stubEnv("SHOP_TOKEN", value);
    const { config } = configured("http://127.0.0.1:9/openapi.yaml", headers);
    const { exitCode, err } = await generate(config);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(says)]);
    expect(err).not.toContain(SECRET);
  });
});
