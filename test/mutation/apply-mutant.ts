import type { Mutant } from "./mutant.js";

/**
 * The text of a file with one behaviour taken away.
 *
 * @throws Error when the patch changes nothing, or when its `before` does not stand exactly once in the text: a patch
 * that no longer fits proves nothing
 */
export function applyMutant(
  text: string,
  { file, breaks, before, after }: Pick<Mutant, "file" | "breaks" | "before" | "after">,
): string {
  if (before === after) throw new Error(`${file}: the patch "${breaks}" changes nothing.`);
  const pieces = before === "" ? [] : text.split(before);
  const [head, tail] = pieces;
  if (pieces.length !== 2 || head === undefined || tail === undefined) {
    const times = Math.max(0, pieces.length - 1);
    throw new Error(
      `${file}: the patch "${breaks}" fits ${times} times, not once. Look for:\n${before}\n` +
        "The code has moved on: write the patch anew, or take it out when the behaviour is gone.",
    );
  }
  return head + after + tail;
}
