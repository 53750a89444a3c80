import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import type { ObjectKind } from "../../../src/openapi/keywords.js";
import { isMembers, mapChildren, type Members, valueAt } from "../../../src/openapi/visit.js";
import { appendPointer, fragmentKeys } from "../../../src/text/json-pointer.js";
import { referencedThrough } from "../rewrites/nested-references.js";

/** Another way to write the same contract. */
export type Rewrite = (document: JsonObject) => JsonObject;

/** Every rewrite that must change nothing, by name. */
export const rewrites: Readonly<Record<string, Rewrite>> = {
  "a copy": (document) => structuredClone(document),
  "keys in reverse order": (document) => reversed(document) as JsonObject,
  "references put inline": inlined,
  "inline parts made components": extracted,
  "parameters of path items moved to operations": parametersDown,
  "parameters of all operations moved to path items": parametersUp,
  "security and servers of the root moved to operations": rootDown,
  "written defaults": withDefaults,
  "names of headers in capitals": inCapitals,
  "all of them": (document) => {
    const down = withDefaults(parametersDown(rootDown(inlined(document))));
    return reversed(inCapitals(extracted(down))) as JsonObject;
  },
};

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => reversed(item));
  if (!isMembers(value)) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, member]) => [name, reversed(member)]));
}

/** Changes every object of some kinds, children first; schemas stay as they are. */
function mapObjects(
  document: JsonObject,
  change: (node: Members, kind: ObjectKind, original: Members) => Members,
  root: { readonly value: unknown; readonly kind: ObjectKind } = { value: document, kind: "openapi" },
): JsonObject {
  const visit = (value: unknown, kind: ObjectKind): unknown => {
    if (kind === "schema" || !isMembers(value)) return value;
    return change(mapChildren(value, kind, visit), kind, value);
  };
  return visit(root.value, root.kind) as JsonObject;
}

const REFERABLE = new Set<ObjectKind>([
  "callback",
  "example",
  "header",
  "link",
  "parameter",
  "requestBody",
  "response",
]);

/** Callbacks may lead back to themselves: these are left alone. */
function inlined(document: JsonObject): JsonObject {
  const visit = (value: unknown, kind: ObjectKind, open: readonly string[]): unknown => {
    if (kind === "schema" || !isMembers(value)) return value;
    const reference = value["$ref"];
    if (typeof reference === "string" && REFERABLE.has(kind)) {
      if (open.includes(reference)) return value;
      // Of the members beside a `$ref` only these count (OpenAPI 3.1, Reference Object).
      const words = Object.entries(value).filter(([name]) => name === "summary" || name === "description");
      const target = visit(valueAt(document, fragmentKeys(reference)), kind, [...open, reference]);
      return { ...(target as Members), ...Object.fromEntries(words) };
    }
    return mapChildren(value, kind, (child, childKind) => visit(child, childKind, open));
  };
  const paths = mapObjects(document, (node) => node, { value: document["paths"] ?? {}, kind: "paths" });
  return { ...document, paths: visit(paths, "paths", []) as JsonObject };
}

const SECTIONS: Partial<Record<ObjectKind, string>> = {
  header: "headers",
  parameter: "parameters",
  requestBody: "requestBodies",
  response: "responses",
};

function extracted(document: JsonObject): JsonObject {
  const added: Record<string, Record<string, Json>> = {};
  let count = 0;
  const fixed = referencedThrough(document);
  const paths = mapObjects(
    document,
    (node, kind, original) => {
      const section = SECTIONS[kind];
      if (section === undefined || "$ref" in node || fixed.has(original)) return node;
      count += 1;
      const name = `Extracted${count}`;
      (added[section] ??= {})[name] = node as JsonObject;
      return { $ref: appendPointer("#/components", section, name) };
    },
    { value: document["paths"] ?? {}, kind: "paths" },
  );
  const components = (document["components"] ?? {}) as JsonObject;
  const sections = Object.entries(added).map(([section, entries]): [string, Json] => [
    section,
    { ...(components[section] as JsonObject | undefined), ...entries },
  ]);
  return { ...document, paths, components: { ...components, ...Object.fromEntries(sections) } };
}

