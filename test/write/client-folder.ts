import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import type { EmittedClient } from "../../src/emit/emitted-client.js";

/** A client with the given files (path → text). */
export function clientOf(files: Readonly<Record<string, string>>): EmittedClient {
  return {
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    facts: {
      contract: { title: "Shop", version: "1", server: "/v1", digest: "d" },
      options: { vendor: "acme", importExtension: "js" },
      names: {
        client: "Shop",
        operations: { "GET /b": "b.get", "GET /a": "a.get" },
        models: { "#/b": "B", "#/a": "A" },
      },
    },
  };
}

/** An empty folder for one test, removed after it. */
export function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cabinetry-write-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Puts a file into a folder, by another hand than Cabinetry's. */
export function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Every file of a folder: path → text. */
export function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
}
