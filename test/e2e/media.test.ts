import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest";
import {
  Gallery,
  isAbortedError,
  isArgumentError,
  isDeadlineError,
  isOutcomeUnknownError,
  isTransportError,
  isUnexpectedResponseError,
} from "../../generated/media/index.js";
import { VirtualClock } from "../runtime/virtual-clock.js";
import { json, type Reply, startTestServer, type TestServer } from "../runtime/call/test-server.js";
import { collect, errorOf } from "./world.js";

type GalleryOptions = NonNullable<ConstructorParameters<typeof Gallery>[0]>;

type StreamOfStories = ReturnType<Gallery["stories"]["createStream"]>;

/** A server that plays answers, and a client of it; both end with the test. */
async function serve(
  reply: Reply,
  options: GalleryOptions = {},
): Promise<{ api: Gallery; server: TestServer }> {
  const server = await startTestServer(reply);
  onTestFinished(() => server.close());
  return { api: new Gallery({ baseUrl: server.url, ...options }), server };
}

/** An answer in pieces, with a pause before each but the first. */
function inPieces(contentType: string, ...pieces: readonly string[]): Reply {
  return (_, response) => {
    response.writeHead(200, { "content-type": contentType });
    const write = (index: number): void => {
      const piece = pieces[index];
      if (piece === undefined) {
        response.end();
        return;
      }
      response.write(piece);
      setTimeout(() => {
        write(index + 1);
      }, 5);
    };
    write(0);
  };
}

const notReadToEnd =
  "The server reported success and its response was not read to its end: the change was probably made.";
const chunk = (delta: string) => `data: ${JSON.stringify({ delta })}\n\n`;

describe("an answer that comes whole or as events", () => {
  it("comes whole from `create`, which asks for JSON alone", async () => {
    const { api, server } = await serve(json({ text: "once" }));
    expect(await api.stories.create({ about: "rain" })).toEqual({ text: "once" });
    const [request] = server.received;
    expect(request?.headers.accept).toBe("application/json");
    expect(JSON.parse(String(request?.body))).toEqual({ about: "rain" });
  });

  it("comes bit by bit from `createStream`, which asks for events in header and body", async () => {
    const { api, server } = await serve(
      inPieces("text/event-stream", chunk("on"), chunk("ce"), "data: [DONE]\n\n"),
    );
    let text = "";
    for await (const event of api.stories.createStream({ about: "rain" })) text += event.data.delta;
    expect(text).toBe("once");
    const [request] = server.received;
    expect(request?.headers.accept).toBe("text/event-stream");
    expect(JSON.parse(String(request?.body))).toEqual({ about: "rain", stream: true });
  });

  it("gives status and headers beside the events", async () => {
    const { api } = await serve(inPieces("text/event-stream; charset=utf-8", chunk("once")));
    const { status, headers, value } = await api.stories.createStream({ about: "rain" }).withResponse();
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    expect(await collect(value)).toEqual([{ event: "message", data: { delta: "once" } }]);
  });

  it("raises when the server answers whole where a stream was asked for", async () => {
    const { api } = await serve(json({ text: "once" }));
    const error = await errorOf(collect(api.stories.createStream({ about: "rain" })));
    expect(isUnexpectedResponseError(error) && error.operation).toBe("stories.create");
  });
});

