import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProject } from "../../src/consumer/consumer-project.js";
import { findUses } from "../../src/consumer/find-uses.js";
import type { ConsumerUse } from "../../src/diff/consumer/consumer-use.js";
import { repository } from "../support/repository.js";
import { makeTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";

/** What each file has before its own lines. */
const HEAD = `import * as sdk from "./client/index.js";
import { ExternalApi, isErrorOf, RateLimitedError } from "./client/index.js";
import type { Cabinet, CabinetSettings, Contact, Deal, DealFilter, SettingsUpdate } from "./client/index.js";
declare const api: ExternalApi;
declare const deal: Deal;
`;
const LINES = HEAD.split("\n").length;

/**
 * A way of using the client: its code, and the uses in it: `call CabinetsResource.list`, `read Deal.stage`, `write …`, and
 * `name RateLimitedError`. Names of the head are not listed.
 */
const ways: readonly [way: string, code: string, want: readonly string[]][] = [
  ["a call", `void api.cabinets.getContext("1");`, ["read CabinetsResource.getContext"]],
  [
    "pages",
    `for await (const one of api.cabinets.list({ limit: 5 })) one.name.trim();`,
    [
      "read Cabinet.name",
      "read CabinetsResource.list",
      "write CabinetsListInput",
      "write CabinetsListInput.limit",
    ],
  ],
  [
    "members of an awaited result",
    `const { value: { language } } = await api.cabinets.getSettings("1"); void language;`,
    ["read CabinetSettings.language", "read CabinetsResource.getSettings"],
  ],
  [
    "a method taken out of its resource",
    `const { search: find } = api.cabinets; find({ query: "a" });`,
    ["read CabinetsResource.search", "write CabinetSearchRequest", "write CabinetSearchRequest.query"],
  ],
  [
    "a resource in a variable",
    `const { deals } = api; const again = deals; again.search;`,
    ["read DealsResource.search"],
  ],
  [
    "a method passed on as a function",
    `declare function load(work: (id: string) => PromiseLike<unknown>): void; load(api.cabinets.getContext.bind(api.cabinets));`,
    [
      "read CabinetContext.name",
      "read CabinetContext.namespaceId",
      "read CabinetContext.placementId",
      "read CabinetContexts.cabinetId",
      "read CabinetContexts.contexts",
      "read CabinetContexts.selectionRequired",
      "read CabinetsResource.getContext",
    ],
  ],
  [
    "a method passed on as a function of a type of its own",
    `type Read = (text: string) => PromiseLike<{ selectionRequired: boolean }>; declare function load(read: Read): void; load((id) => api.cabinets.getContext(id));`,
    ["read CabinetContexts.selectionRequired", "read CabinetsResource.getContext"],
  ],
  [
    "a helper",
    `async function retry<T>(work: () => PromiseLike<T>): Promise<T> { return await work(); }
const settings = await retry(() => api.cabinets.getSettings("1"));
settings.value.language;`,
    ["read CabinetSettings.language", "read CabinetsResource.getSettings"],
  ],
  [
    "a helper that gets a resource",
    `async function first(list: { list(): AsyncIterable<{ name: string }> }) { for await (const one of list.list()) return one.name; return ""; }
void first(api.cabinets);`,
    ["read Cabinet.name", "read CabinetsResource.list"],
  ],
  [
    "members of a parameter",
    `export const label = ({ stage, contact: { name: who, ...more }, ...rest }: Deal) => [stage, who, more.phone, rest.comment];`,
    ["read Contact.name", "read Contact.phone", "read Deal.comment", "read Deal.contact", "read Deal.stage"],
  ],
  [
    "members by names that a function gets",
    `declare function pluck<T, K extends keyof T>(list: readonly T[], ...keys: K[]): T[K][]; pluck([deal], "stage", "tags");`,
    ["read Deal.stage", "read Deal.tags"],
  ],
  [
    "members by names in a variable that a function gets",
    `declare function sort<T>(list: readonly T[], by: keyof T): void; declare const by: "stage" | "dealId"; sort([deal], by);`,
    ["read Deal.dealId", "read Deal.stage"],
  ],
  [`a member that may be there`, `"comment" in deal;`, ["read Deal.comment"]],
  ["a member by a literal key", `deal["comment"];`, ["read Deal.comment"]],
  [
    "a member by keys that are literals",
    `const keys = ["stage", "tags"] as const; for (const key of keys) void deal[key];`,
    ["read Deal.stage", "read Deal.tags"],
  ],
  [
    "a computed key",
    `declare const key: keyof Contact; declare const contact: Contact; void contact[key];`,
    ["read Contact.email", "read Contact.name", "read Contact.phone"],
  ],
  [
    "a key that is any text",
    // What a consumer wrote around the compiler: its cast is the subject.
    `declare const text: string; void (deal.contact as any)[text];`,
    ["read Contact.email", "read Contact.name", "read Contact.phone", "read Deal.contact"],
  ],
  ["a comparison", `deal.stage === "won";`, ["read Deal.stage"]],
  [
    "an exhaustive switch",
    `export function text(stage: Deal["stage"]) { switch (stage) { case "won": return 1; default: return 0; } }`,
    ["read Deal.stage"],
  ],
  ["types made of a model", `export type Row = Pick<Deal, "comment"> & { own: 1 };`, ["read Deal.comment"]],
  [
    "an input in parts",
    `const filter: DealFilter = { stages: ["won"] };
void api.deals.search({ cabinetId: "1", filter });`,
    [
      "read DealsResource.search",
      "write DealFilter",
      "write DealFilter.stages",
      "write DealSearchRequest.filter",
      "write DealsSearchInput",
      "write DealsSearchInput.cabinetId",
    ],
  ],
  [
    "an input of a type of its own",
    `const input = { query: "a", limit: 3 }; void api.cabinets.search(input);`,
    ["read CabinetsResource.search", "write CabinetSearchRequest.limit", "write CabinetSearchRequest.query"],
  ],
  [
    "an input that is any",
    `declare const input: any; void api.cabinets.search(input);`,
    [
      "read CabinetsResource.search",
      "write CabinetSearchRequest.cursor",
      "write CabinetSearchRequest.limit",
      "write CabinetSearchRequest.query",
    ],
  ],
  [
    "an input by assignment",
    `declare const update: SettingsUpdate; update.reason = "because";`,
    ["write SettingsUpdate.reason"],
  ],
  [
    "a spread into an object of its own",
    `declare const contact: Contact; export const copy = { ...contact, own: 1 };`,
    ["read Contact.email", "read Contact.name", "read Contact.phone"],
  ],
  [
    "a spread into a type of its own",
    `declare const contact: Contact; export const copy: { name: unknown } = { ...contact };`,
    ["read Contact.name"],
  ],
  [
    "JSON",
    `declare const contact: Contact; JSON.stringify([contact]);`,
    ["read Contact.email", "read Contact.name", "read Contact.phone"],
  ],
  [
    "a log",
    `declare const contacts: readonly Contact[]; contacts.forEach(console.log);`,
    ["read Contact.email", "read Contact.name", "read Contact.phone"],
  ],
  [
    "a generic function of its own",
    `function send<T>(value: T): void { fetch("/x", { body: String(value) }); } declare const contact: Contact; send(contact);`,
    ["read Contact.email", "read Contact.name", "read Contact.phone"],
  ],
  [
    "a generic function of the standard library",
    `const all = await Promise.all([api.cabinets.getSettings("1")]); all[0].value.timeZone;`,
    ["read CabinetSettings.timeZone", "read CabinetsResource.getSettings"],
  ],
  [
    "callbacks of lists",
    `declare const list: Deal[]; list.filter((one) => one.closedAt !== null).map(({ amount }) => amount?.currency);`,
    ["read Deal.amount", "read Deal.closedAt", "read Money.currency"],
  ],
  [
    "a type of its own that models fit",
    `interface Row { readonly comment: string | null } const rows = (list: readonly Row[]) => list.length; declare const list: Deal[]; rows(list);`,
    ["read Deal.comment"],
  ],
  [
    "a list that is collected",
    `const found = []; for await (const one of api.cabinets.list()) found.push(one); export const logins = found.map((one) => one.login);`,
    ["read Cabinet.login", "read CabinetsResource.list"],
  ],
  [
    "a change that is rebuilt",
    `void api.settings.modify("1", (now) => ({ reason: "r", patch: { language: now.language === "de" ? "en" : "de" } }));`,
    [
      "read CabinetSettings.language",
      "read SettingsResource.modify",
      "write Rebuilt",
      "write SettingsPatch",
      "write SettingsPatch.language",
      "write SettingsUpdate.patch",
      "write SettingsUpdate.reason",
    ],
  ],
  [
    "errors",
    `try { void 0; } catch (error) { if (error instanceof RateLimitedError) error.retryAt; else if (isErrorOf(error, "cabinets.list")) error.body.traceId; }`,
    [
      "name RateLimitedError",
      "name isErrorOf",
      "read ApiError.body",
      "read DescribedError.body",
      "read Problem.traceId",
      "read RateLimitedError.retryAt",
    ],
  ],
  [
    "options",
    `export const client = new ExternalApi({ baseUrl: "https://a.example", accessKey: "k", scopes: ["cabinet:read"] });`,
    [
      "name ExternalApi",
      "write ExternalApiOptions",
      "write ExternalApiOptions.accessKey",
      "write ExternalApiOptions.baseUrl",
      "write ExternalApiOptions.scopes",
    ],
  ],
  [
    "a namespace",
    `export type Own = sdk.DealStage; sdk.parseStrongETag;`,
    ["name DealStage", "name parseStrongETag"],
  ],
  [
    "names alone",
    `export function same(one: Cabinet, other: CabinetSettings) { return [one, other].length; }`,
    [],
  ],
];

describe("what a project uses of a client", () => {
  let folder: TemporaryFolder;
  let uses: readonly ConsumerUse[];
  const file = (index: number) => `way-${String(index)}.ts`;

  beforeAll(async () => {
    folder = await makeTemporaryFolder("consumer");
    const { path } = folder;
    mkdirSync(path, { recursive: true });
    cpSync(join(repository, "generated/external-api"), join(path, "client"), { recursive: true });
    const compilerOptions = { strict: true, target: "es2022", module: "nodenext", types: [] };
    writeFileSync(join(path, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    writeFileSync(join(path, "package.json"), '{ "type": "module" }');
    for (const [index, [, code]] of ways.entries())
      writeFileSync(join(path, file(index)), `${HEAD}${code}\nexport {};\n`);
    const project = await openProject(path);
    const clients = [join(path, "client")];
    uses = findUses(project, { folder: path, clients, generated: clients });
  });
  afterAll(async () => folder.remove());

  test.each(ways.map(([way, , want], index) => [way, index, want] as const))("%s", (_, index, want) => {
    const found = uses.filter(({ locations }) =>
      locations.some((one) => one.file === file(index) && one.line >= LINES),
    );
    const texts = found.map(({ kind, declaration, member }) =>
      member === undefined ? `${kind} ${declaration}` : `${kind} ${declaration}.${member}`,
    );
    const own = texts.filter((text) => !/ (?:ExternalApi\.|Versioned\.|Call\.)/u.test(text));
    expect(own.filter((text) => !text.startsWith("name ") || want.includes(text)).sort()).toEqual(
      [...want].sort(),
    );
  });
});
