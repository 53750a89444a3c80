/** What an object of a document is (OpenAPI Specification, "Schema" of each object; JSON Schema 2020-12). */
export type ObjectKind =
  | "callback"
  | "components"
  | "discriminator"
  | "encoding"
  | "example"
  | "externalDocs"
  | "header"
  | "info"
  | "link"
  | "mediaType"
  | "oauthFlow"
  | "oauthFlows"
  | "openapi"
  | "operation"
  | "parameter"
  | "pathItem"
  | "paths"
  | "requestBody"
  | "response"
  | "responses"
  | "schema"
  | "securityScheme"
  | "server"
  | "serverVariable"
  | "tag"
  | "xml";

/** A minor version of the OpenAPI Specification. */
export type Dialect = "3.0" | "3.1" | "3.2";

/** What the value of a keyword is. */
export type KeywordValue =
  /** Text, numbers, examples, literal values: no keyword and no `$ref` in it means anything. */
  | { readonly holds: "data" }
  /** An object of a kind; a list of them; a map from names, which the contract chose, to them. */
  | { readonly holds: "one" | "list" | "map"; readonly kind: ObjectKind }
  /** A schema, or a list of them (`items` before JSON Schema 2020-12). */
  | { readonly holds: "one or list"; readonly kind: ObjectKind }
  /** A map from names to schemas or to lists of property names (`dependencies` before JSON Schema 2019-09). */
  | { readonly holds: "map or data"; readonly kind: ObjectKind };

/** One keyword of an object. */
export type Keyword = KeywordValue & {
  /**
   * The versions that define it; absent: all. Readers accept every keyword in every version, because published contracts
   * mix them.
   */
  readonly dialects?: readonly Dialect[];
};

/** The keywords of one kind of object, and what its other members are. */
export interface ObjectKeywords {
  readonly keywords: ReadonlyMap<string, Keyword>;
  /** The value of every member that is not a keyword, in objects whose members the contract names; absent: data. */
  readonly others?: KeywordValue;
}

const since31: readonly Dialect[] = ["3.1", "3.2"];
const since32: readonly Dialect[] = ["3.2"];
const only30: readonly Dialect[] = ["3.0"];

function data(names: string, dialects?: readonly Dialect[]): [string, Keyword][] {
  return rows(names, { holds: "data" }, dialects);
}
function one(names: string, kind: ObjectKind, dialects?: readonly Dialect[]): [string, Keyword][] {
  return rows(names, { holds: "one", kind }, dialects);
}
function list(names: string, kind: ObjectKind, dialects?: readonly Dialect[]): [string, Keyword][] {
  return rows(names, { holds: "list", kind }, dialects);
}
function map(names: string, kind: ObjectKind, dialects?: readonly Dialect[]): [string, Keyword][] {
  return rows(names, { holds: "map", kind }, dialects);
}
function rows(names: string, value: KeywordValue, dialects?: readonly Dialect[]): [string, Keyword][] {
  return names.split(" ").map((name) => [name, { ...value, ...(dialects !== undefined && { dialects }) }]);
}
function object(rows: readonly [string, Keyword][], others?: KeywordValue): ObjectKeywords {
  return { keywords: new Map(rows), ...(others !== undefined && { others }) };
}

const schema = object([
  ...one("additionalProperties not", "schema"),
  ...list("allOf anyOf oneOf", "schema"),
  ...map("properties", "schema"),
  ...rows("items", { holds: "one or list", kind: "schema" }),
  ...one("contains contentSchema else if propertyNames then", "schema", since31),
  ...one("unevaluatedItems unevaluatedProperties", "schema", since31),
  ...list("prefixItems", "schema", since31),
  ...map("$defs dependentSchemas patternProperties", "schema", since31),
  // Of earlier drafts of JSON Schema, and still frequent in contracts.
  ...one("additionalItems", "schema", []),
  ...map("definitions", "schema", []),
  ...rows("dependencies", { holds: "map or data", kind: "schema" }, []),
  ...one("discriminator", "discriminator"),
  ...one("externalDocs", "externalDocs"),
  ...one("xml", "xml"),
  ...data("$ref default deprecated description enum example format title type"),
  ...data("maxItems maxLength maxProperties maximum minItems minLength minProperties minimum"),
  ...data("exclusiveMaximum exclusiveMinimum multipleOf pattern readOnly required uniqueItems writeOnly"),
  ...data("nullable", only30),
  ...data("$anchor $comment $dynamicAnchor $dynamicRef $id $schema $vocabulary", since31),
  ...data("const contentEncoding contentMediaType dependentRequired examples", since31),
  ...data("maxContains minContains", since31),
]);

