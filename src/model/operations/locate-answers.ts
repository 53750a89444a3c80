import type { JsonObject } from "../../load/loaded-contract.js";
import { byText } from "../../text/by-text.js";
import { appendPointer } from "../../text/json-pointer.js";
import { objectMember, sortedMembers } from "../document/json-members.js";
import { type Located, resolveReference } from "../document/resolve-reference.js";
import type { RawOperation } from "./list-raw-operations.js";

/** A Response Object of an operation, references followed. */
export interface LocatedAnswer {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly located: Located;
}

/** The answers of an operation as the document has them: codes, then ranges (`4XX`), then `default`. */
export function locateAnswers(document: JsonObject, operation: RawOperation): readonly LocatedAnswer[] {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const located = locate(document, operation);
  known.set(operation, located);
  return located;
}

/** Many ask for the answers of one operation: to build them, and to tell what is wrong with them. */
const known = new WeakMap<RawOperation, readonly LocatedAnswer[]>();

function locate(document: JsonObject, operation: RawOperation): readonly LocatedAnswer[] {
  const pointer = appendPointer(operation.pointer, "responses");
  return sortedMembers(objectMember(operation.json, "responses"), "without-extensions")
    .flatMap(([status, json]) => {
      const located = resolveReference(document, json, appendPointer(pointer, status));
      return located === undefined ? [] : [{ status: canonicalStatus(status), located }];
    })
    .sort((left, right) => rank(left.status) - rank(right.status) || byText(left.status, right.status));
}

/** `4xx` is written as the specification spells it, `4XX`; `default` in lower case. */
function canonicalStatus(status: string): string {
  return status.toLowerCase() === "default" ? "default" : status.toUpperCase();
}

function rank(status: string): number {
  return status === "default" ? 2 : status.endsWith("XX") ? 1 : 0;
}
