import { pointerKeys } from "../../../text/json-pointer.js";
import { memberPath, type Path } from "../traits/pagination/paths.js";
import type { ShownPages } from "../traits/pagination/recognise-pagination.js";
import type { Field } from "../traits/pagination/request-fields.js";
import { operationLines } from "./sign.js";

/*
 * How `cabinetry.yaml` says where a page has its parts.
 */

/** The line of a cursor for one operation. */
export function linesOf(shown: ShownPages, ...parts: readonly string[]): readonly string[] {
  return operationLines(shown.operation, [
    `pagination: { style: cursor${itemsOf(shown)}, ${parts.join(", ")} }`,
  ]);
}

/** Where the items are; empty where the body is the list: the configuration finds that by itself. */
export function itemsOf({ list }: ShownPages): string {
  if (list === undefined) return ', items: "?"';
  return list.path.length === 0 ? "" : `, items: ${configuredPath(list.path)}`;
}

/** A path as `cabinetry.yaml` takes it: names with `.` between them; a JSON pointer where a name has such a mark itself. */
export function configuredPath(path: Path): string {
  const isPlain = path.every((name) => /^[\w$-]+$/.test(name));
  return isPlain ? path.join(".") : JSON.stringify(`/${memberPath(path)}`);
}

/** A position as `cabinetry.yaml` takes it: a name is that of a query parameter first. */
export function fieldName({ operation }: ShownPages, { at }: Field): string {
  if (at.in === "query")
    return at.member === undefined
      ? plainName(at.name)
      : configuredPath([at.name, ...pointerKeys(`/${at.member}`)]);
  if (at.in === "path") return plainName(at.name);
  const name = configuredPath(pointerKeys(`/${at.name}`));
  const isShadowed = operation.parameters.some((one) => one.in === "query" && one.name === at.name);
  return isShadowed ? `{ in: body, name: ${name} }` : name;
}

function plainName(name: string): string {
  return /^[\w$-]+$/.test(name) ? name : JSON.stringify(name);
}
