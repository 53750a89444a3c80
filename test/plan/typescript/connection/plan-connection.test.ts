import { describe, expect, test } from "vitest";
import { complaints, emitContract, expectCompiles, expectFormatted } from "../../../emit/emit-contract.js";
import { thrownBy } from "../../../model/model-of.js";
import { planOf } from "../../plan-of.js";

/** One operation that needs the given schemes. */
function contract(schemes: string, security: string, more = ""): string {
  return `
${more}
security: ${security}
paths: { /pets: { get: { operationId: listPets, tags: [pets] } } }
components: { securitySchemes: { ${schemes} } }`;
}

const ALL = `bearer: { type: http, scheme: bearer, description: A token. }, basic: { type: http, scheme: basic },
  head: { type: apiKey, in: header, name: X-Key }, query: { type: apiKey, in: query, name: key },
  sid: { type: apiKey, in: cookie, name: sid }, o: { type: oauth2, flows: {} },
  oidc: { type: openIdConnect, openIdConnectUrl: https://id.example }, tls: { type: mutualTLS }, unused: { type: mutualTLS },
  'a.b-c': { type: http, scheme: bearer }`;
const NEED = "[bearer, basic, head, query, sid, o, oidc, tls, a.b-c]";
const EACH = NEED.replace(/[\w.-]+/g, "{ $&: [] }");

describe("the server", () => {
  test.each([
    ["", "/", false, []],
    ["servers: [{ url: /v1/external }]", "/v1/external", false, []],
    [
      "servers: [{ url: 'https://a.example/v1' }, { url: 'https://b.example' }]",
      "https://a.example/v1",
      true,
      [{ url: "https://b.example", description: "" }],
    ],
    ["servers: [{ url: '//a.example/v1' }]", "https://a.example/v1", true, []],
  ])("%s", (servers, url, absolute, others) => {
    const { server, options } = planOf(contract("", "[]", servers)).connection;
    expect(server).toEqual({ url, others, absolute, variables: [], elsewhere: [], ofOperations: [] });
    expect(options.members.map((member) => (member.kind === "property" ? member.name : ""))).toEqual([
      ...(absolute ? [] : ["baseUrl"]),
      ...(others.length > 0 ? ["serverUrl"] : []),
    ]);
    expect(options.allOptional).toBe(absolute);
  });

  test("is absolute where the defaults of its variables make it so", () => {
    const variables = "variables: { scheme: { default: https }, host: { default: a.example } }";
    const { server, options } = planOf(
      contract("", "[]", `servers: [{ url: '{scheme}://{host}/v1', ${variables} }]`),
    ).connection;
    expect(server.absolute).toBe(true);
    expect(options.allOptional).toBe(true);
  });

  test("is the first; the option that takes another lists the others", async () => {
    const servers =
      "servers: [{ url: 'https://a.example' }, { url: 'https://{t}.b.example', description: \"To\\n try\" }, { url: /c }]";
    const files = await emitContract(contract("", "[]", servers));
    expect(files.get("connect.ts")).toContain(
      "   * Its others: `https://{t}.b.example` (To try); `/c`.\n   */\n  serverUrl?: string;\n",
    );
    await expectFormatted(files);
  });

  test("has variables whose values the options name", async () => {
    const servers =
      "servers: [{ url: 'https://{region}.example', variables: { region: { default: eu, enum: [eu, us], description: Where. } } }]";
    const text = (await emitContract(contract("", "[]", servers))).get("connect.ts");
    expect(text).toContain(
      '  serverVariables?: {\n    /**\n     * Where.\n     *\n     * Default: `eu`.\n     */\n    region?: "eu" | "us";\n  };',
    );
  });
});

