import { isObject, type Json, type JsonObject } from "../determinism/json-tree.js";
import { copyOf, isContainer, type JsonNode, nodesOf, pointerTo, put, take } from "./json-nodes.js";
import { canaries, hostileName, hostileText } from "./names.js";
import { randomKeywords } from "./random-schema.js";
import type { Random } from "./random.js";

/** Changes a document in place at one of its nodes; false where it has no use for that node. */
type Mutation = (node: JsonNode, random: Random, all: readonly JsonNode[], root: JsonObject) => boolean;

const schemaParents = new Set([
  "schema",
  "items",
  "additionalProperties",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
  "additionalItems",
  "itemSchema",
]);
const schemaHolders = new Set([
  "schemas",
  "properties",
  "allOf",
  "oneOf",
  "anyOf",
  "patternProperties",
  "dependentSchemas",
  "prefixItems",
  "$defs",
]);

/** Whether a schema stands there, going by the names that lead to it. */
function isSchema(node: JsonNode): node is JsonNode & { readonly value: JsonObject } {
  const { path, value } = node;
  const key = path.at(-1) ?? "";
  return isObject(value) && (schemaParents.has(key) || schemaHolders.has(path.at(-2) ?? ""));
}

const otherKinds: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  9007199254740993,
  "",
  "x",
  "null",
  [],
  [null],
  [[]],
  [{}],
  {},
  { x: {} },
  { $ref: "#" },
  "2026-11-20",
];

const types: readonly Json[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "null",
  "file",
  [],
  ["string", "null"],
  ["array", "object"],
  ["null"],
  ["string", "string"],
];

const styles = [
  "form",
  "simple",
  "matrix",
  "label",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
  "x",
];

const mediaTypes = [
  "application/json",
  "application/problem+json",
  "application/xml",
  "text/plain",
  "text/event-stream",
  "application/x-ndjson",
  "application/jsonl",
  "multipart/form-data",
  "multipart/mixed",
  "image/*",
  "*/*",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  "application/json; charset=utf-8",
  "application/merge-patch+json",
  "application/json-patch+json",
  "text/csv",
  "json",
  "",
  'a/b; q="*/"',
];

const statuses = [
  "200",
  "201",
  "202",
  "204",
  "206",
  "302",
  "304",
  "404",
  "412",
  "429",
  "503",
  "2XX",
  "4XX",
  "5XX",
  "default",
  "2xx",
  "100",
  "600",
  "abc",
  "x-status",
];

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

const remove: Mutation = ({ parent, key }) => {
  take(parent, key);
  return true;
};

const duplicate: Mutation = ({ parent, value }, random) => {
  if (Array.isArray(parent)) parent.push(copyOf(value));
  else put(parent, hostileName(random), copyOf(value));
  return true;
};

const swap: Mutation = ({ parent, key, value }, random, all) => {
  const other = random.pick(all);
  put(parent, key, copyOf(other.value));
  put(other.parent, other.key, copyOf(value));
  return true;
};

const changeKind: Mutation = ({ parent, key }, random) => {
  put(parent, key, copyOf(random.pick(otherKinds)));
  return true;
};

const retype: Mutation = (node, random) => {
  if (!isSchema(node)) return false;
  put(node.value, "type", copyOf(random.pick(types)));
  return true;
};

const rename: Mutation = ({ parent, key, value }, random) => {
  if (Array.isArray(parent)) return false;
  const name = hostileName(random);
  // In place, so that the order of the members stays.
  const members = Object.entries(parent).map(([one, held]): [string, Json] => [
    one === key ? name : one,
    held,
  ]);
  for (const [one] of Object.entries(parent)) take(parent, one);
  for (const [one, held] of members) put(parent, one, one === name ? value : held);
  return true;
};

const redirect: Mutation = ({ parent, key, value, path }, random, all) => {
  if (key !== "$ref" && !(isObject(value) && random.chance(0.2))) return false;
  const target = random.chance(0.3) ? path.slice(0, random.between(0, path.length)) : random.pick(all).path;
  const reference = random.chance(0.05)
    ? random.pick(["#", "", "#/", "#x", "x.yaml", "#/%"])
    : pointerTo(target);
  put(parent, key, key === "$ref" ? reference : { $ref: reference });
  return true;
};

