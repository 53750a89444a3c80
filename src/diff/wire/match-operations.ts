import { byText } from "../../text/by-text.js";
import { pathShape, type WireOperation } from "./read-operations.js";

/** The operations of two documents: those of both, and those of one alone. */
export interface MatchedOperations {
  readonly both: readonly { readonly old: WireOperation; readonly new: WireOperation }[];
  readonly removed: readonly WireOperation[];
  readonly added: readonly WireOperation[];
}

/**
 * Matches operations by method and the path that calls go to, then by that of their template: a part of the former can be in the
 * URL of the server. Of either, the shape counts: the name of a path parameter is not part of a URL. Where several templates have one
 * shape, those that are written alike belong together.
 *
 * @param calledPath - the path of an operation with that of its server.
 */
export function matchOperations(
  old: readonly WireOperation[],
  now: readonly WireOperation[],
  calledPath: (operation: WireOperation) => string = ({ path }) => path,
): MatchedOperations {
  const keys: readonly ((operation: WireOperation) => string)[] = [
    (operation) => calledPath(operation),
    (operation) => pathShape(calledPath(operation)),
    ({ path }) => path,
    ({ path }) => pathShape(path),
  ];
  const matched = keys.reduce<MatchedOperations>(
    (found, pathOf) => {
      const { both, ...rest } = matchBy(
        found.removed,
        found.added,
        (operation) => `${operation.method} ${pathOf(operation)}`,
      );
      return { ...rest, both: [...found.both, ...both] };
    },
    { both: [], removed: old, added: now },
  );
  const both = matched.both.toSorted((left, right) => byText(keyOf(left.new), keyOf(right.new)));
  return { ...matched, both };
}

/** Operations with one key are matched in their order. */
function matchBy(
  old: readonly WireOperation[],
  now: readonly WireOperation[],
  key: (operation: WireOperation) => string,
): MatchedOperations {
  const waiting = new Map<string, WireOperation[]>();
  for (const operation of now)
    waiting.set(key(operation), [...(waiting.get(key(operation)) ?? []), operation]);
  const both: { readonly old: WireOperation; readonly new: WireOperation }[] = [];
  const removed = old.filter((operation) => {
    const match = waiting.get(key(operation))?.shift();
    if (match !== undefined) both.push({ old: operation, new: match });
    return match === undefined;
  });
  const matched = new Set(both.map((pair) => pair.new));
  return { both, removed, added: now.filter((operation) => !matched.has(operation)) };
}

/** Operation key: `GET /pets/{id}`. */
export function keyOf({ method, path }: WireOperation): string {
  return `${method} ${path}`;
}