describe("the options of a client whose contract names no host", () => {
  const files = emitContract(contract("", "[]", "info: { title: No host, version: '1' }"));

  test("are an interface that others extend and spread, or `serverUrl` alone", async () => {
    const user = `import { NoHost, type NoHostOptions, connectNoHost } from "./index.js";
export interface Mine extends NoHostOptions { extra?: string }
export const patient = (given: Omit<NoHostOptions, "retry">) => new NoHost({ ...given, retry: {} });
export const both = (given: Mine) => [new NoHost(given), connectNoHost(given)];
export const based = [new NoHost({ baseUrl: "https://a.example" }), connectNoHost({ baseUrl: "https://a.example" })];
export const whole = [new NoHost({ serverUrl: "https://a.example" }), connectNoHost({ serverUrl: "https://a.example" })];`;
    expectCompiles(await files, user);
    await expectFormatted(await files);
  });

  test.each([
    "new NoHost()",
    "new NoHost({})",
    "connectNoHost({})",
    "new NoHost({ serverUrl: 'a', misspelt: 1 })",
  ])("are not enough in `%s`", async (call) => {
    const user = `import { NoHost, connectNoHost } from "./index.js";\nexport const made = [NoHost, connectNoHost, ${call}];`;
    expect(complaints(await files, user)).toHaveLength(1);
  });
});

test("variables of servers that operations have of their own are offered with those of the contract's", async () => {
  const server = (url: string, variables: string) =>
    `servers: [{ url: '${url}', variables: { ${variables} } }]`;
  const files = await emitContract(`
${server("https://{region}.example", "region: { default: eu, enum: [eu, us] }")}
paths: { /pets: {
  ${server("https://{region}.{host}", "region: { default: ap, enum: [ap, eu] }, host: { default: files.example }")},
  get: { operationId: listPets, tags: [pets], responses: { 204: { description: '' } } },
  put: { operationId: putPets, tags: [pets], responses: { 204: { description: '' } },
    servers: [{ url: 'https://up.example/{stage}', variables: { stage: { default: v1 } } }, { url: '/{used}', variables: { used: { default: a } } }] } } }`);
  expect(files.get("contract.ts")).toContain('elsewhere: ["host", "stage", "used"]');
  expect(files.get("operations/pets.ts")).toContain(`  server: {
    at: {
      url: "https://{region}.{host}",
      variables: { host: "files.example", region: "ap" },
      choices: [{ name: "region", values: ["ap", "eu"] }],
    },
    resolve: resolveOwnServer,
  },
`);
  expect(files.get("connect.ts")).toContain("/** Default: `eu` or `ap`. */");
  await expectFormatted(files);
  const user = `
import { Pets } from "./index.js";
new Pets({ serverVariables: { region: "us", host: "h.example", stage: "v2", used: "b" } });
new Pets({ serverVariables: { region: "ap" } });
// @ts-expect-error no such variable of any server
new Pets({ serverVariables: { unknown: "b" } });`;
  expectCompiles(files, user);
});

test("the servers that operations have beside the first of their own can be chosen", async () => {
  const operation = (id: string, ...servers: readonly string[]) =>
    `{ operationId: ${id}, tags: [pets], responses: { 204: { description: '' } }, servers: [${servers.join(", ")}] }`;
  const eu = "{ url: 'https://eu.example' }";
  const files = await emitContract(`
servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }]
paths:
  /a:
    get: ${operation("one", eu, "{ url: 'https://{zone}.example/v1', description: Elsewhere., variables: { zone: { default: us } } }")}
    put: ${operation("two", eu, "{ url: /c }", eu)}
    post: ${operation("three", eu)}`);
  expect(files.get("connect.ts")).toContain(`  /**
   * Which server is called where operations have several of their own: their
   * first → the one to call.
   *
   * One that is given here keeps its host beside \`serverUrl\` alone; where
   * \`baseUrl\` is given, every request goes to one host: that of \`baseUrl\`, or
   * of \`serverUrl\` beside it.
   */
  operationServers?: {
    /**
     * Server of \`pets.one\` and \`pets.two\`. Its others:
     * \`https://{zone}.example/v1\` (Elsewhere.); \`/c\`.
     */
    "https://eu.example"?:
      "https://eu.example" | "https://{zone}.example/v1" | "/c";
  };
`);
  expect(files.get("contract.ts")).toContain(`  operations: [
    { url: "https://eu.example", others: ["https://{zone}.example/v1", "/c"] },
  ],
`);
  expect(files.get("operations/pets.ts")).toContain(`  server: {
    at: {
      url: "https://eu.example",
      others: [{ url: "https://{zone}.example/v1", variables: { zone: "us" } }],
    },
    resolve: resolveOwnServer,
  },
`);
  expect(files.get("README.md")?.replaceAll("\n", " ")).toContain("`operationServers` says which to call");
  await expectFormatted(files);
  const user = `
import { Pets } from "./index.js";
new Pets({ operationServers: { "https://eu.example": "/c" } });
// @ts-expect-error the contract lists no such server
new Pets({ operationServers: { "https://eu.example": "https://evil.example" } });
// @ts-expect-error no operation has several servers, and this one first
new Pets({ operationServers: { "https://a.example": "https://b.example" } });`;
  expectCompiles(files, user);
});

