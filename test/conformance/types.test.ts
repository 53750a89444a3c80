import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import { compileProgram, type Complaint } from "../support/compile-program.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

/** What every snippet begins with. */
const opening = `import { connectExternalApi, DealsResource, ExternalApi, parseStrongETag } from "./external-api/index.js";
const options = { baseUrl: "https://platform.example", accessKey: "" };
export const all = new ExternalApi({
  ...options,
  scopes: [
    "cabinet:read", "cabinet:settings:write", "cabinet:exports:run",
    "cabinet:deals:read", "cabinet:deals:write", "cabinet:projects:write",
  ],
});
export const reader = new ExternalApi({ ...options, scopes: ["cabinet:read"] });
export const keeper = new ExternalApi({ ...options, scopes: ["cabinet:read", "cabinet:settings:write"] });
export const connection = connectExternalApi({ ...options, scopes: ["cabinet:read"] });
export const deals = DealsResource;
export const etag = parseStrongETag<"cabinets.getSettings">('"1"');
`;

/** A statement, and what the compiler has to say to it: every part of one complaint; none for what compiles. */
interface Snippet {
  readonly title: string;
  readonly code: string;
  readonly says?: readonly string[];
}

const change = `{ cabinetId: "1", reason: "r", patch: { language: "en" } }`;

const snippets: readonly Snippet[] = [
  {
    title: "[ACC-2] a client with fewer scopes has the calls of these",
    code: `const narrowed: ExternalApi<"cabinet:read"> = all.withScopes(["cabinet:read"]);
await narrowed.cabinets.getContext("1");
await all.withScopes(["cabinet:read", "cabinet:deals:write"]).deals.import({ cabinetId: "1", reason: "r", contacts: [] });`,
  },
  {
    title: "[ACC-2] a client with fewer scopes has no others",
    code: `await all.withScopes(["cabinet:read"]).deals.import({ cabinetId: "1", reason: "r", contacts: [] });`,
    says: ["TS2684", 'MissingScope<"cabinet:deals:write">', '"cabinet:read"'],
  },
  {
    title: "[ACC-2] a client is narrowed to its own scopes only",
    code: `reader.withScopes(["cabinet:deals:write"]);`,
    says: ["TS2322", '"cabinet:deals:write"', '"cabinet:read"'],
  },
  {
    title: "[ACC-2] a narrowed client is not one with more scopes",
    code: `export const wider: ExternalApi<"cabinet:read" | "cabinet:deals:read"> = all.withScopes(["cabinet:read"]);`,
    says: ["TS2322", '"cabinet:deals:read"'],
  },
  {
    title: "[CAP-1] connect gives what the contract's own call gives, in the raw form too",
    code: `const told: Awaited<ReturnType<typeof reader.capabilities.get>> = await reader.connect();
const { status, value } = await reader.connect({ deadline: "5s" }).withResponse();
export const seen: readonly number[] = [told.limits.readRequestsPerMinute, status, value.limits.maxRequestBodyBytes];`,
  },
  {
    title: "[ACC-2] a call whose scope was requested compiles",
    code: "await reader.cabinets.getContext('1');",
  },
  {
    title: "[ACC-2] a call whose scope was not requested names the scope",
    code: `await reader.deals.import({ cabinetId: "1", reason: "r", contacts: [] });`,
    says: ["TS2684", 'MissingScope<"cabinet:deals:write">', '"cabinet:read"'],
  },
  {
    title: "[ACC-2] a method that is taken out of its resource keeps its scope, granted or not",
    code: `
const { search } = all.deals;
for await (const deal of search("1")) void deal.dealId;
const { import: start } = reader.deals;
await start({ cabinetId: "1", reason: "r", contacts: [] });`,
    says: ["TS2684", 'MissingScope<"cabinet:deals:write">'],
  },
  {
    title: "[ACC-2] a client with more scopes serves where fewer are needed",
    code: `const few: ExternalApi<"cabinet:read"> = keeper; await few.cabinets.getContext("1");`,
  },
  {
    title: "[ACC-2] a client with fewer scopes does not serve where more are needed",
    code: `const many: ExternalApi<"cabinet:read" | "cabinet:settings:write"> = reader; void many;`,
    says: ["TS2322", '"cabinet:settings:write"'],
  },
  {
    title: "[ACC-2] a page sequence whose scope was not requested names the scope",
    code: `keeper.deals.search("1");`,
    says: ["TS2684", '"cabinet:deals:read"'],
  },
  {
    title: "[ACC-2] `modify` needs the scopes of its read and of its change",
    code: `await reader.settings.modify("1", () => undefined);`,
    says: ["TS2684", 'MissingScope<"cabinet:settings:write">'],
  },
  {
    title: "[ACC-2] a scope that the contract does not have is none",
    code: `new ExternalApi({ ...options, scopes: ["cabinet:everything"] });`,
    says: ["TS2322", '"cabinet:everything"'],
  },
  {
    title: "[OPS-7] an operation is readable with any of the scopes that create one",
    code: `await new ExternalApi({ ...options, scopes: ["cabinet:exports:run"] }).operations.get("1");`,
  },
  {
    title: "[OPS-7] and with none of the others",
    code: `await keeper.operations.get("1");`,
    says: ["TS2684", "cabinet:exports:run"],
  },
  {
    title: "[ETG-2] a change with the validator of its read compiles",
    code: `await keeper.settings.update(${change}, { ifMatch: etag });`,
  },
  {
    title: "[ETG-2] a change without options does not compile",
    code: `await keeper.settings.update(${change});`,
    says: ["TS2554", "An argument for 'precondition' was not provided."],
  },
  {
    title: "[ETG-2] a change without `ifMatch` does not compile",
    code: `await keeper.settings.update(${change}, {});`,
    says: ["'ifMatch'", "required"],
  },
  {
    title: "[ETG-2] a plain string is not a validator",
    code: `await keeper.settings.update(${change}, { ifMatch: '"1"' });`,
    says: ["TS2322", "StrongETag"],
  },
  {
    title: "[ETG-4] a weak validator is none",
    code: `await keeper.settings.update(${change}, { ifMatch: 'W/"1"' });`,
    says: ["TS2322", `Type 'string' is not assignable to type 'StrongETag<"cabinets.getSettings">'`],
  },
  {
    title: "[ETG-2] the validator of another read is not this one's",
    code: `const { etag: other } = await keeper.analytics.getConfig("1");
await keeper.settings.update(${change}, { ifMatch: other });`,
    says: ["TS2322", '"analytics.getConfig"', '"cabinets.getSettings"'],
  },
  {
    title: "[GEN-1] a number is not an identifier, alone",
    code: `await reader.cabinets.getContext(9007199254740993);`,
    says: ["TS2345", "'number'", "'string'"],
  },
  {
    title: "[GEN-1] a number is not an identifier, in an input",
    code: `all.deals.search({ cabinetId: 42 });`,
    says: ["TS2322", "'number'", "'string'"],
  },
  {
    title: "[OPS-1] a create without its reason does not compile",
    code: `await all.deals.export({ cabinetId: "1" });`,
    says: ["'reason'", "missing"],
  },
  {
    title: "[OPS-1] an import without its reason does not compile",
    code: `await all.deals.import({ cabinetId: "1", contacts: [] });`,
    says: ["Property 'reason' is missing in type"],
  },
  {
    title: "[ACC-8] a page sequence takes no other context in its middle",
    code: `all.deals.search({ cabinetId: "1", namespaceId: "2", placementId: "3" }).from("p1.x.y", { namespaceId: "4" });`,
    says: ["TS2554", "Expected 1 arguments, but got 2"],
  },
  {
    title: "[ACC-8] the results of an operation take no context: it is that of the operation",
    code: `all.operations.resume("1").results({ pageSize: 250, namespaceId: "2" });`,
    says: ["TS2353", "'namespaceId' does not exist in type 'ResultOptions'"],
  },
  {
    title: "[ACC-8] a rebuilt change names no other cabinet than its read",
    code: `await keeper.settings.modify("1", () => ({ cabinetId: "2", reason: "r", patch: {} }));`,
    says: ["TS2322", "'ContextFields'"],
  },
  {
    title: "[ACC-8] nor another context",
    code: `await keeper.settings.modify("1", (now) => ({ reason: "r", patch: now, namespaceId: "2" }));`,
    says: ["TS2322", "'ContextFields'"],
  },
  {
    title: "[GEN-4] a member that the contract does not have does not compile",
    code: `await all.deals.export({ cabinetId: "1", reason: "r", resaon: "r" });`,
    says: ["TS2561", "'resaon'", "'reason'"],
  },
  {
    title: "[GEN-5] a connection has no member that sends a request",
    code: `connection.execute;`,
    says: ["TS2339", "Property 'execute' does not exist on type 'ClientConnection<\"cabinet:read\">'"],
  },
  {
    title: "[GEN-5] nothing else passes for a connection",
    code: `new deals({});`,
    says: ["TS2345", "ClientConnection<"],
  },
  {
    title: "[ACC-2] a resource alone has the scopes of its connection",
    code: `await new deals(connection).import({ cabinetId: "1", reason: "r", contacts: [] });`,
    says: ["TS2684", '"cabinet:deals:write"', '"cabinet:read"'],
  },
  {
    title: "[IDM-1] only creates take an intent",
    code: `await reader.cabinets.getContext("1", { intent: "x" });`,
    says: ["TS2353", "'intent'"],
  },
];

