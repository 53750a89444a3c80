import { codeSpan } from "../../text/code-span.js";

/** A path whose parameters have other names by now. */
export interface RenamedPath {
  readonly before: string;
  readonly now: string;
  /** Name before → name now, of those that differ. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * The paths of an earlier generation that the contract has no more, but for another that differs by the names of its
 * parameters alone: the same route (OpenAPI, Paths Object: such paths are identical). None where several could be meant.
 *
 * @param operations - identities of the earlier generation's operations: `GET /pets/{id}`.
 * @param paths - of the contract.
 */
export function findRenamedPaths(
  operations: readonly string[],
  paths: readonly string[],
): readonly RenamedPath[] {
  const before = new Set(operations.map((identity) => identity.slice(identity.indexOf(" ") + 1)));
  const now = new Set(paths);
  const routes = byRoute([...now]);
  return [...byRoute([...before])].flatMap(([route, [old, ...olds]]) => {
    const [path, ...others] = routes.get(route) ?? [];
    if (old === undefined || path === undefined || olds.length + others.length > 0 || old === path) return [];
    const names = namesIn(path);
    const pairs = namesIn(old).map((name, index) => [name, names[index] ?? name] as const);
    return [{ before: old, now: path, parameters: new Map(pairs.filter(([name, other]) => name !== other)) }];
  });
}

/** What is to be said of them, in one sentence or none. */
export function noteRenamedPaths(renamed: readonly RenamedPath[]): readonly string[] {
  const [first, ...others] = renamed;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : `, and ${String(others.length)} more`;
  const shown = `${codeSpan(first.before)} is ${codeSpan(first.now)} now${more}`;
  return [
    `Parameters of paths have other names: ${shown}. Methods, models and members of inputs keep theirs; --rename takes the new ones.`,
  ];
}

const PARAMETER = /\{([^{}]+)\}/gu;

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(PARAMETER)].map(([, name = ""]) => name);
}

/** Paths by what they are without the names of their parameters. */
function byRoute(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const routes = new Map<string, string[]>();
  for (const path of paths) {
    const route = path.replace(PARAMETER, "{}");
    const known = routes.get(route);
    if (known === undefined) routes.set(route, [path]);
    else known.push(path);
  }
  return routes;
}
