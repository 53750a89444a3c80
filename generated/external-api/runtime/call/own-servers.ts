import { ArgumentError } from "../errors/argument-error.js";
import type { ServerTemplate } from "./fill-variables.js";

/** A server that an operation has of its own, and those that may be called in its place (OpenAPI, Operation Object, `servers`). */
export interface OwnServer extends ServerTemplate {
  /** The operation's other servers, in the contract's order. */
  readonly others?: readonly (string | ServerTemplate)[];
}

/** The servers that operations may be called at which have `url` as the first of their own. */
export interface ServerChoice {
  readonly url: string;
  /** Of all those operations. */
  readonly others: readonly string[];
}

/**
 * Refuses a choice of servers that no operation has: credentials go where the contract says.
 *
 * @param given - first server of an operation → the one to call, as the client lists them; `https:` may be left out
 * @throws ArgumentError for a server that is the first of no operation or is given twice, and for another than those listed
 * with it
 */
export function checkServerChoices(
  choices: readonly ServerChoice[],
  given: Readonly<Record<string, string | undefined>>,
): void {
  const known = new Set<string>();
  for (const [name, text] of Object.entries(given)) {
    // A value that is undefined was not given: the first stays.
    if (text === undefined) continue;
    if (typeof text !== "string")
      throw new ArgumentError({
        happened: `The server that \`operationServers\` has in place of ${name} is no text.`,
        remedy: "Give a server of the operation.",
      });
    const url = withScheme(name);
    const chosen = withScheme(text);
    const choice = choices.find((one) => one.url === url);
    if (choice === undefined)
      throw new ArgumentError({
        happened:
          "`operationServers` names a server that is the first of no operation with several.",
        remedy: `Give servers as the client lists them: ${choices.map((one) => one.url).join(", ") || "it has none to choose from"}.`,
      });
    if (chosen !== url && !choice.others.includes(chosen))
      throw new ArgumentError({
        happened: `The contract does not list the server that \`operationServers\` has in place of ${url}.`,
        remedy: `Give one of: ${[url, ...choice.others].join(", ")}.`,
      });
    if (known.has(url))
      throw new ArgumentError({
        happened: `\`operationServers\` has ${url} twice, with \`https:\` and without.`,
        remedy: "Give it once.",
      });
    known.add(url);
  }
}

/**
 * The server that an operation is called at in place of its first. Operations with one first server need not have the same
 * others: one that does not have what was chosen stays at its first.
 *
 * @returns undefined where nothing was chosen, or the operation does not have it
 */
export function chosenServer(
  server: OwnServer,
  given: Readonly<Record<string, string | undefined>>,
): ServerTemplate | undefined {
  if (server.others === undefined) return undefined;
  const [, text] =
    Object.entries(given).find(
      ([name, value]) => value !== undefined && withScheme(name) === server.url,
    ) ?? [];
  if (text === undefined) return undefined;
  const chosen = withScheme(text);
  const others = server.others.map((one) =>
    typeof one === "string" ? { url: one } : one,
  );
  return [server, ...others].find(({ url }) => url === chosen);
}

/** Contracts write hosts without a scheme as well (RFC 3986 section 4.2), which clients call over https. */
function withScheme(url: string): string {
  return url.startsWith("//") ? `https:${url}` : url;
}
