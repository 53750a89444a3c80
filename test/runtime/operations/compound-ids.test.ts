import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { ArgumentError } from "../../../src/runtime/errors/argument-error.js";
import { compoundIds } from "../../../src/runtime/operations/compound-ids.js";
import { resumeOperation } from "../../../src/runtime/operations/handle.js";
import type { BackgroundDescriptor } from "../../../src/runtime/operations/operation-handle.js";
import { readStatus } from "../../../src/runtime/operations/operation-watch.js";
import { startOperation } from "../../../src/runtime/operations/start-operation.js";
import { followCursor } from "../../../src/runtime/pages/follow-cursor.js";
import { type FakeAnswer, fakeCore } from "../fake-core.js";
import { VirtualClock } from "../virtual-clock.js";

const path = (name: string, key?: string) =>
  ({ name, in: "path", required: true, ...(key !== undefined && { key }) }) as const;
const read = (
  name: string,
  at: string,
  extra: OperationDescriptor["parameters"] = [],
): OperationDescriptor => ({
  name,
  method: "GET",
  path: at,
  parameters: [...extra, path("id")],
  responses: [],
  retryClass: "read",
});
const start: OperationDescriptor = {
  name: "imports.start",
  method: "POST",
  path: "/stores/{store}/imports",
  parameters: [path("store", "storeInPath"), { name: "api-version", in: "query", required: true }],
  body: { from: "members", content: [] },
  responses: [],
  retryClass: "write",
};
const status = read("imports.get", "/stores/{storeId}/imports/{id}", [path("storeId")]);
const result = {
  operation: read("imports.rows", "/stores/{storeId}/imports/{importId}/rows", [path("storeId")]),
  idParameter: "importId",
  paging: { follow: followCursor, items: "rows", next: "next", position: { in: "query", name: "cursor" } },
} as const;
const background: BackgroundDescriptor = {
  status,
  idParameter: "id",
  fromStart: {
    members: {
      storeId: { in: "path", name: "store" },
      "api-version": { in: "query", name: "api-version" },
    },
    ids: compoundIds,
  },
  id: "id",
  state: "state",
  states: { succeeded: ["done"], failed: ["failed"] },
  result,
};
const input = { storeInPath: 5, store: "of the body", "api-version": "v1&2" };
const id = "storeId=5&api-version=v1%262&id=a%2Fb";

const given = (answer: FakeAnswer) => fakeCore(answer, { clock: new VirtualClock({ skip: 59_000 }) });
const service: FakeAnswer = ({ name }) => {
  if (name === "imports.start") return { value: { id: "a/b" }, status: 202 };
  if (name === "imports.rows") return { value: { rows: [1], next: null } };
  return { value: { state: "done" } };
};

