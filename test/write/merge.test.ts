import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import { emptyFolder } from "./client-folder.js";

/** A contract with resources from `a` to `e`, each with an operation and a schema, and more paths and schemas. */
function contract(more: { readonly paths?: string; readonly schemas?: string } = {}): string {
  const resources = ["a", "b", "c", "d", "e"];
  return `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
${[...resources.map((name) => `  ${path(`/${name}`, "list", name)}`), more.paths ?? ""].join("\n")}
components:
  schemas:
${[...resources.map((name) => `    ${schema(name.toUpperCase())}`), more.schemas ?? ""].join("\n")}
`;
}

const path = (at: string, operation: string, tag: string) =>
  `${at}: { get: { operationId: ${operation}_${tag}, tags: [${tag}], responses: { "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/${tag.toUpperCase()}" } } } } } } }`;
const schema = (name: string) => `${name}: { type: object, properties: { id: { type: string } } }`;

/** A repository with a client, and two branches that have a path, a schema and a name of their own. */
async function mergedBranches(): Promise<{
  readonly client: string;
  readonly source: string;
  readonly conflicts: readonly string[];
}> {
  const folder = emptyFolder();
  const [source, client] = [join(folder, "shop.yaml"), join(folder, "client")];
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const commit = async (text: string) => {
    writeFileSync(source, text);
    await generate({ contract: source, out: client, vendor: "acme" });
    git("add", ".");
    git("commit", "-qm", "x");
  };
  git("init", "-q", "-b", "main");
  await commit(contract());
  git("checkout", "-qb", "theirs");
  await commit(contract({ paths: `  ${path("/d/more", "more", "d")}`, schemas: `    ${schema("Delta")}` }));
  git("checkout", "-q", "main");
  const lock = join(client, "names.lock.json");
  writeFileSync(lock, readFileSync(lock, "utf8").replace("a.get", "a.everything"));
  await commit(contract({ paths: `  ${path("/a/more", "more", "a")}`, schemas: `    ${schema("Alpha")}` }));
  try {
    git("merge", "-q", "theirs");
  } catch {
    // The manifest is in conflict; the contract too: somebody merges it by hand.
  }
  const conflicts = git("diff", "--name-only", "--diff-filter=U").trim().split("\n");
  writeFileSync(
    source,
    contract({
      paths: `  ${path("/a/more", "more", "a")}\n  ${path("/d/more", "more", "d")}`,
      schemas: `    ${schema("Alpha")}\n    ${schema("Delta")}`,
    }),
  );
  return { client, source, conflicts: conflicts.filter((file) => file !== "shop.yaml") };
}

test("unrelated changes of two branches conflict in the manifest alone, which generate repairs", async () => {
  const { client, source, conflicts } = await mergedBranches();
  expect(conflicts).toEqual(["client/manifest.json"]);
  expect(readFileSync(join(client, "manifest.json"), "utf8")).toContain("<<<<<<<");
  const outcome = await generate({ contract: source, out: client });
  expect(outcome.edited).toEqual([]);
  expect((await generate({ contract: source, out: client, check: true })).upToDate).toBe(true);
  expect(readFileSync(join(client, "names.lock.json"), "utf8")).toBe(`{
  "#/components/schemas/A": "A",
  "#/components/schemas/Alpha": "Alpha",
  "#/components/schemas/B": "B",
  "#/components/schemas/C": "C",
  "#/components/schemas/D": "D",
  "#/components/schemas/Delta": "Delta",
  "#/components/schemas/E": "E",
  "GET /a": "a.everything",
  "GET /a/more": "a.more",
  "GET /b": "b.get",
  "GET /c": "c.get",
  "GET /d": "d.get",
  "GET /d/more": "d.more",
  "GET /e": "e.get",
  "client": "Shop"
}
`);
}, 60_000);
