import type { Json } from "../../../load/loaded-contract.js";

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
