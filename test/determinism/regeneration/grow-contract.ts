import type { Json, JsonObject } from "../json-tree.js";
import { isObject } from "../json-tree.js";

type Random = () => number;

/** An addition that no caller of an API notices, made at a random place. False: the contract has no such place. */
type Addition = (contract: JsonObject, random: Random) => boolean;

/** Names that clash with what the base contract, and clients of it, have. */
const MEMBERS = ["id", "name", "tag", "limit", "body", "contentType", "street", "kind", "x-y"].concat([
  "cursor",
  "nextCursor",
  "stream",
]);
const SCHEMAS = [
  [
    "Pet2",
    "pet",
    "PetInput",
    "PetBase",
    "PetOwner",
    "RateHeaders",
    "LimitHeaders",
    "PetsListInput",
    "PetsResource",
  ],
  [
    "ShopOption1",
    "ShopWithStreet",
    "PetsCreateResponse",
    "PetsCreateBody",
    "Error",
    "Call",
    "Pets",
    "WayObject",
  ],
].flat();
const OPERATIONS = [
  "list",
  "create",
  "modify",
  "modifyPet",
  "modifyByUpdate",
  "createStream",
  "getAsXml",
  "getAsCsv",
  "resume",
  "patchPet",
];
const MEDIA = [
  "application/json",
  "text/csv",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/octet-stream",
  "text/event-stream",
  "application/merge-patch+json",
];

/** Alternatives that a schema was given in this generation: with a second shape, its name would be that of both. */
const unsettled = new WeakSet<Json[]>();

/** The same contract with some additions; the given one is left alone. */
export function growContract(
  contract: JsonObject,
  random: Random,
  count: number,
): { readonly grown: JsonObject; readonly added: readonly string[] } {
  const grown = structuredClone(contract);
  const added: string[] = [];
  for (let tries = 0; added.length < count && tries < 50; tries++) {
    const [name, addition] = pick(Object.entries(additions), random);
    if (addition(grown, random)) added.push(name);
  }
  return { grown, added };
}

