import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../determinism/json-tree.js";
import { emitContract, expectCompiles, expectFormatted } from "../emit/emit-contract.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

/* The first thing that a user of a client does is to copy the example of its README. It must compile as it stands, and
 * the first call must leave for the right place with what the contract asks for. */
const schemes = {
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  digest: { type: "http", scheme: "digest" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
  "app-id": { type: "apiKey", in: "query", name: "app" },
  session: { type: "apiKey", in: "cookie", name: "sid" },
  signIn: {
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "https://id.example/t", scopes: { read: "" } } },
  },
  oidc: { type: "openIdConnect", openIdConnectUrl: "https://id.example" },
  certificate: { type: "mutualTLS" },
  aSchemeWithANameThatIsLongerThanMostOfThemSoThatItsLineHasToBreak: { type: "http", scheme: "basic" },
};

const secrets = {
  API_KEY: "k-1",
  API_KEY_KEY: "k-2",
  API_KEY_APP_ID: "a-1",
  API_PASSWORD: "p-1",
  API_TOKEN: "t-1",
  AUTHORIZATION: "Digest d-1",
};

function contractWith(servers: readonly JsonObject[], security: readonly JsonObject[]): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Wire", version: "1" },
    servers,
    security,
    paths: { "/a": { get: { operationId: "a", tags: ["calls"], responses: { 204: { description: "" } } } } },
    components: { securitySchemes: schemes },
  });
}

let folder: TemporaryFolder | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await folder?.remove();
});

