import { readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { absenceNotice, corpusPath, hasCorpus } from "../corpus/corpus.js";
import { readPublishedDocument } from "../corpus/drive/published-document.js";
import { publishedOperations } from "../corpus/drive/published-operations.js";
import { schemaBook } from "../corpus/drive/schema-book.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { compileProgram } from "../support/compile-program.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

/* The samples of docs/public-apis.md: each is generated as its configuration says, compiled, and run against a server
 * whose responses are checked with the contract before they are sent. */
const page = readFileSync(join(repository, "docs/public-apis.md"), "utf8");

/** The configuration and the program of the client with this name. */
function sampleOf(client: string): { readonly config: string; readonly program: string } {
  const blocks = [...page.matchAll(/```(?:yaml|ts)\n(.*?)```/gsu)].map(([, text = ""]) => text);
  const at = blocks.findIndex((text) => text.includes(`  ${client}:\n`));
  return { config: blocks[at] ?? "", program: blocks[at + 1] ?? "" };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** A request as a server sees it. */
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly key: string | undefined;
}

let folder: TemporaryFolder | undefined;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(closing.splice(0).map((close) => close()));
  await folder?.remove();
});

/** Generates, compiles and runs a sample. @returns what it prints, and the requests that the server saw */
async function run(client: "museum" | "stripe", respond: (seen: Seen) => Reply | "lost") {
  const contract = corpusPath(`${client}.yaml`);
  const { config, program } = sampleOf(client);
  folder = await makeTemporaryFolder("public-apis");
  await mkdir(join(folder.path, "contracts"));
  await mkdir(join(folder.path, "src"));
  await symlink(contract, join(folder.path, "contracts", `${client}.yaml`));
  await writeFile(join(folder.path, "cabinetry.yaml"), config);
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => void written.push(text) };
  const words = ["generate", "--config", join(folder.path, "cabinetry.yaml"), "--quiet"];
  expect([
    await runCommandLine(words, { out: stream, err: stream, environment: {} }),
    written.join(""),
  ]).toEqual([0, expect.anything()]);
  const main = join(folder.path, "src/main.ts");
  await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
  // The only setting of the strictest that a sample does not meet: `noPropertyAccessFromIndexSignature`.
  await writeFile(main, program.replaceAll(/process\.env\.(\w+)/gu, 'process.env["$1"]'));
  expect(compileProgram({ roots: [main], platform: "node" })).toEqual([]);
  const { url, seen } = await startServer(contract, respond);
  vi.stubEnv(`${client.toUpperCase()}_URL`, url);
  vi.stubEnv("MUSEUM_PASSWORD", "p-1");
  vi.stubEnv("STRIPE_KEY", "k-1");
  const printed: unknown[] = [];
  vi.spyOn(console, "log").mockImplementation((value) => void printed.push(value));
  await import(pathToFileURL(main).href);
  return { printed, seen };
}

async function startServer(contract: string, respond: (seen: Seen) => Reply | "lost") {
  const document = await readPublishedDocument(contract);
  const operations = publishedOperations(document);
  const book = schemaBook(document);
  const seen: Seen[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "", "http://localhost");
    const operation = operations.find(
      ({ method, path, bases }) =>
        method.toUpperCase() === request.method &&
        bases.some((base) => pattern(`${base}${path}`).test(url.pathname)),
    );
    const key = request.headers["idempotency-key"];
    const one: Seen = {
      method: request.method ?? "",
      path: operation?.path ?? "?",
      query: url.searchParams,
      form: new URLSearchParams(Buffer.concat(chunks).toString("utf8")),
      key: typeof key === "string" ? key : undefined,
    };
    seen.push(one);
    const reply = respond(one);
    if (reply === "lost") {
      response.destroy();
      return;
    }
    const answer =
      operation?.answers.find(({ status }) => status === String(reply.status)) ??
      operation?.answers.find(({ status }) => status === "default");
    const media = answer?.content.find(({ mediaType }) => mediaType.includes("json"));
    expect(book.complaints(media?.schema ?? false, reply.body, "answer")).toEqual([]);
    response.writeHead(reply.status, { "content-type": media?.mediaType ?? "" });
    response.end(JSON.stringify(reply.body));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(599).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, seen };
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{[^}]*\}/gu, "[^/]+")}$`, "u");
}

describe.skipIf(!hasCorpus())(
  hasCorpus() ? "the samples of public APIs" : `the samples of public APIs (skipped: ${absenceNotice})`,
  () => {
    test("museum: pages of a list, and a typed error", async () => {
      const event = (id: number) => ({
        name: `Event ${String(id)}`,
        location: "Hall",
        eventDescription: "Seen",
        dates: ["2026-11-23"],
        price: 0,
        eventId: `00000000-0000-0000-0000-00000000000${String(id)}`,
      });
      const { printed, seen } = await run("museum", ({ path, query }) => {
        if (path !== "/special-events")
          return { status: 404, body: { type: "object", title: "Special event not found" } };
        const first = 2 * (Number(query.get("page") ?? 1) - 1);
        return { status: 200, body: [event(first + 1), event(first + 2)] };
      });
      expect(printed).toEqual(["Event 1", "Event 2", "Event 3", "Special event not found"]);
      expect(seen.map(({ path, query }) => `${path} ${query.toString()}`.trim())).toEqual([
        "/special-events limit=2",
        "/special-events page=2&limit=2",
        "/special-events/{eventId}",
      ]);
    }, 60_000);

    test("stripe: pages after the last item, a create that happens once, and a typed error", async () => {
      const customer = (id: string) => ({ id, object: "customer", created: 1, livemode: false });
      const created = new Map<string | undefined, unknown>();
      const { printed, seen } = await run("stripe", ({ method, query, form, key }) => {
        if (method === "GET") {
          const first = Number(query.get("starting_after")?.slice(4) ?? 0);
          const data = [customer(`cus_${String(first + 1)}`), customer(`cus_${String(first + 2)}`)];
          return { status: 200, body: { object: "list", url: "/v1/customers", has_more: true, data } };
        }
        if (form.get("payment_method") !== null)
          return { status: 402, body: { error: { type: "card_error", code: "card_declined" } } };
        const known = created.get(key);
        created.set(key, known ?? customer(`cus_new${String(created.size + 1)}`));
        return known === undefined ? "lost" : { status: 200, body: known };
      });
      expect(printed).toEqual(["cus_1", "cus_2", "cus_3", "cus_new1", "card_declined"]);
      const posts = seen.filter(({ method }) => method === "POST");
      expect(posts.map(({ form }) => form.toString())).toEqual([
        "email=ada%40example.com",
        "email=ada%40example.com",
        "payment_method=pm_declined",
      ]);
      expect(posts[0]?.key).toBe(posts[1]?.key);
      expect(posts[0]?.key).toMatch(/^[\w-]{20,}$/u);
    }, 120_000);
  },
);
