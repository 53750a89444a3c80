import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  BodyResult,
  Codec,
  MediaDescriptor,
} from "../../../src/runtime/descriptors/media-descriptor.js";
import type { ResponseDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import { chooseResponse, chooseMedia } from "../../../src/runtime/response/choose-response.js";
import { readLongJson as readJson } from "../../../src/runtime/values/long-json.js";
import { readBody } from "../../../src/runtime/response/read-body.js";
import { readStream, type StreamWatch, watchStream } from "../../../src/runtime/streams/read-stream.js";
import { readEventData, readEvents } from "../../../src/runtime/streams/stream-events.js";
import { readLines, readSequence } from "../../../src/runtime/streams/stream-items.js";
import { writeAccept } from "../../../src/runtime/request/write-headers.js";
import { startRecord } from "../../../src/runtime/call/call-record.js";
import { createStriker } from "../../../src/runtime/secrets/striker.js";
import { CallTimer } from "../../../src/runtime/waiting/call-timer.js";
import { completeAnswer } from "../complete-descriptor.js";
import { VirtualClock } from "../virtual-clock.js";

const operation = { name: "x", method: "GET", path: "/", responses: [], retryClass: "read" } as const;

const media = (mediaType: string, codec: Codec): MediaDescriptor => ({ mediaType, codec });

function chunked(...chunks: readonly string[]): Response {
  const bytes = new TextEncoder();
  let index = 0;
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks[index++];
        if (chunk === undefined) controller.close();
        else controller.enqueue(bytes.encode(chunk));
      },
    }),
  );
}

function inPieces(bytes: Uint8Array, size: number): Response {
  let at = 0;
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, (at += size)));
      },
    }),
  );
}

async function read(response: Response, codec: Codec, watch: Partial<StreamWatch> = {}): Promise<BodyResult> {
  const quiet: StreamWatch = {
    next: (chunk) => chunk,
    ended: () => undefined,
    failed: () => new Error("failed"),
    ...watch,
  };
  const answer = completeAnswer(media("x/y", codec));
  if (answer.read === readStream)
    return { kind: "stream", value: watchStream(response.body ?? new Blob([]).stream(), quiet) };
  const clock = new VirtualClock();
  const timer = new CallTimer(clock, Number.POSITIVE_INFINITY);
  const record = startRecord(operation, {}, createStriker());
  const running = { own: timer, timer, record, clock, longestSilence: 1000 };
  return readBody(response, answer, { running, limit: 1_000_000_000 });
}

/** The items of a body, read as the calls that stream read them. */
async function itemsOf(
  response: Response,
  described: Partial<MediaDescriptor> & Pick<MediaDescriptor, "codec">,
  watch: Partial<StreamWatch> = {},
): Promise<AsyncIterable<unknown>> {
  const body = await read(response, described.codec, watch);
  if (body.kind !== "stream") throw new Error(`is ${body.kind}`);
  if (described.codec === "events")
    return readEventData(readEvents(body.value), { ...media("x/y", "events"), ...described });
  return described.codec === "lines"
    ? readLines(body.value, described.longIntegers)
    : readSequence(body.value, described.longIntegers);
}

async function collect(
  response: Response,
  described: Partial<MediaDescriptor> & Pick<MediaDescriptor, "codec">,
): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const one of await itemsOf(response, described)) all.push(one);
  return all;
}

