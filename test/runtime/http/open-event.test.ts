import { expect, test } from "vitest";
import type { OpenEvent } from "../../../src/runtime/streams/open-event.js";
import type { OpenUnion, Unlisted } from "../../../src/runtime/values/unlisted.js";

interface Progress {
  readonly event: "progress" | "done" | Unlisted;
  readonly data: { readonly percent: number };
}

interface Word {
  readonly event: "word";
  readonly data: { readonly letters: string };
  readonly id?: string;
}

interface Pause {
  readonly event: "pause";
  readonly data: { readonly milliseconds: number };
}

/* That these compile is half of what is shown: `event` narrows to what the contract lists, and to nothing else. */

function percentOf(given: OpenEvent<Progress>): number | undefined {
  switch (given.event) {
    case "progress":
    case "done":
      return given.data.percent;
    // @ts-expect-error no event is called so
    case "begun":
      return undefined;
    default:
      // @ts-expect-error nobody knows what an unlisted event has
      return given.data.percent as number | undefined;
  }
}

function lengthOf(given: OpenEvent<OpenUnion<Word | Pause, "event">>): number {
  if (given.event === "word") return given.data.letters.length;
  if (given.event === "pause") return given.data.milliseconds;
  // What every event has, an unlisted one has as well.
  return given.id?.length ?? -1;
}

test("the name of an event narrows to the event where one schema lists several names", () => {
  expect(percentOf({ event: "done", data: { percent: 100 } })).toBe(100);
  expect(() => percentOf({ event: "other" as string as Unlisted, data: undefined })).toThrow(TypeError);
});

test("the name of an event narrows to the event where a discriminator tells several apart", () => {
  const unlisted = { event: "other" as string as Unlisted, data: undefined, id: "seven" };
  const given = [{ event: "word", data: { letters: "abc" } } as const, unlisted];
  expect(given.map(lengthOf)).toEqual([3, 5]);
});
