/**
 * The digits of integers that JavaScript rounds while a document is parsed: rounded number → digits as written. Bounds
 * of 64-bit integers are such numbers, and a comment that names another bound than the contract would be wrong.
 */
export class LongDigits {
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

  /** Without those that several different integers are rounded to: nobody can tell which one stood where. */
  certain(): ReadonlyMap<number, string> {
    return new Map(
      [...this.#written].flatMap(([rounded, [digits, ...others]]) =>
        digits === undefined || others.length > 0 ? [] : [[rounded, digits] as const],
      ),
    );
  }
}
