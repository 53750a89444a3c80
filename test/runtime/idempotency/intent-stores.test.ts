import { execFile } from "node:child_process";
import files, { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AmbiguousOutcomeError, isIntentStoreError } from "../../../src/runtime/errors/idempotency-errors.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { AbortedError } from "../../../src/runtime/errors/call-errors.js";
import { keepIntents, memoryIntentStore } from "../../../src/runtime/idempotency/intents.js";
import { keyed } from "../../../src/runtime/idempotency/keyed.js";
import { fileIntentStore } from "../../../src/runtime/idempotency/file-intent-store.js";
import type { IntentClaim, IntentState, IntentStore } from "../../../src/runtime/idempotency/intent-store.js";
import { connectionOf } from "../../../src/runtime/call/core.js";
import { openIntents } from "../../../src/runtime/idempotency/open-intents.js";
import { redisIntentStore } from "../../../src/runtime/idempotency/redis-intent-store.js";
import { fakeCore } from "../fake-core.js";
import { FakeRedis } from "./fake-redis.js";

const create: OperationDescriptor = {
  name: "projects.create",
  method: "POST",
  path: "/projects",
  body: { from: "members", content: [{ mediaType: "application/json", codec: "json" }] },
  responses: [],
  retryClass: "keyed",
  idempotencyHeader: "Idempotency-Key",
};

let directory: string;
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), "intents-"))));
afterAll(() => rm(directory, { recursive: true }));

let time = 1000;
const now = (): number => time;
const claim = (idempotencyKey: string): IntentClaim => ({ idempotencyKey, fingerprint: "f", claimedAt: 1 });

describe("a list of open intents", () => {
  const listOf = (intents: IntentStore, options?: object) => {
    const core = fakeCore(() => ({ value: 1 }));
    keepIntents(core, { intents });
    return openIntents(connectionOf(core), options);
  };

  it("is refused by a store of the caller's own that cannot list; the store serves calls as before", async () => {
    const { claim: take, mark, read, release } = memoryIntentStore(now);
    const store: IntentStore = { claim: take, mark, read, release };
    await expect(listOf(store)).rejects.toThrow("The intent store cannot list intents: it has no `list`.");
  });

  it.each([{ limit: 0 }, { limit: 1.5 }, { most: 3 }])("refuses the options %o", async (options) => {
    await expect(listOf(memoryIntentStore(now), options)).rejects.toMatchObject({ kind: "argument" });
  });

  it("says which store failed", async () => {
    const list = () => Promise.reject(new Error("down"));
    const raised = listOf({ ...memoryIntentStore(now), list });
    await expect(raised).rejects.toSatisfy(isIntentStoreError);
  });

  it("says which operation a call of the client was", async () => {
    const store = memoryIntentStore(now);
    const core = fakeCore(() => {
      throw new Error("down");
    });
    keepIntents(core, { intents: store });
    await expect(keyed(core, create, { a: 1 }, { intent: "nightly" })).rejects.toThrow("down");
    expect(await openIntents(connectionOf(core))).toMatchObject([
      { intent: "nightly", operation: "projects.create", state: "open" },
    ]);
  });

  it("of files has their keys, and names only where they are kept", async () => {
    const folder = await mkdtemp(join(directory, "nameless-"));
    await fileIntentStore(folder, now).claim("nightly", claim("a"));
    expect(await listOf(fileIntentStore(folder, { now, keepNames: true }))).toEqual([
      { idempotencyKey: "a", claimedAt: 1, state: "open" },
    ]);
    expect(await listOf(fileIntentStore(join(folder, "none"), now))).toEqual([]);
  });
});

