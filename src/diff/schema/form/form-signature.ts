import { canonicalJson } from "../../../text/canonical-json.js";
import type { SchemaForm } from "./schema-form.js";

const known = new WeakMap<SchemaForm, string>();

/** What two forms of the same values mostly share, whatever their names are: types, listed values, and names of properties. */
export function formSignature(form: SchemaForm): string {
  const found = known.get(form) ?? makeSignature(form);
  known.set(form, found);
  return found;
}

function makeSignature({ types, isInteger, values, required, properties, unions }: SchemaForm): string {
  return canonicalJson([
    [...types].sort(),
    isInteger,
    values?.value.map((value) => canonicalJson(value)).sort() ?? null,
    [...required.keys()].sort(),
    [...properties.keys()].sort(),
    unions.length,
  ]);
}
