import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import { byText } from "../../text/by-text.js";
import { isObject, listMember, member, objectMember, textMember } from "../json-members.js";
import type { DiscriminatorModel } from "../schema-model.js";
import { componentKey, type SchemaPosition } from "../schema-position.js";
import type { NodeContext } from "./build-node.js";
import { describedMembers } from "./contradictions.js";
import {
  isPlain,
  type LeadingValue,
  ownDiscriminator,
  readFallback,
  readMapping,
  statedValue,
  strayValues,
} from "./inheritance.js";
import { inAll, possibleValues, type SchemaReading } from "./possible-values.js";
import type { SchemaIndex } from "./schema-index.js";

/** What reading the discriminator of alternatives asks of the document. */
type Known = Pick<SchemaIndex, "byKey" | "components" | "inheritance" | "references">;

/** Collects what a person should know of a discriminator. */
type Report = (found: Diagnostic) => void;

/** The discriminator of alternatives: their own, or that of the base that all of them, component references, extend. */
export function readDiscriminator(
  index: Known,
  json: JsonObject,
  position: SchemaPosition,
  report: Report,
  reading: SchemaReading,
): DiscriminatorModel | undefined {
  const parts = [...listMember(json, "oneOf"), ...listMember(json, "anyOf")];
  const members = referredComponents(index, parts, position);
  const discriminator = ownDiscriminator(json);
  const property = textMember(discriminator, "propertyName");
  if (discriminator !== undefined && property !== undefined)
    return readOwn(
      index,
      { discriminator, property, members, count: parts.length },
      position,
      report,
      reading,
    );
  const inherited = index.inheritance.amongSubtypes(members);
  if (inherited === undefined) return undefined;
  absentDiscriminator(inherited, position.pointer, index.components, reading).forEach(report);
  const { property: shared, subtypes, fallback } = inherited;
  return modelOf({ property: shared, members, inPlace: false }, subtypes, index.byKey, fallback);
}

/** Keys of the components that are among alternatives. */
function referredComponents(
  { references }: Known,
  parts: readonly Json[],
  { pointer }: SchemaPosition,
): readonly string[] {
  return parts.flatMap((part) => {
    const reference = isObject(part) ? textMember(part, "$ref") : undefined;
    if (reference === undefined) return [];
    return componentKey(references.resolve(reference, pointer).pointer) ?? [];
  });
}

/** A discriminator, its implicit values made explicit: an alternative that no mapping names has its key as value. */
function readOwn(
  index: Known,
  union: {
    readonly discriminator: JsonObject;
    readonly property: string;
    readonly members: readonly string[];
    /** Of all alternatives. */
    readonly count: number;
  },
  position: SchemaPosition,
  report: Report,
  reading: SchemaReading,
): DiscriminatorModel | undefined {
  const { references, components, inheritance, byKey } = index;
  const { pointer } = position;
  const { discriminator, property, members } = union;
  const mapping = readMapping(objectMember(discriminator, "mapping"), references);
  for (const stray of strayValues(discriminator, mapping, new Set(members)))
    report(diagnostic("discriminator/unknown-target", pointer, stray));
  const explicit = mapping.filter(({ key }) => members.includes(key));
  const named = new Set(explicit.map(({ key }) => key));
  const implicit = [...new Set(members)]
    .filter((key) => !named.has(key))
    .flatMap((key): readonly LeadingValue[] => {
      const values = inheritance.valuesOf(key, property);
      return (values.length === 0 ? [key] : values).map((value) => ({ value, key }));
    });
  const stated = implicit.filter(({ value, key }) => statedValue(member(components, key)) === value);
  const judged = { property, pointer, components, reading };
  mappingContradictions([...explicit, ...stated], judged).forEach(report);
  const unnamed = implicit.flatMap(({ value, key }) => (value === key ? [key] : []));
  unlikelyNames(unnamed, judged).forEach(report);
  const fallback = readFallback(discriminator, references);
  const other = textMember(discriminator, "defaultMapping");
  if (other !== undefined && (fallback === undefined || !members.includes(fallback)))
    report(diagnostic("discriminator/unknown-default", pointer, { target: other }));
  const subtypes = [...explicit, ...implicit];
  const apart = { property, subtypes, ...(fallback === undefined ? {} : { fallback }) };
  absentDiscriminator(apart, pointer, components, reading).forEach(report);
  const inPlace = members.length < union.count;
  return modelOf({ property, members, inPlace }, subtypes, byKey, fallback);
}

