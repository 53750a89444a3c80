import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../../load/loaded-contract.js";
import type { Dialect } from "../../../openapi/keywords.js";
import { recursiveResults } from "../../../openapi/recursive-results.js";
import { isMembers, type VisitBudget } from "../../../openapi/visit.js";
import { appendPointer } from "../../../text/json-pointer.js";
import { buildForm } from "./build-form.js";
import { joinSlots, listedTypes, mergeForms } from "./merge-forms.js";
import { type Bases, createBases, type FindSubtypes, wholePointer } from "./subtypes.js";
import { ANY, commonItems, type SchemaForm, type Slot, type TypeName, type Union } from "./schema-form.js";
import { createSchemaReferences, type SchemaReferences } from "./schema-references.js";

/** One or several schemas of a document that hold together, in normal form. */
export interface SchemaNode {
  /** The same for the same schemas. */
  readonly id: string;
  /** What it is made of: its slot, and what it omits. */
  readonly parts: readonly string[];
  /** Pointers with references followed. */
  readonly slot: Slot;
  readonly form: SchemaForm;
}

/** What a node omits of its schemas. */
export interface NodeLimits {
  /** Pointers of unions that are decided already, because one of their branches is in the slot. */
  readonly without?: readonly string[];
  /** Values of this type only. */
  readonly only?: TypeName;
  /** Names of properties that are left open. */
  readonly open?: readonly string[];
  /** A base, as the alternatives that its subtypes are. */
  readonly isUnion?: boolean;
}

/** Reads schemas of one document in normal form, each once. */
export interface SchemaReader {
  /** The node of schemas that hold together. */
  node(slot: Slot, limits?: NodeLimits): SchemaNode;
  /** The node of one branch of a union of a node; of its null when no branch is given. */
  branch(node: SchemaNode, union: Union, branch: string | undefined): SchemaNode;
  /** A node without some of its unions. */
  base(node: SchemaNode, unions: readonly Union[]): SchemaNode;
  /** A node, for values of one type. */
  ofType(node: SchemaNode, type: TypeName): SchemaNode;
  /** Counts what is done with nodes. */
  readonly budget: VisitBudget;
  /** A node that says nothing of some properties. */
  openFor(node: SchemaNode, names: readonly string[]): SchemaNode;
  /** The pointer with references that say nothing else followed: where the schema is described. */
  readonly target: (pointer: string) => string;
  /** What the schema at a pointer refers to, and its parts, references followed. */
  readonly partsOf: SchemaReferences["partsOf"];
  /** The pointer that the reference of a schema leads to. */
  readonly referenceOf: SchemaReferences["referenceOf"];
  /** What the document has at a pointer, without keywords that mean nothing there. */
  readonly raw: (pointer: string) => Json | undefined;
  /** A schema without keywords that mean nothing in it. */
  readonly meant: SchemaReferences["meant"];
  readonly dialect: Dialect;
  /** The types that values of a node can have, branches of unions included. */
  readonly typesOf: (node: SchemaNode) => ReadonlySet<TypeName>;
  /** The branches of a union of a node that were not decided for it before: see {@link createUnguarded}. */
  branchesOf(node: SchemaNode, union: Union): readonly string[];
  /** Whether a schema is an alternative of itself, or leads to one. */
  readonly isUnguarded: (pointer: string) => boolean;
  /** The subtypes of the schema at a pointer, by the value of its discriminator. */
  readonly subtypesOf: FindSubtypes;
  /** A base as `oneOf` of its subtypes, where all of its values are theirs: see {@link Bases.alternativesOf}. */
  asUnion(node: SchemaNode): SchemaNode | undefined;
}

interface LimitedNode extends SchemaNode {
  readonly without: readonly string[];
  readonly only: TypeName | undefined;
  readonly open: readonly string[];
  readonly isUnion: boolean;
}

