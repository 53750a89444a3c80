import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { context, trace } from "@opentelemetry/api";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ExternalApiOptions } from "../../generated/external-api/index.js";
import { collect, errorOf, startWorld, useGeneratedClient } from "../e2e/world.js";
import { FakeRedis } from "../runtime/idempotency/fake-redis.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { watchedFetch } from "./watched-fetch.js";

const client = useGeneratedClient();

const errorNames =
  "Aborted AccessDenied AmbiguousOutcome Argument Authentication Deadline FeatureDisabled IdempotencyConflict " +
  "IntentStore OperationExpired OperationFailed OutcomeUnknown PreconditionRequired Problem RateLimited RequestTooLarge " +
  "ResourceProblem Response ResponseTooLarge Scope StaleETag TokenExchange Transport UnexpectedResponse UnreadChange";

/** Every function that a caller reaches from the index of the client, its values and what these hand out. */
const reachableFunctions: readonly string[] = [
  ...errorNames
    .split(" ")
    .flatMap((name) => [`${name}Error`, name === "Problem" ? "isProblem" : `is${name}Error`]),
  ...["ApiError", "isApiError", "Handle", "Sequence"],
  ...membersOf("ApiError", "about during toJSON [nodejs.util.inspect.custom]"),
  ...membersOf("ApiError", "allHeaders body headers isBodyDescribed problem rawCause serverMessage"),
  ...["OperationFailedError.failure", "ProblemError.problem"],
  ...["isErrorOf", "parseStrongETag", "connectExternalApi", "resolveIntent", "spans"],
  ...["ExternalApi", "api.connect", "api.resolveIntent", "api.withScopes", "openIntents"],
  ...methodsOf("Analytics", "getConfig modifyConfig queryProjects updateConfig"),
  ...methodsOf("Cabinets", "getContext getSettings list search"),
  ...methodsOf("Capabilities", "get"),
  ...methodsOf("Deals", "export import search"),
  ...methodsOf("Operations", "get getResult resume"),
  ...methodsOf("Projects", "create getSources modifySources update updateSources updateState"),
  ...methodsOf("Settings", "modify update"),
  ...["call.withResponse", "states.withResponse", "contract.sensitive.find", "contract.sensitive.mask"],
  ...membersOf("Handle", "status states wait results untilEnded toJSON"),
  ...membersOf("Handle", "[Symbol.asyncIterator] [nodejs.util.inspect.custom]"),
  ...membersOf("Sequence", "from pages first take toArray [Symbol.asyncIterator]"),
  ...membersOf("Sequence", "then catch finally withResponse"),
  ...["fileIntentStore", "memoryIntentStore", "redisIntentStore", "redisPacingStore"],
  ...["intents", "memory", "redis"].flatMap((store) => membersOf(store, "claim list mark read release")),
  ...membersOf("pacing", "keepSlot leaveSlot takeSlot takeTurn"),
  "tracing.begin",
];

function methodsOf(resource: string, names: string): readonly string[] {
  return [`${resource}Resource`, ...membersOf(`api.${resource.toLowerCase()}`, names)];
}

function membersOf(owner: string, names: string): readonly string[] {
  return names.split(" ").map((name) => `${owner}.${name}`);
}

/** A function that a caller reaches, and the object that has or inherits it. */
interface Reached {
  readonly name: string;
  readonly call: (...values: readonly unknown[]) => unknown;
  readonly owner: unknown;
}

/** What the platform has: its own prototypes are no part of the client. */
const platform = new Set<unknown>(
  [
    ...Object.getOwnPropertyNames(globalThis).map((name) => Reflect.get(globalThis, name) as unknown),
    ...[function* () {}, async function* () {}, async () => {}].flatMap((made) => chainOf(made)),
    ...chainOf((async function* () {})()),
    ...chainOf([][Symbol.iterator]()),
  ].flatMap((value) => (typeof value === "function" ? [value, value.prototype as unknown] : [value])),
);

function chainOf(value: object): readonly object[] {
  const above = Object.getPrototypeOf(value) as object | null;
  return above === null ? [] : [above, ...chainOf(above)];
}

