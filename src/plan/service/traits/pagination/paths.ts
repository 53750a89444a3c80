import { escapePointerSegment } from "../../../../text/json-pointer.js";

/** Names of members on the way to a value, from the body of a response or a request on; empty: the body itself. */
export type Path = readonly string[];

/** A path as the traits have it: `/` between names. */
export function memberPath(path: Path): string {
  return path.map(escapePointerSegment).join("/");
}