describe("values", () => {
  it.each([
    {
      given: "JSON with a byte order mark",
      body: '\uFEFF{"a":1}',
      codec: "json",
      want: { kind: "value", value: { a: 1 } },
    },
    { given: "no JSON", body: "{", codec: "json", want: { kind: "unreadable", why: "its body is not JSON" } },
    {
      given: "an empty body",
      body: "",
      codec: "json",
      want: { kind: "unreadable", why: "its body is empty" },
    },
    {
      given: "a form",
      body: "a=1&b=x+y&a=2",
      codec: "form",
      want: { kind: "value", value: { a: ["1", "2"], b: "x y" } },
    },
    { given: "text", body: "é", codec: "text", want: { kind: "value", value: "é" } },
  ] as const)("$given", async ({ body, codec, want }) => {
    expect(await read(new Response(body), codec)).toEqual(want);
  });
  it.each([
    { given: "one chunk", chunks: [[0, 4]] },
    {
      given: "several chunks",
      chunks: [
        [0, 1],
        [1, 4],
      ],
    },
  ])("$given that is a part of a larger buffer", async ({ chunks }) => {
    const bytes = new TextEncoder().encode("1234, and what belongs to another response");
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const [from, to] of chunks) controller.enqueue(bytes.subarray(from, to));
        controller.close();
      },
    });
    expect(await read(new Response(body), "text")).toEqual({ kind: "value", value: "1234" });
  });
  it("reads the charset that the answer names", async () => {
    const latin = new Response(new Uint8Array([0xe9]), {
      headers: { "content-type": "text/plain; charset=ISO-8859-1" },
    });
    expect(await read(latin, "text")).toEqual({ kind: "value", value: "é" });
  });
});

describe("newline-delimited JSON", () => {
  it("yields values however the bytes are cut", async () => {
    expect(await collect(chunked('{"a":1}\n{"b"', ":2}\r", "\n\n3"), { codec: "lines" })).toEqual([
      { a: 1 },
      { b: 2 },
      3,
    ]);
  });
  it("names the line that is no JSON and does not show it", async () => {
    await expect(collect(chunked("1\nsecret\n"), { codec: "lines" })).rejects.toThrow(
      "Line 2 of the response is not valid JSON.",
    );
  });
  it("cancels the stream when the loop is left", async () => {
    let ended = 0;
    const items = await itemsOf(chunked("1\n", "2\n"), { codec: "lines" }, { ended: () => (ended += 1) });
    for await (const first of items) {
      expect(first).toBe(1);
      break;
    }
    expect(ended).toBe(1);
  });
});

describe("server-sent events (WHATWG HTML, section 9.2.6)", () => {
  const cases: readonly { given: string; chunks: readonly string[]; want: readonly unknown[] }[] = [
    { given: "a plain event", chunks: ["data: x\n\n"], want: [{ event: "message", data: "x" }] },
    {
      given: "data in several lines",
      chunks: ["data: YHOO\ndata: +2\ndata:10\n\n"],
      want: [{ event: "message", data: "YHOO\n+2\n10" }],
    },
    {
      given: "comments, names and identifiers",
      chunks: [": hi\nevent: add\nid: 7\ndata: 1\n\ndata: 2\n\n"],
      want: [
        { event: "add", data: "1", id: "7" },
        { event: "message", data: "2", id: "7" },
      ],
    },
    {
      given: "lines ended by CR, cut between CR and LF",
      chunks: ["data: 1\r", "\ndata: 2\r\r"],
      want: [{ event: "message", data: "1\n2" }],
    },
    { given: "an event without data", chunks: ["event: x\n\n"], want: [] },
    { given: "an event that the end cuts off", chunks: ["data: 1\n"], want: [] },
    { given: "one space taken off", chunks: ["data:  x\n\n"], want: [{ event: "message", data: " x" }] },
    {
      given: "retry",
      chunks: ["retry: 300\ndata: 1\n\n"],
      want: [{ event: "message", data: "1", retry: 300 }],
    },
  ];
  it.each(cases)("$given", async ({ chunks, want }) => {
    expect(await collect(chunked(...chunks), { codec: "events" })).toEqual(want);
  });

  it("reads the same whatever the pieces that bytes arrive in", async () => {
    const text = "\uFEFFid: 1\r\nevent: \u00E9t\u00E9\r\ndata: \u{1F600}\r\n\r\ndata: b\n\ndata: c\r\r";
    const bytes = new TextEncoder().encode(text);
    const want = [
      { event: "\u00E9t\u00E9", data: "\u{1F600}", id: "1" },
      { event: "message", data: "b", id: "1" },
      { event: "message", data: "c", id: "1" },
    ];
    for (let size = 1; size <= bytes.length; size += 1) {
      expect(await collect(inPieces(bytes, size), { codec: "events" })).toEqual(want);
    }
  });

  it("hands an event out as soon as its empty line is there, also when lines end in CR", async () => {
    const never = new Promise<never>(() => undefined);
    let asked = 0;
    const source = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          asked += 1;
          if (asked > 1) return never;
          controller.enqueue(new TextEncoder().encode("data: now\r\r"));
          return undefined;
        },
      },
      { highWaterMark: 0 },
    );
    const items = await itemsOf(new Response(source), { codec: "events" });
    const first = await items[Symbol.asyncIterator]().next();
    expect(first.value).toEqual({ event: "message", data: "now" });
  });
});