/** Every function that is reached by own and inherited members, symbols and accessors included; instances come first. */
function walk(roots: Readonly<Record<string, unknown>>): readonly Reached[] {
  const met = new Set<unknown>(platform);
  const reached: Reached[] = [];
  const visit = (value: unknown, name: string, owner: unknown): void => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || met.has(value))
      return;
    met.add(value);
    const title = isClass(value) ? value.name : name;
    if (typeof value === "function") reached.push({ name: title, call: value as Reached["call"], owner });
    visitMembers(value, title, value);
    for (const above of chainOf(value)) {
      if (typeof above === "function") visit(above, above.name, undefined);
      if (met.has(above)) continue;
      met.add(above);
      visitMembers(above, (Reflect.get(above, "constructor") as { name: string }).name, value);
    }
  };
  const visitMembers = (object: object, name: string, owner: object): void => {
    for (const key of Reflect.ownKeys(object)) {
      const property: PropertyDescriptor = Reflect.getOwnPropertyDescriptor(object, key) ?? {};
      const title = typeof key === "symbol" ? `[${key.description ?? ""}]` : key;
      for (const member of [property.value, property.get, property.set])
        visit(member, title === "prototype" ? name : `${name}.${title}`, owner);
    }
  };
  for (const [name, value] of Object.entries(roots)) visit(value, name, undefined);
  return reached;
}

/** A world in which every callback keeps what it is given, and all that a client of it hands out. */
async function startWatched() {
  const module = client();
  const world = await startWorld(module);
  const { sandbox, cabinetId, clock } = world;
  const given: unknown[] = [];
  const keep = (...values: unknown[]): void => void given.push(...values);
  const { fetch, sent } = watchedFetch();
  const redis = new FakeRedis(() => clock.now());
  const folder = await makeTemporaryFolder("intents");
  onTestFinished(() => folder.remove());
  const intents = module.fileIntentStore(folder.path);
  const options: ExternalApiOptions = {
    baseUrl: sandbox.baseUrl,
    scopes: ["cabinet:read", "cabinet:deals:read", "cabinet:exports:run", "cabinet:settings:write"],
    clock,
    fetch,
    intents,
    accessKey: (...values: unknown[]) => {
      keep(...values);
      return sandbox.accessKey;
    },
    logger: keep,
    hooks: { request: keep, response: keep, retry: keep, failure: keep, token: keep, page: keep, poll: keep },
    traceContext: (...values: unknown[]) => {
      keep(...values);
      return undefined;
    },
  };
  const api = new module.ExternalApi(options);
  const connection = module.connectExternalApi(options);
  const search = api.deals.search(cabinetId);
  const call = api.capabilities.get();
  const read = await api.cabinets.getSettings(cabinetId);
  const job = await api.deals.export(
    { cabinetId, reason: "r", filter: { stages: ["won"] } },
    { intent: "i" },
  );
  const [page] = await collect(search.pages());
  const roots = {
    api,
    connection,
    call,
    read,
    job,
    search,
    page,
    given,
    intents,
    response: await call.withResponse(),
    resumed: api.operations.resume(job.id),
    rest: search.from(page?.bookmark ?? ""),
    states: job.states(),
    state: await job.wait(),
    results: job.results(),
    error: await errorOf(api.cabinets.getContext("1")),
    memory: module.memoryIntentStore(),
    redis: module.redisIntentStore(redis),
    pacing: module.redisPacingStore(redis),
    tracing: module.spans({ trace, context }),
    ...module,
  };
  return { ...world, sent, roots, connection };
}