describe("a stream of events", () => {
  it("gives whole events where the contract describes them, the last word as text", async () => {
    const { api } = await serve(
      inPieces(
        "text/event-stream",
        'id: 7\nevent: told\ndata: {"text":"once"}\n\n',
        "event: end\ndata: [DONE]\n\n",
      ),
    );
    const events = [];
    for await (const event of api.stories.follow()) {
      events.push(event.event === "told" ? event.data.text : event.data);
    }
    expect(events).toEqual(["once", "[DONE]"]);
  });

  it("leaves an event that the contract does not list for the default branch, with data of whatever type", async () => {
    const { api } = await serve(inPieces("text/event-stream", "event: ping\ndata: ok\n\n"));
    const others: [string, unknown][] = [];
    for await (const event of api.stories.follow()) {
      switch (event.event) {
        case "told":
          expectTypeOf(event.data.text).toEqualTypeOf<string>();
          break;
        case "end":
          expectTypeOf(event.data).toEqualTypeOf<"[DONE]">();
          break;
        default:
          expectTypeOf(event.data).toEqualTypeOf<unknown>();
          others.push([event.event, event.data]);
      }
    }
    expect(others).toEqual([["ping", "ok"]]);
  });

  it.each([
    ["its call", (call: StreamOfStories) => call[Symbol.asyncIterator]()],
    ["what the call gives", async (call: StreamOfStories) => (await call)[Symbol.asyncIterator]()],
  ])("ends the request when the iterator of %s is given up before the first event", async (_, iterate) => {
    let answer: (response: ServerResponse) => void = () => undefined;
    const answered = new Promise<ServerResponse>((resolve) => {
      answer = resolve;
    });
    const { api } = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk("on"));
      answer(response);
    });
    const events = await iterate(api.stories.createStream({ about: "rain" }));
    expect(await events.return?.()).toEqual({ done: true, value: undefined });
    const response = await answered;
    if (!response.closed) await once(response, "close");
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it("ends the request when the loop is left", async () => {
    const closed = new Promise<void>((resolve) => {
      const untilClosed: Reply = (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(chunk("on"));
        response.on("close", resolve);
      };
      const leave = async (): Promise<void> => {
        const { api } = await serve(untilClosed);
        for await (const event of api.stories.createStream({ about: "rain" })) {
          expect(event.data.delta).toBe("on");
          break;
        }
      };
      void leave();
    });
    await expect(closed).resolves.toBeUndefined();
  });

  it("has one deadline, from the request to the last event", async () => {
    const clock = new VirtualClock();
    const { api } = await serve(
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(chunk("on"));
      },
      { clock },
    );
    const events = await api.stories.createStream({ about: "rain" }, { deadline: "10m" });
    const iterator = events[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ value: { data: { delta: "on" } } });
    const second = errorOf(iterator.next());
    await clock.advance(600_000);
    const error = await second;
    expect(isOutcomeUnknownError(error) && error.happened).toBe(notReadToEnd);
    const { cause } = error as Error;
    expect(isDeadlineError(cause) && cause.operation).toBe("stories.create");
    expect(clock.sleeping).toBe(0);
  });

  it("ends on the caller's abort", async () => {
    const abort = new AbortController();
    const { api } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk("on"));
    });
    const reading = async (): Promise<void> => {
      for await (const event of api.stories.createStream({ about: "rain" }, { signal: abort.signal })) {
        abort.abort(event.data.delta);
      }
    };
    const error = await errorOf(reading());
    // The story was written: what the caller gave up is its text.
    expect(isOutcomeUnknownError(error) && error.happened).toBe(notReadToEnd);
    const { cause } = error as Error;
    expect(isAbortedError(cause) && cause.rawCause).toBe("on");
  });

  it("raises a typed error that names the operation when the connection breaks off", async () => {
    const { api } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk("on"));
      setTimeout(() => response.destroy(), 20);
    });
    const error = await errorOf(collect(api.stories.createStream({ about: "rain" })));
    expect(isOutcomeUnknownError(error) && error.message).toBe(
      "stories.create (POST /stories): The server reported success and its response broke off: the change was probably made. " +
        "Read the resource to see whether the change was made before repeating it.",
    );
  });

  it("says of a read that it broke off, and not that no answer came", async () => {
    const { api } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      response.write('{"line":"a"}\n');
      setTimeout(() => response.destroy(), 20);
    });
    const error = await errorOf(collect(api.feeds.readLog({ since: "noon" })));
    expect(isTransportError(error) && error.message).toBe(
      "feeds.readLog (GET /feeds/log): The response broke off after it had begun. " +
        "What came before is right, and more may be missing; make the call again for the whole.",
    );
  });

  it("names the operation when an event cannot be read, and shows nothing of it", async () => {
    const { api } = await serve(inPieces("text/event-stream", "data: secret\n\n"));
    const error = await errorOf(collect(api.stories.createStream({ about: "rain" })));
    expect(isUnexpectedResponseError(error) && error.message).toBe(
      "stories.create (POST /stories): The data of event 1 of the response is not valid JSON. " +
        "What came before it is right; compare what the server sends with the contract.",
    );
  });

  it("cannot be read twice", async () => {
    const { api } = await serve(inPieces("text/event-stream", chunk("once")));
    const events = await api.stories.createStream({ about: "rain" });
    expect(await collect(events)).toHaveLength(1);
    expect(isArgumentError(await errorOf(collect(events)))).toBe(true);
  });
});

describe("sequences of JSON", () => {
  it("reads newline-delimited JSON item by item", async () => {
    const { api, server } = await serve(inPieces("application/x-ndjson", '{"line":"a"}\n{"li', 'ne":"b"}\n'));
    const lines = [];
    for await (const { line } of api.feeds.readLog({ since: "noon" })) lines.push(line);
    expect(lines).toEqual(["a", "b"]);
    expect(server.received[0]?.headers.accept).toBe("application/x-ndjson");
  });

  it("reads a JSON text sequence where the caller wants it one by one, and a list where not", async () => {
    const reply: Reply = (received, response) => {
      const asSequence = received.headers.accept === "application/json-seq";
      response.writeHead(200, { "content-type": received.headers.accept });
      response.end(asSequence ? '\x1E{"line":"a"}\n\x1E{"line":"b"}\n' : '[{"line":"a"},{"line":"b"}]');
    };
    const { api } = await serve(reply);
    const want = [{ line: "a" }, { line: "b" }];
    expect(await collect(api.feeds.readRecordsStream())).toEqual(want);
    expect(await api.feeds.readRecords()).toEqual(want);
  });
});

