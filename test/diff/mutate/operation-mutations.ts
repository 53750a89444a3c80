import { isMembers, valueAt } from "../../../src/openapi/visit.js";
import { fragmentKeys, toPointer } from "../../../src/text/json-pointer.js";
import { mutation, type Mutation } from "./mutation.js";
import { listAt, membersAt, pick, remove, set } from "./targets.js";

type Members = Record<string, unknown>;

const METHODS = ["get", "put", "post", "delete", "patch"];

const operationsOf = (path: Members) => METHODS.filter((method) => isMembers(path[method]));

/** Changes of servers, paths and operations: sections A and B. */
const operations: readonly Mutation[] = [
  mutation("A4", "a server is added", "openapi", ({ node }) => {
    const servers = listAt(node, "servers") ?? [];
    // The first server takes the place of the contract's own host.
    if (servers.length === 0) return undefined;
    node["servers"] = [...servers, { url: "https://added.example" }];
    return true;
  }),
  mutation("A6", "a variable of a server loses a value", "serverVariable", ({ node }) => {
    const values = listAt(node, "enum");
    if (values === undefined || values.length < 2) return undefined;
    const gone = values.findIndex((value) => value !== node["default"]);
    values.splice(gone, 1);
    return true;
  }),
  mutation("B1", "an operation is added", "paths", ({ node }) => {
    node["/added-path"] = {
      get: {
        operationId: "readAdded",
        responses: {
          200: { description: "OK", content: { "application/json": { schema: { type: "string" } } } },
        },
      },
    };
    return true;
  }),
  mutation("B2", "an operation is removed", "pathItem", ({ node, keys }, random) => {
    const method = keys[0] === "paths" ? pick(operationsOf(node), random) : undefined;
    return method === undefined ? undefined : remove(node, method);
  }),
  mutation("B5", "an operation is deprecated", "operation", ({ node }) =>
    node["deprecated"] === true ? undefined : set(node, "deprecated", true),
  ),
  mutation("B13", "an operationId changes", "operation", ({ node }) =>
    typeof node["operationId"] === "string"
      ? set(node, "operationId", `${node["operationId"]}Changed`)
      : undefined,
  ),
  mutation("B14", "a tag changes", "operation", ({ node }) =>
    listAt(node, "tags") === undefined ? undefined : set(node, "tags", ["otherGroup"]),
  ),
  mutation("B15", "a parameter of a path is renamed", "paths", ({ node }, random) => {
    const path = pick(
      Object.keys(node).filter((one) => one.includes("{")),
      random,
    );
    const name = path === undefined ? undefined : /\{([^{}]+)\}/u.exec(path)?.[1];
    if (path === undefined || name === undefined) return undefined;
    const text = JSON.stringify(node[path]).replaceAll(`"name":"${name}"`, `"name":"${name}Renamed"`);
    if (!text.includes(`"name":"${name}Renamed"`)) return undefined;
    node[path.replace(`{${name}}`, `{${name}Renamed}`)] = JSON.parse(text) as unknown;
    return remove(node, path);
  }),
  mutation("B17", "a webhook is removed", "openapi", ({ node }) => {
    const webhooks = membersAt(node, "webhooks");
    const [name] = Object.keys(webhooks ?? {});
    return name === undefined ? undefined : remove(webhooks, name);
  }),
  mutation("B17", "a webhook is added", "openapi", ({ node }) => {
    const webhooks = membersAt(node, "webhooks");
    if (webhooks === undefined) return undefined;
    webhooks["somethingAdded"] = {
      post: {
        requestBody: {
          content: {
            "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } },
          },
        },
        responses: { 200: { description: "OK" } },
      },
    };
    return true;
  }),
  mutation("B19", "a callback is removed", "operation", ({ node }) =>
    node["callbacks"] === undefined ? undefined : remove(node, "callbacks"),
  ),
];