describe("the data of events", () => {
  const cases: readonly {
    given: string;
    data?: "json" | "jsonOrText" | "jsonOrNothing";
    chunks: readonly string[];
    want: readonly unknown[];
  }[] = [
    { given: "text that nothing describes", chunks: ["data: 1\n\n"], want: ["1"] },
    { given: "JSON", data: "json", chunks: ['data: {"a":\ndata: 1}\n\n'], want: [{ a: 1 }] },
    {
      given: "JSON up to what says that nothing follows",
      data: "json",
      chunks: ["data: 1\n\ndata: [DONE]\n\ndata: 2\n\n"],
      want: [1],
    },
    {
      given: "a word among JSON, where the contract names it",
      data: "jsonOrText",
      chunks: ["data: 1\n\ndata: [DONE]\n\n"],
      want: [1, "[DONE]"],
    },
    {
      given: "JSON of some events, up to what says that nothing follows",
      data: "jsonOrNothing",
      chunks: ["data: 1\n\ndata:\n\ndata: [DONE]\n\ndata: 2\n\n"],
      want: [1, undefined],
    },
  ];
  it.each(cases)("$given", async ({ data, chunks, want }) => {
    const events = await collect(chunked(...chunks), {
      codec: "events",
      ...(data !== undefined && { data }),
    });
    expect(events.map((event) => (event as { data: unknown }).data)).toEqual(want);
  });
  it("cancels the stream after what says that nothing follows", async () => {
    let ended = 0;
    const items = await itemsOf(
      chunked("data: [DONE]\n\n", "data: 2\n\n"),
      { codec: "events", data: "json" },
      { ended: () => (ended += 1) },
    );
    for await (const item of items) expect(item).toBeUndefined();
    expect(ended).toBe(1);
  });
  it("leaves the data of an event out that has none", async () => {
    const events = await collect(chunked("event: done\nid: 7\nretry: 9\ndata\n\n"), {
      codec: "events",
      data: "jsonOrNothing",
    });
    expect(events).toEqual([{ event: "done", id: "7", retry: 9 }]);
    expect(events[0]).not.toHaveProperty("data");
  });
  it("names the event whose data is no JSON and does not show it", async () => {
    await expect(
      collect(chunked("data: 1\n\ndata: secret\n\n"), { codec: "events", data: "json" }),
    ).rejects.toThrow("The data of event 2 of the response is not valid JSON.");
  });
  it("keeps 64-bit integers whole where the contract marks them", async () => {
    const [event] = await collect(chunked('data: {"id":9223372036854775807}\n\n'), {
      codec: "events",
      data: "json",
      longIntegers: ["id"],
    });
    expect(event).toEqual({ event: "message", data: { id: 9223372036854775807n } });
  });
});

describe("JSON text sequences (RFC 7464)", () => {
  it("yields values, also such as span lines, however the bytes are cut", async () => {
    const bytes = new TextEncoder().encode('\x1E{"a":\n1}\n\x1E"b\\u001E"\n\x1E\x1E3\n');
    for (let size = 1; size <= bytes.length; size += 1) {
      expect(await collect(inPieces(bytes, size), { codec: "sequence" })).toEqual([{ a: 1 }, "b\x1E", 3]);
    }
  });
  it.each([
    { given: "a number that may have been cut off", text: "\x1E1\n\x1E12" },
    { given: "a text that was cut off", text: '\x1E1\n\x1E{"secret":' },
  ])("raises at $given, and does not show it", async ({ text }) => {
    await expect(collect(chunked(text), { codec: "sequence" })).rejects.toThrow(
      /^Text 2 of the response is not valid JSON, or was cut off\. (?!.*secret)/,
    );
  });
});

