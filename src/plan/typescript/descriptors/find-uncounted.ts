import type { OperationTraits } from "../../service/traits/trait.js";
import type { SchemaReader } from "../../service/schema-reader.js";
import type { IdentifierNames } from "../../service/identifiers/identifier-names.js";
import type { InputParameter } from "../inputs/input-plan.js";
import { findParameterIdentifiers } from "./find-identifiers.js";

/** The identifiers of a parameter. What counts pages or items does not count as one, also as a text of 64 bits (the JSON of protobuf). */
export function findUncounted(
  model: InputParameter["model"],
  { pagination }: OperationTraits,
  { identifiers, reader }: { readonly identifiers: IdentifierNames; readonly reader: SchemaReader },
): ReturnType<typeof findParameterIdentifiers> {
  const facts = pagination?.facts;
  const counting = [
    facts?.size,
    facts?.style === "number" ? facts.number : undefined,
    facts?.style === "offset" ? facts.offset : undefined,
  ];
  return counting.some((field) => field?.in === model.in && field.name === model.name)
    ? { id: false, ids: [], idGroups: [] }
    : findParameterIdentifiers(model, identifiers, reader);
}
