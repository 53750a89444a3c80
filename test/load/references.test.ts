import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, describe, expect, test, vi } from "vitest";
import { found } from "../diagnostics/found.js";
import { loadContract } from "../../src/load/load-contract.js";
import { fileWith, folderWith, smallContract } from "./contract-files.js";
import { serve } from "./contract-server.js";
import { failureOf } from "./failure-of.js";

const titleOf = async (reference: string) => {
  const { document } = await loadContract(reference);
  return (document["info"] as { title: string }).title;
};

describe("CONTRACT over HTTP", () => {
  test("the URL of an API: openapi.yaml is appended", async () => {
    const server = await serve({ "/v1/external/openapi.yaml": smallContract });
    const loaded = await loadContract(`${server.url}/v1/external`);
    expect(loaded.retrievedFrom).toBe(`${server.url}/v1/external/openapi.yaml`);
    expect(server.asked).toEqual(["/v1/external/openapi.yaml"]);
  });

  test("a slash at its end makes no difference", async () => {
    const server = await serve({ "/v1/openapi.yaml": smallContract });
    expect(await titleOf(`${server.url}/v1/`)).toBe("Small");
  });

  test("where that is 404, the URL itself may be the document", async () => {
    const server = await serve({ "/contract": smallContract });
    expect(await titleOf(`${server.url}/contract`)).toBe("Small");
    expect(server.asked).toEqual(["/contract/openapi.yaml", "/contract"]);
  });

  test.each(["/api.yaml", "/api.yml", "/api.json", "/api?format=yaml"])(
    "the URL of a document: %s",
    async (path) => {
      const server = await serve({ [path]: smallContract });
      expect(await titleOf(server.url + path)).toBe("Small");
      expect(server.asked).toEqual([path]);
    },
  );

  test("a split contract is fetched from the same host, each file once", async () => {
    const server = await serve({
      "/api/openapi.yaml": smallContract.replace("#/components", "./schemas/order.yaml#/components"),
      "/api/schemas/order.yaml": "components: { schemas: { Order: { type: string } } }",
    });
    const { document } = await loadContract(`${server.url}/api`);
    expect(document["components"]).toEqual({
      schemas: {
        Order: { type: "object", properties: expect.anything() as unknown },
        "Order-2": { type: "string" },
      },
    });
    expect(server.asked).toEqual(["/api/openapi.yaml", "/api/schemas/order.yaml"]);
  });

  test("after a redirect, references count from where the document was found", async () => {
    const server = await serve({
      "/openapi.yaml": (_, response) => response.writeHead(301, { location: "/v2/openapi.yaml" }).end(),
      "/v2/openapi.yaml": smallContract.replace("#/components/schemas/Order", "./item.yaml"),
      "/v2/item.yaml": "type: integer",
    });
    const { document } = await loadContract(server.url);
    expect(document["components"]).toHaveProperty("schemas.item", { type: "integer" });
  });

  test("headers for a protected contract go along", async () => {
    const server = await serve({ "/openapi.yaml": smallContract });
    await loadContract(server.url, { headers: [{ name: "authorization", value: "Bearer t" }] });
    expect(server.headers[0]?.authorization).toBe("Bearer t");
  });
});

describe("CONTRACT on this machine", () => {
  test("a file", async () => {
    const loaded = await loadContract(fileWith(smallContract));
    expect(loaded.dialect).toBe("3.1");
    expect(loaded.retrievedFrom).toBeUndefined();
  });

  test("a file with a byte order mark and Windows line ends", async () => {
    const text = `\uFEFF${smallContract.replaceAll("\n", "\r\n")}`;
    expect((await loadContract(fileWith(text))).digest).toBe(
      (await loadContract(fileWith(smallContract))).digest,
    );
  });

  test("a $ref whose file name holds an encoded blank", async () => {
    const folder = folderWith({
      "openapi.yaml": smallContract.replace("#/components/schemas/Order", "./my%20order.yaml"),
      "my order.yaml": "type: integer",
    });
    const { document } = await loadContract(`${folder}/openapi.yaml`);
    expect(JSON.stringify(document)).toContain('{"type":"integer"}');
  });

  test("standard input", async () => {
    const { document, source } = await loadContract("-", { input: Readable.from([smallContract]) });
    expect([document["openapi"], source]).toEqual(["3.1.0", "standard input"]);
  });

  test("the folder of a generated client", async () => {
    const folder = folderWith({
      "openapi.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Kept", version: "1" },
        paths: { "/a": {} },
      }),
      "manifest.json": JSON.stringify({ files: { "openapi.json": "" } }),
    });
    expect(await titleOf(folder)).toBe("Kept");
  });

  describe("the folder of a client whose last write was interrupted", () => {
    const snapshot = smallContract.replace("title: Small", "title: Kept");
    const manifest = JSON.stringify({ files: { "openapi.json": "" } });
    const journal = { ".cabinetry-write/journal.json": "{}" };

    test("is read, which is told", async () => {
      const folder = folderWith({ "openapi.json": snapshot, "manifest.json": manifest, ...journal });
      const { document, diagnostics } = await loadContract(folder);
      expect(document["info"]).toMatchObject({ title: "Kept" });
      expect(found(diagnostics)).toContainEqual(["document/unfinished-write", "", { folder }]);
    });

    test.each<[missing: string, files: Record<string, string>]>([
      ["its manifest", { "openapi.json": snapshot }],
      ["its contract", { "manifest.json": manifest }],
    ])("is refused with that reason where %s is not in place", async (_, files) => {
      const folder = folderWith({ ...files, ...journal });
      const failure = await failureOf(folder);
      expect(failure.exitCode).toBe(3);
      expect(failure.message).toBe(
        `The last write to the client folder ${folder} has not finished, and its contract is not in place.`,
      );
      expect(failure.remedy).toContain(`cabinetry generate CONTRACT -o ${folder}`);
    });

    test("is as any other once the write is finished: a lock alone is no write", async () => {
      const lock = { ".cabinetry-write/owner.json": "{}" };
      const folder = folderWith({ "openapi.json": snapshot, "manifest.json": manifest, ...lock });
      expect((await loadContract(folder)).diagnostics).toEqual([]);
    });
  });

  test.each<[given: string, files: Record<string, string>]>([
    ["no manifest", { "openapi.json": "{}" }],
    ["another program's manifest", { "openapi.json": "{}", "manifest.json": '{"name":"App"}' }],
    ["a damaged manifest", { "openapi.json": "{}", "manifest.json": "<<<<<<< HEAD" }],
  ])("a folder with %s is no client", async (_, files) => {
    const failure = await failureOf(folderWith(files));
    expect(failure.message).toMatch(/is a folder, and not that of a generated client/);
    expect(failure.exitCode).toBe(3);
  });
});

