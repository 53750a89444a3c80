import { describe, test } from "vitest";
import { expectProblem, useWrongWorld, type WrongRow, type WrongWorld } from "./wrong-requests.js";

const world = useWrongWorld("test");

const day = 86_400_000;
/** A JWT of another user. */
const bens = (w: WrongWorld) => w.issueToken({ userId: w.sandbox.users[1]?.userId ?? "" });

describe("an operation", () => {
  test.each<WrongRow>([
    [
      "that nobody started",
      (w) => w.send("/operations/6f1f6a5e-6f0c-4a63-8f8b-0f3f3a7f8c21"),
      [404, "operation_not_found", false],
    ],
    [
      "of another user",
      async (w) =>
        w.send(`/operations/${await w.startImport()}`, {
          token: await bens(w),
        }),
      [404, "operation_not_found", false],
    ],
    [
      "of another user's result",
      async (w) =>
        w.send(`/operations/${await w.startImport()}/result`, {
          token: await bens(w),
        }),
      [404, "operation_not_found", false],
    ],
    [
      "[OPS-7] of a key with another scope",
      async (w) =>
        w.send(`/operations/${await w.startImport()}`, {
          token: await w.issueToken({ scopes: ["cabinet:read"] }),
        }),
      [403, "scope_missing", false],
    ],
    [
      "[OPS-2] whose result is asked for too soon",
      async (w) => w.send(`/operations/${await w.startImport()}/result`),
      [409, "operation_not_finished", true],
    ],
    [
      "[OPS-3] that failed, whose result is asked for",
      async (w) => {
        w.sandbox.failNextOperation({
          code: "later_failure",
          message: "a",
          retryable: false,
          applied: false,
        });
        const id = await w.startImport();
        w.clock.advance(3000);
        return w.send(`/operations/${id}/result`);
      },
      [409, "operation_failed", false],
    ],
    [
      "[OPS-6] after 7 days",
      async (w) => {
        const id = await w.startImport();
        w.clock.advance(7 * day);
        return w.send(`/operations/${id}`, { token: await w.issueToken({}) });
      },
      [410, "operation_expired", false],
    ],
    [
      "[OPS-6] after 7 days, whose result is asked for",
      async (w) => {
        const id = await w.startImport();
        w.clock.advance(7 * day);
        return w.send(`/operations/${id}/result`, { token: await w.issueToken({}) });
      },
      [410, "operation_expired", false],
    ],
    [
      "[ACC-4] whose result the user may no longer see",
      async (w) => {
        const id = await w.startImport();
        w.clock.advance(3000);
        w.sandbox.withdrawRight({ right: "import_deals", cabinetId: w.cabinetId });
        return w.send(`/operations/${id}/result`);
      },
      [403, "cabinet_access_denied", false],
    ],
    [
      "on an archived project",
      (w) =>
        w.send("/projects/project-updates", {
          body: { cabinetId: w.cabinetId, projectId: w.archivedId, reason: "a", patch: { name: "New" } },
        }),
      [409, "project_archived", false],
    ],
    [
      "on a project that is not there",
      (w) =>
        w.send("/projects/project-updates", {
          body: { cabinetId: w.cabinetId, projectId: "42", reason: "a", patch: { name: "New" } },
        }),
      [404, "project_not_found", false],
    ],
  ])("%s", async (_name, request, want) => {
    await expectProblem(world(), await request(world()), want);
  });
});
