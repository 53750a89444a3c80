import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { valueAt } from "../../openapi/visit.js";
import { appendPointer, fragmentKeys, pointerKeys, toPointer } from "../../text/json-pointer.js";
import { words } from "../../text/words.js";
import type { Described, Source } from "../surface/position.js";
import {
  follow,
  isObject,
  listMember,
  type Located,
  member,
  namedMembers,
  objectMember,
  textMember,
} from "../wire/document-nodes.js";
import { readCallbacks, readOperations, readWebhooks, type WireOperation } from "../wire/read-operations.js";

/** Schemas that are looked at for one value, at most: a contract can compose thousands. */
const MOST_SCHEMAS = 500;

/**
 * Where a contract describes a value that callers have in their code: pointers of all schemas of the value, through references,
 * parts of `allOf` and alternatives. Facts of the wire are at one of them.
 */
export function describedAt(document: JsonObject, { source, path }: Described): readonly string[] {
  return startsOf(document, source, path).flatMap(({ at, rest }) =>
    rest
      .reduce<readonly string[]>(
        (owners, name) => partsOf(document, owners).flatMap((owner) => stepFrom(document, owner, name)),
        at,
      )
      .flatMap((pointer) => partsOf(document, [pointer])),
  );
}

/** Schemas that a value is in, and the names that lead from them to it. */
interface Start {
  readonly at: readonly string[];
  readonly rest: readonly string[];
}

function startsOf(document: JsonObject, source: Source, path: readonly string[]): readonly Start[] {
  if (source.kind === "client") return [];
  if (source.kind === "schema") return [{ at: [source.pointer], rest: path }];
  if (!("operation" in source)) return deliveredStarts(document, source, path);
  const json = valueAt(document, pointerKeys(source.operation));
  if (!isMembers(json)) return [];
  const operation: Located = { json, pointer: source.operation };
  switch (source.kind) {
    case "argument":
      return argumentStarts(document, operation, source.name, path);
    case "result":
      return resultStarts(document, operation, source.items ?? [], path);
    case "error":
      return [
        { at: responsesOf(document, operation, (status) => isStatus(status, source.name)), rest: path },
      ];
  }
}

function isMembers(value: unknown): value is JsonObject {
  return isObject(value as Json | undefined);
}

/** An argument is one parameter or the body, or has parameters, the body and its members as members. */
function argumentStarts(
  document: JsonObject,
  operation: Located,
  name: string,
  path: readonly string[],
): readonly Start[] {
  const [first, ...rest] = path;
  const bodies = bodiesOf(document, operation);
  return [
    { at: parametersNamed(document, operation, first ?? name), rest },
    { at: bodies, rest: path },
    ...(first === "body" ? [{ at: bodies, rest }] : []),
  ];
}

function parametersNamed(document: JsonObject, operation: Located, name: string): readonly string[] {
  const wanted = words(name).join(" ");
  return parametersOf(document, operation)
    .filter(({ json }) => words(textMember(json, "name") ?? "").join(" ") === wanted)
    .flatMap(schemasOf);
}

function bodiesOf(document: JsonObject, { json, pointer }: Located): readonly string[] {
  const body = follow(document, member(json, "requestBody"), appendPointer(pointer, "requestBody"));
  return body === undefined ? [] : contentOf(document, body);
}

function parametersOf(document: JsonObject, { json, pointer }: Located): readonly Located[] {
  const item = pointer.slice(0, pointer.lastIndexOf("/"));
  const shared = valueAt(document, pointerKeys(item));
  const owners = [{ json, pointer }, ...(isMembers(shared) ? [{ json: shared, pointer: item }] : [])];
  return owners.flatMap((owner) =>
    listMember(owner.json, "parameters").flatMap(
      (parameter, index) =>
        follow(document, parameter, appendPointer(owner.pointer, "parameters", String(index))) ?? [],
    ),
  );
}

/** The schema of a parameter or header, or that of its content. */
function schemasOf({ json, pointer }: Located): readonly string[] {
  const schema = member(json, "schema") === undefined ? [] : [appendPointer(pointer, "schema")];
  const content = namedMembers(objectMember(json, "content")).map(([type]) =>
    appendPointer(pointer, "content", type, "schema"),
  );
  return [pointer, ...schema, ...content];
}

/** What a call gives is what its successes have, or the items of it; of `withResponse()`, the value and the headers. */
function resultStarts(
  document: JsonObject,
  operation: Located,
  items: readonly string[],
  path: readonly string[],
): readonly Start[] {
  const [first = "", second, third, ...rest] = path;
  if (first !== "withResponse()") {
    if (first.endsWith("()")) return [];
    return [{ at: responsesOf(document, operation, isResult), rest: [...items, ...path] }];
  }
  if (second === "value") return [{ at: responsesOf(document, operation, isResult), rest: path.slice(2) }];
  if (second !== undefined && second !== "headerValues") return [];
  const named = third === undefined ? undefined : words(third).join(" ");
  const headers = successesOf(document, operation, isResult).flatMap((response) =>
    namedMembers(objectMember(response.json, "headers"))
      .filter(([name]) => named === undefined || words(name).join(" ") === named)
      .map(([name, json]) => ({ json, pointer: appendPointer(response.pointer, "headers", name) })),
  );
  const at = headers.flatMap(({ json, pointer }) => {
    const located = follow(document, json, pointer);
    return [pointer, ...(located === undefined ? [] : schemasOf(located))];
  });
  return [{ at, rest }];
}