describe.each<[string, () => Promise<IntentStore>]>([
  ["memory", () => Promise.resolve(memoryIntentStore(now))],
  ["file", async () => fileIntentStore(await mkdtemp(join(directory, "one-")), { now, keepNames: true })],
  ["Redis", () => Promise.resolve(redisIntentStore(new FakeRedis(now)))],
])("%s intent store", (_, make) => {
  it("gives an intent to one of many who claim it at once", async () => {
    const store = await make();
    const keys = Array.from({ length: 12 }, (__, index) => `k${String(index)}`);
    const records = await Promise.all(keys.map((key) => store.claim("nightly", claim(key))));
    expect(new Set(records.map((record) => record.idempotencyKey)).size).toBe(1);
    expect(records[0]).toEqual({ ...claim(records[0]?.idempotencyKey ?? ""), state: "open" });
    expect(await store.read("nightly")).toEqual(records[0]);
    expect(await store.read("other")).toBeUndefined();
  });

  it("lists what is open or ambiguous, with its name, and no more than is asked for", async () => {
    const store = await make();
    for (const [index, name] of ["done", "open", "shared", "ambiguous", "settled", "free"].entries()) {
      await store.claim(name, { ...claim(`k-${name}`), claimedAt: index, operation: "projects.create" });
      if (name === "free") await store.release(name, `k-${name}`);
      else await store.mark(name, `k-${name}`, name as IntentState);
    }
    const core = fakeCore(() => ({ value: 1 }));
    keepIntents(core, { intents: store });
    const connection = connectionOf(core);
    const want = ["open", "shared", "ambiguous"].map((state, index) => ({
      intent: state,
      operation: "projects.create",
      idempotencyKey: `k-${state}`,
      claimedAt: index + 1,
      state,
    }));
    expect(await openIntents(connection)).toEqual(want);
    expect(await openIntents(connection, { limit: 2 })).toHaveLength(2);
    await store.mark("open", "k-open", "done", 10);
    expect(await openIntents(connection)).toEqual(want.slice(1));
  });

  it("keeps a state without an end until it is released, by its own key alone", async () => {
    const store = await make();
    await store.claim("i", claim("a"));
    await store.mark("i", "a", "ambiguous");
    await store.mark("i", "foreign", "done");
    await store.release("i", "foreign");
    time += 1e12;
    expect(await store.claim("i", claim("b"))).toEqual({ ...claim("a"), state: "ambiguous" });
    await store.release("i", "a");
    expect(await store.read("i")).toBeUndefined();
    expect(await store.claim("i", claim("b"))).toEqual({ ...claim("b"), state: "open" });
  });

  it("frees what is done when its time is over, and not before", async () => {
    const store = await make();
    await store.claim("i", claim("a"));
    await store.mark("i", "a", "done", 500);
    time += 499;
    expect(await store.read("i")).toEqual({ ...claim("a"), state: "done" });
    time += 1;
    expect(await store.claim("i", claim("b"))).toEqual({ ...claim("b"), state: "open" });
  });

  it("keeps for good what was done for a while and is locked now", async () => {
    const store = await make();
    await store.claim("i", claim("a"));
    await store.mark("i", "a", "done", 500);
    await store.mark("i", "a", "ambiguous");
    time += 1000;
    expect(await store.read("i")).toEqual({ ...claim("a"), state: "ambiguous" });
  });
});