/** Creates the reader of a document. */
export function createSchemaReader(
  document: JsonObject,
  budget: VisitBudget,
  dialect: Dialect = "3.1",
): SchemaReader {
  const references = createSchemaReferences(document, dialect);
  const formOf = createForms(references, budget);
  const isUnguarded = createUnguarded(references);
  const typesOf = recursiveResults<SchemaNode, ReadonlySet<TypeName>>({
    onCycle: new Set(),
    keyOf: ({ id }) => id,
    compute: ({ form }, recurse) =>
      form.unions.reduce<ReadonlySet<TypeName>>((types, { branches, hasNull }) => {
        const all = new Set(branches.flatMap((branch) => [...recurse(node([branch]))]));
        return commonItems(types, hasNull ? all.add("null") : all);
      }, listedTypes(form)),
    isSame: isDeepStrictEqual,
    budget,
  });
  const nodes = new Map<string, LimitedNode>();
  const bases = createBases(document, references);
  return {
    node,
    budget,
    branch: (of, union, branch) =>
      branch === undefined
        ? limited(of, [], { without: [union.pointer], only: "null" })
        : limited(of, [branch], { without: [union.pointer] }),
    base: (of, unions) => limited(of, [], { without: unions.map(({ pointer }) => pointer) }),
    ofType: (of, only) => limited(of, [], { only }),
    openFor: (of, open) => limited(of, [], { open }),
    ...references,
    dialect,
    typesOf,
    subtypesOf: bases.subtypesOf,
    asUnion: (of) => {
      const pointer = wholePointer(of);
      const isBase = pointer !== undefined && bases.alternativesOf(pointer) !== undefined;
      return isBase ? node(of.slot, { isUnion: true }) : undefined;
    },
    isUnguarded,
    branchesOf: (of, union) => undecidedBranches(of as LimitedNode, union, isUnguarded),
  };

  function node(slot: Slot, limits: NodeLimits = {}): LimitedNode {
    const { without = [], only, open = [], isUnion = false } = limits;
    const targets = slot.length === 0 ? slot : [...new Set(slot.map(references.target))].sort();
    const parts = [...targets, ...omittedIn({ without, open, isUnion }), only ?? ""];
    // A name of a property can have any character.
    const id = parts.some((part) => part.includes("\n")) ? JSON.stringify(parts) : parts.join("\n");
    budget.visit((parts.length - 1) * STEPS_OF_LOOKUP);
    const known = nodes.get(id);
    if (known !== undefined) return known;
    budget.visit();
    const merged = mergeAll(targets.map(formOf), budget);
    const whole = isUnion ? unionForm(merged, targets, bases) : merged;
    const created = {
      id,
      parts,
      slot: targets,
      form: limitForm(whole, new Set(without), only, open),
      without,
      only,
      open,
      isUnion,
    };
    nodes.set(id, created);
    return created;
  }

  function limited(of: SchemaNode, slot: Slot, limits: NodeLimits): SchemaNode {
    const { without, only, open, isUnion } = of as LimitedNode;
    const type = limits.only ?? only;
    // A subtype has all that its base has.
    const isSubtype = isUnion && slot.length > 0;
    return node(isSubtype ? slot : joinSlots(of.slot, slot), {
      without: [...new Set([...without, ...(limits.without ?? [])])].sort(),
      ...(type !== undefined && { only: type }),
      open: [...new Set([...open, ...(limits.open ?? [])])].sort(),
      isUnion: isUnion && !isSubtype,
    });
  }
}

/** Makes the forms of the schemas of a document, each once. */
function createForms(references: SchemaReferences, budget: VisitBudget): (pointer: string) => SchemaForm {
  // A part that leads back to its whole adds nothing to it.
  return recursiveResults<string, SchemaForm>({
    onCycle: ANY,
    compute: (pointer, recurse) => {
      const form = buildForm(references.raw(pointer), pointer, { ...references, formOf: recurse });
      budget.visit(sizeOfForm(form) * STEPS_OF_ITEM);
      return form;
    },
    isSame: isDeepStrictEqual,
    budget,
  });
}

function undecidedBranches(
  { slot, without }: LimitedNode,
  { branches, pointer }: Union,
  isUnguarded: SchemaReader["isUnguarded"],
): readonly string[] {
  const decided = new Set([...without, pointer]);
  const isDecided = (branch: string) =>
    ["oneOf", "anyOf"].some((kind) => decided.has(`${branch}/${kind}`)) && slot.includes(branch);
  return branches.filter((branch) => !isDecided(branch) || !isUnguarded(branch));
}

