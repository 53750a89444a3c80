import type { Source } from "@redocly/openapi-core";
import { LongDigits } from "./long-digits.js";

/** Where an object of the bundled document stood before bundling. */
export interface Origin {
  readonly source: Source;
  readonly keys: readonly string[];
}

/**
 * Remembers, for every object and array that was parsed, where it stood. Bundling moves objects between documents
 * but keeps them, so identity is what survives; the map holds nothing alive by itself.
 */
export class Origins {
  /** Digits that parsing rounded, of all documents. */
  readonly digits = new LongDigits();
  readonly #known = new WeakMap<object, Origin>();

  remember(node: object, origin: Origin): void {
    this.#known.set(node, origin);
  }

  of(node: object): Origin | undefined {
    return this.#known.get(node);
  }
}
