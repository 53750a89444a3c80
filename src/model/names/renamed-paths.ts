import { codeSpan } from "../../text/code-span.js";

/** A path whose parameters have other names by now. */
export interface RenamedPath {
  readonly before: string;
  readonly now: string;
  /**
   * Name before → name now, of those that differ. Undefined where a name of now stood elsewhere before: which of them was
   * renamed, and which was moved, nothing tells.
   */
  readonly parameters: ReadonlyMap<string, string> | undefined;
}

/**
 * The paths of an earlier generation that the contract has no more, but for another that differs by the names of its
 * parameters alone: the same route (OpenAPI, Paths Object: such paths are identical). None where several could be meant, and
 * none that has no method of before.
 *
 * @param operations - identities of the earlier generation's operations: `GET /pets/{id}`.
 * @param current - those of the contract's.
 */
export function findRenamedPaths(
  operations: readonly string[],
  current: readonly string[],
): readonly RenamedPath[] {
  const before = methodsByPath(operations);
  const now = methodsByPath(current);
  const routes = byRoute(now.keys());
  const stays = (old: string, path: string) =>
    before.get(old)?.some((method) => now.get(path)?.includes(method)) === true;
  return [...byRoute(before.keys())].flatMap(([route, [old, ...olds]]) => {
    const [path, ...others] = routes.get(route) ?? [];
    if (old === undefined || path === undefined || olds.length + others.length > 0 || old === path) return [];
    return stays(old, path)
      ? [{ before: old, now: path, parameters: pairNames(namesIn(old), namesIn(path)) }]
      : [];
  });
}

function pairNames(before: readonly string[], now: readonly string[]): RenamedPath["parameters"] {
  const pairs = before.map((name, index) => [name, now[index] ?? name] as const);
  const changed = new Map(pairs.filter(([name, other]) => name !== other));
  return [...changed.values()].some((name) => before.includes(name)) ? undefined : changed;
}

/** What is to be said of them: a sentence for those whose members stay, one for those whose members cannot, which names all. */
export function noteRenamedPaths(renamed: readonly RenamedPath[]): readonly string[] {
  const followed = renamed.filter(({ parameters }) => parameters !== undefined).map(showPath);
  const moved = renamed.filter(({ parameters }) => parameters === undefined).map(showPath);
  const [first, ...others] = followed;
  const more = others.length === 0 ? "" : `, and ${String(others.length)} more`;
  return [
    ...(first === undefined
      ? []
      : [
          `Parameters of paths have other names: ${first}${more}. Methods, models and members of inputs keep theirs; --rename takes the new ones.`,
        ]),
    ...(moved.length === 0
      ? []
      : [
          `Parameters of paths have other places: ${moved.join(", ")}. Methods and models keep their names; members of inputs are called as the contract has them now, so look at the calls.`,
        ]),
  ];
}

function showPath({ before, now }: RenamedPath): string {
  return `${codeSpan(before)} is ${codeSpan(now)} now`;
}

const PARAMETER = /\{([^{}]+)\}/gu;

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(PARAMETER)].map(([, name = ""]) => name);
}

function methodsByPath(identities: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, string[]>();
  for (const identity of identities) {
    const at = identity.indexOf(" ");
    const [method, path] = [identity.slice(0, at), identity.slice(at + 1)];
    const known = paths.get(path);
    if (known === undefined) paths.set(path, [method]);
    else known.push(method);
  }
  return paths;
}

/** Paths by what they are without the names of their parameters. */
function byRoute(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const routes = new Map<string, string[]>();
  for (const path of paths) {
    const route = path.replace(PARAMETER, "{}");
    const known = routes.get(route);
    if (known === undefined) routes.set(route, [path]);
    else known.push(path);
  }
  return routes;
}
