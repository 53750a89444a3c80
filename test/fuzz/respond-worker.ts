import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { parentPort } from "node:worker_threads";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { type ClientName, type FuzzCall, allScopes, secrets } from "./fuzz-calls.js";
import type { HostileReply } from "./hostile-replies.js";
import { type HostileServer, startHostileServer } from "./hostile-server.js";
import { Random } from "./random.js";

/** One call and what the server does meanwhile; JSON. */
export interface RespondCase {
  readonly call: FuzzCall;
  /** How the result is taken: the value alone, or with status and headers. */
  readonly view: "value" | "response";
  /** Whether the caller gives up after some milliseconds. */
  readonly abort: boolean;
  /** Whether the server tells its limits soundly when it is asked beside the call. */
  readonly sound: boolean;
  readonly tokens: readonly HostileReply[];
  readonly replies: readonly HostileReply[];
}

/** A case, and where the clients are. */
export interface RespondJob {
  readonly tried: RespondCase;
  /** Name → absolute path of the client's folder. */
  readonly folders: Readonly<Record<ClientName, string>>;
}

/** What came of a case. */
export interface RespondResult {
  /** Class of the error that was raised, or `a value`. */
  readonly ended: string;
  /** Whether a request arrived. */
  readonly sent: boolean;
  /** Promises that were broken; what is alike in one cause, and what was seen. */
  readonly breaches: readonly { readonly signature: string; readonly text: string }[];
}

interface ClientModule {
  readonly create: (options: object) => object;
  readonly isOwnError: (error: unknown) => boolean;
}

/** Milliseconds without a request or an event after which the clock moves on, and how far. */
const idle = { milliseconds: 60, step: 20_000 };
/** Items, pages or bytes of a sequence that are taken. */
const most = 20;

const modules = new Map<string, Promise<ClientModule>>();
let server: Promise<HostileServer> | undefined;
const warnings: string[] = [];

process.on("warning", ({ name, message }) => {
  if (name !== "ExperimentalWarning") warnings.push(`${name}: ${message}`);
});

async function load(folder: string): Promise<ClientModule> {
  const exported = (await import(pathToFileURL(join(folder, "index.ts")).href)) as Record<string, unknown>;
  const named = exported["ExternalApi"] ?? exported["Plain"];
  const Client = named as new (options: object) => object;
  return {
    create: (options) => new Client(options),
    isOwnError: exported["isApiError"] as ClientModule["isOwnError"],
  };
}

async function run({ tried, folders }: RespondJob): Promise<RespondResult> {
  const folder = folders[tried.call.client];
  const client = modules.get(folder) ?? load(folder);
  modules.set(folder, client);
  const { create, isOwnError } = await client;
  const at = await (server ??= startHostileServer());
  const { call, sound } = tried;
  at.play(
    tried.tokens,
    tried.replies,
    sound && call.method !== "capabilities.get" ? "/capabilities" : undefined,
  );
  warnings.length = 0;
  const shown: string[] = [];
  let active = performance.now();
  const watch = (what: unknown): void => {
    active = performance.now();
    shown.push(inspect(what, { depth: 20 }), JSON.stringify(what));
  };
  const random = new Random(1);
  const clock = new VirtualClock({ skip: 9_000, random: () => random.unit() });
  const api = create(optionsFor(tried.call.client, at.url, clock, watch));
  const before = { requests: 0 };
  const pump = setInterval(() => {
    if (at.requests() !== before.requests) active = performance.now();
    before.requests = at.requests();
    if (performance.now() - active > idle.milliseconds) void clock.advance(idle.step);
  }, 15);
  const controller = new AbortController();
  const giveUp = tried.abort
    ? setTimeout(() => {
        controller.abort();
      }, 8)
    : undefined;
  let ended = "a value";
  const breaches: { signature: string; text: string }[] = [];
  try {
    await consume(invoke(api, tried, controller.signal), tried.view, watch);
  } catch (error) {
    ended = error instanceof Error ? error.name : typeof error;
    const text = inspect(error, { depth: 20 });
    shown.push(...texts(error), text);
    if (!isOwnError(error))
      breaches.push({ signature: `${tried.call.client}: a foreign error, ${ended}`, text });
  } finally {
    clearInterval(pump);
    clearTimeout(giveUp);
  }
  // Whatever is still under way ends with its connection, and says so to whoever listens.
  const sent = at.requests() > 0;
  at.drop();
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  shown.push(inspect(api, { depth: 20 }), JSON.stringify(api));
  breaches.push(
    ...leaks(shown),
    ...warnings.map((text) => ({ signature: `a warning: ${text.slice(0, 60)}`, text })),
  );
  if (Reflect.get({}, "polluted") !== undefined)
    breaches.push({ signature: "a prototype is polluted", text: "" });
  return { ended, sent, breaches };
}

