import { UserError } from "../text/user-error.js";

/**
 * The kind of the CONTRACT argument, recognised by its spelling alone. Nothing is read here.
 * `api` is the URL of an API, below which the contract is published; `path` is a file or the folder of a client.
 */
export type ContractReference =
  | { readonly kind: "stdin" }
  | { readonly kind: "git"; readonly revision: string; readonly path: string }
  | { readonly kind: "api"; readonly url: URL }
  | { readonly kind: "document"; readonly url: URL }
  | { readonly kind: "path"; readonly path: string };

/**
 * Reads CONTRACT as `cabinetry --help` describes it.
 *
 * @throws UserError (2) when it is empty, a URL that does not parse, a URL with a password in it, or a scheme that
 *   is neither http nor https.
 */
export function readContractReference(reference: string): ContractReference {
  if (reference === "-") return { kind: "stdin" };
  if (reference.startsWith("git:")) return readGitReference(reference);
  if (/^[a-z][a-z0-9+.-]+:\/\//iu.test(reference)) return readUrlReference(reference);
  if (reference === "") {
    throw new UserError(2, "The contract is an empty text.", {
      setting: "contract",
      remedy: "Name a URL, a file, git:REV:PATH, the folder of a generated client, or - for standard input.",
    });
  }
  return { kind: "path", path: reference };
}

function readGitReference(reference: string): ContractReference {
  const [, revision, path] = /^git:([^:]+):(.+)$/u.exec(reference) ?? [];
  // A revision that starts with a dash would be read by git as an option.
  if (revision === undefined || path === undefined || revision.startsWith("-")) {
    throw new UserError(2, `"${reference}" does not name a file of a git revision.`, {
      setting: "contract",
      remedy: "Write git:REV:PATH, for example git:v1.4.0:api/openapi.yaml; PATH counts from this folder.",
    });
  }
  return { kind: "git", revision, path };
}

function readUrlReference(reference: string): ContractReference {
  if (!URL.canParse(reference)) {
    throw new UserError(2, "The contract's URL cannot be read.", {
      setting: "contract",
      remedy: "Write it as https://host/path; quote it when it holds & or ?.",
    });
  }
  const url = new URL(reference);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new UserError(2, `A contract cannot be read over "${url.protocol}".`, {
      setting: "contract",
      remedy: "Name an http or https URL, or a file by its path.",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new UserError(2, "The contract's URL holds a user name or a password.", {
      setting: "contract",
      remedy: "Leave it out: a URL ends up in logs. Download the contract first and name the file.",
      where: displayUrl(url),
    });
  }
  url.hash = "";
  const isDocument = url.search !== "" || /\.(?:ya?ml|json)$/iu.test(url.pathname);
  return { kind: isDocument ? "document" : "api", url };
}

/** A URL as messages show it: without user name and password, and without the query, which may hold a token. */
export function displayUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`;
}
