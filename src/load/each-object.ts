import { isMembers } from "./walk-tree.js";

/** The object that another stands in, and the key there. */
export interface Step {
  readonly holder: object;
  readonly key: string;
}

/**
 * Told of an object, where it stands, and the section whose component it is, if it is one. Says whether to go on below it.
 */
export type Enter = (node: object, step: Step, section: string | undefined) => boolean;

/**
 * Visits the objects in a bundled document, parents first, in every place that they stand in: once for each if `enter` says
 * so, which has to see to an end where objects are shared.
 */
export function eachObject(document: Record<string, unknown>, enter: Enter): void {
  const components = document["components"];
  const sections = new Map<unknown, string>();
  if (isMembers(components)) {
    for (const [section, holder] of Object.entries(components)) {
      if (!section.startsWith("x-")) sections.set(holder, section);
    }
  }
  visit(document);

  function visit(holder: object): void {
    const section = sections.get(holder);
    for (const [key, child] of Object.entries(holder) as [string, unknown][]) {
      if (typeof child !== "object" || child === null) continue;
      if (enter(child, { holder, key }, section)) visit(child);
    }
  }
}
