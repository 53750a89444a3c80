import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { isObject, listMember, member, textMember } from "../document/json-members.js";
import { recursiveResults } from "../../openapi/recursive-results.js";
import { isWritten, literalsOf } from "./note-mappings.js";
import type { SchemaReading } from "./possible-values.js";
import type { LeadingValue } from "./read-discriminator.js";

/** What a discriminator tells apart: the values that lead to each component, implied ones too. */
interface ToldApart {
  readonly property: string;
  readonly heirs: readonly LeadingValue[];
  /** Whoever lacks the property is this one (`defaultMapping`, OpenAPI 3.2). */
  readonly fallback?: string;
}

/**
 * Says that what the discriminator of alternatives tells apart may lack its property, which the types demand: none of them
 * is what all share.
 *
 * @param components - component key → schema.
 * @returns sentences, one or none.
 */
export function absentDiscriminator(
  told: ToldApart,
  components: JsonObject,
  reading: SchemaReading,
): readonly string[] {
  return mayLack(told, components, reading)
    ? [
        `The discriminator's ${JSON.stringify(told.property)} is not required, and OpenAPI leaves open what a value without it is; the types have it always.`,
      ]
    : [];
}

/** Says what becomes of a value that lacks the property by which a base tells its heirs apart. */
export function absentOfHeirs(property: string): string {
  return `The discriminator's ${JSON.stringify(property)} is not required, and OpenAPI leaves open what a value without it is; it is taken for the schema itself, for none of those that extend it.`;
}

/**
 * Whether what a discriminator tells apart may lack its property. OpenAPI leaves open what that means ("SHOULD be
 * required … the behavior when the property is absent is undefined", Discriminator Object). What has literals of its own
 * stays as it is.
 *
 * @param components - component key → schema.
 */
export function mayLack(
  { property, heirs, fallback }: ToldApart,
  components: JsonObject,
  reading: SchemaReading,
): boolean {
  if (fallback !== undefined) return false;
  return [...new Set(heirs.map(({ key }) => key))].some((key) => {
    const json = member(components, key) ?? true;
    if (requiresMember(json, property, reading)) return false;
    const texts = heirs.flatMap((one) => (one.key === key ? [one.value] : []));
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
