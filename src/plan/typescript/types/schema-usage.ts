import type { SchemaModel, SchemaNode } from "../../../model/schema-model.js";
import { reachable } from "../../../openapi/recursive-results.js";
import { type ListedValue, listedValues, listKey } from "./literals.js";

/** Which way a value travels: from the client, or to it. */
export type Direction = "request" | "response";

/** The schemas that operations start from: parameters and bodies, responses and their headers (and what webhooks bring). */
export interface SchemaUsage {
  readonly request: readonly SchemaNode[];
  readonly response: readonly SchemaNode[];
  /** Names of schemas that are another with bytes or text in it → its name: what is read of it can be sent as them. */
  readonly binaryVariants?: ReadonlyMap<string, string>;
  /** Names of schemas that no type leads to: they are read like the others, and not declared. */
  readonly untyped?: ReadonlySet<string>;
  /** See {@link SchemaDirections.closed}. */
  readonly closed?: boolean;
}

/** What a direction means for each named schema. */
export interface SchemaDirections {
  /** Reached by a request, by a response, by both, or by neither. */
  reached(name: string): { readonly request: boolean; readonly response: boolean };
  /** Whether a response brings values of it: one that a response reaches through what is write-only is never read. */
  isRead(name: string): boolean;
  /** Whether `readOnly` or `writeOnly`, in it or below it, gives it two shapes. */
  differs(name: string): boolean;
  /** Enums that responses reach, by {@link listKey}: one of just these values in a request is the same, written twice. */
  readonly brought: ReadonlyMap<string, readonly ListedValue[]>;
  /** No value but those that the contract lists is expected. */
  readonly closed: boolean;
}

/** Follows every reference from the roots of each direction. */
export function traceDirections(
  schemas: ReadonlyMap<string, SchemaModel>,
  usage: SchemaUsage,
): SchemaDirections {
  const links = new Map([...schemas].map(([name, { node }]) => [name, referredNames(node)]));
  const request = closure(usage.request.flatMap(referredNames), links);
  const response = closure(usage.response.flatMap(referredNames), links);
  const differing = differingNames(schemas, links);
  const binaryVariants = usage.binaryVariants ?? new Map<string, string>();
  const { names, lists } = findReadValues(schemas, usage.response);
  return {
    reached: (name) => ({ request: request.has(name), response: response.has(name) }),
    isRead: (name) => names.has(name) || names.has(binaryVariants.get(name) ?? name),
    differs: (name) => differing.has(name),
    brought: lists,
    closed: usage.closed === true,
  };
}

/** Names of all schemas that a schema refers to, without itself. */
export function referredNames(node: SchemaNode): readonly string[] {
  const found: string[] = [];
  collectNames(node, found);
  return found;
}

function collectNames(node: SchemaNode, found: string[]): void {
  if (node.type.kind === "ref") found.push(node.type.name);
  else for (const part of partsOf(node)) collectNames(part, found);
}

/** The schemas that are directly in a schema. */
export function partsOf({ type }: SchemaNode): readonly SchemaNode[] {
  switch (type.kind) {
    case "array":
      return [type.items];
    case "tuple":
      return type.rest === undefined ? type.items : [...type.items, type.rest];
    case "object":
      return [
        ...type.properties.map(({ schema }) => schema),
        ...(typeof type.additional === "string" ? [] : [type.additional]),
        ...type.patterns.map(({ schema }) => schema),
      ];
    case "union":
    case "intersection":
      return type.members;
    default:
      return [];
  }
}

/** `readOnly` or `writeOnly` of a property, as a sibling of a reference or in the schema that it refers to. */
export function accessOf(node: SchemaNode, schemas: ReadonlyMap<string, SchemaModel>): SchemaNode["access"] {
  const behind = reachable([node], ({ type, access }) => {
    const target = access === undefined && type.kind === "ref" ? schemas.get(type.name) : undefined;
    return target === undefined ? [] : [target.node];
  });
  return [...behind].find(({ access }) => access !== undefined)?.access;
}

/** Names and all that they lead to. */
export function closure(
  roots: readonly string[],
  links: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    for (const link of links.get(name) ?? []) waiting.push(link);
  }
  return reached;
}

function differingNames(
  schemas: ReadonlyMap<string, SchemaModel>,
  links: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const own = [...schemas].filter(([, { node }]) => hasAccess(node, schemas)).map(([name]) => name);
  return closure(own, usersOf(links));
}

/** Name → the names of those that refer to it, from name → what it refers to. */
export function usersOf(
  links: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const [name, targets] of links) {
    for (const target of targets) {
      const known = users.get(target);
      if (known === undefined) users.set(target, [name]);
      else known.push(name);
    }
  }
  return users;
}

function hasAccess(node: SchemaNode, schemas: ReadonlyMap<string, SchemaModel>): boolean {
  const { type } = node;
  const properties = type.kind === "object" ? type.properties : [];
  return (
    properties.some(({ schema }) => accessOf(schema, schemas) !== undefined) ||
    partsOf(node).some((part) => hasAccess(part, schemas))
  );
}

type Schemas = ReadonlyMap<string, SchemaModel>;

/** What responses bring to their readers. */
interface ReadValues {
  /** Names of the schemas whose values they bring. */
  readonly names: ReadonlySet<string>;
  /** The values of the enums that are in those, and in the responses themselves, by {@link listKey}. */
  readonly lists: ReadonlyMap<string, readonly ListedValue[]>;
}

/**
 * Follows what responses bring. A server never sends what is write-only (OpenAPI, Schema Object): what is behind such a
 * member is sent alone.
 */
function findReadValues(schemas: Schemas, responses: readonly SchemaNode[]): ReadValues {
  const names = new Set<string>();
  const lists = new Map<string, readonly ListedValue[]>();
  const waiting = [...responses];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const values = listedValues(node);
    if (values !== undefined) {
      lists.set(listKey(values), values);
      continue;
    }
    for (const part of readParts(node, schemas)) waiting.push(part);
    if (node.type.kind !== "ref" || names.has(node.type.name)) continue;
    names.add(node.type.name);
    const target = schemas.get(node.type.name);
    if (target !== undefined) waiting.push(target.node);
  }
  return { names, lists };
}

/** The schemas that are directly in a schema, without those of members that responses do not have. */
function readParts(node: SchemaNode, schemas: Schemas): readonly SchemaNode[] {
  const { type } = node;
  if (type.kind !== "object") return partsOf(node);
  const properties = type.properties.filter(({ schema }) => accessOf(schema, schemas) !== "writeOnly");
  return partsOf({ ...node, type: { ...type, properties } });
}
