import { spawnSync } from "node:child_process";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { AbortedError, TransportError } from "../../../src/runtime/errors/call-errors.js";
import { isProblem, ProblemError } from "../../../src/runtime/errors/response-errors.js";
import { shownCode, shownTrace } from "../../../src/runtime/secrets/shown-values.js";

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl";
const phone = "+493012345678";
const key = "ck_live_aBcDeF0123456789xYz";

describe("[SEC-1] [TOK-7] a code and a trace of a server", () => {
  it.each(["access_denied", "ORDER.NotFound", "1042", "urn:problem:quota-2", "e-4/b", "UND_ERR_SOCKET"])(
    "shows the code %s",
    (code) => {
      expect(shownCode(code)).toBe(code);
    },
  );
  it.each([phone, "493012345678", "tel-49-301-2345678", key, jwt, "a b", "a\nb", "", "x".repeat(65)])(
    "hides what is no code: %j",
    (code) => {
      expect(shownCode(code)).toBe("[hidden]");
    },
  );
  it.each([
    "t-1",
    "4bf92f3577b34da6a3ce929d0e0e4736",
    "0e984725-c51c-4bf4-9960-e1c80e27aba0",
    "req_8fK2Lm",
    "7f3e-FRA",
  ])("shows the trace %s", (traceId) => {
    expect(shownTrace(traceId)).toBe(traceId);
  });
  it.each([phone, "493012345678", "49-301-2345678", key, jwt, "a b", "x".repeat(65)])(
    "hides what is no trace: %j",
    (traceId) => {
      expect(shownTrace(traceId)).toBe("[hidden]");
    },
  );

  it("[ERR-8] are there for code, and hidden wherever the error is printed", () => {
    const problem = { type: "about:blank", code: phone, traceId: jwt, extensions: {} };
    const error = new ProblemError({ response: { status: 400, headers: {}, problem } });
    expect([error.code, error.traceId, isProblem(error, phone)]).toEqual([phone, jwt, true]);
    expect(error.toJSON()).toMatchObject({ code: "[hidden]", traceId: "[hidden]" });
    expect(error.message).toMatch(/ \[status 400, code \[hidden], trace \[hidden]]$/);
    const shown = printed(error);
    expect([shown.includes(phone), shown.includes(jwt)]).toEqual([false, false]);
  });
});

describe("[SEC-1] [TOK-7] a foreign cause", () => {
  const foreign = (): Error =>
    Object.assign(new TypeError(`fetch failed\n    at Bearer ${jwt}:1:1`, { cause: new Error(phone) }), {
      code: "ECONNRESET",
      request: { authorization: jwt },
    });

  it("is there as it was raised, and keeps name, code and frames in print", () => {
    const raised = foreign();
    const error = new TransportError({ cause: raised });
    expect(error.rawCause).toBe(raised);
    expect(error.cause).toMatchObject({ name: "TypeError", message: "[hidden]", code: "ECONNRESET" });
    expect((error.cause as Error).stack).toMatch(/^TypeError: \[hidden]\n +at .*printed\.test\.ts/);
    const shown = printed(error);
    expect([shown.includes(phone), shown.includes(jwt)]).toEqual([false, false]);
  });

  it("that is no error is hidden whole", () => {
    const error = new AbortedError({ cause: phone });
    expect([error.rawCause, error.cause]).toEqual([phone, "[hidden]"]);
    expect(printed(error)).not.toContain(phone);
  });

  it("is not printed by a process that ends by it", () => {
    const module = new URL("../../../src/runtime/errors/call-errors.ts", import.meta.url).href;
    const script = `const { TransportError } = await import(${JSON.stringify(module)});
      throw new TransportError({ cause: new Error(process.env.JWT, { cause: process.env.PHONE }) });`;
    const { stderr, status } = spawnSync(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", script],
      { encoding: "utf8", env: { ...process.env, JWT: `Bearer ${jwt}`, PHONE: phone } },
    );
    expect(status).toBe(1);
    expect(stderr).toContain("TransportError: No response came from the server.");
    expect(stderr).toContain("[cause]: Error: [hidden]");
    expect([stderr.includes(jwt), stderr.includes(phone)]).toEqual([false, false]);
  });
});

function printed(error: Error): string {
  const depths = { depth: 9 };
  return [
    String(error),
    JSON.stringify(error),
    inspect(error, depths),
    inspect(error, { ...depths, customInspect: false }),
    inspect(error, { ...depths, customInspect: false, showHidden: true }),
  ].join("\n");
}
