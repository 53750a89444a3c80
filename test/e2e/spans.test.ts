import { context, trace } from "@opentelemetry/api";
import { expect, test } from "vitest";
import { recordSpans, showTree } from "../runtime/tracing/recorded-spans.js";
import { readPage } from "../docs/code-blocks.js";
import { collect, startWorld, useGeneratedClient } from "./world.js";

const client = useGeneratedClient();

test("[SEC-1] an import on a bad day, as its spans show it: each request below its call, and no value of it", async () => {
  const recorded = recordSpans();
  const world = await startWorld(client(), {
    faults: {
      faults: [
        { on: "exchangeToken", nth: 1, fault: { kind: "html", status: 503 } },
        { on: "importDeals", nth: 1, fault: { kind: "disconnect", when: "after" } },
        { on: "getOperation", nth: 1, fault: { kind: "refuseToken" } },
      ],
    },
  });
  const { cabinetId, sandbox } = world;
  const api = world.connect({ tracing: client().spans({ trace, context }, "cabinet") });

  // The program's own span, as an integrator's job has one.
  const own = trace.getTracer("job").startSpan("nightly");
  let jobId = "";
  await context.with(trace.setSpan(context.active(), own), async () => {
    const job = await api.deals.import({
      cabinetId,
      reason: "trade fair",
      contacts: [{ phone: "+442079460199" }],
    });
    await job.wait();
    await collect(job.results());
    jobId = job.id;
  });

  expect(showTree(recorded, "http.response.status_code", "http.request.resend_count", "error.type")).toEqual([
    "INTERNAL nightly",
    "  INTERNAL capabilities.get",
    "    INTERNAL token.exchange",
    "      CLIENT POST /oauth/token 503 503 ERROR",
    "      CLIENT POST /oauth/token 200 1",
    "    CLIENT GET /v1/external/capabilities 200",
    "  INTERNAL deals.import",
    "    CLIENT POST /v1/external/gck/cabinets/{cabinetId}/deals/import-jobs UND_ERR_SOCKET ERROR",
    "    CLIENT POST /v1/external/gck/cabinets/{cabinetId}/deals/import-jobs 202 1",
    "  INTERNAL operations.get",
    "    CLIENT GET /v1/external/operations/{operationId} 401 401 ERROR",
    "    INTERNAL token.exchange",
    "      CLIENT POST /oauth/token 200",
    "    CLIENT GET /v1/external/operations/{operationId} 200 1",
    "  INTERNAL operations.get",
    "    CLIENT GET /v1/external/operations/{operationId} 200",
    "  INTERNAL operations.getResult",
    "    CLIENT GET /v1/external/operations/{operationId}/result 200",
  ]);
  expect(recorded.filter(({ name, ends }) => ends !== (name === "nightly" ? 0 : 1))).toEqual([]);

  // Each request carries the identity of its own span.
  const sent = recorded.filter(({ kind }) => kind === "CLIENT").map(({ traceparent }) => traceparent);
  expect(sandbox.requests.map(({ headers }) => headers["traceparent"])).toEqual(sent);

  const shown = JSON.stringify(recorded);
  const values = [sandbox.accessKey, cabinetId, jobId, "442079460199", "trade fair", "Bearer"];
  expect(values.filter((value) => shown.includes(value))).toEqual([]);
});

test("the picture in docs/watching.md is what a client at its first use shows", async () => {
  const [, picture = ""] = /```text\n([\s\S]*?)```/.exec(readPage("watching.md")) ?? [];
  const drawn = picture
    .split("\n")
    .slice(0, -2) // the last line stands for more of the same
    .map((line) => {
      const [, branches = "", name = "", words = ""] = /^([│├└─ ]*)(.*?) {2,}(.*)$/.exec(line) ?? [];
      const kind = words.startsWith("CLIENT") ? "CLIENT" : "INTERNAL";
      return `${"  ".repeat(branches.length / 3)}${kind} ${name.replace("…", "gck/cabinets/{cabinetId}")}`;
    });

  const recorded = recordSpans();
  const world = await startWorld(client(), {
    faults: { faults: [{ on: "importDeals", nth: 1, fault: { kind: "disconnect", when: "after" } }] },
  });
  const api = world.connect({ tracing: client().spans({ trace, context }, "cabinet") });
  const own = trace.getTracer("job").startSpan("nightly");
  await context.with(trace.setSpan(context.active(), own), async () => {
    const contacts = [{ phone: "+442079460199" }];
    const job = await api.deals.import({ cabinetId: world.cabinetId, reason: "trade fair", contacts });
    await job.wait();
  });
  const shown = showTree(recorded).map((line) => line.replace(/ ERROR$/, ""));
  expect(shown.slice(0, drawn.length)).toEqual(drawn);
});