/** What a discriminator tells apart. */
interface Alternatives {
  readonly property: string;
  /** Component keys of those that are references. */
  readonly members: readonly string[];
  /** Whether others are written in place: what leads to them are their own literals, and no mapping. */
  readonly inPlace: boolean;
}

/**
 * Component keys made names.
 *
 * @param fallback - component key of the member for every other value, which no list of them tells apart.
 */
function modelOf(
  { property, members, inPlace }: Alternatives,
  leading: readonly LeadingValue[],
  nameOf: ReadonlyMap<string, string>,
  fallback: string | undefined,
): DiscriminatorModel | undefined {
  const mapping = leading.flatMap(({ value, key }) => {
    const schema = nameOf.get(key);
    return schema === undefined || key === fallback ? [] : [{ value, schema }];
  });
  if (mapping.length === 0 && !inPlace) return undefined;
  const rest = fallback === undefined || !members.includes(fallback) ? undefined : nameOf.get(fallback);
  return {
    property,
    mapping: mapping.sort((left, right) => byText(left.value, right.value)),
    ...(rest === undefined ? {} : { fallback: rest }),
  };
}

/** A value of a discriminator's mapping, and the component schema that it leads to. */
interface Mapped {
  readonly value: string;
  readonly key: string;
}

/** A discriminator, and what is read to judge it. */
interface Judged {
  /** Name of the discriminator. */
  readonly property: string;
  /** Of the schema that has it. */
  readonly pointer: string;
  /** Component key → schema. */
  readonly components: JsonObject;
  readonly reading: SchemaReading;
}

/**
 * Says which values of a mapping contradict the literals that the member declares itself: the member never has the value,
 * and the literals identify the member (OpenAPI, Discriminator Object: every schema still has to match).
 *
 * @returns one for each value, in the order of the mapping.
 */
function mappingContradictions(
  mapping: readonly Mapped[],
  { property, pointer, components, reading }: Judged,
): readonly Diagnostic[] {
  return mapping.flatMap(({ value, key }) => {
    const values = literalsOf(property, components[key] ?? true, reading);
    if (values === undefined || values.some((each) => isWritten(each, value))) return [];
    const literals = values.map((each) => JSON.stringify(each));
    return [
      diagnostic("discriminator/contradicted-mapping", pointer, { value, schema: key, property, literals }),
    ];
  });
}

/**
 * Reports members that are found by the names of their schemas (OpenAPI, Discriminator Object, implicit mapping), although
 * a `default` or an example of the property makes another value likely. Those are not used as values: a default holds
 * where the property is absent, and an example is one of many.
 *
 * @param keys - component keys of the members that no mapping names.
 */
function unlikelyNames(
  keys: readonly string[],
  { property, pointer, components, reading }: Judged,
): readonly Diagnostic[] {
  return keys.flatMap((key) => {
    const json = components[key] ?? true;
    if (literalsOf(property, json, reading) !== undefined) return [];
    const schemas = describedMembers(json, reading).get(property) ?? [];
    const examples = schemas.flatMap((schema) =>
      isObject(schema) ? (textMember(schema, "default") ?? textMember(schema, "example") ?? []) : [],
    );
    const other = examples.find((value) => value !== key);
    return other === undefined || examples.includes(key)
      ? []
      : [diagnostic("discriminator/implied-value", pointer, { schema: key, property, other })];
  });
}

/** Keys of a mapping are text whatever the property is: `"1.0"` is 1, and some write `True` for true. */
function isWritten(value: Json, text: string): boolean {
  if (typeof value === "number") return text.trim() !== "" && Number(text) === value;
  return typeof value === "boolean" ? text.toLowerCase() === String(value) : value === text;
}

/** The only values of a member of a schema; undefined where it may have others, or contradicts itself. */
function literalsOf(property: string, json: Json, reading: SchemaReading): readonly Json[] | undefined {
  const schemas = describedMembers(json, reading).get(property) ?? [];
  const { values } = inAll(schemas.map((schema) => possibleValues(schema, reading)));
  return values === undefined || values.length === 0 ? undefined : values;
}

