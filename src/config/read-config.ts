import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import { type Document, isAlias, isNode, LineCounter, parseDocument, visit } from "yaml";
import { nearestWord } from "../text/nearest-word.js";
import { UserError } from "../text/user-error.js";

/** The configuration file that is read where none is named. */
export const configName = "cabinetry.yaml";

/** A client of a configuration file; paths are relative to the current folder, or absolute. */
export interface ConfiguredClient {
  /** Its name in the file. */
  readonly id: string;
  /** CONTRACT: a URL, a path, `git:REV:PATH`. */
  readonly contract: string;
  readonly out: string;
  readonly settings: ConfiguredSettings;
}

/** Settings of a client, as far as a configuration file has them. */
export interface ConfiguredSettings {
  readonly name?: string;
  readonly vendor?: string;
  readonly importExtension?: "js" | "ts" | "none";
  readonly openapiTypes?: boolean;
}

/** What `docs/cabinetry.schema.json` allows. */
interface ConfigFile {
  readonly clients: Readonly<
    Record<string, ConfiguredSettings & { readonly contract: string; readonly out: string }>
  >;
}

/**
 * Reads a configuration file (YAML 1.2), in the order in which it lists its clients. What is allowed is what the JSON Schema
 * says that editors use.
 *
 * @param path - relative to the current folder, or absolute.
 * @returns undefined when the file does not exist.
 * @throws UserError (2) with file, line and column of every problem.
 */
export async function readConfig(path: string): Promise<readonly ConfiguredClient[] | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new UserError(2, `${path} cannot be read.`, {
      where: error instanceof Error ? error.message : String(error),
      remedy: "Name a YAML file with --config, or change its permissions.",
    });
  }
  const { clients } = parseConfig(text, path);
  const base = dirname(path);
  const listed = Object.entries(clients).map(([id, { contract, out, ...settings }]) => ({
    id,
    contract: isReference(contract) ? contract : below(base, contract),
    out: below(base, out),
    settings,
  }));
  refuseSharedFolders(listed, path);
  return listed;
}

/** A URL or `git:REV:PATH`; one letter before a colon is a drive of Windows. */
function isReference(contract: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]+:\/\/|git:)/iu.test(contract);
}

function below(base: string, path: string): string {
  return isAbsolute(path) ? path : relative(process.cwd(), resolve(base, path)) || ".";
}

function refuseSharedFolders(clients: readonly ConfiguredClient[], path: string): void {
  const owners = new Map<string, string>();
  for (const { id, out } of clients) {
    const other = owners.get(resolve(out));
    if (other !== undefined) {
      throw new UserError(2, `The clients ${other} and ${id} of ${path} have the same folder: ${out}.`, {
        remedy: "Give each client an `out` of its own.",
      });
    }
    owners.set(resolve(out), id);
  }
}

/** A problem, and its position in the text. */
interface Problem {
  readonly message: string;
  readonly offset: number;
}

function parseConfig(text: string, path: string): ConfigFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const problems = [...yamlProblems(document), ...aliasProblems(document)];
  const parsed: unknown = problems.length > 0 ? undefined : document.toJS({ maxAliasCount: 0 });
  const validate = new Ajv({ allErrors: true, verbose: true }).compile<ConfigFile>(schema());
  if (problems.length === 0 && validate(parsed)) return parsed;
  const found = problems.length > 0 ? problems : schemaProblems(validate.errors ?? [], document);
  const where = [...new Map(found.map((one) => [`${String(one.offset)} ${one.message}`, one])).values()]
    .sort((left, right) => left.offset - right.offset)
    .map(({ message, offset }) => {
      const { line, col } = lines.linePos(offset);
      return `${path}:${String(Math.max(line, 1))}:${String(Math.max(col, 1))} ${message}`;
    });
  throw new UserError(2, `${path} is not a configuration of Cabinetry.`, {
    where: where.join("\n"),
    remedy: "Correct the file. docs/cabinetry.schema.json of the package describes it; editors can use it.",
  });
}

/** Read when there is a file to check. */
function schema(): object {
  // Two folders up from here, in src/config as well as in dist/config.
  const text = readFileSync(new URL("../../docs/cabinetry.schema.json", import.meta.url), "utf8");
  return JSON.parse(text) as object;
}

