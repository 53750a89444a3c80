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

/** What describes values in a contract: a schema, or a part of the operation at a pointer. */
export type Source =
  | { readonly kind: "schema"; readonly pointer: string }
  /** The options of the client, and what they are given with: no schema describes them. */
  | { readonly kind: "client" }
  /** `name`: of an argument of the method. */
  | { readonly kind: "argument"; readonly operation: string; readonly name: string }
  /** `items`: of a sequence of pages, the names that lead from a page to what the sequence gives. */
  | { readonly kind: "result"; readonly operation: string; readonly items?: readonly string[] }
  /** What the API sends by itself, by the name that the client has for it; of a callback, which operations have it. */
  | { readonly kind: "headers" | "payload" | "query"; readonly name: string; readonly callers?: Callers }
  /** `name`: status of the response. */
  | { readonly kind: "error"; readonly operation: string; readonly name: string };

/** Pointers of the operations whose callbacks of a name are meant: one, or all but some. */
export type Callers = { readonly only: string } | { readonly except: readonly string[] };

/** A value, by what describes the whole that it is in, and the names that lead to it: those of {@link Position.path}. */
export interface Described {
  readonly source: Source;
  readonly path: readonly string[];
}

/** One side of a position in its document. */
export interface Anchor {
  /** Undefined: it is not known which schema it is. */
  readonly exact?: string;
  /** Schema or operation that it is in. */
  readonly within: readonly string[];
  /** Undefined: the contract does not describe it by itself. */
  readonly described?: Described;
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
  const stepped = step(position, name, []);
  return { ...stepped, old: inexact(stepped.old), now: inexact(stepped.now) };
}

function inexact({ within, described }: Anchor): Anchor {
  return { within, ...(described && { described }) };
}

function step(position: Position, name: string, keys: readonly string[]): Position {
  const move = ({ exact, within, described }: Anchor): Anchor => ({
    ...(exact !== undefined && { exact: appendPointer(exact, ...keys) }),
    within,
    ...(described && { described: { ...described, path: [...described.path, name] } }),
  });
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
