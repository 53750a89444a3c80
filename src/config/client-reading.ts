import { readFile } from "node:fs/promises";
import { missingFile, UserError } from "../text/user-error.js";
import { parseChecked } from "./parse-checked.js";

/** How a configuration file says that the contract of a client is read. It is in no manifest. */
export interface ClientReading {
  /** Overlays (OpenAPI Overlay Specification), in this order. */
  readonly overlays?: readonly string[];
  /** A reference without a target is a warning, and its value is of any type. */
  readonly lenient?: boolean;
  /** Operations of the client; default: all. */
  readonly include?: OperationMatch;
  readonly exclude?: OperationMatch;
  /** Headers for reading the contract. */
  readonly headers?: ConfiguredHeaders;
  /** Warnings that do not count. */
  readonly accept?: AcceptedWarnings;
}

/** Id of a rule → where its warnings do not count: everywhere, or at operations and below JSON pointers. */
export type AcceptedWarnings = Readonly<Record<string, readonly string[] | true>>;

/** The same with paths that are relative to the current folder, or absolute. */
export interface ConfiguredReading extends Pick<
  ClientReading,
  "accept" | "headers" | "lenient" | "overlays"
> {
  readonly selection?: LocatedSelection;
  /** Whether the command line gives the overlays. */
  readonly givenOverlays?: boolean;
  /** The position of a key or an item of the client, by the keys that lead to it; undefined where the command line gives it. */
  readonly position?: (path: readonly string[]) => string | undefined;
}

