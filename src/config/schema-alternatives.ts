import type { ErrorObject } from "ajv";

/*
 * The JSON Schemas are those of this tool, and a test checks them: casts read their keywords with the types that JSON Schema gives them.
 */

/** The keys that a map may have, where its schema has several alternatives. */
export interface KeyChoice {
  /** Keys of all alternatives, in the order of the schema. */
  readonly known: readonly string[];
  /** Keys of which one must be there; empty: the alternatives differ in a value. */
  readonly oneOf: readonly string[];
  /** The value that chose the alternative: `style: link`. */
  readonly chosen?: string;
  /** Key → the values that choose an alternative with it: `style: cursor`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/**
 * The alternatives of the map that an error is about: those that a key tells apart (`if: { required: [member] }`), or the value of one
 * (`allOf` with an `if` for each value). The error knows only the one that a validator chose.
 *
 * @param errors - all errors of the file
 * @param rules - the JSON Schema
 */
export function keyChoiceAt(
  { instancePath, parentSchema = {} }: ErrorObject,
  errors: readonly ErrorObject[],
  rules: object,
): KeyChoice | undefined {
  const definitions = memberOf(rules, "definitions") ?? {};
  for (const { keyword, instancePath: at, parentSchema: choice = {} } of errors) {
    if (keyword !== "if" || at !== instancePath) continue;
    const branches = branchesOf(choice, definitions);
    if (!branches.includes(parentSchema)) continue;
    const keys = memberOf(memberOf(choice, "if"), "required");
    if (branches.length === 2 && Array.isArray(keys)) return choiceOfKeys(branches);
    const variants = Object.values(definitions).find((one: object) => allOf(one).includes(choice)) as
      object | undefined;
    if (variants !== undefined) return choiceOfValues(variants, parentSchema, definitions);
  }
  return allOf(parentSchema).length > 0 ? choiceOfValues(parentSchema, undefined, definitions) : undefined;
}

function choiceOfKeys(branches: readonly object[]): KeyChoice {
  const required = branches.flatMap((branch) => {
    const { required: names = [] } = branch as { readonly required?: readonly string[] };
    return names;
  });
  return { known: keysOf(branches), oneOf: required, values: new Map() };
}

function choiceOfValues(owner: object, chosen: object | undefined, definitions: object): KeyChoice {
  const values = new Map<string, readonly string[]>();
  const variants = allOf(owner).flatMap((one) => {
    const [branch] = branchesOf(one, definitions);
    return branch === undefined ? [] : [{ branch, value: valueOf(one) }];
  });
  for (const { branch, value } of variants)
    for (const key of keysOf([branch])) values.set(key, [...(values.get(key) ?? []), value]);
  const own = variants.find(({ branch }) => branch === chosen);
  const branches = chosen === undefined ? [owner, ...variants.map(({ branch }) => branch)] : [chosen];
  return { known: keysOf(branches), oneOf: [], values, ...(own && { chosen: own.value }) };
}

/** `style: link` */
function valueOf(choice: unknown): string {
  const condition = memberOf(choice as object, "if");
  const entries = Object.entries(memberOf(condition, "properties") ?? {}) as [string, { const?: unknown }][];
  return entries.map(([key, { const: value }]) => `${key}: ${String(value)}`).join(", ");
}

function keysOf(schemas: readonly object[]): readonly string[] {
  return [...new Set(schemas.flatMap((one) => Object.keys(memberOf(one, "properties") ?? {})))];
}

function allOf(schema: object): readonly unknown[] {
  const all = memberOf(schema, "allOf");
  return Array.isArray(all) ? all : [];
}

function branchesOf(choice: unknown, definitions: object): readonly object[] {
  if (typeof choice !== "object" || choice === null) return [];
  return ["then", "else"].flatMap((name) => {
    const branch = memberOf(choice, name);
    return branch === undefined ? [] : [definitionOf(branch, definitions)];
  });
}

/**
 * The kinds that a value may have, where a schema decides by its kind (`if`), and the value is of neither.
 *
 * @returns `a map, or false`
 */
export function kindsAt(
  { keyword, instancePath }: ErrorObject,
  errors: readonly ErrorObject[],
  rules: object,
): string | undefined {
  if (keyword !== "const" && keyword !== "type") return undefined;
  const definitions = memberOf(rules, "definitions") ?? {};
  const kinds = errors
    .filter((error) => error.keyword === "if" && error.instancePath === instancePath)
    .map(({ parentSchema = {} }) => [...new Set(kindsOf(parentSchema, definitions))])
    .filter(({ length }) => length > 1)
    .sort((left, right) => right.length - left.length)[0];
  return kinds && listKinds(kinds);
}

/** `a text, a number, or true or false`: what has an "or" itself is behind the others, and a value that switches off is last. */
function listKinds(kinds: readonly string[]): string {
  const rank = (kind: string) => (kind === "false" ? 2 : Number(kind === TYPES["boolean"]));
  const sorted = [...kinds].sort((left, right) => rank(left) - rank(right));
  return [sorted.slice(0, -1).join(", "), ...sorted.slice(-1)].join(", or ");
}

function kindsOf(schema: object, definitions: object): readonly string[] {
  const condition = memberOf(schema, "if");
  if (condition === undefined) {
    const { const: value } = schema as { readonly const?: unknown };
    const noun = value === undefined ? nounOf(schema) : JSON.stringify(value);
    return noun === undefined ? [] : [noun];
  }
  return ["then", "else"].flatMap((name) => {
    const branch = memberOf(schema, name) ?? {};
    // `then: {}`: what the condition says is all.
    return kindsOf(
      Object.keys(branch).length === 0 ? condition : definitionOf(branch, definitions),
      definitions,
    );
  });
}

/** What a schema asks for, in words that follow "must be": the title of a pattern, else its type. */
export function nounOf(schema: object | undefined): string | undefined {
  const { pattern, title, type } = (schema ?? {}) as Readonly<Record<string, unknown>>;
  return pattern !== undefined && typeof title === "string" ? title : TYPES[String(type)];
}

const TYPES: Readonly<Record<string, string>> = {
  object: "a map",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  integer: "an integer",
  number: "a number",
};

/**
 * The map that has a key according to a JSON Schema, as keys joined by dots (`clients.NAME`): the one nearest to the root.
 *
 * @returns undefined where none has it, or several as near
 */
export function ownerOf(key: string, rules: object): string | undefined {
  const definitions = memberOf(rules, "definitions") ?? {};
  const seen = new Set<object>();
  let level: readonly SchemaAt[] = alternativesOf(["", rules], definitions);
  while (level.length > 0) {
    const owners = level.filter(([, schema]) => memberOf(memberOf(schema, "properties"), key) !== undefined);
    const [owner, ...others] = new Set(owners.map(([path]) => path));
    if (owner !== undefined) return others.length === 0 && owner !== "" ? owner : undefined;
    for (const [, schema] of level) seen.add(schema);
    level = level
      .flatMap(([path, schema]) => childrenOf(schema, path === "" ? "" : `${path}.`))
      .flatMap((child) => alternativesOf(child, definitions))
      .filter(([, schema]) => !seen.has(schema));
  }
  return undefined;
}

/** A schema, and the keys that lead to it. */
type SchemaAt = readonly [path: string, schema: object];

/** The schemas that a value in one position may have to fit: one, and those that it chooses from. */
function alternativesOf([path, schema]: SchemaAt, definitions: object): readonly SchemaAt[] {
  const own = definitionOf(schema, definitions);
  const others = [own, ...allOf(own)].flatMap((one) => branchesOf(one, definitions));
  return [[path, own], ...others.flatMap((one) => alternativesOf([path, one], definitions))];
}

function childrenOf(schema: object, prefix: string): readonly SchemaAt[] {
  const named = Object.entries(memberOf(schema, "properties") ?? {}) as [string, object][];
  const other = memberOf(schema, "additionalProperties");
  const item = memberOf(schema, "items");
  return [
    ...named.map(([name, child]) => [prefix + name, child] as const),
    ...(other === undefined ? [] : [[`${prefix}NAME`, other] as const]),
    ...(item === undefined ? [] : [[`${prefix}NUMBER`, item] as const]),
  ];
}

/**
 * The schemas of all positions whose keys and values may be secrets: those with `writeOnly`, and what they have inside.
 *
 * @param rules - the JSON Schema
 */
export function schemasOfSecrets(rules: object): ReadonlySet<object> {
  const definitions = memberOf(rules, "definitions") ?? {};
  const secrets = new Set<object>();
  const visit = (node: object, isInside: boolean): void => {
    const isSecret = isInside || (node as { readonly writeOnly?: unknown }).writeOnly === true;
    if (isSecret && secrets.has(node)) return;
    if (isSecret) secrets.add(node);
    const target = isSecret ? definitionOf(node, definitions) : node;
    if (target !== node) visit(target, true);
    for (const child of Object.values(node))
      if (typeof child === "object" && child !== null) visit(child as object, isSecret);
  };
  visit(rules, false);
  return secrets;
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
