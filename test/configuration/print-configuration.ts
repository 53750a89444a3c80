import { stringify } from "yaml";
import { ACCEPT, ALIKE, FOOT, HEAD, HEADERS, OVERLAYS, OVERRIDES, SELECTION } from "./page-texts.js";

/** What this page reads of a JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly required?: readonly string[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly allOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** docs/configuration.md: every key that the schema of `cabinetry.yaml` describes. */
export function printConfiguration(root: Schema): string {
  const schemas = definitionsOf(root);
  const client = schemas.of({ $ref: "#/definitions/client" });
  const operation = schemas.of({ $ref: "#/definitions/operation" });
  return [
    HEAD,
    "## Which keys does a client have?",
    table(client, schemas),
    SELECTION,
    OVERLAYS,
    ACCEPT,
    ALIKE,
    HEADERS,
    "## How does a key of an operation decide a trait?",
    OVERRIDES,
    table(operation, schemas),
    ...sections(operation, schemas, (key, example) => ({
      operations: { [NAMES[key] ?? "getInvoice"]: { [key]: example } },
    })),
    "## How does a key decide for the whole contract?",
    ...sections(client, schemas, (key, example) => ({ [key]: example })),
    "## How do I write a path or a name?",
    named(["memberPath", "field", "header", "operationKey"], schemas),
    "## Which settings does `cabinetry diff` have?",
    table(schemas.of({ $ref: "#/definitions/diff" }), schemas),
    FOOT,
  ].join("\n\n");
}

/** Operations of the examples. */
const NAMES: Readonly<Record<string, string>> = {
  pagination: "listInvoices",
  idempotency: "createInvoice",
  conditional: "updateInvoice",
  background: "exportInvoices",
  safe: "searchInvoices",
  features: "exportInvoices",
};

interface Definitions {
  /** The schema that a reference leads to, with what is beside the reference. */
  readonly of: (schema: Schema) => Schema;
}

function definitionsOf({ definitions = {} }: Schema): Definitions {
  const of = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const target = definitions[schema.$ref.replace("#/definitions/", "")];
    if (target === undefined) throw new Error(`${schema.$ref} is not defined.`);
    return { ...of(target), ...schema };
  };
  return { of };
}

/** A section for each key that has an example. */
function sections(
  owner: Schema,
  schemas: Definitions,
  wrap: (key: string, example: unknown) => unknown,
): readonly string[] {
  return Object.entries(owner.properties ?? {}).flatMap(([key, given]) => {
    const inner = innerOf(given, schemas);
    const variants = variantsOf(inner, schemas);
    if (given.examples === undefined && variants.length === 0) return [];
    const examples = (given.examples ?? []).map((example) => block(wrap(key, example)));
    const keys = details(inner, variants, schemas, (example) => block(wrap(key, example)));
    return [`### \`${key}\``, given.description ?? "", ...examples, ...keys];
  });
}

/** The keys of a map: those of each variant, and then those that all have. */
function details(
  inner: Schema,
  variants: readonly Schema[],
  schemas: Definitions,
  show: (example: unknown) => string,
): readonly string[] {
  if (variants.length === 0) return inner.properties === undefined ? [] : [table(inner, schemas)];
  const [first] = variants;
  const shared = Object.keys(first?.properties ?? {}).filter(
    (key) =>
      key !== "style" &&
      variants.every(
        (one) =>
          one.properties?.[key] !== undefined &&
          JSON.stringify(one.properties[key]) === JSON.stringify(first?.properties?.[key]),
      ),
  );
  const only = (schema: Schema, keep: (key: string) => boolean): Schema => ({
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([key]) => keep(key))),
  });
  return [
    ...variants.flatMap((one) => [
      `**${String(one.properties?.["style"]?.const)}**: ${one.description ?? ""}`,
      ...(one.examples ?? []).map(show),
      ...propertiesTable(
        only(one, (key) => key !== "style" && !shared.includes(key)),
        schemas,
      ),
    ]),
    "Keys of every style:",
    table(
      only({ ...first, required: [] }, (key) => shared.includes(key)),
      schemas,
    ),
  ];
}

function propertiesTable(schema: Schema, schemas: Definitions): readonly string[] {
  return Object.keys(schema.properties ?? {}).length === 0 ? [] : [table(schema, schemas)];
}

/** What a key may hold beside `false`. */
function innerOf(given: Schema, schemas: Definitions): Schema {
  const schema = schemas.of(given);
  return schema.else === undefined ? schema : schemas.of(schema.else);
}

function variantsOf({ allOf = [] }: Schema, schemas: Definitions): readonly Schema[] {
  return allOf.flatMap(({ then }) => (then === undefined ? [] : schemas.of(then)));
}

/** One row for each key, those of maps in it with a dot. */
function table(schema: Schema, schemas: Definitions): string {
  const rows = rowsOf(schema, schemas, "").map((cells) => `| ${cells.join(" | ")} |`);
  return ["| key | value | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function rowsOf(schema: Schema, schemas: Definitions, above: string): readonly (readonly string[])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const key = `${above}${name}`;
    const needed = schema.required?.includes(name) === true ? "Required. " : "";
    const own = [`\`${key}\``, valueOf(given, schemas), `${needed}${given.description ?? ""}`].map(cell);
    const inner = innerOf(given, schemas);
    const isOpen = given.examples === undefined && variantsOf(inner, schemas).length === 0;
    return isOpen && inner.properties !== undefined && inner.else === undefined
      ? [own, ...rowsOf(inner, schemas, `${key}.`)]
      : [own];
  });
}

/** What a key holds, in words. */
function valueOf(given: Schema, schemas: Definitions): string {
  const word = WORDS[given.$ref ?? ""];
  if (word !== undefined) return word;
  const schema = schemas.of(given);
  if (schema.if !== undefined && schema.else !== undefined) {
    const first = schema.if.type === "boolean" ? "`false`" : valueOf(schema.then ?? {}, schemas);
    const rest = valueOf(schema.else, schemas);
    return rest === first || rest.startsWith(`${first}, or `) ? rest : `${first}, or ${rest}`;
  }
  if (schema.enum !== undefined) return schema.enum.map((one) => `\`${String(one)}\``).join(", ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.type === "array") return `list of ${plural(valueOf(schema.items ?? {}, schemas))}`;
  if (schema.type === "boolean") return "`true` or `false`";
  const values = schema.additionalProperties === false ? undefined : schema.additionalProperties?.enum;
  if (values !== undefined) return `map to ${values.map((one) => `\`${String(one)}\``).join(", ")}`;
  return TYPES[schema.type ?? ""] ?? "map";
}

const WORDS: Readonly<Record<string, string>> = {
  "#/definitions/memberPath": "path",
  "#/definitions/field": "field",
  "#/definitions/header": "header",
  "#/definitions/operationKey": "operation",
  "#/definitions/scope": "scope",
  "#/definitions/state": "state",
};
const TYPES: Readonly<Record<string, string>> = { string: "text", integer: "integer", object: "map" };

function plural(word: string): string {
  return /^[a-z]+$/u.test(word) ? `${word}s` : word;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** Definitions that values of tables name. */
function named(names: readonly string[], schemas: Definitions): string {
  const rows = names.map((name) => {
    const reference = `#/definitions/${name}`;
    return `| ${WORDS[reference] ?? name} | ${schemas.of({ $ref: reference }).description ?? ""} |`;
  });
  return ["| value | meaning |", "| --- | --- |", ...rows].join("\n");
}

function block(value: unknown): string {
  return `\`\`\`yaml\n${stringify(value, { lineWidth: 100, flowCollectionPadding: true })}\`\`\``;
}
