import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import type { ApiError } from "../../src/runtime/errors/api-error.js";
import {
  playAnswer,
  type ScriptedAnswer,
  startTestServer,
  type TestServer,
} from "../runtime/call/test-server.js";
import { compilers, compileWith } from "../support/compile-with.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

/* Bodies of errors that a contract describes: by code, by range and as `default`, and what must not pass for one of them. */
const json = (schema: object) => ({ description: "", content: { "application/json": { schema } } });
const refersTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: "object", required: Object.keys(properties), properties });
const problem = { description: "", content: { "application/problem+json": { schema: refersTo("Problem") } } };
const contract = {
  openapi: "3.0.3",
  info: { title: "Errors", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/deals": {
      get: {
        operationId: "listDeals",
        tags: ["deals"],
        responses: {
          200: json({ type: "string" }),
          404: json(refersTo("Missing")),
          409: json(refersTo("Conflict")),
          410: { description: "without a body" },
          418: { description: "", content: { "text/plain": { schema: { type: "string" } } } },
          "4XX": json(refersTo("Refusal")),
          default: json(refersTo("Failure")),
        },
      },
      post: {
        operationId: "addDeal",
        tags: ["deals"],
        responses: { 204: { description: "" }, 422: problem },
      },
      head: { operationId: "checkDeals", tags: ["deals"], responses: { 404: json(refersTo("Missing")) } },
    },
    "/count": {
      get: {
        operationId: "countDeals",
        tags: ["deals"],
        responses: { 404: json(refersTo("Missing")), default: json({ type: "integer" }) },
      },
    },
    "/silent": {
      get: { operationId: "silent", tags: ["quiet"], responses: { 200: json({}), 404: { description: "" } } },
    },
  },
  components: {
    schemas: {
      Missing: object({ missing: { type: "integer", format: "int64" } }),
      Conflict: object({ by: { type: "string", enum: ["lock", "version"] } }),
      Refusal: object({ reason: { type: "string" } }),
      Failure: object({ incident: { type: "string" } }),
      Problem: object({
        title: { type: "string" },
        status: { type: "integer" },
        code: { type: "string" },
        fields: { type: "array", items: { type: "string" } },
      }),
    },
  },
};

interface Generated {
  readonly Wire: new (options: object) => { readonly deals: Record<string, () => Promise<unknown>> };
  readonly isErrorOf: (error: unknown, operation: string) => boolean;
}