/** What a discriminator tells apart: the values that lead to each component, implied ones too. */
interface DiscriminatedValues {
  readonly property: string;
  readonly subtypes: readonly LeadingValue[];
  /** The schema of a value without the property (`defaultMapping`, OpenAPI 3.2). */
  readonly fallback?: string;
}

/**
 * Says that what the discriminator of alternatives tells apart may lack its property, which the types demand: none of them
 * is what all share.
 *
 * @param components - component key → schema.
 * @returns one or none.
 */
function absentDiscriminator(
  discriminated: DiscriminatedValues,
  pointer: string,
  components: JsonObject,
  reading: SchemaReading,
): readonly Diagnostic[] {
  const { property } = discriminated;
  return mayLack(discriminated, components, reading)
    ? [diagnostic("discriminator/optional", pointer, { property })]
    : [];
}

/**
 * Whether what a discriminator tells apart may lack its property. OpenAPI leaves open what that means ("SHOULD be
 * required … the behavior when the property is absent is undefined", Discriminator Object). What has literals of its own
 * stays as it is.
 *
 * @param components - component key → schema.
 */
export function mayLack(
  { property, subtypes, fallback }: DiscriminatedValues,
  components: JsonObject,
  reading: SchemaReading,
): boolean {
  if (fallback !== undefined) return false;
  return [...new Set(subtypes.map(({ key }) => key))].some((key) => {
    const json = member(components, key) ?? true;
    if (requiresMember(json, property, reading)) return false;
    const texts = subtypes.flatMap((one) => (one.key === key ? [one.value] : []));
    const literals = literalsOf(property, json, reading);
    const led = literals?.filter((literal) => texts.some((text) => isWritten(literal, text)));
    return literals === undefined || (led?.length !== 0 && led?.length !== literals.length);
  });
}

/** Whether every value of a schema that is an object has a member, through references and what it is made of. */
function requiresMember(json: Json, name: string, reading: SchemaReading): boolean {
  const known = reading.required.get(name);
  const requires = known ?? readRequired(name, reading);
  if (known === undefined) reading.required.set(name, requires);
  return requires(json);
}

/** Asks whether schemas require a member; what is made of itself requires what it requires beside that. */
function readRequired(name: string, { follow, siblings, budget }: SchemaReading): (json: Json) => boolean {
  return recursiveResults<Json, boolean>({
    onCycle: false,
    budget,
    compute: (json, requires) => {
      if (!isObject(json)) return false;
      const reference = textMember(json, "$ref");
      if (reference !== undefined) {
        if (requires(follow({ $ref: reference }))) return true;
        if (siblings === "ignored") return false;
      }
      const alternatives = ["oneOf", "anyOf"].map((form) => listMember(json, form));
      return (
        listMember(json, "required").includes(name) ||
        listMember(json, "allOf").some(requires) ||
        alternatives.some((list) => list.length > 0 && list.every(requires))
      );
    },
  });
}

/**
 * Reports a discriminator of a component without alternatives that leads to a schema that does not extend it, or that
 * contradicts the literals of its subtypes.
 *
 * @param key - of the component.
 */
export function diagnoseSubtypes(
  key: string,
  position: SchemaPosition,
  index: SchemaIndex,
  context: Pick<NodeContext, "report" | "readingAt">,
): void {
  const json = member(index.components, key);
  const discriminator = ownDiscriminator(json);
  if (discriminator === undefined || !isObject(json) || !isPlain(json)) return;
  const base = index.bases.get(position.pointer);
  const mapping = readMapping(objectMember(discriminator, "mapping"), index.references);
  for (const stray of strayValues(discriminator, mapping, new Set([key, ...(base?.descendants ?? [])])))
    context.report(diagnostic("discriminator/unrelated-target", position.pointer, stray));
  if (base === undefined) return;
  const stated = (subtype: string) => statedValue(member(index.components, subtype));
  const explicit = base.subtypes.filter(
    (subtype) =>
      mapping.some(({ value }) => value === subtype.value) || stated(subtype.key) === subtype.value,
  );
  const judged = {
    property: base.property,
    pointer: position.pointer,
    components: index.components,
    reading: context.readingAt(position),
  };
  mappingContradictions(explicit, judged).forEach(context.report);
}