/** A schema in the place of another that leads back to it. */
const cycle: Mutation = (node, random, all) => {
  if (!isSchema(node)) return false;
  const above = all.filter(
    (other) => isSchema(other) && node.path.join("\n").startsWith(other.path.join("\n")),
  );
  const target = random.pick(above.length > 0 && random.chance(0.7) ? above : all.filter(isObjectNode)).path;
  put(node.parent, node.key, { $ref: pointerTo(target) });
  return true;
};

const wrap: Mutation = (node, random) => {
  if (!isSchema(node)) return false;
  const { parent, key } = node;
  const value: JsonObject = node.value;
  const wrapped: readonly JsonObject[] = [
    { allOf: [value] },
    { oneOf: [value, { type: "null" }] },
    { oneOf: [value, copyOf(value)] },
    { anyOf: [value, { type: "string" }] },
    { allOf: [value, { type: "object", additionalProperties: false }] },
    { allOf: [value, { type: "object", required: ["id"] }] },
    { not: value },
    { type: "array", items: value },
    { type: "object", additionalProperties: value },
    { type: "object", properties: { [random.pick(["x", "then", "constructor"])]: value } },
    { allOf: [{ allOf: [{ allOf: [value] }] }] },
    { ...value, oneOf: [{ required: ["id"] }, { required: ["name"] }] },
  ];
  put(parent, key, copyOf(random.pick(wrapped)));
  return true;
};

const allowNull: Mutation = (node, random) => {
  if (!isSchema(node)) return false;
  const schema = node.value;
  if (random.chance(0.5)) put(schema, "nullable", random.chance(0.8));
  else put(schema, "type", [...[schema["type"] ?? "object"].flat(), "null"]);
  return true;
};

const changeRequired: Mutation = (node, random) => {
  if (!isSchema(node)) return false;
  const schema = node.value;
  const properties = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  const names = [...properties, "id", "absent", "__proto__"];
  if (random.chance(0.3)) take(schema, "required");
  else put(schema, "required", random.some(names, random.between(0, 3)));
  return true;
};

const addKeywords: Mutation = (node, random, all) => {
  if (!isSchema(node)) return false;
  const schemas = all.filter(isSchema).map(({ path }) => pointerTo(path));
  const keywords = randomKeywords(random, schemas);
  for (const [name, value] of Object.entries(keywords)) put(node.value, name, value);
  return true;
};

const hostileString: Mutation = ({ parent, key, value }, random) => {
  if (typeof value !== "string" || key === "$ref") return false;
  put(parent, key, random.chance(0.6) ? `${value}${random.pick(canaries)}` : hostileText(random));
  return true;
};

/** Renames a key to another of a list where a map has such keys. */
function renameIn(holder: string, names: readonly string[]): Mutation {
  return ({ parent, key, value, path }, random) => {
    if (path.at(-2) !== holder || Array.isArray(parent)) return false;
    if (random.chance(0.5)) take(parent, key);
    put(parent, random.pick(names), copyOf(value));
    return true;
  };
}

const changeStyle: Mutation = ({ value }, random) => {
  if (!isObject(value) || typeof value["in"] !== "string") return false;
  if (random.chance(0.7)) put(value, "style", random.pick(styles));
  if (random.chance(0.5)) put(value, "explode", random.chance(0.5));
  if (random.chance(0.3))
    put(value, "in", random.pick(["query", "header", "path", "cookie", "querystring", "body"]));
  if (random.chance(0.3)) put(value, "required", random.chance(0.5));
  if (random.chance(0.2))
    put(value, "content", { [random.pick(mediaTypes)]: { schema: { type: "object" } } });
  if (random.chance(0.2)) put(value, "name", hostileName(random));
  return true;
};

const changeMethod: Mutation = ({ parent, key, value, path }, random) => {
  if (path.length !== 3 || path[0] !== "paths" || Array.isArray(parent)) return false;
  if (random.chance(0.5)) take(parent, key);
  put(parent, random.pick(methods), copyOf(value));
  return true;
};

