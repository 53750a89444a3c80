import type { GivenParameter } from "../http/write-url.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import type { SplitInput } from "./split-input.js";

/**
 * Names of the members that say which resource is meant, and in which context (ERR-5): path parameters and identifiers,
 * as far as they were given. Names alone, so that an error may show them.
 */
export function identifiersOf(
  descriptor: OperationDescriptor,
  input: SplitInput,
): readonly string[] {
  const inParameters = input.given
    .filter(isIdentifier)
    .map(([{ key, name }]) => key ?? name);
  const places = descriptor.body?.ids ?? [];
  const inBody = places
    .filter((place) => isGiven(input.body?.value, place.split("/")))
    .map(lastName);
  return [...new Set([...inParameters, ...inBody])];
}

function isIdentifier([parameter]: GivenParameter): boolean {
  return parameter.in === "path" || parameter.id === true;
}

function isGiven(value: unknown, steps: readonly string[]): boolean {
  if (value === undefined || value === null) return false;
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  if (typeof value !== "object") return false;
  if (step === "*")
    return Object.values(value).some((member: unknown) =>
      isGiven(member, rest),
    );
  return isGiven(Reflect.get(value, step), rest);
}

/** `filter/dealIds/*` is known as `dealIds`. */
function lastName(place: string): string {
  return (
    place
      .split("/")
      .filter((step) => step !== "*")
      .pop() ?? place
  );
}
