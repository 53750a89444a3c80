import type { ObjectKind } from "../../../src/openapi/keywords.js";
import { isMembers, visitObjects } from "../../../src/openapi/visit.js";
import { toPointer } from "../../../src/text/json-pointer.js";

/** An object of a document that can be changed in place. */
export interface Target {
  readonly node: Record<string, unknown>;
  readonly kind: ObjectKind;
  readonly pointer: string;
  readonly keys: readonly string[];
}

/** The objects of a document by kind, in the order of a visit. */
export function listTargets(document: unknown): ReadonlyMap<ObjectKind, readonly Target[]> {
  const found = new Map<ObjectKind, Target[]>();
  visitObjects(document, (node, kind, keys) => {
    const list = found.get(kind) ?? [];
    list.push({ node, kind, pointer: toPointer(keys), keys: [...keys] });
    found.set(kind, list);
    return undefined;
  });
  return found;
}

/** A member of an object that is an object itself. */
export function membersAt(node: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  const value = node[name];
  return isMembers(value) ? value : undefined;
}

/** A member of an object that is a list. */
export function listAt(node: Record<string, unknown>, name: string): unknown[] | undefined {
  const value = node[name];
  return Array.isArray(value) ? (value as unknown[]) : undefined;
}

/** One of several, by a number in [0, 1). */
export function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** Sets a member of an object, as a change that was made. */
export function set(node: Record<string, unknown>, name: string, value: unknown): true {
  node[name] = value;
  return true;
}

/** Takes a member away, as a change that was made. */
export function remove(node: Record<string, unknown> | undefined, name: string): boolean {
  return node !== undefined && Reflect.deleteProperty(node, name);
}

/** Whether a document is of OpenAPI 3.0, which has fewer keywords of JSON Schema. */
export function isVersion30(document: Readonly<Record<string, unknown>>): boolean {
  const version = document["openapi"];
  return typeof version === "string" && version.startsWith("3.0");
}