/** Webhooks and callbacks of a name: names of callbacks may have that of their operation before them, or more behind them. */
function deliveredStarts(
  document: JsonObject,
  { kind, name, callers }: Extract<Source, { readonly kind: "headers" | "payload" | "query" }>,
  path: readonly string[],
): readonly Start[] {
  const isCaller = ({ self }: WireOperation): boolean => {
    if (callers === undefined) return true;
    return "only" in callers ? callers.only === self.pointer : !callers.except.includes(self.pointer);
  };
  const callbacks = readOperations(document)
    .filter(isCaller)
    .flatMap((operation) => readCallbacks(document, operation));
  const sent = [
    ...readWebhooks(document).map((operation) => ({ name: operation.path, operation })),
    ...callbacks,
  ];
  const operations = sent
    .filter((one) => name === one.name || name.split(".").includes(one.name))
    .map(({ operation }) => operation.self);
  const [first, ...rest] = path;
  return [
    ...(first === undefined ? [{ at: operations.map(({ pointer }) => pointer), rest: [] }] : []),
    ...operations.flatMap((operation): readonly Start[] =>
      kind === "payload"
        ? [{ at: bodiesOf(document, operation), rest: path }]
        : [{ at: first === undefined ? [] : parametersNamed(document, operation, first), rest }],
    ),
  ];
}

/** A `default` may describe a success. */
function isResult(status: string): boolean {
  return status.startsWith("2") || status === "default";
}

/** Whether a status of a contract is one that a client names: its own, its range, or `default`. */
function isStatus(written: string, name: string): boolean {
  const status = written.toUpperCase();
  return status === name.toUpperCase() || status === `${name.slice(0, 1)}XX` || status === "DEFAULT";
}

function successesOf(
  document: JsonObject,
  { json, pointer }: Located,
  isWanted: (status: string) => boolean,
): readonly Located[] {
  const responses = appendPointer(pointer, "responses");
  return namedMembers(objectMember(json, "responses"))
    .filter(([status]) => isWanted(status))
    .flatMap(([status, response]) => follow(document, response, appendPointer(responses, status)) ?? []);
}

function responsesOf(
  document: JsonObject,
  operation: Located,
  isWanted: (status: string) => boolean,
): readonly string[] {
  return successesOf(document, operation, isWanted).flatMap((response) => contentOf(document, response));
}

/** The schemas of the content of a body or response. */
function contentOf(document: JsonObject, { json, pointer }: Located): readonly string[] {
  return namedMembers(objectMember(json, "content")).flatMap(([type, media]) => {
    const located = follow(document, media, appendPointer(pointer, "content", type));
    return located === undefined
      ? []
      : ["schema", "itemSchema"].map((keyword) => appendPointer(located.pointer, keyword));
  });
}

/** Schemas and all that they are composed of. */
function partsOf(document: JsonObject, pointers: readonly string[]): readonly string[] {
  const found = new Set(pointers);
  for (const pointer of found) {
    if (found.size > MOST_SCHEMAS) break;
    const schema = valueAt(document, pointerKeys(pointer));
    if (!isMembers(schema)) continue;
    const reference = textMember(schema, "$ref");
    if (reference?.startsWith("#") === true) found.add(toPointer(fragmentKeys(reference)));
    for (const keyword of ["allOf", "anyOf", "oneOf"])
      for (const index of listMember(schema, keyword).keys())
        found.add(appendPointer(pointer, keyword, String(index)));
  }
  return [...found];
}

/** The schemas of a member, of the items or of the other members that a schema has itself. */
function stepFrom(document: JsonObject, pointer: string, name: string): readonly string[] {
  const index = /^\[(\d*)\]$/u.exec(name)?.[1];
  const ways: (readonly string[])[] = [
    ["properties", name],
    ...(index === undefined ? [] : [["items"], ...(index === "" ? [] : [["prefixItems", index]])]),
    ...(name === "[name]" ? [["additionalProperties"], ...patternsOf(document, pointer)] : []),
  ];
  // A member that is required, and described nowhere.
  const required = valueAt(document, [...pointerKeys(pointer), "required"]);
  if (Array.isArray(required) && required.includes(name)) ways.push(["required"]);
  return ways
    .filter((keys) => valueAt(document, [...pointerKeys(pointer), ...keys]) !== undefined)
    .map((keys) => appendPointer(pointer, ...keys));
}

/** The schemas of properties by patterns of their names. */
function patternsOf(document: JsonObject, pointer: string): readonly (readonly string[])[] {
  const patterns = valueAt(document, [...pointerKeys(pointer), "patternProperties"]);
  return isMembers(patterns) ? Object.keys(patterns).map((pattern) => ["patternProperties", pattern]) : [];
}
