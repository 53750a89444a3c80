import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { parseYaml, stringifyYaml } from "@redocly/openapi-core";
import { parse as readExactly, stringify as writeExactly } from "yaml";
import { writeJson } from "../../../src/runtime/values/json-text.js";
import { isObject, type Json, shuffleKeys } from "../../determinism/json-tree.js";
import { splitComponents } from "../../determinism/split-contract.js";
import { seeded } from "../../support/seeded.js";

/**
 * Other spellings of a document, with the same meaning: the members of every object in another order; the YAML as JSON
 * and the JSON as YAML; one file as many, each component in its own.
 */
export const variants = ["shuffled", "respelled", "split"] as const;
export type Variant = (typeof variants)[number];

/** What names a place by other means than a pointer goes astray in another file. */
const anchored = /["']?\$(?:id|anchor|dynamicAnchor|dynamicRef)["']?\s*:/;
/** Characters that a file's name may have everywhere. */
const plainName = /^[\w.-]+$/;

/**
 * Writes another spelling of a document into an empty folder.
 *
 * @param path - absolute path of the document
 * @returns path of the root; undefined where the document has no such spelling
 */
export async function writeVariant(
  path: string,
  variant: Variant,
  folder: string,
): Promise<string | undefined> {
  const text = await readFile(path, "utf8");
  const document = parse(text);
  if (document === undefined) return undefined;
  if (namesFiles(document)) return variant === "shuffled" ? shuffleFolder(path, folder) : undefined;
  if (variant === "split") return splitInto(document, text, folder);
  const root = join(folder, `vertrag ü${extname(path)}`);
  const shuffled = shuffleKeys(document, seeded(text.length));
  await writeFile(root, print(shuffled, (extname(path) === ".json") === (variant === "shuffled")));
  return root;
}

async function splitInto(document: Json, text: string, folder: string): Promise<string | undefined> {
  if (anchored.test(text) || !isObject(document) || !isObject(document["components"])) return undefined;
  const names = Object.values(document["components"]).flatMap((section) => Object.keys(section ?? {}));
  if (!names.every((name) => plainName.test(name))) return undefined;
  for (const [path, part] of splitComponents(document)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), print(part, false));
  }
  return join(folder, "openapi.yaml");
}

/** Copies the folder that a document and its files stand in, each of them shuffled. */
async function shuffleFolder(path: string, folder: string): Promise<string> {
  await cp(dirname(path), folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(({ name }) => /\.(?:ya?ml|json)$/.test(name))) {
    const file = join(entry.parentPath, entry.name);
    const document = entry.isFile() ? parse(await readFile(file, "utf8")) : undefined;
    // JSON is YAML: what was YAML is JSON now, under its old name.
    if (document !== undefined) await writeFile(file, print(shuffleKeys(document, seeded(1)), true));
  }
  return join(folder, basename(path));
}

/** Whether a document refers to files beside it. */
function namesFiles(node: Json | undefined): boolean {
  if (Array.isArray(node)) return node.some(namesFiles);
  if (!isObject(node)) return false;
  const { $ref } = node;
  return (typeof $ref === "string" && !/^(?:#|\w+:)/.test($ref)) || Object.values(node).some(namesFiles);
}

/** What JavaScript's numbers would round: such a document is read with bigints. */
const longNumber = /(?<![\w.+"'-])-?[1-9]\d{15,}(?![\w."'])/;

function parse(text: string): Json | undefined {
  try {
    return (
      longNumber.test(text) ? readExactly(text, shorten, { intAsBigInt: true }) : parseYaml(text)
    ) as Json;
  } catch {
    return undefined;
  }
}

/** Bigints where they are needed alone. */
function shorten(_: unknown, value: unknown): unknown {
  return typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function print(document: Json, asJson: boolean): string {
  if (asJson) return writeJson(document, "document");
  return longNumber.test(writeJson(document, "document"))
    ? writeExactly(document, { lineWidth: 0 })
    : stringifyYaml(document, { noRefs: true, lineWidth: -1 });
}
