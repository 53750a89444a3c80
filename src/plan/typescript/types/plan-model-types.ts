import { type Diagnostic, diagnostic } from "../../../diagnostics/diagnostic.js";
import type { SchemaModel, SchemaNode } from "../../../model/schema-model.js";
import type { VisitBudget } from "../../../openapi/visit.js";
import { byText } from "../../../text/by-text.js";
import { fileName, isDeviceName } from "../../../text/client-files.js";
import { kebab, words } from "../../../text/words.js";
import { runtimeNames } from "../runtime-names.js";
import type { DeclarationPlan, MemberPlan, ModelFilePlan, TypePlan } from "../type-plan.js";
import { planDeclaration } from "./plan-declaration.js";
import { planType, resolveMembers } from "./plan-type.js";
import { catalogSchemas, type ShapeNames, type Variant } from "./schema-catalog.js";
import { type Direction, type SchemaUsage, traceDirections } from "./schema-usage.js";
import { intersectionType, namesIn, NEVER, unionType, UNKNOWN } from "./type-builders.js";

export type { Direction, SchemaUsage } from "./schema-usage.js";

/** The TypeScript types of a model. */
export interface ModelTypes {
  /** Sorted by file. */
  readonly files: readonly ModelFilePlan[];
  /** The type of a schema as a request sends it or a response brings it. */
  typeOf(node: SchemaNode, direction: Direction): TypePlan;
  /**
   * The members of a plain object, through references and `allOf`, in the order of `inOrder`. Undefined when the schema
   * is not an object, or one that may have members of any name: such a value cannot be spread among others.
   */
  propertiesOf(node: SchemaNode, direction: Direction): readonly MemberPlan[] | undefined;
  /** Second shapes, where directions differ: `input:` and the schema's identity → `PetInput`. */
  readonly secondShapes: ReadonlyMap<string, string>;
  /** What no type can say, of the types that were asked for so far. */
  readonly diagnostics: readonly Diagnostic[];
  /** The file (as in `files`) that declares a name; undefined when none does. */
  fileOf(name: string): string | undefined;
}

/**
 * Decides every type: names, files, interfaces and aliases, two shapes where the directions differ.
 *
 * @param usage - the schemas that operations start from; what they reach is followed here.
 * @param names - names that second shapes cannot have, and those that they had.
 * @param budget - that of the contract.
 */
export function planModelTypes(
  schemas: readonly SchemaModel[],
  usage: SchemaUsage,
  names: ShapeNames = {},
  budget?: VisitBudget,
): ModelTypes {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const directions = traceDirections(byName, usage);
  const catalog = catalogSchemas(byName, directions, names, budget);
  const planned = catalog.variants
    .filter(({ schema }) => usage.untyped?.has(schema.name) !== true)
    .map((variant) => ({ variant, declaration: planDeclaration(variant, catalog) }));
  const pointers = new Map(
    planned.map(({ variant, declaration }) => [declaration.name, variant.schema.node.origin.pointer]),
  );
  const cut = cutCircles(
    planned.map(({ declaration }) => declaration),
    (type, other) => {
      catalog.diagnostics.push(diagnostic("type/circular", pointers.get(type) ?? "", { type, other }));
    },
  );
  const declared = planned.map(({ variant, declaration }, index) => {
    return { variant, declaration: cut[index] ?? declaration };
  });
  const { files, fileOf } = planModelFiles(declared);
  const view = (direction: Direction) => ({
    direction,
    open: direction === "response" && !directions.closed,
  });
  return {
    files,
    secondShapes: catalog.secondShapes,
    diagnostics: catalog.diagnostics,
    fileOf: (name) => fileOf.get(name),
    typeOf: (node, direction) => planType(node, view(direction), catalog),
    propertiesOf: (node, direction) => {
      const members = resolveMembers(node, view(direction), catalog);
      return members?.some((member) => member.kind === "index") === true ? undefined : members;
    },
  };
}

/** A declaration and the schema that it is of. */
export interface Declared {
  readonly variant: Variant;
  readonly declaration: DeclarationPlan;
}