describe.each<[string, () => Promise<() => IntentStore>]>([
  [
    "a folder",
    async () => {
      const folder = await mkdtemp(join(directory, "shared-"));
      return () => fileIntentStore(folder, now);
    },
  ],
  [
    "Redis",
    () => {
      const redis = new FakeRedis(now);
      return Promise.resolve(() => redisIntentStore(redis));
    },
  ],
])("[IDM-4] two processes on %s", (_, make) => {
  it("a refusal in one frees nothing that the other is sending", async () => {
    const { client, keys, ends } = await processes(make);
    const [one, other, third] = [client(), client(), client()];
    const refused = one();
    await expect.poll(() => keys.length).toBe(1);
    const created = other();
    await expect.poll(() => keys.length).toBe(2);
    ends[0]?.(new AbortedError());
    await expect(refused).rejects.toMatchObject({ kind: "aborted" });
    const later = third();
    await expect.poll(() => keys.length).toBe(3);
    ends[1]?.();
    ends[2]?.();
    expect([await created, await later]).toEqual(["created", "created"]);
    expect(new Set(keys).size).toBe(1);
  });

  it("a call that ends without effect frees nothing that the other has finished", async () => {
    const { client, keys, ends } = await processes(make);
    const refused = client()();
    await expect.poll(() => keys.length).toBe(1);
    const created = client()();
    await expect.poll(() => keys.length).toBe(2);
    ends[1]?.();
    expect(await created).toBe("created");
    ends[0]?.(new AbortedError());
    await expect(refused).rejects.toMatchObject({ kind: "aborted" });
    const again = client()();
    await expect.poll(() => keys.length).toBe(3);
    ends[2]?.();
    await again;
    expect(new Set(keys).size).toBe(1);
  });

  it("[IDM-5] a call that ends without effect frees nothing that the other has locked", async () => {
    const { client, keys, ends } = await processes(make);
    const refused = client()();
    await expect.poll(() => keys.length).toBe(1);
    const ambiguous = client()();
    await expect.poll(() => keys.length).toBe(2);
    ends[1]?.(new AmbiguousOutcomeError());
    await expect(ambiguous).rejects.toMatchObject({ kind: "ambiguous-outcome" });
    ends[0]?.(new AbortedError());
    await expect(refused).rejects.toMatchObject({ kind: "aborted" });
    await expect(client()()).rejects.toMatchObject({ kind: "ambiguous-outcome" });
    expect(keys).toHaveLength(2);
  });

  it("[IDM-5] nothing is sent that another locked just after it was claimed", async () => {
    const { client, keys, connect } = await processes(make);
    const other = connect();
    const held = { ...claim("a"), fingerprint: "" };
    const locking = (store: IntentStore): IntentStore => ({
      ...store,
      claim: async (intent, wanted) => {
        await other.claim(intent, { ...held, fingerprint: wanted.fingerprint, claimedAt: wanted.claimedAt });
        const found = await store.claim(intent, wanted);
        await other.mark(intent, "a", "ambiguous");
        return found;
      },
    });
    await expect(client(locking)()).rejects.toMatchObject({ kind: "ambiguous-outcome" });
    expect(keys).toEqual([]);
    expect(await other.read("i")).toMatchObject({ idempotencyKey: "a", state: "ambiguous" });
  });
});

/** Clients that share what `make` makes, one for each process; their calls end when the test says so. */
async function processes(make: () => Promise<() => IntentStore>) {
  const connect = await make();
  const ends: ((error?: Error) => void)[] = [];
  const keys: (string | undefined)[] = [];
  const client = (change = (store: IntentStore) => store) => {
    const core = fakeCore(async ({ options }) => {
      keys.push(options.idempotencyKey);
      await new Promise<void>((resolve, reject) =>
        ends.push((error) => {
          if (error === undefined) resolve();
          else reject(error);
        }),
      );
      return { value: "created" };
    });
    keepIntents(core, { intents: change(connect()), intentRetention: "7d" });
    return () => keyed(core, create, { a: 1 }, { intent: "i" });
  };
  return { connect, client, keys, ends };
}

describe("an intent store whose claims do not last", () => {
  const losing = (
    claims: IntentClaim[],
    each: () => Promise<void> = () => Promise.resolve(),
  ): IntentStore => ({
    claim: async (_, wanted) => {
      claims.push(wanted);
      await each();
      return { ...wanted, idempotencyKey: "lost", state: "open" };
    },
    read: () => Promise.resolve(undefined),
    mark: () => Promise.resolve(),
    release: () => Promise.resolve(),
  });

  it("ends the call with an error, unsent", async () => {
    const claims: IntentClaim[] = [];
    const core = fakeCore(() => ({ value: "created" }));
    keepIntents(core, { intents: losing(claims) });
    await expect(keyed(core, create, { a: 1 }, { intent: "i" })).rejects.toMatchObject({
      kind: "intent-store",
      intent: "i",
      operation: "projects.create",
      happened: "The intent store lost the same claim 100 times in a row; nothing was sent.",
      remedy: "`read` of the store must return what `claim` returned, until `release`.",
    });
    expect(claims).toHaveLength(100);
    expect(core.calls).toEqual([]);
  });

  it("is asked no more once the caller has left", async () => {
    const claims: IntentClaim[] = [];
    const control = new AbortController();
    const core = fakeCore(() => ({ value: "created" }));
    const each = async (): Promise<void> => {
      if (claims.length === 3) control.abort();
      await new Promise((resolve) => setImmediate(resolve));
    };
    keepIntents(core, { intents: losing(claims, each) });
    const made = keyed(core, create, { a: 1 }, { intent: "i", signal: control.signal });
    await expect(made).rejects.toMatchObject({ kind: "aborted" });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(claims).toHaveLength(3);
  });

  it("is told of where Redis answers reads from an old copy", async () => {
    const sendCommand = () => Promise.resolve(null);
    await expect(redisIntentStore({ sendCommand }).claim("i", claim("a"))).rejects.toMatchObject({
      kind: "intent-store",
      happened: "The intent store lost the same claim 100 times in a row; nothing was sent.",
    });
  });
});