/** Changes of security: section C. */
const security: readonly Mutation[] = [
  mutation("C2", "credentials are asked for", "operation", ({ node }, _random, { root }) => {
    const [scheme] = Object.keys(membersAt(membersAt(root, "components") ?? {}, "securitySchemes") ?? {});
    if (scheme === undefined || listAt(node, "security")?.length !== 0) return undefined;
    node["security"] = [{ [scheme]: [] }];
    return true;
  }),
  mutation("C4", "a scope is asked for in addition", "operation", ({ node }, _random, { root }) =>
    changeScopes(node, root, true),
  ),
  mutation("C5", "a scope is dropped", "operation", ({ node }, _random, { root }) =>
    changeScopes(node, root, false),
  ),
  mutation("C6", "a security scheme is removed", "components", ({ node }, random, { root }) => {
    const schemes = membersAt(node, "securitySchemes");
    const name = pick(
      Object.keys(schemes ?? {}).filter((one) => !isAlternative(root, one)),
      random,
    );
    if (name === undefined) return undefined;
    remove(schemes, name);
    dropScheme(root, name);
    return true;
  }),
  mutation("C7", "a security scheme is of another type", "components", ({ node }, random, { root }) => {
    const schemes = membersAt(node, "securitySchemes") ?? {};
    const name = pick(
      Object.keys(schemes).filter((one) => isAsked(root, one)),
      random,
    );
    if (name === undefined) return undefined;
    const before = membersAt(schemes, name);
    schemes[name] =
      before?.["type"] === "http"
        ? { type: "apiKey", in: "header", name: "X-Key" }
        : { type: "http", scheme: "basic" };
    return true;
  }),
];

function changeScopes(operation: Members, root: Members, isMore: boolean): boolean | undefined {
  const inherited = listAt(operation, "security") ?? listAt(root, "security");
  const [first] = inherited ?? [];
  if (!isMembers(first)) return undefined;
  const [entry] = Object.entries(first).filter(([, scopes]) => Array.isArray(scopes) && scopes.length > 0);
  if (entry === undefined) return undefined;
  const [scheme, scopes] = entry;
  const known = (scopes as unknown[]).slice();
  const all = Object.keys(membersAt(flowOf(root, scheme) ?? {}, "scopes") ?? {});
  const other = all.find((scope) => !known.includes(scope));
  if (isMore && other === undefined) return undefined;
  operation["security"] = [{ ...first, [scheme]: isMore ? [...known, other] : known.slice(1) }];
  return true;
}

function flowOf(root: Members, scheme: string): Members | undefined {
  const schemes = membersAt(membersAt(root, "components") ?? {}, "securitySchemes") ?? {};
  const flows = membersAt(membersAt(schemes, scheme) ?? {}, "flows") ?? {};
  return Object.values(flows).find(isMembers);
}

/** Lists of requirements that name a scheme. */
function requirementsOf(node: unknown, scheme: string): readonly (readonly unknown[])[] {
  if (Array.isArray(node)) return node.flatMap((one) => requirementsOf(one, scheme));
  if (!isMembers(node)) return [];
  const list = listAt(node, "security") ?? [];
  const own = list.some((one) => isMembers(one) && one[scheme] !== undefined) ? [list] : [];
  return [...own, ...Object.values(node).flatMap((value) => requirementsOf(value, scheme))];
}

/** Whether a scheme is one of several that a caller may choose. */
function isAlternative(root: Members, scheme: string): boolean {
  return requirementsOf(root, scheme).some((list) => list.length > 1);
}

function isAsked(root: Members, scheme: string): boolean {
  return requirementsOf(root, scheme).length > 0;
}

function dropScheme(node: unknown, name: string): void {
  if (Array.isArray(node)) for (const one of node) dropScheme(one, name);
  if (!isMembers(node)) return;
  const list = listAt(node, "security");
  if (list !== undefined) node["security"] = list.filter((one) => !isMembers(one) || one[name] === undefined);
  for (const value of Object.values(node)) dropScheme(value, name);
}

/** Changes of parameters: section D. */
const parameters: readonly Mutation[] = [
  mutation("D1", "a required parameter is added", "operation", ({ node }) => addParameter(node, true)),
  mutation("D2", "an optional parameter is added", "operation", ({ node }) => addParameter(node, false)),
  mutation("D3", "a parameter is removed", "operation", ({ node }, random, { root }) => {
    const list = listAt(node, "parameters");
    const removable = list?.filter((one) => locationOf(root, one) !== "path") ?? [];
    const gone = pick(removable, random);
    const index = list?.indexOf(gone) ?? -1;
    if (index < 0) return undefined;
    list?.splice(index, 1);
    return `/parameters/${String(index)}`;
  }),
  mutation("D4", "a parameter becomes required", "parameter", ({ node }) =>
    node["required"] === true || node["$ref"] !== undefined ? undefined : set(node, "required", true),
  ),
  mutation("D5", "a parameter becomes optional", "parameter", ({ node }) =>
    node["required"] === true && node["in"] !== "path" && node["$ref"] === undefined
      ? remove(node, "required")
      : undefined,
  ),
  mutation("D6", "a parameter moves", "parameter", ({ node }) =>
    node["in"] === "query" && node["style"] === undefined ? set(node, "in", "header") : undefined,
  ),
  mutation("D6", "a parameter is renamed", "parameter", ({ node }) =>
    node["in"] === "query" ? set(node, "name", `${String(node["name"])}_renamed`) : undefined,
  ),
  mutation("D7", "a list is written otherwise", "parameter", ({ node }) => {
    const type = membersAt(node, "schema")?.["type"];
    return node["in"] === "query" && type === "array"
      ? set(node, "explode", node["explode"] === false)
      : undefined;
  }),
  mutation("D8", "a parameter is JSON", "parameter", ({ node }) => {
    const { schema } = node;
    if (schema === undefined || node["in"] !== "query") return undefined;
    for (const name of ["schema", "style", "explode"]) remove(node, name);
    node["content"] = { "application/json": { schema } };
    return true;
  }),
];

