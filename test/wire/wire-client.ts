import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.js";
import { generate } from "../../src/generate.js";
import type { GenerateOptions } from "../../src/client-settings.js";
import type { JsonObject } from "../determinism/json-tree.js";
import { type Received, type Reply, startTestServer } from "../runtime/call/test-server.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

/** A generated client and the server that it talks to. */
export interface WireClient {
  /** Scheme, host and port of the server. */
  readonly url: string;
  /** Every request that arrived so far. */
  readonly received: readonly Received[];
  /** What generating the client told. */
  readonly diagnostics: readonly Diagnostic[];
  /** A client of its own for each set of options; `baseUrl` is the server's unless they say otherwise. */
  create(options?: Readonly<Record<string, unknown>>): object;
  /** Calls `resource.method` and gives what it gives. */
  call(client: object, method: string, input?: unknown, options?: object): unknown;
  /** Calls `resource.method` and gives the one request that arrived. @throws what the call raises */
  send(client: object, method: string, input?: unknown): Promise<Received>;
  close(): Promise<void>;
}

/**
 * Generates a client of a contract called `Wire`, imports it, and starts a server that gives one answer to everything.
 *
 * @param before - an earlier version of the contract, whose client the other is generated over
 * @param settings - what a configuration file says
 */
export async function wireClient(
  contract: JsonObject,
  reply: Reply = { status: 204 },
  before?: JsonObject,
  settings: Pick<GenerateOptions, "overrides"> = {},
): Promise<WireClient> {
  const temporary = await makeTemporaryFolder("wire");
  const server = await startTestServer(reply);
  const path = join(temporary.path, "openapi.json");
  const out = join(temporary.path, "client");
  await mkdir(out);
  let diagnostics: readonly Diagnostic[] = [];
  for (const version of before === undefined ? [contract] : [before, contract]) {
    await writeFile(path, JSON.stringify(version));
    ({ diagnostics } = await generate({ contract: path, out, name: "Wire", ...settings }));
  }
  const { Wire } = (await import(pathToFileURL(join(out, "index.ts")).href)) as {
    readonly Wire: new (options: object) => object;
  };
  return {
    url: server.url,
    received: server.received,
    diagnostics,
    create: (options = {}) => new Wire({ baseUrl: server.url, ...options }),
    call: (client, method, input = {}, options) => callMethod(client, method, input, options),
    send: async (client, method, input = {}) => {
      const before = server.received.length;
      await callMethod(client, method, input);
      const arrived = server.received.slice(before);
      const [only] = arrived;
      if (only === undefined || arrived.length > 1) throw new Error(`${arrived.length} requests arrived.`);
      return only;
    },
    close: async () => {
      await server.close();
      await temporary.remove();
    },
  };
}

function callMethod(client: object, method: string, input: unknown, options?: object): unknown {
  const [resource = "", name = ""] = method.split(".");
  const holder: unknown = Reflect.get(client, resource);
  const found: unknown =
    typeof holder === "object" && holder !== null ? Reflect.get(holder, name) : undefined;
  if (typeof found !== "function") throw new Error(`The client has no method ${method}.`);
  return Reflect.apply(found, holder, [input, ...(options === undefined ? [] : [options])]);
}
