import type { NormalizedProblem } from "@redocly/openapi-core";
import { componentSections } from "./component-names.js";
import type { JsonObject } from "./loaded-contract.js";

/**
 * Whether a problem is that the bundler gave a component another name, and no component of the finished document has that
 * name: it had added one for something that is known by its declared name, or by its place.
 */
export function isUndone({ message }: NormalizedProblem, document: JsonObject): boolean {
  const [, name] =
    /^Two schemas are referenced with the same name .* Renamed .+ to (.+)\.$/u.exec(message) ?? [];
  if (name === undefined) return false;
  return !componentSections(document).some(([, components]) => Object.hasOwn(components, name));
}
