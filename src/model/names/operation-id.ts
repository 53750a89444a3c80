import { textMember } from "../document/json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { words } from "../../text/words.js";
import { afterRoute } from "./after-route.js";
import { repeatsRoute } from "./repeats-route.js";
import { withoutPathPrefix } from "./without-path-prefix.js";

/** What a person called an operation. */
export interface OperationId {
  /** What stands before the name and says whose it is, as words; none where the id does not say. */
  readonly owner: readonly string[];
  /** The name, as words; none without an operationId, or where it holds neither letter nor digit. */
  readonly name: readonly string[];
}

/**
 * Reads an operationId without what a framework adds to the function's name:
 * - method and path, as FastAPI writes them after it (`read_items_v1_items__get`) and HubSpot before it ({@link afterRoute});
 * - method and path alone, which name nothing ({@link repeatsRoute});
 * - what API Platform and grape-swagger have of the path's beginning ({@link withoutPathPrefix});
 * - the class, as NestJS (`CatsController_findAll`) and others write it before it;
 * - a namespace that ends in a dot or slash (`admin.pets.list`, `repos/get`).
 */
export function readOperationId(operation: RawOperation): OperationId {
  const written = textMember(operation.json, "operationId") ?? "";
  const whole = afterRoute(written, operation) ?? written;
  if (repeatsRoute(words(whole), operation)) return { owner: [], name: [] };
  const id = withoutRoute(whole, operation);
  const [, controller, action] = /^([^_.]+)Controller[_.](.+)$/.exec(id) ?? [];
  if (controller !== undefined && action !== undefined) return parts(controller, action);
  const [, namespace, name] = /^(.+)[./]([^./]+)$/.exec(id) ?? [];
  if (namespace !== undefined && name !== undefined) return parts(namespace, name);
  const named = withoutPathPrefix(words(whole), operation);
  return named === undefined ? parts("", id) : { owner: [], name: named };
}

/** A name of which one side holds no letter and no digit is the other side alone. */
function parts(owner: string, name: string): OperationId {
  const read = { owner: words(owner), name: words(name) };
  return read.name.length > 0 ? read : { owner: [], name: read.owner };
}

/** FastAPI's default: name, path and method, whatever is no letter, digit or `_` written `_`. */
function withoutRoute(id: string, { path, method }: RawOperation): string {
  const route = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  return id.endsWith(route) && id.length > route.length ? id.slice(0, -route.length) : id;
}
