import { ArgumentError } from "../errors/argument-error.js";

/** A server's address before its variables have values (OpenAPI, Server Object). */
export interface ServerTemplate {
  /** Absolute, or relative to the base URL; variables in braces. */
  readonly url: string;
  /** Defaults of the variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The values that a variable may have, where the contract lists them (Server Variable Object, `enum`). */
  readonly choices?: readonly {
    readonly name: string;
    readonly values: readonly string[];
  }[];
  /** Variables that other servers of the contract have and this one has not: a value for one is allowed. */
  readonly elsewhere?: readonly string[];
}

/**
 * The server's address with values in the place of its variables.
 *
 * A value decides where credentials go, so it may fill its place and nothing beyond: what a caller takes from
 * elsewhere (`evil.example/` for a region) must not name another host.
 *
 * @throws ArgumentError when a variable is unknown, or a value is not listed or would reach beyond its place
 */
export function fillVariables(
  server: ServerTemplate,
  given: Readonly<Record<string, string | undefined>>,
): string {
  const { url } = server;
  const known = server.variables ?? {};
  // A value that is undefined was not given: the contract's own stays.
  const chosen = Object.entries(given).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && server.elsewhere?.includes(entry[0]) !== true,
  );
  for (const [name, value] of chosen) checkVariable(server, name, value);
  // A variable may have a name that every object has a member of: `{constructor}`.
  const values = new Map([...Object.entries(known), ...chosen]);
  const filled = url.replace(
    variable,
    (whole, name: string) => values.get(name) ?? whole,
  );
  if (chosen.length > 0 && !keepsShape(url, filled))
    throw new ArgumentError({
      happened:
        "With these `serverVariables` the server's address has no host, or steps out of its path.",
      remedy: `Give values that fill their place in ${url}.`,
    });
  return filled;
}

const variable = /\{([^{}]+)\}/g;

function checkVariable(server: ServerTemplate, name: string, value: string) {
  const { variables: known = {}, elsewhere = [] } = server;
  if (!Object.hasOwn(known, name)) {
    throw new ArgumentError({
      happened: `The contract's server has no variable "${name}".`,
      remedy: `Its variables: ${[...Object.keys(known), ...elsewhere].join(", ") || "none"}.`,
    });
  }
  const listed = server.choices?.find((one) => one.name === name)?.values;
  if (listed !== undefined) {
    if (listed.includes(value)) return;
    throw new ArgumentError({
      happened: `The contract does not list this value of the server variable "${name}".`,
      remedy: `Give one of: ${listed.join(", ")}.`,
    });
  }
  const wrong = [...server.url.matchAll(variable)]
    .filter((match) => match[1] === name)
    .map((match) => {
      const after = match.index + match[0].length;
      return contextOf(
        withSlashes(server.url.slice(0, match.index), server),
        withSlashes(server.url.slice(after), server),
        bringsSlash(server, name),
      );
    })
    .find(({ form }) => typeof value !== "string" || !form.test(value));
  if (wrong === undefined) return;
  throw new ArgumentError({
    happened: `The value of the server variable "${name}" does not fit its place in ${server.url}.`,
    remedy: `Give ${wrong.want}.`,
  });
}

/** What may be at a position of an address. */
interface VariableContext {
  readonly form: RegExp;
  /** The form in words. */
  readonly want: string;
}

const label: VariableContext = {
  form: /^[\p{L}\p{N}\p{M}._-]*$/u,
  want: "a part of a host's name: letters, digits, dots and hyphens",
};
const authority: VariableContext = {
  form: /^(?:[\p{L}\p{N}\p{M}._-]+|\[[\da-f:.]+\])(?::\d+)?$/iu,
  want: "a host, with a port or without: api.example.com:8443",
};
const port: VariableContext = { form: /^\d*$/, want: "a port: digits" };
const scheme: VariableContext = {
  form: /^https?$/i,
  want: "`https` or `http`",
};
const path: VariableContext = {
  form: /^[^?#\\\s\p{Cc}]*$/u,
  want: "a part of a path: without `?`, `#`, `\\` and blanks",
};
const pathFromSlash: VariableContext = {
  form: /^\/[^?#\\\s\p{Cc}]*$/u,
  want: "a path that begins with a slash",
};
const pathOrNothing: VariableContext = {
  form: /^(?:\/[^?#\\\s\p{Cc}]*)?$/u,
  want: "a path that begins with a slash, or nothing",
};
const origin: VariableContext = {
  form: /^(?:https?:\/\/[^/?#@\\\s\p{Cc}]+)?(?:\/(?!\/)[^?#\\\s\p{Cc}]*)?$/iu,
  want: "an address like https://api.example.com, or a path",
};
const originStart: VariableContext = {
  form: /^(?:https?:\/\/)?[\p{L}\p{N}\p{M}._-]*$/iu,
  want: "the beginning of an address: https://api",
};

/** A part of a template with a slash before each variable that brings one: it ends what is before it. */
function withSlashes(template: string, server: ServerTemplate): string {
  return template.replace(variable, (whole, name: string) =>
    bringsSlash(server, name) ? `/${whole}` : whole,
  );
}

/** Whether a variable begins with a slash by default, and by every value that the contract lists. */
function bringsSlash(server: ServerTemplate, name: string): boolean {
  const { variables: known = {}, choices = [] } = server;
  const listed = choices.find((one) => one.name === name)?.values ?? [];
  const initial = Object.hasOwn(known, name) ? known[name] : undefined;
  return [initial ?? "", ...listed].every((value) => value.startsWith("/"));
}

/**
 * Where a variable is, by the template on both sides of it.
 *
 * @param isPath - whether it brings the slash that a path begins with
 */
function contextOf(
  before: string,
  after: string,
  isPath: boolean,
): VariableContext {
  if (before === "") {
    if (after.startsWith("://")) return scheme;
    return after === "" || after.startsWith("/") ? origin : originStart;
  }
  // What is after a variable that is the whole address may be in its host still.
  const [, host] = /^(?:[^/?#]*:\/\/)?([^/?#]*)$/.exec(before) ?? [];
  if (host === undefined) return path;
  const endsHere = /^(?:$|[/?#])/.test(after);
  if (isPath && host !== "") return endsHere ? pathOrNothing : pathFromSlash;
  if (/(?:^|[^{]):$/.test(host)) return port;
  return host === "" && endsHere ? authority : label;
}

/** Every value fits its place; joined they may still leave the host empty, or make `..` of two dots. */
function keepsShape(template: string, filled: string): boolean {
  if (/^[^/?#]*:\/\/(?:[/?#]|$)/.test(filled)) return false;
  if (filled.startsWith("//") && !template.startsWith("//")) return false;
  const dots = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i;
  return dots.test(template) || !dots.test(filled);
}

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
 * @param given - first server of an operation → the one to call, as the client lists them; `https:` may be omitted
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
        happened: `\`operationServers\` must give a string for ${name}.`,
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