describe("CONTRACT in a git revision", () => {
  const here = process.cwd();
  const git = (folder: string, ...words: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=T", "-c", "user.email=t@example.com", ...words]);

  afterEach(() => {
    process.chdir(here);
  });

  function repository(): string {
    const folder = folderWith({
      "api/openapi.yaml": smallContract.replace("#/components/schemas/Order", "./parts/order.yaml"),
      "api/parts/order.yaml": "type: string",
    });
    git(folder, "init", "-q");
    git(folder, "add", ".");
    git(folder, "commit", "-q", "-m", "first");
    return folder;
  }

  // vitest's workers share a process that may change its folder only when they are forked; the default pool forks.
  test("is read with what it refers to, not from the working tree", async () => {
    const folder = repository();
    git(folder, "rm", "-q", "-r", "api");
    process.chdir(folder);
    const { document, source } = await loadContract("git:HEAD:api/openapi.yaml");
    expect(document["components"]).toHaveProperty("schemas.order", { type: "string" });
    expect(source).toBe("git:HEAD:api/openapi.yaml");
  });

  test("may be named as git writes it, where no such file exists", async () => {
    const folder = repository();
    process.chdir(folder);
    expect((await loadContract("HEAD:api/openapi.yaml")).source).toBe("git:HEAD:api/openapi.yaml");
    expect((await failureOf("v9:api/openapi.yaml")).message).toMatch(/v9:api\/openapi.yaml/);
    copyFileSync(join(folder, "api/openapi.yaml"), join(folder, "api/HEAD:openapi.yaml"));
    expect((await loadContract("api/HEAD:openapi.yaml")).source).toBe("api/HEAD:openapi.yaml");
  });

  test.each([
    [".", "bare.json"],
    [".", "api/bare.json"],
    [".", "/api/bare.json"],
    ["api", "bare.json"],
    ["api", "../bare.json"],
  ])("may name a schema without a path, and git lists the folder once: in %s, %s", async (current, path) => {
    const folder = repository();
    const file = join(folder, path.startsWith("/") ? "." : current, path);
    const properties = { a: { $ref: "Pet" }, b: { $ref: "Cat" } };
    const contract = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: {},
      components: { schemas: { A: { properties } } },
    };
    const commit = (name: string, text: string) => {
      writeFileSync(name, text);
      git(folder, "add", ".");
      git(folder, "commit", "-q", "-m", "next");
    };
    commit(file, JSON.stringify(contract));
    process.chdir(join(folder, current));
    vi.stubEnv("GIT_TRACE", join(folder, "trace"));
    const { diagnostics } = await loadContract(`git:HEAD:${path}`, { lenient: true });
    vi.unstubAllEnvs();
    expect(diagnostics.map(({ id }) => id)).toEqual(["reference/lenient", "reference/lenient"]);
    expect(readFileSync(join(folder, "trace"), "utf8").match(/built-in: git/gu)).toHaveLength(2);
    commit(join(file, "../Pet"), "type: string");
    const { where = "" } = await failureOf(`git:HEAD:${path}`, { lenient: true });
    expect(where.match(/Can't resolve .*/gu)).toEqual([
      expect.stringContaining("A contract may refer only to .yaml"),
    ]);
  });

  test("an unknown revision or path says what git said", async () => {
    process.chdir(repository());
    expect((await failureOf("git:v9:api/openapi.yaml")).message).toMatch(
      /git could not show v9:api\/openapi.yaml/,
    );
    expect((await failureOf("git:HEAD:nothing.yaml")).message).toMatch(/does not exist in 'HEAD'/);
  });
});

describe("a CONTRACT that is none", () => {
  test.each<[given: string, want: RegExp]>([
    ["", /empty text/],
    ["ftp://host/openapi.yaml", /cannot be read over "ftp:"/],
    ["file:///etc/passwd", /cannot be read over "file:"/],
    ["https://", /cannot be read/],
    ["git:HEAD", /does not name a file of a git revision/],
    ["git:--output=x:y", /does not name a file of a git revision/],
  ])("%j is wrong usage", async (given, want) => {
    const failure = await failureOf(given);
    expect(failure.message).toMatch(want);
    expect(failure.exitCode).toBe(2);
  });

  test("[SEC-1] a password in the URL is refused and not shown", async () => {
    const failure = await failureOf("https://user:s3cret@host.example/openapi.yaml?token=t0ken");
    expect(failure.exitCode).toBe(2);
    expect(`${failure.message} ${failure.where ?? ""} ${failure.remedy}`).not.toMatch(/s3cret|t0ken|user@/);
  });
});
