import { join } from "node:path";
import { generate } from "../../../src/generate.js";
import { inspect } from "../../../src/inspect.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";
import type { JsonObject } from "../../determinism/json-tree.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import type { ArrivedRequest, RequestFinding } from "./check-request.js";
import { hasArrived } from "./compare-arrived.js";
import { type LoadedClient, loadClient } from "./load-client.js";
import { type CallVariant, makeCall, type MadeCall } from "./make-call.js";
import { type Exchange, type MockServer, startMockServer } from "./mock-server.js";
import { membersAt, type PublishedDocument, readPublishedDocument, textOf } from "./published-document.js";
import { type PublishedOperation, publishedOperations } from "./published-operations.js";
import { schemaBook, type SchemaBook } from "./schema-book.js";

/** What came of calling every operation of a document. */
export interface DriveFinding {
  readonly document: string;
  readonly operations: number;
  readonly calls: number;
  /** Operations that no right request arrived of, one line each. */
  readonly uncalled: readonly string[];
  /** What the document's own words say against a request, or the client against an answer; one line each. */
  readonly rejections: readonly string[];
  /** Operations that the client has no method for, with the reason. */
  readonly omitted: readonly string[];
  /** Media types of request bodies that the client does not offer beside others. */
  readonly unoffered: number;
}

/**
 * Generates a client of a document and calls every operation against a server that knows nothing but the document.
 *
 * @param path - absolute path of a document of one file
 */
export async function driveDocument(name: string, path: string): Promise<DriveFinding> {
  const document = await readPublishedDocument(path);
  const operations = publishedOperations(document);
  const book = schemaBook(document);
  const temporary = await makeTemporaryFolder("drive");
  const server = await startMockServer(document, book, operations);
  try {
    const out = join(temporary.path, "client");
    await generate({ contract: path, out, vendor: "corpus" });
    const loaded = await loadClient(out);
    const omitted = await omissions(path);
    const client = loaded.create(clientOptions(document, operations, server.url));
    const drive: Drive = { document, book, loaded, client, server };
    const called = operations.filter(({ identity }) => !omitted.has(identity));
    const findings: OperationFinding[] = [];
    for (const [index, operation] of called.entries())
      findings.push(await driveOperation(drive, operation, index));
    return {
      document: name,
      operations: operations.length,
      calls: findings.reduce((sum, { calls }) => sum + calls, 0),
      uncalled: called
        .filter((_, index) => findings[index]?.arrived !== true)
        .map(({ identity }) => identity),
      rejections: findings.flatMap(({ rejections }) => rejections),
      omitted: [...omitted].map(([identity, reason]) => `${identity}: ${reason}`),
      unoffered: findings.reduce((sum, { unoffered }) => sum + unoffered, 0),
    };
  } finally {
    await server.close();
    await temporary.remove();
  }
}

interface Drive {
  readonly document: PublishedDocument;
  readonly book: SchemaBook;
  readonly loaded: LoadedClient;
  readonly client: object;
  readonly server: MockServer;
}

interface OperationFinding {
  readonly calls: number;
  readonly arrived: boolean;
  readonly rejections: readonly string[];
  readonly unoffered: number;
}

async function omissions(contract: string): Promise<ReadonlyMap<string, string>> {
  const { operations } = await inspect({ contract, vendor: "corpus" });
  return new Map(
    operations.flatMap(({ method, path, omitted }) =>
      omitted === undefined ? [] : [[`${method} ${path}`, omitted]],
    ),
  );
}

/** A credential for every scheme that a call can need; what they are worth is not the mock's business. */
function clientOptions(
  document: PublishedDocument,
  operations: readonly PublishedOperation[],
  baseUrl: string,
): object {
  const needed = new Set(operations.flatMap(({ security }) => security.flat()));
  const components = document.resolve(document.root["components"]) ?? {};
  const schemes = membersAt(document, components["securitySchemes"]).filter(([name]) => needed.has(name));
  const credentials = schemes.map(([name, scheme]) => [name, credentialOf(name, scheme)] as const);
  const given = credentials.length === 0 ? {} : { credentials: Object.fromEntries(credentials) };
  return { baseUrl, ...given, retry: { attempts: 1 } };
}

function credentialOf(name: string, scheme: JsonObject): unknown {
  if (textOf(scheme["scheme"]).toLowerCase() === "basic") return { username: "user", password: "word" };
  const isToken = ["oauth2", "openIdConnect"].includes(textOf(scheme["type"]));
  return isToken ? () => `token-${name}` : `key-${name}`;
}

/** Required members alone, everything, and everything in each further media type that the client offers. */
function variantsOf(
  { body }: PublishedOperation,
  descriptor: OperationDescriptor,
  index: number,
): readonly CallVariant[] {
  const offered = (descriptor.body?.content ?? []).map(({ mediaType }) => mediaType);
  const [first, ...others] = (body?.content ?? []).filter(({ mediaType }) => offered.includes(mediaType));
  return [
    { optional: "required", media: first, seed: index * 97 + 1 },
    { optional: "everything", media: first, seed: index * 97 + 2 },
    ...others.map((media, turn) => ({ optional: "everything" as const, media, seed: index * 97 + 3 + turn })),
  ];
}