describe("file intent store", () => {
  it("[IDM-4] holds among processes, and keeps a hash and a key for its owner's eyes alone", async () => {
    const shared = join(directory, "processes");
    const script = `
      import { fileIntentStore } from "./src/runtime/idempotency/file-intent-store.ts";
      const store = fileIntentStore(process.argv[1]);
      const claims = Array.from({ length: 20 }, (_, index) => "intent " + index);
      const keys = await Promise.all(claims.map(async (intent) => (await store.claim(intent, {
        idempotencyKey: process.argv[2] + intent, fingerprint: "f", claimedAt: 1 })).idempotencyKey));
      console.log(JSON.stringify(keys));`;
    const run = (name: string) =>
      promisify(execFile)(process.execPath, [
        "--import",
        "tsx",
        "--input-type=module",
        "-e",
        script,
        shared,
        name,
      ]);
    const [one, other] = await Promise.all([run("one "), run("other ")]);
    const keys = JSON.parse(one.stdout) as string[];
    expect(JSON.parse(other.stdout)).toEqual(keys);
    expect(keys).toHaveLength(20);
    const [folder = ""] = await readdir(shared);
    const names = await readdir(join(shared, folder));
    expect(folder).toMatch(/^[0-9a-f]{64}$/);
    expect(names).toEqual(["000000000001.json"]);
    const path = join(shared, folder, "000000000001.json");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, "utf8")).not.toContain('"intent');
  });

  it("is not misled by what a crash left behind, and clears old versions away", async () => {
    const store = fileIntentStore(join(directory, "crash"), now);
    await store.claim("i", claim("a"));
    const [folder = ""] = await readdir(join(directory, "crash"));
    await writeFile(join(directory, "crash", folder, ".half-written"), '{"rec');
    await store.mark("i", "a", "ambiguous");
    await store.release("i", "a");
    expect(await readdir(join(directory, "crash", folder))).toEqual([".half-written", "000000000003.json"]);
    expect(await store.read("i")).toBeUndefined();
  });

  it("raises on a damaged record instead of taking the intent for free", async () => {
    const store = fileIntentStore(join(directory, "damaged"), now);
    await store.claim("i", claim("a"));
    const [folder = ""] = await readdir(join(directory, "damaged"));
    for (const text of [
      "{",
      "[]",
      '{"record":{"idempotencyKey":"a"}}',
      '{"record":{"idempotencyKey":"a","fingerprint":"f","claimedAt":1,"state":"?"}}',
    ]) {
      await writeFile(join(directory, "damaged", folder, "000000000001.json"), text);
      const path = join(directory, "damaged", folder, "000000000001.json");
      await expect(store.claim("i", claim("b"))).rejects.toMatchObject({
        message:
          `A stored intent is damaged (${path}); nothing was sent. ` +
          "Check whether it happened, then remove its record from the store.",
        kind: "intent-store",
        intent: "i",
        location: path,
        damaged: true,
      });
    }
  });

  it("says which folder cannot be used", async () => {
    const file = join(directory, "a-file");
    await writeFile(file, "");
    const store = fileIntentStore(file, now);
    const error: unknown = await store.claim("i", claim("a")).catch((raised: unknown) => raised);
    const location = join(file, "de7d1b721a1e0632b7cf04edf5032c8ecffa9f9a08492152b926f1a5a7e765d7");
    expect(error).toMatchObject({
      message:
        `The store of the intents cannot be read or written (${location}); nothing was sent. ` +
        "Make the store usable, then make the same call again.",
      intent: "i",
      location,
      damaged: false,
      cause: { code: "ENOTDIR" },
    });
    expect(isIntentStoreError(error)).toBe(true);
  });
});

