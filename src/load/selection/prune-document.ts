import { nameMaps } from "../../openapi/keywords.js";
import { operationFields, operationPosition } from "../../openapi/operations.js";
import { fragmentKeys } from "../../text/json-pointer.js";
import type { Json, JsonObject } from "../loaded-contract.js";
import { isMembers, valueAt } from "../walk-tree.js";

/** Which operations a document keeps. */
export interface SelectedOperations {
  /** @param key - method and path: `GET /orders`. */
  readonly hasOperation: (key: string) => boolean;
  readonly hasWebhook: (operation: JsonObject) => boolean;
  /** Operations of the document that it does not keep. */
  readonly gone: Gone;
}

/** A document with some of its operations. */
export interface PrunedDocument {
  readonly document: JsonObject;
  /** Operations that are not selected, and that references of selected ones lead into: method and path. */
  readonly missing: ReadonlySet<string>;
}

/**
 * A bundled document with some of its operations, and the components and tags that these need. Objects that do not change are those of
 * the given document.
 */
export function pruneDocument(document: JsonObject, selection: SelectedOperations): PrunedDocument {
  const { paths, webhooks, components: given, tags, ...others } = document;
  // Before OpenAPI 3.1, webhooks were an extension.
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => name !== "x-webhooks"));
  const components = isObject(given) ? dropLinks(given, selection.gone) : {};
  const selectedPaths = keepPaths(paths, selection);
  const selectedWebhooks = keepWebhooks(webhooks, selection);
  const reach = new Reach(document, components, selection);
  for (const node of [rest, selectedPaths, selectedWebhooks]) reach.visit(node ?? null);
  const selectedComponents = reach.components();
  return {
    document: {
      ...rest,
      ...(Object.keys(selectedComponents).length > 0 && { components: selectedComponents }),
      ...(selectedPaths !== undefined && { paths: withShared(paths, selectedPaths, reach.shared) }),
      ...keepTags(tags, reach.tags),
      ...(selectedWebhooks !== undefined && { webhooks: selectedWebhooks }),
    },
    missing: reach.missing,
  };
}

function isObject(value: Json | undefined): value is JsonObject {
  return isMembers(value);
}

function keepPaths(paths: Json | undefined, selection: SelectedOperations): JsonObject | undefined {
  if (!isObject(paths)) return undefined;
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) => {
      if (path.startsWith("x-") || !isObject(item)) return [[path, item] as const];
      const left = keepOperations(item, (method) => selection.hasOperation(`${method} ${path}`));
      if (left === undefined) return [];
      return [[path, withoutGoneLinks(left, selection.gone)] as const];
    }),
  );
}

/** The selected paths with what other path items have for all their operations, in the order of the document. */
function withShared(
  paths: Json | undefined,
  selected: JsonObject,
  shared: ReadonlyMap<string, JsonObject>,
): JsonObject {
  if (!isObject(paths) || shared.size === 0) return selected;
  return Object.fromEntries(
    Object.keys(paths).flatMap((path) => {
      const item = Object.hasOwn(selected, path) ? selected[path] : shared.get(path);
      return item === undefined ? [] : [[path, item] as const];
    }),
  );
}

/** What a path item has for all its operations: parameters, servers. */
function withoutOperations(item: JsonObject): JsonObject {
  const entries = Object.entries(item).filter(
    ([name]) => !operationFields.includes(name) && name !== "additionalOperations",
  );
  return Object.fromEntries(entries);
}

function withoutGoneLinks(item: JsonObject, gone: Gone): JsonObject {
  const entries = Object.entries(item).map(([name, value]) => {
    const isOperation = operationFields.includes(name) && isObject(value);
    return [name, isOperation ? dropLinks(value, gone) : value] as const;
  });
  return entries.every(([name, value]) => item[name] === value) ? item : Object.fromEntries(entries);
}

