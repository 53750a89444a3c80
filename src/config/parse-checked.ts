import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";
import { UserError } from "../text/user-error.js";
import { describeErrors, isAboutBlank } from "./schema-messages.js";

/** What a checked YAML file is. */
export interface CheckedKind {
  /** File name of its JSON Schema in `docs`. */
  readonly schema: string;
  /** For the error: `a configuration of Cabinetry`. */
  readonly what: string;
  /** Whole sentences of the error. */
  readonly remedy: string;
  /** Name of a member that may be an empty text in this reading. */
  readonly mayBeEmpty?: string;
  /** Whether YAML aliases are allowed. Default: false. */
  readonly aliases?: boolean;
  /** What stands for a value that a person has to fill in, and is refused: `?`. */
  readonly placeholder?: string;
}

/** A file that is what it has to be. */
export interface CheckedFile {
  readonly value: unknown;
  /** Where a key or an item is, by the keys that lead to it; where there is none, what is above it. 1-based. */
  readonly locate: (path: readonly string[]) => { readonly line: number; readonly column: number };
}

/** A problem, and its position in the text. */
interface Problem {
  readonly message: string;
  readonly offset: number;
}

/**
 * Reads the text of a YAML file (1.2) that a JSON Schema of this package describes.
 *
 * @param path - for messages.
 * @throws UserError (2) with file, line and column of every problem.
 */
export function parseChecked(text: string, path: string, kind: CheckedKind): CheckedFile {
  const { schema, what, remedy, mayBeEmpty, aliases = false, placeholder } = kind;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const problems = [
    ...yamlProblems(document, lines),
    ...(aliases ? [] : aliasProblems(document)),
    ...(placeholder === undefined ? [] : placeholderProblems(document, placeholder)),
  ];
  const parsed: unknown =
    problems.length > 0 ? undefined : document.toJS({ maxAliasCount: aliases ? 100 : 0 });
  const { rules, validate } = readSchema(schema);
  const isValid = problems.length === 0 && validate(parsed);
  const errors = (validate.errors ?? []).filter(
    (error) =>
      mayBeEmpty === undefined || !isAboutBlank(error) || !error.instancePath.endsWith(`/${mayBeEmpty}`),
  );
  const positionOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (isValid || (problems.length === 0 && errors.length === 0))
    return { value: parsed, locate: (at) => positionOf(offsetOf(document, at)) };
  const found = problems.length > 0 ? problems : schemaProblems(errors, document, rules);
  const where = [...new Map(found.map((one) => [`${String(one.offset)} ${one.message}`, one])).values()]
    .sort((left, right) => left.offset - right.offset)
    .map(({ message, offset }) => {
      const { line, column } = positionOf(offset);
      return `${path}:${String(line)}:${String(column)} ${message}`;
    });
  const more = where.length - PROBLEMS_SHOWN;
  const shown = [...where.slice(0, PROBLEMS_SHOWN), ...(more > 0 ? [`and ${String(more)} more`] : [])];
  throw new UserError(2, `${path} is not ${what}.`, { where: shown.join("\n"), remedy });
}

/** Problems of one file that an error lists: a file of another kind can have thousands. */
const PROBLEMS_SHOWN = 20;

/** A JSON Schema, and what checks values against it. */
interface CompiledSchema {
  readonly rules: object;
  readonly validate: ValidateFunction;
}

/** Read when there is a file to check; compiled once. */
function readSchema(name: string): CompiledSchema {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  // Two folders up from here, in src/config as well as in dist/config.
  const text = readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
  const rules = JSON.parse(text) as object;
  const schema = { rules, validate: new Ajv({ allErrors: true, verbose: true }).compile(rules) };
  compiled.set(name, schema);
  return schema;
}

const compiled = new Map<string, CompiledSchema>();

function yamlProblems(document: Document.Parsed, lines: LineCounter): readonly Problem[] {
  return [...document.errors, ...document.warnings].map(({ code, message, pos: [offset] }) => {
    if (code === "MULTIPLE_DOCS") return { message: "The file must have one YAML document.", offset };
    const twice = code === "DUPLICATE_KEY" ? duplicateAt(document, offset) : undefined;
    if (twice === undefined) return { message, offset };
    const line = String(lines.linePos(twice.first).line);
    return { message: `The key ${JSON.stringify(twice.key)} is on line ${line} already.`, offset };
  });
}

/** The key of a map that is at an offset, and where the map has it first. */
function duplicateAt(
  document: Document.Parsed,
  offset: number,
): { readonly key: string; readonly first: number } | undefined {
  let found: { readonly key: string; readonly first: number } | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = items.flatMap(({ key }) => (isScalar(key) ? [key] : []));
      const own = keys.find(({ range }) => range?.[0] === offset);
      const first = keys.find(({ value }) => value === own?.value)?.range?.[0];
      if (own === undefined || first === undefined) return undefined;
      found = { key: String(own.value), first };
      return visit.BREAK;
    },
  });
  return found;
}

/** Settings need no aliases: each is written out where it applies. */
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

/**
 * Values that are still the placeholder of printed lines, alone or after a method (`GET ?`): whatever the key, nothing of a contract is
 * called so.
 */
function placeholderProblems(document: Document.Parsed, placeholder: string): readonly Problem[] {
  const found: Problem[] = [];
  visit(document, {
    Scalar(key, node, path) {
      const given = node.value;
      if (key === "key" || typeof given !== "string" || given.replace(/^[A-Za-z]+\s+/u, "") !== placeholder)
        return;
      const owner = path.findLast((one) => isPair(one));
      const name = isPair(owner) && isScalar(owner.key) ? String(owner.key.value) : "The value";
      const what = given === placeholder ? "value" : "operation";
      const message = `${name} has the placeholder ${JSON.stringify(given)}. Replace it with the ${what}, or remove the key.`;
      found.push({ message, offset: node.range?.[0] ?? 0 });
    },
  });
  return found;
}

function schemaProblems(
  errors: readonly ErrorObject[],
  document: Document.Parsed,
  rules: object,
): readonly Problem[] {
  return describeErrors(errors, rules).map(({ message, path }) => ({
    message,
    offset: offsetOf(document, path),
  }));
}

/** Where the value at a path is, or its key; where there is none, what is above it. */
function offsetOf(document: Document.Parsed, path: readonly string[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const key = keyNode(document, path.slice(0, length));
    if (key !== undefined) return key;
  }
  return document.contents?.range[0] ?? 0;
}

/** Where a key of a map is, or an item of a list. */
function keyNode(document: Document.Parsed, path: readonly string[]): number | undefined {
  const last = path.at(-1);
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (isSeq(parent)) {
    const item: unknown = parent.items[Number(last)];
    return isNode(item) ? item.range?.[0] : undefined;
  }
  if (!isMap(parent)) return undefined;
  const key: unknown = parent.items.find((pair) => isScalar(pair.key) && pair.key.value === last)?.key;
  return isNode(key) ? key.range?.[0] : undefined;
}
