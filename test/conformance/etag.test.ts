import { describe, expect, test } from "vitest";
import type { CabinetSettings } from "../../generated/external-api/index.js";
import { contextOf, errorOf, startWorld, useGeneratedClient } from "../e2e/world.js";
import { connect as connectRaw, refusal } from "../sandbox/connect.js";

const client = useGeneratedClient();
const reason = "End-to-end test";

/** Changes the settings behind the back of whoever has read them. */
async function overtake(
  api: ReturnType<Awaited<ReturnType<typeof startWorld>>["connect"]>,
  cabinetId: string,
) {
  const { value, etag } = await api.cabinets.getSettings(cabinetId);
  const patch = { missedCallAlerts: !value.missedCallAlerts };
  return api.settings.update({ cabinetId, reason, patch }, { ifMatch: etag });
}

describe("a read of what changes under a validator", () => {
  const strong = /^"[^"]+"$/;

  test("[ETG-1] gives settings, analytics config and project sources each with its strong ETag", async () => {
    const { connect, cabinetId, sandbox } = await startWorld(client());
    const api = connect();
    const projectId = contextOf(sandbox, "Northwind").projects[0]?.projectId ?? "";
    const reads = [
      api.cabinets.getSettings(cabinetId),
      api.analytics.getConfig(cabinetId),
      api.projects.getSources({ cabinetId, projectId }),
    ];
    for (const read of reads) {
      const { value, headers } = await read.withResponse();
      expect(value.etag).toMatch(strong);
      expect(headers.get("etag")).toBe(value.etag);
    }
  });
});

describe("the server", () => {
  test.each([
    ["no If-Match", undefined, [428, "precondition_required"]],
    ["a stale one", '"00000000"', [412, "stale_etag"]],
    ["a weak one", "W/", [400, "weak_etag"]],
  ])("[ETG-2] [ETG-3] [ETG-4] refuses a change with %s", async (_, given, want) => {
    const { sandbox, cabinetId, connect } = await startWorld(client());
    const { etag } = await connect().cabinets.getSettings(cabinetId);
    const raw = await connectRaw(sandbox);
    const body = { cabinetId, reason, patch: { language: "it" } };
    const ifMatch = given === "W/" ? `W/${etag}` : given;
    const headers: Record<string, string> = ifMatch === undefined ? {} : { "if-match": ifMatch };
    expect(refusal(await raw.post("/settings/updates", body, headers))).toEqual(want);
    expect((await raw.post("/settings/updates", body, { "if-match": etag })).status).toBe(200);
  });
});

describe("a change under a validator", () => {
  test("[ETG-1] [ETG-2] sends the strong ETag that the read gave, and hands out the next one", async () => {
    const { connect, cabinetId, received } = await startWorld(client());
    const api = connect();
    const read = await api.cabinets.getSettings(cabinetId);
    const changed = await api.settings.update(
      { cabinetId, reason, patch: { language: "fr" } },
      { ifMatch: read.etag },
    );
    expect(read.etag).toMatch(/^"[^"]+"$/);
    expect(received("updateSettings")[0]?.headers["if-match"]).toBe(read.etag);
    expect(changed.value.language).toBe("fr");
    expect(changed.etag).not.toBe(read.etag);
    expect(await api.cabinets.getSettings(cabinetId)).toEqual(changed);
  });

  test("[ETG-3] a stale one is a typed error that says what to do, and changes nothing", async () => {
    const { connect, cabinetId, received } = await startWorld(client());
    const api = connect();
    const { etag } = await api.cabinets.getSettings(cabinetId);
    const overtaken = await overtake(api, cabinetId);
    const error = await errorOf(
      api.settings.update({ cabinetId, reason, patch: { language: "it" } }, { ifMatch: etag }),
    );
    expect(client().isStaleETagError(error)).toBe(true);
    expect(error).toMatchObject({
      status: 412,
      code: "stale_etag",
      attempts: 1,
      operation: "settings.update",
    });
    expect(String(error)).toContain(
      "Reread it and build the change again; a `modify` method does both, where the client has one for it.",
    );
    expect(received("updateSettings").map(({ status }) => status)).toEqual([200, 412]);
    expect(await api.cabinets.getSettings(cabinetId)).toEqual(overtaken);
  });

  test.each(['W/"weak"', "bare", "", "*"])(
    "[ETG-2] [ETG-4] %j is refused before it is sent",
    async (text) => {
      const { connect, cabinetId, received } = await startWorld(client());
      const { parseStrongETag, isArgumentError } = client();
      expect(() => parseStrongETag(text)).toThrow();
      // What a caller without types could pass.
      const ifMatch = text as ReturnType<typeof parseStrongETag<"cabinets.getSettings">>;
      const error = await errorOf(
        (async () =>
          connect().settings.update({ cabinetId, reason, patch: { language: "it" } }, { ifMatch }))(),
      );
      expect([isArgumentError(error), client().isPreconditionRequiredError(error)]).toContain(true);
      expect(received("updateSettings")).toEqual([]);
    },
  );

  test("[ETG-4] a weak one that a proxy made of it is read, and no change is sent under it", async () => {
    const { connect, cabinetId, received } = await startWorld(client(), {
      interceptor: {
        after: ({ operationId }, answer) =>
          operationId === "getCabinetSettings"
            ? { kind: "response", response: { ...answer, headers: { ...answer.headers, ETag: 'W/"1"' } } }
            : undefined,
      },
    });
    const api = connect();
    const { value, etag: ifMatch } = await api.cabinets.getSettings(cabinetId);
    expect(value.language).toBe("de");
    const error = await errorOf(
      api.settings.update({ cabinetId, reason, patch: { language: "it" } }, { ifMatch }),
    );
    expect(client().isArgumentError(error)).toBe(true);
    expect(String(error)).toContain("The validator must be strong");
    expect(received("updateSettings")).toEqual([]);
  });
});