const mediaMembers = [
  ...one("schema", "schema"),
  ...data("example"),
  ...map("examples", "example"),
  ...one("itemSchema", "schema", since32),
];

const parameterMembers = [
  ...data("$ref allowEmptyValue allowReserved deprecated description explode required style"),
  ...mediaMembers,
  ...map("content", "mediaType"),
];

const encodingMembers = [
  ...map("encoding", "encoding", since32),
  ...list("prefixEncoding", "encoding", since32),
  ...one("itemEncoding", "encoding", since32),
];

/** Every object of an OpenAPI document with its keywords: the only table of what belongs where. */
export const objectKeywords: Readonly<Record<ObjectKind, ObjectKeywords>> = {
  openapi: object([
    ...data("openapi security"),
    ...data("jsonSchemaDialect", since31),
    ...data("$self", since32),
    ...one("info", "info"),
    ...list("servers", "server"),
    ...one("paths", "paths"),
    ...map("webhooks", "pathItem", since31),
    ...one("components", "components"),
    ...list("tags", "tag"),
    ...one("externalDocs", "externalDocs"),
  ]),
  info: object([
    ...data("contact description license termsOfService title version"),
    ...data("summary", since31),
  ]),
  components: object([
    ...map("schemas", "schema"),
    ...map("responses", "response"),
    ...map("parameters", "parameter"),
    ...map("examples", "example"),
    ...map("requestBodies", "requestBody"),
    ...map("headers", "header"),
    ...map("securitySchemes", "securityScheme"),
    ...map("links", "link"),
    ...map("callbacks", "callback"),
    ...map("pathItems", "pathItem", since31),
    ...map("mediaTypes", "mediaType", since32),
  ]),
  paths: object([], { holds: "one", kind: "pathItem" }),
  pathItem: object([
    ...data("$ref description summary"),
    ...one("delete get head options patch post put trace", "operation"),
    ...one("query", "operation", since32),
    ...map("additionalOperations", "operation", since32),
    ...list("servers", "server"),
    ...list("parameters", "parameter"),
  ]),
  operation: object([
    ...data("deprecated description operationId security summary tags"),
    ...one("externalDocs", "externalDocs"),
    ...list("parameters", "parameter"),
    ...one("requestBody", "requestBody"),
    ...one("responses", "responses"),
    ...map("callbacks", "callback"),
    ...list("servers", "server"),
  ]),
  parameter: object([...data("in name"), ...parameterMembers]),
  header: object(parameterMembers),
  requestBody: object([...data("$ref description required"), ...map("content", "mediaType")]),
  mediaType: object([
    ...data("$ref", since32),
    ...mediaMembers,
    ...encodingMembers,
    ...map("encoding", "encoding"),
  ]),
  encoding: object([
    ...data("allowReserved contentType explode style"),
    ...map("headers", "header"),
    ...encodingMembers,
  ]),
  responses: object([], { holds: "one", kind: "response" }),
  response: object([
    ...data("$ref description"),
    ...data("summary", since32),
    ...map("headers", "header"),
    ...map("content", "mediaType"),
    ...map("links", "link"),
  ]),
  callback: object(data("$ref"), { holds: "one", kind: "pathItem" }),
  example: object([
    ...data("$ref description externalValue summary value"),
    ...data("dataValue serializedValue", since32),
  ]),
  link: object([
    ...data("$ref description operationId operationRef parameters requestBody"),
    ...one("server", "server"),
  ]),
  server: object([
    ...data("description url"),
    ...data("name", since32),
    ...map("variables", "serverVariable"),
  ]),
  serverVariable: object(data("default description enum")),
  securityScheme: object([
    ...data("$ref bearerFormat description in name openIdConnectUrl scheme type"),
    ...data("deprecated oauth2MetadataUrl", since32),
    ...one("flows", "oauthFlows"),
  ]),
  oauthFlows: object([
    ...one("authorizationCode clientCredentials implicit password", "oauthFlow"),
    ...one("deviceAuthorization", "oauthFlow", since32),
  ]),
  oauthFlow: object([
    ...data("authorizationUrl refreshUrl scopes tokenUrl"),
    ...data("deviceAuthorizationUrl", since32),
  ]),
  tag: object([
    ...data("description name"),
    ...data("kind parent summary", since32),
    ...one("externalDocs", "externalDocs"),
  ]),
  schema,
  discriminator: object([...data("mapping propertyName"), ...data("defaultMapping", since32)]),
  externalDocs: object(data("description url")),
  xml: object([...data("attribute name namespace prefix wrapped"), ...data("nodeType", since32)]),
};