function yamlProblems({ errors, warnings }: Document.Parsed): readonly Problem[] {
  return [...errors, ...warnings].map(({ code, message, pos: [offset] }) => ({
    message: code === "MULTIPLE_DOCS" ? "The file must have one YAML document." : message,
    offset,
  }));
}

/** A configuration needs no aliases: each setting is written out where it applies. */
function aliasProblems(document: Document.Parsed): readonly Problem[] {
  const found: Problem[] = [];
  visit(document, {
    Node(_, node) {
      const [offset] = node.range ?? [0];
      if (isAlias(node))
        found.push({ message: "Aliases (*name) are not supported: write the value.", offset });
    },
  });
  return found;
}

function schemaProblems(errors: readonly ErrorObject[], document: Document.Parsed): readonly Problem[] {
  return errors
    .filter(({ keyword, schemaPath }) => keyword !== "propertyNames" && !schemaPath.includes("/not/"))
    .map((error) => {
      const path = error.instancePath
        .split("/")
        .slice(1)
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
      const key = unknownKey(error);
      return {
        message: messageOf(error, path.join(".")),
        offset: offsetOf(document, key === undefined ? path : [...path, key]),
      };
    });
}

/** The key that a problem is about, where it is not the value. */
function unknownKey({ params, propertyName }: ErrorObject): string | undefined {
  const key: unknown = params["additionalProperty"];
  return typeof key === "string" ? key : propertyName;
}

function messageOf(
  { keyword, params, parentSchema, message = "", propertyName }: ErrorObject,
  at: string,
): string {
  const where = at === "" ? "The file" : at;
  if (propertyName !== undefined) {
    return `${JSON.stringify(propertyName)} must start with a letter and have letters, digits, ".", "_" and "-" only.`;
  }
  if (keyword === "additionalProperties") {
    const given = String(params["additionalProperty"]);
    const known = Object.keys((parentSchema?.["properties"] ?? {}) as object);
    const near = nearestWord(given, known);
    const advice =
      near === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean ${JSON.stringify(near)}?`;
    return `Unknown key ${JSON.stringify(given)}. ${advice}`;
  }
  if (keyword === "required")
    return `${where} must have the key ${JSON.stringify(params["missingProperty"])}.`;
  if (keyword === "enum") return `${where} must be one of ${JSON.stringify(params["allowedValues"])}.`;
  if (keyword === "not") return `${where} must be a URL or a path: standard input serves one run only.`;
  if (keyword === "minProperties" || keyword === "minLength") return `${where} must not be empty.`;
  if (keyword === "type") return `${where} must be ${TYPES[String(params["type"])] ?? message}.`;
  return `${where} ${message}.`;
}

const TYPES: Readonly<Record<string, string>> = {
  object: "a map",
  string: "a text",
  boolean: "true or false",
};

/** Where the value at a path is, or its key; where there is none, what is above it. */
function offsetOf(document: Document.Parsed, path: readonly string[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const key = keyNode(document, path.slice(0, length));
    if (key !== undefined) return key;
  }
  return document.contents?.range[0] ?? 0;
}

function keyNode(document: Document.Parsed, path: readonly string[]): number | undefined {
  let found: number | undefined;
  visit(document, {
    Pair(_, { key }, ancestors) {
      const keys = [...ancestors, { key }].flatMap((one) =>
        "key" in one && isNode(one.key) ? [String(one.key)] : [],
      );
      if (keys.length !== path.length || keys.some((one, index) => one !== path[index])) return undefined;
      if (isNode(key)) found ??= key.range?.[0];
      return undefined;
    },
  });
  return found;
}

/** The configuration of one client as text, for a person to save. */
export function configText({ id, contract, out, settings }: ConfiguredClient): string {
  const entries = Object.entries({ contract, out, ...settings });
  const lines = entries.map(([key, value]) => `    ${key}: ${JSON.stringify(value)}`);
  const schemaLine = `# yaml-language-server: $schema=./${join("node_modules", "cabinetry", "docs", "cabinetry.schema.json").replaceAll("\\", "/")}`;
  return [schemaLine, "clients:", `  ${id}:`, ...lines, ""].join("\n");
}
