import type { Json, JsonObject } from "../determinism/json-tree.js";

/** A value inside a document, and where it is. */
export interface JsonNode {
  readonly parent: JsonObject | Json[];
  readonly key: string;
  readonly value: Json;
  /** Member names and indexes from the root, the node's own key last. */
  readonly path: readonly string[];
}

/** Every value below the root, parents before children. */
export function nodesOf(root: JsonObject): readonly JsonNode[] {
  const nodes: JsonNode[] = [];
  const visit = (parent: JsonObject | Json[], path: readonly string[]): void => {
    for (const [key, value] of Object.entries(parent)) {
      const node = { parent, key, value, path: [...path, key] };
      nodes.push(node);
      if (isContainer(value)) visit(value, node.path);
    }
  };
  visit(root, []);
  return nodes;
}

/** Whether a value has values inside. */
export function isContainer(value: Json): value is JsonObject | Json[] {
  return typeof value === "object" && value !== null;
}

/** Sets a member, whatever its name: `__proto__` becomes a member like any other. */
export function put(target: JsonObject | Json[], key: string, value: Json): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Takes a member or an item away. */
export function take(target: JsonObject | Json[], key: string): void {
  if (Array.isArray(target)) target.splice(Number(key), 1);
  else Reflect.deleteProperty(target, key);
}

/** A copy that shares nothing. */
export function copyOf<Value extends Json>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** A local reference to a place (RFC 6901, as a URI fragment). */
export function pointerTo(path: readonly string[]): string {
  return `#${path
    .map((segment) => `/${encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"))}`)
    .join("")}`;
}
