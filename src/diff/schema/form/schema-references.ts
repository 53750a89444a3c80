import type { Json, JsonObject } from "../../../load/loaded-contract.js";
import type { Dialect } from "../../../openapi/keywords.js";
import { isMembers, type Members, valueAt, visitObjects } from "../../../openapi/visit.js";
import { appendPointer, fragmentKeys, pointerKeys, toPointer } from "../../../text/json-pointer.js";

/** Follows the references between the schemas of a document. */
export interface SchemaReferences {
  /** What the document has at a pointer, without keywords that mean nothing there. */
  readonly raw: (pointer: string) => Json | undefined;
  /** A schema without keywords that mean nothing in it. */
  readonly meant: (json: Json | undefined) => Json | undefined;
  /** The pointer with references, and with parts, that say nothing else followed: where the schema is described. */
  readonly target: (pointer: string) => string;
  /** The pointer that a `$ref` or a mapping leads to; undefined when it leads out of the document. */
  readonly resolve: (reference: string, from: string) => string | undefined;
  /** The pointer that the reference of a schema leads to. */
  readonly referenceOf: (json: Members, from: string) => string | undefined;
  /** What the schema at a pointer refers to, and its parts (`allOf`), references followed. */
  readonly partsOf: (pointer: string) => readonly string[];
}

/** Keywords that say nothing about the value: with them alone, a schema says what its `$ref` says. */
const SILENT: ReadonlySet<string> = new Set([
  ...["$ref", "description", "title", "summary", "example", "examples", "externalDocs", "$comment"],
]);

/** Flags whose default is false, and limits whose default is 0. */
const DEFAULTS: Readonly<Record<string, Json>> = {
  deprecated: false,
  minItems: 0,
  minLength: 0,
  minProperties: 0,
  nullable: false,
  readOnly: false,
  uniqueItems: false,
  writeOnly: false,
};

/** Whether a keyword of a schema says nothing about the value: by its name, or with the value that holds without it. */
export function isSilent(json: Members, keyword: string): boolean {
  return SILENT.has(keyword) || (Object.hasOwn(DEFAULTS, keyword) && json[keyword] === DEFAULTS[keyword]);
}

/** Creates the references of a document. OpenAPI 3.0 ignores the siblings of a `$ref`, but `nullable`, which many contracts mean. */
export function createSchemaReferences(document: JsonObject, dialect: Dialect): SchemaReferences {
  const targets = new Map<string, string>();
  let anchors: ReadonlyMap<string, readonly string[]> | undefined;
  return { raw, meant, target, resolve, referenceOf, partsOf };

  function raw(pointer: string): Json | undefined {
    return meant(valueAt(document, pointerKeys(pointer)) as Json | undefined);
  }

  function meant(json: Json | undefined): Json | undefined {
    if (dialect !== "3.0" || !isMembers(json) || typeof json["$ref"] !== "string") return json;
    const { $ref, nullable } = json;
    return { $ref, ...(nullable === true && { nullable }) };
  }

  function target(pointer: string): string {
    const known = targets.get(pointer);
    if (known !== undefined) return known;
    // A cycle of references ends where it began.
    targets.set(pointer, pointer);
    const next = wholeOf(raw(pointer), pointer);
    const end = next === undefined ? pointer : target(next);
    targets.set(pointer, end);
    return end;
  }

  /** What a schema that says nothing itself is: what it refers to, or its only part. A component with one part extends that. */
  function wholeOf(json: Json | undefined, pointer: string): string | undefined {
    if (!isMembers(json)) return undefined;
    const [keyword, ...others] = Object.keys(json).filter((name) => !isSilent(json, name));
    if (keyword === undefined) return referenceOf(json, pointer);
    const { allOf, $ref } = json;
    const isPart = keyword === "allOf" && others.length === 0 && $ref === undefined && !isComponent(pointer);
    return isPart && Array.isArray(allOf) && allOf.length === 1
      ? appendPointer(pointer, "allOf", 0)
      : undefined;
  }

  function referenceOf(json: Members, from: string): string | undefined {
    const reference = json["$ref"] ?? json["$dynamicRef"];
    return typeof reference === "string" ? resolve(reference, from) : undefined;
  }

  function partsOf(pointer: string): readonly string[] {
    const json = raw(pointer);
    if (!isMembers(json)) return [];
    const reference = referenceOf(json, pointer);
    const listed = json["allOf"];
    const parts = Array.isArray(listed)
      ? listed.map((_, index) => target(appendPointer(pointer, "allOf", index)))
      : [];
    return reference === undefined ? parts : [target(reference), ...parts];
  }

  function resolve(reference: string, from: string): string | undefined {
    if (reference === "#" || reference.startsWith("#/")) return toPointer(fragmentKeys(reference));
    if (!reference.startsWith("#")) return undefined;
    anchors ??= findAnchors(document);
    const found = anchors.get(reference.slice(1)) ?? [];
    return found.toSorted((left, right) => sharedLength(right, from) - sharedLength(left, from))[0];
  }
}

/** Whether a pointer is that of a component. */
export function isComponent(pointer: string): boolean {
  return /^#\/components\/schemas\/[^/]+$/u.test(pointer);
}

/** `$anchor` and `$dynamicAnchor` → the pointers of their schemas. */
function findAnchors(document: JsonObject): ReadonlyMap<string, readonly string[]> {
  const anchors = new Map<string, string[]>();
  visitObjects(document, (node, kind, keys) => {
    if (kind !== "schema") return undefined;
    for (const name of new Set([node["$anchor"], node["$dynamicAnchor"]])) {
      if (typeof name !== "string") continue;
      anchors.set(name, [...(anchors.get(name) ?? []), toPointer(keys)]);
    }
    return undefined;
  });
  return anchors;
}

function sharedLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