function optionsFor(
  client: ClientName,
  baseUrl: string,
  clock: VirtualClock,
  watch: (what: unknown) => void,
): object {
  const events = ["request", "response", "retry", "failure", "token", "page", "poll", "contract"];
  return {
    baseUrl,
    clock,
    hooks: Object.fromEntries(events.map((name) => [name, watch])),
    logger: watch,
    ...(client === "external"
      ? {
          accessKey: secrets.accessKey,
          scopes: allScopes,
        }
      : {
          credentials: {
            bearer: secrets.token,
            basic: { username: "fuzz", password: secrets.password },
            header: secrets.apiKey,
            query: secrets.apiKey,
            cookie: secrets.session,
          },
        }),
  };
}

function invoke(api: object, { call, abort }: RespondCase, signal: AbortSignal): unknown {
  const [resource = "", name = ""] = call.method.split(".");
  const holder: unknown = Reflect.get(api, resource);
  const method: unknown =
    typeof holder === "object" && holder !== null ? Reflect.get(holder, name) : undefined;
  if (typeof method !== "function") throw new Error(`The client has no method ${call.method}.`);
  const options = { ...call.options, ...(abort && { signal }) };
  const change = name.startsWith("modify") ? [() => ({ reason: "fuzz", patch: {} })] : [];
  return Reflect.apply(method, holder, [call.input, ...change, options]);
}

/** Takes all that a call hands out, as a caller would. */
async function consume(
  given: unknown,
  view: RespondCase["view"],
  watch: (what: unknown) => void,
): Promise<void> {
  if (isSequence(given)) {
    await takeSome(given);
    return;
  }
  const withResponse = member(given, "withResponse");
  if (view === "response" && withResponse !== undefined) {
    const answer: unknown = await withResponse();
    await consumeValue(Reflect.get(Object(answer) as object, "value"), watch);
    return;
  }
  await consumeValue(await given, watch);
}

async function consumeValue(value: unknown, watch: (what: unknown) => void): Promise<void> {
  const wait = member(value, "wait");
  if (wait !== undefined) {
    watch(value);
    await wait({ deadline: "10m" });
    const results = member(value, "results")?.();
    if (isSequence(results)) await takeSome(results);
  } else if (value instanceof Blob) {
    await value.arrayBuffer();
  } else if (isSequence(value)) {
    await takeSome(value);
  }
}

async function takeSome(sequence: AsyncIterable<unknown>): Promise<void> {
  const iterator = sequence[Symbol.asyncIterator]();
  for (let count = 0; count < most; count += 1) {
    const { done } = await iterator.next();
    if (done === true) return;
  }
  await iterator.return?.();
}

function isSequence(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value && !("wait" in value);
}

function member(value: unknown, name: string): ((...words: unknown[]) => unknown) | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return typeof found === "function"
    ? (...words) => Reflect.apply(found, value, words) as unknown
    : undefined;
}

/** Everything that a log could have of an error, and of what led to it. */
function texts(error: unknown): readonly string[] {
  const found: string[] = [];
  for (let one: unknown = error; one instanceof Error; one = one.cause)
    found.push(
      String(one),
      one.message,
      one.stack ?? "",
      JSON.stringify(one),
      JSON.stringify(Object.entries(one)),
    );
  return found;
}

/** Where a secret stands that nobody may see. */
function leaks(shown: readonly string[]): { signature: string; text: string }[] {
  const forms = Object.entries(secrets).flatMap(([name, secret]) =>
    [secret, encodeURIComponent(secret), btoa(`fuzz:${secret}`), secret.replace("+", "")].map(
      (form) => [name, form] as const,
    ),
  );
  for (const text of shown) {
    const [name, form] = forms.find(([, one]) => text.includes(one)) ?? [];
    if (name === undefined || form === undefined) continue;
    const from = Math.max(0, text.indexOf(form) - 200);
    return [
      { signature: `shows a secret: ${name}`, text: text.slice(from, from + 400).replaceAll("\n", " ") },
    ];
  }
  return [];
}

parentPort?.on("message", (job: RespondJob) => {
  void run(job).then((result) => parentPort?.postMessage(result));
});
