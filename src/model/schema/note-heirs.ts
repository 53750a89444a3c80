import { isObject, member, objectMember } from "../document/json-members.js";
import type { NodeSurroundings } from "./build-node.js";
import { mappingContradictions } from "./note-mappings.js";
import { isPlain, ownDiscriminator, readMapping, statedValue, strayValues } from "./read-discriminator.js";
import type { SchemaIndex } from "./schema-index.js";
import type { SchemaPlace } from "./schema-place.js";

/**
 * Says where the discriminator of a component without alternatives leads to what does not extend it, and where
 * it contradicts what its heirs say of themselves.
 *
 * @param key - of the component.
 */
export function noteHeirs(
  key: string,
  place: SchemaPlace,
  index: SchemaIndex,
  around: Pick<NodeSurroundings, "note" | "readingAt">,
): void {
  const json = member(index.components, key);
  const discriminator = ownDiscriminator(json);
  if (discriminator === undefined || !isObject(json) || !isPlain(json)) return;
  const base = index.bases.get(place.pointer);
  const mapping = readMapping(objectMember(discriminator, "mapping"), index.references);
  for (const value of strayValues(discriminator, mapping, new Set([key, ...(base?.family ?? [])])))
    around.note(
      `The discriminator leads ${value}, which does not extend the schema by \`allOf\`; it is left out.`,
      place,
    );
  if (base === undefined) return;
  const stated = (heir: string) => statedValue(member(index.components, heir));
  const explicit = base.heirs.filter(
    (heir) => mapping.some(({ value }) => value === heir.value) || stated(heir.key) === heir.value,
  );
  const reading = around.readingAt(place);
  for (const text of mappingContradictions(base.property, explicit, index.components, reading))
    around.note(text, place);
}
