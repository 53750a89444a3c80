import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { repository } from "../support/repository.js";

/** Contracts that nobody here wrote: the folder that `CORPUS_DIR` names, by default one beside the repository. */
export const corpusFolder: string = resolve(
  repository,
  process.env["CORPUS_DIR"] ?? join("..", "shared", "corpus"),
);

/** What to say where the folder is absent. */
export const absenceNotice = "There is no corpus here: set CORPUS_DIR to a folder of OpenAPI documents.";

/** Whether the folder is there. */
export function hasCorpus(): boolean {
  return existsSync(corpusFolder);
}

/** Every root document of the corpus: what says at its top level that it is OpenAPI or Swagger. Relative paths, sorted. */
export function corpusDocuments(): readonly string[] {
  return readdirSync(corpusFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isRoot)
    .map((path) => relative(corpusFolder, path).replaceAll("\\", "/"))
    .sort();
}

/** Absolute path of a document. @param document as `corpusDocuments` names it */
export function corpusPath(document: string): string {
  return join(corpusFolder, document);
}

/** The key may stand anywhere at the top level: some publishers sort theirs. */
function isRoot(path: string): boolean {
  const text = readFileSync(path, "utf8");
  if (!path.endsWith(".json")) return /^["']?(?:openapi|swagger)["']?\s*:/m.test(text);
  const json: unknown = JSON.parse(text);
  return typeof json === "object" && json !== null && ("openapi" in json || "swagger" in json);
}