describe("the surface of a client", () => {
  test("[GEN-5] every function that a caller reaches is known", async () => {
    const { roots } = await startWatched();
    const names = walk(roots).map(({ name }) => name);
    expect(names.toSorted()).toEqual(reachableFunctions.toSorted());
  });

  test("[GEN-5] no function that a caller reaches sends a path of the caller's", async () => {
    const { roots, connection, sandbox, sent, cabinetId } = await startWatched();
    const path = "/internal";
    const descriptor = { name: "x", method: "GET", path, answers: [], security: [{ accessToken: [] }] };
    const link = { ...descriptor, address: path, url: path, target: path, href: path };
    const trials: readonly (readonly unknown[])[] = [
      [descriptor],
      [descriptor, undefined, {}],
      [connection, descriptor, undefined, {}],
      [{ cabinetId: path, operationId: path }],
      [{ cabinetId }, { target: path, prepared: link }],
      [link, link, link],
      [path],
      [path, path, path],
      ["../internal"],
      [".."],
    ];
    const before = sent.length;
    for (const { call, owner } of walk(roots))
      for (const values of trials) await attempt(call, owner, values);
    const paths = Object.keys(sandboxPaths()).map((template) => template.replace(/\{\w+\}/g, "[^/]+"));
    const described = new RegExp(`^(?:${paths.join("|")}|/oauth/token)$`);
    const apiPath = new URL(sandbox.apiUrl).pathname;
    const sentPaths = sent.map(({ url }) => new URL(url).pathname.replace(apiPath, ""));
    expect(sentPaths.filter((sentPath) => !described.test(sentPath))).toEqual([]);
    expect(sent.length - before).toBeGreaterThan(20);
  });

  test("a method that returns a promise never throws; others throw an ArgumentError at once", async () => {
    const { roots } = await startWatched();
    const { api } = roots;
    const thrown: string[] = [];
    for (const { call, owner, name } of walk({ api })) {
      if (isClass(call)) continue;
      for (const given of [undefined, null, 42, "", [], {}, Symbol("s"), new Date(0)]) {
        try {
          const result: unknown = Reflect.apply(call, owner, [given, () => ({}), {}]);
          if (result instanceof Promise) result.catch(() => undefined);
        } catch (error) {
          thrown.push(client().isArgumentError(error) ? name : `${name}: ${String(error)}`);
        }
      }
    }
    // These return a sequence or a handle, and send nothing by themselves.
    expect([...new Set(thrown)].sort()).toEqual([
      "api.analytics.queryProjects",
      "api.cabinets.list",
      "api.cabinets.search",
      "api.deals.search",
      "api.operations.getResult",
      "api.operations.resume",
      "api.withScopes",
    ]);
  });

  test("[TOK-7] [GEN-5] a connection shows nothing, cannot be changed, and is the only thing that a resource takes", async () => {
    const { connection, sandbox } = await startWatched();
    expect([Reflect.ownKeys(connection), Object.isFrozen(connection)]).toEqual([[], true]);
    expect([inspect(connection, { showHidden: true }), JSON.stringify(connection)]).toEqual(["{}", "{}"]);
    const { ArgumentError, CabinetsResource, resolveIntent } = client();
    expect(await collect(new CabinetsResource(connection).list())).not.toEqual([]);
    // The types allow no forgery: plain JavaScript does.
    const forged = Object.assign({}, connection, { execute: () => sandbox.accessKey });
    expect(() => new CabinetsResource(forged)).toThrow(ArgumentError);
    expect(() => new CabinetsResource(forged)).toThrow("The connection was not made by this client.");
    expect(await errorOf(resolveIntent(forged, "i", "happened"))).toBeInstanceOf(ArgumentError);
  });
});

function sandboxPaths(): object {
  const contract = new URL("../../generated/external-api/openapi.json", import.meta.url);
  return (JSON.parse(readFileSync(contract, "utf8")) as { paths: object }).paths;
}

/** Calls a function as a caller could, and takes what it gives: the end of a promise, the first item of a sequence. */
async function attempt(call: Reached["call"], owner: unknown, values: readonly unknown[]): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 200));
  const take = async (): Promise<void> => {
    const made = isClass(call) ? Reflect.construct(call, values) : Reflect.apply(call, owner, values);
    const result: unknown = await made;
    if (typeof result === "object" && result !== null && Symbol.asyncIterator in result)
      await (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
  };
  await Promise.race([take().catch(() => undefined), patience]);
}

function isClass(call: unknown): call is new (...values: readonly unknown[]) => unknown {
  return typeof call === "function" && /^class\b/.test(Function.prototype.toString.call(call));
}
