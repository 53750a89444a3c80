import { appendPointer } from "../../text/json-pointer.js";

/** Where a type is on the surface, for people and in both documents. */
export interface Position {
  /** What has it: `` `Pet` ``, `` the result of `pets.list` ``. */
  readonly owner: string;
  /** Name of what has it, as code. */
  readonly name: string;
  /** Members, elements: `tags`, `[]`, `name`. */
  readonly path: readonly string[];
  /** Pointers of the schema there, and of what has it. */
  readonly old: Anchor;
  readonly now: Anchor;
}

/** One side of a position in its document. */
export interface Anchor {
  /** Undefined: it is not known which schema it is. */
  readonly exact?: string;
  /** Schema or operation that it is in. */
  readonly within: readonly string[];
}

/** The position of a member; of `owner`, where the member comes from another declaration than the object. */
export function atMember(position: Position, name: string): Position {
  return step(position, name, ["properties", name]);
}

/** The position of the elements of a list. */
export function atItems(position: Position, index?: number): Position {
  const keys = index === undefined ? ["items"] : ["prefixItems", String(index)];
  return step(position, index === undefined ? "[]" : `[${String(index)}]`, keys);
}

/** The position of the members that have no name of their own. */
export function atOthers(position: Position): Position {
  return step(position, "[name]", ["additionalProperties"]);
}

/** A position without a schema of its own: what a call gives. */
export function atPart(position: Position, name: string): Position {
  return { ...step(position, name, []), old: inexact(position.old), now: inexact(position.now) };
}

function inexact({ within }: Anchor): Anchor {
  return { within };
}

function step(position: Position, name: string, keys: readonly string[]): Position {
  const move = ({ exact, within }: Anchor): Anchor =>
    exact === undefined ? { within } : { exact: appendPointer(exact, ...keys), within };
  return {
    ...position,
    path: [...position.path, name],
    old: move(position.old),
    now: move(position.now),
  };
}

/** `tags[].name` */
export function pathText(path: readonly string[]): string {
  return path.join(".").replaceAll(".[", "[");
}

/** `` member `tags[].name` of `Pet` ``, `` `Pet` ``. */
export function elementText({ owner, path }: Position): string {
  return path.length === 0 ? owner : `member \`${pathText(path)}\` of ${owner}`;
}

/** `Pet.tags[].name` */
export function positionName({ name, path }: Position): string {
  return pathText([name, ...path]);
}

/** The pointers of a side, the most exact first. */
export function pointersOf({ exact, within }: Anchor): readonly string[] {
  return [...new Set([...(exact === undefined ? [] : [exact]), ...within])];
}
