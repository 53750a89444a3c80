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

/**
 * The option `scopes` of a client whose contract lists its scopes. Types refuse most others already; plain JavaScript
 * does not, and a misspelt scope would surface only when a call or the token exchange fails.
 *
 * @param known - the scopes of the contract
 * @returns undefined when the option was not given
 * @throws ArgumentError for anything but a list of these
 */
export function knownScopes(
  given: unknown,
  known: readonly string[],
): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const scopes = [...readScopes(given)];
  for (const scope of scopes) {
    if (known.includes(scope)) continue;
    throw new ArgumentError({
      happened: `\`scopes\` has ${describe(scope)}, which is not a scope of the contract.`,
      remedy: `The nearest that it has is "${nearest(scope, known)}"; check the spelling.`,
    });
  }
  return scopes;
}

/** What stands in place of a scope may be anything, a secret too: it is shown only when it looks like a scope. */
function describe(scope: unknown): string {
  return typeof scope === "string" && /^[a-z:._-]{1,40}$/i.test(scope)
    ? `"${scope}"`
    : "an entry";
}

/** The scope that shares the most pairs of letters with what was given (the coefficient of Dice). */
function nearest(given: unknown, known: readonly string[]): string {
  const pairs = pairsOf(typeof given === "string" ? given : "");
  const likeness = (scope: string): number => {
    const others = pairsOf(scope);
    const shared = pairs.filter((pair) => others.includes(pair));
    return (2 * shared.length) / (pairs.length + others.length);
  };
  return known.reduce((best, scope) =>
    likeness(scope) > likeness(best) ? scope : best,
  );
}

function pairsOf(text: string): readonly string[] {
  const lower = ` ${text.toLowerCase()} `;
  return Array.from({ length: lower.length - 1 }, (_, at) =>
    lower.slice(at, at + 2),
  );
}
