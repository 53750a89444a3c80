import { inspect } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import type { IntentStore } from "../../generated/external-api/runtime/idempotency.js";
import { scopes, startSandbox, type Interceptor, type Sandbox } from "../../src/sandbox/index.js";
import { FakeRedis } from "../runtime/idempotency/fake-redis.js";
import { generateClient } from "../support/generated-client.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { ClientProcess } from "./client-process.js";
import { isAmbiguous, soakFaults } from "./faults.js";
import { IdleClock } from "./idle-clock.js";

/** `npm run test:soak` takes ten thousand. */
const intents = Number(process.env["SOAK_INTENTS"] ?? 60);
const workers = 12;
const seed = 20_261_121;
/** What happened without anybody being told its operation. */
const foundDone = Symbol("found in the upstream system");

/** The operations that the sandbox created, by key: what it answered before any fault had its way. */
function watchCreates(): { readonly interceptor: Interceptor; readonly byKey: Map<string, Set<string>> } {
  const byKey = new Map<string, Set<string>>();
  const after: Interceptor["after"] = ({ idempotencyKey }, { status, body }) => {
    if (status !== 202 || idempotencyKey === undefined) return undefined;
    const { operationId } = body as { operationId: string };
    byKey.set(idempotencyKey, (byKey.get(idempotencyKey) ?? new Set()).add(operationId));
    return undefined;
  };
  return { interceptor: { after }, byKey };
}

test(`[IDM-3] [IDM-4] [IDM-5] [OPS-4] [CAP-2] [SEC-1] ${String(intents)} creates through faults and two crashes`, async () => {
  const printed: string[] = [];
  for (const method of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void printed.push(inspect(words)));
  /** What the upstream system did without a word; counted here, because the sandbox remembers its last requests alone. */
  let unsaid = 0;
  const clock = new IdleClock(randomFrom(seed));
  const { interceptor, byKey } = watchCreates();
  const sandbox = await startSandbox({
    clock,
    interceptor,
    limits: { minPollIntervalMs: 2000 },
    log: (event) => {
      printed.push(JSON.stringify(event));
      if (event.kind === "request" && isAmbiguous(event.injected, "done")) unsaid += 1;
    },
  });
  const { module, remove } = await generateClient(sandbox);
  const folder = await makeTemporaryFolder("soak");
  onTestFinished(async () => {
    clock.stop();
    await sandbox.close();
    await remove();
    await folder.remove();
  });
  sandbox.faults.set(soakFaults(seed));

  const redis = new FakeRedis(() => clock.now());
  const startProcess = (): ClientProcess =>
    new ClientProcess(module, clock, {
      baseUrl: sandbox.baseUrl,
      accessKey: sandbox.accessKey,
      scopes,
      intents: duringStore(
        clock,
        module.fileIntentStore(folder.path, () => clock.now()),
      ),
      pacing: module.redisPacingStore(redis, undefined, () => clock.now()),
      logger: (entry) => void printed.push(JSON.stringify(entry)),
    });
  const empty = sandbox.inspectUpstream().find(({ deals }) => deals.length === 0);
  if (empty === undefined) throw new Error("there is no context without deals");
  const { cabinetId } = empty.cabinet;

  /** Durable, as the caller's own books are: the operation of each intent, or that it was found to have happened. */
  const done = new Map<number, string | typeof foundDone>();
  const phoneOf = (intent: number): string => `+4420${String(70_000_000 + intent)}`;
  const intentOf = (intent: number): string => `soak-${String(intent)}`;
  const create = async ({ api }: ClientProcess, intent: number): Promise<string> => {
    const options = { intent: intentOf(intent), deadline: "2h" as const };
    const job =
      intent % 2 === 0
        ? await api.deals.import(
            { cabinetId, reason: "soak", contacts: [{ phone: phoneOf(intent) }] },
            options,
          )
        : await api.deals.export({ cabinetId, reason: "soak", filter: {} }, options);
    await job.wait({ deadline: "2h" });
    return job.id;
  };
  /** Looks into the upstream system, and says what was found (IDM-5). @returns whether it had happened */
  const settle = async ({ api, whileAlive }: ClientProcess, intent: number): Promise<boolean> => {
    const deals = sandbox.inspectUpstream().flatMap((context) => context.deals);
    const happened = deals.some(({ contact }) => contact.phone === phoneOf(intent));
    const finding = happened ? "happened" : "did-not-happen";
    await whileAlive(api.resolveIntent(intentOf(intent), finding));
    return happened;
  };
  const untilDone = async (running: ClientProcess, intent: number): Promise<void> => {
    for (;;) {
      try {
        done.set(intent, await create(running, intent));
        return;
      } catch (error) {
        if (!module.isApiError(error)) throw error;
        printed.push(inspect(error), String(error), JSON.stringify(error), error.stack ?? "");
        if (error.kind === "ambiguous-outcome") {
          if (!(await settle(running, intent))) continue;
          done.set(intent, foundDone);
          return;
        }
        if (!isPassing(error.kind)) throw error;
      }
    }
  };
  /** Works off what is not done; ends when all is done, or with the process killed when `until` intents are. */
  const work = async (until: number): Promise<void> => {
    const running = startProcess();
    const waiting = Array.from({ length: intents }, (_, intent) => intent).filter(
      (intent) => !done.has(intent),
    );
    const crashed = new Promise<void>((resolve, reject) => {
      const worker = async (): Promise<void> => {
        for (let intent = waiting.shift(); intent !== undefined; intent = waiting.shift()) {
          await untilDone(running, intent);
          if (done.size >= until) resolve();
        }
      };
      Promise.all(Array.from({ length: workers }, worker)).then(() => {
        resolve();
      }, reject);
    });
    await crashed;
    running.kill();
  };
  await work(Math.floor(intents / 3));
  await work(Math.floor((2 * intents) / 3));
  await work(intents);

  expectOneOperationEach(byKey, done);
  const deals = sandbox.inspectUpstream().find(({ cabinet }) => cabinet.cabinetId === cabinetId)?.deals ?? [];
  expect(deals.length).toBe(Math.ceil(intents / 2));
  // Each was found there, and nothing of it was sent again.
  expect([...done.values()].filter((operation) => operation === foundDone).length).toBe(unsaid);
  expectOnlyPlannedFaults(sandbox);
  expectNothingSecret(printed.join("\n"), sandbox.accessKey);
}, 3_600_000);

