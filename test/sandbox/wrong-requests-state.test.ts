import { describe, test } from "vitest";
import type { Received } from "./connect.js";
import {
  changeSettings,
  expectProblem,
  exportUnder,
  importBody,
  importUnder,
  settingsPath,
  useWrongWorld,
  type WrongRow,
  type WrongWorld,
} from "./wrong-requests.js";

const world = useWrongWorld("test");

const etagOf = async (w: WrongWorld, path: string) => (await w.send(path)).headers.get("etag") ?? "";
const cursorOf = ({ body }: Received) => String(body["nextCursor"]);
const conflict = [409, "idempotency_key_conflict", false] as const;
/** A JWT of another user. */
const bens = (w: WrongWorld) => w.issueToken({ userId: w.sandbox.users[1]?.userId ?? "" });
const noCursor = [400, "cursor_invalid", false] as const;

describe("a validator", () => {
  test.each<WrongRow>([
    ["that is missing", (w) => changeSettings(w, {}), [428, "precondition_required", false]],
    [
      "that is weak",
      async (w) => changeSettings(w, { "if-match": `W/${await etagOf(w, settingsPath(w))}` }),
      [400, "weak_etag", false],
    ],
    ["without quotes", (w) => changeSettings(w, { "if-match": "abc" }), [400, "validation_failed", false]],
    ["that is empty", (w) => changeSettings(w, { "if-match": "" }), [400, "validation_failed", false]],
    [
      "for whatever is there (*)",
      (w) => changeSettings(w, { "if-match": "*" }),
      [400, "validation_failed", false],
    ],
    [
      "among others",
      async (w) => changeSettings(w, { "if-match": `"a", ${await etagOf(w, settingsPath(w))}` }),
      [400, "validation_failed", false],
    ],
    ["that was never one", (w) => changeSettings(w, { "if-match": '"a"' }), [412, "stale_etag", false]],
    [
      "of another resource",
      async (w) =>
        changeSettings(w, { "if-match": await etagOf(w, `/cabinets/${w.cabinetId}/analytics-config`) }),
      [412, "stale_etag", false],
    ],
    [
      "that is stale",
      async (w) => {
        const etag = { "if-match": await etagOf(w, settingsPath(w)) };
        await changeSettings(w, etag);
        return changeSettings(w, etag);
      },
      [412, "stale_etag", false],
    ],
    [
      "that is missing for sources",
      (w) => w.send("/projects/source-updates", { body: {} }),
      [428, "precondition_required", false],
    ],
    [
      "that is missing for the analytics config",
      (w) => w.send("/analytics-config/updates", { body: {} }),
      [428, "precondition_required", false],
    ],
  ])("[ETG-2] [ETG-3] [ETG-4] %s", async (_name, request, want) => {
    await expectProblem(world(), await request(world()), want);
  });
});

describe("a cursor", () => {
  const page = (w: WrongWorld, token?: string) =>
    w.send("/cabinets?limit=2", token === undefined ? {} : { token });
  const after = (w: WrongWorld, cursor: string, limit = 2) =>
    w.send(`/cabinets?limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
  const deals = (w: WrongWorld, body: object) =>
    w.send(`/cabinets/${w.cabinetId}/deals/search`, { body: { limit: 5, ...body } });

  test.each<WrongRow>([
    ["that was made up", (w) => after(w, "abc"), noCursor],
    ["that is a number", (w) => after(w, "2"), noCursor],
    ["that was changed", async (w) => after(w, `${cursorOf(await page(w))}A`), noCursor],
    ["that was cut", async (w) => after(w, cursorOf(await page(w)).slice(1)), noCursor],
    [
      "of another user",
      async (w) =>
        after(
          w,
          cursorOf(
            await w.send("/cabinets?limit=1", {
              token: await bens(w),
            }),
          ),
          1,
        ),
      noCursor,
    ],
    ["of another page size", async (w) => after(w, cursorOf(await page(w)), 3), noCursor],
    ["of another operation", async (w) => deals(w, { cursor: cursorOf(await page(w)) }), noCursor],
    [
      "of other filters",
      async (w) => deals(w, { filter: { stages: ["won"] }, cursor: cursorOf(await deals(w, {})) }),
      noCursor,
    ],
    [
      "of another order",
      async (w) => deals(w, { order: "oldest_first", cursor: cursorOf(await deals(w, {})) }),
      noCursor,
    ],
    [
      "of another cabinet",
      async (w) => {
        const cabinetId =
          w.sandbox.inspectUpstream().find(({ name }) => name === "Adventure")?.cabinet.cabinetId ?? "";
        const cursor = cursorOf(await deals(w, {}));
        return w.send(`/cabinets/${cabinetId}/deals/search`, { body: { limit: 5, cursor } });
      },
      noCursor,
    ],
    [
      "of another operation's result",
      async (w) => {
        const [one, other] = [await exportUnder(w, "1"), await exportUnder(w, "2")].map(({ body }) =>
          String(body["operationId"]),
        );
        w.clock.advance(3000);
        const cursor = cursorOf(await w.send(`/operations/${one}/result?pageSize=5`));
        return w.send(`/operations/${other}/result?pageSize=5&cursor=${cursor}`);
      },
      noCursor,
    ],
    ["that is empty", (w) => after(w, ""), [400, "validation_failed", false]],
  ])("[GEN-2] [RES-4] %s", async (_name, request, want) => {
    await expectProblem(world(), await request(world()), want);
  });
});

describe("an idempotency key", () => {
  test.each<WrongRow>([
    [
      "of another payload",
      async (w) => {
        await importUnder(w, "k");
        return importUnder(w, "k", { ...importBody, contacts: [{ phone: "+442079460959" }] });
      },
      conflict,
    ],
    [
      "of another reason",
      async (w) => {
        await importUnder(w, "k");
        return importUnder(w, "k", { ...importBody, reason: "other" });
      },
      conflict,
    ],
    [
      "of another operation",
      async (w) => {
        await importUnder(w, "k");
        return exportUnder(w, "k");
      },
      conflict,
    ],
    [
      "[ACC-8] of another context",
      async (w) => {
        const [berlin, munich] = w.sandbox
          .inspectUpstream()
          .filter(({ cabinet }) => cabinet.cabinetId === w.crowdedId);
        const send = (context = berlin) =>
          w.send(`/gck/cabinets/${w.crowdedId}/deals/import-jobs`, {
            headers: { "idempotency-key": "k" },
            body: { ...importBody, namespaceId: context?.namespaceId, placementId: context?.placementId },
          });
        await send();
        return send(munich);
      },
      conflict,
    ],
    [
      "whose outcome is unknown",
      async (w) => {
        w.sandbox.makeNextWriteAmbiguous({ applied: true });
        await importUnder(w, "k");
        return importUnder(w, "k");
      },
      [502, "ambiguous_upstream_outcome", false],
    ],
    [
      "whose outcome is unknown, with other data",
      async (w) => {
        w.sandbox.makeNextWriteAmbiguous({ applied: true });
        await importUnder(w, "k");
        return importUnder(w, "k", { ...importBody, reason: "other" });
      },
      conflict,
    ],
  ])("[IDM-2] [IDM-5] %s", async (_name, request, want) => {
    await expectProblem(world(), await request(world()), want);
  });
});
