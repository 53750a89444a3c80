import { diagnostic } from "../../../diagnostics/diagnostic.js";
import type { ParameterModel } from "../../../model/api-model.js";
import type { SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { codeSpan } from "../../../text/printable.js";
import { words } from "../../../text/words.js";
import { CONTEXTS, IDENTIFIES } from "../../service/identifiers/identifier-names.js";
import { operationKey } from "../../service/responses.js";
import { joinedLines, type LostSign } from "../../service/signs/sign.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import type { TypeSources } from "../inputs/representations.js";
import type { TypePlan } from "../type-plan.js";
import type { Modification } from "./derived-methods.js";
import type { FormSources } from "./method-sources.js";

type Path = readonly string[];

/** What `modify` takes over from the input of a read into that of the change (ACC-8). */
interface ContextPairs {
  /** Members that both have under one name, sorted. */
  readonly same: readonly string[];
  /** Members that the change has elsewhere or under another name, sorted by where they go. */
  readonly others: readonly { readonly from: Path; readonly to: Path }[];
  /** Members of the read that say what is changed, and that nothing of the change was found for. */
  readonly unpaired: readonly { readonly name: string; readonly why: string }[];
  /** Paths of the change's input that the caller of `modify` does not give. */
  readonly taken: readonly string[];
}

/** A value of an input: a parameter, a member of one, or a member of a body at any of the depths that are looked at. */
interface Leaf {
  readonly path: Path;
  readonly type: TypePlan;
  /** The words of its name in one spelling: `cabinet_id`. */
  readonly key: string;
  /** What else says the same: `cabinet_id` of `{id}` in `/cabinets/{id}` and of `cabinet.id`, `cabinet` of `{cabinetId}`. */
  readonly also: readonly string[];
  /** Its name alone could be anything's: `id`. */
  readonly generic: boolean;
  /** It is neither an object nor a list. */
  readonly isValue: boolean;
  readonly in: ParameterModel["in"] | "body";
}

/** Objects inside of a body that are looked into, one in the other. */
const DEEPEST = 2;

/** Names that say which one of whatever holds them. */
const GENERIC = new Set(["id", "uuid", "guid", "key", "code", "slug", "name", "number", "value", "ref"]);

/** Names of objects that hold all that a body is about, or say what it is about. */
const WHOLES = new Set(
  "attributes body data input key params payload ref reference request resource target".split(" "),
);

/**
 * Pairs members of a read with those of a change by what they mean: by name; else by the words of the name, in any spelling and at any depth;
 * else by what they identify. Where several members could be meant, and where the kinds of values differ (an id that is a number
 * in the path, and a text in the body), nothing is paired: the caller gives both.
 */
export function pairContext({ change, read }: Modification, sources: TypeSources): ContextPairs {
  // A condition is of its own request: that of the read says nothing of the change.
  const given = leavesOf(read, sources).filter((leaf) => !(leaf.in === "header" && /^if_/.test(leaf.key)));
  const taken = leavesOf(change, sources);
  const found = given.map((leaf) => ({ leaf, ...pairLeaf(leaf, taken) }));
  const pairs = found.flatMap(({ leaf, to }) => to.map((one) => ({ from: leaf.path, to: one.path })));
  const isSame = ({ from, to }: (typeof pairs)[number]) =>
    from.length === 1 && to.length === 1 && from[0] === to[0];
  const same = pairs.filter(isSame).flatMap(({ to: [name = ""] }) => name);
  const targets = new Set<string>();
  const others = pairs
    // What comes with the whole of it goes with the whole.
    .filter((pair) => !isSame(pair) && !same.includes(pair.to[0] ?? ""))
    .sort((left, right) => byText(left.to.join("/"), right.to.join("/")))
    // Two members of the read for one of the change: the first by name.
    .filter(({ to }) => !targets.has(to.join("/")) && targets.add(to.join("/")));
  return {
    same: same.toSorted(byText),
    others,
    unpaired: found.flatMap(({ leaf, why }) =>
      why === undefined ? [] : [{ name: leaf.path.join("."), why }],
    ),
    taken: joinWhole([...same, ...targets], change, sources).toSorted(byText),
  };
}

/** What reads are given that says what is changed, where their changes do not take it. */
export function contextSigns(sources: FormSources): readonly LostSign[] {
  return [...sources.modifications.values()].flatMap((modification) => {
    const { model, traits } = modification.change;
    if ("context" in (traits.conditionalChange?.given ?? {})) return [];
    const read = operationKey(modification.read.model);
    return pairContext(modification, sources).unpaired.map(({ name, why }) => ({
      operation: model,
      trait: "conditional" as const,
      shown: `its read \`${read}\` takes "${name}"`,
      missing: `the change ${why}: the function that builds it for \`modify\` gives it`,
      lines: [],
      meant: joinedLines(model, "conditional", traits.conditionalChange, "context: false"),
      diagnostic: diagnostic("trait/context", model.origin.pointer, {
        change: operationKey(model),
        read,
        name,
        why,
      }),
    }));
  });
}

/**
 * What a member of the read is in the change: in its parameters; only where none of them has it, in its body. Beside a
 * parameter that says it, a body may have a new value: the folder that a folder is moved into, the name that something gets.
 */
function pairLeaf(
  leaf: Leaf,
  taken: readonly Leaf[],
): { readonly to: readonly Leaf[]; readonly why?: string } {
  const near = taken.filter((one) => distance(leaf, one) < Infinity);
  const isInParameters = near.some((one) => one.in !== "body" && isAboutChange(one));
  const alike = near.filter((one) => !isInParameters || one.in !== "body");
  const fitting = alike.filter(({ type }) => fitsScalar(leaf.type, type));
  const known = fitting.filter(isAboutChange);
  const [only, ...more] = nearest(leaf, known);
  const to = only === undefined || more.length > 0 ? [] : [only];
  if (to.length > 0 || !identifies(leaf) || leaf.in === "header") return { to };
  const [why, shown] =
    known.length > 0
      ? ["has several that it could be", nearest(leaf, known)]
      : fitting.length > 0
        ? ["has it in an object that may be about another", fitting]
        : ["has it as another kind of value", alike];
  if (shown.length === 0) return { to, why: "does not take it" };
  return { to, why: `${why} (${shown.map(({ path }) => codeSpan(path.join("."))).join(", ")})` };
}

/** The members with the nearest name, the most outward of them. */
function nearest(leaf: Leaf, pool: readonly Leaf[]): readonly Leaf[] {
  const least = Math.min(...pool.map((one) => distance(leaf, one)));
  return pool.filter((one) => distance(leaf, one) === least);
}

/** How far a member of a change is from one of the read: by name and depth; infinite: they are not the same. */
function distance(leaf: Leaf, one: Leaf): number {
  const depth = one.path.length - 1;
  if (depth === 0 && leaf.path.length === 1 && leaf.path[0] === one.path[0]) return 0;
  if (!leaf.isValue || !one.isValue) return Infinity;
  // A name that anything could have says enough beside the other alone.
  const isNamed = leaf.key === one.key && !(leaf.generic && depth > 0);
  const means = [leaf.generic ? [] : [leaf.key], leaf.also].flat();
  const isMeant = means.some((key) => (one.key === key && !one.generic) || one.also.includes(key));
  if (!isNamed && !isMeant) return Infinity;
  const isIdentity = identifies(leaf) || CONTEXTS.has(words(one.path.at(-2) ?? "").at(-1) ?? "");
  if (!isIdentity && !(isNamed && depth === 0)) return Infinity;
  return (isNamed ? 1 : 2) + depth * 2;
}

/** Whether a member says what a call is about, by its place or its name. */
function identifies({ in: location, key }: Leaf): boolean {
  return location === "path" || IDENTIFIES.has(key.split("_").at(-1) ?? "");
}

/** Whether the objects that hold a member are about what is changed: contexts, the whole of a body, or what the member identifies. */
function isAboutChange({ path, key }: Leaf): boolean {
  // A related resource is what its identifier identifies: `relationships.cabinet.data.id`.
  const holders = path.slice(0, path.at(-4) === RELATIONSHIPS ? -4 : -1);
  return holders.every((name, index) => {
    const last = words(name).at(-1) ?? "";
    if (CONTEXTS.has(last) || WHOLES.has(last)) return true;
    const noun = singular(words(name)).join("_");
    return index === holders.length - 1 && ["id", noun, `${noun}_id`].includes(key);
  });
}

function leavesOf({ input, model }: PlannedOperation, sources: TypeSources): readonly Leaf[] {
  const { types } = sources;
  const parameters = input.parameters.flatMap(({ key, model: parameter }) => {
    const type = types.typeOf(parameter.schema, "request");
    const own = leafOf([key], type, parameter, nounBefore(parameter, model.path), sources.reader);
    const inner =
      parameter.in === "query" ? membersOf(parameter.schema, [key], parameter.in, sources, 1) : [];
    return isPath([key]) ? [own, ...inner] : [];
  });
  const { body } = input;
  const schema = body?.media.schema;
  if (body === undefined || schema === undefined) return parameters;
  const above = body.from === "members" ? [] : ["body"];
  const members = membersOf(schema, above, "body", sources, DEEPEST + 1);
  // A PATCH or PUT says which resource it is to be related to from now on.
  const isOfNew = ({ path }: Leaf) => model.method !== "POST" && path.at(-4) === RELATIONSHIPS;
  return [...parameters, ...members.filter((leaf) => !isOfNew(leaf))];
}

/** Members of an object, and of objects in it. */
function membersOf(
  schema: SchemaNode,
  above: Path,
  location: Leaf["in"],
  sources: TypeSources,
  depth: number,
): readonly Leaf[] {
  if (depth === 0) return [];
  return (sources.types.propertiesOf(schema, "request") ?? []).flatMap((member) => {
    const property = member.kind === "property" ? sources.reader.property(schema, member.name) : undefined;
    if (member.kind !== "property" || property === undefined || !isPath([member.name])) return [];
    const path = [...above, member.name];
    const holder = above.at(-1);
    const own = leafOf(
      path,
      member.type,
      { name: member.name, in: location, schema: property.schema },
      holder === undefined || holder === "body" ? [] : singular(words(holder)),
      sources.reader,
    );
    const related = member.name === RELATIONSHIPS ? relatedOf(property.schema, path, location, sources) : [];
    return [own, ...membersOf(property.schema, path, location, sources, depth - 1), ...related];
  });
}

/** The member of a resource object that says which resources it is related to (JSON:API). */
const RELATIONSHIPS = "relationships";

/** The identifiers of related resources: `cabinet/data/id`. */
function relatedOf(
  schema: SchemaNode,
  above: Path,
  location: Leaf["in"],
  { types, reader }: TypeSources,
): readonly Leaf[] {
  return (reader.properties(schema) ?? []).flatMap(({ name, required, schema: relation }) => {
    const linkage = reader.property(relation, "data");
    const id = linkage && reader.property(linkage.schema, "id")?.schema;
    if (id === undefined || !required || !linkage?.required || !isPath([name])) return [];
    const path = [...above, name, "data", "id"];
    return leafOf(
      path,
      types.typeOf(id, "request"),
      { name: "id", in: location, schema: id },
      words(name),
      reader,
    );
  });
}

function leafOf(
  path: Path,
  type: TypePlan,
  { name, in: location, schema }: { name: string; in: Leaf["in"]; schema: SchemaNode },
  holder: readonly string[],
  reader: TypeSources["reader"],
): Leaf {
  const spelled = words(name);
  const own = location === "header" && spelled[0] === "x" ? spelled.slice(1) : spelled;
  const generic = own.length === 1 && GENERIC.has(own[0] ?? "");
  const isId = own.at(-1) === "id";
  const also = [
    // `{id}` in `/cabinets/{id}`, `cabinet.id`.
    ...(holder.length > 0 && generic ? [[...holder, ...own], ...(isId ? [holder] : [])] : []),
    // `{cabinet}` is `cabinetId`, and the other way round.
    ...(location === "path" && !generic ? [isId ? own.slice(0, -1) : [...own, "id"]] : []),
    ...(schema.type.kind === "ref" ? [identityOf(schema.type.name, own, generic)] : []),
  ].map((one) => one.join("_"));
  return {
    path,
    type,
    key: own.join("_"),
    also: also.filter((key) => key !== ""),
    generic,
    isValue: !["object", "intersection", "array", "tuple"].includes(reader.resolve(schema).type.kind),
    in: location,
  };
}

/** What the name of a value's schema says of it: `CabinetId` of `id` and `cabinet`; not of `parentId`, which is another. */
function identityOf(schema: string, name: readonly string[], generic: boolean): readonly string[] {
  const parts = words(schema);
  return parts.at(-1) === "id" && (generic || name.every((word) => parts.includes(word))) ? parts : [];
}

/** What a path says of one of its parameters: `cabinet` of `{id}` in `/cabinets/{id}/settings`. */
function nounBefore({ name, in: location }: ParameterModel, path: string): readonly string[] {
  if (location !== "path") return [];
  const segments = path.split("/");
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? "";
  return before.includes("{") ? [] : singular(words(before));
}

function singular(noun: readonly string[]): readonly string[] {
  const last = (noun.at(-1) ?? "").replace(/ies$/, "y").replace(/([^su])s$/, "$1");
  return noun.length === 0 ? [] : [...noun.slice(0, -1), last];
}

/** Whether names are parts of a path: one with a slash could not be told from two. */
function isPath(names: Path): boolean {
  return names.every((name) => !/[/~=]/.test(name));
}

/** Paths of which an object that has no other members is one: `context` for all that is in it. */
function joinWhole(
  paths: readonly string[],
  change: PlannedOperation,
  { types, reader }: TypeSources,
): readonly string[] {
  const { body } = change.input;
  const holders = new Set(
    paths.filter((path) => path.includes("/")).map((path) => path.replace(/\/[^/]*$/, "")),
  );
  const whole = [...holders].filter((holder) => {
    const names = holder.split("/").slice(body?.from === "body" ? 1 : 0);
    let schema = body?.media.schema;
    for (const name of names) schema &&= reader.property(schema, name)?.schema;
    const members =
      schema === undefined || names.length === 0 ? [] : (types.propertiesOf(schema, "request") ?? []);
    return (
      members.length > 0 &&
      members.every((member) => member.kind === "property" && paths.includes(`${holder}/${member.name}`))
    );
  });
  return [...paths.filter((path) => !whole.some((holder) => path.startsWith(`${holder}/`))), ...whole];
}

/** Whether every scalar that one type has is one of the other; types of anything else are not compared. */
function fitsScalar(type: TypePlan, taken: TypePlan): boolean {
  const [from, to] = [scalarsOf(type), scalarsOf(taken)];
  return from === undefined || to === undefined || from.every((name) => to.includes(name));
}

function scalarsOf(type: TypePlan): readonly string[] | undefined {
  if (type.kind === "keyword") return SCALARS.has(type.name) ? [type.name] : undefined;
  if (type.kind === "literal") return [typeof type.value];
  if (type.kind !== "union") return undefined;
  const members = type.members.map(scalarsOf);
  return members.every((one) => one !== undefined) ? members.flat() : undefined;
}

const SCALARS: ReadonlySet<string> = new Set(["bigint", "boolean", "number", "string"]);