/**
 * Puts declarations into files: one for each component with the inline schemas in it, one for the inline schemas of each
 * operation, and one for all components that are plain values.
 */
function planModelFiles(declared: readonly Declared[]): {
  readonly files: readonly ModelFilePlan[];
  /** Name of a declaration → its file. */
  readonly fileOf: ReadonlyMap<string, string>;
} {
  const all = groupByOwner(declared);
  const isValues = (group: readonly Declared[]) =>
    group.every(({ declaration }) => isPlainValue(declaration));
  const values = [...all.values()].filter(isValues).flat();
  const owners = new Map([...all].filter(([, group]) => !isValues(group)));
  const files = nameFiles([...owners.keys()]);
  if (values.length > 0)
    owners.set(
      VALUES,
      values.sort((left, right) => byText(left.declaration.name, right.declaration.name)),
    );
  const fileOf = new Map(
    [...owners].flatMap(([owner, group]) =>
      group.map(({ declaration }) => [declaration.name, files.get(owner) ?? owner] as const),
    ),
  );
  const plans = [...owners].map(([owner, group]): ModelFilePlan => {
    const file = files.get(owner) ?? owner;
    const declarations = group.map(({ declaration }) => declaration);
    return { file, declarations, imports: planImports(file, declarations, fileOf) };
  });
  return { files: plans.sort((left, right) => byText(left.file, right.file)), fileOf };
}

/** The file of plain values; no component has it. */
const VALUES = "values";

/** Texts, numbers, enums and lists of them: nothing of the contract's other types, and no members. */
function isPlainValue(declaration: DeclarationPlan): boolean {
  return declaration.kind === "alias" && isPlainType(declaration.type);
}

function isPlainType(type: TypePlan): boolean {
  switch (type.kind) {
    case "keyword":
      return type.name !== "object" && type.name !== "unknown";
    case "literal":
    case "pattern":
      return true;
    case "name":
      return runtimeNames.has(type.name) && type.arguments === undefined;
    case "array":
      return isPlainType(type.items);
    case "union":
      return type.members.every(isPlainType);
    default:
      return false;
  }
}

function ownerOf({ variant: { schema } }: Declared): string {
  return schema.owner ?? schema.name;
}

/** The owner's own declaration first, the others as sorted. */
function groupByOwner(declared: readonly Declared[]): ReadonlyMap<string, readonly Declared[]> {
  const groups = new Map<string, Declared[]>();
  for (const each of declared) {
    const owner = ownerOf(each);
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [each]);
    else group.push(each);
  }
  for (const [owner, group] of groups) {
    group.sort(
      (left, right) =>
        Number(right.variant.schema.name === owner) - Number(left.variant.schema.name === owner) ||
        byText(left.declaration.name, right.declaration.name),
    );
  }
  return groups;
}

/** File names, unique even where case does not count. The first in sorted order keeps its own. */
function nameFiles(owners: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set([VALUES]);
  return new Map(
    [...owners].sort(byText).map((owner) => {
      const plain = fileName(kebab(words(owner)));
      const preferred =
        plain === "" || plain === "index" || isDeviceName(plain) ? `${plain}-model`.replace(/^-/, "") : plain;
      let file = preferred;
      for (let count = 2; taken.has(file); count++) file = `${preferred}-${String(count)}`;
      taken.add(file);
      return [owner, file];
    }),
  );
}

function planImports(
  file: string,
  declarations: readonly DeclarationPlan[],
  fileOf: ReadonlyMap<string, string>,
): ModelFilePlan["imports"] {
  const byFile = new Map<string, Set<string>>();
  for (const name of declarations.flatMap(namesIn)) {
    const from = importedFrom(name, fileOf);
    if (from === undefined || from === `./${file}`) continue;
    byFile.set(from, (byFile.get(from) ?? new Set()).add(name));
  }
  return [...byFile]
    .sort(([left], [right]) => byText(left, right))
    .map(([from, names]) => ({ from, names: [...names].sort(byText) }));
}

