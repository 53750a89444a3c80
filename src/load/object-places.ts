import type { DeclaredComponents } from "./component-names.js";
import { eachObject, type Step } from "./each-object.js";

/**
 * Where the objects of a bundled document stand, one place each. The bundler makes a component of whatever another file
 * refers to, and leaves it where it was as well: such a component has its place inside of what it is a part of, unless the
 * root declares it.
 */
export class ObjectPlaces {
  readonly #parts = new Set<object>();
  readonly #steps = new Map<object, Step>();
  readonly #root: object;

  /** @param document - a bundled document without cycles of objects. */
  constructor(document: Record<string, unknown>, declared: DeclaredComponents) {
    this.#root = document;
    const own = new Set<object>();
    const seen = new Set<object>();
    eachObject(document, (node, { key }, section) => {
      if (section === undefined) this.#parts.add(node);
      else if (declared.has(`${section}/${key}`)) own.add(node);
      const isNew = !seen.has(node);
      seen.add(node);
      return isNew;
    });
    for (const node of own) this.#parts.delete(node);
    eachObject(document, (node, step, section) => {
      const isElsewhere = section === undefined ? own.has(node) : this.#parts.has(node);
      if (isElsewhere || this.#steps.has(node)) return false;
      this.#steps.set(node, step);
      return true;
    });
  }

  /** Whether an object is a part of something, and no component of its own. */
  isPart(node: object): boolean {
    return this.#parts.has(node);
  }

  /** The keys that lead to an object; undefined where it does not stand in the document. */
  keysOf(node: object): string[] | undefined {
    const keys: string[] = [];
    let at = node;
    for (let step = this.#steps.get(at); step !== undefined; step = this.#steps.get(at)) {
      keys.push(step.key);
      at = step.holder;
    }
    return at === this.#root ? keys.reverse() : undefined;
  }
}
