import type { Json } from "../../../load/loaded-contract.js";
import type { PropertyModel, SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { words } from "../../../text/words.js";
import { alternatives, type SchemaReader } from "../schema-reader.js";
import { memberPath, type Path } from "./pagination/paths.js";

/** A member of a body, at its top or inside of other members. */
export interface BodyMember {
  readonly path: Path;
  /** The same as traits have it: `data/job~1id`. */
  readonly at: string;
  /** Its own name in one spelling: `job_id`. */
  readonly key: string;
  /** As the contract has it, references not followed. */
  readonly schema: SchemaNode;
  /** What the contract says of it, in all places. */
  readonly text: string;
  /** Every object that holds it has it. */
  readonly isRequired: boolean;
}

/** The path of the object that has a member: `data` of `data/state`, empty for one at the top. */
export function aboveOf({ path }: Pick<BodyMember, "path">): string {
  return path.slice(0, -1).join("/");
}

/** How deep members of a body are looked for: an envelope, what it holds, and a group in that with its members. */
const DEEPEST = 4;

/** Members and objects of one body that are looked at: one that has more says what it is about at its top. */
const MOST = { members: 500, objects: 50 };

/** The members of each body that were listed before: several recognisers ask for them. */
function createListed(): Map<SchemaNode, readonly BodyMember[]> {
  return new Map();
}

/**
 * The members of a body, those of objects in it too, lists and maps left aside. The most outward come first, then by name: what is found
 * does not depend on the order of a document.
 */
export function listBodyMembers(body: SchemaNode | undefined, reader: SchemaReader): readonly BodyMember[] {
  if (body === undefined) return [];
  const known = reader.once(createListed);
  // Thousands of operations may refer to one schema.
  const node = reader.resolve(body);
  const members = known.get(node) ?? listMembersOf(node, reader);
  known.set(node, members);
  return members;
}

function listMembersOf(body: SchemaNode, reader: SchemaReader): readonly BodyMember[] {
  const found: BodyMember[] = [];
  let objects = MOST.objects;
  let level: readonly { readonly node: SchemaNode; readonly above: Path }[] = [{ node: body, above: [] }];
  for (let depth = 0; depth < DEEPEST && found.length < MOST.members; depth += 1) {
    const looked = level.slice(0, objects);
    objects -= looked.length;
    const members = looked
      .flatMap(({ node, above }) =>
        objectMembers(node, reader).map((member) => bodyMember(member, above, reader)),
      )
      .sort((left, right) => byText(left.at, right.at));
    reader.budget.visit(members.length, body.origin.pointer);
    found.push(...members);
    level = members
      .filter(({ schema }) => holdsMembers(schema, reader))
      .map(({ path, schema }) => ({ node: schema, above: path }));
  }
  return found.slice(0, MOST.members);
}

/**
 * The identifiers that a body has of what it is about, as words: `cabinet_id` of a member of this name, of `cabinet.id`, and of a relationship
 * to one resource (JSON:API), `relationships.cabinet.data.id`.
 */
export function listIdentities(body: SchemaNode | undefined, reader: SchemaReader): readonly string[] {
  return listBodyMembers(body, reader).flatMap(({ path, key, schema }) => {
    const related = relatedName(path);
    if (related !== undefined)
      return objectMembers(schema, reader).some(({ name }) => name === "id") ? [`${related}_id`] : [];
    const holder = path.at(-2);
    return key === "id" && holder !== undefined ? [key, `${words(holder).join("_")}_id`] : [key];
  });
}

/** What a path to the linkage of one resource says that it is: `cabinet` of `relationships.cabinet.data`. */
function relatedName(path: Path): string | undefined {
  const [relationships, name, data] = path.slice(-3);
  return relationships === "relationships" && data === "data" && name !== undefined
    ? words(name).join("_")
    : undefined;
}

function holdsMembers(schema: SchemaNode, reader: SchemaReader): boolean {
  return ["object", "intersection", "union"].includes(reader.resolve(schema).type.kind);
}

/**
 * Members of an object, or of any of its alternatives. A member by whose values alternatives differ (`status: { const: failed }`) has those
 * of all of them.
 */
export function objectMembers(node: SchemaNode, reader: SchemaReader): readonly PropertyModel[] {
  const own = reader.properties(node);
  if (own !== undefined) return own;
  const all = new Map<string, PropertyModel>();
  for (const one of alternatives(node, reader))
    for (const property of reader.properties(one) ?? [])
      all.set(property.name, joinValues(all.get(property.name), property, reader));
  return [...all.values()];
}

function joinValues(
  known: PropertyModel | undefined,
  next: PropertyModel,
  reader: SchemaReader,
): PropertyModel {
  if (known === undefined || known.schema === next.schema) return next;
  const schemas = [known.schema, next.schema];
  if (!schemas.every((schema) => reader.values(schema).length > 0)) return next;
  return {
    ...next,
    schema: { ...next.schema, type: { kind: "union", form: "oneOf", members: schemas } },
  };
}

function bodyMember(
  { name, schema, required: isRequired }: PropertyModel,
  above: Path,
  reader: SchemaReader,
): BodyMember {
  const path = [...above, name];
  const text = textOf(schema, reader);
  return { path, at: memberPath(path), key: words(name).join("_"), schema, text, isRequired };
}

/** What a contract says of a schema, where it is used and where it is defined. */
export function textOf(schema: SchemaNode, reader: SchemaReader): string {
  const resolved = reader.resolve(schema);
  const texts = [schema.doc.title, schema.doc.description, resolved.doc.title, resolved.doc.description];
  return [...new Set(texts.filter((text) => text !== undefined))].join(" ");
}

/** What examples have at a place; those that have nothing there are omitted. */
export function exampleValues(examples: readonly Json[], path: readonly string[]): readonly Json[] {
  return examples.flatMap((example) => {
    let value: Json | undefined = example;
    for (const name of path) value = recordOf(value)[name];
    return value === undefined ? [] : [value];
  });
}

/** The elements of those examples that are lists. */
export function exampleElements(examples: readonly Json[]): readonly Json[] {
  return examples.flatMap((example) => (Array.isArray(example) ? (example as readonly Json[]) : []));
}

/** The names of the members of those examples that are objects. */
export function exampleNames(examples: readonly Json[]): readonly string[] {
  return examples.flatMap((example) => Object.keys(recordOf(example)));
}

function recordOf(value: Json | undefined): Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, Json>>)
    : {};
}