describe("file intent store: its folder", () => {
  const posix = process.platform !== "win32";
  it.runIf(posix).each([0o755, 0o770, 0o702, 0o740])("refuses one with the mode %o", async (mode) => {
    const open = await mkdtemp(join(directory, "open-"));
    await chmod(open, mode);
    const store = fileIntentStore(open, now);
    const shown = mode.toString(8);
    await expect(store.claim("i", claim("a"))).rejects.toMatchObject({
      kind: "intent-store",
      happened: `The folder of the intents (${open}) is open to other users (mode ${shown}); nothing was sent.`,
      remedy: `Run \`chmod 700 '${open}'\`.`,
    });
    await chmod(open, 0o700);
    expect(await store.claim("i", claim("a"))).toMatchObject({ idempotencyKey: "a" });
  });

  it.runIf(posix)("makes one that is its owner's alone", async () => {
    const made = join(directory, "made");
    await fileIntentStore(made, now).claim("i", claim("a"));
    expect((await stat(made)).mode & 0o777).toBe(0o700);
  });

  it.runIf(posix)("refuses one of another user", async () => {
    const real = process.getuid?.() ?? 0;
    const own = await mkdtemp(join(directory, "own-"));
    const spy = vi.spyOn(process, "getuid").mockReturnValue(real + 1);
    try {
      await expect(fileIntentStore(own, now).claim("i", claim("a"))).rejects.toMatchObject({
        happened: `The folder of the intents (${own}) belongs to another user; nothing was sent.`,
      });
    } finally {
      spy.mockRestore();
    }
  });

  it("loses what has been free for an hour, and nothing else", async () => {
    const path = join(directory, "pruned");
    const hour = 3_600_000;
    const start = time;
    const store = fileIntentStore(path, now);
    for (const intent of ["expired", "released", "open", "kept"]) await store.claim(intent, claim(intent));
    await store.mark("expired", "expired", "done", 1000);
    await store.release("released", "released");
    await store.mark("kept", "kept", "done", 10 * hour);
    time = start + 1000 + hour - 1;
    await fileIntentStore(path, now).claim("late", claim("late"));
    await expect.poll(() => readdir(path)).toHaveLength(4);
    time = start + 1000 + 2 * hour;
    await store.claim("last", claim("last"));
    await expect.poll(() => readdir(path)).toHaveLength(4);
    for (const intent of ["open", "kept", "late", "last"])
      expect(await store.read(intent)).toMatchObject({ idempotencyKey: intent });
    expect(await store.claim("expired", claim("again"))).toMatchObject({ idempotencyKey: "again" });
  });

  it("[IDM-4] never has two claims of an intent that is claimed while its folder is removed", async () => {
    const path = join(directory, "raced");
    const start = time;
    await fileIntentStore(path, now).claim("nightly", claim("first"));
    await fileIntentStore(path, now).release("nightly", "first");
    time = start + 2 * 3_600_000;
    // They look around before the folder is over, so that they remove nothing themselves.
    const [one, other, remover] = [1, 2, 3].map(() => fileIntentStore(path, now)) as [
      IntentStore,
      IntentStore,
      IntentStore,
    ];
    const spy = vi.spyOn(files, "rename");
    spy.mockRejectedValue(Object.assign(new Error("busy"), { code: "EBUSY" }));
    await one.claim("a", claim("a"));
    await other.claim("b", claim("b"));
    spy.mockRestore();
    const { rename } = files;
    const claims: unknown[] = [];
    const steps = vi.spyOn(files, "rename").mockImplementation(async (from, to) => {
      steps.mockImplementation(async (back, again) => {
        steps.mockImplementation(rename);
        claims.push(await other.claim("nightly", claim("other")));
        return rename(back, again);
      });
      claims.push(await one.claim("nightly", claim("one")));
      return rename(from, to);
    });
    try {
      await remover.claim("c", claim("c"));
      await expect.poll(() => claims.length).toBe(2);
    } finally {
      steps.mockRestore();
    }
    expect(claims).toMatchObject([{ idempotencyKey: "one" }, { idempotencyKey: "one" }]);
    expect(await remover.read("nightly")).toMatchObject({ idempotencyKey: "one" });
  });

  it("counts versions beyond twelve digits", async () => {
    const path = join(directory, "long");
    const store = fileIntentStore(path, now);
    await store.claim("i", claim("a"));
    const [folder = ""] = await readdir(path);
    const text = await readFile(join(path, folder, "000000000001.json"), "utf8");
    await writeFile(join(path, folder, "999999999999.json"), text);
    await store.mark("i", "a", "ambiguous");
    expect(await store.read("i")).toMatchObject({ state: "ambiguous" });
    await store.mark("i", "a", "settled");
    expect(await store.read("i")).toMatchObject({ state: "settled" });
    expect(await readdir(join(path, folder))).toEqual(["1000000000001.json"]);
  });
});