test("servers without a scheme can be chosen as the contract writes them, and with https", async () => {
  const files = await emitContract(`
servers: [{ url: 'http://a.example' }]
paths:
  /a:
    servers: [{ url: //up.example/p }, { url: 'https://b.example' }, { url: //other.example/q }]
    get: { operationId: one, tags: [pets], responses: { 204: { description: '' } } }`);
  expect(files.get("contract.ts")).toContain(`  operations: [
    {
      url: "https://up.example/p",
      others: ["https://b.example", "https://other.example/q"],
    },
  ],
`);
  await expectFormatted(files);
  const user = `
import { Pets } from "./index.js";
new Pets({ operationServers: { "//up.example/p": "//other.example/q" } });
new Pets({ operationServers: { "https://up.example/p": "//other.example/q" } });
new Pets({ operationServers: { "//up.example/p": "https://other.example/q" } });
// @ts-expect-error the contract writes this one with its scheme
new Pets({ operationServers: { "//up.example/p": "//b.example" } });`;
  expectCompiles(files, user);
  expect(files.get("connect.ts"))
    .toContain(`    /** \`https://up.example/p\` as the contract writes it: give one of the two. */
    "//up.example/p"?:
      | "https://up.example/p"
      | "//up.example/p"
      | "https://b.example"
      | "https://other.example/q"
      | "//other.example/q";
`);
});