describe("long integers", () => {
  const cases = [
    {
      given: "beyond 2^53 they become bigints where the contract says so, and numbers elsewhere",
      text: '{"items":[{"id":9223372036854775807,"n":1},{"id":3}],"other":9223372036854775807,"s":"9223372036854775807"}',
      names: ["id"],
      want: {
        items: [{ id: 9223372036854775807n, n: 1 }, { id: 3 }],
        other: 9223372036854775807,
        s: "9223372036854775807",
      },
    },
    {
      given: "in a list and in a map of that name",
      text: '{"ids":[-9223372036854775808,1],"counts":{"a":18446744073709551615}}',
      names: ["counts", "ids"],
      want: { ids: [-9223372036854775808n, 1], counts: { a: 18446744073709551615n } },
    },
    {
      given: "the value itself",
      text: "[9007199254740993,9007199254740991]",
      names: [""],
      want: [9007199254740993n, 9007199254740991],
    },
    {
      given: "fractions, exponents and what has more than 64 bits are numbers",
      text: '{"id":[1234567890123456789.5,1234567890123456789e1,123456789012345678901234567890]}',
      names: ["id"],
      want: { id: [1234567890123456789.5, 1234567890123456789e1, 123456789012345678901234567890] },
    },
    {
      given: "after strings with quotation marks and backslashes",
      text: `{${JSON.stringify('a"1')}:${JSON.stringify('"9007199254740993\\')},"id":9007199254740993}`,
      names: ["id"],
      want: { 'a"1': '"9007199254740993\\', id: 9007199254740993n },
    },
  ];
  it.each(cases)("$given", ({ text, names, want }) => {
    expect(readJson(text, names)).toEqual(want);
  });

  it("stands a text of 20 MB, and a million digits", () => {
    const long = '\\"'.repeat(10_000_000);
    const text = `{"s":"${long}","digits":${"1".repeat(1_000_000)},"id":9007199254740993}`;
    const value = readJson(text, ["id"]) as { readonly s: string; readonly id: bigint };
    expect([value.s.length, value.id]).toEqual([10_000_000, 9007199254740993n]);
  });

  it("reads any depth that JSON.parse reads", () => {
    const text = `${"[".repeat(5000)}9007199254740993${"]".repeat(5000)}`;
    let value = readJson(text, [""]);
    while (Array.isArray(value)) value = value[0] as unknown;
    expect(value).toBe(9007199254740993n);
  });

  it("reads as JSON.parse does where nothing is marked", () => {
    const integers = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n });
    fc.assert(
      fc.property(fc.json(), fc.string(), integers, (json, key, integer) => {
        const text = `{${JSON.stringify(key)}:[${json},${String(integer)},${String(integer)}]}`;
        expect(readJson(text, ["no such member"])).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe("choosing a description", () => {
  const json = [media("application/json", "json")];
  const answers: readonly ResponseDescriptor[] = [
    { statuses: [200], content: json },
    { statuses: ["4XX"], content: json },
    { statuses: [404], content: [] },
    { statuses: ["default"], content: [media("text/plain", "text")] },
  ];
  it.each([
    { status: 200, want: 0 },
    { status: 404, want: 2 },
    { status: 409, want: 1 },
    { status: 500, want: 3 },
    { status: 201, want: 0 },
  ])("status $status", ({ status, want }) => {
    expect(chooseResponse(answers, status)).toBe(answers[want]);
  });

  const content = [
    media("application/json", "json"),
    media("image/*", "binary"),
    media("text/event-stream", "events"),
  ];
  it.each([
    { type: "application/json; charset=utf-8", want: "json" },
    { type: "application/vnd.x+json", want: "json" },
    { type: "IMAGE/PNG", want: "binary" },
    { type: "text/event-stream", want: "events" },
    { type: null, want: "json" },
    { type: "text/html", want: undefined },
  ])("$type is read as $want", ({ type, want }) => {
    expect(chooseMedia(content, type)?.codec).toBe(want);
  });

  it("accepts success first, each type once", () => {
    expect(writeAccept([answers[3]!, answers[1]!, answers[0]!])).toBe("application/json, text/plain");
    expect(writeAccept([])).toBe("*/*");
  });

  it("accepts for errors nothing that a success can come in and the call did not ask for", () => {
    const given: ResponseDescriptor[] = [
      {
        statuses: [200],
        content: [media("application/json", "json"), { ...media("text/html", "text"), negotiated: true }],
      },
      {
        statuses: ["default"],
        content: [
          media("text/html", "text"),
          media("application/json", "json"),
          media("application/problem+json", "json"),
        ],
      },
    ];
    expect(writeAccept(given)).toBe("application/json, application/problem+json");
    const ranged: ResponseDescriptor[] = [
      {
        statuses: [200],
        content: [media("application/json", "json"), { ...media("image/*", "binary"), negotiated: true }],
      },
      {
        statuses: ["4XX"],
        content: [media("*/*", "json"), media("image/png", "binary"), media("text/plain", "text")],
      },
    ];
    expect(writeAccept(ranged)).toBe("application/json, text/plain");
    expect(writeAccept(ranged, ["image/*"])).toBe("image/*, image/png, text/plain");
    expect(writeAccept(given, ["text/html"])).toBe("text/html, application/problem+json");
  });

  it.each([
    { types: ["image/jpg", "image/png"], want: "image/jpg, image/jpeg, image/png" },
    { types: ["image/JPG;q=1"], want: "image/JPG;q=1, image/jpeg" },
    { types: ["image/jpeg", "image/jpg"], want: "image/jpeg, image/jpg" },
    { types: ["image/jpeg"], want: "image/jpeg" },
    { types: ["application/x-gzip"], want: "application/x-gzip" },
    { types: ["image/jpg", "image/jpeg"], accept: ["image/jpg"], want: "image/jpg" },
  ])("accepts $want for $types", ({ types, accept, want }) => {
    const content = types.map((type) => media(type, "binary"));
    expect(writeAccept([{ statuses: [200], content }], accept)).toBe(want);
  });

  it.each([
    ["image/png", "application/octet-stream"],
    ["application/json", "application/json"],
    ["application/vnd.shop+json", "application/json"],
  ])("reads %s by the description of %s beside bytes of any kind", (type, want) => {
    const given = [media("application/octet-stream", "binary"), media("application/json", "json")];
    expect(chooseMedia(given, type)?.mediaType).toBe(want);
  });

  it.each([
    { type: "application/octet-stream", content: ["text/csv", "application/gzip"], want: "application/gzip" },
    { type: "binary/octet-stream", content: ["application/gzip"], want: "application/gzip" },
    { type: "application/octet-stream", content: ["text/csv"], want: undefined },
    { type: "application/octet", content: ["application/gzip"], want: undefined },
    { type: "application/x-gzip", content: ["text/csv", "application/gzip"], want: "application/gzip" },
    { type: "application/zip", content: ["application/x-zip"], want: "application/x-zip" },
    { type: "application/x-gzip", content: ["application/zip"], want: undefined },
    { type: "image/jpeg", content: ["image/png", "image/jpg"], want: "image/jpg" },
    { type: "image/jpeg", content: ["image/jpg", "image/jpeg"], want: "image/jpeg" },
    { type: "Image/JPG", content: ["image/png", "image/jpeg"], want: "image/jpeg" },
    { type: "image/jpg", content: ["image/png"], want: undefined },
  ])("reads $type by the description that it fits among $content", ({ type, content: names, want }) => {
    const given = names.map((name) => media(name, name.startsWith("text/") ? "text" : "binary"));
    expect(chooseMedia(given, type)?.mediaType).toBe(want);
  });

  const ld = { ...media("application/ld+json", "json"), negotiated: true as const };
  const file = media("application/octet-stream", "binary");
  it.each([
    { type: "application/ld+json", accepted: json, want: undefined },
    { type: "application/vnd.other+json", accepted: json, want: "application/json" },
    { type: "application/json", accepted: [ld], want: undefined },
    { type: "application/json", accepted: [file], want: undefined },
    {
      type: "application/ld+json",
      accepted: [media("application/*+json", "json")],
      want: "application/*+json",
    },
  ])(
    "reads $type, which the answer may have, only where $accepted ask for it",
    ({ type, accepted, want }) => {
      const described = [...json, ld, file, media("application/*+json", "json")];
      expect(chooseMedia(accepted, type, described)?.mediaType).toBe(want);
    },
  );
});