let temporary: TemporaryFolder;
let complaints: Complaint[];

const fileOf = (index: number): string => join(temporary.path, `snippet-${String(index)}.ts`);

beforeAll(async () => {
  temporary = await makeTemporaryFolder("types");
  const contract = join(repository, "fixtures/external-api/openapi.yaml");
  await generate({ contract, out: join(temporary.path, "external-api"), vendor: "sandbox" });
  await writeFile(join(temporary.path, "package.json"), '{ "type": "module" }\n');
  await Promise.all(snippets.map(({ code }, index) => writeFile(fileOf(index), `${opening}${code}\n`)));
  const client = join(temporary.path, "external-api/index.ts");
  complaints = compileProgram({ roots: [client, ...snippets.map((_, index) => fileOf(index))] });
});
afterAll(() => temporary.remove());

describe("what the compiler says to callers of a generated client", () => {
  test("nothing to the client itself, under the strictest settings", () => {
    const own = complaints.filter(({ file }) => !file.includes("/snippet-"));
    expect(own).toEqual([]);
  });

  test.each(snippets.map((snippet, index) => [snippet.title, snippet, index] as const))(
    "%s",
    (_, { says = [] }, index) => {
      const said = complaints
        .filter(({ file }) => file === fileOf(index))
        .map(({ code, message }) => `TS${String(code)} ${message}`);
      expect(said).toHaveLength(says.length === 0 ? 0 : 1);
      for (const part of says) expect(said[0]).toContain(part);
    },
  );
});
