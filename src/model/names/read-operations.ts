import type { JsonObject } from "../../load/loaded-contract.js";
import { isPlural } from "../../text/nouns.js";
import { words } from "../../text/words.js";
import type { OperationName } from "../api-model.js";
import { textMember } from "../json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { locateParameters } from "../operations/locate-parameters.js";
import type { ReadOperation } from "./creating-paths.js";
import { memberName, operationIdentity } from "./member-names.js";
import { endsInOwnKey, isOwnPath, type NamedOperation } from "./named-operation.js";
import { readOperationId } from "./read/operation-id.js";
import { type PathPrefix, prefixOf } from "./read/path-prefix.js";
import { type ReadItem, readItem } from "./read/read-item.js";
import { pluralResources, resourceWords, tagsOfNouns } from "./read/resource-words.js";
import { hasListOf, isPageParameter, returnedBy } from "./read/returned-lists.js";
import { readRoute } from "./read/route.js";
import { successOf } from "./read/success-schema.js";
import { isPreposition } from "./read/verbs.js";
import { shortNames } from "./short-names.js";

/**
 * Reads what the names of operations are made from: their ids, paths and resources, and what the contract says that they return.
 *
 * @param locked - the names of an earlier client, whose resources stay
 */
export function readOperations(
  operations: readonly RawOperation[],
  document: JsonObject,
  locked: ReadonlyMap<string, OperationName>,
): readonly ReadOperation[] {
  const ids = new Set(operations.map(({ json }) => textMember(json, "operationId") ?? ""));
  const held = new Set([...locked.values()].map(({ resource }) => resource));
  const prefix = prefixOf(operations, document);
  const tags = tagsOfNouns(operations, prefix, (one) => locked.get(operationIdentity(one))?.resource);
  const located = withShortNames(operations.map((one) => locateOperation(one, ids, prefix, tags)));
  const plurals = pluralResources(located, (whole) => held.has(memberName(whole, "resource")));
  const items = itemsByPath(operations, document);
  return located.map((one) => {
    const resource = plurals.get(one.resource.whole.join("")) ?? one.resource;
    return readOperation({ ...one, resource }, document, items);
  });
}

type Located = Pick<NamedOperation, "id" | "isBrief" | "operation" | "resource" | "route">;

/**
 * @param ids - those of the whole contract
 * @param prefix - what its paths begin with
 * @param tags - those that end with a noun ({@link tagsOfNouns})
 */
function locateOperation(
  operation: RawOperation,
  ids: ReadonlySet<string>,
  prefix: PathPrefix,
  tags: ReadonlySet<string>,
): Located {
  const id = readOperationId(operation, ids, prefix);
  const resource = resourceWords(operation, id, prefix, tags);
  return { operation, id, isBrief: true, resource, route: readRoute(operation, prefix) };
}

/** Operations with the short names of their resources; not one that would then be called like another: `repoFork` beside `fork`. */
function withShortNames(located: readonly Located[]): readonly Located[] {
  const shorts = shortNames(located);
  const keyOf = ({ operation, resource }: Located, start: number) =>
    [resource.whole, words(textMember(operation.json, "operationId") ?? "").slice(start)].join(".");
  const held = new Set(located.map((one) => keyOf(one, 0)));
  return located.map((one) => {
    const short = shorts.get(one.resource.whole.join(""));
    if (short === undefined || held.has(keyOf(one, 1))) return one;
    return { ...one, resource: { ...one.resource, short } };
  });
}

/** What each `GET` of one item returns, by the path before its parameter. */
function itemsByPath(
  operations: readonly RawOperation[],
  document: JsonObject,
): ReadonlyMap<string, ReadItem> {
  const items = new Map<JsonObject, ReadItem>();
  return new Map(
    operations.flatMap((operation): (readonly [string, ReadItem])[] => {
      const [, above] = /^(.*)\/\{[^{}/]*\}\/?$/u.exec(operation.path) ?? [];
      if (operation.method !== "GET" || above === undefined) return [];
      const { schema } = successOf(document, operation);
      if (schema === undefined) return [];
      const item = items.get(schema) ?? readItem(document, schema);
      items.set(schema, item);
      return [[above, item]];
    }),
  );
}

/** @param items - what the reads of one item return */
function readOperation(
  located: Located,
  document: JsonObject,
  items: ReadonlyMap<string, ReadItem>,
): ReadOperation {
  const { operation, resource, route } = located;
  const last = route.nouns.at(-1)?.words ?? [];
  const parameters = locateParameters(document, operation).flat();
  const isRead = operation.method === "GET";
  const item = items.get(operation.path.replace(/\/$/u, ""));
  const takesPages = isRead && parameters.some(({ name }) => isPageParameter(name));
  const isPaged =
    takesPages && parameters.some((one) => one.location === "query" && isPageParameter(one.name));
  const success = isRead ? successOf(document, operation) : undefined;
  const returned = success
    ? returnedBy(document, success, {
        nouns: [resource.whole, resource.noun, last].filter(({ length }) => length > 0),
        takesPages,
        isMany: isPlural(last),
        item,
      })
    : undefined;
  const isPage = returned === "page" || returned === "more";
  const isOwn = route.isItem && endsInOwnKey(route);
  const isOfMany =
    route.isItem && !(isOwn && isOwnPath(route, resource)) && isPaged && isPlural(last) && namesMany(located);
  const isOfItem =
    (!isOwn || namesMany(located)) && item !== undefined && hasListOf(document, success?.schema, item);
  const listsItems = isPage && (isOfItem || isOfMany);
  const isSequence = success?.isSequence === true;
  return { ...located, returned, takesPages, listsItems, isSequence, hasItems: item !== undefined };
}

/** Whether an operationId names many, and its path does not end in the number of a page: `getOrders`, `listOrdersByShop`. */
function namesMany({ id: { name }, route }: Located): boolean {
  const end = name.findIndex(isPreposition);
  const [key = "", ...more] = route.parameters.at(-1) ?? [];
  const isNumber = isPageParameter(key) && more.length === 0;
  return !isNumber && isPlural(end === -1 ? name : name.slice(0, end));
}
