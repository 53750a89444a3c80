import type { EmittedFacts } from "../emit/emitted-client.js";
import { byText } from "../text/by-text.js";
import { namesLockName } from "../text/client-files.js";
import { UserError } from "../text/user-error.js";

/** The names of a client by operation keys and schema pointers. */
type Names = EmittedFacts["names"];

/** The key of the client's class; every other one has a space (`GET /pets`) or a pointer (`#/components/schemas/Pet`). */
const CLIENT = "client";

/**
 * `names.lock.json` as text: one line for each name, sorted by key, the class last, so that two branches that add names
 * merge line by line. Names of what is within one component or operation are a block below its pointer, each by the rest
 * of its own.
 */
export function namesLockText({ client, operations, models }: Names): string {
  const groups = new Map<string, Entry[]>();
  for (const entry of Object.entries(models)) {
    const owner = ownerOf(entry[0]);
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [entry]);
    else group.push(entry);
  }
  const entries = [
    ...Object.entries(operations).map(([key, name]) => [key, quoted(name)] as const),
    ...[...groups].flatMap(([owner, group]) => groupEntries(owner, group)),
  ].sort(([left], [right]) => byText(left, right));
  const lines = [...entries, ...(client === undefined ? [] : [[CLIENT, quoted(client)] as const])].map(
    ([key, value]) => `  ${quoted(key)}: ${value}`,
  );
  return lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`;
}

/** A key, and a name or the text that stands for it. */
type Entry = readonly [key: string, text: string];

/** A component's own name, or an only one, has a line of its own; several are a block. */
function groupEntries(owner: string, group: readonly Entry[]): readonly Entry[] {
  const [[key, name] = ["", ""], ...others] = group;
  if (others.length === 0) return [[key, quoted(name)]];
  const lines = group
    .map(([whole, one]) => [whole.replace(owner, ""), one] as const)
    .sort(([left], [right]) => byText(left, right))
    .map(([rest, one]) => `    ${quoted(rest)}: ${quoted(one)}`);
  return [[owner, `{\n${lines.join(",\n")}\n  }`]];
}

/** `#/components/schemas/Pet` of `input:#/components/schemas/Pet/properties/home`. */
function ownerOf(key: string): string {
  return /#(?:\/[^/]*){1,3}/u.exec(key)?.[0] ?? key;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/**
 * Reads a lock of names. Whether each can be a name is checked where names are given.
 *
 * @param file - path of the file, for errors.
 * @throws UserError (2) naming the lines of a merge conflict, the lines of a key that is there twice, or what else keeps
 *   the file from being a lock.
 */
export function readNamesLock(text: string, file: string): Names {
  const lines = text.split(/\r?\n/u);
  refuseConflicts(lines, file);
  refuseRepeatedKeys(lines, file);
  const models: [string, string][] = [];
  const operations: [string, string][] = [];
  let client: string | undefined;
  for (const [key, name] of entriesOf(parse(text, file), file)) {
    if (key === CLIENT) client = name;
    else if (key.includes("#/")) models.push([key, name]);
    else if (/^\S+ \//u.test(key)) operations.push([key, name]);
    else throw invalid(file, `${quoted(key)} is neither an operation (GET /path) nor a pointer (#/...).`);
  }
  return {
    ...(client !== undefined && { client }),
    operations: Object.fromEntries(operations),
    models: Object.fromEntries(models),
  };
}

/** Every key with its name; those of a block with the pointer above it. */
function* entriesOf(
  parsed: Readonly<Record<string, unknown>>,
  file: string,
): Iterable<readonly [string, string]> {
  for (const [key, value] of Object.entries(parsed)) {
    if (typeof value === "string") yield [key, value];
    else if (!isRecord(value) || !key.startsWith("#/")) throw notName(key, file);
    else {
      for (const [rest, name] of Object.entries(value)) {
        if (typeof name !== "string") throw notName(`${key}${rest}`, file);
        yield [rest.replace(/^(?:[a-z]+:)*/u, (kind) => `${kind}${key}`), name];
      }
    }
  }
}

function notName(key: string, file: string): UserError {
  return invalid(file, `The value of ${quoted(key)} must be a string.`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string, file: string): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw invalid(file, error instanceof Error ? error.message : String(error));
  }
  if (isRecord(parsed)) return parsed;
  throw invalid(file, "It must be one JSON object.");
}

function invalid(file: string, why: string): UserError {
  return new UserError(2, `${namesLockName} is not a lock of names: ${why}`, {
    where: file,
    remedy:
      "Nothing was written. Correct the file or restore it from version control. To recompute all names, add --rename.",
  });
}

/** Lines with the markers that git leaves (`git help merge`, section "How conflicts are presented"). */
const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/u;

function refuseConflicts(lines: readonly string[], file: string): void {
  const marked = lines.flatMap((line, index) => (MARKER.test(line) ? [index + 1] : []));
  if (marked.length === 0) return;
  throw new UserError(2, `${namesLockName} has an unresolved merge conflict.`, {
    where: marked.map((line) => `${file}:${String(line)}`).join("\n"),
    remedy:
      "Nothing was written. Keep the name lines of both sides, one for each key with a comma between them, and remove the marker lines. To recompute all names, add --rename.",
  });
}

function refuseRepeatedKeys(lines: readonly string[], file: string): void {
  const lineOf = new Map<string, number>();
  let block = "";
  const repeated = lines.flatMap((line, index) => {
    const [, key, start] = /^\s*("(?:[^"\\]|\\.)*")\s*:\s*(\{)?/u.exec(line) ?? [];
    if (/^\s*\}/u.test(line)) block = "";
    if (key === undefined) return [];
    const whole = `${block} ${key}`;
    if (start !== undefined) block = key;
    const first = lineOf.get(whole);
    lineOf.set(whole, first ?? index + 1);
    return first === undefined ? [] : [`${file}:${String(first)} and ${String(index + 1)}: ${key}`];
  });
  if (repeated.length === 0) return;
  throw new UserError(2, `${namesLockName} has two names for one key.`, {
    where: repeated.join("\n"),
    remedy: "Nothing was written. Keep one line for each key. To recompute all names, add --rename.",
  });
}