const additions: Readonly<Record<string, Addition>> = {
  schema(contract, random) {
    const schemas = ensure(ensure(contract, "components"), "schemas");
    const name = pick(SCHEMAS, random);
    if (schemas[name] !== undefined) return false;
    schemas[name] = object(random);
    return true;
  },
  operation(contract, random) {
    const paths = ensure(contract, "paths");
    const known = Object.keys(paths);
    const path =
      random() < 0.5
        ? pick(known, random)
        : `/${pick(["pets", "a", "shops"], random)}/${String(Math.floor(random() * 5))}`;
    const method = pick(["get", "post", "put", "patch"], random);
    const item = ensure(paths, path);
    if (item[method] !== undefined || item["$ref"] !== undefined) return false;
    item[method] = {
      operationId: pick(OPERATIONS, random),
      tags: [pick(["pets", "shops", "Pets"], random)],
      parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
        in: "path",
        name,
        required: true,
        schema: { type: "string" },
      })),
      responses: {
        "200": {
          description: "",
          headers: { "X-Limit": {} },
          content: { [pick(MEDIA, random)]: { schema: object(random) } },
        },
      },
    };
    return true;
  },
  member(contract, random) {
    const found = objects(contract).filter(({ properties }) => isObject(properties));
    if (found.length === 0) return false;
    const properties = ensure(pick(found, random), "properties");
    const name = pick(MEMBERS, random);
    if (properties[name] !== undefined) return false;
    properties[name] = random() < 0.5 ? object(random) : { type: "string" };
    return true;
  },
  alternative(contract, random) {
    const lists = objects(contract).flatMap(({ oneOf, anyOf }) =>
      [oneOf, anyOf].filter(Array.isArray),
    ) as Json[][];
    const open = lists.filter((list) => !unsettled.has(list));
    if (open.length === 0) return false;
    const list = pick(open, random);
    list.splice(Math.floor(random() * (list.length + 1)), 0, object(random));
    return true;
  },
  header(contract, random) {
    const found = objects(contract).filter(
      (one) => typeof one["description"] === "string" && isObject(one["content"]),
    );
    if (found.length === 0) return false;
    const headers = ensure(pick(found, random), "headers");
    const name = pick(["X-Limit", "X-Rate", "X-Trace", "A-First", "ETag", "Location"], random);
    if (headers[name] !== undefined) return false;
    headers[name] = { schema: { type: "string" } };
    return true;
  },
  media(contract, random) {
    const found = objects(contract).filter(({ content }) => isObject(content));
    if (found.length === 0) return false;
    const content = ensure(pick(found, random), "content");
    const name = pick(MEDIA, random);
    if (content[name] !== undefined) return false;
    content[name] = { schema: object(random) };
    return true;
  },
  parameter(contract, random) {
    const operations = operationsOf(contract);
    if (operations.length === 0) return false;
    const operation = pick(operations, random);
    const list = Array.isArray(operation["parameters"]) ? operation["parameters"] : [];
    const [place, name] = [pick(["query", "header", "cookie"], random), pick(MEMBERS, random)];
    const shared = ensure(ensure(contract, "components"), "parameters");
    const given = list.filter(isObject).map((one) => {
      const key = typeof one["$ref"] === "string" ? one["$ref"].replace(/^.*\//, "") : "";
      return shared[key] ?? one;
    });
    if (given.some((one) => isObject(one) && one["in"] === place && one["name"] === name)) return false;
    list.splice(Math.floor(random() * (list.length + 1)), 0, {
      in: place,
      name,
      schema: random() < 0.3 ? object(random) : { type: "string" },
    });
    operation["parameters"] = list;
    return true;
  },
  nullable(contract, random) {
    const found = inlineShapes(contract).filter(({ value }) => value["type"] === "object");
    if (found.length === 0) return false;
    const { put, value } = pick(found, random);
    const list: Json[] = [{ type: "null" }, value];
    unsettled.add(list);
    put(random() < 0.5 ? { ...value, type: ["object", "null"] } : { anyOf: list });
    return true;
  },
  alternatives(contract, random) {
    const found = inlineShapes(contract);
    if (found.length === 0) return false;
    const { put, value } = pick(found, random);
    const others: Json[] = [{ type: "string" }, { type: "array", items: object(random) }];
    const list = random() < 0.5 ? [value, pick(others, random)] : [pick(others, random), value];
    unsettled.add(list);
    put({ oneOf: list });
    return true;
  },
  component(contract, random) {
    const found = inlineShapes(contract);
    const schemas = ensure(ensure(contract, "components"), "schemas");
    const name = pick(SCHEMAS, random);
    if (found.length === 0 || schemas[name] !== undefined) return false;
    const { put, value } = pick(found, random);
    schemas[name] = value;
    put({ $ref: `#/components/schemas/${name}` });
    return true;
  },
  callback(contract, random) {
    const callbacks = ensure(pick(operationsOf(contract), random), "callbacks");
    const name = pick(["onPaid", "onGone"], random);
    if (callbacks[name] !== undefined) return false;
    callbacks[name] = {
      "{$url}": {
        post: { requestBody: { content: { "application/json": { schema: object(random) } } }, responses: {} },
      },
    };
    return true;
  },
};

/** Schemas of members that are objects, and what puts another schema in the place of each. */
function inlineShapes(
  contract: JsonObject,
): readonly { readonly value: JsonObject; readonly put: (schema: JsonObject) => void }[] {
  return objects(contract).flatMap(({ properties }) =>
    isObject(properties)
      ? Object.entries(properties).flatMap(([name, value]) =>
          isObject(value) && isObject(value["properties"])
            ? [{ value, put: (schema: JsonObject) => (properties[name] = schema) }]
            : [],
        )
      : [],
  );
}

function object(random: Random): JsonObject {
  const names = [pick(MEMBERS, random), pick(MEMBERS, random)];
  const properties = Object.fromEntries(
    names.map((name): [string, Json] => [name, { type: pick(["string", "integer"], random) }]),
  );
  return { type: "object", properties };
}

function operationsOf(contract: JsonObject): JsonObject[] {
  return Object.values(ensure(contract, "paths")).flatMap((item) =>
    isObject(item)
      ? ["get", "post", "put", "patch"].flatMap((method) => (isObject(item[method]) ? [item[method]] : []))
      : [],
  );
}

/** Every object of a document, in order. */
function objects(node: Json): JsonObject[] {
  if (Array.isArray(node)) return node.flatMap(objects);
  if (!isObject(node)) return [];
  return [node, ...Object.values(node).flatMap(objects)];
}

function ensure(node: JsonObject, name: string): JsonObject {
  const found = node[name];
  if (isObject(found)) return found;
  const made: JsonObject = {};
  node[name] = made;
  return made;
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const found = items[Math.floor(random() * items.length)];
  if (found === undefined) throw new Error("there is nothing to pick from");
  return found;
}