describe("Redis intent store", () => {
  it.each(["mark", "release"] as const)(
    "[IDM-5] a late `%s` of an older claim changes nothing of one that came between",
    async (word) => {
      const fake = new FakeRedis(now);
      const other = redisIntentStore(fake);
      // What another process does after this one has read the claim.
      let between: (() => Promise<void>) | undefined;
      const slow = {
        sendCommand: async (args: string[]): Promise<unknown> => {
          const reply = await fake.sendCommand(args);
          const work = args[0] === "GET" ? between : undefined;
          if (work !== undefined) between = undefined;
          await work?.();
          return reply;
        },
      };
      const store = redisIntentStore(slow);
      await store.claim("i", claim("a"));
      between = async () => {
        await other.release("i", "a");
        await other.claim("i", claim("b"));
        await other.mark("i", "b", "ambiguous");
      };
      await (word === "mark" ? store.mark("i", "a", "done", 1) : store.release("i", "a"));
      time += 10;
      expect(await other.read("i")).toMatchObject({ idempotencyKey: "b", state: "ambiguous" });
    },
  );

  it("raises on a damaged record without quoting it", async () => {
    const fake = new FakeRedis(now);
    await fake.sendCommand(["SET", "cabinetry:intent:{i}", '{"idempotencyKey":"secret']);
    const error: unknown = await redisIntentStore(fake)
      .claim("i", claim("a"))
      .catch((raised: unknown) => raised);
    expect(error).toMatchObject({ kind: "intent-store", location: "cabinetry:intent:{i}", damaged: true });
    expect(error).not.toHaveProperty("cause");
  });

  it.each<[string, (fake: FakeRedis) => Parameters<typeof redisIntentStore>[0]]>([
    [
      "ioredis",
      (fake) => ({
        call: (command, ...args) => fake.sendCommand([command, ...args]),
        sendCommand: () => Promise.reject(new Error("takes a Command")),
      }),
    ],
    ["Bun", (fake) => ({ send: (command, args) => fake.sendCommand([command, ...args]) })],
    [
      "a client that returns bytes",
      (fake) => ({
        sendCommand: async (args) => {
          const reply = await fake.sendCommand(args);
          return typeof reply === "string" ? new TextEncoder().encode(reply) : reply;
        },
      }),
    ],
  ])("works with %s", async (_, wrap) => {
    const store = redisIntentStore(wrap(new FakeRedis(now)), "p:");
    await store.claim("i", claim("a"));
    expect(await store.claim("i", claim("b"))).toEqual({ ...claim("a"), state: "open" });
  });
});

it.each([{}, "", undefined])("a file store is not made of %o", (directory) => {
  expect(() => fileIntentStore(directory as string)).toThrow(
    "The directory of the file store must be a path.",
  );
});
