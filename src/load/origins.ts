import type { Source } from "@redocly/openapi-core";
import { pointerKeys, toPointer } from "../text/json-pointer.js";
import type { JsonObject, LoadedContract } from "./loaded-contract.js";
import { locateSource } from "./problems/problem-frames.js";

/** Where an object of the bundled document stood before bundling. */
export interface Origin {
  readonly source: Source;
  readonly keys: readonly string[];
}

/** An object and what it stood in: keys are joined for those alone that are asked for. */
interface Step {
  readonly source: Source;
  readonly parent: Step | undefined;
  readonly key: string;
}

/**
 * Remembers, for every object and array that was parsed, where it stood. Bundling moves objects between documents
 * but keeps them, so identity is what survives.
 */
export class Origins {
  /** Digits that parsing rounded, of all documents. */
  readonly digits = new LongDigits();
  readonly #known = new Map<object, Step>();

  /** @param parent - what the object is in; undefined for the root of a document. */
  remember(node: object, source: Source, parent: object | undefined, key: string): void {
    this.#known.set(node, { source, parent: parent && this.#known.get(parent), key });
  }

  /** Remembers a copy as written where the original was. */
  copy(original: object, copy: object): void {
    const known = this.#known.get(original);
    if (known !== undefined) this.#known.set(copy, known);
  }

  of(node: object): Origin | undefined {
    const known = this.#known.get(node);
    if (known === undefined) return undefined;
    const keys: string[] = [];
    for (let at = known; at.parent !== undefined; at = at.parent) keys.push(at.key);
    return { source: known.source, keys: keys.reverse() };
  }
}

/** Finds the position of a pointer of the bundled document in its source. */
export function locatorFor(document: JsonObject, origins: Origins, root: Source): LoadedContract["locate"] {
  return (pointer) => locateSource(findWritten(pointer, document, origins, root));
}

/**
 * Finds where the value at a pointer was written. Objects keep their identity while documents are edited and bundled, so the deepest
 * one on the way whose origin is known says file and pointer; what is below it is appended.
 *
 * @param document - that the pointer leads into.
 * @param root - source of what is in none of its objects.
 */
export function findWritten(
  pointer: string,
  document: unknown,
  origins: Origins,
  root: Source,
): { readonly source: Source; readonly pointer: string } {
  let node = document;
  let origin: Origin = { source: root, keys: [] };
  let below: string[] = [];
  for (const key of pointerKeys(pointer)) {
    node = typeof node === "object" && node !== null ? (node as Record<string, unknown>)[key] : undefined;
    const known = typeof node === "object" && node !== null ? origins.of(node) : undefined;
    below = known === undefined ? [...below, key] : [];
    origin = known ?? origin;
  }
  const found = toPointer([...origin.keys, ...below]);
  return { source: origin.source, pointer: found === "#" ? "#/" : found };
}

/**
 * The digits of integers that JavaScript rounds while a document is parsed: rounded number → digits as written. Bounds
 * of 64-bit integers are such numbers, and a comment that names another bound than the contract would be wrong.
 */
class LongDigits {
  readonly #written = new Map<number, Set<string>>();

  /** Looks through the text of a document, YAML or JSON. */
  read(text: string): void {
    // Nearly every text ends here: 2^53 has sixteen digits.
    if (!/\d{16}/u.test(text)) return;
    for (const [digits] of text.matchAll(/(?<![\w.+-])-?[1-9]\d{15,}(?![\w.])/gu)) {
      const rounded = Number(digits);
      if (Number.isSafeInteger(rounded)) continue;
      const known = this.#written.get(rounded) ?? new Set();
      this.#written.set(rounded, known.add(digits));
    }
  }

  /** Omits numbers that several different integers are rounded to: the original digits are ambiguous. */
  certain(): ReadonlyMap<number, string> {
    return new Map(
      [...this.#written].flatMap(([rounded, [digits, ...others]]) =>
        digits === undefined || others.length > 0 ? [] : [[rounded, digits] as const],
      ),
    );
  }
}