describe("modify", () => {
  test("[ETG-3] rereads and rebuilds when somebody was faster", async () => {
    const { connect, cabinetId, received } = await startWorld(client());
    const api = connect();
    const seen: CabinetSettings[] = [];
    const { value } = await api.settings.modify(cabinetId, async (now) => {
      seen.push(now);
      if (seen.length === 1) await overtake(api, cabinetId);
      return { reason, patch: { language: now.missedCallAlerts ? "en" : "it" } };
    });
    expect(seen.map(({ missedCallAlerts }) => missedCallAlerts)).toEqual([true, false]);
    expect(value).toMatchObject({ missedCallAlerts: false, language: "it" });
    expect(received("updateSettings").map(({ status }) => status)).toEqual([200, 412, 200]);
  });

  test("[ETG-2] [ETG-3] serves analytics config and project sources as well", async () => {
    const { connect, cabinetId, sandbox, received } = await startWorld(client());
    const api = connect();
    const projectId = contextOf(sandbox, "Northwind").projects[0]?.projectId ?? "";
    const config = await api.analytics.modifyConfig(cabinetId, () => ({
      reason,
      patch: { attributionModel: "linear" },
    }));
    const source = {
      name: "Landing page",
      details: { kind: "website", url: "https://www.example.com/a" },
    } as const;
    const sources = await api.projects.modifySources({ cabinetId, projectId }, () => ({
      reason,
      changes: [{ action: "add", source }],
    }));
    expect([config.value.attributionModel, sources.value.sources.length]).toEqual(["linear", 4]);
    for (const change of ["updateAnalyticsConfig", "updateProjectSources"])
      expect(received(change)[0]?.headers["if-match"]).toMatch(/^"[^"]+"$/);
  });

  test("[ETG-3] gives up after its rounds", async () => {
    const { connect, cabinetId, received } = await startWorld(client());
    const api = connect();
    const rebuild = async () => {
      await overtake(api, cabinetId);
      return { reason, patch: { language: "it" as const } };
    };
    const error = await errorOf(api.settings.modify(cabinetId, rebuild, { modifyAttempts: 2 }));
    expect(client().isStaleETagError(error)).toBe(true);
    expect(received("updateSettings").filter(({ status }) => status === 412)).toHaveLength(2);
  });

  test("[ETG-3] changes nothing when there is nothing left to change", async () => {
    const { connect, cabinetId, received } = await startWorld(client());
    const kept = await connect().settings.modify(cabinetId, () => undefined);
    expect(kept.value.language).toBe("de");
    expect(received("updateSettings")).toEqual([]);
  });

  test("[ACC-8] cannot leave the context of the read: a change that names another is refused unsent", async () => {
    const { connect, cabinetId, received } = await startWorld(client());
    const elsewhere = { reason, patch: { language: "es" }, namespaceId: "2", placementId: "3" };
    // It does not compile either, so the caller is one without types.
    const error = await errorOf(connect().settings.modify(cabinetId, () => elsewhere as never));
    expect(client().isArgumentError(error)).toBe(true);
    expect(String(error)).toContain("namespaceId, placementId");
    expect(received("updateSettings")).toEqual([]);
  });

  test("[ACC-7] [ACC-8] carries the context of the read into the change", async () => {
    const { connect, sandbox } = await startWorld(client());
    const api = connect();
    const contoso = sandbox.inspectUpstream().filter(({ cabinet }) => cabinet.name === "Contoso Realty");
    const { cabinetId } = contoso[0]!.cabinet;
    const { contexts } = await api.cabinets.getContext(cabinetId);
    const [berlin, munich] = contexts.map(({ namespaceId, placementId }) => ({
      cabinetId,
      namespaceId,
      placementId,
    }));
    const before = await api.cabinets.getSettings(munich!);
    await api.settings.modify(berlin!, () => ({ reason, patch: { language: "es" } }));
    expect((await api.cabinets.getSettings(berlin!)).value.language).toBe("es");
    expect(await api.cabinets.getSettings(munich!)).toEqual(before);
  });
});