function locationOf(root: Members, parameter: unknown): unknown {
  const reference = isMembers(parameter) ? parameter["$ref"] : undefined;
  const found = typeof reference === "string" ? valueAt(root, fragmentKeys(reference)) : parameter;
  return isMembers(found) ? found["in"] : undefined;
}

/** Changes of the schemas of parameters. */
const parameterSchemas: readonly Mutation[] = [
  parameterSchema("D11", "an enum of a parameter gets a value", (schema) => {
    const list = listAt(schema, "enum");
    return typeof list?.[0] === "string" ? Boolean(list.push("added-value")) : undefined;
  }),
  parameterSchema("D12", "an enum of a parameter loses a value", (schema) => {
    const list = listAt(schema, "enum");
    return list === undefined || list.length < 2 ? undefined : Boolean(list.pop());
  }),
  parameterSchema("D13", "a number in a parameter becomes an integer", (schema) =>
    schema["type"] === "number" ? set(schema, "type", "integer") : undefined,
  ),
  parameterSchema("D13", "a text in a parameter becomes a number", (schema) =>
    schema["type"] === "string" && schema["enum"] === undefined && schema["format"] === undefined
      ? set(schema, "type", "number")
      : undefined,
  ),
  parameterSchema("D14", "an integer in a parameter becomes a number", (schema) =>
    schema["type"] === "integer" && schema["format"] === undefined
      ? set(schema, "type", "number")
      : undefined,
  ),
];

function parameterSchema(
  row: string,
  title: string,
  change: (schema: Members) => boolean | undefined,
): Mutation {
  return mutation(row, title, "parameter", ({ node }) => {
    const schema = membersAt(node, "schema");
    // OpenAPI describes these headers elsewhere, and ignores them as parameters (Parameter Object, `name`).
    const isIgnored = /^(?:accept|authorization|content-type)$/iu.test(String(node["name"]));
    return schema !== undefined && !isIgnored && change(schema) === true ? "/schema" : undefined;
  });
}

function addParameter(operation: Members, required: boolean): true {
  const parameter = {
    name: required ? "addedRequired" : "addedOptional",
    in: "query",
    required,
    schema: { type: "string" },
  };
  operation["parameters"] = [...(listAt(operation, "parameters") ?? []), parameter];
  return true;
}

const textSchema = { schema: { type: "string" } };

/** Changes of request bodies: section E. */
const bodies: readonly Mutation[] = [
  mutation("E1", "a required body is added", "operation", ({ node, keys }) => addBody(node, keys, true)),
  mutation("E2", "an optional body is added", "operation", ({ node, keys }) => addBody(node, keys, false)),
  mutation("E3", "a body is removed", "operation", ({ node, keys }) =>
    keys[0] === "paths" && node["requestBody"] !== undefined ? remove(node, "requestBody") : undefined,
  ),
  mutation("E4", "a body becomes required", "requestBody", ({ node }) =>
    node["required"] === true || node["$ref"] !== undefined ? undefined : set(node, "required", true),
  ),
  mutation("E4", "a body becomes optional", "requestBody", ({ node }) =>
    node["required"] === true ? remove(node, "required") : undefined,
  ),
  mutation("E5", "a media type of a body is added", "requestBody", ({ node }) => {
    const content = membersAt(node, "content");
    const isNew = content !== undefined && content["text/plain"] === undefined;
    return isNew ? set(content, "text/plain", textSchema) : undefined;
  }),
  mutation("E5", "a media type of a body is removed", "requestBody", ({ node }) => {
    const content = membersAt(node, "content");
    const names = Object.keys(content ?? {});
    return names.length < 2 ? undefined : remove(content, names[0] ?? "");
  }),
  // Bytes and text as a whole have no schema, and a response 204 has no body.
  mutation("E8", "the schema of a body goes", "mediaType", ({ node, keys }) =>
    node["schema"] === undefined || !/json|xml|form/u.test(keys.at(-1) ?? "") || keys.includes("204")
      ? undefined
      : remove(node, "schema"),
  ),
];

