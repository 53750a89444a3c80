import { appendPointer } from "../../text/json-pointer.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import { listMember, textMember } from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
import type { RawOperation } from "./list-raw-operations.js";

/** A Parameter Object as the document has it, references followed. */
export interface LocatedParameter {
  readonly name: string;
  /** As written; a place that OpenAPI does not have as well. */
  readonly place: string;
  readonly located: Located;
  /** Where the list has it: a parameter that is referred to stands elsewhere. */
  readonly listed: string;
}

/** The two lists of an operation: that of its path item, and its own, which overrides it. */
export function locateParameters(
  document: JsonObject,
  operation: RawOperation,
): readonly (readonly LocatedParameter[])[] {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const located = locate(document, operation);
  known.set(operation, located);
  return located;
}

/** Many ask for the parameters of one operation: to build them, and to tell what is wrong with them. */
const known = new WeakMap<RawOperation, readonly (readonly LocatedParameter[])[]>();

function locate(
  document: JsonObject,
  { pathItem, pathPointer, json, pointer }: RawOperation,
): readonly (readonly LocatedParameter[])[] {
  return [
    { list: listMember(pathItem, "parameters"), from: appendPointer(pathPointer, "parameters") },
    { list: listMember(json, "parameters"), from: appendPointer(pointer, "parameters") },
  ].map(({ list, from }) =>
    list.flatMap((one, index) => {
      const listed = appendPointer(from, index);
      const located = resolveReference(document, one, listed);
      const name = textMember(located?.json, "name");
      const place = textMember(located?.json, "in");
      if (located === undefined || name === undefined || place === undefined) return [];
      return [{ name, place, located, listed }];
    }),
  );
}

/** What makes two parameters the same: name and place, without case for headers (RFC 9110 section 5.1). */
export function parameterKey({ name, place }: Pick<LocatedParameter, "name" | "place">): string {
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}
