import { inspect } from "node:util";
import { context, trace } from "@opentelemetry/api";
import { expect, test, vi } from "vitest";
import { recordSpans } from "../runtime/tracing/recorded-spans.js";
import { collect, contextOf, errorOf, startWorld, useGeneratedClient } from "../e2e/world.js";

const client = useGeneratedClient();
const phone = "+442079460123";
const email = "person@example.com";

/** Everything that a log could make of a value. */
function shown(value: unknown): string {
  const options = { depth: Infinity, showHidden: true, getters: true } as const;
  const stack = value instanceof Error ? (value.stack ?? "") : "";
  const text = value instanceof Error ? value.message : "";
  return [inspect(value), inspect(value, { depth: Infinity }), JSON.stringify(value), stack, text]
    .concat(value instanceof Error ? [] : [inspect(value, options)])
    .join("\n");
}

/** Everything that is printed during the test, by either side: both run in this process. */
function watchOutput(): readonly string[] {
  const printed: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
  }
  for (const name of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, name).mockImplementation(
      (...words) => void printed.push(inspect(words, { depth: Infinity })),
    );
  }
  return printed;
}

test("[TOK-7] [SEC-1] [ERR-2] key, token and contact data are in nothing that can be logged", async () => {
  const served: unknown[] = [];
  const { connect, cabinetId, sandbox } = await startWorld(client(), {
    log: (event) => void served.push(event),
  });
  const printed = watchOutput();
  const spans = recordSpans();
  const events: unknown[] = [];
  const tokens = new Set<string>();
  const keep = (event: unknown): void => void events.push(event);
  const watching = {
    logger: keep,
    hooks: { request: keep, response: keep, retry: keep, failure: keep, token: keep, page: keep, poll: keep },
    tracing: client().spans({ trace, context }, "cabinet"),
  };
  const api = connect({
    ...watching,
    fetch: async (request) => {
      tokens.add((request.headers.get("authorization") ?? "").replace("Bearer ", ""));
      const { body, status, headers } = await fetch(request);
      const more = new Headers(headers);
      more.set("x-contact", phone);
      return new Response(body, { status, headers: more });
    },
  });

  const contacts = [{ phone, name: "Ada Person", comment: email }];
  const job = await api.deals.import({ cabinetId, reason: "fair", contacts }, { intent: "fair" });
  await job.wait();
  const { etag } = await api.cabinets.getSettings(cabinetId);
  const patch = { alertEmail: email };
  await api.settings.update({ cabinetId, reason: "alerts", patch }, { ifMatch: etag });
  await collect(api.deals.search({ cabinetId, filter: { phone } }));

  sandbox.failNextOperation({ code: "full", message: `${phone} is known`, retryable: false, applied: false });
  const failing = await api.deals.import({ cabinetId, reason: "fair", contacts });
  const errors = [
    await errorOf(failing.wait()),
    await errorOf(api.deals.import({ cabinetId, reason: "other", contacts }, { intent: "fair" })),
    await errorOf(api.settings.update({ cabinetId, reason: "alerts", patch }, { ifMatch: etag })),
    await errorOf(collect(api.deals.search({ cabinetId, filter: { phone: `${phone}x` } }))),
    await errorOf(api.deals.import({ cabinetId: "1", reason: "fair", contacts })),
  ];
  // An identifier is a parameter of its path; and a platform's error can quote whatever it was given.
  const quoting = () => Promise.reject(new Error(`cannot send ${sandbox.accessKey} of ${phone}`));
  const unsent = connect({ ...watching, fetch: quoting });
  errors.push(await errorOf(api.cabinets.getContext(`id-${email}`)));
  errors.push(await errorOf(unsent.deals.import({ cabinetId, reason: "fair", contacts })));
  sandbox.makeNextWriteAmbiguous({ applied: false });
  errors.push(await errorOf(api.deals.import({ cabinetId, reason: "fair", contacts })));
  sandbox.revokeKey(sandbox.credentialId);
  errors.push(await errorOf(api.deals.import({ cabinetId, reason: "fair", contacts })));
  errors.push(await errorOf(connect().capabilities.get()));

  tokens.delete("");
  expect(tokens.size).toBeGreaterThan(0);
  expect(events.length).toBeGreaterThan(20);
  expect(contextOf(sandbox, "Northwind").deals.at(-1)?.contact.phone).toBe(phone);
  expect(served.length).toBeGreaterThan(10);
  const shownValues = [
    ...events,
    ...errors,
    ...served,
    ...sandbox.requests,
    ...spans,
    api,
    api.deals,
    job,
    failing,
  ].map(shown);
  const everything = [...shownValues, ...printed].join("\n");
  const found = [sandbox.accessKey, ...tokens, phone, email, "Ada Person"].filter((secret) =>
    everything.includes(secret),
  );
  expect(found).toEqual([]);
  expect(everything).toContain("deals.import");
  expect(spans.map(({ name }) => name)).toContain("deals.import");
});

test.each([
  ["RFC 6749", (key: string) => ({ error: `unknown key ${key}`, error_description: key })],
  ["Problem Details", (key: string) => ({ title: key, status: 400, code: key, traceId: key, [key]: key })],
])(
  "[TOK-7] [TOK-8] a key that the token endpoint echoes as %s is in no error, event or span",
  async (_, echo) => {
    const { connect, sandbox } = await startWorld(client(), {
      interceptor: {
        before: ({ operationId }) => {
          if (operationId !== "exchangeToken") return undefined;
          // As many servers write JSON: nothing of the key's own characters stands in the body.
          const escaped = JSON.stringify(echo("KEY")).replaceAll("KEY", escapedByNumber(sandbox.accessKey));
          return {
            kind: "text",
            status: 400,
            headers: { "content-type": "application/json" },
            text: escaped,
          };
        },
      },
    });
    const printed = watchOutput();
    const spans = recordSpans();
    const events: unknown[] = [];
    const tracing = client().spans({ trace, context }, "cabinet");
    const api = connect({ tracing, logger: (event) => void events.push(event) });
    const error = await errorOf(api.capabilities.get());
    const { isTokenExchangeError } = client();
    if (!isTokenExchangeError(error)) throw error;
    const everything = [error, error.body, error.problem, ...events, ...spans].map(shown);
    expect(events.length).toBeGreaterThan(0);
    expect([...everything, ...printed].join("\n")).not.toContain(sandbox.accessKey);
  },
);

/** Each character as JSON writes one by its number (RFC 8259 section 7). */
function escapedByNumber(text: string): string {
  return Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
