import { componentSections, type DeclaredComponents } from "./component-names.js";
import { eachObject } from "./each-object.js";

/**
 * Gives declared components back what the root says there, where the bundler put a part of something else in its place: what
 * the component refers to (`Owner: {$ref: ./pet.yaml#/properties/owner}`, with `Pet` declared), or what is like it. A part of
 * what no other component declares becomes the component that is declared for it. Changes the document in place.
 */
export function restoreDeclared(document: Record<string, unknown>, declared: DeclaredComponents): void {
  const parts = new Set<object>();
  const seen = new Set<object>();
  eachObject(document, (node, { key }, section) => {
    if (section === undefined) parts.add(node);
    else if (!declared.has(`${section}/${key}`)) return false;
    const isNew = !seen.has(node);
    seen.add(node);
    return isNew;
  });
  for (const [section, components] of componentSections(document)) {
    for (const [name, component] of Object.entries(components)) {
      const before = declared.get(`${section}/${name}`);
      const isPart = typeof component === "object" && component !== null && parts.has(component);
      if (isPart && before !== undefined) components[name] = before;
    }
  }
}
