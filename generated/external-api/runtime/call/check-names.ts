import { ArgumentError } from "../errors/argument-error.js";

/**
 * Refuses options that nobody reads: types do so already, plain JavaScript and a misspelt name do not, and what an option
 * was to make safe would be unsafe without a word. A member that is undefined counts as absent.
 *
 * @param options - as the caller gave them
 * @param known - the names that are read
 * @param taker - what they were given to, as the error says it: "The client"
 * @throws ArgumentError for others
 */
export function checkNames(
  options: object,
  known: Iterable<string>,
  taker: string,
): void {
  const names = new Set(known);
  const unknown = Object.entries(options)
    .filter(([name, value]) => value !== undefined && !names.has(name))
    .map(([name]) => `"${name}"`);
  if (unknown.length === 0) return;
  throw new ArgumentError({
    happened: `${taker} has no option ${unknown.join(", ")}.`,
    remedy: `Check the spelling; leave out what ${taker.toLowerCase()} does not take.`,
  });
}
