import type {
  GivenParameter,
  OperationDescriptor,
} from "../descriptors/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { parameterText } from "../parameters/parameter-text.js";

/**
 * The absolute URL of a call: server, expanded path template, query.
 *
 * @param serverUrl - absolute: the contract's server, or the operation's own
 * @throws ArgumentError when a value cannot be in a URL, or would lead to another path than the template's
 */
export function writeUrl(
  serverUrl: string,
  descriptor: OperationDescriptor,
  given: readonly GivenParameter[],
): string {
  const server = serverParts(serverUrl);
  const path = templateOf(descriptor)
    .map((part, at) => (at % 2 === 0 ? part : writeSegment(part, given)))
    .join("");
  refuseDotSegments(path);
  const [plain, own = ""] = splitAt(path, "?");
  const queries = [server.query, own];
  for (const [parameter, value] of given)
    if (parameter.in === "query" || parameter.in === "querystring")
      queries.push(parameterText(parameter, value) ?? "");
  const query = queries.filter(Boolean).join("&").replaceAll("#", "%23");
  return `${server.base}${plain}${query === "" ? "" : `?${query}`}`;
}

/** A server's address, split. */
interface ServerParts {
  readonly serverUrl: string;
  /** Without a slash at its end. */
  readonly base: string;
  readonly query: string;
}

/** Nearly every call of a program goes to the server of the one before it. */
let last: ServerParts | undefined;

function serverParts(serverUrl: string): ServerParts {
  if (last?.serverUrl === serverUrl) return last;
  const { origin, pathname, search } = new URL(serverUrl);
  const base = `${origin}${pathname.replace(/\/+$/, "")}`;
  last = { serverUrl, base, query: search.slice(1) };
  return last;
}

/** The text before the first mark, and what comes after it. */
function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Path templates, split once: names of parameters are at odd places. */
const templates = new WeakMap<OperationDescriptor, readonly string[]>();

function templateOf(descriptor: OperationDescriptor): readonly string[] {
  const known = templates.get(descriptor);
  if (known !== undefined) return known;
  const parts = rooted(descriptor.path).split(/\{([^{}]+)\}/);
  templates.set(descriptor, parts);
  return parts;
}

/**
 * Without a slash before it, a path would go on with the host's name. What is after a `#` distinguishes operations in
 * the contract, and is never sent (RFC 9110 section 7.1).
 */
function rooted(template: string): string {
  const [sent] = splitAt(template, "#");
  return /^[/?]/.test(sent) ? sent : `/${sent}`;
}

function writeSegment(name: string, all: readonly GivenParameter[]): string {
  const given = all.find(([one]) => one.in === "path" && one.name === name);
  const text = given === undefined ? "" : parameterText(...given);
  if (text !== undefined && text !== "") return text;
  throw new ArgumentError({
    happened: `The path parameter "${name}" is missing or empty.`,
    remedy: "Give it.",
  });
}

/** A value `..` would be taken for a step up, also when it is percent-encoded (WHATWG URL, double-dot segment). */
function refuseDotSegments(path: string): void {
  // Nearly every path ends here.
  if (!path.includes("/.") && !path.includes("/%2")) return;
  const [plain] = splitAt(path, "?");
  if (!plain.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    return;
  throw new ArgumentError({
    happened: 'A path parameter is "." or "..", which leads to another path.',
    remedy: "Check the identifiers.",
  });
}
