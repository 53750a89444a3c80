import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { ExternalApi, ExternalApiOptions } from "../../generated/external-api/index.js";
import {
  scopes as allScopes,
  startSandbox,
  type RecordedRequest,
  type Sandbox,
  type SandboxOptions,
} from "../../src/sandbox/index.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { generateClient, type GeneratedClient, type GeneratedModule } from "../support/generated-client.js";

/** A sandbox and clients of it, on one clock, for one test. */
export interface World {
  readonly sandbox: Sandbox;
  /** Waits of half a minute and less end at once and move the time of both sides on. */
  readonly clock: VirtualClock;
  /** A cabinet with one context and 1800 deals. */
  readonly cabinetId: string;
  /** A client with all scopes, or with those that are given. */
  connect(options?: Partial<ExternalApiOptions>): ExternalApi;
  /** What came in at an operation of the contract, oldest first. */
  received(operationId: string): RecordedRequest[];
}

/** Generates one client for the tests of a file; gives what it exports. */
export function useGeneratedClient(): () => GeneratedModule {
  let client: GeneratedClient | undefined;
  beforeAll(async () => {
    const sandbox = await startSandbox();
    client = await generateClient(sandbox);
    await sandbox.close();
  });
  afterAll(() => client?.remove());
  return () => {
    if (client === undefined) throw new Error("the client is generated before the tests run");
    return client.module;
  };
}

/** Starts a world that ends with the test. @param clock for a test that rules the time itself */
export async function startWorld(
  { ExternalApi }: GeneratedModule,
  options: SandboxOptions = {},
  clock = new VirtualClock({ skip: 9_000 }),
): Promise<World> {
  const sandbox = await startSandbox({ clock, ...options });
  onTestFinished(() => sandbox.close());
  const { baseUrl, accessKey } = sandbox;
  return {
    sandbox,
    clock,
    cabinetId: contextOf(sandbox, "Northwind").cabinet.cabinetId,
    connect: (given) => new ExternalApi({ baseUrl, accessKey, scopes: allScopes, clock, ...given }),
    received: (operationId) => sandbox.requests.filter((request) => request.operationId === operationId),
  };
}

/** What the upstream system holds in a context, by the context's name. */
export function contextOf(sandbox: Sandbox, name: string) {
  const context = sandbox.inspectUpstream().find((candidate) => candidate.name === name);
  if (context === undefined) throw new Error(`there is no context ${name}`);
  return context;
}

/** All items of a sequence. */
export async function collect<Item>(sequence: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of sequence) items.push(item);
  return items;
}

/** What a promise is rejected with. @throws Error when it is not */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it was expected to fail");
}