function omittedIn({
  without,
  open,
  isUnion,
}: Pick<LimitedNode, "isUnion" | "open" | "without">): readonly string[] {
  return [
    ...without.map((pointer) => `-${pointer}`),
    ...open.map((name) => `*${name}`),
    ...(isUnion ? ["|"] : []),
  ];
}

/** A node that is there already takes less time than a step, an item of a form that is copied too. */
export const STEPS_OF_LOOKUP = 1 / 64;
const STEPS_OF_ITEM = 1 / 16;

/** The form of a base that has no values but those of its subtypes. */
function unionForm(
  { annotations, origins, typePointer, types }: SchemaForm,
  slot: Slot,
  { alternativesOf }: Bases,
): SchemaForm {
  const hasNull = typePointer !== undefined && types.has("null");
  const unions = slot.flatMap((pointer) => alternativesOf(pointer) ?? []);
  return { ...ANY, annotations, origins, unions: unions.map((union) => ({ ...union, hasNull })) };
}

/** The form of what all forms allow. */
function mergeAll(forms: readonly SchemaForm[], budget: VisitBudget): SchemaForm {
  return forms.reduce<SchemaForm>((merged, form, index) => {
    if (index > 0) budget.visit((sizeOfForm(merged) + sizeOfForm(form)) * STEPS_OF_ITEM);
    return mergeForms(merged, form);
  }, ANY);
}

/** How much there is to copy when a form is merged. */
function sizeOfForm({ origins, properties, required, unions }: SchemaForm): number {
  return origins.size + properties.size + required.size + unions.length;
}

function limitForm(
  form: SchemaForm,
  without: ReadonlySet<string>,
  only: TypeName | undefined,
  open: readonly string[],
): SchemaForm {
  if (without.size === 0 && only === undefined && open.length === 0) return form;
  const isClosed = ([name]: readonly [string, unknown]) => !open.includes(name);
  return {
    ...form,
    types: only === undefined ? form.types : commonItems(form.types, new Set([only])),
    unions: form.unions.filter(({ pointer }) => !without.has(pointer)),
    ...(open.length > 0 && {
      properties: new Map([...form.properties].filter(isClosed)),
      required: new Map([...form.required].filter(isClosed)),
    }),
  };
}

/**
 * Decides whether a schema is an alternative of itself, or leads to one, with no property or item between: `S: {anyOf: [S, string]}`.
 * Such an alternative allows nothing that the others do not.
 */
function createUnguarded(references: SchemaReferences): (pointer: string) => boolean {
  const known = new Map<string, boolean>();
  return (pointer) => {
    if (!known.has(pointer)) decideFrom(pointer);
    return known.get(pointer) === true;
  };

  /** Takes away what leads to nothing, again and again: what is left leads round in a circle. */
  function decideFrom(start: string): void {
    const leading = new Map<string, string[]>();
    const open = new Map<string, number>();
    const found = new Set([start]);
    for (const pointer of found) {
      const next = alternativesOf(pointer, references).filter((other) => known.get(other) !== false);
      open.set(pointer, next.length);
      for (const other of next) {
        leading.set(other, [...(leading.get(other) ?? []), pointer]);
        if (!known.has(other)) found.add(other);
      }
    }
    const done = new Set([...open].filter(([, count]) => count === 0).map(([pointer]) => pointer));
    for (const pointer of done)
      for (const before of leading.get(pointer) ?? []) {
        const count = (open.get(before) ?? 0) - 1;
        open.set(before, count);
        if (count === 0) done.add(before);
      }
    for (const pointer of open.keys()) known.set(pointer, !done.has(pointer));
  }
}

function alternativesOf(pointer: string, references: SchemaReferences): readonly string[] {
  const json = references.raw(pointer);
  if (!isMembers(json)) return [];
  const reference = references.referenceOf(json, pointer);
  return [
    ...(reference === undefined ? [] : [references.target(reference)]),
    ...["oneOf", "anyOf"].flatMap((kind) => {
      const list = json[kind];
      if (!Array.isArray(list)) return [];
      return list.map((_, index) => references.target(appendPointer(pointer, kind, index)));
    }),
  ];
}
