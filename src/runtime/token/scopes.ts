import { ArgumentError } from "../errors/argument-error.js";

/**
 * The scopes that a caller says the client needs, once each.
 *
 * @throws ArgumentError for anything but a list: a text would pass for a list of its letters
 */
export function readScopes(given: unknown): ReadonlySet<string> {
  if (Array.isArray(given)) return new Set<string>(given);
  throw new ArgumentError({
    happened: "`scopes` must be a list.",
    remedy: 'Give a list, of one scope too: `scopes: ["…"]`.',
  });
}

/**
 * The option `scopes` of a client whose contract lists its scopes. Types refuse most others already; plain JavaScript
 * does not, and a misspelt scope would surface only when a call or the token exchange fails.
 *
 * @param known - those that may be given
 * @param of - whose they are
 * @returns undefined when the option was not given
 * @throws ArgumentError for anything but a list of these
 */
export function knownScopes(
  given: unknown,
  known: readonly string[],
  of = "contract",
): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const scopes = [...readScopes(given)];
  for (const scope of scopes) {
    if (known.includes(scope)) continue;
    throw new ArgumentError({
      happened: `\`scopes\` has ${describe(scope)}, which is not a scope of the ${of}.`,
      remedy: `Use the scopes of the ${of}: ${known.map((scope) => `"${scope}"`).join(", ")}.`,
    });
  }
  return scopes;
}

/** The text of an invalid scope may be a secret: it is shown only when it looks like a scope. */
function describe(scope: unknown): string {
  return typeof scope === "string" && /^[a-z:._-]{1,40}$/i.test(scope)
    ? `"${scope}"`
    : "an entry";
}