describe("a body that the contract takes in several media types", () => {
  async function sent(send: (api: Gallery) => PromiseLike<unknown>) {
    const { api, server } = await serve(json({ id: "7" }, 201));
    await send(api);
    const [request] = server.received;
    const type = String(request?.headers["content-type"]);
    return { type, text: String(request?.body) };
  }

  it("is JSON where the caller does not choose", async () => {
    const { type, text } = await sent((api) => api.pictures.create({ title: "Rain", tags: ["a", "b"] }));
    expect([type, text]).toEqual(["application/json", '{"title":"Rain","tags":["a","b"]}']);
  });

  it("is a form, its members written as the contract encodes them", async () => {
    const { type, text } = await sent((api) =>
      api.pictures.create({
        contentType: "application/x-www-form-urlencoded",
        title: "Rain & sun",
        tags: ["a", "b"],
      }),
    );
    expect([type, text]).toEqual(["application/x-www-form-urlencoded", "title=Rain%20%26%20sun&tags=a%7Cb"]);
  });

  it("is a multipart form whose parts have content types, headers and styles", async () => {
    const { type, text } = await sent((api) =>
      api.pictures.create({
        contentType: "multipart/form-data",
        file: new Uint8Array([65, 66]),
        about: { place: "here" },
        tags: ["a & b", "c"],
      }),
    );
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(type)?.[1] ?? "";
    expect(text.split(`--${boundary}`)).toEqual([
      "",
      '\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: image/png\r\n\r\nAB\r\n',
      '\r\nContent-Disposition: form-data; name="about"\r\n' +
        'Content-Type: application/vnd.gallery.about+json\r\nX-Part: about\r\n\r\n{"place":"here"}\r\n',
      '\r\nContent-Disposition: form-data; name="tags"\r\n\r\na & b,c\r\n',
      "--\r\n",
    ]);
  });

  it("is bytes with a type of their own, also such as stream", async () => {
    const blob = new Blob(["AB"], { type: "image/webp" });
    const { type, text } = await sent((api) => api.pictures.create({ contentType: "image/*", body: blob }));
    expect([type, text]).toEqual(["image/webp", "AB"]);
    const named = await sent((api) =>
      api.pictures.create({ contentType: "image/png", body: new Uint8Array([65]) }),
    );
    expect([named.type, named.text]).toEqual(["image/png", "A"]);
    const streamed = await sent((api) =>
      api.pictures.update({ id: "7", contentType: "image/gif", body: blob.stream() }),
    );
    expect([streamed.type, streamed.text]).toEqual(["image/gif", "AB"]);
  });

  it("is text", async () => {
    const { type, text } = await sent((api) =>
      api.pictures.create({ contentType: "text/plain", body: "Rain" }),
    );
    expect([type, text]).toEqual(["text/plain", "Rain"]);
  });

  it("is refused, before anything is sent, in a type that the contract does not take", async () => {
    const { api, server } = await serve({ status: 204 });
    const bytes = new Blob(["AB"], { type: "text/html" });
    const outside = await errorOf(api.pictures.create({ contentType: "image/*", body: bytes }));
    expect(isArgumentError(outside) && outside.happened).toBe(
      "The body cannot be written as image/*: it has no type within that; give a Blob with a type, or name the content type.",
    );
    const gif = await errorOf(api.pictures.create({ contentType: "image/gif\n", body: bytes }));
    expect(isArgumentError(gif) && gif.happened).toBe(
      'The value of the header "content-type" has characters that a header cannot carry.',
    );
    // @ts-expect-error such a type is none of the contract's
    const unknown = await errorOf(api.pictures.create({ contentType: "application/pdf", body: bytes }));
    expect(isArgumentError(unknown) && unknown.remedy).toBe(
      "Give one of: application/json, application/x-www-form-urlencoded, image/*, multipart/form-data, text/plain.",
    );
    expect(server.received).toEqual([]);
  });

  it("is a list of JSON lines", async () => {
    const { api, server } = await serve({ status: 204 });
    await api.feeds.writeLog({ body: [{ line: "a" }, { line: "b" }] });
    expect(String(server.received[0]?.body)).toBe('{"line":"a"}\n{"line":"b"}\n');
  });

  it("has the type of its media type", () => {
    const never = (api: Gallery): readonly unknown[] => [
      // @ts-expect-error a multipart form needs its file
      api.pictures.create({ contentType: "multipart/form-data", title: "Rain" }),
      // @ts-expect-error text is the member `body`
      api.pictures.create({ contentType: "text/plain", title: "Rain" }),
      // @ts-expect-error JSON needs a title
      api.pictures.create({ tags: [] }),
    ];
    expect(never).toBeTypeOf("function");
  });
});

