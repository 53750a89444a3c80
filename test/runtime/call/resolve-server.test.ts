import { describe, expect, it, vi } from "vitest";
import { createCore } from "../../../src/runtime/call/create-core.js";
import { ArgumentError } from "../../../src/runtime/errors/argument-error.js";
import { fillServer, resolveOwnServer as resolveEndpoint } from "../../../src/runtime/servers/own-server.js";
import {
  resolveServer as resolve,
  type ServerFacts,
  type ServerOptions,
} from "../../../src/runtime/servers/resolve-server.js";

/** As a client with variables does it, or with servers to choose from. */
function resolveServer(server: ServerFacts, options: ServerOptions): string {
  return resolve({ ...server, fill: fillServer }, options);
}

describe("resolveServer", () => {
  it.each([
    {
      given: "a relative server and a base URL",
      server: { url: "/v1/external" },
      options: { baseUrl: "https://platform.example" },
      want: "https://platform.example/v1/external",
    },
    {
      given: "a base URL behind a gateway's prefix",
      server: { url: "/v1/external" },
      options: { baseUrl: "https://gateway.example/platform/" },
      want: "https://gateway.example/platform/v1/external",
    },
    {
      given: "an absolute server alone",
      server: { url: "https://api.example/v2/" },
      options: {},
      want: "https://api.example/v2",
    },
    {
      given: "an absolute server and a base URL: the host is the caller's, the path the contract's",
      server: { url: "https://api.example/v2" },
      options: { baseUrl: "http://127.0.0.1:4010" },
      want: "http://127.0.0.1:4010/v2",
    },
    {
      given: "a server URL, which is the whole address",
      server: { url: "https://api.example/v2" },
      options: { serverUrl: "https://mirror.example/x/" },
      want: "https://mirror.example/x",
    },
    {
      given: "variables",
      server: { url: "https://{region}.example/{stage}", variables: { region: "eu", stage: "v1" } },
      options: { serverVariables: { region: "us" } },
      want: "https://us.example/v1",
    },
  ])("$given: $want", ({ server, options, want }) => {
    expect(resolveServer(server, options)).toBe(want);
  });

  it("fills a variable that is named like a member of every object from what is given alone", () => {
    const variables: Record<string, string> = { valueOf: "eu" };
    expect(
      resolveServer({ url: "https://{valueOf}.example/{constructor}", variables }, { serverVariables: {} }),
    ).toBe("https://eu.example/{constructor}");
  });

  it("says what to give when neither caller nor contract name a host", () => {
    expect(() => resolveServer({ url: "/v1" }, {})).toThrow(/baseUrl/);
  });

  it("refuses a variable that the server does not have", () => {
    expect(() => resolveServer({ url: "https://h.example" }, { serverVariables: { zone: "a" } })).toThrow(
      /"zone"/,
    );
  });

  it.each([
    { baseUrl: "https://platform.example?key=secret" },
    { baseUrl: "https://platform.example/#top" },
    { serverUrl: "https://platform.example/v1?stage=2" },
  ])("refuses a query or a fragment without repeating it: %o", (options) => {
    const [name = ""] = Object.keys(options);
    expect(() => resolveServer({ url: "/v1" }, options)).toThrow(
      `\`${name}\` has a query or a fragment, which no path can be joined to. ` +
        "Leave it out: what each request needs is an option or an input.",
    );
  });

  it("counts a relative serverUrl from the origin of the page, and refuses it where there is none", () => {
    const resolve = () => resolveServer({ url: "https://api.example/v1" }, { serverUrl: "/api/" });
    expect(resolve).toThrow(
      "`serverUrl` must be absolute where no page gives it an origin. Give an absolute URL like https://platform.example/v1.",
    );
    try {
      vi.stubGlobal("location", { origin: "https://page.example", href: "https://page.example/a/b?c" });
      expect(resolve()).toBe("https://page.example/api");
      // A page from a file, or a worker from a blob.
      vi.stubGlobal("location", { origin: "null" });
      expect(resolve).toThrow("`serverUrl` must be absolute");
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each(["baseUrl", "serverUrl"])(
    "[SEC-1] refuses a user or a password in %s without repeating it",
    (name) => {
      for (const user of ["me:secret", "me", ":secret"])
        expect(() => resolveServer({ url: "/v1" }, { [name]: `https://${user}@platform.example` })).toThrow(
          `\`${name}\` holds a user name or password. Give credentials by the option that is for them.`,
        );
    },
  );

  it.each([
    ["https://{v}.example.com", "eu-1", "https://eu-1.example.com"],
    ["https://{v}/api", "ghe.example:8443", "https://ghe.example:8443/api"],
    ["https://h.example:{v}/api", "8443", "https://h.example:8443/api"],
    ["{v}://h.example", "http", "http://h.example"],
    ["{v}/v1", "https://h.example/base", "https://h.example/base/v1"],
    ["https://h.example/{v}", "a/b", "https://h.example/a/b"],
  ])("fills %s with %s", (url, v, want) => {
    expect(resolveServer({ url, variables: { v: "" } }, { serverVariables: { v } })).toBe(want);
  });

  it.each([
    ...["evil.com/", "evil.com?", "evil.com#", "k@evil.com", "evil.com:1", "evil.com\\", "e\tu", "%2f"].map(
      (v) => ["https://{v}.example.com", v],
    ),
    ["https://{v}/api", "evil.com/x"],
    ["https://{v}/api", "me@evil.com"],
    ["https://{v}/api", ""],
    ["https://h.example:{v}/api", "1@evil.com"],
    ["{v}://h.example", "file"],
    ["{v}/v1", "//evil.com"],
    ["{v}/v1", "https://me@evil.com"],
    ["{v}.example.com", "https://evil.com/"],
    ["https://h.example/{v}/x", ".."],
    ["https://h.example/{v}/x", "a/%2e%2e/b"],
    ["https://h.example/.{v}/x", "."],
    ["https://h.example/{v}", "a?b"],
    ["https://h.example/{v}", "a#b"],
  ])("refuses to fill %s with %j, which reaches beyond its place", (url = "", v = "") => {
    expect(() => resolveServer({ url, variables: { v: "a" } }, { serverVariables: { v } })).toThrow(
      ArgumentError,
    );
  });

  it.each([
    [{ host: "localhost:8448" }, "https://localhost:8448/_matrix/v3"],
    [{ base: "/_matrix/r0" }, "https://localhost:8008/_matrix/r0"],
    [{ base: "" }, "https://localhost:8008"],
    [{ scheme: "http", host: "[::1]:80" }, "http://[::1]:80/_matrix/v3"],
  ])("fills a host and a path that brings its slash: %o", (serverVariables: Record<string, string>, want) => {
    const variables = { scheme: "https", host: "localhost:8008", base: "/_matrix/v3" };
    expect(resolveServer({ url: "{scheme}://{host}{base}", variables }, { serverVariables })).toBe(want);
  });

  it.each([
    ["{scheme}://{host}{base}", { host: "evil.com/x" }],
    ["{scheme}://{host}{base}", { base: ".evil.com" }],
    ["{scheme}://{host}{base}", { base: ":1@evil.com/" }],
    ["{scheme}://{host}{base}", { base: "/../x" }],
    ["https://host.example{base}", { base: "@evil.com/" }],
    ["https://host.example{base}.evil", { base: "" }],
  ])("refuses to fill %s with %o", (url, serverVariables: Record<string, string>) => {
    const variables = { scheme: "https", host: "localhost:8008", base: "/v3" };
    expect(() => resolveServer({ url, variables }, { serverVariables })).toThrow(ArgumentError);
  });

  it.each([
    ["{server}{base}", { base: ".evil.com/" }],
    ["{server}{base}", { base: "https://evil.com", server: "" }],
    ["{server}:{port}{base}", { port: "1@evil.com" }],
    ["https://host.example{listed}{base}", { listed: "", base: "x@evil.com" }],
    ["https://host.example{listed}{suffix}", { listed: "", suffix: ".evil.com" }],
  ])("refuses to let what follows an address reach into its host: %s with %o", (url, given) => {
    const variables = {
      server: "https://api.example",
      port: "443",
      base: "/v1",
      listed: "/v2",
      suffix: "/x",
    };
    const server = { url, variables, choices: [{ name: "listed", values: ["", "/v2"] }] };
    const serverVariables: Record<string, string> = given;
    expect(() => resolveServer(server, { serverVariables })).toThrow(ArgumentError);
  });

  it("fills a path behind a variable that is the whole address", () => {
    const variables = { server: "https://api.example", base: "/v1" };
    expect(
      resolveServer(
        { url: "{server}{base}", variables },
        { serverVariables: { base: "/v2", server: "http://h" } },
      ),
    ).toBe("http://h/v2");
  });

  it("takes no value that the contract does not list", () => {
    const server = {
      url: "https://{region}.example.com",
      variables: { region: "eu" },
      choices: [{ name: "region", values: ["eu", "us"] }],
    };
    expect(resolveServer(server, { serverVariables: { region: "us" } })).toBe("https://us.example.com");
    expect(() => resolveServer(server, { serverVariables: { region: "ap" } })).toThrow(
      /Give one of: eu, us\./,
    );
  });

  it("refuses a base URL without a scheme", () => {
    expect(() => resolveServer({ url: "/v1" }, { baseUrl: "platform.example" })).toThrow(/absolute URL/);
  });

  // `x:.evil.example` has a path without a slash: after a host it would go on with the host's name.
  it.each(["x:.evil.example/v1", "mailto:.evil.example", "javascript:alert(1)", "x:{h}"])(
    "never joins what is no URL of http to a host: %s",
    (url) => {
      const server = { url, variables: { h: ".evil.example" } };
      const options = { baseUrl: "https://platform.example" };
      const refusal = /must be an https or http URL \(got one of [a-z]+:\)/;
      expect(() => resolveServer(server, options)).toThrow(refusal);
      expect(() => resolveServer(server, {})).toThrow(refusal);
      expect(() => resolveEndpoint("/t", url, "https://platform.example", options)).toThrow(
        url.includes("{") ? ArgumentError : refusal,
      );
      expect(() => resolveEndpoint("/t", server, "https://platform.example", {})).toThrow(refusal);
      expect(() => resolveServer({ url: "/v1" }, { serverUrl: "x:.evil.example" })).toThrow(refusal);
      expect(() => resolveServer({ url: "/v1" }, { baseUrl: "x:.evil.example" })).toThrow(refusal);
    },
  );
});

describe("operationServers", () => {
  const server = {
    url: "/",
    operations: [
      { url: "https://up.example/p", others: ["https://eu.example/q", "http://us.example"] },
      { url: "/own", others: ["https://eu.example/q"] },
    ],
  };
  const resolve = (operationServers: Readonly<Record<string, string>>) =>
    resolveServer(server, { baseUrl: "https://h.example", operationServers });

  it.each([
    ["https://up.example/p", "https://eu.example/q"],
    ["//up.example/p", "//eu.example/q"],
    ["//up.example/p", "https://up.example/p"],
    ["/own", "//eu.example/q"],
  ])("takes %s → %s", (first, chosen) => {
    expect(resolve({ [first]: chosen })).toBe("https://h.example");
  });

  it.each([
    [
      { "//other.example/p": "//eu.example/q" },
      "`operationServers` names a server that is the first of no operation with several. Give servers as the client lists them: https://up.example/p, /own.",
    ],
    [
      { "//up.example/p": "//us.example" },
      "The contract does not list the server that `operationServers` has in place of https://up.example/p. Give one of: https://up.example/p, https://eu.example/q, http://us.example.",
    ],
    [
      { "//up.example/p": "//eu.example/q", "https://up.example/p": "http://us.example" },
      "`operationServers` has https://up.example/p twice, with `https:` and without. Give it once.",
    ],
  ])("refuses %j", (given: Record<string, string>, want) => {
    expect(() => resolve(given)).toThrow(want);
  });
});

describe("resolveEndpoint", () => {
  const serverUrl = "https://platform.example/v1/external";

  it.each([
    { given: "the contract's server", server: undefined, options: {}, want: `${serverUrl}/oauth/token` },
    { given: "the host's root", server: "/", options: {}, want: "https://platform.example/oauth/token" },
    {
      given: "the root of a base URL with a prefix",
      server: "/",
      options: { baseUrl: "https://gateway.example/platform" },
      want: "https://gateway.example/platform/oauth/token",
    },
    {
      given: "another host of the contract's",
      server: "https://login.example",
      options: {},
      want: "https://login.example/oauth/token",
    },
    {
      given: "another host of the contract's, where the caller named one",
      server: "https://login.example",
      options: { baseUrl: "https://staging.example" },
      want: "https://staging.example/oauth/token",
    },
    {
      given: "another host of the contract's, where the caller named the server",
      server: "https://login.example/x",
      options: { serverUrl },
      want: "https://platform.example/x/oauth/token",
    },
    {
      given: "one that was chosen among several, beside the caller's server",
      server: { url: "https://up.example", others: ["https://eu.up.example"] },
      options: { serverUrl, operationServers: { "https://up.example": "https://eu.up.example" } },
      want: "https://eu.up.example/oauth/token",
    },
    {
      given: "one that was chosen among several, where the caller named a host as well",
      server: { url: "https://up.example", others: ["https://eu.up.example/x"] },
      options: {
        baseUrl: "https://staging.example",
        serverUrl,
        operationServers: { "https://up.example": "https://eu.up.example/x" },
      },
      want: "https://platform.example/x/oauth/token",
    },
    {
      given: "one of several that the contract writes without a scheme",
      server: { url: "https://up.example", others: ["https://eu.up.example/x"] },
      options: { operationServers: { "//up.example": "//eu.up.example/x" } },
      want: "https://eu.up.example/x/oauth/token",
    },
    {
      given: "the first of several, where what was chosen is another operation's",
      server: { url: "https://up.example", others: ["https://us.up.example"] },
      options: { operationServers: { "https://up.example": "https://eu.up.example" } },
      want: "https://up.example/oauth/token",
    },
  ])("$given: $want", ({ server, options, want }) => {
    expect(resolveEndpoint("/oauth/token", server, serverUrl, options)).toBe(want);
  });
});

it.each(["https://a b.example", "https://h:port/x", "//"])(
  "an operation's server %s is told as an error",
  (server) => {
    expect(() => resolveEndpoint("/t", server, "https://platform.example", {})).toThrow(
      "The operation's server must be an absolute URL.",
    );
  },
);

describe("an operation with a server of its own", () => {
  const send = async (options: { readonly baseUrl?: string }): Promise<string> => {
    let sent = "";
    const core = createCore(
      {
        contract: { title: "t", version: "1" },
        serverUrl: resolveServer({ url: "https://api.example/v1" }, options),
        credentials: {},
      },
      {
        ...options,
        fetch: (request) => {
          sent = request.url;
          return Promise.resolve(new Response(null, { status: 204 }));
        },
      },
    );
    await core.execute(
      {
        name: "files.get",
        method: "GET",
        path: "/files",
        server: { at: "https://files.example/v3", resolve: resolveEndpoint },
        responses: [{ statuses: [204], content: [] }],
        retryClass: "read",
      },
      undefined,
    );
    return sent;
  };

  it("is called there", async () => {
    expect(await send({})).toBe("https://files.example/v3/files");
  });

  it("is called at the caller's host when one was named: credentials for staging stay there", async () => {
    expect(await send({ baseUrl: "https://staging.example" })).toBe("https://staging.example/v3/files");
  });
});
