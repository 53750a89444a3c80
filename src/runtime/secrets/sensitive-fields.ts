import type {
  SensitiveFields,
  SensitiveInput,
} from "../descriptors/contract-facts.js";
import { hidden } from "./shown-values.js";

/**
 * Keeps the values of fields that the contract marks as sensitive out of what is shown.
 *
 * @param names - of members and parameters; compared without regard to case
 */
export function sensitiveFields(names: readonly string[]): SensitiveFields {
  return {
    names,
    find: (input) => sensitiveIn(input, names),
    mask: (value) => maskMembers(value, names),
  };
}

/** The values of a call's input in sensitive fields. */
function sensitiveIn(
  { given, bodyValue }: SensitiveInput,
  names: readonly string[],
): readonly string[] {
  const parameters = given.map(([{ name, sensitive }, value]) =>
    sensitiveValues(
      { [name]: value },
      sensitive === true ? [...names, name] : names,
    ),
  );
  return [...parameters.flat(), ...sensitiveValues(bodyValue, names)];
}

/**
 * A copy of plain data in which members of these names are masked, at any depth.
 *
 * @param sensitive - member names as the schema marks them; compared without regard to case
 */
export function maskMembers(
  value: unknown,
  sensitive: readonly string[],
): unknown {
  const names = new Set(sensitive.map((name) => name.toLowerCase()));
  return mask(value, names, 0);
}

/**
 * The texts and numbers in plain data that are in members of these names, at any depth.
 *
 * @param sensitive - member names as the schema marks them; compared without regard to case
 */
function sensitiveValues(
  value: unknown,
  sensitive: readonly string[],
): readonly string[] {
  const names = new Set(sensitive.map((name) => name.toLowerCase()));
  const found = new Set<string>();
  if (names.size > 0) collect(value, names, false, 0, found);
  return [...found];
}

function collect(
  value: unknown,
  names: ReadonlySet<string>,
  isSensitive: boolean,
  depth: number,
  found: Set<string>,
): void {
  if (typeof value === "object" && value !== null) {
    // Deeper than any body; also the way out of a cycle.
    if (depth > 64 || value instanceof Blob) return;
    for (const [name, member] of Object.entries(value)) {
      const isNamed = !Array.isArray(value) && names.has(name.toLowerCase());
      collect(member, names, isSensitive || isNamed, depth + 1, found);
    }
  } else if (isSensitive && /^(?:string|number|bigint)$/.test(typeof value)) {
    found.add(String(value));
  }
}

function mask(
  value: unknown,
  names: ReadonlySet<string>,
  depth: number,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  // Deeper than anything that is worth showing; also the way out of a cycle.
  if (depth > 16) return hidden;
  if (Array.isArray(value))
    return value.map((element: unknown) => mask(element, names, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      names.has(name.toLowerCase()) ? hidden : mask(member, names, depth + 1),
    ]),
  );
}