let folder: TemporaryFolder;
let server: TestServer;
let out: string;
let client: Generated;
let reply: ScriptedAnswer = {};
beforeAll(async () => {
  folder = await makeTemporaryFolder("errors");
  server = await startTestServer((_, response) => {
    playAnswer(response, reply);
  });
  out = join(folder.path, "client");
  await mkdir(out);
  const path = join(folder.path, "openapi.json");
  await writeFile(path, JSON.stringify(contract));
  await generate({ contract: path, out, name: "Wire" });
  client = (await import(pathToFileURL(join(out, "index.ts")).href)) as Generated;
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

/** What a method raises for an answer. */
async function raised(given: ScriptedAnswer, method = "list"): Promise<ApiError> {
  reply = given;
  const wire = new client.Wire({ baseUrl: server.url, retry: { attempts: 1 } });
  const error: unknown = await wire.deals[method]!().catch((thrown: unknown) => thrown);
  if (error instanceof Error && "kind" in error) return error as ApiError;
  throw new Error(`It is an error of the client: ${inspect(error)}`);
}

const described = (body: unknown, status: number, type = "application/json"): ScriptedAnswer => ({
  status,
  headers: { "content-type": type },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

test.each([
  [404, '{"missing":9007199254740993}', { missing: 9007199254740993n }],
  [409, { by: "somebody new" }, { by: "somebody new" }],
  [400, { reason: "secret-reason" }, { reason: "secret-reason" }],
  [500, { incident: "secret-incident" }, { incident: "secret-incident" }],
])("a described error has its body, which nothing shows: %i", async (status, sent, body) => {
  const error = await raised(described(sent, status));
  expect(client.isErrorOf(error, "deals.list")).toBe(true);
  expect([error.status, error.body]).toEqual([status, body]);
  expect(client.isErrorOf(error, "deals.create")).toBe(false);
  expect(Object.keys(error)).not.toContain("body");
  expect(JSON.stringify(error) + inspect(error) + String(error)).not.toMatch(
    /secret|9007199254740993|somebody/,
  );
});

test("Problem Details are a body as the contract describes them, beside `problem`", async () => {
  const body = { title: "No", status: 422, code: "invalid", fields: ["name"] };
  const error = await raised(described(body, 422, "application/problem+json"), "create");
  expect(client.isErrorOf(error, "deals.create")).toBe(true);
  expect(error.body).toEqual(body);
  expect(error.problem?.code).toBe("invalid");
  expect(JSON.stringify(error) + inspect(error)).not.toContain("fields");
});

describe("is no described error", () => {
  test.each([
    ["JSON that is cut off", described('{"missing":', 404)],
    ["a page of a proxy", described("<p>not here", 404, "text/html")],
    ["text in place of JSON", described("not here", 404, "text/plain")],
    ["no body", { status: 404, headers: { "content-type": "application/json" } }],
    ["JSON under a status that the contract describes without a body", described({ reason: "x" }, 410)],
    ["JSON under a status that the contract describes as text", described({ reason: "x" }, 418)],
    ["a redirect", described({ incident: "x" }, 300)],
  ])("%s", async (_, given) => {
    expect(client.isErrorOf(await raised(given), "deals.list")).toBe(false);
  });

  test("what the contract describes as a success", async () => {
    const method = "count";
    expect(client.isErrorOf(await raised(described(1, 400), method), `deals.${method}`)).toBe(false);
    expect(client.isErrorOf(await raised(described({ missing: 1 }, 404), method), `deals.${method}`)).toBe(
      true,
    );
  });

  test.each([undefined, null, "text", new Error("of another kind"), { isBodyDescribed: true }])(
    "%s",
    (thrown) => {
      expect(client.isErrorOf(thrown, "deals.list")).toBe(false);
    },
  );
});

test("the types of the bodies are written once each, with their statuses as numbers, ranges as texts", async () => {
  const [errors, operations] = await Promise.all(
    ["errors.ts", "operations/deals.ts"].map((path) => readFile(join(out, path), "utf8")),
  );
  expect(errors).toContain(`  "deals.list": Record<404, Missing> &
    Record<409, Conflict> &
    Record<410 | 418, never> &
    Record<"4XX", Refusal> &
    Record<"default", Failure>;
`);
  const [list] = /name: "deals.list"[^]*?\n};/.exec(operations ?? "") ?? [];
  expect(list?.match(/statuses: .*,/g)).toEqual([
    "statuses: [200],",
    "statuses: [404],",
    'statuses: [409, "4XX", "default"],',
    "statuses: [410],",
    "statuses: [418],",
  ]);
});

/** What a caller writes; a line after `@ts-expect-error` must not compile. */
const consumer = `import { type ErrorBodies, isErrorOf, type Problem } from "./client/index.js";

type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false;
const same = <Left, Right>(_: Same<Left, Right>): void => undefined;

export function handle(error: unknown): string | number | bigint {
  if (isErrorOf(error, "deals.list")) {
    same<typeof error.operation, "deals.list">(true);
    // @ts-expect-error the status is not known yet
    error.body.missing;
    // @ts-expect-error this status has no described body
    error.status === 410;
    // @ts-expect-error this status is described as text
    error.status === 418;
    // @ts-expect-error no status of an error
    error.status === 300;
    switch (error.status) {
      case 404:
        same<typeof error.body, ErrorBodies["deals.list"]["404"]>(true);
        // @ts-expect-error a member of another status
        error.body.reason;
        return error.body.missing;
      case 409:
        if (error.body.by === "lock") return 1;
        // @ts-expect-error a misspelt value
        return error.body.by === "locked" ? 1 : error.message;
      case 400:
      case 499:
        return error.body.reason;
      case 500:
      case 599:
        return error.body.incident;
      default:
        same<typeof error.body, ErrorBodies["deals.list"]["4XX" | "default"]>(true);
        return error.traceId ?? error.attempts;
    }
  }
  if (isErrorOf(error, "deals.create")) {
    same<typeof error.status, 422>(true);
    same<typeof error.body, Problem>(true);
    return error.body.fields.length;
  }
  // @ts-expect-error no operation of the contract
  isErrorOf(error, "deals.nothing");
  // @ts-expect-error none of its errors has a described body
  isErrorOf(error, "quiet.silent");
  // @ts-expect-error the response to HEAD has no body
  isErrorOf(error, "deals.check");
  // @ts-expect-error nothing is known of what was caught
  return error.status;
}
`;

test.each(compilers)(
  "the type of the body follows from the operation and the status, and nothing else compiles: %s",
  async (compiler) => {
    await writeFile(join(folder.path, "consumer.ts"), consumer);
    expect(await compileWith(compiler, folder.path, ["consumer.ts"])).toEqual([]);
  },
  120_000,
);