describe("credentials", () => {
  test("have doc comments that say what is given, where it goes, and where tokens come from", async () => {
    const schemes = `jwt: { type: http, scheme: bearer, bearerFormat: JWT, description: Ask us. },
      hawk: { type: http, scheme: Hawk }, o: { type: oauth2, flows: {
        password: { tokenUrl: token, scopes: {} }, clientCredentials: { tokenUrl: 'https://id.example/t', scopes: {} },
        implicit: { authorizationUrl: 'https://id.example/a', scopes: {} } } }`;
    const files = await emitContract(contract(schemes, "[{ jwt: [] }, { hawk: [] }, { o: [] }]"));
    expect(files.get("connect.ts")).toContain(`  credentials?: {
    /** The whole value of \`Authorization\`, for HTTP authentication \`hawk\`. */
    hawk?: string | AuthorizationCallback;
    /**
     * Ask us.
     *
     * Bearer token (\`JWT\`), in \`Authorization\`.
     */
    jwt?: SecretSource;
    /**
     * Obtains bearer tokens by OAuth 2.0: client credentials at
     * \`https://id.example/t\`; implicit at \`https://id.example/a\`; password at
     * \`token\`.
     */
    o?: string | TokenCallback;
  };
`);
    await expectFormatted(files);
  });

  test("of a bearer scheme whose calls need scopes are asked for with these", async () => {
    const schemes = "jwt: { type: http, scheme: bearer }";
    const files = await emitContract(contract(schemes, "[{ jwt: ['pets:read'] }]"));
    expect(files.get("connect.ts")).toContain(`    /** Bearer token, in \`Authorization\`. */
    jwt?: string | TokenCallback;
`);
    await expectFormatted(files);
  });

  test("are planned by scheme, sorted by name; client certificates and unused schemes are none", () => {
    expect(planOf(contract(ALL, EACH)).connection.credentials).toEqual([
      { scheme: "a.b-c", description: "", what: "Bearer token, in `Authorization`.", kind: "bearer" },
      {
        scheme: "basic",
        description: "",
        what: "User name and password, in `Authorization`.",
        kind: "basic",
      },
      {
        scheme: "bearer",
        description: "A token.",
        what: "Bearer token, in `Authorization`.",
        kind: "bearer",
      },
      {
        scheme: "head",
        description: "",
        what: "API key, in the header `X-Key`.",
        kind: "apiKey",
        in: "header",
        parameter: "X-Key",
      },
      { scheme: "o", description: "", what: "Obtains bearer tokens by OAuth 2.0.", kind: "token" },
      {
        scheme: "oidc",
        description: "",
        what: "Obtains bearer tokens by OpenID Connect, as `https://id.example` says.",
        kind: "token",
      },
      {
        scheme: "query",
        description: "",
        what: "API key, in the query parameter `key`.",
        kind: "apiKey",
        in: "query",
        parameter: "key",
      },
      {
        scheme: "sid",
        description: "",
        what: "API key, in the cookie `sid`.",
        kind: "apiKey",
        in: "cookie",
        parameter: "sid",
      },
    ]);
  });

  test("are given as options, also under names that are no identifiers", async () => {
    const files = await emitContract(contract(ALL, EACH));
    const user = `
import { Pets } from "./index.js";
new Pets({ baseUrl: "https://a.example", credentials: { "a.b-c": "k", basic: { username: "u", password: "p" }, o: async () => "t" } });
// @ts-expect-error no such scheme
new Pets({ baseUrl: "https://a.example", credentials: { nobody: "k" } });`;
    expectCompiles(files, user);
    await expectFormatted(files);
    expect(files.get("connect.ts")).toContain(
      '  if (given["a.b-c"] !== undefined) {\n    credentials["a.b-c"] = bearer(given["a.b-c"]);\n  }\n',
    );
  });

  test("of a contract without any are none", async () => {
    const files = await emitContract(contract("", "[]"));
    expect(files.get("connect.ts")).not.toContain("CredentialProvider");
    expectCompiles(files);
    await expectFormatted(files);
  });

  test("of HTTP authentication that the client does not compute are a value, or a function that gives it", async () => {
    const files = await emitContract(contract("d: { type: http, scheme: Digest }", "[{ d: [] }]"));
    expect(files.get("connect.ts")).toContain('credentials["d"] = authorization(given.d, "digest");');
    const user = `
import { Pets, type AuthorizationCallback } from "./index.js";
const answer: AuthorizationCallback = ({ authentication, challenge, method, url }) =>
  challenge === undefined ? undefined : [authentication, challenge, method, url].join(" ");
new Pets({ baseUrl: "https://a.example", credentials: { d: answer } });
new Pets({ baseUrl: "https://a.example", credentials: { d: "Digest x" } });
// @ts-expect-error no text
new Pets({ baseUrl: "https://a.example", credentials: { d: () => 1 } });`;
    expectCompiles(files, user);
    await expectFormatted(files);
  });

  test("cannot be told from what every object has", () => {
    const given = contract("toString: { type: http, scheme: bearer }", "[{ toString: [] }]");
    expect(thrownBy(() => planOf(given))).toMatchObject({
      exitCode: 3,
      message: 'A security scheme cannot be named "toString".',
    });
  });

  test("with names of any length are laid out as prettier has them", async () => {
    for (const length of [10, 20, 24, 25, 26, 30, 40, 50, 60]) {
      const names = ["a".repeat(length), `${"b".repeat(length - 2)}-b`];
      const schemes = names.map((name, index) =>
        index === 0
          ? `${name}: { type: http, scheme: bearer }`
          : `${name}: { type: apiKey, in: header, name: ${name} }`,
      );
      const title = `info: { title: T${"t".repeat(length)}, version: '1' }`;
      await expectFormatted(
        await emitContract(
          contract(schemes.join(", "), `[${names.map((name) => `{ ${name}: [] }`).join(", ")}]`, title),
        ),
      );
    }
  });
});
