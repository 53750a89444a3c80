import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSequence } from "../../../src/runtime/streams/stream-items.js";
import { textLines } from "../../../src/runtime/streams/text-parts.js";

/** A stream of the bytes, cut after these many each time; what is left comes last. */
function cutInto(bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array> {
  let at = 0;
  const ends = [...sizes.map((size) => (at += size)), bytes.length];
  return new ReadableStream({
    start(controller) {
      let from = 0;
      for (const end of ends) {
        controller.enqueue(bytes.slice(from, end));
        from = Math.max(from, end);
      }
      controller.close();
    },
  });
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const sizes = fc.array(fc.nat({ max: 5 }), { maxLength: 40 });
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a text in chunks", () => {
  it("has the same lines however it is cut", async () => {
    const texts = fc.array(fc.constantFrom("\r", "\n", "\r\n", "a", "é", "😀", " "), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, sizes, async (pieces, cuts) => {
        const text = pieces.join("");
        const want = text.split(/\r\n|\n|\r/);
        if (want.at(-1) === "") want.pop();
        expect(await collect(textLines(cutInto(encode(text), cuts)))).toEqual(want);
      }),
    );
  });

  it("has the same JSON texts however it is cut", async () => {
    const values = fc.array(fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(values, sizes, async (given, cuts) => {
        const texts = given.map((value) => JSON.stringify(value));
        const bytes = encode(texts.map((text) => `\u001E${text}\n`).join(""));
        const want = texts.map((text) => JSON.parse(text) as unknown);
        expect(await collect(readSequence(cutInto(bytes, cuts), undefined))).toEqual(want);
      }),
    );
  });

  it("gives a line while the next one is still open", async () => {
    let close = (): void => undefined;
    const lines = textLines(
      new ReadableStream({
        start(controller) {
          controller.enqueue(encode("one\rtw"));
          close = () => {
            controller.close();
          };
        },
      }),
    );
    expect(await lines.next()).toEqual({ done: false, value: "one" });
    close();
    expect(await lines.next()).toEqual({ done: false, value: "tw" });
    expect((await lines.next()).done).toBe(true);
  });

  it.each([
    ["line", (bytes: ReadableStream<Uint8Array>) => textLines(bytes, Number.POSITIVE_INFINITY)],
    [
      "JSON text",
      (bytes: ReadableStream<Uint8Array>) => readSequence(bytes, undefined, Number.POSITIVE_INFINITY),
    ],
  ])("reads one long %s in time in proportion to its length", async (_, read) => {
    // Reading the rest again for each of these chunks would be 130 GB of text: minutes, and not the seconds allowed.
    const bytes = encode(`"${"x".repeat(16_000_000)}"`);
    const cuts = Array<number>(16_000).fill(1000);
    const [only] = await collect(read(cutInto(bytes, cuts)));
    expect(String(only).length).toBeGreaterThanOrEqual(16_000_000);
  });
});
