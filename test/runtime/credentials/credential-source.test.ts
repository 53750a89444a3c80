import { describe, expect, it } from "vitest";
import { CredentialSource } from "../../../src/runtime/credentials/credential-source.js";
import { VirtualClock } from "../virtual-clock.js";

const hour = 3_600_000;

/** A source whose renewal behind the calls is on its way; `finish` gives what it obtained. */
async function renewing() {
  const clock = new VirtualClock({ random: () => 0 });
  const reasons: string[] = [];
  let finish: (token: string) => void = () => undefined;
  const renewed = new Promise<string>((resolve) => (finish = resolve));
  const source = new CredentialSource(clock, async (reason) => {
    reasons.push(reason);
    const token = reason === "first" ? "old" : reason === "refused" ? "new" : await renewed;
    return { token, requestedAt: clock.monotonic(), lifetime: hour };
  });
  const context = () => ({ signal: new AbortController().signal, deadlineAt: clock.monotonic() + hour });
  await source.take(context());
  await clock.advance(hour * 0.8);
  const held = await source.take(context());
  await expect.poll(() => reasons).toEqual(["first", "refresh"]);
  return { source, held, reasons, finish, take: () => source.take(context()) };
}

describe("[TOK-6] a 401 while a new credential is on its way", () => {
  it("is not answered by the credential that was refused: the source is told and asked again", async () => {
    const { source, held, reasons, finish, take } = await renewing();
    source.refuse(held);
    const [one, other] = [take(), take()];
    finish("old");
    expect((await one).obtained.token).toBe("new");
    expect(await other).toBe(await one);
    expect(reasons).toEqual(["first", "refresh", "refused"]);
    expect((await take()).obtained.token).toBe("new");
  });

  it("is answered by another credential, which is not asked for twice", async () => {
    const { source, held, reasons, finish, take } = await renewing();
    source.refuse(held);
    const replay = take();
    finish("newer");
    expect((await replay).obtained.token).toBe("newer");
    expect((await take()).obtained.token).toBe("newer");
    expect(reasons).toEqual(["first", "refresh"]);
  });

  it("is not forgotten for a late 401 of an older credential", async () => {
    const clock = new VirtualClock({ random: () => 0 });
    const reasons: string[] = [];
    const given = ["a", "b", "b", "c"];
    const source = new CredentialSource(clock, (reason) => {
      reasons.push(reason);
      const token = given[reasons.length - 1] ?? "";
      // The third is on its way while both refusals come.
      const wait = reasons.length === 3 ? clock.sleep(1000, new AbortController().signal) : Promise.resolve();
      return wait.then(() => ({ token, requestedAt: clock.monotonic(), lifetime: hour }));
    });
    const take = () =>
      source.take({ signal: new AbortController().signal, deadlineAt: clock.monotonic() + hour });
    const older = await take();
    source.refuse(older);
    await take();
    await clock.advance(hour * 0.8);
    const current = await take();
    await expect.poll(() => reasons.length).toBe(3);
    source.refuse(current);
    source.refuse(older);
    const replay = take();
    await clock.advance(1000);
    expect((await replay).obtained.token).toBe("c");
    expect(reasons).toEqual(["first", "refused", "refresh", "refused"]);
  });

  it("does not make a source be asked twice for ever that has no other", async () => {
    const { source, held, reasons, finish, take } = await renewing();
    source.refuse(held);
    const replay = take();
    finish("old");
    source.refuse(await replay);
    await take();
    expect(reasons).toEqual(["first", "refresh", "refused", "refused"]);
  });
});
