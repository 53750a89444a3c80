import { ArgumentError } from "../errors/argument-error.js";

/**
 * The scopes that a caller says the client needs, once each.
 *
 * @throws ArgumentError for anything but a list: a text would pass for a list of its letters
 */
export function readScopes(given: unknown): ReadonlySet<string> {
  if (Array.isArray(given)) return new Set<string>(given);
  throw new ArgumentError({
    happened: "`scopes` is no list.",
    remedy: 'Give a list, of one scope too: `scopes: ["…"]`.',
  });
}
