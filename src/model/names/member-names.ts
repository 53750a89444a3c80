import { camel, pascal, words } from "../../text/words.js";
import type { OperationName } from "../api-model.js";

/** Members that would make an object something else (`then`: a promise). */
const OF_OBJECTS = ["constructor", "then", "toJSON", "toString", "valueOf", "prototype"];

/** Members that a resource has of its own (`modify`, `resume`), and a client (`connect`), whose resources are its members. */
const RESERVED: Readonly<Record<NamePart, ReadonlySet<string>>> = {
  method: new Set([...OF_OBJECTS, "modify", "resume"]),
  resource: new Set([...OF_OBJECTS, "connect", "resolveIntent", "withScopes"]),
};

/** A part of the name of an operation. */
type NamePart = "method" | "resource";

/** A name that somebody chose for an operation. */
export interface ChosenName {
  readonly resource?: string;
  readonly method?: string;
}

/** Whether a name can be that of a method or resource beside what every one has. */
export function isFreeName(name: string, part: NamePart): boolean {
  return !RESERVED[part].has(name);
}

/** What identifies an operation between versions of a contract: its method and path. */
export function operationIdentity(operation: { readonly method: string; readonly path: string }): string {
  return `${operation.method} ${operation.path}`;
}

/** A name with the start of its types: `cabinets`, `list` → `CabinetsList`. */
export function operationName(resource: string, method: string): OperationName {
  const type = pascal([...words(resource), ...words(method)]);
  return { resource, method, type: /^\p{ID_Start}/u.test(type) ? type : `_${type}` };
}

/** Words as the name of a method or resource, which nothing that each has of its own is called. */
export function memberName(parts: readonly string[], part: NamePart): string {
  const name = camel(parts);
  const identifier = /^[\p{ID_Start}_$]/u.test(name) ? name : `_${name}`;
  return isFreeName(identifier, part) ? identifier : `${identifier}_`;
}
