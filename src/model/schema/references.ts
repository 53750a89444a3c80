import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { type OnObject, type VisitBudget, visitObjects } from "../../openapi/visit.js";
import { fragmentKeys, toPointer } from "../../text/json-pointer.js";
import { UserError } from "../../text/user-error.js";
import { isObject, listMember, member, textMember } from "../json-members.js";

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
   * @throws UserError (exit 3) when the reference has no target.
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
   * The schema at the end of the references from it, as the contract has it; the last one before a circle.
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
 * @param budget - that of the contract; every followed reference is a step.
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
      diagnose(anchors, `#${textMember(json, keyword) ?? ""}`, json, keys);
    diagnose(anchors, textMember(json, "$id") ?? "#", json, keys);
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
    budget.visit(1, from);
    const target = find(reference);
    if (target !== undefined) return schemaOf(target);
    throw new UserError(3, `The reference ${JSON.stringify(reference)} points at nothing.`, {
      pointers: [from],
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

function diagnose(
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

/** Detects a reference that closes a circle without a property or item: a schema made of itself. */
export interface EndlessReferences {
  /**
   * @param within - pointer of the reference target that the reference is an immediate part of.
   * @param target - pointer that it points at.
   */
  has(within: string | undefined, target: string): boolean;
  /** Whether a schema is, or is made of, the one at a pointer for the very same value. */
  leads(json: Json, pointer: string, target: string): boolean;
}

/** Where a schema leads to for the very same value: by a reference, or by a part that is a reference target itself. */
interface Edge {
  readonly target: string;
  readonly isReference: boolean;
}

/**
 * Finds the references that make a schema consist of itself (`A: { allOf: [A] }`, `A: B` with `B: A`). They assert
 * nothing (a value is valid if it is valid), and TypeScript refuses such types; the one that closes a circle is left
 * out. Walks the targets in sorted order, so that the same one is found whatever the order of the document.
 *
 * @param edges - further targets of a target: a base and its subtypes.
 * @param ignore - references that resolve to something else: a subtype's own base.
 */
export function findEndlessReferences(
  references: References,
  edges: (pointer: string) => readonly string[],
  ignore: (from: string, target: string) => boolean,
): EndlessReferences {
  const known = new Map<string, readonly Edge[]>();
  const edgesOf = (pointer: string): readonly Edge[] => {
    const before = known.get(pointer);
    if (before !== undefined) return before;
    const found = [
      ...immediate(references.find(pointer)?.json, pointer, references),
      ...edges(pointer).map((target) => ({ target, isReference: false })),
    ].filter(({ target }) => !ignore(pointer, target));
    known.set(pointer, found);
    return found;
  };
  const closing = closingReferences([...references.targets].sort(), edgesOf);
  const leadingTo = finderOfLeading(references);
  return {
    has: (within, target) => within !== undefined && closing.has(edge(within, target)),
    leads: (json, pointer, target) => {
      const leading = leadingTo(target);
      return immediate(json, pointer, references).some((next) => leading.has(next.target));
    },
  };
}

/**
 * References without which no schema is made of itself. Where a part closes a circle (`#/A/allOf/0` of `#/A`), only the last
 * reference before it can be omitted; then all is checked again without that.
 */
function closingReferences(
  targets: readonly string[],
  edgesOf: (pointer: string) => readonly Edge[],
): ReadonlySet<string> {
  const closing = new Set<string>();
  for (let isWhole = false; !isWhole;) {
    isWhole = true;
    const state = new Map<string, "open" | "done">();
    const trail: Step[] = [];
    const enter = (pointer: string): void => {
      state.set(pointer, "open");
      for (const { target, isReference } of edgesOf(pointer)) {
        if (closing.has(edge(pointer, target))) continue;
        const isClosing = state.get(target) === "open";
        if (isClosing && isReference) closing.add(edge(pointer, target));
        else if (isClosing) {
          const before = lastReference(trail, target);
          if (before === undefined || closing.has(before)) continue;
          closing.add(before);
          isWhole = false;
        }
        if (state.has(target)) continue;
        trail.push({ from: pointer, ...(isReference ? { reference: edge(pointer, target) } : {}) });
        enter(target);
        trail.pop();
      }
      state.set(pointer, "done");
    };
    for (const pointer of targets) if (!state.has(pointer)) enter(pointer);
  }
  return closing;
}

/** A step on the way through the schemas; its reference, unless it leads to a part. */
interface Step {
  readonly from: string;
  readonly reference?: string;
}

/** The last reference on the part of a way that leads away from a schema. */
function lastReference(trail: readonly Step[], from: string): string | undefined {
  const away = trail.findLastIndex((each) => each.from === from);
  return trail.slice(Math.max(0, away)).findLast((each) => each.reference !== undefined)?.reference;
}

/** Finds all that is, or is made of, the schema at a pointer for the very same value; walks the document's references once. */
function finderOfLeading(references: References): (target: string) => ReadonlySet<string> {
  let users: ReadonlyMap<string, readonly string[]> | undefined;
  const known = new Map<string, ReadonlySet<string>>();
  return (target) => {
    const before = known.get(target);
    if (before !== undefined) return before;
    users ??= usersOf(references);
    const found = new Set([target]);
    for (const pointer of found) for (const user of users.get(pointer) ?? []) found.add(user);
    known.set(target, found);
    return found;
  };
}

/** Pointer → those whose immediate part it is. */
function usersOf(references: References): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  const reached = new Set(references.targets);
  for (const user of reached) {
    for (const { target: part } of immediate(references.find(user)?.json, user, references)) {
      reached.add(part);
      const others = users.get(part);
      if (others === undefined) users.set(part, [user]);
      else others.push(user);
    }
  }
  return users;
}

/** Where the schema at `pointer` leads to, by references and by its parts, for the very same value. */
function immediate(json: Json | undefined, pointer: string, references: References): readonly Edge[] {
  if (!isObject(json)) return [];
  const referred = [textMember(json, "$ref"), textMember(json, "$dynamicRef")].flatMap((reference) =>
    reference === undefined
      ? []
      : [{ target: references.resolve(reference, pointer).pointer, isReference: true }],
  );
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
    listMember(json, keyword).flatMap((part, index) => {
      const target = `${pointer}/${keyword}/${String(index)}`;
      return references.targets.has(target)
        ? [{ target, isReference: false }]
        : immediate(part, target, references);
    }),
  );
  return [...referred, ...parts];
}

function edge(from: string, target: string): string {
  return `${from} ${target}`;
}

/**
 * What a value can be where alternatives refer to each other in a circle (`A: oneOf [B, string]`, `B: oneOf [A,
 * integer]`): the alternatives of all of them that lead out of the circle. The reference that closes it adds those to
 * the schema that contains it.
 *
 * @param within - pointer of the schema that the closing reference is an alternative of.
 * @param target - what it points at.
 * @returns undefined where the circle has more than alternatives: the rest cannot be described.
 */
export function circleAlternatives(
  within: string,
  target: ReferenceTarget,
  references: References,
  endless: EndlessReferences,
): readonly ReferenceTarget[] | undefined {
  const seen = new Set([within, target.pointer]);
  const found: ReferenceTarget[] = [];
  return collect(target.json, target.pointer) ? found : undefined;

  /** Adds what leads out; false where something else than alternatives leads back. */
  function collect(json: Json, pointer: string): boolean {
    const forms = isObject(json) ? formsOf(json) : undefined;
    if (forms === undefined || !isObject(json)) return false;
    if (member(json, "nullable") === true)
      found.push({ json: { type: "null" }, pointer: `${pointer}/nullable` });
    return forms.every((form) =>
      form === "$ref"
        ? follow(json, pointer)
        : listMember(json, form).every((part, index) => add(part, `${pointer}/${form}/${String(index)}`)),
    );
  }
  function add(part: Json, pointer: string): boolean {
    if (isObject(part) && textMember(part, "$ref") !== undefined) return follow(part, pointer);
    if (!endless.leads(part, pointer, within)) found.push({ json: part, pointer });
    else return collect(part, pointer);
    return true;
  }
  function follow(json: Json, pointer: string): boolean {
    const reference = isObject(json) ? textMember(json, "$ref") : undefined;
    if (reference === undefined) return false;
    const next = references.resolve(reference, pointer);
    if (seen.has(next.pointer)) return true;
    if (!endless.leads(json, pointer, within)) {
      found.push({ json, pointer });
      return true;
    }
    seen.add(next.pointer);
    return collect(next.json, next.pointer);
  }
}

/** Keywords that assert nothing about the value beside the alternatives. */
const SILENT: ReadonlySet<string> = new Set([
  ...["title", "description", "deprecated", "default", "example", "examples", "externalDocs"],
  ...["discriminator", "nullable", "$comment", "$id", "$anchor", "readOnly", "writeOnly"],
]);

/** The keyword that a schema consists of, where it is one of alternatives or the same by another name. */
function formsOf(json: { readonly [name: string]: Json }): readonly string[] | undefined {
  const keywords = Object.keys(json).filter((keyword) => !SILENT.has(keyword) && !keyword.startsWith("x-"));
  const [form] = keywords;
  if (form === undefined || keywords.length > 1) return undefined;
  const single = form === "allOf" && listMember(json, "allOf").length === 1;
  return ["$ref", "oneOf", "anyOf"].includes(form) || single ? keywords : undefined;
}
