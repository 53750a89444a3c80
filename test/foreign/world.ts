import { cp } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  scopes as allScopes,
  startSandbox,
  type Sandbox,
  type SandboxOptions,
} from "../../src/sandbox/index.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { contextOf } from "../e2e/world.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { adapt, type Adapter, type AdapterOptions, type SentRequest } from "./adapter.js";
import type { Calls, Client } from "./calls.js";
import type { Dialect } from "./dialect.js";
import { dotnet } from "./dotnet.js";
import { dotnetCalls } from "./dotnet-calls.js";
import { fastapi } from "./fastapi.js";
import { fastapiCalls } from "./fastapi-calls.js";

/** A contract of others: how it spells the service, and how its client is called. */
export interface Contract {
  readonly dialect: Dialect;
  readonly calls: (client: Client) => Calls;
  /** Its name of an operation of the sandbox: `POST /cabinets/search` → `POST /v1/external/Cabinets/Search`. */
  readonly named: (ours: string) => string;
}

function contract(dialect: Dialect, calls: (client: Client) => Calls): Contract {
  const named = (ours: string): string => {
    const route = dialect.routes.find((one) => one.ours === ours);
    if (route === undefined) throw new Error(`${dialect.name} has no route for ${ours}.`);
    return route.theirs;
  };
  return { dialect, calls, named };
}

/** The contracts of `fixtures/foreign`. */
export const contracts: readonly Contract[] = [
  contract(dotnet, dotnetCalls),
  contract(fastapi, fastapiCalls),
];

/** What a client is made of. */
export type ClientClass = new (options: object) => Client;

/** A client that was generated a moment ago. */
export interface GeneratedForeignClient {
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly Client: ClientClass;
  readonly module: Readonly<Record<string, unknown>>;
  remove(): Promise<void>;
}

/**
 * Generates the client of a contract with its `cabinetry.yaml`, and imports it.
 *
 * @param prepare - changes the copy of the contract's folder
 */
export async function generateForeign(
  { dialect }: Contract,
  prepare?: (folder: string) => Promise<void>,
): Promise<GeneratedForeignClient> {
  const temporary = await makeTemporaryFolder(dialect.name);
  await cp(join(repository, "fixtures/foreign", dialect.name), temporary.path, { recursive: true });
  await prepare?.(temporary.path);
  let errors = "";
  const target = { isTTY: false, write: (text: string) => void (errors += text) };
  const words = ["generate", "--config", join(temporary.path, "cabinetry.yaml")];
  const exitCode = await runCommandLine(words, { out: target, err: target, environment: {} });
  if (exitCode !== 0) throw new Error(errors);
  const folder = join(temporary.path, "client");
  const module = (await import(pathToFileURL(join(folder, "index.ts")).href)) as Record<string, unknown>;
  return { folder, Client: module[dialect.client] as ClientClass, module, remove: () => temporary.remove() };
}

/** A sandbox, an adapter before it, and clients that know the contract alone, on one clock. */
export interface ForeignWorld {
  readonly sandbox: Sandbox;
  readonly adapter: Adapter;
  readonly clock: VirtualClock;
  /** A cabinet with one context and 1800 deals, and a project of it. */
  readonly cabinetId: string;
  readonly projectId: string;
  connect(options?: object): Calls;
  /** What the client sent to an operation, by its name in the sandbox, oldest first. */
  sent(ours: string): SentRequest[];
}

/** How a world differs from the usual one. */
export interface WorldOptions extends SandboxOptions {
  readonly alter?: AdapterOptions["alter"];
}

/** Starts a world that ends with the test. */
export async function startForeign(
  { dialect, calls, named }: Contract,
  { Client }: GeneratedForeignClient,
  { alter, ...options }: WorldOptions = {},
  virtual = new VirtualClock({ skip: 9_000 }),
): Promise<ForeignWorld> {
  const sandbox = await startSandbox({ clock: virtual, ...options });
  onTestFinished(() => sandbox.close());
  const adapter = adapt(dialect, sandbox, { now: () => virtual.now(), alter });
  const context = contextOf(sandbox, "Northwind");
  const { accessKey } = sandbox;
  return {
    sandbox,
    adapter,
    clock: virtual,
    cabinetId: context.cabinet.cabinetId,
    projectId: context.projects[0]?.projectId ?? "",
    connect: (given) =>
      calls(new Client({ accessKey, scopes: allScopes, clock: virtual, fetch: adapter.fetch, ...given })),
    sent: (ours) => adapter.sent.filter(({ operation }) => operation === named(ours)),
  };
}
