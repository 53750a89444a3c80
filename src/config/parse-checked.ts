import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject } from "ajv";
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
import { nearestWord } from "../text/words.js";
import { UserError } from "../text/user-error.js";

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
    ...yamlProblems(document),
    ...(aliases ? [] : aliasProblems(document)),
    ...(placeholder === undefined ? [] : placeholderProblems(document, placeholder)),
  ];
  const parsed: unknown =
    problems.length > 0 ? undefined : document.toJS({ maxAliasCount: aliases ? 100 : 0 });
  const rules = readSchema(schema);
  const validate = new Ajv({ allErrors: true, verbose: true }).compile(rules);
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

/** Whether a problem is a text of nothing, or of nothing but white space, where one is needed. */
function isAboutBlank({ keyword, data }: ErrorObject): boolean {
  return (keyword === "minLength" || keyword === "pattern") && typeof data === "string" && data.trim() === "";
}

/** Problems of one file that an error lists: a file of another kind can have thousands. */
const PROBLEMS_SHOWN = 20;

/** Read when there is a file to check. */
function readSchema(name: string): object {
  // Two folders up from here, in src/config as well as in dist/config.
  const text = readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
  return JSON.parse(text) as object;
}

function yamlProblems({ errors, warnings }: Document.Parsed): readonly Problem[] {
  return [...errors, ...warnings].map(({ code, message, pos: [offset] }) => ({
    message: code === "MULTIPLE_DOCS" ? "The file must have one YAML document." : message,
    offset,
  }));
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
  return errors
    .filter(
      ({ keyword, schemaPath }) =>
        keyword !== "propertyNames" && keyword !== "if" && !schemaPath.includes("/not/"),
    )
    .map((error) => {
      const path = error.instancePath
        .split("/")
        .slice(1)
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
      const key = unknownKey(error);
      return {
        message: messageOf(error, path.join("."), { rules, choice: choiceAt(error, errors, rules) }),
        offset: offsetOf(document, key === undefined ? path : [...path, key]),
      };
    });
}

/** The key that a problem is about, where it is not the value. */
function unknownKey({ params, propertyName }: ErrorObject): string | undefined {
  const key: unknown = params["additionalProperty"];
  return typeof key === "string" ? key : propertyName;
}

/** What a message needs beside its error. */
interface MessageContext {
  readonly rules: object;
  /** What the value may be, where there are two kinds: `a map, or false`. */
  readonly choice: string | undefined;
}

/** The kinds that a value may have, where a schema decides by its kind (`if`), and the value is of neither. */
function choiceAt(
  { keyword, instancePath }: ErrorObject,
  errors: readonly ErrorObject[],
  rules: object,
): string | undefined {
  if (keyword !== "const" && keyword !== "type") return undefined;
  const definitions = memberOf(rules, "definitions") ?? {};
  const kinds = errors
    .filter((error) => error.keyword === "if" && error.instancePath === instancePath)
    .map(({ parentSchema = {} }) =>
      ["then", "else"].flatMap((branch) => {
        const schema = definitionOf(memberOf(parentSchema, branch) ?? {}, definitions);
        const { const: value, type } = schema as { readonly const?: unknown; readonly type?: unknown };
        return value === undefined ? (TYPES[String(type)] ?? []) : JSON.stringify(value);
      }),
    )
    .find(({ length }) => length === 2);
  // A value that switches off is last.
  return kinds?.sort((left, right) => Number(left === "false") - Number(right === "false")).join(", or ");
}

/** `must be true or false (got "yes")` */
function adviseType(given: unknown, type: string, message: string): string {
  const must = TYPES[type] === undefined ? message : `must be ${TYPES[type]}`;
  const meant = type === "boolean" && typeof given === "string" ? BOOLEANS[given.toLowerCase()] : undefined;
  const advice =
    meant === undefined ? "" : ` YAML 1.2 reads ${String(given)} as a text: write ${String(meant)}.`;
  return `${must}${gotText(given, type === "boolean" || type === "integer")}.${advice}`;
}

/** Words that YAML 1.1 reads as `true` or `false`; those of YAML 1.2 where they are in quotes. */
const BOOLEANS: Readonly<Record<string, boolean>> = { yes: true, no: false, on: true, off: false };