const changeEncoding: Mutation = ({ value, path }, random) => {
  if (path.at(-2) !== "content" || !isObject(value)) return false;
  put(value, "encoding", {
    [hostileName(random)]: {
      contentType: random.pick(mediaTypes),
      style: random.pick(styles),
      explode: random.chance(0.5),
      headers: { [hostileName(random)]: { schema: { type: "string" } } },
    },
  });
  return true;
};

const changeSecurity: Mutation = (_, random, all, root) => {
  const scheme: Json = random.pick<JsonObject>([
    { type: "http", scheme: random.pick(["bearer", "basic", "digest", "*/"]) },
    { type: "apiKey", in: random.pick(["header", "query", "cookie"]), name: hostileName(random) },
    {
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: "/oauth/token", scopes: { [hostileName(random)]: "" } } },
    },
    { type: "openIdConnect", openIdConnectUrl: "https://id.example/" },
    { type: "mutualTLS" },
  ]);
  const name = random.chance(0.6) ? "scheme" : hostileName(random);
  const components = isObject(root["components"]) ? root["components"] : {};
  put(root, "components", components);
  const schemes = isObject(components["securitySchemes"]) ? components["securitySchemes"] : {};
  put(components, "securitySchemes", schemes);
  put(schemes, name, scheme);
  const requirement: JsonObject = {};
  put(requirement, name, random.chance(0.5) ? [] : [hostileName(random)]);
  const operations = all.filter(
    ({ path, value }) => path.length === 3 && path[0] === "paths" && isObject(value),
  );
  const target = operations.length > 0 && random.chance(0.7) ? random.pick(operations).value : root;
  if (isObject(target)) put(target, "security", random.chance(0.2) ? [requirement, {}] : [requirement]);
  return true;
};

const changeServers: Mutation = (_, random, all, root) => {
  const variable = hostileName(random);
  const variables: JsonObject = {};
  put(variables, variable, {
    default: hostileName(random),
    ...(random.chance(0.4) && { enum: [hostileName(random), hostileName(random)] }),
    description: hostileText(random),
  });
  const url = random.pick([
    `https://{${variable}}.example/v1`,
    "/v1",
    "",
    "/",
    "https://host.example",
    "{x}",
    `//${variable}`,
    "http://[::1]:1/",
  ]);
  const holders = all.filter(
    ({ path, value }) => path[0] === "paths" && path.length <= 3 && path.length > 1 && isObject(value),
  );
  const target = holders.length > 0 && random.chance(0.5) ? random.pick(holders).value : root;
  if (isObject(target)) put(target, "servers", [{ url, description: hostileText(random), variables }]);
  return true;
};

const changeDialect: Mutation = (_, random, __, root) => {
  put(root, "openapi", random.pick(["3.0.3", "3.1.0", "3.2.0", "3.0.0", "3.1"]));
  return true;
};

const everywhere: readonly Mutation[] = [
  remove,
  remove,
  duplicate,
  swap,
  changeKind,
  changeKind,
  rename,
  rename,
  redirect,
  redirect,
  cycle,
  cycle,
  wrap,
  wrap,
  retype,
  allowNull,
  changeRequired,
  addKeywords,
  addKeywords,
  hostileString,
  hostileString,
  changeStyle,
  changeEncoding,
  renameIn("content", mediaTypes),
  renameIn("responses", statuses),
  changeMethod,
];

const once: readonly Mutation[] = [changeSecurity, changeServers, changeDialect];

function isObjectNode({ value }: JsonNode): boolean {
  return isContainer(value);
}

/** Changes a contract in one to five places, in place. */
export function mutateContract(contract: JsonObject, random: Random): void {
  const count = random.pick([1, 1, 2, 2, 3, 5]);
  for (let done = 0; done < count; done += 1) {
    const nodes = nodesOf(contract);
    if (nodes.length === 0) return;
    const mutation = random.chance(0.12) ? random.pick(once) : random.pick(everywhere);
    // Most mutations fit few nodes: others are tried until one does.
    for (let attempt = 0; attempt < 200; attempt += 1) {
      if (mutation(random.pick(nodes), random, nodes, contract)) break;
    }
  }
}