function importedFrom(name: string, fileOf: ReadonlyMap<string, string>): string | undefined {
  const file = fileOf.get(name);
  if (file !== undefined) return `./${file}`;
  const runtime = runtimeNames.get(name);
  return runtime === undefined ? undefined : `../runtime/${runtime.module}`;
}

/**
 * Declarations of which none is made of itself, which TypeScript refuses (TS2456, TS2310): `type A = B & …` with `interface B
 * extends A`. The model cuts such circles of references; a base and its subtypes can close further ones. What is made of itself asserts
 * nothing by that: the name that closes a circle is omitted. In the order given, so that the same one is found each time.
 *
 * @param omit - called for each name that a type leaves out.
 */
function cutCircles(
  declarations: readonly DeclarationPlan[],
  omit: (type: string, other: string) => void,
): readonly DeclarationPlan[] {
  const closing = closingNames(declarations);
  if (closing.size === 0) return declarations;
  const cut = declarations.map((declaration) => {
    const names = closing.get(declaration.name);
    if (names === undefined) return declaration;
    for (const other of names) omit(declaration.name, other);
    return without(declaration, names);
  });
  // What is cut at an interface may be part of another circle; every round leaves a name out.
  return cutCircles(cut, omit);
}

/** Declaration → the names by which it closes a circle: of a circle with interfaces, the one that an interface extends. */
function closingNames(declarations: readonly DeclarationPlan[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  const closing = new Map<string, Set<string>>();
  const open = new Set<string>();
  const done = new Set<string>();
  /** Declarations that are being gone through, each with the names that are left: no chain is too long for it. */
  const way: { readonly name: string; readonly left: string[] }[] = [];
  const enter = (declaration: DeclarationPlan) => {
    open.add(declaration.name);
    way.push({ name: declaration.name, left: [...madeOf(declaration)].reverse() });
  };
  const close = (next: string) => {
    const circle = way.slice(way.findIndex(({ name }) => name === next)).map(({ name }) => name);
    const at = circle.findIndex((name) => byName.get(name)?.kind === "interface");
    const from = circle.at(at) ?? next;
    closing.set(from, (closing.get(from) ?? new Set()).add(at === -1 ? next : (circle[at + 1] ?? next)));
  };
  for (const start of declarations) {
    if (!done.has(start.name)) enter(start);
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const next = at.left.pop();
      if (next === undefined) {
        way.pop();
        open.delete(at.name);
        done.add(at.name);
        continue;
      }
      if (open.has(next)) close(next);
      const target = byName.get(next);
      if (target !== undefined && !open.has(next) && !done.has(next)) enter(target);
    }
  }
  return closing;
}

/** The names that must be known for a declaration to be known. */
function madeOf(declaration: DeclarationPlan): readonly string[] {
  return declaration.kind === "alias" ? namesOf(declaration.type) : declaration.extends.flatMap(namesOf);
}

function namesOf(type: TypePlan): readonly string[] {
  if (type.kind === "name") return [type.name, ...(type.arguments ?? []).flatMap(namesOf)];
  return type.kind === "union" || type.kind === "intersection" ? type.members.flatMap(namesOf) : [];
}

function without(declaration: DeclarationPlan, names: ReadonlySet<string>): DeclarationPlan {
  if (declaration.kind === "alias")
    return { ...declaration, type: withoutNames(declaration.type, names, UNKNOWN) };
  const remaining = declaration.extends.filter((parent) => !namesOf(parent).some((name) => names.has(name)));
  return { ...declaration, extends: remaining };
}

/** @param neutral - what stands for a name: of alternatives none, of parts any. */
function withoutNames(type: TypePlan, names: ReadonlySet<string>, neutral: TypePlan): TypePlan {
  switch (type.kind) {
    case "name":
      if (names.has(type.name)) return neutral;
      return type.arguments === undefined
        ? type
        : { ...type, arguments: type.arguments.map((each) => withoutNames(each, names, NEVER)) };
    case "union":
      return unionType(type.members.map((member) => withoutNames(member, names, NEVER)));
    case "intersection":
      return intersectionType(type.members.map((member) => withoutNames(member, names, UNKNOWN)));
    default:
      return type;
  }
}
