import { pointerKeys } from "../../../../text/json-pointer.js";
import { yamlScalar } from "../../../../text/yaml-scalar.js";
import { type Path, shownPath } from "../../traits/pagination/paths.js";
import type { ShownPages } from "../../traits/pagination/shown-pages.js";
import type { Field } from "../../traits/pagination/request-fields.js";
import { operationLines } from "../sign.js";

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

/** A path as `cabinetry.yaml` takes it. */
export function configuredPath(path: Path): string {
  return yamlScalar(shownPath(path));
}

/** A position as `cabinetry.yaml` takes it: a name is that of a query parameter first. */
export function fieldName({ operation }: ShownPages, { at }: Field): string {
  if (at.in === "query")
    return at.member === undefined
      ? yamlScalar(at.name)
      : configuredPath([at.name, ...pointerKeys(`/${at.member}`)]);
  const name = at.in !== "body" ? yamlScalar(at.name) : configuredPath(pointerKeys(`/${at.name}`));
  const isShadowed = operation.parameters.some(
    (one) => one.in !== "cookie" && one.in !== at.in && one.name === at.name,
  );
  return isShadowed ? `{ in: ${at.in}, name: ${name} }` : name;
}
