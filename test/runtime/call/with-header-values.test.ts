import { describe, expect, it, onTestFinished } from "vitest";
import { type ApiResponse, type Call, call } from "../../../src/runtime/call/call.js";
import { createCore } from "../../../src/runtime/call/create-core.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import type { OtherSuccess } from "../../../src/runtime/call/call-as.js";
import {
  type DescribedResponse,
  withHeaderValues,
} from "../../../src/runtime/response/with-header-values.js";
import { isUnexpectedResponseError } from "../../../src/runtime/errors/call-errors.js";
import { VirtualClock } from "../virtual-clock.js";
import { json, type Reply, startTestServer } from "./test-server.js";

const content = [{ mediaType: "application/json", codec: "json" }] as const;
const read: OperationDescriptor = {
  name: "pets.get",
  method: "GET",
  path: "/pets",
  responses: [
    {
      statuses: [200],
      content,
      headers: {
        "X-Left": { as: "integer" },
        "X-Next": { as: "integer", nullable: true },
        "Set-Cookie": { as: "list", items: "text" },
      },
    },
    { statuses: [202], content },
  ],
  retryClass: "read",
};

interface Left {
  "X-Left"?: number;
  "X-Next"?: number;
  "Set-Cookie"?: string[];
}
type Answer =
  | DescribedResponse<{ id: number }, Left, 200 | OtherSuccess<200 | 202>>
  | ApiResponse<{ queued: boolean }, 202>;

/** What the raw form of a call gives for one answer of a server. */
async function answerTo(reply: Reply): Promise<Answer> {
  const server = await startTestServer(reply);
  onTestFinished(() => server.close());
  const setup = { contract: { title: "t", version: "1" }, serverUrl: server.url, credentials: {} };
  const core = createCore(setup, { clock: new VirtualClock() });
  const made: Call<{ id: number } | { queued: boolean }, Answer> = withHeaderValues(call(core, read), read);
  return made.withResponse();
}

describe("the raw form of a call whose headers are described", () => {
  it("has their values, and all headers as they came", async () => {
    const answer = await answerTo(json({ id: 1 }, 200, { "x-left": "3", "x-other": "a" }));
    if (answer.status === 202) throw new Error("It is 200.");
    expect([answer.value.id, answer.headerValues["X-Left"]]).toEqual([1, 3]);
    expect(Object.keys(answer.headerValues)).toEqual(["X-Left"]);
    expect([answer.headers.get("x-left"), answer.headers.get("x-other")]).toEqual(["3", "a"]);
  });

  it("has none where the server left them out, required or not", async () => {
    const answer = await answerTo(json({ id: 1 }));
    expect("headerValues" in answer && answer.headerValues).toEqual({});
  });

  it.each(["null", "", " "])("has none in place of which a server says null: %j", async (text) => {
    const answer = await answerTo(json({ id: 1 }, 200, { "x-next": text }));
    expect("headerValues" in answer && answer.headerValues).toEqual({});
    const other = await answerTo(json({ id: 1 }, 200, { "x-left": text }));
    expect(() => (other.status === 200 ? other.headerValues["X-Left"] : undefined)).toThrow(
      'The header "X-Left" of the response does not fit its schema: it is not an integer.',
    );
  });

  it("has none of another answer's", async () => {
    const answer = await answerTo(json({ queued: true }, 202, { "x-left": "3" }));
    expect(answer).toMatchObject({ status: 202, value: { queued: true }, headerValues: {} });
  });

  it("reads a success without a name like the first one, as its type says", async () => {
    const answer = await answerTo(json({ id: 1 }, 203, { "x-left": "4" }));
    expect(answer.status === 203 && answer.headerValues["X-Left"]).toBe(4);
  });

  it("gives cookies one by one", async () => {
    const cookies = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"];
    const headers = { "content-type": "application/json", "set-cookie": cookies };
    const answer = await answerTo({ headers, body: "{}" });
    expect(answer.status === 200 && answer.headerValues["Set-Cookie"]).toEqual(cookies);
  });

  it("raises for text that does not fit, when it is looked at and not before, without showing it", async () => {
    const answer = await answerTo(json({ id: 1 }, 200, { "x-left": "secret-4242" }));
    expect(answer.value).toEqual({ id: 1 });
    let error: unknown;
    try {
      if (answer.status === 200) expect(answer.headerValues["X-Left"]).toBe("unreachable");
    } catch (thrown) {
      error = thrown;
    }
    expect(isUnexpectedResponseError(error) && error.message).toBe(
      'pets.get (GET /pets): The header "X-Left" of the response does not fit its schema: it is not an integer. ' +
        "Its text is in `headers`; the rest of the response is valid. [status 200]",
    );
    expect(JSON.stringify(error)).not.toContain("4242");
  });
});
