import type { SchemaNode } from "../schema-model.js";
import type { NamedBase } from "./schema-index.js";
import { bareNode } from "./schema-nodes.js";

/**
 * A base as what it stands for elsewhere: any one of its heirs, told apart by its discriminator.
 *
 * @param base - `absent`: whether a value may lack the discriminator's property.
 * @param shared - the base's own schema; its words are kept.
 * @param nameOf - component key → name.
 */
export function heirsNode(
  base: NamedBase & { readonly absent: boolean },
  shared: SchemaNode,
  nameOf: ReadonlyMap<string, string>,
): SchemaNode {
  const place = { pointer: shared.origin.pointer, name: base.baseName, named: true, owner: base.baseName };
  const name = (key: string) => (key === base.key ? base.baseName : (nameOf.get(key) ?? key));
  const mapping = base.heirs
    .filter(({ key }) => key !== base.fallback)
    .map(({ value, key }) => ({ value, schema: name(key) }));
  const members = [...new Set(base.heirs.map(({ key }) => name(key)))]
    .sort()
    .map((name) => bareNode({ kind: "ref", name }, place));
  const fallback = base.fallback === undefined ? {} : { fallback: name(base.fallback) };
  const absent = base.absent ? { absent: true as const } : {};
  const discriminator = { property: base.property, base: base.baseName, mapping, ...fallback, ...absent };
  return { ...shared, constraints: {}, type: { kind: "union", form: "oneOf", members, discriminator } };
}
