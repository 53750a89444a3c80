import type { LocatedSelection, OperationMatch } from "./config/operation-selection.js";
import { textMember } from "./model/json-members.js";
import type { RawOperation } from "./model/operations/list-raw-operations.js";
import type { JsonObject } from "./load/loaded-contract.js";
import { nearestWord } from "./text/words.js";
import { UserError } from "./text/user-error.js";

/** Method and path of an operation: `GET /orders`. */
export function keyOf({ method, path }: Pick<RawOperation, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Decides whether an operation is selected; those of webhooks have no path. */
export type Matches = (operation: {
  readonly json: JsonObject;
  readonly method?: string;
  readonly path?: string;
}) => boolean;

/** Whether an operation matches `include`, and does not match `exclude`. */
export function selector({ include, exclude }: LocatedSelection): Matches {
  const isIncluded = include === undefined ? () => true : matcher(include);
  const isExcluded = exclude === undefined ? () => false : matcher(exclude);
  return (operation) => isIncluded(operation) && !isExcluded(operation);
}

function matcher({ tags = [], paths = [], operations = [] }: OperationMatch): Matches {
  const named = new Set(operations.map(normaliseKey));
  return ({ json, method, path }) => {
    const id = textMember(json, "operationId");
    if (tagsOf(json).some((tag) => tags.includes(tag))) return true;
    if (id !== undefined && named.has(id)) return true;
    if (method === undefined || path === undefined) return false;
    return named.has(keyOf({ method, path })) || paths.some((pattern) => matchesPath(pattern, path));
  };
}

/** `get /orders` as `GET /orders`. An operationId stays as it is. */
function normaliseKey(entry: string): string {
  const [, method, path] = /^(\S+)\s+(\/.*)$/u.exec(entry) ?? [];
  return method === undefined || path === undefined ? entry : `${method.toUpperCase()} ${path}`;
}

function tagsOf(json: JsonObject): readonly string[] {
  const tags = json["tags"];
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : [];
}

/** Whether a path is of a pattern: `*` is one segment, `**` any number of them. The time grows with the product of their lengths. */
export function matchesPath(pattern: string, path: string): boolean {
  const segments = path.split("/");
  /** For each number of segments of the path, whether the pattern so far matches them. */
  let ends = segments.map(() => false).concat(false);
  ends[0] = true;
  for (const part of pattern.split("/")) {
    const next = ends.map(() => false);
    for (let count = 0; count < next.length; count += 1) {
      const before = count === 0 ? undefined : segments[count - 1];
      if (part === "**") next[count] = ends[count] === true || (count > 0 && next[count - 1] === true);
      else if (before !== undefined && ends[count - 1] === true)
        next[count] = part === before || (part === "*" && before !== "");
    }
    ends = next;
  }
  return ends.at(-1) === true;
}

/** Entries of a selection that match nothing: each with its place and the nearest name. */
export function unmatchedEntries(
  selection: LocatedSelection,
  operations: readonly RawOperation[],
): readonly string[] {
  const tags = [...new Set(operations.flatMap(({ json }) => tagsOf(json)))];
  const ids = operations.flatMap(({ json }) => textMember(json, "operationId") ?? []);
  const known = {
    tags,
    paths: [...new Set(operations.map(({ path }) => path))],
    operations: [...ids, ...operations.map(keyOf)],
  };
  return (["include", "exclude"] as const).flatMap((list) =>
    (["tags", "paths", "operations"] as const).flatMap((kind) =>
      (selection[list]?.[kind] ?? []).flatMap((entry, index) => {
        const matches = matcher({ [kind]: [entry] });
        if (operations.some(matches)) return [];
        const { line, column } = selection.locate([list, kind, String(index)]);
        const near = nearestWord(entry, known[kind]);
        const advice = near === undefined ? "" : ` Did you mean ${JSON.stringify(near)}?`;
        return [
          `${selection.file}:${String(line)}:${String(column)} ${JSON.stringify(entry)} matches no operation.${advice}`,
        ];
      }),
    ),
  );
}

/** @throws UserError (2) where an entry matches nothing, or everything is excluded. */
export function requireMatches(selection: LocatedSelection, operations: readonly RawOperation[]): void {
  const unmatched = unmatchedEntries(selection, operations);
  const remedy = "Correct the entries of `include` and `exclude`; `cabinetry inspect` lists the operations.";
  if (unmatched.length > 0)
    throw new UserError(2, "The selection names operations that the contract does not have.", {
      where: unmatched.join("\n"),
      remedy,
    });
  if (operations.some(selector(selection))) return;
  const { line, column } = selection.locate([selection.include === undefined ? "exclude" : "include"]);
  throw new UserError(2, "The selection leaves no operation.", {
    where: `${selection.file}:${String(line)}:${String(column)}`,
    remedy,
  });
}
