import { codeSpan } from "../../text/code-span.js";
import { escapePointerSegment, unescapePointerSegment } from "../../text/json-pointer.js";
import type { KeptNames } from "./kept-names.js";

/** A path whose parameters have other names by now. */
interface RenamedPath {
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

/**
 * Names of an earlier generation under the paths that the contract has now, so that they stay where somebody renamed the
 * parameters of a path, which nobody sees on the wire. The members that carry those stay as well, where it is sure which is
 * which.
 */
export function followRenamedPaths(kept: KeptNames, renamed: readonly RenamedPath[]): KeptNames {
  if (renamed.length === 0) return kept;
  const paths = new Map(renamed.map((one) => [one.before, one]));
  const follow = (identity: string) => followPointer(followPlace(identity, paths), paths);
  const { enums, forms, ...others } = kept;
  const followed = Object.entries(others).map(
    ([kind, names]) => [kind, mapEntries(names, (key, name) => [follow(key), name])] as const,
  );
  return {
    ...kept,
    ...Object.fromEntries(followed),
    calls: keepMembers(kept, paths),
    ...(enums && { enums }),
    ...(forms && { forms: mapEntries(forms, (key, form) => [follow(key), followForm(form, follow)]) }),
  };
}

type Names = Readonly<Record<string, string>>;
type Paths = ReadonlyMap<string, RenamedPath>;

function mapEntries(names: Names, change: (key: string, value: string) => readonly [string, string]): Names {
  return Object.fromEntries(Object.entries(names).map(([key, value]) => change(key, value)));
}

/** `GET /pets/{id}`, `modify of PATCH /pets/{id}`, `GET /pets/{id} 200`. */
function followPlace(identity: string, paths: Paths): string {
  const [, start = "", rest = ""] = /^((?:\S+ of )?[^\s/#]+ )(\/.*)$/su.exec(identity) ?? [];
  const end = paths.has(rest) ? rest.length : rest.lastIndexOf(" ");
  const found = paths.get(rest.slice(0, Math.max(end, 0)));
  return found === undefined ? identity : `${start}${found.now}${rest.slice(end)}`;
}

/** `#/paths/~1pets~1{id}/get/parameters/path id/schema`, whatever stands before it. */
function followPointer(identity: string, paths: Paths): string {
  return identity.replace(/#\/paths\/([^/]*)(.*)$/su, (whole, segment: string, below: string) => {
    const found = paths.get(unescapePointerSegment(segment));
    if (found === undefined) return whole;
    const rest = below.replace(/(\/parameters\/path )([^/]*)/u, (same, start: string, name: string) => {
      const now = found.parameters?.get(unescapePointerSegment(name));
      return now === undefined ? same : `${start}${escapePointerSegment(now)}`;
    });
    return `#/paths/${escapePointerSegment(found.now)}${rest}`;
  });
}

/** `versioned read=GET%20/pets/{id}` */
function followForm(form: string, follow: (identity: string) => string): string {
  return form.replace(/=(\S+)/gu, (_, value: string) => `=${escape(follow(unescape(value)))}`);
}

/** How each operation was called, with what a caller writes for the parameters that have other names now. */
function keepMembers({ operations, calls = {} }: KeptNames, paths: Paths): Names {
  const all = [...new Set([...Object.keys(calls), ...Object.keys(operations)])];
  const lines = all.flatMap((identity): readonly (readonly [string, string])[] => {
    const line = Object.hasOwn(calls, identity) ? (calls[identity] ?? "") : "";
    const found = paths.get(identity.slice(identity.indexOf(" ") + 1));
    const pairs = line === "" ? [] : line.split(" ");
    const followed = found === undefined ? pairs : followMembers(pairs, found);
    return followed.length === 0 ? [] : [[followPlace(identity, paths), followed.join(" ")]];
  });
  return Object.fromEntries(lines);
}

/** What the manifest says of one call: `path.id=id body.application/json=members`. */
function followMembers(pairs: readonly string[], { parameters }: RenamedPath): readonly string[] {
  if (parameters === undefined) return pairs.filter((pair) => !pair.startsWith("path."));
  const before = new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair]));
  const members = [...parameters].map(([name, now]) => {
    const [, member = escape(name)] = before.get(`path.${escape(name)}`)?.split("=") ?? [];
    return `path.${escape(now)}=${member}`;
  });
  const gone = new Set([...parameters.keys()].map((name) => `path.${escape(name)}`));
  const others = [...before].flatMap(([key, pair]) => (gone.has(key) ? [] : [pair]));
  // A plain member of the query goes without saying, until a parameter of the path is called as it is; but where members of
  // the body stand beside it, all are said.
  const isSaid = pairs.some((pair) => pair.startsWith("body.") && /=members\b/u.test(pair));
  const queries = (isSaid ? [] : [...parameters.values()])
    .map((now) => [`query.${escape(now)}`, escape(now)] as const)
    .filter(([key, member]) => !before.has(key) && !members.some((pair) => pair.endsWith(`=${member}`)))
    .map((pair) => pair.join("="));
  return [...members, ...queries, ...others];
}

/** As the plan prints what it keeps: spaces and `=` part the words. */
function escape(text: string): string {
  return text.replace(/[%= ]/g, (character) => encodeURIComponent(character));
}

function unescape(text: string): string {
  return text.replace(/%(?:25|3D|20)/gi, (code) => decodeURIComponent(code));
}
