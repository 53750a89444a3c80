import { isMembers } from "../../../openapi/visit.js";
import type { Conditional, SchemaForm, Slot } from "../form/schema-form.js";
import type { SchemaReader } from "../form/schema-reader.js";
import { isSilent } from "../form/schema-references.js";

/*
 * Properties that demand others are written in three ways: `dependentRequired`, `dependentSchemas` of a schema that requires them, and `if`
 * with `then`.
 */

/** Property → the others that an object with it has. */
export function demandedNames(
  form: SchemaForm,
  reader: SchemaReader,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const add = (name: string, names: readonly string[]) => {
    found.set(name, [...(found.get(name) ?? []), ...names]);
  };
  for (const [name, { value }] of form.dependentRequired) add(name, value);
  for (const [name, slot] of form.dependentSchemas) add(name, requiredAlone(slot, reader) ?? []);
  for (const conditional of form.conditionals) {
    const { name, names } = demandOf(conditional, reader) ?? {};
    if (name !== undefined && names !== undefined) add(name, names);
  }
  return found;
}

/** What a condition says of one property: that others are there with it. Undefined: it says something else. */
export function demandOf(
  { condition, then, else: otherwise }: Conditional,
  reader: SchemaReader,
): { readonly name: string; readonly names: readonly string[] } | undefined {
  const [[name, ...more], names] = [requiredAlone(condition, reader) ?? [], requiredAlone(then, reader)];
  const isDemand = name !== undefined && more.length === 0 && otherwise.length === 0;
  return isDemand && names !== undefined ? { name, names } : undefined;
}

/** The names that a schema requires, where it says nothing else. */
export function requiredAlone([pointer, ...more]: Slot, reader: SchemaReader): readonly string[] | undefined {
  const json = pointer === undefined || more.length > 0 ? undefined : reader.raw(reader.target(pointer));
  if (!isMembers(json) || !Array.isArray(json["required"])) return undefined;
  const isAlone = Object.keys(json).every((key) => key === "required" || isSilent(json, key));
  return isAlone ? json["required"].filter((name): name is string => typeof name === "string") : undefined;
}
