import { ArgumentError } from "../errors/argument-error.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import type { SplitInput } from "./split-input.js";

/**
 * Refuses identifiers that are not strings (GEN-1): a number may have been rounded before it came here, and nobody
 * could tell.
 *
 * @throws ArgumentError that names the member, never its value
 */
export function checkIds(
  descriptor: OperationDescriptor,
  input: SplitInput,
): void {
  for (const [parameter, value] of input.given) {
    const name = parameter.key ?? parameter.name;
    // Null is another alternative, where a parameter may be null; elsewhere it cannot be written.
    if (parameter.id === true && value !== null) checkId(value, name);
    for (const place of parameter.ids ?? [])
      checkPlace(value, stepsOf(place), `${name}/${place}`);
  }
  for (const place of descriptor.body?.ids ?? [])
    checkPlace(input.body?.value, stepsOf(place), place);
}

function stepsOf(place: string): readonly string[] {
  return place.split("/").filter((step) => step !== "");
}

function checkPlace(
  value: unknown,
  steps: readonly string[],
  place: string,
): void {
  if (value === undefined || value === null) return;
  const [step, ...rest] = steps;
  if (step === undefined) {
    checkId(value, place);
    return;
  }
  if (typeof value !== "object") return;
  const members: readonly unknown[] =
    step === "*" ? Object.values(value) : [Reflect.get(value, step)];
  for (const member of members) checkPlace(member, rest, place);
}

function checkId(value: unknown, name: string): void {
  if (Array.isArray(value)) {
    for (const id of value) checkId(id, name);
    return;
  }
  // An object is another alternative of a union; what is in it has places of its own.
  if (typeof value === "object" && value !== null) return;
  const wrong: unknown = value;
  if (typeof wrong === "string" && wrong !== "") return;
  throw new ArgumentError({
    happened: `"${name}" is an identifier and has to be a string that is not empty; it is ${describe(wrong)}.`,
    remedy:
      "Pass identifiers as the strings that the server gave: a number cannot hold 64 bits.",
  });
}

function describe(value: unknown): string {
  return value === "" ? "empty" : value === null ? "null" : `a ${typeof value}`;
}