function addBody(operation: Members, keys: readonly string[], required: boolean): boolean | undefined {
  const method = keys[2];
  if (keys[0] !== "paths" || keys.length > 3 || method === "get" || method === "delete") return undefined;
  if (operation["requestBody"] !== undefined) return undefined;
  const schema = {
    type: "object",
    properties: { addedMember: { type: "string" } },
    ...(required && { required: ["addedMember"] }),
  };
  operation["requestBody"] = { required, content: { "application/json": { schema } } };
  return true;
}

/** Changes of responses: section F. */
const responses: readonly Mutation[] = [
  mutation("F1", "a success is removed", "responses", ({ node }) => {
    const names = Object.keys(node).filter((name) => name.startsWith("2"));
    return names.length < 2 ? undefined : remove(node, names[0] ?? "");
  }),
  mutation("F2", "a success is added", "responses", ({ node }) => {
    if (node["203"] !== undefined) return undefined;
    node["203"] = {
      description: "Other",
      content: {
        "application/json": { schema: { type: "object", properties: { other: { type: "string" } } } },
      },
    };
    return true;
  }),
  mutation("F2", "a success without content is added", "responses", ({ node }) =>
    node["204"] === undefined ? set(node, "204", { description: "Nothing" }) : undefined,
  ),
  mutation("F3", "an error is added", "responses", ({ node }) => {
    if (node["418"] !== undefined) return undefined;
    node["418"] = {
      description: "Teapot",
      content: {
        "application/json": { schema: { type: "object", properties: { tea: { type: "string" } } } },
      },
    };
    return true;
  }),
  mutation("F3", "an error is removed", "responses", ({ node }, random) => {
    const name = pick(
      Object.keys(node).filter((one) => /^[45]/u.test(one)),
      random,
    );
    return name === undefined || node["default"] !== undefined ? undefined : remove(node, name);
  }),
  mutation("F4", "an error has a status of its own", "responses", ({ node }) => {
    // A range describes the status before: `default` does not.
    if (node["default"] === undefined || node["409"] !== undefined || node["4XX"] !== undefined)
      return undefined;
    node["409"] = node["default"];
    return true;
  }),
  mutation("F5", "a header becomes optional", "header", ({ node }) =>
    node["required"] === true ? remove(node, "required") : undefined,
  ),
  mutation("F6", "a header is removed", "response", ({ node }, random) => {
    const headers = membersAt(node, "headers");
    const name = pick(Object.keys(headers ?? {}), random);
    if (name === undefined) return undefined;
    remove(headers, name);
    return toPointer(["headers", name]).slice(1);
  }),
  mutation("F7", "a header is added", "response", ({ node, keys }) => {
    if (!keys.includes("responses") || node["$ref"] !== undefined) return undefined;
    node["headers"] = { ...membersAt(node, "headers"), "X-Added": { schema: { type: "integer" } } };
    return true;
  }),
  mutation("F8", "a header is of another type", "header", ({ node }) => {
    const type = membersAt(node, "schema")?.["type"];
    if (type !== "string" && type !== "integer") return undefined;
    node["schema"] = { type: type === "string" ? "integer" : "string" };
    return true;
  }),
  mutation("E6", "a media type of a response is added", "response", ({ node, keys }) => {
    const content = membersAt(node, "content");
    if (content?.["application/json"] === undefined || keys.includes("204")) return undefined;
    content["text/csv"] = textSchema;
    return true;
  }),
  mutation("E6", "a media type of a response is removed", "response", ({ node }) => {
    const content = membersAt(node, "content");
    const names = Object.keys(content ?? {});
    return names.length < 2 ? undefined : remove(content, names[0] ?? "");
  }),
];

/** Changes of words. */
const words: readonly Mutation[] = [
  mutation("A2", "a description changes", "operation", ({ node }) => set(node, "summary", "Other words.")),
];

export const operationMutations: readonly Mutation[] = [
  ...words,
  ...operations,
  ...security,
  ...parameters,
  ...parameterSchemas,
  ...bodies,
  ...responses,
];
