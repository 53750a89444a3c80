import { escapePointerSegment, pointerKeys } from "../../../../text/json-pointer.js";

/** Names of members on the way to a value, from the body of a response or a request on; empty: the body itself. */
export type Path = readonly string[];

/** How many names a path may have to a list, a next position or a position of a request that is looked for. */
export const DEEPEST_PATH = 6;

/** How many objects of one body are looked at for those that are deeper than usual. */
export const MOST_OBJECTS = 50;

/** A path as the traits have it: `/` between names. */
export function memberPath(path: Path): string {
  return path.map(escapePointerSegment).join("/");
}

/** A path as `cabinetry.yaml` and people have it: names with `.` between them; a JSON pointer where a name has such a mark itself. */
export function shownPath(path: Path): string {
  const isPlain = path.every((name) => /^[\w$=-]+$/.test(name));
  return isPlain ? path.join(".") : `/${memberPath(path)}`;
}

/** A path of the traits, as people have it. */
export function shownMember(path: string): string {
  return shownPath(pointerKeys(`/${path}`));
}