/** The one request that the example sends. */
async function firstRequest(files: ReadonlyMap<string, string>, sample: string): Promise<Request> {
  folder = await makeTemporaryFolder("sample");
  for (const [path, text] of [...files, ["sample.ts", sample] as const]) {
    const file = join(folder.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
  const sent: Request[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    sent.push(request);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  await import(pathToFileURL(join(folder.path, "sample.ts")).href);
  const [only] = sent;
  if (only === undefined || sent.length > 1) throw new Error(`${String(sent.length)} requests were sent.`);
  return only;
}

/** The example of a client's README, as a user would copy it. */
function sampleIn(files: ReadonlyMap<string, string>): string {
  return /^```ts\n([\s\S]*?)^```$/m.exec(files.get("README.md") ?? "")?.[1] ?? "";
}

async function whatItSends(contract: string): Promise<{ readonly url: string; readonly proof: unknown }> {
  const files = await emitContract(contract);
  await expectFormatted(new Map([["README.md", files.get("README.md") ?? ""]]));
  const { headers, url } = await firstRequest(files, sampleIn(files));
  const proof = ["authorization", "x-key", "cookie"].flatMap((name) => headers.get(name) ?? []);
  return { url, proof };
}

const here = [{ url: "https://a.example" }];
const basic = `Basic ${btoa("me:p-1")}`;

const byServers: [what: string, servers: readonly JsonObject[], want: string][] = [
  [
    "the first server",
    [{ url: "https://a.example/v1" }, { url: "https://b.example" }],
    "https://a.example/v1/a",
  ],
  ["this machine", [{ url: "http://localhost:8080/" }], "http://localhost:8080/a"],
  ["a host that the user gives, where none is named", [], "https://platform.example/a"],
  ["the contract's path on a host that the user gives", [{ url: "/v1" }], "https://platform.example/v1/a"],
  [
    "the first server that names a host",
    [
      { url: "/v1" },
      { url: "http://b.example" },
      { url: "https://{x}.example" },
      { url: "https://c.example/v2/" },
    ],
    "https://c.example/v2/a",
  ],
  [
    "the same host over https, where the contract has it over http",
    [{ url: "http://a.example:8080/v1" }],
    "https://a.example/v1/a",
  ],
  [
    "the server over https, where the first is not",
    [{ url: "http://a.example/v1" }, { url: "https://b.example/v1" }],
    "https://b.example/v1/a",
  ],
  [
    "a server whose variables have defaults",
    [{ url: "{scheme}://{t}.example", variables: { scheme: { default: "https" }, t: { default: "demo" } } }],
    "https://demo.example/a",
  ],
  [
    "a host that the user gives, where a variable has no value",
    [{ url: "https://{t}/v1" }],
    "https://platform.example/v1/a",
  ],
  ["no other protocol than HTTP", [{ url: "wss://a.example/v1" }], "https://platform.example/v1/a"],
];

const bySecurity: [security: readonly JsonObject[], proof: readonly string[], query?: string][] = [
  [[], []],
  [[{}], []],
  [[{ basic: [] }], [basic]],
  [[{ bearer: [] }], ["Bearer t-1"]],
  [[{ digest: [] }], ["Digest d-1"]],
  [[{ key: [] }], ["k-1"]],
  [[{ "app-id": [] }], [], "?app=k-1"],
  [[{ session: [] }], ["sid=k-1"]],
  [[{ signIn: ["read"] }], ["Bearer t-1"]],
  [[{ oidc: [] }], ["Bearer t-1"]],
  [[{ certificate: [] }], []],
  [[{ aSchemeWithANameThatIsLongerThanMostOfThemSoThatItsLineHasToBreak: [] }], [basic]],
  [[{ key: [], "app-id": [] }], ["k-2"], "?app=a-1"],
  [[{ key: [], bearer: [] }, { basic: [] }], [basic]],
];

describe("the example of a client's README calls", () => {
  test.each(byServers)("%s", async (_, servers, url) => {
    expect(await whatItSends(contractWith(servers, [{ basic: [] }]))).toEqual({ url, proof: [basic] });
  });

  test.each(bySecurity)("with %j", async (security, proof, query = "") => {
    expect(await whatItSends(contractWith(here, security))).toEqual({
      url: `https://a.example/a${query}`,
      proof,
    });
  });
});

describe("the examples of READMEs compile", () => {
  /** Each in a block of its own, against a client that has all of them. */
  async function expectAllCompile(client: string, contracts: readonly string[]): Promise<void> {
    const samples = await Promise.all(contracts.map(async (one) => sampleIn(await emitContract(one))));
    const blocks = samples.map((sample) => `{ ${sample.replace(/^import .*$/m, "")} }`);
    const user = `import { Wire } from "./index.js";
declare const process: { env: Record<string, string | undefined> };
${blocks.join("\n")}`;
    expectCompiles(await emitContract(client), user);
  }

  test("with every kind of credential", async () => {
    const all = bySecurity.flatMap(([security]) => security);
    await expectAllCompile(
      contractWith(here, all),
      bySecurity.map(([security]) => contractWith(here, security)),
    );
  });

  test.each([
    ["a host", here, /^(?:http|\{scheme\})/],
    ["no host", [], /^(?:$|\/|wss|https:\/\/\{t\}\/)/],
  ])("where the contract names %s", async (_, servers, first) => {
    const alike = byServers
      .map(([, list]) => list)
      .filter(([one]) => first.test(JSON.stringify(one?.["url"] ?? "").slice(1, -1)));
    expect(alike.length).toBeGreaterThan(3);
    await expectAllCompile(
      contractWith(servers, [{ basic: [] }]),
      alike.map((list) => contractWith(list, [{ basic: [] }])),
    );
  });
});

test("the options of a contract that names no host need one of two addresses", async () => {
  const user = `import { Wire } from "./index.js";
new Wire({ baseUrl: "https://a.example" });
new Wire({ serverUrl: "https://a.example/v1" });
new Wire({ baseUrl: "https://a.example", serverUrl: "https://a.example/v1", credentials: {} });
// @ts-expect-error
new Wire();
// @ts-expect-error
new Wire({ credentials: {} });
// @ts-expect-error
new Wire({ serverUrl: "https://a.example", serverURL: "" });`;
  expectCompiles(await emitContract(contractWith([{ url: "/v1" }], [{ basic: [] }])), user);
});