const DATA: KeywordValue = { holds: "data" };

/**
 * What a member of an object is: by its keyword, or by its place where the contract chose the name. Specification extensions
 * (`x-…`) and what no version defines are data.
 */
export function valueOf(kind: ObjectKind, name: string): KeywordValue {
  const { keywords, others } = objectKeywords[kind];
  const known = keywords.get(name);
  if (known !== undefined) return known;
  return others === undefined || name.startsWith("x-") ? DATA : others;
}

/** Every keyword of every object, each name once, sorted: names that a contract may give to something of its own. */
export function allKeywords(): readonly string[] {
  const names = Object.values(objectKeywords).flatMap(({ keywords }) => [...keywords.keys()]);
  return [...new Set(names)].sort();
}

/** Keywords whose value is a map from names to data. */
const DATA_BY_NAME = ["mapping", "scopes"] as const;

/**
 * Keywords whose value is a map from names that the contract chose: inside it no key is a keyword. For objects of
 * unknown kind (a file that others refer to, an unknown keyword); of all others {@link valueOf} knows more.
 */
export const nameMaps: ReadonlySet<string> = new Set([
  ...DATA_BY_NAME,
  ...Object.values(objectKeywords).flatMap(({ keywords }) =>
    [...keywords].flatMap(([name, value]) => {
      if (value.holds === "map" || value.holds === "map or data") return [name];
      return value.holds === "one" && objectKeywords[value.kind].others !== undefined ? [name] : [];
    }),
  ),
]);

/** Keywords whose value is data in every object that has them. */
export const dataKeywords: ReadonlySet<string> = new Set(["const", "default", "enum", "example"]);

/**
 * Whether keys lead into a specification extension (OpenAPI, "Specification Extensions"): its content is data of
 * somebody else's, and no header, property or component that is called `x-…`.
 *
 * @param keys - from the root of an OpenAPI document, or of a file that one refers to.
 */
export function isInExtension(keys: readonly string[]): boolean {
  let kind: ObjectKind = "openapi";
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? "";
    if (key.startsWith("x-")) return true;
    const value = valueOf(kind, key);
    if (value.holds === "data") {
      const isKnown = objectKeywords[kind].keywords.has(key);
      return !isKnown && isInUnknownExtension(keys.slice(index));
    }
    kind = value.kind;
    // A name or an index comes next.
    const isIndexed = value.holds === "one or list" && /^\d+$/u.test(keys[index + 1] ?? "");
    if (value.holds !== "one" && (value.holds !== "one or list" || isIndexed)) index += 1;
  }
  return false;
}

function isInUnknownExtension(keys: readonly string[]): boolean {
  return keys.some((key, index) => {
    const holder = keys[index - 1] ?? "";
    // The keys of `paths` are paths, which begin with a slash.
    return key.startsWith("x-") && (holder === "paths" || !nameMaps.has(holder));
  });
}
