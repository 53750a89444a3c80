import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { isObject, type Json, type JsonObject } from "../../determinism/json-tree.js";

/**
 * A published document as its publisher wrote it. What reads it here shares nothing with the generator: it is the second
 * opinion that a generated client is judged by.
 */
export interface PublishedDocument {
  readonly root: JsonObject;
  /** OpenAPI 3.0, whose schemas are no JSON Schema and whose references have no siblings. */
  readonly is30: boolean;
  /** What a node is, behind its references; members beside a `$ref` are left out. @throws Error for a dangling one */
  resolve(node: Json | undefined): JsonObject | undefined;
}

/** Reads a document of one file. @throws Error when it is no object */
export async function readPublishedDocument(path: string): Promise<PublishedDocument> {
  const text = await readFile(path, "utf8");
  const root: unknown = path.endsWith(".json")
    ? JSON.parse(text)
    : parse(text, { maxAliasCount: -1, uniqueKeys: false });
  return publishedDocument(root as Json);
}

/** @param root a parsed document of one file */
export function publishedDocument(root: Json): PublishedDocument {
  if (!isObject(root)) throw new Error("The document is no object.");
  return {
    root,
    is30: textOf(root["openapi"]).startsWith("3.0"),
    resolve: (node) => {
      let found = node;
      for (let steps = 0; isObject(found) && typeof found["$ref"] === "string"; steps += 1) {
        if (steps > 32) throw new Error(`"${found["$ref"]}" refers to itself.`);
        found = nodeAt(root, found["$ref"]);
      }
      return isObject(found) ? found : undefined;
    },
  };
}

/** What a reference inside of the document points to (RFC 6901). */
export function nodeAt(root: Json, reference: string): Json {
  if (!reference.startsWith("#")) throw new Error(`"${reference}" leaves the document.`);
  let node: Json | undefined = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    node = isObject(node) ? node[name] : Array.isArray(node) ? node[Number(name)] : undefined;
  }
  if (node === undefined) throw new Error(`"${reference}" points to nothing.`);
  return node;
}

/** The members of a node that are objects behind their references, by name; nothing for what is no object. */
export function membersAt(
  document: PublishedDocument,
  node: Json | undefined,
): readonly [string, JsonObject][] {
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, member]): [string, JsonObject][] => {
    const found = document.resolve(member);
    return found === undefined ? [] : [[name, found]];
  });
}

/** A string, or nothing. */
export function textOf(node: Json | undefined): string {
  return typeof node === "string" ? node : "";
}