function keepWebhooks(webhooks: Json | undefined, selection: SelectedOperations): JsonObject | undefined {
  if (!isObject(webhooks)) return undefined;
  const entries = Object.entries(webhooks).flatMap(([name, item]) => {
    if (!isObject(item)) return [];
    const left = keepOperations(item, (_, operation) => selection.hasWebhook(operation));
    return left === undefined ? [] : [[name, left] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** A path item with some of its operations; undefined where none is left. The same object where all are. */
function keepOperations(
  item: JsonObject,
  isSelected: (method: string, operation: JsonObject) => boolean,
): JsonObject | undefined {
  const { additionalOperations, ...fields } = item;
  let [left, removed] = [0, 0];
  const decide = (method: string, operation: Json) => {
    const stays = isObject(operation) && isSelected(method, operation);
    if (stays) left += 1;
    else removed += 1;
    return stays;
  };
  const entries = Object.entries(fields).filter(
    ([name, value]) => !operationFields.includes(name) || decide(name.toUpperCase(), value),
  );
  const more = Object.entries(isObject(additionalOperations) ? additionalOperations : {}).filter((entry) =>
    decide(...entry),
  );
  if (left === 0) return undefined;
  if (removed === 0) return item;
  const others = more.length === 0 ? {} : { additionalOperations: Object.fromEntries(more) };
  return { ...others, ...Object.fromEntries(entries) };
}

function keepTags(tags: Json | undefined, used: ReadonlySet<string>): { readonly tags?: Json } {
  if (!Array.isArray(tags)) return {};
  const listed = tags as readonly Json[];
  const parents = new Map(
    listed
      .filter(isObject)
      .map(({ name, parent }) => [name, typeof parent === "string" ? parent : undefined]),
  );
  const names = new Set<Json | undefined>(used);
  // A set goes on with what is added while it is walked.
  for (const name of names) {
    const parent = parents.get(name);
    if (parent !== undefined) names.add(parent);
  }
  const left = listed.filter((tag) => isObject(tag) && names.has(tag["name"]));
  return left.length === 0 ? {} : { tags: left };
}

/** What is reachable from the selected parts of a document. */
class Reach {
  /** Names of tags of operations. */
  readonly tags = new Set<string>();
  readonly missing = new Set<string>();
  /** Path → what its item has for all its operations, where a reference leads into that. */
  readonly shared = new Map<string, JsonObject>();
  readonly #document: JsonObject;
  readonly #components: JsonObject;
  readonly #selection: SelectedOperations;
  readonly #subtypes: ReadonlyMap<string, readonly string[]>;
  readonly #seen = new Set<object>();
  /** Section and name, joined by `/`. */
  readonly #used = new Set<string>();

  constructor(document: JsonObject, components: JsonObject, selection: SelectedOperations) {
    this.#document = document;
    this.#components = components;
    this.#selection = selection;
    this.#subtypes = listSubtypes(components["schemas"]);
  }

  visit(start: Json): void {
    const open: { readonly node: Json; readonly isMap: boolean }[] = [{ node: start, isMap: false }];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { node, isMap } = at;
      if (typeof node !== "object" || node === null || this.#seen.has(node)) continue;
      this.#seen.add(node);
      if (isObject(node)) for (const found of this.#named(node)) open.push({ node: found, isMap: false });
      for (const [key, child] of Object.entries<Json>(node as JsonObject)) {
        // An extension means nothing to a client, unless a reference leads into it.
        if (key.startsWith("x-") && !isMap) continue;
        open.push({ node: child, isMap: nameMaps.has(key) && !isMap });
      }
    }
  }

  /** The components that were reached. What is not a section stays. */
  components(): JsonObject {
    const sections = Object.entries(this.#components).flatMap(([section, named]) => {
      if (section.startsWith("x-") || !isObject(named)) return [[section, named] as const];
      const left = Object.entries(named).filter(([name]) => this.#used.has(`${section}/${name}`));
      return left.length === 0 ? [] : [[section, Object.fromEntries(left)] as const];
    });
    return Object.fromEntries(sections);
  }

  /** The components that an object names: by reference, as what a discriminator leads to, as credentials, or as subtypes. */
  #named(node: JsonObject): readonly Json[] {
    const { $ref, $dynamicRef, discriminator, security, tags } = node;
    if (Array.isArray(tags))
      for (const tag of tags as Json[]) if (typeof tag === "string") this.tags.add(tag);
    return [
      ...(typeof $ref === "string" ? this.#target($ref) : []),
      ...(typeof $dynamicRef === "string" ? this.#anchored() : []),
      ...(isObject(discriminator) ? this.#mapped(discriminator) : []),
      ...(Array.isArray(security) ? (security as Json[]).filter(isObject).flatMap(Object.keys) : []).flatMap(
        (scheme) => this.#component("securitySchemes", scheme),
      ),
    ];
  }

  #target(reference: string): readonly Json[] {
    const keys = fragmentKeys(reference);
    const [first, section = "", name = ""] = keys;
    const position = operationPosition(keys);
    if (position !== undefined) {
      const key = `${position.method} ${position.path}`;
      if (!this.#selection.hasOperation(key)) this.missing.add(key);
    }
    const value = (valueAt(this.#document, keys) as Json | undefined) ?? null;
    if (first === "paths" && position === undefined) return [...this.#sharedPart(section), value];
    if (first?.startsWith("x-") === true) return [value];
    return first === "components" ? this.#component(section, name) : [];
  }

  /** What the item of a path has for all its operations. */
  #sharedPart(path: string): readonly Json[] {
    const item = valueAt(this.#document, ["paths", path]) as Json | undefined;
    if (!isObject(item) || this.shared.has(path)) return [];
    const part = withoutOperations(item);
    this.shared.set(path, part);
    return [part];
  }

  #component(section: string, name: string): readonly Json[] {
    const named = this.#components[section];
    if (!isObject(named) || !Object.hasOwn(named, name) || this.#used.has(`${section}/${name}`)) return [];
    this.#used.add(`${section}/${name}`);
    const component = named[name] ?? null;
    const isBase = section === "schemas" && isObject(component) && isObject(component["discriminator"]);
    const subtypes = isBase ? (this.#subtypes.get(name) ?? []) : [];
    return [component, ...subtypes.flatMap((subtype) => this.#component("schemas", subtype))];
  }

  #mapped({ mapping, defaultMapping }: JsonObject): readonly Json[] {
    const values = [...Object.values(isObject(mapping) ? mapping : {}), defaultMapping];
    return values.flatMap((value) => {
      if (typeof value !== "string") return [];
      return value.startsWith("#") ? this.#target(value) : this.#component("schemas", value);
    });
  }

  /** Which schema a dynamic reference leads to depends on where it is entered from. */
  #anchored(): readonly Json[] {
    const schemas = this.#components["schemas"];
    return Object.entries(isObject(schemas) ? schemas : {}).flatMap(([name, schema]) =>
      isObject(schema) && Object.hasOwn(schema, "$dynamicAnchor") ? this.#component("schemas", name) : [],
    );
  }
}

/** Base → the schemas that refer to it in `allOf`: its subtypes, where it has a discriminator. */
function listSubtypes(schemas: Json | undefined): ReadonlyMap<string, readonly string[]> {
  const subtypes = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {})) {
    const parts = isObject(schema) ? schema["allOf"] : undefined;
    for (const part of Array.isArray(parts) ? (parts as Json[]) : []) {
      const reference = isObject(part) ? part["$ref"] : undefined;
      const [, base] =
        /^#\/components\/schemas\/([^/]+)$/u.exec(typeof reference === "string" ? reference : "") ?? [];
      if (base === undefined) continue;
      const [key = base] = fragmentKeys(base);
      subtypes.set(key, [...(subtypes.get(key) ?? []), name]);
    }
  }
  return subtypes;
}

/** Operations that a document no longer has. */
interface Gone {
  readonly hasId: (operationId: string) => boolean;
  /** @param key - method and path: `GET /orders`. */
  readonly hasKey: (key: string) => boolean;
}

/** An operation or a map of responses without the links to operations that are gone; the same object where it has none. */
function dropLinks(holder: JsonObject, gone: Gone): JsonObject {
  return change(holder, (value, key) => {
    if (!isObject(value)) return value;
    if (key === "responses")
      return change(value, (response) => (isObject(response) ? withoutLinks(response, gone) : response));
    return key === "links" ? keepLinks(value, gone) : value;
  });
}

function withoutLinks(response: JsonObject, gone: Gone): JsonObject {
  return change(response, (value, key) =>
    key === "links" && isObject(value) ? keepLinks(value, gone) : value,
  );
}

function keepLinks(links: JsonObject, gone: Gone): JsonObject {
  const left = Object.entries(links).filter(([, link]) => !isObject(link) || !isGone(link, gone));
  return left.length === Object.keys(links).length ? links : Object.fromEntries(left);
}

function isGone({ operationId, operationRef }: JsonObject, gone: Gone): boolean {
  if (typeof operationId === "string") return gone.hasId(operationId);
  const position =
    typeof operationRef === "string" && operationRef.startsWith("#")
      ? operationPosition(fragmentKeys(operationRef))
      : undefined;
  return position !== undefined && gone.hasKey(`${position.method} ${position.path}`);
}

/** The object with changed members; the same object where none changes. */
function change(object: JsonObject, edit: (value: Json, key: string) => Json): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [key, edit(value, key)] as const);
  return entries.every(([key, value]) => object[key] === value) ? object : Object.fromEntries(entries);
}
