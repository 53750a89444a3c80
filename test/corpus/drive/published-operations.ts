import { isObject, type Json, type JsonObject } from "../../determinism/json-tree.js";
import { membersAt, type PublishedDocument, textOf } from "./published-document.js";

/** A parameter as the document has it (OpenAPI, Parameter Object), with the defaults of its place settled. */
export interface PublishedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly schema: Json;
  /** Media type, when the parameter is described by `content`. */
  readonly content?: string;
}

/** One media type of a body or an answer. */
export interface PublishedMedia {
  readonly mediaType: string;
  /** Undefined: the document says nothing of the value. */
  readonly schema: Json | undefined;
  readonly encoding: readonly [string, JsonObject][];
}

/** An answer (OpenAPI, Response Object). */
export interface PublishedAnswer {
  /** `200`, `2XX`, `default`. */
  readonly status: string;
  readonly content: readonly PublishedMedia[];
  readonly headers: readonly [string, JsonObject][];
}

/** An operation as the document has it. */
export interface PublishedOperation {
  /** `GET /pets/{id}`. */
  readonly identity: string;
  readonly method: string;
  /** Template as in the document. */
  readonly path: string;
  /** Paths of the servers that it may be reached at, without a slash at the end. */
  readonly bases: readonly string[];
  readonly parameters: readonly PublishedParameter[];
  readonly body: { readonly required: boolean; readonly content: readonly PublishedMedia[] } | undefined;
  readonly answers: readonly PublishedAnswer[];
  /** Alternatives, each a set of scheme names (OpenAPI, Security Requirement Object). */
  readonly security: readonly (readonly string[])[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Names of headers that a parameter cannot describe (OpenAPI, Parameter Object, `name`). */
const notParameters = ["accept", "content-type", "authorization"];

/** Every operation below `paths`. */
export function publishedOperations(document: PublishedDocument): readonly PublishedOperation[] {
  return membersAt(document, document.root["paths"]).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return isObject(operation) ? [readOperation(document, path, method, item, operation)] : [];
    }),
  );
}

function readOperation(
  document: PublishedDocument,
  path: string,
  method: string,
  item: JsonObject,
  operation: JsonObject,
): PublishedOperation {
  const body = document.resolve(operation["requestBody"]);
  const security = readSecurity(operation["security"] ?? document.root["security"]);
  const servers = operation["servers"] ?? item["servers"] ?? document.root["servers"];
  return {
    identity: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    bases: basePaths(servers),
    parameters: readParameters(document, item["parameters"], operation["parameters"]).filter(
      (parameter) => !isCredential(document, security, parameter),
    ),
    body: body && { required: body["required"] === true, content: readContent(document, body["content"]) },
    answers: membersAt(document, operation["responses"]).map(([status, answer]) => ({
      status: status.toUpperCase() === "DEFAULT" ? "default" : status.toUpperCase(),
      content: readContent(document, answer["content"]),
      headers: membersAt(document, answer["headers"]),
    })),
    security,
  };
}

/** Whether every alternative of the operation's security brings an API key of that name in that place. */
function isCredential(
  document: PublishedDocument,
  security: PublishedOperation["security"],
  { name, in: place }: PublishedParameter,
): boolean {
  const components = document.resolve(document.root["components"]) ?? {};
  const keys = membersAt(document, components["securitySchemes"]).filter(
    ([, scheme]) => scheme["in"] === place && textOf(scheme["name"]).toLowerCase() === name.toLowerCase(),
  );
  return security.length > 0 && security.every((needs) => keys.some(([key]) => needs.includes(key)));
}

/** Those of the operation replace those of the path item with the same name and place. */
function readParameters(
  document: PublishedDocument,
  ...lists: readonly (Json | undefined)[]
): readonly PublishedParameter[] {
  const found = new Map<string, PublishedParameter>();
  for (const list of lists) {
    for (const entry of Array.isArray(list) ? list : []) {
      const parameter = document.resolve(entry);
      if (parameter === undefined) continue;
      const read = readParameter(document, parameter);
      if (read.in === "header" && notParameters.includes(read.name.toLowerCase())) continue;
      found.set(`${read.in} ${read.name}`, read);
    }
  }
  return [...found.values()];
}

function readParameter(document: PublishedDocument, parameter: JsonObject): PublishedParameter {
  const place = textOf(parameter["in"]);
  const style = textOf(parameter["style"]) || (place === "query" || place === "cookie" ? "form" : "simple");
  const [media] = readContent(document, parameter["content"]);
  return {
    name: textOf(parameter["name"]),
    in: place,
    required: parameter["required"] === true,
    style,
    explode: typeof parameter["explode"] === "boolean" ? parameter["explode"] : style === "form",
    schema: media?.schema ?? parameter["schema"] ?? true,
    ...(media !== undefined && { content: media.mediaType }),
  };
}

function readContent(document: PublishedDocument, content: Json | undefined): readonly PublishedMedia[] {
  return membersAt(document, content).map(([mediaType, media]) => ({
    mediaType,
    schema: media["schema"],
    encoding: membersAt(document, media["encoding"]),
  }));
}

function readSecurity(security: Json | undefined): readonly (readonly string[])[] {
  return Array.isArray(security) ? security.filter(isObject).map((one) => Object.keys(one)) : [];
}

/** Variables stand for their defaults; a server without a host is one at any. */
function basePaths(servers: Json | undefined): readonly string[] {
  const list: readonly Json[] = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: "/" }];
  return list.filter(isObject).map((server) => {
    const variables = isObject(server["variables"]) ? server["variables"] : {};
    const url = textOf(server["url"]).replace(/\{([^}]+)\}/g, (_, name: string) => {
      const variable = variables[name];
      return isObject(variable) ? textOf(variable["default"]) : "";
    });
    return new URL(url, "http://host.invalid").pathname.replace(/\/+$/, "");
  });
}