describe("an answer with headers and status", () => {
  const add = async (reply: Reply) => {
    const { api } = await serve(reply);
    return api.pictures.create({ title: "Rain" }).withResponse();
  };

  it("is told apart by status, value and headers with it", async () => {
    const headers = { "x-remaining": "3", "x-duplicate": "false", "x-sizes": "16, 32", location: "/p/7" };
    const answer = await add(json({ id: "7" }, 201, headers));
    if (answer.status === 202) throw new Error("It was added.");
    expect([answer.value.id, answer.headers.get("location")]).toEqual(["7", "/p/7"]);
    const { Location: location, "X-Sizes": sizes, ...others } = answer.headerValues;
    expect([location, sizes?.map((size) => size / 16)]).toEqual(["/p/7", [1, 2]]);
    expect(others).toEqual({ "X-Remaining": 3, "X-Duplicate": false });
    const queued = await add(json({ position: 3 }, 202));
    if (queued.status !== 202) throw new Error("It was queued.");
    expect(queued.value.position).toBe(3);
    // @ts-expect-error what was queued has no id
    expect(queued.value.id).toBeUndefined();
  });

  it("has no value that the type does not know: a header left out, one that is no integer", async () => {
    const answer = await add(json({ id: "7" }, 201, { "x-remaining": "many" }));
    if (answer.status === 202) throw new Error("It was added.");
    const { headerValues } = answer;
    // @ts-expect-error the server may leave out what the contract requires
    const left: number = headerValues["X-Duplicate"];
    expect(left).toBeUndefined();
    const error = await errorOf(Promise.resolve().then(() => headerValues["X-Remaining"]));
    expect(isUnexpectedResponseError(error) && error.operation).toBe("pictures.create");
  });

  it("has them of an answer to HEAD", async () => {
    const { api } = await serve({ headers: { "x-width": "640" } });
    const { headerValues, value } = await api.pictures.check("7").withResponse();
    expect([headerValues["X-Width"], value]).toEqual([640, undefined]);
  });
});

describe("an answer in another media type", () => {
  it.each([
    {
      type: "application/json",
      body: '{"id":"7"}',
      get: (api: Gallery) => api.pictures.get("7"),
      want: { id: "7" },
    },
    {
      type: "application/vnd.gallery.v2+json",
      body: '{"id":"7","titles":[]}',
      get: (api: Gallery) => api.pictures.getAsGalleryV2Json("7"),
      want: { id: "7", titles: [] },
    },
    {
      type: "application/xml",
      body: "<id/>",
      get: (api: Gallery) => api.pictures.getAsXml("7"),
      want: "<id/>",
    },
    { type: "text/plain", body: "Rain", get: (api: Gallery) => api.pictures.getAsText("7"), want: "Rain" },
  ])("asks for $type and nothing else", async ({ type, body, get, want }) => {
    const { api, server } = await serve({ headers: { "content-type": type }, body });
    expect(await get(api)).toEqual(want);
    expect(server.received[0]?.headers.accept).toBe(type);
  });

  it("raises when it comes in a media type that was not asked for", async () => {
    const { api } = await serve(json({ id: "7" }));
    const error = await errorOf(api.pictures.getAsXml("7"));
    expect(isUnexpectedResponseError(error) && error.operation).toBe("pictures.get");
  });
});

describe("bytes", () => {
  const picture: Reply = {
    headers: { "content-type": "image/jpeg", "content-length": "3" },
    body: new Uint8Array([1, 2, 3]),
  };

  it("come as a Blob that knows its type", async () => {
    const { api, server } = await serve(picture);
    const blob = await api.pictures.download("7");
    expect([blob?.type, blob?.size]).toEqual(["image/jpeg", 3]);
    expect(server.received[0]?.headers.accept).toBe("image/jpeg, image/png");
  });

  it("come as they arrive from the method that streams", async () => {
    const { api } = await serve(picture);
    const { value, headers } = await api.pictures.downloadStream("7").withResponse();
    expect(headers.get("content-length")).toBe("3");
    expect(new Uint8Array(await new Response(value).arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  });

  it("are absent where the server has none yet", async () => {
    const { api } = await serve({ status: 202 });
    expect(await api.pictures.downloadStream("7")).toBeUndefined();
  });
});