/** How the command line says that a contract is read. */
export interface GivenReading {
  /** Relative to the current folder, or absolute. */
  readonly overlays?: readonly string[] | undefined;
  /** `tag:NAME`, a path, an operationId, or method and path. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** How a contract is read: as the command line says, else as a configuration file does, key by key. */
export function joinReading(
  configured: ConfiguredReading = {},
  { overlays, include, exclude }: GivenReading = {},
): ConfiguredReading {
  const { selection } = configured;
  const match = {
    include: include === undefined ? selection?.include : matchOf(include),
    exclude: exclude === undefined ? selection?.exclude : matchOf(exclude),
  };
  const isGiven = (list: string) => (list === "include" ? include : exclude) !== undefined;
  return {
    ...configured,
    ...(overlays !== undefined && {
      overlays,
      givenOverlays: true,
      position: (path) => (path[0] === "overlays" ? undefined : configured.position?.(path)),
    }),
    ...((include ?? exclude) !== undefined && {
      selection: {
        ...(match.include && { include: match.include }),
        ...(match.exclude && { exclude: match.exclude }),
        position: ([list = "", ...keys]) =>
          isGiven(list) || selection === undefined ? `--${list}` : selection.position([list, ...keys]),
        given: (["include", "exclude"] as const).filter(isGiven),
        prefix: ([list = "", kind]) => (kind === "tags" && isGiven(list) ? TAG : ""),
      },
    }),
  };
}

/** How the command line marks a tag. */
const TAG = "tag:";

/** Entries of the command line by what they are. */
function matchOf(entries: readonly string[]): OperationMatch {
  const isTag = (entry: string) => entry.startsWith(TAG);
  const isPath = (entry: string) => entry.startsWith("/");
  return {
    tags: entries.filter(isTag).map((entry) => entry.slice(TAG.length)),
    paths: entries.filter(isPath),
    operations: entries.filter((entry) => !isTag(entry) && !isPath(entry)),
  };
}

/**
 * Separates the keys for reading the contract from the other keys of a client.
 *
 * @param below - a path of the file as one of the current folder.
 * @param position - of a key or an item of the client, by the keys that lead to it.
 */
export function splitReading<Rest extends object>(
  { overlays, lenient, include, exclude, headers, accept, ...rest }: ClientReading & Rest,
  below: (path: string) => string,
  position: (path: readonly string[]) => string,
): { readonly reading: ConfiguredReading; readonly rest: Omit<Rest, keyof ClientReading> } {
  const reading = {
    ...(overlays !== undefined && { overlays: overlays.map(below) }),
    ...(lenient !== undefined && { lenient }),
    ...(headers !== undefined && { headers }),
    ...(accept !== undefined && { accept }),
    ...((include ?? exclude) !== undefined && {
      selection: {
        position,
        ...(include && { include }),
        ...(exclude && { exclude }),
      },
    }),
  };
  return { reading: { ...reading, ...(Object.keys(reading).length > 0 && { position }) }, rest };
}

/** Operations that a client is about: those that match any entry. */
export interface OperationMatch {
  /** Tags of operations. */
  readonly tags?: readonly string[];
  /** Paths, with `*` for one segment and `**` for any number of them. */
  readonly paths?: readonly string[];
  /** operationId, or method and path: `GET /orders`. */
  readonly operations?: readonly string[];
}

/** Which operations a client has, as a configuration file says it. */
export interface OperationSelection {
  /** Default: all. */
  readonly include?: OperationMatch;
  readonly exclude?: OperationMatch;
}

/** The selection of one client, and where each entry of it is. */
export interface LocatedSelection extends OperationSelection {
  /** The position of a key or an item of the client, by the keys that lead to it: in a file, or an option. For messages. */
  readonly position: (path: readonly string[]) => string;
  /** What an entry starts with where it is written, beside its name: `tag:` in an option. */
  readonly prefix?: (path: readonly string[]) => string;
  /** The lists that the command line gives. */
  readonly given?: readonly ("exclude" | "include")[];
}

/** A header value that is in a variable of the environment. */
export interface HeaderFromEnvironment {
  /** Name of the variable. */
  readonly env: string;
  /** Text before the value: `Bearer `. */
  readonly prefix?: string;
  /** Hosts beside that of `contract` that get the header too, as `host` or `host:port`. */
  readonly hosts?: readonly string[];
}

/** Header → `env:NAME`, or the variable with what belongs to it. */
type ConfiguredHeaders = Readonly<Record<string, string | HeaderFromEnvironment>>;

/** A header with its value. */
interface ReadHeader {
  readonly name: string;
  readonly value: string;
  readonly hosts?: readonly string[];
}

/**
 * The headers with their values, for the contract that they are configured for.
 *
 * @param position - of a header in the configuration file.
 * @throws UserError (2) that names the variables that are missing, or that no header can have; never a value.
 */
export function readHeaders(
  headers: ConfiguredHeaders,
  environment: Readonly<Record<string, string | undefined>>,
  position: (name: string) => string | undefined,
): readonly ReadHeader[] {
  const problems: string[] = [];
  const read = Object.entries(headers).map(([name, given]) => {
    const {
      env,
      prefix = "",
      hosts,
    } = typeof given === "string" ? { env: given.slice("env:".length) } : given;
    const value = (environment[env] ?? "").trim();
    const at = [position(name) ?? [], `${name}:`].flat().join(" ");
    if (value === "") problems.push(`${at} the environment variable ${env} is not set.`);
    else if (!/^[\t\x20-\x7e]*$/u.test(prefix + value))
      problems.push(`${at} the environment variable ${env} must have printable ASCII on one line.`);
    return { name, value: `${prefix}${value}`, ...(hosts !== undefined && { hosts }) };
  });
  if (problems.length === 0) return read;
  throw new UserError(2, "The headers for the contract cannot be sent.", {
    where: problems.join("\n"),
    remedy: "Set the variable, or correct `headers` in cabinetry.yaml.",
  });
}

/**
 * Reads an overlay and checks its shape.
 *
 * @param path - relative to the current folder, or absolute.
 * @param position - where a configuration file names it.
 * @throws UserError (2) with file, line and column of every problem.
 */
export async function readOverlay(
  path: string,
  position?: string,
): Promise<{ readonly path: string; readonly text: string }> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = error instanceof Error ? error.message : String(error);
    const where = [
      ...(position === undefined ? [] : [`${position} overlays`]),
      ...(isMissing ? [] : [reason]),
    ];
    throw new UserError(2, isMissing ? missingFile(path) : `${path} cannot be read.`, {
      ...(where.length > 0 && { where: where.join("\n") }),
      remedy:
        "Correct the path. `overlays` of cabinetry.yaml counts from that file, --overlay from the current folder.",
      cause: error,
    });
  }
  parseChecked(text, path, overlayKind);
  return { path, text };
}

const overlayKind = {
  schema: "overlay.schema.json",
  what: "an OpenAPI Overlay",
  remedy: "Correct the file. The OpenAPI Overlay Specification 1.0, 1.1 or 1.2 describes it.",
  aliases: true,
};
