import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createManualClock, startSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { connect, contextOf, northwind, refusal, type Connection } from "./connect.js";

let sandbox: Sandbox;
let api: Connection;
beforeEach(async () => {
  sandbox = await startSandbox({ clock: createManualClock() });
  api = await connect(sandbox);
});
afterEach(() => sandbox.close());

interface Case {
  readonly name: string;
  read(): string;
  readonly path: string;
  body(change: number): object;
}

function projectId(): string {
  return contextOf(sandbox, "Northwind").projects[0]?.projectId ?? "";
}

const cases: Case[] = [
  {
    name: "settings",
    read: () => `/cabinets/${northwind(sandbox)}/settings`,
    path: "/settings/updates",
    body: (change) => ({
      cabinetId: northwind(sandbox),
      reason: "test",
      patch: { callRecording: { enabled: true, retentionDays: change } },
    }),
  },
  {
    name: "analytics config",
    read: () => `/cabinets/${northwind(sandbox)}/analytics-config`,
    path: "/analytics-config/updates",
    body: (change) => ({
      cabinetId: northwind(sandbox),
      reason: "test",
      patch: { attributionWindowDays: change },
    }),
  },
  {
    name: "project sources",
    read: () => `/projects/${projectId()}/sources?cabinetId=${northwind(sandbox)}`,
    path: "/projects/source-updates",
    body: (change) => ({
      cabinetId: northwind(sandbox),
      projectId: projectId(),
      reason: "test",
      changes: [
        {
          action: "add",
          source: { name: `source ${change}`, details: { kind: "website", url: "https://a.example/" } },
        },
      ],
    }),
  },
];

describe.each(cases)("$name", ({ read, path, body }) => {
  test("[ETG-1] [ETG-2] are read with a strong ETag, changed under it, and then have another", async () => {
    const before = await api.get(read());
    const etag = before.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    const changed = await api.post(path, body(7), { "if-match": etag });
    expect(changed.status).toBe(200);
    expect(changed.body).not.toEqual(before.body);
    expect(changed.headers.get("etag")).not.toBe(etag);
    const after = await api.get(read());
    expect([after.body, after.headers.get("etag")]).toEqual([changed.body, changed.headers.get("etag")]);
  });

  test("[ETG-2] are not changed without If-Match: 428", async () => {
    const before = await api.get(read());
    expect(refusal(await api.post(path, body(7)))).toEqual([428, "precondition_required"]);
    expect((await api.get(read())).body).toEqual(before.body);
  });

  test("[ETG-3] are not changed under a stale ETag: 412", async () => {
    const etag = (await api.get(read())).headers.get("etag") ?? "";
    const first = await api.post(path, body(7), { "if-match": etag });
    expect(refusal(await api.post(path, body(8), { "if-match": etag }))).toEqual([412, "stale_etag"]);
    expect((await api.get(read())).body).toEqual(first.body);
  });

  test("[ETG-3] going back to an earlier value does not revive its ETag", async () => {
    const etag = (await api.get(read())).headers.get("etag") ?? "";
    const away = await api.post(path, body(7), { "if-match": etag });
    await api.post(path, body(7), { "if-match": away.headers.get("etag") ?? "" });
    expect(refusal(await api.post(path, body(9), { "if-match": away.headers.get("etag") ?? "" }))[0]).toBe(
      412,
    );
  });

  test("[ETG-4] are not changed under a weak ETag, a wildcard or a list", async () => {
    const etag = (await api.get(read())).headers.get("etag") ?? "";
    expect(refusal(await api.post(path, body(7), { "if-match": `W/${etag}` }))).toEqual([400, "weak_etag"]);
    expect(refusal(await api.post(path, body(7), { "if-match": "*" }))).toEqual([400, "validation_failed"]);
    expect(refusal(await api.post(path, body(7), { "if-match": `${etag}, "x"` }))).toEqual([
      400,
      "validation_failed",
    ]);
  });

  test("[ACC-4] are not changed in a cabinet where the user may not", async () => {
    const etag = (await api.get(read())).headers.get("etag") ?? "";
    const cabinetId = northwind(sandbox);
    sandbox.withdrawRight({ right: "manage_settings", cabinetId });
    sandbox.withdrawRight({ right: "manage_projects", cabinetId });
    expect(refusal(await api.post(path, body(7), { "if-match": etag }))).toEqual([
      403,
      "cabinet_access_denied",
    ]);
  });
});

describe("what the schema cannot say", () => {
  test.each([
    [{ timeZone: "Mars/Olympus" }, "body/patch/timeZone must be an IANA time zone"],
    [
      { workingHours: { days: ["monday"], from: "18:00", to: "09:00" } },
      "body/patch/workingHours must begin before it ends",
    ],
  ])("%o is refused", async (patch, detail) => {
    const etag = (await api.get(`/cabinets/${northwind(sandbox)}/settings`)).headers.get("etag") ?? "";
    const update = { cabinetId: northwind(sandbox), reason: "test", patch };
    const received = await api.post("/settings/updates", update, { "if-match": etag });
    expect(received.body).toMatchObject({ status: 400, code: "validation_failed", detail });
  });

  test("changes of sources happen all or not at all", async () => {
    const path = `/projects/${projectId()}/sources?cabinetId=${northwind(sandbox)}`;
    const before = await api.get(path);
    const [first] = before.body["sources"] as { sourceId: string }[];
    const update = (changes: object[]) =>
      api.post(
        "/projects/source-updates",
        { cabinetId: northwind(sandbox), projectId: projectId(), reason: "test", changes },
        { "if-match": before.headers.get("etag") ?? "" },
      );
    const remove = { action: "remove", sourceId: first?.sourceId };
    const received = await update([remove, { action: "edit", sourceId: "1", active: false }]);
    expect(received.body).toMatchObject({
      code: "validation_failed",
      detail: "body/changes/1/sourceId must be a source of the project",
    });
    expect((await api.get(path)).body).toEqual(before.body);
    const done = await update([
      { action: "edit", sourceId: first?.sourceId, name: "Renamed", active: false },
    ]);
    expect((done.body["sources"] as object[])[0]).toMatchObject({ name: "Renamed", active: false });
  });
});