function messageOf(error: ErrorObject, at: string, { rules, choice }: MessageContext): string {
  const { keyword, params, parentSchema, message = "", propertyName } = error;
  const where = at === "" ? "The file" : at;
  if (propertyName !== undefined) {
    return `${JSON.stringify(propertyName)} must start with a letter and have letters, digits, ".", "_" and "-" only.`;
  }
  if (keyword === "additionalProperties") {
    const given = String(params["additionalProperty"]);
    const known = Object.keys((parentSchema?.["properties"] ?? {}) as object);
    const near = nearestWord(given, known);
    if (near !== undefined)
      return `Unknown key ${JSON.stringify(given)}. Did you mean ${JSON.stringify(near)}?`;
    const owner = ownerOf(given, rules);
    const belongs = owner === undefined ? "" : ` It belongs to ${owner}.`;
    return `Unknown key ${JSON.stringify(given)}.${belongs} Known keys: ${known.join(", ")}.`;
  }
  if (keyword === "required")
    return `${where} must have the key ${JSON.stringify(params["missingProperty"])}.`;
  if (keyword === "enum") return `${where} ${adviseValue(error.data, params["allowedValues"] as unknown[])}`;
  if (choice !== undefined) return `${where} must be ${choice}${gotText(error.data, false)}.`;
  if (keyword === "const") {
    const allowed: unknown = params["allowedValue"];
    return `${where} must be ${JSON.stringify(allowed)}${gotText(error.data, typeof allowed === "string")}.`;
  }
  if (keyword === "not") return `${where} must be a URL or a path: standard input serves one run only.`;
  const isBlank = isAboutBlank(error) && parentSchema?.["minLength"] === 1;
  if (keyword === "minProperties" || keyword === "minLength" || isBlank) return `${where} must not be empty.`;
  if (keyword === "pattern" && parentSchema?.["description"] !== undefined) {
    const isShown = error.schemaPath === DURATION && String(error.data).length <= LONGEST_SHOWN;
    return `${where} is wrong${isShown ? gotText(error.data, true) : ""}: ${String(parentSchema["description"])}`;
  }
  if (keyword === "type") return `${where} ${adviseType(error.data, String(params["type"]), message)}`;
  return `${where} ${message}.`;
}

/** The rule of a length of time: a short text in its position can be shown. */
const DURATION = "#/definitions/duration/pattern";
const LONGEST_SHOWN = 20;

/** `must be "open" or "closed" (got "opne"). Did you mean "open"?` */
function adviseValue(given: unknown, allowed: readonly unknown[]): string {
  const values = allowed.map((value) => JSON.stringify(value));
  const listed = [values.slice(0, -1).join(", "), ...values.slice(-1)].filter((text) => text !== "");
  const near = nearestWord(
    String(given),
    allowed.filter((value) => typeof value === "string"),
  );
  const advice = near === undefined ? "" : ` Did you mean ${JSON.stringify(near)}?`;
  return `must be ${listed.join(" or ")}${gotText(given, true)}.${advice}`;
}

/**
 * ` (got "opne")`; what has parts is not shown.
 *
 * @param isWord - whether a word is expected: any other text may be a secret in the wrong position, and is not shown unless it is
 *   `yes`, `off` or the like
 */
function gotText(given: unknown, isWord: boolean): string {
  const isSecret = typeof given === "string" && !isWord && BOOLEANS[given.toLowerCase()] === undefined;
  return typeof given === "object" || isSecret ? "" : ` (got ${JSON.stringify(given)})`;
}

/**
 * The map that has a key according to a JSON Schema, as keys joined by dots (`clients.NAME`): the one nearest to the root.
 *
 * @returns undefined where none has it, or several as near
 */
function ownerOf(key: string, rules: object): string | undefined {
  const definitions = memberOf(rules, "definitions") ?? {};
  const seen = new Set<object>();
  let level: readonly (readonly [path: string, schema: object])[] = [["", rules]];
  while (level.length > 0) {
    const owners = level.filter(([, schema]) => memberOf(memberOf(schema, "properties"), key) !== undefined);
    const [owner] = owners;
    if (owner !== undefined) return owners.length === 1 && owner[0] !== "" ? owner[0] : undefined;
    level = level
      .flatMap(([path, schema]) => childrenOf(schema, path === "" ? "" : `${path}.`))
      .map(([path, schema]) => [path, definitionOf(schema, definitions)] as const)
      .filter(([, schema]) => !seen.has(schema) && seen.add(schema));
  }
  return undefined;
}

function childrenOf(schema: object, prefix: string): readonly (readonly [path: string, schema: object])[] {
  const named = Object.entries(memberOf(schema, "properties") ?? {}) as [string, object][];
  const other = memberOf(schema, "additionalProperties");
  return [
    ...named.map(([name, child]) => [prefix + name, child] as const),
    ...(other === undefined ? [] : [[`${prefix}NAME`, other] as const]),
  ];
}

function definitionOf(schema: object, definitions: object): object {
  const reference = (schema as { readonly $ref?: unknown }).$ref;
  if (typeof reference !== "string") return schema;
  return memberOf(definitions, reference.slice("#/definitions/".length)) ?? schema;
}

/** A member that is an object. */
function memberOf(json: object | undefined, name: string): object | undefined {
  if (json === undefined || !Object.hasOwn(json, name)) return undefined;
  const member: unknown = (json as Readonly<Record<string, unknown>>)[name];
  return typeof member === "object" && member !== null ? member : undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  object: "a map",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  integer: "an integer",
};

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
