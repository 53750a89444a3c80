import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Codec, MediaDescriptor } from "../../../src/runtime/call/operation-descriptor.js";
import { chooseAnswer, chooseMedia } from "../../../src/runtime/http/choose-answer.js";
import { readJson } from "../../../src/runtime/http/json-text.js";
import { readBody } from "../../../src/runtime/http/read-body.js";
import { readRetryAfter } from "../../../src/runtime/http/retry-after.js";
import { writeAccept } from "../../../src/runtime/http/accept.js";
import type { StreamWatch } from "../../../src/runtime/http/stream-watch.js";

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

async function read(response: Response, codec: Codec, watch: Partial<StreamWatch> = {}) {
  const quiet: StreamWatch = { ended: () => undefined, failed: () => new Error("failed"), ...watch };
  return readBody(response, media("x/y", codec), false, quiet);
}

async function collect(response: Response, codec: Codec): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  const body = await read(response, codec);
  if (body.kind !== "stream") throw new Error(`is ${body.kind}`);
  for await (const one of body.value as AsyncIterable<unknown>) all.push(one);
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
    { given: "no JSON", body: "{", codec: "json", want: { kind: "unreadable", why: "its body is no JSON" } },
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
  it("reads the charset that the answer names", async () => {
    const latin = new Response(new Uint8Array([0xe9]), {
      headers: { "content-type": "text/plain; charset=ISO-8859-1" },
    });
    expect(await read(latin, "text")).toEqual({ kind: "value", value: "é" });
  });
});

describe("newline-delimited JSON", () => {
  it("yields values however the bytes are cut", async () => {
    expect(await collect(chunked('{"a":1}\n{"b"', ":2}\r", "\n\n3"), "lines")).toEqual([
      { a: 1 },
      { b: 2 },
      3,
    ]);
  });
  it("names the line that is no JSON and does not show it", async () => {
    await expect(collect(chunked("1\nsecret\n"), "lines")).rejects.toThrow(
      "Line 2 of the answer is no JSON.",
    );
  });
  it("cancels the stream when the loop is left", async () => {
    let ended = 0;
    const watched = await read(chunked("1\n", "2\n"), "lines", { ended: () => (ended += 1) });
    if (watched.kind !== "stream") throw new Error(`is ${watched.kind}`);
    for await (const first of watched.value as AsyncIterable<unknown>) {
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
    expect(await collect(chunked(...chunks), "events")).toEqual(want);
  });
});

describe("long integers", () => {
  it("become bigints where the contract says so, and numbers elsewhere", () => {
    const text =
      '{"items":[{"id":9223372036854775807,"n":1},{"id":3}],"other":9223372036854775807,"s":"9223372036854775807"}';
    expect(readJson(text, ["items/*/id"])).toEqual({
      items: [{ id: 9223372036854775807n, n: 1 }, { id: 3n }],
      other: 9223372036854775807,
      s: "9223372036854775807",
    });
  });
  it("reads as JSON.parse does where nothing is marked", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readJson(text, ["no/such/place"])).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe("choosing a description", () => {
  const json = [media("application/json", "json")];
  const answers = [
    { statuses: ["200"], content: json },
    { statuses: ["4XX"], content: json },
    { statuses: ["404"], content: [] },
    { statuses: ["default"], content: [media("text/plain", "text")] },
  ];
  it.each([
    { status: 200, want: 0 },
    { status: 404, want: 2 },
    { status: 409, want: 1 },
    { status: 500, want: 3 },
    { status: 201, want: 0 },
  ])("status $status", ({ status, want }) => {
    expect(chooseAnswer(answers, status)).toBe(answers[want]);
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
});

describe("Retry-After (RFC 9110 section 10.2.3)", () => {
  const now = Date.UTC(2026, 10, 20, 0, 0, 0);
  it.each([
    { given: "120", date: undefined, want: 120_000 },
    { given: "0", date: undefined, want: 0 },
    { given: "Fri, 20 Nov 2026 00:01:00 GMT", date: undefined, want: 60_000 },
    { given: "Fri, 20 Nov 2026 00:01:00 GMT", date: "Fri, 20 Nov 2026 00:00:50 GMT", want: 10_000 },
    { given: "Thu, 19 Nov 2026 00:00:00 GMT", date: undefined, want: 0 },
    { given: "99999999999999", date: undefined, want: 3_155_760_000_000 },
    { given: "9".repeat(400), date: undefined, want: 3_155_760_000_000 },
    { given: "soon", date: undefined, want: undefined },
    { given: "-5", date: undefined, want: undefined },
    { given: "", date: undefined, want: undefined },
  ])("$given (answered $date) waits $want", ({ given, date, want }) => {
    const headers = new Headers({ "retry-after": given, ...(date && { date }) });
    expect(readRetryAfter(headers, now)).toBe(want);
  });
});