describe("[OPS-5] an id with all that leads to the state", () => {
  it("has what the start was given, and leads to the state and the result", async () => {
    const core = given(service);
    const handle = await startOperation<number>(core, start, background, input);
    expect(handle.id).toBe(id);
    await handle.wait();
    expect(await handle.results().toArray({ limit: 9 })).toEqual([1]);
    expect(core.calls.slice(1).map(({ name, input: sent }) => [name, sent])).toEqual([
      ["imports.get", { storeId: "5", "api-version": "v1&2", id: "a/b" }],
      ["imports.rows", { storeId: "5", "api-version": "v1&2", importId: "a/b" }],
    ]);
  });

  it("has what was given when the call was made", async () => {
    const own = { ...input };
    const started = startOperation(given(service), start, background, own);
    own.storeInPath = 6;
    expect((await started).id).toBe(id);
  });

  it("is that of an address, too, whatever is above", async () => {
    const core = given(() => ({
      value: {},
      status: 202,
      headers: { location: "https://other.example/base/stores/5/imports/a%2Fb" },
    }));
    const addressed: BackgroundDescriptor = { ...background, id: "none" };
    expect((await startOperation(core, start, addressed, input)).id).toBe(id);
  });

  it("is resumed by another client, and shares polls with calls of the status operation", async () => {
    const core = given(service);
    const handle = resumeOperation(core, background, id);
    const members = { id: "a/b", "api-version": "v1&2", storeId: 5 };
    const all = [handle.status(), readStatus(core, status, background, members)];
    await Promise.all(all);
    expect(core.calls.map(({ name }) => name)).toEqual(["imports.get"]);
  });

  it("is the same whatever the order of its parts", () => {
    const other = "id=a%2Fb&storeId=5&api-version=v1%262";
    expect(resumeOperation(given(service), background, other).id).toBe(id);
  });

  it("is the value alone, where the response has none and one value leads to the state", async () => {
    const own: BackgroundDescriptor = {
      ...background,
      status: read("stores.get", "/stores/{id}"),
      fromStart: { members: { id: { in: "path", name: "store" } }, ids: compoundIds },
    };
    const core = given(({ name }) =>
      name === "imports.start" ? { value: undefined, status: 202 } : { value: { state: "done" } },
    );
    const handle = await startOperation(core, start, own, { ...input, storeInPath: "a&b=1" });
    expect(handle.id).toBe("a&b=1");
    await handle.wait();
    await resumeOperation(core, own, "a&b=1").wait();
    expect(core.calls.slice(1).map(({ input: sent }) => sent)).toEqual([{ id: "a&b=1" }, { id: "a&b=1" }]);
  });

  it("has all values that the start was given, where the response has none", async () => {
    const members = { ...background.fromStart?.members, id: { in: "path", name: "store" } } as const;
    const own: BackgroundDescriptor = { ...background, fromStart: { members, ids: compoundIds } };
    const started = await startOperation(
      given(() => ({ value: {}, status: 202 })),
      start,
      own,
      input,
    );
    expect(started.id).toBe("storeId=5&api-version=v1%262&id=5");
  });

  it("takes no poll that was sent before the start, and shares those that come after", async () => {
    const states = ["done", "running", "done"];
    let answer: (() => void) | undefined;
    const core = given(({ name }) => {
      if (name === "imports.start") return { value: { id: "a/b" }, status: 202 };
      const polled = { value: { state: states.shift() } };
      if (answer !== undefined) return polled;
      return new Promise((resolve) => {
        answer = () => {
          resolve(polled);
        };
      });
    });
    const before = resumeOperation(core, background, id).status();
    await vi.waitFor(() => {
      expect(answer).toBeDefined();
    });
    const handle = await startOperation(core, start, background, input);
    const first = handle.status();
    answer?.();
    expect([(await before).status, (await first).status]).toEqual(["done", "running"]);
    const other = resumeOperation(core, background, id);
    const all = await Promise.all([handle.status(), other.status(), handle.wait()]);
    expect(all.map(({ status: state }) => state)).toEqual(["done", "done", "done"]);
    expect(core.calls.map(({ name }) => name)).toEqual([
      "imports.get",
      "imports.start",
      "imports.get",
      "imports.get",
    ]);
  });

  it("is of another operation where the states end that otherwise", async () => {
    const other: BackgroundDescriptor = { ...background, states: { succeeded: ["gone"], failed: ["done"] } };
    const core = given(service);
    const [one, two] = [
      await startOperation(core, start, background, input),
      await startOperation(core, start, other, input),
    ];
    expect(two.id).toBe(one.id);
    expect([(await one.status()).outcome, (await two.status()).outcome]).toEqual(["succeeded", "failed"]);
  });

  it("has an empty value of what was given", async () => {
    const started = await startOperation(given(service), start, background, { ...input, "api-version": "" });
    expect(started.id).toBe("storeId=5&api-version=&id=a%2Fb");
    expect((await started.wait()).outcome).toBe("succeeded");
  });

  it.each(["7", "storeId=5&id=7", `${id}&more=1`, "storeId=1&api-version=1&id=", "id=1&id=2&storeId=5"])(
    "is refused where it lacks something, or has more: %s",
    (other) => {
      expect(() => resumeOperation(given(service), background, other)).toThrow(
        new ArgumentError({
          happened: 'The id of this operation must have exactly "storeId", "api-version", "id".',
          remedy: "Give the id of its handle: `storeId=…&api-version=…&id=…`.",
        }),
      );
    },
  );

  it("comes back whatever is in its parts", () => {
    const part = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(part, part, part, (storeId, version, own) => {
        const values = { storeId, "api-version": version, id: `7${own}` };
        const joined = compoundIds.idOf(background, { ...values, more: 1 });
        expect(compoundIds.inputOf(background, joined)).toEqual(values);
      }),
    );
  });
});
