import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { type OnObject, visitObjects } from "../../openapi/visit.js";
import type { VisitBudget } from "../../openapi/visit-budget.js";
import { fragmentKeys, toPointer } from "../../text/json-pointer.js";
import { UserError } from "../../text/user-error.js";
import { isObject, member, textMember } from "../document/json-members.js";

/** A schema that a reference points at. */
export interface ReferenceTarget {
  readonly json: Json;
  /** `#/components/schemas/Cabinet`, in one spelling whatever the reference's. */
  readonly pointer: string;
}

/** The references of a document. */
export interface References {
  /**
   * Finds what `$ref` points at: a JSON pointer, an `$anchor` (`#name`), an `$id`.
   *
   * @param from - pointer of the schema that holds the reference, for the message.
   * @throws UserError (exit 3) when nothing stands there.
   */
  resolve(reference: string, from: string): ReferenceTarget;
  /**
   * Whether a `$dynamicRef` means another schema depending on where it is reached from (JSON Schema 2020-12, core
   * 8.2.3.2): several schemas are its `$dynamicAnchor`.
   */
  isDynamic(reference: string): boolean;
  /** The same, for what may point at nothing: the values of a discriminator's mapping. */
  find(reference: string): ReferenceTarget | undefined;
  /**
   * The schema as it is written where the references from it lead in the end; the last one before a circle.
   *
   * @throws UserError (exit 3) like `resolve`.
   */
  follow(json: Json, from: string): Json;
  /** Pointers of everything that any `$ref` of a schema points at. */
  readonly targets: ReadonlySet<string>;
}

/**
 * Indexes the references of a document: one walk over it.
 *
 * @param budget - that of the contract; following a reference is a step, whoever does it.
 */
export function indexReferences(document: JsonObject, budget: VisitBudget): References {
  const anchors = new Map<string, ReferenceTarget>();
  const references = new Set<string>();
  const dynamic = new Map<string, number>();
  const read: OnObject = (node, kind, keys) => {
    if (kind !== "schema") return undefined;
    const json = node as JsonObject;
    const name = `#${textMember(json, "$dynamicAnchor") ?? ""}`;
    dynamic.set(name, (dynamic.get(name) ?? 0) + 1);
    for (const keyword of ["$anchor", "$dynamicAnchor"])
      note(anchors, `#${textMember(json, keyword) ?? ""}`, json, keys);
    note(anchors, textMember(json, "$id") ?? "#", json, keys);
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = textMember(json, keyword);
      if (reference !== undefined) references.add(reference);
    }
    return undefined;
  };
  visitObjects(document, read, { follow: document });
  const known = new Map<string, ReferenceTarget | undefined>();
  const find = (reference: string) => {
    if (known.has(reference)) return known.get(reference);
    const target = anchors.get(reference) ?? followPointer(document, reference);
    known.set(reference, target);
    return target;
  };
  const found = [...references].map((reference) => find(reference)?.pointer);
  const resolve = (reference: string, from: string): ReferenceTarget => {
    budget.visit();
    const target = find(reference);
    if (target !== undefined) return schemaOf(target);
    throw new UserError(3, `The reference ${JSON.stringify(reference)} points at nothing.`, {
      where: `at ${from}`,
      remedy: "Point it at a schema that the document has.",
    });
  };
  return {
    find,
    isDynamic: (reference) => (dynamic.get(reference.slice(reference.indexOf("#"))) ?? 0) > 1,
    targets: new Set(found.filter((pointer) => pointer !== undefined)),
    resolve,
    follow(json, from) {
      const seen = new Set<string>();
      let at = json;
      for (let reference = referenceIn(at); reference !== undefined; reference = referenceIn(at)) {
        if (seen.has(reference)) return at;
        seen.add(reference);
        at = resolve(reference, from).json;
      }
      return at;
    },
  };
}

function referenceIn(json: Json): string | undefined {
  return isObject(json) ? textMember(json, "$ref") : undefined;
}

/** A parameter or a header where a schema belongs (both seen in published contracts) can only mean its own schema. */
function schemaOf(target: ReferenceTarget): ReferenceTarget {
  const { json, pointer } = target;
  if (!isObject(json) || !/^#\/components\/(?:parameters|headers)\/[^/]+$/.test(pointer)) return target;
  const schema = member(json, "schema");
  return schema === undefined ? target : { json: schema, pointer: `${pointer}/schema` };
}

function note(
  anchors: Map<string, ReferenceTarget>,
  name: string,
  json: JsonObject,
  keys: readonly string[],
): void {
  if (name !== "#" && !anchors.has(name)) anchors.set(name, { json, pointer: toPointer(keys) });
}

function followPointer(document: JsonObject, reference: string): ReferenceTarget | undefined {
  if (!reference.startsWith("#")) return undefined;
  const keys = fragmentKeys(reference);
  let json: Json | undefined = document;
  for (const key of keys) json = childOf(json, key);
  return json === undefined ? undefined : { json, pointer: toPointer(keys) };
}

function childOf(json: Json | undefined, key: string): Json | undefined {
  if (isList(json)) return /^(?:0|[1-9]\d*)$/.test(key) ? json[Number(key)] : undefined;
  return isObject(json) ? member(json, key) : undefined;
}

function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json);
}