const METHODS = ["delete", "get", "head", "options", "patch", "post", "put", "trace"];

function mapPathItems(document: JsonObject, change: (item: JsonObject) => JsonObject): JsonObject {
  const paths = Object.entries((document["paths"] ?? {}) as JsonObject).map(
    ([path, item]): [string, Json] => [path, isMembers(item) && path.startsWith("/") ? change(item) : item],
  );
  return { ...document, paths: Object.fromEntries(paths) };
}

function mapOperations(item: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject {
  const entries = Object.entries(item).map(([name, value]): [string, Json] => [
    name,
    METHODS.includes(name) ? change(value as JsonObject) : value,
  ]);
  return Object.fromEntries(entries);
}

function parametersDown(document: JsonObject): JsonObject {
  return mapPathItems(document, ({ parameters = [], ...item }) =>
    mapOperations(item, (operation) => {
      const own = (operation["parameters"] ?? []) as readonly Json[];
      const names = own.map((parameter) => parameterKey(document, parameter));
      const inherited = (parameters as readonly Json[]).filter(
        (parameter) => !names.includes(parameterKey(document, parameter)),
      );
      return { ...operation, parameters: [...own, ...inherited] };
    }),
  );
}

function parameterKey(document: JsonObject, json: Json): string {
  const {
    name,
    in: location,
    $ref,
  } = json as { readonly name: string; readonly in: string; readonly $ref?: string };
  if (typeof $ref === "string") return parameterKey(document, valueAt(document, fragmentKeys($ref)) as Json);
  return JSON.stringify([location, location === "header" ? name.toLowerCase() : name]);
}

/** Where a path has one operation, all of its parameters. */
function parametersUp(document: JsonObject): JsonObject {
  return mapPathItems(document, (item) => {
    const methods = METHODS.filter((method) => item[method] !== undefined);
    const operation = item[methods[0] ?? ""] as JsonObject | undefined;
    if (methods.length !== 1 || operation === undefined || item["parameters"] !== undefined) return item;
    const { parameters = [], ...rest } = operation;
    return { ...item, parameters, [methods[0] ?? ""]: rest };
  });
}

function rootDown(document: JsonObject): JsonObject {
  const { security, servers, ...root } = document;
  return mapPathItems(root, (item) =>
    mapOperations(item, (operation) => ({
      ...(security !== undefined && { security }),
      ...(servers !== undefined && item["servers"] === undefined && { servers }),
      ...operation,
    })),
  );
}

function withDefaults(document: JsonObject): JsonObject {
  return mapObjects(document, (node, kind) => {
    if ("$ref" in node) return node;
    if (kind === "operation") return { deprecated: false, ...node };
    if (kind === "requestBody") return { required: false, ...node };
    if (kind === "header" && !("content" in node))
      return { required: false, style: "simple", explode: false, ...node };
    if (kind !== "parameter") return node;
    const location = node["in"];
    const isForm = location === "query" || location === "cookie";
    if ("content" in node) return { required: location === "path", ...node };
    const style = (node["style"] ?? (isForm ? "form" : "simple")) as string;
    const flags = {
      required: location === "path",
      deprecated: false,
      allowReserved: false,
      allowEmptyValue: false,
    };
    return { ...flags, style, explode: style === "form", ...node };
  });
}

function inCapitals(document: JsonObject): JsonObject {
  return mapObjects(document, (node, kind) => {
    if (kind === "parameter" && node["in"] === "header")
      return { ...node, name: (node["name"] as string).toUpperCase() };
    if (kind !== "response" || !isMembers(node["headers"])) return node;
    const headers = Object.entries(node["headers"]).map(([name, header]) => [name.toUpperCase(), header]);
    return { ...node, headers: Object.fromEntries(headers) as JsonObject };
  });
}