/** Holds time still while the disk works: a slow one must not make hours pass. */
function duringStore(clock: IdleClock, store: IntentStore): IntentStore {
  return {
    claim: (...given) => clock.during(store.claim(...given)),
    read: (...given) => clock.during(store.read(...given)),
    mark: (...given) => clock.during(store.mark(...given)),
    release: (...given) => clock.during(store.release(...given)),
  };
}

/** One operation for each intent, none for one that was found to have happened, and none besides. @param byKey operations that were created, by key */
function expectOneOperationEach(
  byKey: ReadonlyMap<string, ReadonlySet<string>>,
  done: ReadonlyMap<number, string | typeof foundDone>,
): void {
  expect(done.size).toBe(intents);
  expect([...byKey.values()].filter(({ size }) => size !== 1)).toEqual([]);
  expect(new Set([...byKey.values()].flatMap((ids) => [...ids]))).toEqual(
    new Set([...done.values()].filter((operation) => operation !== foundDone)),
  );
}

/** Planned faults struck, and nothing else did: no rate, no place and no poll was over the sandbox's limits. */
function expectOnlyPlannedFaults({ requests, defects }: Sandbox): void {
  const struck = requests.filter(({ injected }) => injected.length > 0);
  expect(struck.length / requests.length).toBeGreaterThan(0.27);
  for (const effect of ["done", "not done"] as const)
    expect(struck.some(({ injected }) => isAmbiguous(injected, effect))).toBe(true);
  // What was ambiguous once stays so under its key, whose first answer another fault may have taken.
  const ambiguous = "ambiguous_upstream_outcome";
  // A token that a fault has revoked is refused to all others that carry it, too.
  const refused = requests.filter(
    ({ injected, status, code }) =>
      injected.length === 0 && status >= 400 && status !== 401 && code !== ambiguous,
  );
  expect(refused.map(({ operationId, status, code }) => ({ operationId, status, code }))).toEqual([]);
  const leaks = requests.filter(
    ({ hasAccessKey: hasAccessKey, operationId }) => hasAccessKey && operationId !== "exchangeToken",
  );
  expect(leaks).toEqual([]);
  expect(defects).toEqual([]);
}

/** Whatever was printed, logged or raised on the way can be logged. */
function expectNothingSecret(said: string, accessKey: string): void {
  expect(said).not.toContain(accessKey);
  expect(said).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  expect(said).not.toMatch(/\+4420\d{8}/);
}

/** What a caller answers by making the same call again, which the intent makes safe. */
function isPassing(kind: string): boolean {
  return [
    "outcome-unknown",
    "transport",
    "rate-limited",
    "problem",
    "unexpected-response",
    "token-exchange",
    "authentication",
  ].includes(kind);
}

/** mulberry32: a run can be repeated. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