async function driveOperation(
  drive: Drive,
  operation: PublishedOperation,
  index: number,
): Promise<OperationFinding> {
  const name = drive.loaded.names.get(operation.identity);
  const descriptor = name === undefined ? undefined : drive.loaded.descriptors.get(name);
  if (name === undefined || descriptor === undefined)
    return {
      calls: 0,
      arrived: false,
      rejections: [`${operation.identity}: the client does not know it`],
      unoffered: 0,
    };
  const rejections: string[] = [];
  let calls = 0;
  let arrived = false;
  for (const [turn, variant] of variantsOf(operation, descriptor, index).entries()) {
    calls += 1;
    const made = tryTo(() => makeCall(drive.document, drive.book, operation, descriptor, variant));
    const complaints =
      "error" in made ? [`no arguments: ${made.error}`] : await judgeCall(drive, operation, name, turn, made);
    arrived ||= complaints.length === 0;
    rejections.push(...complaints.map((text) => `${operation.identity} (${variant.optional}): ${text}`));
  }
  const offered = descriptor.body?.content.length ?? 0;
  const unoffered = Math.max(0, (operation.body?.content.length ?? 0) - offered);
  return { calls, arrived, rejections, unoffered };
}

function tryTo(make: () => MadeCall): MadeCall | { readonly error: string } {
  try {
    return make();
  } catch (error) {
    return { error: messageOf(error) };
  }
}

async function judgeCall(
  { client, server }: Drive,
  operation: PublishedOperation,
  name: string,
  turn: number,
  made: MadeCall,
): Promise<readonly string[]> {
  server.turn = turn;
  server.take();
  const outcome = await callMethod(client, name, made).catch((error: unknown) => ({
    failed: messageOf(error),
  }));
  const exchanges = server.take();
  const failed = "failed" in outcome ? [outcome.failed] : [];
  const [exchange] = exchanges;
  const failure = server.failure();
  if (failure !== "") return [`the mock has no answer: ${failure}`];
  if (exchange === undefined) return [`nothing arrived${failed.map((text) => `: ${text}`).join("")}`];
  const finding = exchange.findings.get(operation.identity);
  return [
    ...(exchanges.length === 1 ? [] : [`${String(exchanges.length)} requests arrived`]),
    ...(finding === undefined
      ? [`it arrived as ${exchange.request.target}`]
      : [...finding.complaints, ...lost(made, finding, exchange.request)]),
    ...failed,
    ...("value" in outcome ? unread(outcome.value, exchange) : []),
  ];
}

/** Calls a method, and gives the parsed value: of a sequence the body of its first page, as the server sent it. */
async function callMethod(
  client: object,
  name: string,
  { input, options }: MadeCall,
): Promise<{ value: unknown }> {
  const steps = name.split(".");
  const holder = steps.slice(0, -1).reduce<unknown>((found, step) => memberOf(found, step), client);
  const method = memberOf(holder, steps.at(-1) ?? "");
  if (typeof method !== "function") throw new Error(`The client has no method ${name}.`);
  const returned: unknown = Reflect.apply(method, holder, [input, options]);
  return { value: await returned };
}

function memberOf(holder: unknown, name: string): unknown {
  return typeof holder === "object" && holder !== null ? Reflect.get(holder, name) : undefined;
}

/** What the client (its runtime's `fetch`) adds where the caller is silent. */
const addedHeaders = [
  "header idempotency-key",
  "header accept-encoding",
  "header accept-language",
  "header user-agent",
];

/** What was given and did not arrive, or arrived without being given. */
function lost(
  { parameters, body }: MadeCall,
  finding: RequestFinding,
  request: ArrivedRequest,
): readonly string[] {
  const names = new Set([...parameters.keys(), ...finding.parameters.keys()]);
  const wrong = [...names].filter(
    (name) =>
      !(addedHeaders.includes(name.toLowerCase()) && parameters.get(name) === undefined) &&
      !(finding.parameters.get(name) ?? [undefined]).some((reading) =>
        hasArrived(parameters.get(name), reading, false),
      ),
  );
  const isJson = request.headers["content-type"]?.includes("json") === true;
  const isForm = /form/.test(request.headers["content-type"] ?? "");
  const bodyIsWrong = (isJson || isForm) && !hasArrived(body, finding.body, isJson);
  return [
    ...wrong.map(
      (name) =>
        `${name} was ${show(parameters.get(name))} and arrived as ${show(finding.parameters.get(name))}`,
    ),
    ...(bodyIsWrong ? [`the body was ${show(body)} and arrived as ${show(finding.body)}`] : []),
  ];
}

/** What the server said in JSON is what the method gives, but for what a trait makes of it. */
function unread(value: unknown, { answer: { json } }: Exchange): readonly string[] {
  if (json === undefined) return [];
  const plain = memberOf(value, "etag") === undefined ? value : memberOf(value, "value");
  const isHandle = typeof memberOf(value, "wait") === "function";
  if (isHandle || hasArrived(json, plain, true) || hasArrived(json, value, true)) return [];
  return [`the answer was ${show(json)} and was read as ${show(plain)}`];
}

function show(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === "bigint" ? String(member) : member,
  ) as string | undefined;
  return (text ?? "absent").slice(0, 300);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
