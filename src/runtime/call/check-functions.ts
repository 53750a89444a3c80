import { ArgumentError } from "../errors/argument-error.js";

/**
 * Refuses an option that lacks a function of its interface: types do so already, plain JavaScript does not, and what is
 * missing would be found out in the middle of a call.
 *
 * @param given - as the caller gave it
 * @param names - of the functions that are called
 * @param option - what the caller knows it by
 * @throws ArgumentError that names what is missing
 */
export function checkFunctions(
  given: unknown,
  names: readonly string[],
  option: string,
): void {
  const members =
    (typeof given === "object" && given !== null) || typeof given === "function"
      ? given
      : {};
  const missing = names
    .filter((name) => typeof Reflect.get(members, name) !== "function")
    .map((name) => `"${name}"`);
  if (missing.length === 0) return;
  throw new ArgumentError({
    happened: `\`${option}\` lacks what is called of it: ${missing.join(", ")}.`,
    remedy: "Give what the type of the option describes.",
  });
}
